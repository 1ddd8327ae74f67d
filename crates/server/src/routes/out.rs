//! A game to take away: pictures, the report of a turn, and whole games for other programs.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use language::explain::Format;
use picture::{LanguageCode, Look, Shade};
use serde::Deserialize;

use super::asked::{Asked, From, Id, Language, count};
use super::games::seen;
use crate::app::App;
use crate::export;
use crate::identity::Visitor;
use crate::limits::Act;
use crate::pictures::{Form, WIDTHS, What, absurd_width};
use crate::refused::{Reason, Refused};
#[cfg(test)]
use crate::wire::Problem;
use crate::world::Tongue;

/// Which picture.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct Wanted {
    /// The phase by number; none: the position now.
    record: Option<usize>,
    /// `light` or `dark`.
    #[cfg_attr(test, param(max_length = 10))]
    shade: Option<String>,
    /// In pixels.
    #[cfg_attr(test, param(minimum = 200, maximum = 2000))]
    width: Option<u32>,
}

/// A phase as SVG.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/picture.svg", tag = "out", params(("id" = String, Path), Wanted),
    responses((status = 200, content_type = "image/svg+xml"), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn svg(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    Language(tongue): Language,
    From(address): From,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, Refused> {
    count(&app, address, Act::Heavy)?;
    drawn(app, id, visitor, tongue, wanted, Form::Svg).await
}

/// A phase as PNG.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/picture.png", tag = "out", params(("id" = String, Path), Wanted),
    responses((status = 200, content_type = "image/png"), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn png(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    Language(tongue): Language,
    From(address): From,
    Asked(wanted): Asked<Wanted>,
) -> Result<Response, Refused> {
    count(&app, address, Act::Heavy)?;
    drawn(app, id, visitor, tongue, wanted, Form::Png).await
}

async fn drawn(
    app: Arc<App>,
    id: store::GameId,
    visitor: Visitor,
    tongue: Tongue,
    wanted: Wanted,
    form: Form,
) -> Result<Response, Refused> {
    let width = wanted.width.unwrap_or(1200);
    if !WIDTHS.contains(&width) {
        return Err(absurd_width());
    }
    let shade = match wanted.shade.as_deref() {
        None | Some("light") => Shade::Light,
        Some("dark") => Shade::Dark,
        Some(_) => return Err(Reason::NotAQuery.into()),
    };
    let room = app.room(id).await?;
    let game = seen(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (what, board) = match wanted.record {
        None => {
            let position = &view.board.as_ref().ok_or(Reason::NotFound)?.position;
            (What::Position(Arc::clone(position)), game.board(room.world.board()))
        }
        Some(number) => {
            let record = |number: usize| view.history.get(number).map(|(record, _)| Arc::clone(record));
            let this = record(number).ok_or(Reason::NotFound)?;
            let board = this.board(game.charter().seating(), room.world.board());
            (What::Record(this, number.checked_sub(1).and_then(record)), board)
        }
    };
    let closed = board.closed().to_vec();
    let drawing = room.world.drawing;
    let language = drawing.language(&room.world.voice(tongue).code).unwrap_or(LanguageCode::ENGLISH);
    let look = Look { shade, ..Look::new(language, width) };
    let permit = Arc::clone(&app.thinkers).acquire_owned().await.map_err(|_| Reason::Busy)?;
    let painting = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        app.studio.draw(drawing, look, form, &what, &closed)
    });
    let bytes = painting.await.map_err(|_| Reason::Broken)??;
    let kind = match form {
        Form::Svg => "image/svg+xml",
        Form::Png => "image/png",
    };
    Ok(([(CONTENT_TYPE, kind), (CACHE_CONTROL, "private, max-age=60")], bytes).into_response())
}

/// Which phase.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct Which {
    record: usize,
}

/// The report of a phase as the rulebook's sample game writes it: orders, failed ones marked, and the
/// reasons, in the caller's language.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/report.txt", tag = "out", params(("id" = String, Path), Which),
    responses((status = 200, content_type = "text/plain"), (status = 404, body = Problem))))]
pub(crate) async fn report(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    Language(tongue): Language,
    Asked(which): Asked<Which>,
) -> Result<Response, Refused> {
    let room = app.room(id).await?;
    let game = seen(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (record, _) = view.history.get(which.record).ok_or(Reason::NotFound)?;
    let charter = game.charter();
    let board = record.board(charter.seating(), room.world.board());
    let explainer = &room.world.voice(tongue).explainer;
    let commentary = explainer.commentary(board, charter.settings().edition, &record.resolution, &[]);
    let text = commentary.render(Format::Plain);
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The game as the Python package `diplomacy` saves it.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/export/python", tag = "out", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/json"), (status = 404, body = Problem))))]
pub(crate) async fn python(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    From(address): From,
) -> Result<Response, Refused> {
    count(&app, address, Act::Heavy)?;
    let room = app.room(id).await?;
    let game = seen(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let saved = export::python::write(room.world.board(), room.world.key(), &id.to_string(), &game, &view);
    let text = serde_json::to_string(&saved).map_err(|_| Reason::Broken)?;
    Ok(file(&format!("{id}.json"), "application/json", text))
}

/// The game as our own log: a line of JSON for each phase, message and notice.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/export/log", tag = "out", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/jsonl"), (status = 404, body = Problem))))]
pub(crate) async fn log(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    Language(tongue): Language,
    From(address): From,
) -> Result<Response, Refused> {
    count(&app, address, Act::Heavy)?;
    let room = app.room(id).await?;
    let game = seen(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let text = export::log::write(room.world, room.world.voice(tongue), &game, &view);
    Ok(file(&format!("{id}.jsonl"), "application/jsonl", text))
}

fn file(name: &str, kind: &'static str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"detente-{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text).into_response()
}
