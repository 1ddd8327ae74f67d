//! Pictures of a game as SVG and PNG, and QR codes.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use game::StateView;
use picture::{LanguageCode, Legend, Look, Naming, Palette, Shade};
use rules::Position;
use serde::Deserialize;

use super::extractors::{ClientAddress, GameIdInPath, Json, QueryParams, RequestLanguage, check_limit};
use crate::app::App;
use crate::content::LanguageId;
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::pictures::{
    ALLOWED_WIDTHS, ImageFormat, PictureRequest, Subject, qr_code_svg, width_out_of_range,
};
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::Visitor;
use crate::visible_game::visible_game;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::QrCodeBody;

/// The width of a picture in pixels, if the request does not say.
const USUAL_WIDTH: u32 = 1200;

/// Which picture.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct PictureQuery {
    /// The number of a resolved phase. The current position if left out.
    record: Option<usize>,
    /// `light` or `dark`.
    #[cfg_attr(test, param(max_length = 10))]
    shade: Option<String>,
    /// The colours of the powers: `clear`, `dutch`, `french` or `german`.
    #[cfg_attr(test, param(max_length = 10))]
    palette: Option<String>,
    /// In pixels.
    #[cfg_attr(test, param(minimum = 200, maximum = 2000))]
    width: Option<u32>,
    /// `all`, or `board`: without names and legend, and as PNG with fewer colours, for lists and link previews.
    #[cfg_attr(test, param(max_length = 10))]
    parts: Option<String>,
}

/// A picture of a phase as SVG.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/picture.svg", tag = "pictures", params(("id" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/svg+xml"), (status = 304), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn get_svg(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    QueryParams(wanted): QueryParams<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    draw_picture(app, id, (visitor, address), language_id, wanted, ImageFormat::Svg, headers).await
}

/// A picture of a phase as PNG.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/picture.png", tag = "pictures", params(("id" = String, Path), PictureQuery),
    responses((status = 200, content_type = "image/png"), (status = 304), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn get_png(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    QueryParams(wanted): QueryParams<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    draw_picture(app, id, (visitor, address), language_id, wanted, ImageFormat::Png, headers).await
}

pub(super) fn shade(key: Option<&str>) -> Result<Shade, Refused> {
    match key {
        None | Some("light") => Ok(Shade::Light),
        Some("dark") => Ok(Shade::Dark),
        Some(_) => Err(Reason::InvalidQuery.into()),
    }
}

pub(super) fn palette(key: Option<&str>) -> Result<Palette, Refused> {
    let Some(key) = key else { return Ok(Palette::Clear) };
    let palette = Palette::ALL.into_iter().find(|palette| palette.key() == key);
    palette.ok_or_else(|| Reason::InvalidQuery.into())
}

/// What of a picture is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    All,
    Board,
}

fn parts(key: Option<&str>) -> Result<Parts, Refused> {
    match key {
        None | Some("all") => Ok(Parts::All),
        Some("board") => Ok(Parts::Board),
        Some(_) => Err(Reason::InvalidQuery.into()),
    }
}

async fn draw_picture(
    app: Arc<App>,
    id: store::GameId,
    (visitor, address): (Visitor, IpAddr),
    language_id: LanguageId,
    wanted: PictureQuery,
    form: ImageFormat,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let width = wanted.width.unwrap_or(USUAL_WIDTH);
    if !ALLOWED_WIDTHS.contains(&width) {
        return Err(width_out_of_range());
    }
    let (shade, palette) = (shade(wanted.shade.as_deref())?, palette(wanted.palette.as_deref())?);
    let parts = parts(wanted.parts.as_deref())?;
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (what, board) = match wanted.record {
        None => {
            let board = game.board(live_game.content.board());
            let position = match (&view.board, &view.state) {
                (Some(shown), _) => Arc::clone(&shown.position),
                // Everybody knows where a game begins.
                (None, StateView::Gathering { .. }) => Arc::new(Position::start(board)),
                (None, StateView::Underway { .. } | StateView::Over(_)) => {
                    return Err(Reason::NotFound.into());
                }
            };
            (Subject::Position(position), board)
        }
        Some(number) => {
            let record = |number: usize| view.history.get(number).map(|(record, _)| Arc::clone(record));
            let this = record(number).ok_or(Reason::NotFound)?;
            let board = this.board(game.charter().seating(), live_game.content.board());
            (Subject::Record(this, number.checked_sub(1).and_then(record)), board)
        }
    };
    let closed = board.closed().to_vec();
    let payer = Payer::of_request(address, visitor.0.map(|caller| caller.person));
    let drawing = live_game.content.drawing;
    let language =
        drawing.language(&live_game.content.language_pack(language_id).code).unwrap_or(LanguageCode::ENGLISH);
    let mut look = Look { shade, palette, ..Look::new(language, width) };
    let mut form = form;
    if parts == Parts::Board {
        // Without words the picture is the same in all languages, and made once.
        look = Look {
            shade,
            palette,
            naming: Naming::None,
            legend: Legend::Hidden,
            ..Look::new(LanguageCode::ENGLISH, width)
        };
        form = if form == ImageFormat::Png { ImageFormat::SmallPng } else { form };
    }
    let request = PictureRequest { drawing, look, form, what, closed };
    // A picture that somebody has asked for before takes no place and costs nobody's budget: a list of games
    // shows many of them.
    let picture = app.picture_cache.get_or_make(request.key(), async || {
        check_limit(&app, address, RateLimitKind::Expensive)?;
        let place = PaidPlace::enter(&app, &app.picture_pool, payer).await?;
        let app = Arc::clone(&app);
        place.run(move || app.pictures.draw(&request)).await?
    });
    let picture = picture.await?;
    let kind = match form {
        ImageFormat::Svg => "image/svg+xml",
        ImageFormat::Png | ImageFormat::SmallPng => "image/png",
    };
    Ok(picture.response(&headers, kind, "private, max-age=60"))
}

/// A QR code of a text as SVG, for example of an invitation.
///
/// The text is in the body, because a sign-in link is a secret: addresses are logged and cached.
#[cfg_attr(test, utoipa::path(post, path = "/qr.svg", tag = "pictures", request_body = QrCodeBody,
    responses((status = 200, content_type = "image/svg+xml"), (status = 422, body = Problem),
        (status = 429, body = Problem))))]
pub(crate) async fn create_qr_code(Json(body): Json<QrCodeBody>) -> Result<Response, Refused> {
    let svg = qr_code_svg(&body.text)?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "no-store")], svg).into_response())
}
