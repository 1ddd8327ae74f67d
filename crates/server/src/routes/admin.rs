//! The administrators' address: status page, metrics and health checks. It should not be reachable from
//! outside.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use store::Stats;
use tokio::time::timeout;

use super::extractors::RequestLanguage;
use super::health::{STORE_TIMEOUT, check_store, is_still_full, public_routes};
use crate::app::App;
use crate::guard::add_security_headers;
use crate::metrics::Gauges;
use crate::moderation::FromAdminAddress;

/// The routes for administrators.
pub(crate) fn admin_routes(app: Arc<App>) -> Router {
    // Everything else is as on the public address, and its callers may keep order.
    let everything = crate::router(Arc::clone(&app)).layer(Extension(FromAdminAddress));
    public_routes()
        .route("/metrics", get(get_metrics))
        .route("/", get(status_page))
        .fallback_service(everything)
        .layer(axum::middleware::map_response(with_security_headers))
        .with_state(app)
}

async fn with_security_headers(mut response: Response) -> Response {
    add_security_headers(response.headers_mut());
    response
}

/// The status page for administrators. It names no person and no game.
async fn status_page(State(app): State<Arc<App>>, RequestLanguage(language_id): RequestLanguage) -> Response {
    let phrases = app.standard.language_pack(language_id).phrases;
    let code = &app.standard.language_pack(language_id).code;
    let word = |key: &str| phrases.get(&format!("status.{key}")).unwrap_or(key).to_owned();
    let now = gauges(&app).await;
    let stats = timeout(STORE_TIMEOUT, app.store.stats(app.now().seconds())).await;
    let stats: Option<Stats> = stats.ok().and_then(Result::ok);
    let number =
        |of: fn(&Stats) -> u64| stats.as_ref().map_or_else(|| "—".to_owned(), |stats| of(stats).to_string());
    let state = match (app.is_shutting_down(), now.ready, app.is_full()) {
        (true, _, _) => word("leaving"),
        (false, true, _) => word("ready"),
        (false, false, true) => word("store_full"),
        (false, false, false) => word("store_away"),
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
    let (title, moderation) = (word("title"), word("moderation"));
    Html(format!(
        "<!doctype html><html lang={code}><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <meta http-equiv=refresh content=5><title>{title}</title>\
         <style>body{{font:16px/1.5 system-ui;max-width:40em;margin:2em auto;padding:0 1em;color-scheme:light dark}}\
         th{{text-align:left;font-weight:normal;padding-right:2em}}td{{text-align:right;font-variant-numeric:tabular-nums}}\
         </style><h1>{title}</h1><table>{rows}</table><p><a href=/moderation>{moderation}</a> · <a href=/metrics>/metrics</a> · {languages}"
    ))
    .into_response()
}

async fn get_metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.metrics.write(gauges(&app).await);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4"), (CACHE_CONTROL, "no-store")], text).into_response()
}

async fn gauges(app: &App) -> Gauges {
    let due = check_store(app).await;
    let rooms = app.loaded_games();
    Gauges {
        live_games: rooms.len(),
        listeners: rooms.iter().map(|live_game| live_game.listener_count()).sum(),
        connections: app.open.connections.total(),
        max_connections: app.config.limits.max_connections,
        overdue: due.as_ref().ok().map(|due| due.map_or(0, |due| (app.now().seconds() - due).max(0))),
        ready: due.is_ok() && !app.is_shutting_down() && !is_still_full(app).await,
    }
}
