//! Games: listing them, creating one, and one game as the caller may see it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Ending, OrdersStatus, Person, StateView, Viewer};
use picture::LanguageCode;
use serde::Deserialize;
use store::{GameId, GameState, GameSummaryRow};

use super::extractors::{
    ClientAddress, GameIdInPath, Json, QueryParams, RequestLanguage, check_limit, public_url,
};
use crate::app::App;
use crate::content::{Content, LanguageId};
use crate::game_summary::{StoredFreeSeat, StoredSummary, shown_due};
use crate::live_game::LiveGame;
use crate::new_game::make_game;
use crate::rate_limits::{RateLimitKind, Source};
use crate::refusals::{Reason, Refused};
use crate::session::{Caller, Visitor};
use crate::table_code::table_code;
use crate::to_wire;
use crate::to_wire::view::ViewContext;
use crate::visible_game::visible_game;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{
    ByKey, FreeSeat, GameList, GameStateKey, GameSummary, GameView, NewGame, OwedKey, OwnResultKey, PressKey,
};

const GAMES_PER_PAGE: usize = 50;
/// How many pages are searched for games that fit. Who wants more asks for the next page.
const MAX_PAGES_SEARCHED: usize = 20;
/// How many games with a seat to take over are listed at a time: each one is loaded.
pub(crate) const MAX_GAMES_WITH_FREE_SEAT: usize = 12;
/// How many of the caller's own games are listed.
pub(crate) const MAX_OWN_GAMES: usize = 200;
/// Of how many finished games the list says how they ended, the newest.
pub(crate) const MAX_SHOWN_RESULTS: usize = 30;

/// Which games are listed.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct GamesQuery {
    /// Only games in this state.
    state: Option<GameStateKey>,
    /// The value of `next` from the page before.
    #[cfg_attr(test, param(max_length = 20))]
    after: Option<String>,
    /// Only games with this kind of talk.
    press: Option<PressKey>,
    /// Only games whose players talk this language, by its two letters, and games in any language. `language` is
    /// that of the answer, as for every route.
    #[cfg_attr(test, param(max_length = 2))]
    talk_language: Option<String>,
    /// Only games for this number of players.
    players: Option<usize>,
    /// Only games whose turns last at least this long.
    turn_from: Option<u32>,
    /// Only games whose turns last at most this long.
    turn_to: Option<u32>,
    /// Only games in progress with a seat that anybody may take over, in any language.
    #[serde(default)]
    with_free_seat: bool,
}

impl GamesQuery {
    fn includes(&self, game: &GameSummary) -> bool {
        let has_language = |wanted: &String| game.language.as_ref().is_none_or(|one| one == wanted);
        let has_turn = |turn: u32| {
            self.turn_from.is_none_or(|from| turn >= from && turn > 0)
                && self.turn_to.is_none_or(|to| turn <= to && turn > 0)
        };
        self.press.is_none_or(|press| press == game.press)
            && self.talk_language.as_ref().is_none_or(has_language)
            && self.players.is_none_or(|players| players == game.players)
            && has_turn(game.turn_seconds)
            && (!self.with_free_seat || !game.free_seats.is_empty())
    }
}

/// The publicly listed games, the newest first. A page may have fewer games than fit, also none, while `next` says
/// that there are more.
#[cfg_attr(test, utoipa::path(get, path = "/games", tag = "games", params(GamesQuery),
    responses((status = 200, body = GameList), (status = 400, body = Problem))))]
pub(crate) async fn list_games(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
    QueryParams(wanted): QueryParams<GamesQuery>,
) -> Result<Json<GameList>, Refused> {
    let mut before = match wanted.after.as_deref() {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| Reason::InvalidQuery)?),
    };
    let state = wanted.state.map(|state| state.0);
    let mut games = Vec::new();
    for _ in 0..MAX_PAGES_SEARCHED {
        let rows = app.store.listed_games(state, before, GAMES_PER_PAGE).await?;
        for row in &rows {
            let Some(card) = read_summary(row) else { continue };
            if wanted.includes(&card) {
                games.push((row.id, card));
            }
        }
        before = rows.last().filter(|_| rows.len() == GAMES_PER_PAGE).map(|row| row.number);
        if before.is_none() || games.len() >= GAMES_PER_PAGE / 2 {
            break;
        }
    }
    if wanted.with_free_seat {
        games.truncate(MAX_GAMES_WITH_FREE_SEAT);
        for (id, card) in &mut games {
            let live_game = app.live_game(*id).await?;
            card.free_seats.iter_mut().for_each(|seat| name_powers(live_game.content, language_id, seat));
        }
    }
    let games = games.into_iter().map(|(_, card)| card).collect();
    Ok(Json(GameList { games, next: before.map(|number| number.to_string()) }))
}

fn read_summary(row: &GameSummaryRow) -> Option<GameSummary> {
    let stored: StoredSummary = serde_json::from_str(&row.summary).ok()?;
    Some(summary_view(row.id, ByKey(row.state), stored))
}

fn name_powers(content: &Content, language_id: LanguageId, seat: &mut FreeSeat) {
    let board = content.board();
    let powers: Vec<rules::Power> =
        board.powers().filter(|power| seat.places.contains(&power.index())).collect();
    seat.power_names = power_names(content, language_id, &powers);
}

fn summary_view(id: GameId, state: GameStateKey, card: StoredSummary) -> GameSummary {
    GameSummary {
        id: id.to_string(),
        title: card.title,
        state,
        players: card.players,
        taken: card.taken,
        bots: card.bots,
        press: card.press,
        language: card.language,
        turn_seconds: card.turn_seconds,
        hides_board: card.hides_board,
        bots_from: card.bots_from,
        free_seats: card.free_seats.into_iter().map(free_seat).collect(),
        phase: card.phase,
        due: card.due,
        put_aside: card.put_aside,
        needs_me: false,
        result: None,
        owed: Vec::new(),
        powers: Vec::new(),
        power_names: Vec::new(),
        centres: None,
        version: card.version,
    }
}

fn free_seat(seat: StoredFreeSeat) -> FreeSeat {
    FreeSeat { seat: seat.seat, has_bot: seat.has_bot, places: seat.powers, power_names: Vec::new() }
}

/// The caller's games: first those that wait for the caller, then by deadline; finished games last.
#[cfg_attr(test, utoipa::path(get, path = "/me/games", tag = "games",
    responses((status = 200, body = GameList), (status = 401, body = Problem))))]
pub(crate) async fn list_my_games(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<GameList>, Refused> {
    let rows = app.store.games_of(caller.person.0, MAX_OWN_GAMES).await?;
    let mut cards = Vec::new();
    let mut results = 0;
    for row in rows {
        let Some(mut card) = read_summary(&row) else { continue };
        if row.state != GameState::Over {
            let live_game = app.live_game(row.id).await?;
            let game = live_game.game();
            let view = game.view(game.viewer(caller.person));
            card.owed = owed_by_viewer(&view);
            // A vote may wait; nobody waits for it.
            card.needs_me = card.owed.iter().any(|owed| *owed != OwedKey::Vote);
            // The stored card is for outsiders.
            if !matches!(view.viewer, Viewer::Spectator | Viewer::Stranger) {
                card.version = view.version;
                card.phase = game.phase().map(|phase| phase.key());
                card.due = shown_due(&game);
                card.put_aside = is_put_aside(&view);
            }
            let board = live_game.content.board();
            let own = to_wire::view::own_powers(&view);
            card.centres = own_centres(&view, &own);
            card.power_names = power_names(live_game.content, language_id, &own);
            card.powers = own.into_iter().map(|power| board.power_key(power).to_owned()).collect();
        } else if results < MAX_SHOWN_RESULTS {
            results += 1;
            add_result(&app, row.id, caller.person, language_id, &mut card).await?;
        }
        cards.push(card);
    }
    cards.sort_by_key(|card| (card.state.0 == GameState::Over, !card.needs_me, card.due.unwrap_or(i64::MAX)));
    Ok(Json(GameList { games: cards, next: None }))
}

/// Adds the powers of the caller in a finished game, and how it ended for them.
async fn add_result(
    app: &App,
    id: GameId,
    person: Person,
    language_id: LanguageId,
    card: &mut GameSummary,
) -> Result<(), Refused> {
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let view = game.view(game.viewer(person));
    let (Viewer::Seat(seat), StateView::Over(ending)) = (view.viewer, &view.state) else { return Ok(()) };
    card.result = Some(match ending {
        Ending::Won { seat: winner, .. } if *winner == seat => OwnResultKey::Won,
        Ending::Drawn { between, .. } if between.contains(seat) => OwnResultKey::Drawn,
        Ending::Won { .. } | Ending::Drawn { .. } => OwnResultKey::Lost,
        Ending::Abandoned(_) => OwnResultKey::None,
    });
    let own = to_wire::view::own_powers(&view);
    card.centres = own_centres(&view, &own);
    card.power_names = power_names(live_game.content, language_id, &own);
    let board = live_game.content.board();
    card.powers = own.into_iter().map(|power| board.power_key(power).to_owned()).collect();
    Ok(())
}

fn is_put_aside(view: &game::View) -> bool {
    matches!(&view.state, StateView::Underway { pause: Some(pause), .. } if pause.is_aside())
}

/// What the viewer owes the game, the most urgent first. Nobody waits in a game that was put aside.
fn owed_by_viewer(view: &game::View) -> Vec<OwedKey> {
    match (view.viewer, &view.state) {
        _ if is_put_aside(view) => Vec::new(),
        (Viewer::Seat(seat), StateView::Underway { stage, .. }) => {
            let Some(own) = view.seats.get(seat.index()) else { return Vec::new() };
            let talks = *stage == game::Stage::Diplomacy && own.readiness == game::Readiness::Undecided;
            let votes = view.questions.iter();
            let has_vote =
                |asked: &&game::QuestionView| asked.own.is_none() && asked.eligible_voters.contains(seat);
            let owed = [
                (OwedKey::Orders, own.orders_status == OrdersStatus::NotIn),
                (OwedKey::Talk, talks),
                (OwedKey::Vote, votes.filter(has_vote).count() > 0),
            ];
            owed.into_iter().filter(|(_, is_owed)| *is_owed).map(|(what, _)| what).collect()
        }
        (Viewer::Member(_), StateView::Gathering { check_in: Some(_), .. }) => vec![OwedKey::CheckIn],
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            StateView::Gathering { .. } | StateView::Underway { .. } | StateView::Over(_),
        ) => Vec::new(),
    }
}

pub(crate) fn power_names(
    content: &Content,
    language_id: LanguageId,
    powers: &[rules::Power],
) -> Vec<String> {
    let language = content.drawing.language(&content.language_pack(language_id).code);
    let labels = content.drawing.labels(language.unwrap_or(LanguageCode::ENGLISH));
    powers.iter().map(|power| labels.power(*power).to_owned()).collect()
}

/// The centres of the viewer's own powers. None for those who play no power.
fn own_centres(view: &game::View, own: &[rules::Power]) -> Option<usize> {
    let position = &view.board.as_ref()?.position;
    (!own.is_empty()).then(|| own.iter().map(|power| position.owners.count(*power)).sum())
}

/// Creates a game. Its address is the invitation.
#[cfg_attr(test, utoipa::path(post, path = "/games", tag = "games", request_body = NewGame,
    responses((status = 200, body = GameView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn create_game(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<NewGame>,
) -> Result<Json<GameView>, Refused> {
    check_limit(&app, address, RateLimitKind::Expensive)?;
    let person = app.store.person(caller.person.0).await?.ok_or(Reason::IdentityNeeded)?;
    let max_open_games = app.config.limits.max_open_games;
    if app.store.count_open_games(caller.person.0).await? >= max_open_games as u64 {
        return Err(Reason::TooManyGames.with_limit(max_open_games));
    }
    let address = Source::of_address(address);
    app.bot_game_makers.remember_person(caller.person, address);
    let live_game = make_game(&app, caller.person, &person.name, &body, language_id, address).await?;
    game_view(&app, &live_game, Some(caller), language_id, &headers).await.map(Json)
}

/// A game as the caller may see it.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = Problem))))]
pub(crate) async fn get_game(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    Visitor(caller): Visitor,
    RequestLanguage(language_id): RequestLanguage,
    headers: HeaderMap,
) -> Result<Json<GameView>, Refused> {
    let live_game = app.live_game(id).await?;
    game_view(&app, &live_game, caller, language_id, &headers).await.map(Json)
}

async fn game_view(
    app: &App,
    live_game: &LiveGame,
    caller: Option<Caller>,
    language_id: LanguageId,
    headers: &HeaderMap,
) -> Result<GameView, Refused> {
    let visitor = Visitor(caller);
    let game = visible_game(app, live_game, visitor).await?;
    let person = caller.map_or(Person(0), |caller| caller.person);
    let view = game.view(visitor.viewer(&game));
    let around = ViewContext {
        id: live_game.id.to_string(),
        url: format!("{}/g/{}", public_url(app, headers), live_game.id),
        now: app.now().seconds(),
        code: table_code(live_game.id, &game),
        maker: game.charter().creator() == person,
        may_return: game.seat_with_stand_in_for(person).is_some(),
        lends: game.seat_lent_by(person).map(game::SeatId::index),
        claims: game.seat_claimed_by(person).map(game::SeatId::index),
        language_pack: live_game.content.language_pack(language_id),
    };
    Ok(to_wire::view::game(live_game.content, &game, &view, around))
}
