//! Orders: submitting them as text or as a list, reading a text, and the legal options.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Actor, Command, Game, Readiness, View, Viewer};
use rules::{Orders, Phase, Power};
use serde::Deserialize;
use store::GameId;

use super::commands::{nonce, repeated_result};
use super::extractors::{ClientAddress, GameIdInPath, Json, QueryParams, RequestLanguage};
use crate::app::App;
use crate::content::LanguageId;
use crate::from_wire;
use crate::from_wire::text::{MAX_TEXT_BYTES, OrderTextReader};
use crate::live_game::{LiveGame, replay_if_done};
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::rate_limits::Source;
use crate::refusals::{Reason, Refused};
use crate::session::Caller;
use crate::to_wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{
    CommandResult, ConvoyRoute, LineResult, LineStatus, OptionsView, OrdersBody, ReadBody, ReadResponse,
};

/// How often a sheet is read again because a phase ended in the meantime.
const MAX_REREADS: usize = 4;

/// The view of whoever writes orders, and the powers that they are for: those of the caller's seat, or of the
/// seat for which the game master writes.
fn writer_view(game: &Game, caller: Caller, seat: Option<usize>) -> Result<(View, Vec<Power>), Refused> {
    let Some(seat) = seat else { return seat_view(game, caller) };
    let viewer = game.viewer(caller.person);
    if viewer != Viewer::Master {
        return Err(game::Refusal::NotTheMaster.into());
    }
    let view = game.view(viewer);
    if view.board.is_none() {
        return Err(game::Refusal::NotUnderway.into());
    }
    let powers = view.seats.get(seat).ok_or(game::Refusal::NoSuchSeat)?.powers.clone();
    Ok((view, powers))
}

/// The view of the caller's seat, and its powers.
pub(super) fn seat_view(game: &Game, caller: Caller) -> Result<(View, Vec<Power>), Refused> {
    let viewer = game.viewer(caller.person);
    if !matches!(viewer, Viewer::Seat(_)) {
        return Err(game::Refusal::NotSeated.into());
    }
    let view = game.view(viewer);
    let powers = to_wire::view::own_powers(&view);
    Ok((view, powers))
}

/// Texts up to this length, three or four orders, are read at once: they take a fraction of a millisecond.
const MAX_QUICK_TEXT_BYTES: usize = 100;

/// Reads a text of orders. A long one can take a tenth of a second, so it waits for a place and is charged.
async fn read_text(
    app: &Arc<App>,
    payer: Payer,
    live_game: &LiveGame,
    game: &Arc<Game>,
    (view, powers): (&View, &[Power]),
    text: &str,
    (language, response_language): (LanguageId, LanguageId),
) -> Result<(Vec<LineResult>, Orders), Refused> {
    let position = Arc::clone(&view.board.as_ref().ok_or(Reason::NotUnderway)?.position);
    let (game, powers, content) = (Arc::clone(game), powers.to_vec(), live_game.content);
    let read = move |text: &str| {
        let reader = OrderTextReader {
            content,
            board: game.board(content.board()),
            edition: game.charter().settings().edition,
            position: &position,
            powers: &powers,
            language,
            response_language,
        };
        reader.read(text)
    };
    if text.len() <= MAX_QUICK_TEXT_BYTES || text.len() > MAX_TEXT_BYTES {
        return read(text);
    }
    let place = PaidPlace::enter(app, &app.reading_pool, payer).await?;
    let text = text.to_owned();
    place.run(move || read(&text)).await?
}

fn text_language(app: &App, code: Option<&str>, language_id: LanguageId) -> Result<LanguageId, Refused> {
    match code {
        None => Ok(language_id),
        Some(code) => app.standard.language_id(code).ok_or(Reason::NoSuchLanguage.into()),
    }
}

/// Submits an order sheet, or saves a draft. It is on disk before the response is sent.
///
/// A line that is refused does not affect the others, unless `all_or_nothing` is set.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/orders", tag = "orders",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 60)),
    request_body = OrdersBody,
    responses((status = 200, body = CommandResult), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn submit_orders(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<OrdersBody>,
) -> Result<Json<CommandResult>, Refused> {
    let nonce = nonce(&headers, caller)?;
    let done = submit(&app, id, (caller, address), language_id, body, nonce.clone()).await;
    replay_if_done(&app, id, nonce, done, repeated_result).await.map(Json)
}

async fn submit(
    app: &Arc<App>,
    id: GameId,
    from: (Caller, IpAddr),
    language_id: LanguageId,
    body: OrdersBody,
    nonce: Option<String>,
) -> Result<CommandResult, Refused> {
    let live_game = app.live_game(id).await?;
    for _ in 0..MAX_REREADS {
        let game = live_game.game();
        let done = submit_for_phase(app, &live_game, &game, from, language_id, &body, nonce.clone()).await;
        // A sheet without a phase is read again for the phase that has just started.
        let phase_ended = matches!(&done, Err(refused) if refused.reason == Reason::WrongPaper);
        if !phase_ended || body.phase.is_some() || live_game.game().phase() == game.phase() {
            return done;
        }
    }
    Err(Reason::Busy.into())
}

/// Submits a sheet for the game's current phase only.
async fn submit_for_phase(
    app: &Arc<App>,
    live_game: &Arc<LiveGame>,
    game: &Arc<Game>,
    (caller, address): (Caller, IpAddr),
    language_id: LanguageId,
    body: &OrdersBody,
    nonce: Option<String>,
) -> Result<CommandResult, Refused> {
    let (view, powers) = writer_view(game, caller, body.seat)?;
    let dated = match &body.phase {
        // An invalid phase is not the current phase.
        Some(key) => Some(Phase::from_key(key).ok_or(game::Refusal::WrongPaper)?),
        None => game.phase(),
    };
    game.check_phase(dated)?;
    let (lines, paper) = match (&body.text, &body.deeds) {
        (Some(text), None) => {
            let language = text_language(app, body.language.as_deref(), language_id)?;
            let payer = Payer::of_request(address, Some(caller.person));
            read_text(app, payer, live_game, game, (&view, &powers), text, (language, language_id)).await?
        }
        (None, Some(deeds)) => {
            let position = &view.board.as_ref().ok_or(Reason::NotUnderway)?.position;
            let taken = from_wire::orders::read_list(
                game.board(live_game.content.board()),
                position,
                &powers,
                deeds,
            )?;
            let writer = &live_game.content.language_pack(language_id).writer;
            (
                taken
                    .refused
                    .iter()
                    .map(|refused| to_wire::orders::refused_entry(writer, *refused))
                    .collect(),
                taken.orders,
            )
        }
        (Some(_), Some(_)) | (None, None) => return Err(Reason::TextOrList.into()),
    };
    let refused = lines.iter().any(|line| matches!(line.result, LineStatus::Refused { .. }));
    // An empty sheet has an effect: dislodged units disband. So if every line is refused, for example because
    // they are for another phase, no sheet is submitted.
    if refused && (body.all_or_nothing || paper.is_empty()) {
        return Ok(CommandResult { version: view.version, taken: false, lines });
    }
    let command = if let Some(number) = body.seat {
        if body.draft {
            // Only players have drafts.
            return Err(game::Refusal::NotSeated.into());
        }
        let readiness = body.stance.map_or(Readiness::Undecided, |stance| stance.0);
        let seat = from_wire::seat(number)?;
        Command::EnterOrders { seat, paper, dated, readiness, consent: body.consent.0 }
    } else if let Some(name) = &body.name {
        Command::SaveNamedDraft { name: game::DraftName::new(name)?, paper, dated }
    } else if body.draft {
        Command::SaveDraft { paper, dated }
    } else {
        let stance = body.stance.map_or(Readiness::Undecided, |stance| stance.0);
        Command::SubmitOrders { paper, dated, readiness: stance }
    };
    // If the phase ends now, bots think for this person.
    app.bot_game_makers.remember_person(caller.person, Source::of_address(address));
    let version = live_game.execute(app, Actor::Person(caller.person), command, nonce).await?;
    Ok(CommandResult { version, taken: true, lines })
}

/// Reads a text of orders without submitting it.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/read", tag = "orders", params(("id" = String, Path)),
    request_body = ReadBody,
    responses((status = 200, body = ReadResponse), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn read_orders(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    Json(body): Json<ReadBody>,
) -> Result<Json<ReadResponse>, Refused> {
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let (view, powers) = writer_view(&game, caller, body.seat)?;
    let language = text_language(&app, body.language.as_deref(), language_id)?;
    let payer = Payer::of_request(address, Some(caller.person));
    let languages = (language, language_id);
    let (lines, _) =
        read_text(&app, payer, &live_game, &game, (&view, &powers), &body.text, languages).await?;
    Ok(Json(ReadResponse { lines }))
}

/// The legal orders of the caller's units.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/options", tag = "orders", params(("id" = String, Path)),
    responses((status = 200, body = OptionsView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem))))]
pub(crate) async fn list_options(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
) -> Result<Json<OptionsView>, Refused> {
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let (view, powers) = seat_view(&game, caller)?;
    let now = view.board.as_ref().ok_or(Reason::NotUnderway)?;
    let board = game.board(live_game.content.board());
    let edition = game.charter().settings().edition;
    Ok(Json(to_wire::options::options(board, edition, &view, &now.position, &powers)))
}

/// Both ends of a convoy route.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct RouteQuery {
    #[cfg_attr(test, param(max_length = 10))]
    from: String,
    #[cfg_attr(test, param(max_length = 10))]
    to: String,
}

/// A convoy route with the fleets that are at sea now. Empty if there is none.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/route", tag = "orders", params(("id" = String, Path), RouteQuery),
    responses((status = 200, body = ConvoyRoute), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn find_convoy_route(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
    QueryParams(ends): QueryParams<RouteQuery>,
) -> Result<Json<ConvoyRoute>, Refused> {
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let (view, _) = seat_view(&game, caller)?;
    let now = view.board.as_ref().ok_or(Reason::NotUnderway)?;
    let board = game.board(live_game.content.board());
    let province =
        |key: &str| -> Result<_, Refused> { Ok(board.province_of(from_wire::location(board, key)?)) };
    let (from, to) = (province(&ends.from)?, province(&ends.to)?);
    let fleets = to_wire::convoy_route::convoy_route(board, &now.position, from, to);
    let fleets = fleets.into_iter().map(|fleet| board.province_key(fleet).to_owned()).collect();
    Ok(Json(ConvoyRoute { fleets }))
}
