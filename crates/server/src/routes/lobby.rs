//! Making games and finding them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Actor, Charter, Command, Game, Person, SheetStatus, StateView, Timestamp, Viewer};
use serde::Deserialize;
use store::{CardRow, Created, GameId, GameState};

use super::asked::{Asked, From, Json, Language, count};
use crate::app::App;
use crate::card::{self, StoredCard};
use crate::identity::{Caller, fill};
use crate::limits::Act;
use crate::presets::Preset;
use crate::refused::{Reason, Refused};
use crate::room::{self, Room};
use crate::show;
use crate::take;
use crate::wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Card, CardState, CommandBody, GameList, GameView, NewGame, Presets, WishBody, Word};
use crate::world::World;

/// How many games one person may have going that they made.
const MOST_GAMES: u64 = 50;
const PAGE: usize = 50;

/// What games can be made, and what each setting means.
#[cfg_attr(test, utoipa::path(get, path = "/presets", tag = "games", responses((status = 200, body = Presets))))]
pub(crate) async fn presets(
    State(app): State<Arc<App>>,
    Language(tongue): Language,
) -> Result<axum::Json<Presets>, Refused> {
    let phrases = app.world.voice(tongue).phrases;
    let text = |key: String| phrases.get(&key).unwrap_or_default().to_owned();
    let mut presets = Vec::new();
    for preset in Preset::ALL {
        let name = text(format!("presets.{}.name", preset.key()));
        presets.push(wire::Preset {
            key: preset.key().to_owned(),
            about: text(format!("presets.{}.about", preset.key())),
            settings: show::settings::settings(&preset.settings(app.world.board(), &name, 7)?),
            name,
        });
    }
    Ok(axum::Json(Presets {
        presets,
        variants: app.worlds.iter().map(|world| variant(world, &world.voice(tongue).code)).collect(),
        about: phrases.below("settings").map(|(key, text)| (key.to_owned(), text.to_owned())).collect(),
        bots: bots::Level::ALL.map(|level| level.kind().key().to_owned()).into(),
    }))
}

fn variant(world: &World, language: &str) -> wire::VariantCard {
    let board = world.board();
    let key = |power: rules::Power| board.power_key(power).to_owned();
    let table = |players: usize| {
        let seats = board.table(players).map_or(&[][..], |table| &table.seats);
        wire::PlayerTableView {
            seats: seats.iter().map(|powers| powers.iter().copied().map(key).collect()).collect(),
            goal: board.table(players).map(|table| show::settings::goal(table.goal)),
        }
    };
    wire::VariantCard {
        key: world.key().to_owned(),
        name: world.variant.title(language).to_owned(),
        tables: board.player_counts().map(table).collect(),
        centres: board.centres().len(),
        beginners: world.variant.beginners().iter().copied().map(key).collect(),
    }
}

/// Which games are listed.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct Wanted {
    /// Only games in this state.
    state: Option<CardState>,
    /// As `next` of the page before.
    #[cfg_attr(test, param(max_length = 20))]
    after: Option<String>,
}

/// Games that everybody may find, the newest first.
#[cfg_attr(test, utoipa::path(get, path = "/games", tag = "games", params(Wanted),
    responses((status = 200, body = GameList), (status = 400, body = Problem))))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Asked(wanted): Asked<Wanted>,
) -> Result<axum::Json<GameList>, Refused> {
    let before = match wanted.after.as_deref() {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| Reason::NotAQuery)?),
    };
    let state = wanted.state.map(|state| state.0);
    let rows = app.store.listed_games(state, before, PAGE).await?;
    let next = rows.last().filter(|_| rows.len() == PAGE).map(|row| row.number.to_string());
    Ok(axum::Json(GameList { games: rows.iter().filter_map(show_card).collect(), next }))
}

fn show_card(row: &CardRow) -> Option<Card> {
    let card: StoredCard = serde_json::from_str(&row.card).ok()?;
    Some(of(row.id, row.version, Word(row.state), card))
}

fn of(id: GameId, version: u64, state: CardState, card: StoredCard) -> Card {
    Card {
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

/// The caller's games: those that need something first, then by deadline; what is over comes last.
#[cfg_attr(test, utoipa::path(get, path = "/me/games", tag = "games",
    responses((status = 200, body = GameList), (status = 401, body = Problem))))]
pub(crate) async fn own(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<axum::Json<GameList>, Refused> {
    let rows = app.store.games_of(caller.person.0, 200).await?;
    let mut cards = Vec::new();
    for row in rows {
        let Some(mut card) = show_card(&row) else { continue };
        if row.state != GameState::Over {
            let room = app.room(row.id).await?;
            let game = room.game();
            let view = game.view(game.viewer(caller.person));
            card.needs_me = needs(&view);
            let board = room.world.board();
            let own = show::view::own_powers(&view);
            card.powers = own.into_iter().map(|power| board.power_key(power).to_owned()).collect();
        }
        cards.push(card);
    }
    cards.sort_by_key(|card| (card.state.0 == GameState::Over, !card.needs_me, card.due.unwrap_or(i64::MAX)));
    Ok(axum::Json(GameList { games: cards, next: None }))
}

/// Whether the viewer is waited for.
fn needs(view: &game::View) -> bool {
    match (view.viewer, &view.state) {
        (Viewer::Seat(seat), StateView::Underway { stage, .. }) => {
            view.seats.get(seat.index()).is_some_and(|own| {
                own.sheet == SheetStatus::NotIn
                    || (*stage == game::Stage::Diplomacy && own.stance == game::Stance::Undecided)
            })
        }
        (Viewer::Member(_), StateView::Gathering { check_in: Some(_), .. }) => true,
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            StateView::Gathering { .. } | StateView::Underway { .. } | StateView::Over(_),
        ) => false,
    }
}

/// Makes a game; its address is the invitation.
#[cfg_attr(test, utoipa::path(post, path = "/games", tag = "games", request_body = NewGame,
    responses((status = 200, body = GameView), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Language(tongue): Language,
    From(address): From,
    headers: HeaderMap,
    Json(body): Json<NewGame>,
) -> Result<axum::Json<GameView>, Refused> {
    count(&app, address, Act::Heavy)?;
    let person = app.store.person(caller.person.0).await?.ok_or(Reason::NameYourself)?;
    if app.store.count_open_games(caller.person.0).await? >= MOST_GAMES {
        return Err(Reason::TooManyGames.bound(MOST_GAMES as usize));
    }
    let room = make(&app, caller.person, &person.name, &body, tongue).await?;
    super::games::shown(&app, &room, Some(caller), tongue, &headers).await.map(axum::Json)
}

async fn make(
    app: &Arc<App>,
    maker: Person,
    name: &str,
    body: &NewGame,
    tongue: crate::world::Tongue,
) -> Result<Arc<Room>, Refused> {
    let preset = Preset::from_key(&body.preset).ok_or(Reason::NoSuchPreset)?;
    let world = match body.variant.as_deref() {
        None => app.world,
        Some(key) => app.worlds.get(key).ok_or_else(|| Reason::NoSuchVariant.about(key))?,
    };
    let players = body.players.unwrap_or(world.board().powers().len());
    let settings = match &body.settings {
        Some(settings) => take::settings::settings(settings, maker)?,
        None => {
            let phrases = app.world.voice(tongue).phrases;
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
    fill(&mut bits)?;
    let mut seed = [0; 8];
    seed.copy_from_slice(&bits[10..]);
    let charter = Charter::draw(world.board(), settings, maker, u64::from_le_bytes(seed), now)?;
    let mut commands = Vec::new();
    if body.join {
        commands.push(
            take::command::command(
                app,
                world,
                CommandBody::Join { wish: wish(world, &charter, body)? },
                name,
            )
            .await?,
        );
    }
    for key in &body.bots {
        commands.push(Command::SeatBot(take::settings::bot(key)?));
    }
    begin(app, world, charter, commands, body.listed, GameId::from_bits(first_ten(&bits))).await
}

fn first_ten(bits: &[u8; 18]) -> [u8; 10] {
    std::array::from_fn(|i| bits[i])
}

/// The seat whose powers have the one that was wished for.
fn wish(world: &World, charter: &Charter, body: &NewGame) -> Result<Option<WishBody>, Refused> {
    let Some(key) = body.power.as_deref() else { return Ok(None) };
    let power = take::command::power(world.board(), key)?;
    let seating = charter.seating();
    let seat = seating.seats().find(|seat| seating.powers(*seat).contains(&power));
    let seat = seat.ok_or(Reason::WishDoesNotFit)?.index();
    Ok(Some(match charter.settings().allocation {
        game::Allocation::Chosen => WishBody::This(seat),
        game::Allocation::Preference => WishBody::Ranked(vec![seat]),
        game::Allocation::Lot => return Err(Reason::WishDoesNotFit.into()),
    }))
}

/// Stores a new game with everything that happens at once.
async fn begin(
    app: &Arc<App>,
    world: &'static World,
    charter: Charter,
    commands: Vec<Command>,
    listed: bool,
    id: GameId,
) -> Result<Arc<Room>, Refused> {
    let (maker, now) = (charter.maker(), charter.made());
    let written = store::record::write_charter(world.board(), &charter);
    let mut game = Game::new(charter);
    let mut events = Vec::new();
    for command in commands {
        for event in room::decide(world, &game, Actor::Person(maker), command, now)? {
            game.apply(&event);
            events.push(room::new_event(world, &event));
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
        card: card::write(&public, &game),
        state: room::state(&public),
        due: game.due().map(Timestamp::seconds),
        bots_due: !game.programs_owing().is_empty(),
        members: game.people().into_iter().map(|who| who.0).collect(),
        events,
    };
    match app.store.create(new).await? {
        Created::Done => {}
        Created::Exists => return Err(Reason::Busy.into()),
    }
    let owes = !game.programs_owing().is_empty();
    let room = app.keep(Arc::new(Room::new(id, world, listed, game)));
    if owes {
        crate::robots::wake(app, id);
    }
    app.due_sooner.notify_one();
    Ok(room)
}
