//! Games that only bots play. Nobody waits for them, so they wait for others, and one person cannot have many.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Game, Person};
use store::{GameId, GameState};

use crate::app::App;
use crate::fair_queue::Priority;
use crate::game_summary::StoredSummary;
use crate::payer::Payer;
use crate::rate_limits::Source;
use crate::refusals::{Reason, Refused};

/// Whether games that only bots play are allowed on this server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotGames {
    /// Like all other games.
    Allow,
    /// Their bots think only when no bot of another game waits.
    Slow,
    /// Nobody can start one.
    Refuse,
}

/// How many unfinished games without people one person, and one address, may have.
pub(crate) const MAX_BOT_GAMES_PER_PERSON: usize = 10;
pub(crate) const MAX_BOT_GAMES_PER_ADDRESS: usize = 20;
/// How many of a person's games are looked at.
const MAX_OWN_GAMES: usize = 200;
/// How many people and games are remembered with their address. Then all are forgotten.
const MAX_REMEMBERED: usize = 20_000;

/// From where people make and play games, as far as this node remembers. It is not stored: addresses are personal
/// data.
#[derive(Debug, Default)]
pub(crate) struct BotGameMakers {
    /// Two games are not counted and made at the same time.
    pub(crate) turn: tokio::sync::Mutex<()>,
    addresses: Mutex<Addresses>,
}

#[derive(Debug, Default)]
struct Addresses {
    of_people: HashMap<Person, Source>,
    of_bot_games: HashMap<GameId, Source>,
}

impl BotGameMakers {
    /// Remembers from where somebody makes games, or plays.
    pub(crate) fn remember_person(&self, person: Person, address: Source) {
        let mut addresses = self.lock();
        if addresses.of_people.get(&person) == Some(&address) {
            return;
        }
        if addresses.of_people.len() >= MAX_REMEMBERED {
            addresses.of_people.clear();
        }
        addresses.of_people.insert(person, address);
    }

    /// From where somebody makes games or plays, if this node remembers.
    pub(crate) fn address_of(&self, person: Person) -> Option<Source> {
        self.lock().of_people.get(&person).copied()
    }

    pub(crate) fn remember_game(&self, game: GameId, address: Source) {
        let mut addresses = self.lock();
        if addresses.of_bot_games.len() >= MAX_REMEMBERED {
            addresses.of_bot_games.clear();
        }
        addresses.of_bot_games.insert(game, address);
    }

    /// Who pays for the bots of a game: its maker. If others play it without its maker, the first of them.
    pub(crate) fn payer(&self, game: &Game) -> Payer {
        let maker = game.charter().creator();
        let players = || game.charter().seating().seats().filter_map(|seat| game.person_at(seat));
        let plays = players().any(|person| person == maker);
        let payer = if plays { maker } else { players().next().unwrap_or(maker) };
        Payer::of_person(payer, self.lock().of_people.get(&payer).copied())
    }

    fn games_from(&self, address: Source) -> Vec<GameId> {
        let addresses = self.lock();
        addresses.of_bot_games.iter().filter(|(_, from)| **from == address).map(|(id, _)| *id).collect()
    }

    fn forget_game(&self, game: GameId) {
        self.lock().of_bot_games.remove(&game);
    }

    fn lock(&self) -> MutexGuard<'_, Addresses> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The priority of the bots of a game.
pub(crate) fn bot_priority(app: &App, game: &Game) -> Priority {
    match app.config.bot_games {
        BotGames::Allow => Priority::Usual,
        BotGames::Slow | BotGames::Refuse if game.is_played_by_bots_alone() => Priority::Later,
        BotGames::Slow | BotGames::Refuse => Priority::Usual,
    }
}

/// Refuses a new game without people, if the server allows none or if there are too many.
pub(crate) async fn check_new_bot_game(app: &App, maker: Person, address: Source) -> Result<(), Refused> {
    if app.config.bot_games == BotGames::Refuse {
        return Err(Reason::NoBotGames.into());
    }
    let rows = app.store.games_of(maker.0, MAX_OWN_GAMES).await?;
    let is_bot_game = |summary: &str| {
        serde_json::from_str(summary).is_ok_and(|summary: StoredSummary| summary.bots == summary.players)
    };
    let own = rows.iter().filter(|row| row.state != GameState::Over && is_bot_game(&row.summary)).count();
    if own >= MAX_BOT_GAMES_PER_PERSON {
        return Err(Reason::TooManyBotGames.with_limit(MAX_BOT_GAMES_PER_PERSON));
    }
    let mut unfinished = 0;
    for id in app.bot_game_makers.games_from(address) {
        let is_over = match app.live_game(id).await {
            Ok(live_game) => live_game.game().ending().is_some(),
            Err(refused) if refused.reason == Reason::NoSuchGame => true,
            Err(refused) => return Err(refused),
        };
        if is_over {
            app.bot_game_makers.forget_game(id);
        } else {
            unfinished += 1;
        }
    }
    if unfinished >= MAX_BOT_GAMES_PER_ADDRESS {
        return Err(Reason::TooManyBotGames.with_limit(MAX_BOT_GAMES_PER_ADDRESS));
    }
    Ok(())
}
