//! Records: the resolved phases of a game, also as a printed report.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use game::{RecordStatus, Sight, Viewer};
use language::explain::Format;
use serde::Deserialize;

use super::extractors::{
    ClientAddress, GameIdInPath, Json, NumberInPath, QueryParams, RequestLanguage, check_limit,
};
use crate::app::App;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::{Caller, Visitor};
use crate::to_wire;
use crate::visible_game::visible_game;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{RecordView, Records};

/// The phases that have been resolved, with the centres of each power.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/records", tag = "history", params(("id" = String, Path)),
    responses((status = 200, body = Records), (status = 404, body = Problem))))]
pub(crate) async fn list_records(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
) -> Result<Json<Records>, Refused> {
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let board = live_game.content.board();
    let records =
        view.history.iter().map(|(record, counts)| to_wire::record::summary(board, record, *counts));
    Ok(Json(Records { records: records.collect() }))
}

/// One phase: orders and rulings, each with its sentence and its rule.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/records/{number}", tag = "history",
    params(("id" = String, Path), ("number" = usize, Path)),
    responses((status = 200, body = RecordView), (status = 404, body = Problem))))]
pub(crate) async fn get_record(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    NumberInPath(number): NumberInPath,
    visitor: Visitor,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<RecordView>, Refused> {
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (record, counts) = view.history.get(number).ok_or(Reason::NotFound)?;
    let board = record.board(game.charter().seating(), live_game.content.board());
    Ok(Json(to_wire::record::record(board, live_game.content.language_pack(language_id), record, *counts)))
}

/// What the current phase would be with the orders that are submitted now. Only for a game master who sees
/// orders, while orders are written.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/preview", tag = "history", params(("id" = String, Path)),
    responses((status = 200, body = RecordView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn preview_phase(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
) -> Result<Json<RecordView>, Refused> {
    check_limit(&app, address, RateLimitKind::Expensive)?;
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let viewer = game.viewer(caller.person);
    let settings = game.charter().settings();
    if viewer != Viewer::Master || settings.master.is_none_or(|master| master.sight != Sight::SeesOrders) {
        return Err(game::Refusal::NotTheMaster.into());
    }
    let content = live_game.content;
    let now = app.now();
    let record = content.with_judge(settings.edition, |judge| game.preview(viewer, judge, now));
    let record = record.ok_or(game::Refusal::WrongStage)?;
    let board = record.board(game.charter().seating(), content.board());
    let pack = content.language_pack(language_id);
    Ok(Json(to_wire::record::record(board, pack, &record, RecordStatus::Active)))
}

/// Which phase, and how its orders are written.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct ReportQuery {
    record: usize,
    /// `own` or `international`. As the rulebook of the reader's language writes orders if left out.
    #[cfg_attr(test, param(max_length = 20))]
    notation: Option<String>,
}

/// The report of a phase in the style of the rulebook's sample game, in the caller's language.
///
/// It lists the orders, marks the failed ones and gives the reasons.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/report.txt", tag = "history", params(("id" = String, Path), ReportQuery),
    responses((status = 200, content_type = "text/plain"), (status = 404, body = Problem))))]
pub(crate) async fn get_phase_report(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(language_id): RequestLanguage,
    QueryParams(which): QueryParams<ReportQuery>,
) -> Result<Response, Refused> {
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (record, _) = view.history.get(which.record).ok_or(Reason::NotFound)?;
    let charter = game.charter();
    let board = record.board(charter.seating(), live_game.content.board());
    let explainer = live_game.content.language_pack(language_id).explainer.clone();
    let explainer = match which.notation.as_deref() {
        Some("international") => explainer.in_international_notation(),
        Some("own") | None => explainer,
        Some(_) => return Err(Reason::InvalidQuery.into()),
    };
    let commentary = explainer.commentary(board, charter.settings().edition, &record.resolution, &[]);
    let text = commentary.render(Format::Plain);
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
