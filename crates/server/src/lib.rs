//! The game server: HTTP API, live events, deadlines and the bot runner, on top of `game` and `store`.
//!
//! A request becomes a caller (`session`) and a command. [`live_game::LiveGame::execute`] decides, appends
//! the events and wakes listeners. Responses are made only from a game's `view`, in `to_wire`.

mod accept_language;
mod allowed_hosts;
pub mod app;
mod asset_cache;
mod bot_games;
pub mod bot_runner;
mod bot_turns;
mod bot_votes;
#[cfg(test)]
mod busy_server_test;
mod change_events;
mod client_address;
mod compression;
pub mod config;
mod connections;
pub mod content;
mod course;
pub mod deadline_runner;
mod erase_person;
mod export;
mod fair_queue;
mod from_wire;
mod game_columns;
mod game_summary;
mod guard;
mod hints;
mod hourly_budget;
mod html;
mod import_game;
#[cfg(test)]
mod limit_table;
mod limits;
mod link_preview;
pub mod live_game;
pub mod machine;
mod metrics;
mod moderation;
mod new_game;
pub mod notifications;
mod open_counts;
mod open_keys;
mod openapi;
#[cfg(test)]
mod openapi_generator;
pub mod other_nodes;
mod pages;
mod paid_work;
mod payer;
mod person_names;
mod pictures;
mod presets;
mod rate_limits;
pub mod reach;
mod recent_use;
mod refusals;
mod restrictions;
mod routes;
mod rulebook_examples;
mod secrets;
mod session;
mod steady_clock;
mod storage_budget;
mod stored_game;
mod table_code;
mod to_wire;
mod visible_game;
pub mod wire;
mod work_pool;
mod write_timeout;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

pub use allowed_hosts::AllowedHosts;
pub use app::App;
pub use bot_games::BotGames;
pub use client_address::{InvalidNetwork, LocalPeers, Network, TrustedProxies};
pub use config::{Config, HostTexts};
pub use game_columns::GameColumns;
pub use import_game::{ImportedPlayers, import_game};
pub use limits::{Limits, RESERVED_OPEN_FILES, Timeouts};
pub use new_game::store_new_game;
pub use openapi::OPENAPI;
pub use refusals::{Reason, Refused};
pub use steady_clock::steady_clock;
pub use to_wire::board::board_asset;

/// The router of the public address: API, health checks and web pages.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api", get(openapi::page))
        .route("/api/openapi.json", get(openapi::json))
        .nest("/api", routes::api_routes())
        .merge(routes::health::public_routes())
        .fallback(pages::serve)
        .layer(DefaultBodyLimit::max(routes::extractors::MAX_REQUEST_BODY_BYTES))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}

/// How long open requests may still take when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the server until `stop` resolves: requests, deadlines and bots.
///
/// Graceful shutdown: the node reports that it is not ready, keeps serving until the load balancer has had
/// time to notice, sends its listeners to other nodes, finishes open requests and closes the store.
pub async fn serve(
    app: Arc<App>,
    listener: tokio::net::TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let clock = tokio::spawn(deadline_runner::run(Arc::clone(&app)));
    let bots = tokio::spawn(bot_runner::run(Arc::clone(&app)));
    let notifications = tokio::spawn(notifications::runner::run(Arc::clone(&app)));
    let other_nodes = tokio::spawn(other_nodes::run(Arc::clone(&app)));
    let guests = connections::Connections::public(Arc::clone(&app));
    let router = router(Arc::clone(&app));
    let done = {
        let leave = async {
            stop.await;
            app.start_shutdown();
            tokio::time::sleep(app.config.drain).await;
        };
        tokio::select! {
            done = guests.accept(&listener, &router) => done,
            () = leave => Ok(()),
        }
    };
    drop(listener);
    app.start_shutdown();
    for live_game in app.loaded_games() {
        live_game.retire();
    }
    clock.abort();
    bots.abort();
    notifications.abort();
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, guests.drain()).await.is_err() {
        tracing::warn!("shutdown timeout: open requests were dropped");
    }
    other_nodes.abort();
    if let Err(error) = app.store.close().await {
        tracing::error!(%error, "closing the store failed");
    }
    done
}

/// The router of the administrators' address: status page, metrics and health checks. Not public.
pub fn admin_router(app: Arc<App>) -> Router {
    routes::admin::admin_routes(app)
}

/// Serves the administrators' address until the process ends.
pub async fn serve_admin(listener: tokio::net::TcpListener, app: Arc<App>) {
    let guests = connections::Connections::admin(Arc::clone(&app));
    if let Err(error) = guests.accept(&listener, &admin_router(app)).await {
        tracing::error!(%error, "the administrators' address failed");
    }
}
