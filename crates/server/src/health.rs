//! Health checks, metrics and the status page.
//!
//! `/health` and `/ready` are for a load balancer and public. The rest is served on the administrators'
//! address, which should not be reachable from outside.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use store::{Stats, StoreError};
use tokio::time::timeout;

use crate::app::App;
use crate::metrics::Gauges;
use crate::routes::extractors::RequestLanguage;

/// How long the store may take to answer. After that this node counts as not ready.
const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// The routes for a load balancer.
pub(crate) fn public_routes() -> Router<Arc<App>> {
    Router::new().route("/health", get(health)).route("/ready", get(ready))
}

/// The routes for administrators.
pub(crate) fn admin_routes(app: Arc<App>) -> Router {
    public_routes().route("/metrics", get(get_metrics)).route("/", get(status_page)).with_state(app)
}

/// Liveness: the process runs and answers.
async fn health() -> Response {
    plain(StatusCode::OK, "alive\n".to_owned())
}

/// Readiness: whether this node takes requests.
async fn ready(State(app): State<Arc<App>>) -> Response {
    if app.is_shutting_down() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "leaving\n".to_owned());
    }
    match check_store(&app).await {
        Ok(_) => plain(StatusCode::OK, "ready\n".to_owned()),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            plain(StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n".to_owned())
        }
    }
}

/// Checks the store with a cheap query: the earliest deadline.
async fn check_store(app: &App) -> Result<Option<i64>, StoreError> {
    let timed_out = || StoreError::Unreachable("no answer in time".to_owned());
    timeout(STORE_TIMEOUT, app.store.next_due()).await.map_err(|_| timed_out())?
}

async fn gauges(app: &App) -> Gauges {
    let due = check_store(app).await;
    let rooms = app.loaded_games();
    Gauges {
        live_games: rooms.len(),
        listeners: rooms.iter().map(|room| room.listener_count()).sum(),
        overdue: due.as_ref().ok().map(|due| due.map_or(0, |due| (app.now().seconds() - due).max(0))),
        ready: due.is_ok() && !app.is_shutting_down(),
    }
}

async fn get_metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.metrics.write(gauges(&app).await);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")], text).into_response()
}

fn plain(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "text/plain"), (CACHE_CONTROL, "no-store")], text).into_response()
}

/// The status page for administrators. It names no person and no game.
async fn status_page(State(app): State<Arc<App>>, RequestLanguage(tongue): RequestLanguage) -> Response {
    let phrases = app.standard.language_pack(tongue).phrases;
    let code = &app.standard.language_pack(tongue).code;
    let word = |key: &str| phrases.get(&format!("status.{key}")).unwrap_or(key).to_owned();
    let now = gauges(&app).await;
    let stats = timeout(STORE_TIMEOUT, app.store.stats(app.now().seconds())).await;
    let stats: Option<Stats> = stats.ok().and_then(Result::ok);
    let number =
        |of: fn(&Stats) -> u64| stats.as_ref().map_or_else(|| "—".to_owned(), |stats| of(stats).to_string());
    let state = match (app.is_shutting_down(), now.ready) {
        (true, _) => word("leaving"),
        (false, true) => word("ready"),
        (false, false) => word("store_away"),
    };
    let rows = [
        (word("state"), state),
        (word("version"), env!("CARGO_PKG_VERSION").to_owned()),
        (word("gathering"), number(|stats| stats.gathering)),
        (word("underway"), number(|stats| stats.underway)),
        (word("over"), number(|stats| stats.over)),
        (word("people"), number(|stats| stats.people)),
        (word("due"), number(|stats| stats.due)),
        (word("errands"), number(|stats| stats.bots_due)),
        (word("overdue"), now.overdue.map_or_else(|| "—".to_owned(), |seconds| format!("{seconds} s"))),
        (word("rooms"), now.live_games.to_string()),
        (word("listeners"), now.listeners.to_string()),
        (word("answers"), app.metrics.response_time.count().to_string()),
        (word("errors"), app.metrics.errors().to_string()),
        (word("store_failures"), app.metrics.store_failures.get().to_string()),
    ];
    let rows: String =
        rows.iter().map(|(name, value)| format!("<tr><th scope=row>{name}<td>{value}")).collect();
    let languages: String = app
        .standard
        .language_codes()
        .map(|code| format!("<a href=\"?language={code}\" lang={code} hreflang={code}>{code}</a> "))
        .collect();
    let title = word("title");
    Html(format!(
        "<!doctype html><html lang={code}><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <meta http-equiv=refresh content=5><title>{title}</title>\
         <style>body{{font:16px/1.5 system-ui;max-width:40em;margin:2em auto;padding:0 1em;color-scheme:light dark}}\
         th{{text-align:left;font-weight:normal;padding-right:2em}}td{{text-align:right;font-variant-numeric:tabular-nums}}\
         </style><h1>{title}</h1><table>{rows}</table><p><a href=/metrics>/metrics</a> · {languages}"
    ))
    .into_response()
}

/// The id of a request in the log: the proxy's `X-Request-Id`, or a new one.
pub(crate) fn request_id(parts: &Parts) -> String {
    let given = parts.headers.get("x-request-id").and_then(|id| id.to_str().ok());
    let known = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    match given.filter(known) {
        Some(id) => id.to_owned(),
        None => {
            let mut bits = [0; 10];
            let _ = crate::identity::fill_random(&mut bits);
            crate::identity::base32(&bits)
        }
    }
}
