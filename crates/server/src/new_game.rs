//! Creates games: settings and seats from a request, and the rows for the store.

use std::sync::Arc;

use atlas::Variant;
use game::{
    Actor, Charter, Command, Game, Master, NextGame, Person, Refusal, Settings, StateView, TalkLanguage,
    Venue, Viewer,
};
use store::{Created, GameId, NewEvent, record};

use crate::app::App;
use crate::bot_games::check_new_bot_game;
use crate::content::{Content, LanguageId};
use crate::from_wire;
use crate::game_columns::GameColumns;
use crate::live_game::{self, LiveGame};
use crate::notifications;
use crate::presets::Preset;
use crate::rate_limits::Source;
use crate::refusals::{Reason, Refused};
use crate::secrets::fill_random;
use crate::storage_budget::{charge_person, check_storage, stored_bytes};
use crate::table_code::{code_of, ids_with_code};
use crate::wire::{CommandBody, NewGame, SeatPreferenceBody};

/// Creates a game as requested: with its creator and bots seated, if the request says so.
pub(crate) async fn make_game(
    app: &Arc<App>,
    maker: Person,
    name: &str,
    body: &NewGame,
    language_id: LanguageId,
    address: Source,
) -> Result<Arc<LiveGame>, Refused> {
    check_storage(app, maker)?;
    let preset = Preset::from_key(&body.preset).ok_or(Reason::NoSuchPreset)?;
    let content = match body.variant.as_deref() {
        None => app.standard,
        Some(key) => app.variants.get(key).ok_or_else(|| Reason::NoSuchVariant.about(key))?,
    };
    let players = body.players.unwrap_or(content.board().powers().len());
    let before = match body.after.as_deref() {
        Some(key) => Some(finished_game(app, maker, key).await?),
        None => None,
    };
    let settings = match &body.settings {
        Some(settings) => {
            let settings = from_wire::settings::settings(settings, maker)?;
            let master = before.as_ref().and_then(|before| before.game().charter().settings().master);
            // The game master of the game before leads this one too, whoever creates it.
            let who = master.map_or(maker, |master| master.who);
            Settings { master: settings.master.map(|master| Master { who, ..master }), ..settings }
        }
        None => {
            let phrases = app.standard.language_pack(language_id).phrases;
            let usual = phrases.get(&format!("presets.{}.title", preset.key())).unwrap_or("Detente");
            let title = body.title.as_deref().filter(|title| !title.trim().is_empty());
            let title = title.map_or_else(|| usual.replace("{name}", name), str::to_owned);
            let settings = preset.settings(content.board(), &title, players)?;
            let code = &app.standard.language_pack(language_id).code;
            Settings { language: TalkLanguage::new(code), ..settings }
        }
    };
    if body.bots.len() > settings.players {
        return Err(Reason::Full.into());
    }
    let now = app.now();
    let id = free_game_id(app, settings.venue).await?;
    let mut seed = [0; 8];
    fill_random(&mut seed)?;
    let charter = Charter::new(content.board(), settings, maker, u64::from_le_bytes(seed), now)?;
    let mut commands = Vec::new();
    if body.join {
        commands.push(
            from_wire::command::command(
                app,
                content,
                CommandBody::Join { wish: seat_preference(content, &charter, body)? },
                name,
            )
            .await?,
        );
    }
    for key in &body.bots {
        commands.push(Command::SeatBot(from_wire::settings::bot(key)?));
    }
    if body.join || body.bots.len() < charter.settings().players {
        let live_game = store_new_game(app, content, charter, commands, body.listed, id).await?;
        if let Some(before) = before {
            name_next_game(app, &before, maker, id).await;
        }
        return Ok(live_game);
    }
    let _turn = app.bot_game_makers.turn.lock().await;
    check_new_bot_game(app, maker, address).await?;
    let live_game = store_new_game(app, content, charter, commands, body.listed, id).await?;
    app.bot_game_makers.remember_game(id, address);
    Ok(live_game)
}

/// A game that is over, of which the maker of the new one was a player or the master.
async fn finished_game(app: &Arc<App>, maker: Person, key: &str) -> Result<Arc<LiveGame>, Refused> {
    let id: GameId = key.parse().map_err(|_| Reason::NotFound)?;
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let view = game.view(game.viewer(maker));
    match (view.viewer, &view.state) {
        (Viewer::Seat(_) | Viewer::Master, StateView::Over(_)) if view.next_game.is_none() => {}
        (Viewer::Seat(_) | Viewer::Master, StateView::Over(_)) => return Err(Refusal::HasNextGame.into()),
        (Viewer::Seat(_) | Viewer::Master, StateView::Gathering { .. } | StateView::Underway { .. }) => {
            return Err(Refusal::NotOver.into());
        }
        (Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger, _) => {
            return Err(Refusal::NotSeated.into());
        }
    }
    drop(game);
    Ok(live_game)
}

/// Announces the new game to the people of the game before. The new game exists in any case.
async fn name_next_game(app: &Arc<App>, before: &Arc<LiveGame>, maker: Person, next: GameId) {
    let Ok(key) = NextGame::new(&next.to_string()) else { return };
    let named = before.execute(app, Actor::Person(maker), Command::NameNextGame(key), None).await;
    if let Err(refused) = named {
        tracing::info!(game = %before.id, id = refused.reason.key(), "next game not announced");
    }
}

/// The preference for the seat that has the requested power.
fn seat_preference(
    content: &Content,
    charter: &Charter,
    body: &NewGame,
) -> Result<Option<SeatPreferenceBody>, Refused> {
    let Some(key) = body.power.as_deref() else { return Ok(None) };
    let power = from_wire::power(content.board(), key)?;
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
pub async fn store_new_game(
    app: &Arc<App>,
    content: &'static Content,
    charter: Charter,
    commands: Vec<Command>,
    listed: bool,
    id: GameId,
) -> Result<Arc<LiveGame>, Refused> {
    let (maker, now) = (charter.creator(), charter.created_at());
    let mut game = Game::new(charter);
    let (mut events, mut has_news) = (Vec::new(), false);
    for command in commands {
        for event in live_game::decide(content, &game, Actor::Person(maker), command, now)? {
            game.apply(&event);
            has_news |= notifications::decide::has_news(std::slice::from_ref(&event));
            events.push(live_game::new_event(content, &event));
        }
    }
    let members = game.people().into_iter().map(|who| who.0).collect();
    let new =
        store::NewGame { listed, members, has_news, ..new_game_row(content.variant, id, &game, events) };
    charge_person(app, maker, stored_bytes(&new.events) + new.charter.len() as u64);
    match app.store.create(new).await? {
        Created::Done => {}
        Created::Exists => return Err(Reason::Busy.into()),
    }
    let bots_due = !game.bots_due().is_empty();
    let live_game = app.add_live_game(Arc::new(LiveGame::new(id, content, listed, game)));
    if bots_due {
        crate::bot_runner::start_bots(app, id);
    }
    app.due_sooner.notify_one();
    if has_news {
        app.news.notify_one();
    }
    Ok(live_game)
}

/// A random id for a new game. At a table its short code leads to no other game.
async fn free_game_id(app: &App, venue: Venue) -> Result<GameId, Refused> {
    // Two games have the same code once in a billion times. Then another id is taken.
    for _ in 0..4 {
        let id = new_game_id()?;
        let (first, last) = match venue {
            Venue::Anywhere => return Ok(id),
            Venue::Table => ids_with_code(&code_of(id)).ok_or(Reason::InternalError)?,
        };
        if app.store.open_games_between(first, last, 1).await?.is_empty() {
            return Ok(id);
        }
    }
    Err(Reason::Busy.into())
}

/// A random id for a new game.
pub(crate) fn new_game_id() -> Result<GameId, Refused> {
    let mut bits = [0; 10];
    fill_random(&mut bits)?;
    Ok(GameId::from_bits(bits))
}

/// The rows of a game that is not stored yet: not listed publicly, and without members.
pub(crate) fn new_game_row(
    variant: &Variant,
    id: GameId,
    game: &Game,
    events: Vec<NewEvent>,
) -> store::NewGame {
    let charter = game.charter();
    let columns = GameColumns::of(game);
    store::NewGame {
        id,
        variant: variant.key().to_owned(),
        maker: charter.creator().0,
        made: charter.created_at().seconds(),
        listed: false,
        charter: record::write_charter(&variant.board, charter),
        summary: columns.summary,
        state: columns.state,
        due: columns.due,
        bots_due: columns.bots_due,
        has_news: false,
        members: Vec::new(),
        events,
    }
}
