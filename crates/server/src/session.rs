//! Who sends a request: session cookies and bearer tokens. The store knows only their hashes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::Response;
use game::Person;
use store::{KeyKind, KeyRow, Scope, SecretHash};

use crate::app::App;
use crate::refusals::{Reason, Refused};
use crate::secrets::{hash_secret, new_secret};

/// The name of the session cookie.
const COOKIE_NAME: &str = "detente";
/// The cookie of the second person who shares the browser, and is not the caller now.
const SECOND_COOKIE_NAME: &str = "detente-second";
/// How long the session cookie lasts. After that the person needs another way to sign in.
const COOKIE_SECONDS: i64 = 400 * 86_400;
/// The longest secret that is looked up. Ours have 32 characters.
const MAX_SECRET_BYTES: usize = 100;
/// How many keys of all kinds a person may have.
pub(crate) const MAX_KEYS: usize = 50;
/// How long a cached session is used without asking the store.
const SESSION_CACHE_TIME: Duration = Duration::from_secs(5);
const MAX_CACHED_SESSIONS: usize = 50_000;
/// How exactly the last use of a key is noted.
const USE_NOTED_SECONDS: i64 = 3600;

/// A caller with an identity on this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) person: Person,
    pub(crate) key: SecretHash,
    pub(crate) access: Access,
}

/// With what somebody signs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// A browser may do everything.
    Browser,
    Token(Scope),
}

impl Caller {
    /// Refuses a token that may not do this. `None`: no token may.
    pub(crate) fn require(self, needed: Option<Scope>) -> Result<(), Refused> {
        match (self.access, needed) {
            (Access::Browser, _) => Ok(()),
            (Access::Token(_), None) => Err(Reason::BrowserOnly.into()),
            (Access::Token(scope), Some(needed)) if scope < needed => Err(Reason::TokenScope.into()),
            (Access::Token(_), Some(_)) => Ok(()),
        }
    }
}

/// A caller with or without an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visitor(pub(crate) Option<Caller>);

impl Visitor {
    pub(crate) fn person(self) -> Option<Person> {
        self.0.map(|caller| caller.person)
    }

    /// The role in which the caller sees a game.
    pub(crate) fn viewer(self, game: &game::Game) -> game::Viewer {
        // No person has the id 0.
        game.viewer(self.0.map_or(Person(0), |caller| caller.person))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        // The big screen of a table sees what everybody may see, whoever opened it in this browser.
        if asks_as_watcher(parts) {
            return Ok(Self(None));
        }
        // The guard has looked up who sends a write.
        if let Some(visitor) = parts.extensions.get::<Self>() {
            return Ok(*visitor);
        }
        Ok(Self(caller_of_request(&Arc::<App>::from_ref(state), parts).await?))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let Visitor(caller) = Visitor::from_request_parts(parts, state).await?;
        caller.ok_or(Reason::IdentityNeeded.into())
    }
}

/// Whether a reading request wants what somebody without an identity sees: `?as=watcher`.
fn asks_as_watcher(parts: &Parts) -> bool {
    let is_read = matches!(parts.method, Method::GET | Method::HEAD);
    let query = parts.uri.query().unwrap_or_default();
    is_read && query.split('&').any(|pair| pair == "as=watcher")
}

/// The caller who sends a request, if this server knows the request's secret.
pub(crate) async fn caller_of_request(app: &App, parts: &Parts) -> Result<Option<Caller>, Refused> {
    match secret_of_request(parts) {
        Some(secret) => find_caller(app, secret).await,
        None => Ok(None),
    }
}

/// The secret in a request: the bearer token, or else the session cookie.
fn secret_of_request(parts: &Parts) -> Option<&str> {
    let bearer = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(bearer) = bearer {
        return bearer.strip_prefix("Bearer ").map(str::trim);
    }
    cookie_of(&parts.headers, COOKIE_NAME)
}

fn cookie_of<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .find_map(|cookie| cookie.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The caller to whom this secret belongs, if it is known and has not expired.
///
/// Secrets are looked up by their hashes, so the time of the lookup reveals nothing about the secret.
async fn find_caller(app: &App, secret: &str) -> Result<Option<Caller>, Refused> {
    if secret.len() > MAX_SECRET_BYTES {
        return Ok(None);
    }
    let key = hash_secret(secret);
    if let Some(caller) = app.session_cache.get(&key) {
        return Ok(Some(caller));
    }
    let Some(row) = app.store.key(key).await? else { return Ok(None) };
    let now = app.now().seconds();
    let access = match row.kind {
        KeyKind::Cookie => Access::Browser,
        KeyKind::Program => Access::Token(row.scope),
        KeyKind::Link => return Ok(None),
    };
    // Unknown keys are not kept: a flood of invented ones must not push out those of people.
    if row.expires.is_some_and(|expires| expires <= now) {
        return Ok(None);
    }
    if row.used.is_none_or(|used| used + USE_NOTED_SECONDS <= now) {
        // A browser that comes back regularly is never signed out.
        let expires = if access == Access::Browser { Some(now + COOKIE_SECONDS) } else { row.expires };
        app.store.touch_key(key, now, expires).await?;
    }
    let caller = Caller { person: Person(row.person), key, access };
    app.session_cache.insert(caller);
    Ok(Some(caller))
}

/// Ends a key: it opens nothing any more, and streams that it opened end at once.
pub(crate) async fn end_key(app: &App, person: Person, key: SecretHash) -> Result<(), Refused> {
    app.store.delete_key(key, person.0).await?;
    app.session_cache.remove(&key);
    app.open_keys.end(&key);
    Ok(())
}

/// Ends all keys of a person that `which` says.
pub(crate) async fn end_keys(
    app: &App,
    person: Person,
    which: impl Fn(&KeyRow) -> bool,
) -> Result<(), Refused> {
    for key in app.store.keys_of(person.0).await?.iter().filter(|key| which(key)) {
        end_key(app, person, key.hash).await?;
    }
    Ok(())
}

/// A new key of a person: a browser's session, a program's token or a sign-in link. Returns its secret.
pub(crate) async fn create_key(
    app: &App,
    person: Person,
    kind: KeyKind,
    scope: Scope,
    label: &str,
    lasts: Option<i64>,
) -> Result<String, Refused> {
    if app.store.keys_of(person.0).await?.len() >= MAX_KEYS {
        app.store.delete_expired_keys(app.now().seconds()).await?;
        let mut keys = app.store.keys_of(person.0).await?;
        if keys.len() >= MAX_KEYS {
            // Browsers lose their cookies, so the oldest session or link is deleted. Tokens never are.
            keys.retain(|key| key.kind != KeyKind::Program);
            keys.sort_by_key(|key| key.made);
            let oldest = keys.first().ok_or(Reason::TooManyTokens.with_limit(MAX_KEYS))?;
            end_key(app, person, oldest.hash).await?;
        }
    }
    let secret = new_secret()?;
    let now = app.now().seconds();
    let row = KeyRow {
        hash: hash_secret(&secret),
        person: person.0,
        kind,
        label: label.to_owned(),
        made: now,
        expires: lasts.map(|lasts| now + lasts),
        scope,
        used: None,
    };
    if !app.store.add_key(row).await? {
        return Err(Reason::Busy.into());
    }
    Ok(secret)
}

/// Starts a session for this browser: makes its key and sets the cookie in the response.
pub(crate) async fn start_session(app: &App, person: Person, response: &mut Response) -> Result<(), Refused> {
    let secret =
        create_key(app, person, KeyKind::Cookie, Scope::Manage, "browser", Some(COOKIE_SECONDS)).await?;
    set_session_cookie(app, COOKIE_NAME, &secret, response);
    Ok(())
}

/// The second person of this browser, who is not the caller now.
pub(crate) async fn second_person(app: &App, headers: &HeaderMap) -> Result<Option<Caller>, Refused> {
    match cookie_of(headers, SECOND_COOKIE_NAME) {
        Some(secret) => find_caller(app, secret).await,
        None => Ok(None),
    }
}

/// Starts a session for a second person in this browser, who is the caller from now on.
pub(crate) async fn start_second_session(
    app: &App,
    person: Person,
    headers: &HeaderMap,
    response: &mut Response,
) -> Result<(), Refused> {
    start_session(app, person, response).await?;
    if let Some(first) = cookie_of(headers, COOKIE_NAME) {
        set_session_cookie(app, SECOND_COOKIE_NAME, first, response);
    }
    Ok(())
}

/// Exchanges the sessions of the two people who share this browser.
pub(crate) fn switch_sessions(app: &App, headers: &HeaderMap, response: &mut Response) {
    if let Some(second) = cookie_of(headers, SECOND_COOKIE_NAME) {
        set_session_cookie(app, COOKIE_NAME, second, response);
    }
    match cookie_of(headers, COOKIE_NAME) {
        Some(first) => set_session_cookie(app, SECOND_COOKIE_NAME, first, response),
        None => end_cookie(SECOND_COOKIE_NAME, response),
    }
}

/// Sends the cookie of this browser again, so that it lasts from now on.
pub(crate) fn renew_cookie(app: &App, headers: &HeaderMap, response: &mut Response) {
    for name in [COOKIE_NAME, SECOND_COOKIE_NAME] {
        if let Some(secret) = cookie_of(headers, name) {
            set_session_cookie(app, name, secret, response);
        }
    }
}

fn set_session_cookie(app: &App, name: &str, secret: &str, response: &mut Response) {
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let value = format!("{name}={secret}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}");
    set_cookie(response, &value);
}

/// Deletes the session cookie of this browser.
pub(crate) fn delete_cookie(response: &mut Response) {
    end_cookie(COOKIE_NAME, response);
}

fn end_cookie(name: &str, response: &mut Response) {
    set_cookie(response, &format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"));
}

fn set_cookie(response: &mut Response, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}

/// Recently looked-up keys: the caller of each.
#[derive(Debug, Default)]
pub(crate) struct SessionCache(Mutex<HashMap<SecretHash, (Caller, Instant)>>);

impl SessionCache {
    fn get(&self, hash: &SecretHash) -> Option<Caller> {
        let sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sessions
            .get(hash)
            .filter(|(_, since)| since.elapsed() < SESSION_CACHE_TIME)
            .map(|(caller, _)| *caller)
    }

    fn insert(&self, caller: Caller) {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sessions.len() >= MAX_CACHED_SESSIONS {
            sessions.retain(|_, (_, since)| since.elapsed() < SESSION_CACHE_TIME);
            // So many people at the same time: all are looked up again.
            if sessions.len() >= MAX_CACHED_SESSIONS {
                sessions.clear();
            }
        }
        sessions.insert(caller.key, (caller, Instant::now()));
    }

    /// Forgets a key that was deleted. The others stay: a stranger who signs in and out costs nobody a lookup.
    pub(crate) fn remove(&self, hash: &SecretHash) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(hash);
    }

    /// Forgets all keys of a person.
    pub(crate) fn remove_person(&self, person: Person) {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sessions.retain(|_, (known, _)| known.person != person);
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use axum::routing::post;
    use axum::{Extension, Router};
    use store::{Memory, PersonRow};
    use tower::ServiceExt as _;

    use super::*;
    use crate::config::Config;
    use crate::guard::guard;

    fn app() -> Arc<App> {
        App::new(Config::local("unused".into()), Arc::new(Memory::default()), Arc::new(|| 1_777_636_800))
    }

    #[tokio::test]
    async fn the_guard_hands_on_who_sends_a_write() {
        let app = app();
        let person = Person(7);
        let row = PersonRow {
            id: person.0,
            handle: "seven".to_owned(),
            name: "Seven".to_owned(),
            language: "en".to_owned(),
            made: 0,
            last_seen: 0,
            passphrase: None,
            recovery: None,
        };
        app.store.add_person(row).await.expect("the store works");
        let secret =
            create_key(&app, person, KeyKind::Cookie, Scope::Manage, "browser", None).await.expect("a key");
        let handler = async |Extension(handed_on): Extension<Visitor>, visitor: Visitor| {
            assert_eq!(handed_on, visitor);
            format!("{:?}", handed_on.person())
        };
        let router = Router::new()
            .route("/", post(handler))
            .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard))
            .with_state(Arc::clone(&app));
        for (cookie, found) in [(secret.as_str(), Some(person)), ("invented", None)] {
            let request = Request::post("/").header(COOKIE, format!("{COOKIE_NAME}={cookie}"));
            let request = request.body(Body::empty()).expect("a request");
            let response = router.clone().oneshot(request).await.expect("an answer");
            let bytes = axum::body::to_bytes(response.into_body(), 1000).await.expect("a body");
            assert_eq!(bytes, format!("{found:?}"));
        }
        for invented in 0..100 {
            assert_eq!(find_caller(&app, &format!("invented{invented}")).await, Ok(None));
        }
        assert_eq!(app.session_cache.0.lock().expect("no panic").len(), 1, "invented keys are not kept");
    }

    #[tokio::test]
    async fn a_caller_that_was_handed_on_is_not_looked_up() {
        let app = app();
        // The store knows neither the person nor the key, so only what was handed on can be the answer.
        let visitor = Visitor(Some(Caller { person: Person(7), key: [1; 32], access: Access::Browser }));
        let (mut parts, ()) = Request::post("/").body(()).expect("a request").into_parts();
        parts.extensions.insert(visitor);
        assert_eq!(Visitor::from_request_parts(&mut parts, &app).await, Ok(visitor));
    }
}
