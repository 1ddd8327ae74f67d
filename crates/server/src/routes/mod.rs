//! The API: one file a subject. Each route says what it takes and what it answers; OpenAPI is made of
//! that.

pub(crate) mod advice;
pub(crate) mod asked;
pub(crate) mod events;
pub(crate) mod games;
pub(crate) mod history;
pub(crate) mod learn;
pub(crate) mod lobby;
pub(crate) mod me;
pub(crate) mod orders;
pub(crate) mod out;
pub(crate) mod people;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::packed::pack;

/// Every route of the API, below `/api`.
pub(crate) fn all() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(me::show, me::name, me::delete))
        .routes(routes!(me::recovery))
        .routes(routes!(me::link))
        .routes(routes!(me::passphrase))
        .routes(routes!(me::sign_in))
        .routes(routes!(me::sign_out))
        .routes(routes!(me::tokens, me::new_token))
        .routes(routes!(me::drop_token))
        .routes(routes!(lobby::own))
        .routes(routes!(lobby::list, lobby::create))
        .routes(routes!(games::show))
        .routes(routes!(games::command))
        .routes(routes!(orders::hand_in))
        .routes(routes!(orders::read))
        .routes(routes!(orders::options))
        .routes(routes!(orders::route))
        .routes(routes!(advice::advise))
        .routes(routes!(history::records))
        .routes(routes!(history::record))
        .routes(routes!(history::messages))
        .routes(routes!(events::listen))
        .routes(routes!(out::svg))
        .routes(routes!(out::png))
        .routes(routes!(out::report))
        .routes(routes!(out::python))
        .routes(routes!(out::log))
        .routes(routes!(people::shun))
        .routes(routes!(people::report))
        .merge(for_everybody())
}

/// What is the same for everybody, and large.
fn for_everybody() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(lobby::presets))
        .routes(routes!(learn::board))
        .routes(routes!(learn::rules))
        .routes(routes!(learn::sample))
        .routes(routes!(learn::diagrams))
        .layer(axum::middleware::from_fn(pack))
}
