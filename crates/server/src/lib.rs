//! The game service: HTTP, live events, the clock and the programs that play, around `game` and `store`.
//!
//! A request becomes an [`identity`] and a command; [`room::Room::execute`] decides, appends and wakes
//! listeners; what goes out is made from a game's `view` alone, in [`show`].

pub mod app;
mod card;
pub mod clock;
pub mod config;
mod connections;
#[cfg(test)]
mod description;
mod duty;
mod export;
mod guard;
pub mod hearsay;
mod identity;
mod lessons;
mod limits;
mod manual;
mod metrics;
mod news;
mod oblivion;
mod packed;
mod pages;
mod pictures;
mod presets;
mod refused;
pub mod robots;
pub mod room;
mod routes;
mod show;
mod take;
mod takeover;
pub mod wire;
pub mod world;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;

pub use app::App;
pub use config::Config;
pub use manual::OPENAPI;
pub use refused::{Reason, Refused};
pub use routes::orders::ReadAnswer;
pub use show::board::board_asset;
pub use takeover::{Players, take_over};

/// Everything that is served.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api", get(manual::page))
        .route("/api/openapi.json", get(manual::json))
        .nest("/api", routes::all())
        .merge(duty::public())
        .fallback(pages::serve)
        .layer(DefaultBodyLimit::max(routes::asked::MOST_BODY))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}

/// How long answers that are under way may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);

/// Serves until `stop` resolves: requests, the clock and the programs.
///
/// Then it says that it is not ready, serves on until a balancer must have noticed, sends its listeners
/// elsewhere, finishes what is under way, and lets go of the store.
pub async fn serve(
    app: Arc<App>,
    listener: tokio::net::TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let clock = tokio::spawn(clock::run(Arc::clone(&app)));
    let robots = tokio::spawn(robots::run(Arc::clone(&app)));
    let hearsay = tokio::spawn(hearsay::run(Arc::clone(&app)));
    let guests = connections::Guests::new();
    let router = router(Arc::clone(&app));
    let done = {
        let leave = async {
            stop.await;
            app.leave();
            tokio::time::sleep(app.config.drain).await;
        };
        tokio::select! {
            done = guests.accept(&listener, &router) => done,
            () = leave => Ok(()),
        }
    };
    drop(listener);
    app.leave();
    for room in app.known_rooms() {
        room.retire();
    }
    clock.abort();
    robots.abort();
    if tokio::time::timeout(FAREWELL, guests.see_off()).await.is_err() {
        tracing::warn!("some answers took too long and were cut");
    }
    hearsay.abort();
    if let Err(error) = app.store.close().await {
        tracing::error!(%error, "the store did not close well");
    }
    done
}

/// The status page and the figures: not for the public.
pub fn administrators(app: Arc<App>) -> Router {
    duty::private(app)
}

/// Serves them, for ever.
pub async fn serve_administrators(listener: tokio::net::TcpListener, app: Arc<App>) {
    let guests = connections::Guests::new();
    if let Err(error) = guests.accept(&listener, &administrators(app)).await {
        tracing::error!(%error, "the administrators' page is not served");
    }
}
