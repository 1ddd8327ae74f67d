//! The game service: HTTP, live events, the clock and the programs that play, around `game` and `store`.
//!
//! A request becomes an [`identity`] and a command; [`room::Room::execute`] decides, appends and wakes
//! listeners; what goes out is made from a game's `view` alone, in [`show`].

pub mod app;
mod card;
pub mod clock;
pub mod config;
mod connections;
mod export;
mod guard;
pub mod hearsay;
mod identity;
mod lessons;
mod limits;
mod manual;
mod news;
mod oblivion;
mod pages;
mod pictures;
mod presets;
mod refused;
pub mod robots;
pub mod room;
mod routes;
mod show;
mod take;
mod typescript;
pub mod wire;
pub mod world;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

pub use app::App;
pub use config::Config;
pub use manual::openapi;
pub use refused::Refused;
pub use routes::learn::{Diagram, RulePage, RuleText};
pub use routes::orders::ReadAnswer;
pub use typescript::typescript;

/// Everything that is served.
pub fn router(app: Arc<App>) -> Router {
    let (api, _) = routes::all().split_for_parts();
    Router::new()
        .route("/api", get(manual::page))
        .route("/api/openapi.json", get(manual::json))
        .nest("/api", api)
        .fallback(pages::serve)
        .layer(DefaultBodyLimit::max(routes::asked::MOST_BODY))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}

/// Serves until `stop` resolves: requests, the clock and the programs.
pub async fn serve(
    app: Arc<App>,
    listener: tokio::net::TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let clock = tokio::spawn(clock::run(Arc::clone(&app)));
    let robots = tokio::spawn(robots::run(Arc::clone(&app)));
    let hearsay = tokio::spawn(hearsay::run(Arc::clone(&app)));
    let serving = connections::accept(listener, router(Arc::clone(&app)));
    // Listeners of live events never end by themselves: they are cut, and come back to the next server.
    let done = tokio::select! {
        done = serving => done,
        () = stop => Ok(()),
    };
    clock.abort();
    robots.abort();
    hearsay.abort();
    if let Err(error) = app.store.close().await {
        tracing::error!(%error, "the store did not close well");
    }
    done
}
