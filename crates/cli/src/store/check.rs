//! Checks everything that is stored: the store checks itself, then every game is read and played through, and
//! compared with what its row says.

use std::collections::BTreeSet;
use std::path::Path;

use game::{Game, Person};
use server::GameColumns;
use server::content::Variants;
use store::record::{read_charter, read_event};
use store::{Fault, GameId, GameRow, Store, StoreError};

use super::ROWS_PER_QUERY;
use super::location::StoreLocation;

/// Prints a line for each fault. Returns whether there is none.
pub(super) async fn check(place: &StoreLocation, variants: Option<&Path>) -> anyhow::Result<bool> {
    let variants = match variants {
        Some(folder) => Variants::with_folder(folder).map_err(anyhow::Error::msg)?,
        None => Variants::built_in(),
    };
    let store = place.open_read_only().await?;
    let mut faults = store.check().await?;
    let mut checker = GameChecker { store: &*store, variants, games: 0, events: 0, faults: Vec::new() };
    checker.check_games().await;
    let GameChecker { games, events, faults: of_games, .. } = checker;
    faults.extend(of_games);
    store.close().await?;
    for fault in &faults {
        println!("{fault}");
    }
    println!("{games} games, {events} events, {} faults", faults.len());
    Ok(faults.is_empty())
}

/// Reads every game and plays it through.
struct GameChecker<'s> {
    store: &'s dyn Store,
    variants: Variants,
    games: u64,
    events: u64,
    faults: Vec<Fault>,
}

impl GameChecker<'_> {
    async fn check_games(&mut self) {
        let mut after = 0;
        loop {
            let page = match self.store.games_after(after, ROWS_PER_QUERY).await {
                Ok(page) => page,
                Err(error) => {
                    self.faults.push(Fault::of_store(format!("the list of games cannot be read: {error}")));
                    return;
                }
            };
            let Some((last, _)) = page.last() else { return };
            after = *last;
            for (_, id) in page {
                self.games += 1;
                if let Err(error) = self.check_game(id).await {
                    self.faults.push(Fault::of_game(id, format!("it cannot be read: {error}")));
                }
            }
        }
    }

    async fn check_game(&mut self, id: GameId) -> Result<(), StoreError> {
        // None: a server deleted it meanwhile, or it has no charter, which the store reports.
        let Some(row) = self.store.game(id).await? else { return Ok(()) };
        let members = self.store.game_internals(id).await?.members;
        let Some(game) = self.replay(&row).await? else { return Ok(()) };
        self.compare_columns(&row, &game);
        // A running server may have changed the members after the row was read.
        let is_same = self.store.game(id).await?.is_some_and(|now| now.version == row.version);
        if is_same { self.compare_members(id, &game, &members).await } else { Ok(()) }
    }

    /// The game after all events that its row counts. None if one of them cannot be read.
    async fn replay(&mut self, row: &GameRow) -> Result<Option<Game>, StoreError> {
        let Some(content) = self.variants.get(&row.variant) else {
            self.faults
                .push(Fault::of_game(row.id, format!("there is no map {:?}: see --variants", row.variant)));
            return Ok(None);
        };
        let mut game = match read_charter(content.board(), &row.charter) {
            Ok(charter) => Game::new(charter),
            Err(fault) => {
                self.faults.push(Fault::of_event(row.id, 0, fault.to_string()));
                return Ok(None);
            }
        };
        let mut after = 0;
        let mut is_whole = true;
        while after < row.version {
            let events = self.store.events(row.id, after, ROWS_PER_QUERY).await?;
            let Some(last) = events.last() else { break };
            after = last.version;
            // A running server may have appended more.
            for event in events.iter().filter(|event| event.version <= row.version) {
                self.events += 1;
                is_whole &= event.version == game.version() + 1;
                match read_event(content.board(), &event.record) {
                    Ok(read) => game.apply(&read),
                    Err(fault) => {
                        is_whole = false;
                        self.faults.push(Fault::of_event(row.id, event.version, fault.to_string()));
                    }
                }
            }
        }
        Ok((is_whole && game.version() == row.version).then_some(game))
    }

    fn compare_columns(&mut self, row: &GameRow, game: &Game) {
        let columns = GameColumns::of(game);
        let mut report = |text: String| self.faults.push(Fault::of_game(row.id, text));
        if row.state != columns.state {
            report(format!("its row says {}, its events say {}", row.state.key(), columns.state.key()));
        }
        if row.due != columns.due {
            report(format!("its row says that it is due {:?}, its events say {:?}", row.due, columns.due));
        }
        // Bots have had votes since version 0.3; a row from before does not say that they owe one.
        if row.bots_due != columns.bots_due && game.votes_due_from_bots().is_empty() {
            report("its row and its events disagree whether bots owe orders".to_owned());
        }
        if !is_same_summary(&row.summary, &columns.summary) {
            report(format!("lists show {}, its events say {}", row.summary, columns.summary));
        }
        if row.maker != game.charter().creator().0 || row.made != game.charter().created_at().seconds() {
            report("its row and its charter disagree who made it and when".to_owned());
        }
    }

    /// People of the game who have an account must be its members. Those of an imported game may have none,
    /// and who deleted their account is no member any more.
    async fn compare_members(&mut self, id: GameId, game: &Game, members: &[u64]) -> Result<(), StoreError> {
        let expected: BTreeSet<u64> = game.people().into_iter().map(|Person(who)| who).collect();
        let members: BTreeSet<u64> = members.iter().copied().collect();
        for person in members.difference(&expected) {
            self.faults
                .push(Fault::of_game(id, format!("person {person} is listed as a member, but is none")));
        }
        for person in expected.difference(&members) {
            if self.store.person(*person).await?.is_some() {
                self.faults.push(Fault::of_game(id, format!("person {person} is not listed as a member")));
            }
        }
        Ok(())
    }
}

/// Fields of summaries that earlier versions did not store. They are added when the game changes next.
const NEW_FIELDS: [&str; 7] =
    ["version", "language", "turn_seconds", "hides_board", "put_aside", "free_seats", "bots_from"];

/// Whether a stored summary is what the events give.
fn is_same_summary(stored: &str, from_events: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    if stored == from_events {
        return true;
    }
    let (Some(stored), Some(mut from_events)) = (read(stored), read(from_events)) else { return false };
    if let Some(fields) = from_events.as_object_mut() {
        fields.retain(|name, _| !NEW_FIELDS.contains(&name.as_str()) || stored.get(name).is_some());
    }
    stored == from_events
}
