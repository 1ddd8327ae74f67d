//! A whole game as one file: GIF, APNG, or a page on which one steps through the phases.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderName};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use game::RecordStatus;
use picture::{LanguageCode, Look};
use serde::Deserialize;

use super::extractors::{ClientAddress, GameIdInPath, QueryParams, RequestLanguage, check_limit};
use super::pictures::{palette, shade};
use crate::app::App;
use crate::content::LanguageId;
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::pictures::{
    ALLOWED_WIDTHS, FilmFormat, FilmRequest, MAX_FILM_PHASES, MAX_FILM_WIDTH_PIXELS, Subject,
};
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::Visitor;
use crate::visible_game::visible_game;
#[cfg(test)]
use crate::wire::Problem;

/// The width of a film in pixels, if the request does not say.
const USUAL_WIDTH: u32 = 800;

/// How the film looks.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct FilmQuery {
    /// `light` or `dark`.
    #[cfg_attr(test, param(max_length = 10))]
    shade: Option<String>,
    /// The colours of the powers: `clear`, `dutch`, `french` or `german`.
    #[cfg_attr(test, param(max_length = 10))]
    palette: Option<String>,
    /// In pixels.
    #[cfg_attr(test, param(minimum = 200, maximum = 1000))]
    width: Option<u32>,
}

/// The game as an animated GIF.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/film.gif", tag = "pictures", params(("id" = String, Path), FilmQuery),
    responses((status = 200, content_type = "image/gif"), (status = 304), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn get_gif(State(app): State<Arc<App>>, call: FilmCall) -> Result<Response, Refused> {
    call.answer(&app, FilmFormat::Gif).await
}

/// The game as an animated PNG.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/film.apng", tag = "pictures", params(("id" = String, Path), FilmQuery),
    responses((status = 200, content_type = "image/apng"), (status = 304), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn get_apng(State(app): State<Arc<App>>, call: FilmCall) -> Result<Response, Refused> {
    call.answer(&app, FilmFormat::Apng).await
}

/// The game as a page on which one steps through the phases. It needs no other file.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/film.html", tag = "pictures", params(("id" = String, Path), FilmQuery),
    responses((status = 200, content_type = "text/html"), (status = 304), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn get_page(State(app): State<Arc<App>>, call: FilmCall) -> Result<Response, Refused> {
    let mut response = call.answer(&app, FilmFormat::Page).await?;
    // The page has its script inside. It may load nothing, and acts as a page of nobody: a title cannot do harm.
    let policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                  img-src data:; font-src data:; sandbox allow-scripts";
    let headers: [(HeaderName, HeaderValue); 1] =
        [(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy))];
    response.headers_mut().extend(headers);
    Ok(response)
}

/// Who asks for a film, of which game, and how it should look.
#[derive(Debug)]
pub(crate) struct FilmCall {
    id: store::GameId,
    visitor: Visitor,
    language_id: LanguageId,
    address: IpAddr,
    wanted: FilmQuery,
    headers: HeaderMap,
}

impl<S: Send + Sync> FromRequestParts<S> for FilmCall
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let GameIdInPath(id) = GameIdInPath::from_request_parts(parts, state).await?;
        let visitor = Visitor::from_request_parts(parts, state).await?;
        let RequestLanguage(language_id) = RequestLanguage::from_request_parts(parts, state).await?;
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, state).await?;
        let QueryParams(wanted) = QueryParams::from_request_parts(parts, state).await?;
        Ok(Self { id, visitor, language_id, address, wanted, headers: parts.headers.clone() })
    }
}

impl FilmCall {
    async fn answer(self, app: &Arc<App>, form: FilmFormat) -> Result<Response, Refused> {
        check_limit(app, self.address, RateLimitKind::Expensive)?;
        let payer = Payer::of_request(self.address, self.visitor.0.map(|caller| caller.person));
        let request = film_request(app, self.id, self.visitor, self.language_id, self.wanted, form).await?;
        respond(app, payer, request, &self.headers).await
    }
}

/// The film that the caller may see: every phase that counts, and the position of now.
async fn film_request(
    app: &Arc<App>,
    id: store::GameId,
    visitor: Visitor,
    language_id: LanguageId,
    wanted: FilmQuery,
    form: FilmFormat,
) -> Result<FilmRequest, Refused> {
    let width = wanted.width.unwrap_or(USUAL_WIDTH);
    if !(*ALLOWED_WIDTHS.start()..=MAX_FILM_WIDTH_PIXELS).contains(&width) {
        return Err(Reason::WidthOutOfRange.with_limit(MAX_FILM_WIDTH_PIXELS as usize));
    }
    let (shade, palette) = (shade(wanted.shade.as_deref())?, palette(wanted.palette.as_deref())?);
    let live_game = app.live_game(id).await?;
    let game = visible_game(app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let board = live_game.content.board();
    let position = &view.board.as_ref().ok_or(Reason::NotFound)?.position;
    let counting: Vec<_> = view
        .history
        .iter()
        .filter(|(_, status)| *status == RecordStatus::Active)
        .map(|(record, _)| record)
        .collect();
    let mut phases: Vec<(Subject, Vec<rules::Province>)> = counting
        .iter()
        .enumerate()
        .map(|(i, record)| {
            let before = i.checked_sub(1).map(|i| Arc::clone(counting[i]));
            let closed = record.board(game.charter().seating(), board).closed().to_vec();
            (Subject::Record(Arc::clone(record), before), closed)
        })
        .collect();
    phases.push((Subject::Position(Arc::clone(position)), game.board(board).closed().to_vec()));
    phases.drain(..phases.len().saturating_sub(MAX_FILM_PHASES));
    let drawing = live_game.content.drawing;
    let language =
        drawing.language(&live_game.content.language_pack(language_id).code).unwrap_or(LanguageCode::ENGLISH);
    Ok(FilmRequest {
        drawing,
        look: Look { shade, palette, ..Look::new(language, width) },
        form,
        title: view.settings.title.to_string(),
        phases,
    })
}

async fn respond(
    app: &Arc<App>,
    payer: Payer,
    request: FilmRequest,
    headers: &HeaderMap,
) -> Result<Response, Refused> {
    let content_type = match request.form {
        FilmFormat::Gif => "image/gif",
        FilmFormat::Apng => "image/apng",
        FilmFormat::Page => "text/html; charset=utf-8",
    };
    // A film that somebody has asked for before takes no place and costs nobody's budget.
    let film = app.picture_cache.get_or_make(request.key(), async || {
        let place = PaidPlace::enter(app, &app.picture_pool, payer).await?;
        place.run(move || request.make()).await?
    });
    Ok(film.await?.response(headers, content_type, "private, max-age=60"))
}
