//! Creating games, listing them, and the presets.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Actor, Charter, Command, Game, OrdersStatus, Person, StateView, Timestamp, Viewer};
use serde::Deserialize;
use store::{Created, GameId, GameState, GameSummaryRow};

use super::extractors::{ClientAddress, Json, QueryParams, RequestLanguage, check_limit};
use crate::app::App;
use crate::content::Content;
use crate::from_wire;
use crate::game_summary::{self, StoredSummary};
use crate::identity::{Caller, fill_random};
use crate::limits::LimitKind;
use crate::live_game::{self, LiveGame};
use crate::presets::Preset;
use crate::refusals::{Reason, Refused};
use crate::to_wire;
use crate::wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{
    ByKey, CommandBody, GameList, GameStateKey, GameSummary, GameView, NewGame, Presets, SeatPreferenceBody,
};

/// How many open games one person may have created.
const MAX_OPEN_GAMES: u64 = 50;
const GAMES_PER_PAGE: usize = 50;

/// The presets, the variants and the bots, and what each setting means.
#[cfg_attr(test, utoipa::path(get, path = "/presets", tag = "games", responses((status = 200, body = Presets))))]
pub(crate) async fn list_presets(
    State(app): State<Arc<App>>,
    RequestLanguage(tongue): RequestLanguage,
) -> Result<axum::Json<Presets>, Refused> {
    let phrases = app.standard.language_pack(tongue).phrases;
    let text = |key: String| phrases.get(&key).unwrap_or_default().to_owned();
    let mut presets = Vec::new();
    for preset in Preset::ALL {
        let name = text(format!("presets.{}.name", preset.key()));
        presets.push(wire::Preset {
            key: preset.key().to_owned(),
            about: text(format!("presets.{}.about", preset.key())),
            settings: to_wire::settings::settings(&preset.settings(app.standard.board(), &name, 7)?),
            name,
        });
    }
    Ok(axum::Json(Presets {
        presets,
        variants: app
            .variants
            .iter()
            .map(|world| variant_summary(world, &world.language_pack(tongue).code))
            .collect(),
        about: phrases.below("settings").map(|(key, text)| (key.to_owned(), text.to_owned())).collect(),
        bots: bots::Level::ALL.map(|level| level.kind().key().to_owned()).into(),
    }))
}

fn variant_summary(world: &Content, language: &str) -> wire::VariantSummary {
    let board = world.board();
    let key = |power: rules::Power| board.power_key(power).to_owned();
    let table = |players: usize| {
        let seats = board.player_table(players).map_or(&[][..], |table| &table.seats);
        wire::PlayerTableView {
            seats: seats.iter().map(|powers| powers.iter().copied().map(key).collect()).collect(),
            goal: board.player_table(players).map(|table| to_wire::settings::goal(table.goal)),
        }
    };
    wire::VariantSummary {
        key: world.key().to_owned(),
        name: world.variant.title(language).to_owned(),
        tables: board.player_counts().map(table).collect(),
        centres: board.centres().len(),
        beginners: world.variant.beginner_powers().iter().copied().map(key).collect(),
    }
}

/// Which games are listed.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct GamesQuery {
    /// Only games in this state.
    state: Option<GameStateKey>,
    /// The value of `next` from the page before.
    #[cfg_attr(test, param(max_length = 20))]
    after: Option<String>,
}

/// The publicly listed games, the newest first.
#[cfg_attr(test, utoipa::path(get, path = "/games", tag = "games", params(GamesQuery),
    responses((status = 200, body = GameList), (status = 400, body = Problem))))]
pub(crate) async fn list_games(
    State(app): State<Arc<App>>,
    QueryParams(wanted): QueryParams<GamesQuery>,
) -> Result<axum::Json<GameList>, Refused> {
    let before = match wanted.after.as_deref() {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| Reason::InvalidQuery)?),
    };
    let state = wanted.state.map(|state| state.0);
    let rows = app.store.listed_games(state, before, GAMES_PER_PAGE).await?;
    let next = rows.last().filter(|_| rows.len() == GAMES_PER_PAGE).map(|row| row.number.to_string());
    Ok(axum::Json(GameList { games: rows.iter().filter_map(read_summary).collect(), next }))
}

fn read_summary(row: &GameSummaryRow) -> Option<GameSummary> {
    let card: StoredSummary = serde_json::from_str(&row.summary).ok()?;
    Some(summary_view(row.id, row.version, ByKey(row.state), card))
}

fn summary_view(id: GameId, version: u64, state: GameStateKey, card: StoredSummary) -> GameSummary {
    GameSummary {
        id: id.to_string(),
        title: card.title,
        state,
        players: card.players,
        taken: card.taken,
        bots: card.bots,
        press: card.press,
        phase: card.phase,
        due: card.due,
        needs_me: false,
        powers: Vec::new(),
        version,
    }
}

/// The caller's games: first those that wait for the caller, then by deadline; finished games last.
#[cfg_attr(test, utoipa::path(get, path = "/me/games", tag = "games",
    responses((status = 200, body = GameList), (status = 401, body = Problem))))]
pub(crate) async fn list_my_games(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<axum::Json<GameList>, Refused> {
    let rows = app.store.games_of(caller.person.0, 200).await?;
    let mut cards = Vec::new();
    for row in rows {
        let Some(mut card) = read_summary(&row) else { continue };
        if row.state != GameState::Over {
            let room = app.live_game(row.id).await?;
            let game = room.game();
            let view = game.view(game.viewer(caller.person));
            card.needs_me = waits_for_viewer(&view);
            let board = room.content.board();
            let own = to_wire::view::own_powers(&view);
            card.powers = own.into_iter().map(|power| board.power_key(power).to_owned()).collect();
        }
        cards.push(card);
    }
    cards.sort_by_key(|card| (card.state.0 == GameState::Over, !card.needs_me, card.due.unwrap_or(i64::MAX)));
    Ok(axum::Json(GameList { games: cards, next: None }))
}

/// Whether the game waits for the viewer.
fn waits_for_viewer(view: &game::View) -> bool {
    match (view.viewer, &view.state) {
        (Viewer::Seat(seat), StateView::Underway { stage, .. }) => {
            view.seats.get(seat.index()).is_some_and(|own| {
                own.orders_status == OrdersStatus::NotIn
                    || (*stage == game::Stage::Diplomacy && own.readiness == game::Readiness::Undecided)
            })
        }
        (Viewer::Member(_), StateView::Gathering { check_in: Some(_), .. }) => true,
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            StateView::Gathering { .. } | StateView::Underway { .. } | StateView::Over(_),
        ) => false,
    }
}

/// Creates a game. Its address is the invitation.
#[cfg_attr(test, utoipa::path(post, path = "/games", tag = "games", request_body = NewGame,
    responses((status = 200, body = GameView), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn create_game(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(tongue): RequestLanguage,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<NewGame>,
) -> Result<axum::Json<GameView>, Refused> {
    check_limit(&app, address, LimitKind::Expensive)?;
    let person = app.store.person(caller.person.0).await?.ok_or(Reason::IdentityNeeded)?;
    if app.store.count_open_games(caller.person.0).await? >= MAX_OPEN_GAMES {
        return Err(Reason::TooManyGames.with_limit(MAX_OPEN_GAMES as usize));
    }
    let room = make_game(&app, caller.person, &person.name, &body, tongue).await?;
    super::games::game_view(&app, &room, Some(caller), tongue, &headers).await.map(axum::Json)
}

async fn make_game(
    app: &Arc<App>,
    maker: Person,
    name: &str,
    body: &NewGame,
    tongue: crate::content::LanguageId,
) -> Result<Arc<LiveGame>, Refused> {
    let preset = Preset::from_key(&body.preset).ok_or(Reason::NoSuchPreset)?;
    let world = match body.variant.as_deref() {
        None => app.standard,
        Some(key) => app.variants.get(key).ok_or_else(|| Reason::NoSuchVariant.about(key))?,
    };
    let players = body.players.unwrap_or(world.board().powers().len());
    let settings = match &body.settings {
        Some(settings) => from_wire::settings::settings(settings, maker)?,
        None => {
            let phrases = app.standard.language_pack(tongue).phrases;
            let usual = phrases.get(&format!("presets.{}.title", preset.key())).unwrap_or("Detente");
            let title = body.title.as_deref().filter(|title| !title.trim().is_empty());
            preset.settings(world.board(), title.unwrap_or(&usual.replace("{name}", name)), players)?
        }
    };
    if body.bots.len() > settings.players {
        return Err(Reason::Full.into());
    }
    let now = app.now();
    let mut bits = [0; 18];
    fill_random(&mut bits)?;
    let mut seed = [0; 8];
    seed.copy_from_slice(&bits[10..]);
    let charter = Charter::new(world.board(), settings, maker, u64::from_le_bytes(seed), now)?;
    let mut commands = Vec::new();
    if body.join {
        commands.push(
            from_wire::command::command(
                app,
                world,
                CommandBody::Join { wish: seat_preference(world, &charter, body)? },
                name,
            )
            .await?,
        );
    }
    for key in &body.bots {
        commands.push(Command::SeatBot(from_wire::settings::bot(key)?));
    }
    store_new_game(app, world, charter, commands, body.listed, GameId::from_bits(first_ten(&bits))).await
}

fn first_ten(bits: &[u8; 18]) -> [u8; 10] {
    std::array::from_fn(|i| bits[i])
}

/// The preference for the seat that has the requested power.
fn seat_preference(
    world: &Content,
    charter: &Charter,
    body: &NewGame,
) -> Result<Option<SeatPreferenceBody>, Refused> {
    let Some(key) = body.power.as_deref() else { return Ok(None) };
    let power = from_wire::command::power(world.board(), key)?;
    let seating = charter.seating();
    let seat = seating.seats().find(|seat| seating.powers(*seat).contains(&power));
    let seat = seat.ok_or(Reason::WishDoesNotFit)?.index();
    Ok(Some(match charter.settings().allocation {
        game::Allocation::Chosen => SeatPreferenceBody::This(seat),
        game::Allocation::Preference => SeatPreferenceBody::Ranked(vec![seat]),
        game::Allocation::Random => return Err(Reason::WishDoesNotFit.into()),
    }))
}

/// Stores a new game together with the events of its first commands.
async fn store_new_game(
    app: &Arc<App>,
    world: &'static Content,
    charter: Charter,
    commands: Vec<Command>,
    listed: bool,
    id: GameId,
) -> Result<Arc<LiveGame>, Refused> {
    let (maker, now) = (charter.creator(), charter.created_at());
    let written = store::record::write_charter(world.board(), &charter);
    let mut game = Game::new(charter);
    let mut events = Vec::new();
    for command in commands {
        for event in live_game::decide(world, &game, Actor::Person(maker), command, now)? {
            game.apply(&event);
            events.push(live_game::new_event(world, &event));
        }
    }
    let public = game.view(Viewer::Stranger);
    let new = store::NewGame {
        id,
        variant: world.key().to_owned(),
        maker: maker.0,
        made: now.seconds(),
        listed,
        charter: written,
        summary: game_summary::write(&public, &game),
        state: live_game::stored_state(&public),
        due: game.due().map(Timestamp::seconds),
        bots_due: !game.bots_due().is_empty(),
        members: game.people().into_iter().map(|who| who.0).collect(),
        events,
    };
    match app.store.create(new).await? {
        Created::Done => {}
        Created::Exists => return Err(Reason::Busy.into()),
    }
    let bots_due = !game.bots_due().is_empty();
    let room = app.add_live_game(Arc::new(LiveGame::new(id, world, listed, game)));
    if bots_due {
        crate::bot_runner::start_bots(app, id);
    }
    app.due_sooner.notify_one();
    Ok(room)
}
