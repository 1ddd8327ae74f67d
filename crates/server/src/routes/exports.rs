//! Pictures, the report of a phase, and exports of whole games for other programs.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use language::explain::Format;
use picture::{LanguageCode, Look, Shade};
use serde::Deserialize;

use super::extractors::{ClientAddress, GameIdInPath, QueryParams, RequestLanguage, check_limit};
use super::games::visible_game;
use crate::app::App;
use crate::content::LanguageId;
use crate::export;
use crate::identity::Visitor;
use crate::limits::LimitKind;
use crate::pictures::{ALLOWED_WIDTHS, ImageFormat, Subject, width_out_of_range};
use crate::refusals::{Reason, Refused};
#[cfg(test)]
use crate::wire::Problem;

/// Which picture.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct PictureQuery {
    /// The number of a resolved phase. The current position if left out.
    record: Option<usize>,
    /// `light` or `dark`.
    #[cfg_attr(test, param(max_length = 10))]
    shade: Option<String>,
    /// In pixels.
    #[cfg_attr(test, param(minimum = 200, maximum = 2000))]
    width: Option<u32>,
}

/// A picture of a phase as SVG.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/picture.svg", tag = "out", params(("id" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn get_svg(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(tongue): RequestLanguage,
    ClientAddress(address): ClientAddress,
    QueryParams(wanted): QueryParams<PictureQuery>,
) -> Result<Response, Refused> {
    check_limit(&app, address, LimitKind::Expensive)?;
    draw_picture(app, id, visitor, tongue, wanted, ImageFormat::Svg).await
}

/// A picture of a phase as PNG.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/picture.png", tag = "out", params(("id" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/png"), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn get_png(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(tongue): RequestLanguage,
    ClientAddress(address): ClientAddress,
    QueryParams(wanted): QueryParams<PictureQuery>,
) -> Result<Response, Refused> {
    check_limit(&app, address, LimitKind::Expensive)?;
    draw_picture(app, id, visitor, tongue, wanted, ImageFormat::Png).await
}

async fn draw_picture(
    app: Arc<App>,
    id: store::GameId,
    visitor: Visitor,
    tongue: LanguageId,
    wanted: PictureQuery,
    form: ImageFormat,
) -> Result<Response, Refused> {
    let width = wanted.width.unwrap_or(1200);
    if !ALLOWED_WIDTHS.contains(&width) {
        return Err(width_out_of_range());
    }
    let shade = match wanted.shade.as_deref() {
        None | Some("light") => Shade::Light,
        Some("dark") => Shade::Dark,
        Some(_) => return Err(Reason::InvalidQuery.into()),
    };
    let room = app.live_game(id).await?;
    let game = visible_game(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (what, board) = match wanted.record {
        None => {
            let position = &view.board.as_ref().ok_or(Reason::NotFound)?.position;
            (Subject::Position(Arc::clone(position)), game.board(room.content.board()))
        }
        Some(number) => {
            let record = |number: usize| view.history.get(number).map(|(record, _)| Arc::clone(record));
            let this = record(number).ok_or(Reason::NotFound)?;
            let board = this.board(game.charter().seating(), room.content.board());
            (Subject::Record(this, number.checked_sub(1).and_then(record)), board)
        }
    };
    let closed = board.closed().to_vec();
    let drawing = room.content.drawing;
    let language =
        drawing.language(&room.content.language_pack(tongue).code).unwrap_or(LanguageCode::ENGLISH);
    let look = Look { shade, ..Look::new(language, width) };
    let permit = Arc::clone(&app.cpu_permits).acquire_owned().await.map_err(|_| Reason::Busy)?;
    let painting = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        app.pictures.draw(drawing, look, form, &what, &closed)
    });
    let bytes = painting.await.map_err(|_| Reason::InternalError)??;
    let kind = match form {
        ImageFormat::Svg => "image/svg+xml",
        ImageFormat::Png => "image/png",
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "private, max-age=60")], bytes).into_response())
}

/// Which phase.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct ReportQuery {
    record: usize,
}

/// The report of a phase in the style of the rulebook's sample game, in the caller's language.
///
/// It lists the orders, marks the failed ones and gives the reasons.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/report.txt", tag = "out", params(("id" = String, Path), ReportQuery),
    responses((status = 200, content_type = "text/plain"), (status = 404, body = Problem))))]
pub(crate) async fn get_phase_report(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(tongue): RequestLanguage,
    QueryParams(which): QueryParams<ReportQuery>,
) -> Result<Response, Refused> {
    let room = app.live_game(id).await?;
    let game = visible_game(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (record, _) = view.history.get(which.record).ok_or(Reason::NotFound)?;
    let charter = game.charter();
    let board = record.board(charter.seating(), room.content.board());
    let explainer = &room.content.language_pack(tongue).explainer;
    let commentary = explainer.commentary(board, charter.settings().edition, &record.resolution, &[]);
    let text = commentary.render(Format::Plain);
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The game in the saved-game format of the Python package `diplomacy`.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/export/python", tag = "out", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/json"), (status = 404, body = Problem))))]
pub(crate) async fn export_python(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    ClientAddress(address): ClientAddress,
) -> Result<Response, Refused> {
    check_limit(&app, address, LimitKind::Expensive)?;
    let room = app.live_game(id).await?;
    let game = visible_game(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let saved =
        export::python::write(room.content.board(), room.content.key(), &id.to_string(), &game, &view);
    let text = serde_json::to_string(&saved).map_err(|_| Reason::InternalError)?;
    Ok(attachment(&format!("{id}.json"), "application/json", text))
}

/// The game as our own log: one line of JSON per phase, message and notice.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/export/log", tag = "out", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/jsonl"), (status = 404, body = Problem))))]
pub(crate) async fn export_log(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(tongue): RequestLanguage,
    ClientAddress(address): ClientAddress,
) -> Result<Response, Refused> {
    check_limit(&app, address, LimitKind::Expensive)?;
    let room = app.live_game(id).await?;
    let game = visible_game(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let text = export::log::write(room.content, room.content.language_pack(tongue), &game, &view);
    Ok(attachment(&format!("{id}.jsonl"), "application/jsonl", text))
}

fn attachment(name: &str, kind: &'static str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"detente-{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text).into_response()
}
