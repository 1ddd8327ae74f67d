//! Games in memory.

use std::collections::HashMap;

use super::{Kept, Tables};
use crate::{
    Append, Appended, Backstage, CardRow, Census, Created, EventRow, GameId, GameRow, GameState, MOST_ROWS,
    NewEvent, NewGame, WholeGame,
};

impl Tables {
    pub(super) fn create(&mut self, new: NewGame) -> Created {
        if self.numbers.contains_key(&new.id) {
            return Created::Exists;
        }
        self.made += 1;
        let row = GameRow {
            id: new.id,
            number: self.made,
            variant: new.variant,
            maker: new.maker,
            made: new.made,
            listed: new.listed,
            charter: new.charter,
            card: new.card,
            version: 0,
            state: new.state,
            due: new.due,
            errand: new.errand,
        };
        let mut kept = Kept { row, events: Vec::new(), nonces: HashMap::new(), members: new.members };
        kept.push(new.events);
        self.numbers.insert(new.id, self.made);
        self.games.insert(self.made, kept);
        Created::Done
    }

    pub(super) fn append(&mut self, append: Append) -> Appended {
        let Some(kept) = self.game_mut(append.game) else { return Appended::NoGame };
        if let Some(version) = append.nonce.as_ref().and_then(|nonce| kept.nonces.get(nonce)) {
            return Appended::Repeated { version: *version };
        }
        if kept.row.version != append.expected {
            return Appended::Conflict { version: kept.row.version };
        }
        kept.push(append.events);
        let version = kept.row.version;
        if let Some(nonce) = append.nonce {
            kept.nonces.insert(nonce, version);
        }
        kept.row.card = append.card;
        kept.row.state = append.state;
        kept.row.due = append.due;
        kept.row.errand = append.errand;
        if let Some(members) = append.members {
            kept.members = members;
        }
        Appended::Done { version }
    }

    pub(super) fn game(&self, id: GameId) -> Option<&Kept> {
        self.games.get(self.numbers.get(&id)?)
    }

    fn game_mut(&mut self, id: GameId) -> Option<&mut Kept> {
        self.games.get_mut(self.numbers.get(&id)?)
    }

    pub(super) fn events(&self, id: GameId, after: u64, most: usize) -> Vec<EventRow> {
        let Some(kept) = self.game(id) else { return Vec::new() };
        let first = usize::try_from(after).unwrap_or(usize::MAX).min(kept.events.len());
        kept.events[first..].iter().take(most.min(MOST_ROWS)).cloned().collect()
    }

    pub(super) fn due(&self, now: i64, most: usize) -> Vec<GameId> {
        let rows = self.games.values().map(|kept| &kept.row);
        let mut due: Vec<_> = rows
            .filter_map(|row| Some((row.due?, row.number, row.id)))
            .filter(|(due, ..)| *due <= now)
            .collect();
        due.sort_unstable();
        due.into_iter().take(most.min(MOST_ROWS)).map(|(.., id)| id).collect()
    }

    pub(super) fn errands(&self, most: usize) -> Vec<GameId> {
        let owing = self.games.values().filter(|kept| kept.row.errand);
        owing.take(most.min(MOST_ROWS)).map(|kept| kept.row.id).collect()
    }

    pub(super) fn cards(
        &self,
        before: Option<u64>,
        most: usize,
        fits: impl Fn(&Kept) -> bool,
    ) -> Vec<CardRow> {
        let older = self.games.range(..before.unwrap_or(u64::MAX)).rev().map(|(_, kept)| kept);
        older.filter(|kept| fits(kept)).take(most.min(MOST_ROWS)).map(|kept| card(&kept.row)).collect()
    }

    pub(super) fn redact(&mut self, id: GameId, version: u64, record: String) -> bool {
        let Some(kept) = self.game_mut(id) else { return false };
        if version == 0 {
            kept.row.charter = record;
            return true;
        }
        let event = kept.events.iter_mut().find(|event| event.version == version);
        event.map(|event| event.record = record).is_some()
    }

    pub(super) fn delete_game(&mut self, id: GameId) -> bool {
        self.numbers.remove(&id).and_then(|number| self.games.remove(&number)).is_some()
    }

    pub(super) fn census(&self, now: i64) -> Census {
        let rows = || self.games.values().map(|kept| &kept.row);
        let count = |state| rows().filter(|row| row.state == state).count() as u64;
        Census {
            gathering: count(GameState::Gathering),
            underway: count(GameState::Underway),
            over: count(GameState::Over),
            people: self.people.len() as u64,
            due: rows().filter(|row| row.due.is_some_and(|due| due <= now)).count() as u64,
            errands: rows().filter(|row| row.errand).count() as u64,
        }
    }

    pub(super) fn backstage(&self, id: GameId) -> Backstage {
        let Some(kept) = self.game(id) else { return Backstage::default() };
        let mut members = kept.members.clone();
        members.sort_unstable();
        members.dedup();
        let mut nonces: Vec<(String, u64)> =
            kept.nonces.iter().map(|(nonce, version)| (nonce.clone(), *version)).collect();
        nonces.sort_unstable();
        Backstage { members, nonces }
    }

    pub(super) fn put(&mut self, whole: WholeGame) -> bool {
        if self.numbers.contains_key(&whole.game.id) {
            return false;
        }
        self.made += 1;
        let Backstage { members, nonces } = whole.backstage;
        let row = GameRow { number: self.made, ..whole.game };
        self.numbers.insert(row.id, self.made);
        let kept = Kept { row, events: whole.events, nonces: nonces.into_iter().collect(), members };
        self.games.insert(self.made, kept);
        true
    }

    pub(super) fn faults(&self) -> Vec<String> {
        let whole = |kept: &&Kept| {
            kept.events.len() as u64 == kept.row.version
                && (1..).zip(&kept.events).all(|(version, event)| event.version == version)
        };
        let broken = self.games.values().filter(|kept| !whole(kept));
        broken.map(|kept| format!("game {}: its events are not counted through", kept.row.id)).collect()
    }
}

impl Kept {
    fn push(&mut self, events: Vec<NewEvent>) {
        for NewEvent { at, record } in events {
            self.row.version += 1;
            self.events.push(EventRow { version: self.row.version, at, record });
        }
    }
}

fn card(row: &GameRow) -> CardRow {
    CardRow {
        id: row.id,
        number: row.number,
        card: row.card.clone(),
        state: row.state,
        version: row.version,
        made: row.made,
    }
}
