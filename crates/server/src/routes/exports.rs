//! Exports of whole games for other programs.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::extractors::{ClientAddress, GameIdInPath, RequestLanguage, check_limit};
use crate::app::App;
use crate::export;
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::Visitor;
use crate::visible_game::visible_game;
#[cfg(test)]
use crate::wire::Problem;

/// The game in the saved-game format of the Python package `diplomacy`.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/export/python", tag = "exports", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/json"), (status = 404, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn export_python(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    ClientAddress(address): ClientAddress,
) -> Result<Response, Refused> {
    check_limit(&app, address, RateLimitKind::Expensive)?;
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let payer = Payer::of_request(address, visitor.0.map(|caller| caller.person));
    let content = live_game.content;
    let place = PaidPlace::enter(&app, &app.picture_pool, payer).await?;
    let writing = place.run(move || {
        let saved = export::python::write(content.board(), content.key(), &id.to_string(), &game, &view);
        serde_json::to_string(&saved)
    });
    let text = writing.await?.map_err(|_| Reason::InternalError)?;
    Ok(attachment(&format!("{id}.json"), "application/json", text))
}

/// The game as our own log: one line of JSON per phase, message and notice.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/export/log", tag = "exports", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/jsonl"), (status = 404, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn export_log(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
) -> Result<Response, Refused> {
    check_limit(&app, address, RateLimitKind::Expensive)?;
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let payer = Payer::of_request(address, visitor.0.map(|caller| caller.person));
    let content = live_game.content;
    let place = PaidPlace::enter(&app, &app.picture_pool, payer).await?;
    let writing =
        place.run(move || export::log::write(content, content.language_pack(language_id), &game, &view));
    let text = writing.await?;
    Ok(attachment(&format!("{id}.jsonl"), "application/jsonl", text))
}

fn attachment(name: &str, kind: &'static str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"detente-{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text).into_response()
}
