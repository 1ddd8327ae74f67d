//! Health checks for a load balancer. They are public.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use store::StoreError;
use tokio::time::timeout;

use crate::app::App;

/// How long the store may take to answer. After that this node counts as not ready.
pub(super) const STORE_TIMEOUT: Duration = Duration::from_secs(2);

/// The routes for a load balancer.
pub(crate) fn public_routes() -> Router<Arc<App>> {
    Router::new().route("/health", get(get_health)).route("/ready", get(get_ready))
}

/// Liveness: the process runs and answers.
async fn get_health() -> Response {
    plain(StatusCode::OK, "alive\n".to_owned())
}

/// Readiness: whether this node takes requests.
async fn get_ready(State(app): State<Arc<App>>) -> Response {
    if app.is_shutting_down() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "leaving\n".to_owned());
    }
    match check_store(&app).await {
        Ok(_) if is_still_full(&app).await => {
            plain(StatusCode::SERVICE_UNAVAILABLE, "the disk is full\n".to_owned())
        }
        Ok(_) => plain(StatusCode::OK, "ready\n".to_owned()),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            plain(StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n".to_owned())
        }
    }
}

/// After a write failed because the disk was full: tries to write again. Nobody else may, because a load
/// balancer sends no requests to a node that is not ready.
pub(super) async fn is_still_full(app: &App) -> bool {
    if app.is_full() && matches!(timeout(STORE_TIMEOUT, app.store.check_room()).await, Ok(Ok(()))) {
        tracing::info!("there is room on the disk again");
        app.note_room();
    }
    app.is_full()
}

/// Checks the store with a cheap query: the earliest deadline.
pub(super) async fn check_store(app: &App) -> Result<Option<i64>, StoreError> {
    let timed_out = || StoreError::Unreachable("no answer in time".to_owned());
    timeout(STORE_TIMEOUT, app.store.next_due()).await.map_err(|_| timed_out())?
}

fn plain(status: StatusCode, text: String) -> Response {
    (status, [(CONTENT_TYPE, "text/plain"), (CACHE_CONTROL, "no-store")], text).into_response()
}
