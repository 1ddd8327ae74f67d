//! For whoever runs the server: is it alive, can it take requests, what does it count, how is it going?
//!
//! `/health` and `/ready` are for a balancer and open to everybody; the rest is served on an address of its
//! own, which should not be reachable from outside.

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
use crate::metrics::Now;
use crate::routes::asked::Language;

/// How long the store may take to answer before this node does not count as ready.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a balancer asks.
pub(crate) fn public() -> Router<Arc<App>> {
    Router::new().route("/health", get(health)).route("/ready", get(ready))
}

/// What an administrator asks.
pub(crate) fn private(app: Arc<App>) -> Router {
    public().route("/metrics", get(metrics)).route("/", get(status)).with_state(app)
}

/// The process runs and answers.
async fn health() -> Response {
    plain(StatusCode::OK, "alive\n".to_owned())
}

/// Whether requests should come here.
async fn ready(State(app): State<Arc<App>>) -> Response {
    if app.is_leaving() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "leaving\n".to_owned());
    }
    match asked(&app).await {
        Ok(_) => plain(StatusCode::OK, "ready\n".to_owned()),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            plain(StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n".to_owned())
        }
    }
}

/// A question that needs the store: when is something due?
async fn asked(app: &App) -> Result<Option<i64>, StoreError> {
    let silent = || StoreError::Unreachable("no answer in time".to_owned());
    timeout(PATIENCE, app.store.next_due()).await.map_err(|_| silent())?
}

async fn now(app: &App) -> Now {
    let due = asked(app).await;
    let rooms = app.known_rooms();
    Now {
        rooms: rooms.len(),
        listeners: rooms.iter().map(|room| room.listeners()).sum(),
        overdue: due.as_ref().ok().map(|due| due.map_or(0, |due| (app.now().seconds() - due).max(0))),
        ready: due.is_ok() && !app.is_leaving(),
    }
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.metrics.write(now(&app).await);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")], text).into_response()
}

fn plain(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "text/plain"), (CACHE_CONTROL, "no-store")], text).into_response()
}

/// The administrator's page: names nobody and no game.
async fn status(State(app): State<Arc<App>>, Language(tongue): Language) -> Response {
    let phrases = app.world.voice(tongue).phrases;
    let code = &app.world.voice(tongue).code;
    let word = |key: &str| phrases.get(&format!("status.{key}")).unwrap_or(key).to_owned();
    let now = now(&app).await;
    let stats = timeout(PATIENCE, app.store.stats(app.now().seconds())).await;
    let stats: Option<Stats> = stats.ok().and_then(Result::ok);
    let number =
        |of: fn(&Stats) -> u64| stats.as_ref().map_or_else(|| "—".to_owned(), |stats| of(stats).to_string());
    let state = match (app.is_leaving(), now.ready) {
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
        (word("rooms"), now.rooms.to_string()),
        (word("listeners"), now.listeners.to_string()),
        (word("answers"), app.metrics.answer_time.count().to_string()),
        (word("errors"), app.metrics.errors().to_string()),
        (word("store_failures"), app.metrics.store_failures.get().to_string()),
    ];
    let rows: String =
        rows.iter().map(|(name, value)| format!("<tr><th scope=row>{name}<td>{value}")).collect();
    let languages: String = app
        .world
        .codes()
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

/// Names a request in the log: as the proxy in front did, or anew.
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
            let _ = crate::identity::fill(&mut bits);
            crate::identity::base32(&bits)
        }
    }
}
