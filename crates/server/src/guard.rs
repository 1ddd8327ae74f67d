//! Middleware around every route: rate limits, the origin check of writes (CSRF), security headers, request
//! ids, and the text of refusals.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, ORIGIN, REFERRER_POLICY,
    RETRY_AFTER, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use store::Scope;
use tracing::Instrument;

use crate::app::App;
use crate::content::LanguageId;
use crate::open_counts::{OpenCounts, Place, Share};
use crate::rate_limits::{RateLimitKind, Source};
use crate::refusals::{Reason, Refused};
use crate::routes::extractors::{peer_address, request_language};
use crate::secrets::{base32, fill_random};
use crate::session::{self, Visitor};

/// The content security policy: nothing from another origin is loaded, framed or sent to.
const CONTENT_SECURITY: &str = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; \
    script-src 'self'; connect-src 'self'; font-src 'self' data:; object-src 'none'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'";

pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let language_id = request_language(&app, &parts);
    let is_api = parts.uri.path().starts_with("/api");
    let allowed = check_request(&app, &mut parts).await;
    let begun = Instant::now();
    let id = request_id(&parts);
    let (method, path) = (parts.method.clone(), path_for_log(parts.uri.path()).to_owned());
    let span = tracing::info_span!("request", %id, %method, path);
    let request = Request::from_parts(parts, body);
    let response = match allowed {
        Ok(place) => hold_until_sent(place, next.run(request).instrument(span.clone()).await),
        Err(refused) => refused.into_response(),
    };
    let mut response = write_refusal(&app, language_id, is_api, response);
    let (status, ms) = (response.status().as_u16(), begun.elapsed().as_millis() as u64);
    app.metrics.observe_response(status, begun.elapsed());
    span.in_scope(|| tracing::debug!(status, ms, "answered"));
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::try_from(id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    add_security_headers(headers);
    if is_api {
        // Responses depend on the caller and must not be in a shared cache.
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// What browsers must know about every page of this server, also those for administrators.
pub(crate) fn add_security_headers(headers: &mut HeaderMap) {
    // A page that is not ours to style, such as a film, has its own stricter one.
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(CONTENT_SECURITY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
    );
}

/// The id of a request in the log: the proxy's `X-Request-Id`, or a new one.
fn request_id(parts: &Parts) -> String {
    let given = parts.headers.get("x-request-id").and_then(|id| id.to_str().ok());
    let known = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    match given.filter(known) {
        Some(id) => id.to_owned(),
        None => {
            let mut bits = [0; 10];
            let _ = fill_random(&mut bits);
            base32(&bits)
        }
    }
}

/// Checks a request against the limits. Returns its place if it came through a trusted proxy.
async fn check_request(app: &App, parts: &mut Parts) -> Result<Option<Place>, Refused> {
    // Health checks are frequent and come from one address.
    if matches!(parts.uri.path(), "/health" | "/ready") {
        return Ok(None);
    }
    let peer = peer_address(parts);
    let from = Source::of_address(app.config.proxies.client(peer, &parts.headers));
    app.rate_limits.count(from, RateLimitKind::Read)?;
    let place =
        if app.config.proxies.is_proxy(peer) { Some(enter(&app.open.proxied_requests, from)?) } else { None };
    if matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(place);
    }
    check_origin(app, parts)?;
    // Each known person has a bucket, so that several players behind one address can play. Invented cookies
    // and tokens count for the address, so nobody gets a new bucket by changing a header.
    let visitor = Visitor(session::caller_of_request(app, parts).await?);
    let source = visitor.person().map_or(from, Source::Person);
    app.rate_limits.count(source, RateLimitKind::Write)?;
    if let Visitor(Some(caller)) = visitor {
        caller.require(needed_scope(&parts.method, parts.uri.path()))?;
    }
    // The handler does not look up the caller again.
    parts.extensions.insert(visitor);
    Ok(place)
}

/// What a token needs for a request that changes something. None: only a browser may do it.
pub(crate) fn needed_scope(method: &Method, path: &str) -> Option<Scope> {
    let path = path.strip_prefix("/api").unwrap_or(path);
    match path {
        // It ends the token itself.
        "/me/sign-out" => Some(Scope::Read),
        "/me" if method == Method::POST => Some(Scope::Manage),
        "/advice" | "/qr.svg" => Some(Scope::Read),
        _ if path.starts_with("/learn/") => Some(Scope::Read),
        _ if path.starts_with("/me/notices/") || path == "/me/notifications/read" => Some(Scope::Manage),
        // The account: passphrase, recovery code, links, tokens, deletion. And what administrators do.
        _ if path.starts_with("/me") || path.starts_with("/admin") => None,
        _ if path.ends_with("/read") => Some(Scope::Read),
        _ if path.ends_with("/shun") || path.ends_with("/reports") => Some(Scope::Manage),
        _ => Some(Scope::Play),
    }
}

/// The beginnings of paths with a secret: links to sign in, links in mails, feeds, codes of a table.
const SECRET_PATHS: [(&str, &str); 5] = [
    ("/in/", "/in/…"),
    ("/join/", "/join/…"),
    ("/api/feeds/", "/api/feeds/…"),
    ("/api/mail/", "/api/mail/…"),
    ("/api/tables/", "/api/tables/…"),
];

/// A path as the log may have it: without its secret.
fn path_for_log(path: &str) -> &str {
    SECRET_PATHS.into_iter().find(|(start, _)| path.starts_with(start)).map_or(path, |(_, shown)| shown)
}

fn enter(requests: &Arc<OpenCounts>, from: Source) -> Result<Place, Refused> {
    let limit = requests.max_per_source();
    requests.enter(from, Share::Limited).map_err(|_| Reason::TooManyConnections.with_limit(limit))
}

/// Counts the request as open until its response is sent: an event stream may stay open for hours.
fn hold_until_sent(place: Option<Place>, response: Response) -> Response {
    match place {
        Some(place) => response.map(|body| Body::new(HeldBody { body, _place: place })),
        None => response,
    }
}

/// The body of a response, with the place of its request.
struct HeldBody {
    body: Body,
    _place: Place,
}

impl HttpBody for HeldBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Refuses a writing request that a page of another site sends (CSRF).
fn check_origin(app: &App, parts: &Parts) -> Result<(), Refused> {
    let Some(origin) = parts.headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or("null");
    let public = app.config.public_url.as_deref().map(|url| url.trim_end_matches('/'));
    if public == Some(origin) {
        return Ok(());
    }
    let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).or_else(|| parts.uri.host());
    let site = origin.split_once("://").map(|(_, site)| site);
    if site.is_some() && site == host {
        return Ok(());
    }
    Err(Reason::OtherOrigin.into())
}

/// A refusal before any route is asked, in the language of the request.
pub(crate) fn refusal_response(app: &App, parts: &Parts, refused: Refused) -> Response {
    write_refusal(app, request_language(app, parts), false, refused.into_response())
}

/// Writes the body of a refusal in the caller's language.
fn write_refusal(app: &App, language_id: LanguageId, is_api: bool, mut response: Response) -> Response {
    // The status comes from the reason, or from the framework.
    let status = response.status();
    let refused = match response.extensions_mut().remove::<Refused>() {
        Some(refused) => refused,
        // The framework refused the request, for example because of its method.
        None if is_api && status.is_client_error() && !is_json(&response) => match status {
            StatusCode::METHOD_NOT_ALLOWED => Reason::NoSuchMethod,
            StatusCode::PAYLOAD_TOO_LARGE => Reason::TooLarge,
            StatusCode::NOT_FOUND => Reason::NotFound,
            _ => Reason::InvalidJson,
        }
        .into(),
        None => return response,
    };
    if refused.reason == Reason::StoreFull {
        app.note_full();
    }
    let retry_after = match status {
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            Some(refused.retry_after_seconds.unwrap_or(1))
        }
        StatusCode::INSUFFICIENT_STORAGE => Some(15),
        _ => None,
    };
    let problem = refused.problem(app.standard.language_pack(language_id).phrases);
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let allow = response.headers_mut().remove(axum::http::header::ALLOW);
    let mut worded = (status, [(CONTENT_TYPE, "application/json")], Body::from(body)).into_response();
    if let Some(allow) = allow {
        worded.headers_mut().insert(axum::http::header::ALLOW, allow);
    }
    if let Some(seconds) = retry_after {
        worded.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    worded
}

fn is_json(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}
