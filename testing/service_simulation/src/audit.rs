//! What must hold of the stored games. The auditor reads every event when it reaches the disk, and has its own
//! copy of each game.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use game::{Fact, Game, MessageFact, RoundFact, SeatId, StateView, Timestamp, Viewer};
use rules::Phase;
use server::content::{Content, Variants};
use store::{EventRow, GameId, Games, Memory, record};

use crate::disk::at_once;

/// The auditor's copies of all games.
#[derive(Debug, Default)]
pub(crate) struct Audit {
    games: BTreeMap<GameId, AuditedGame>,
    /// Phases resolved in all games.
    pub(crate) phases: u64,
}

#[derive(Debug)]
pub(crate) struct AuditedGame {
    content: &'static Content,
    pub(crate) game: Game,
    last_event_at: i64,
    last_phase: Option<Phase>,
    records: usize,
    /// The texts of all messages. In a simulation each is sent once.
    pub(crate) messages: BTreeSet<String>,
    /// Since when a deadline that has passed is not handled, in true time.
    overdue_since: Option<(Timestamp, i64)>,
    /// Since when each bot is due, by seat and the number of records.
    bots_since: BTreeMap<(SeatId, usize), i64>,
}

/// Within how many seconds after the last fault a deadline must be handled and a bot must hand in: a node that
/// crashed keeps its claims for so long, if its clock was wrong, and then the others need some time.
const MAX_LATE_SECONDS: i64 = store::MAX_CLAIM_SECONDS + 30;

impl Audit {
    /// Reads the events that are new on the disk.
    pub(crate) fn read_new_events(&mut self, id: GameId, disk: &Memory) -> Result<(), String> {
        let audited = match self.games.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(AuditedGame::load(id, disk)?),
        };
        let records = audited.records;
        let rows = at_once(disk.events(id, audited.game.version(), usize::MAX)).map_err(|e| e.to_string())?;
        for row in &rows {
            // A log that was broken on purpose may be more than a game can take.
            let applied = catch_unwind(AssertUnwindSafe(|| audited.apply(row)));
            applied.map_err(|_| format!("stored event {} cannot be applied", row.version))??;
        }
        self.phases += (audited.records - records) as u64;
        Ok(())
    }

    pub(crate) fn game(&self, id: GameId) -> Option<&AuditedGame> {
        self.games.get(&id)
    }

    /// Forgets how late work was. For the end of the faults, and after a jump of the clocks.
    pub(crate) fn forgive_lateness(&mut self) {
        for audited in self.games.values_mut() {
            audited.overdue_since = None;
            audited.bots_since.clear();
        }
    }

    /// Whether no deadline has passed and no bot is due. Fails if that is so for too long.
    pub(crate) fn is_settled(&mut self, now: i64) -> Result<bool, String> {
        let mut settled = true;
        for (id, audited) in &mut self.games {
            settled &= audited.is_settled(now).map_err(|wrong| format!("game {id}: {wrong}"))?;
        }
        Ok(settled)
    }

    /// The next deadline of all games.
    pub(crate) fn next_due(&self) -> Option<i64> {
        self.games.values().filter_map(|audited| audited.game.due()).map(Timestamp::seconds).min()
    }
}

impl AuditedGame {
    fn load(id: GameId, disk: &Memory) -> Result<Self, String> {
        let row = at_once(disk.game(id)).ok().flatten().ok_or("a created game is not stored")?;
        let content = Variants::built_in().get(&row.variant).ok_or("a game of an unknown variant")?;
        let charter = record::read_charter(content.board(), &row.charter).map_err(|e| e.to_string())?;
        Ok(Self {
            content,
            game: Game::new(charter),
            last_event_at: row.made,
            last_phase: None,
            records: 0,
            messages: BTreeSet::new(),
            overdue_since: None,
            bots_since: BTreeMap::new(),
        })
    }

    fn apply(&mut self, row: &EventRow) -> Result<(), String> {
        let version = self.game.version() + 1;
        if row.version != version {
            return Err(format!("stored event {version} has the number {}", row.version));
        }
        let event = record::read_event(self.content.board(), &row.record).map_err(|e| e.to_string())?;
        let is_correction = matches!(event.fact, Fact::ClockCorrected { .. });
        if row.at < self.last_event_at && !is_correction {
            return Err(format!("the time of stored event {version} is before the last one"));
        }
        self.last_event_at = row.at;
        match &event.fact {
            Fact::Round(RoundFact::PhaseResolved(record)) => {
                let again = self.last_phase == Some(record.phase());
                if record.number != self.records || again {
                    return Err(format!("phase {} is resolved again", record.phase().key()));
                }
                self.records += 1;
                self.last_phase = Some(record.phase());
            }
            Fact::Message(MessageFact::Sent(message)) => {
                if !self.messages.insert(message.text.as_str().to_owned()) {
                    return Err(format!("message {} is stored twice", message.text));
                }
            }
            Fact::Gathering(_)
            | Fact::Started { .. }
            | Fact::Opened { .. }
            | Fact::Orders(..)
            | Fact::Seat(..)
            | Fact::Round(_)
            | Fact::Message(_)
            | Fact::Vote(_)
            | Fact::RolledBack { .. }
            | Fact::ClockCorrected { .. }
            | Fact::Ended(_) => {}
        }
        self.game.apply(&event);
        Ok(())
    }

    fn is_settled(&mut self, now: i64) -> Result<bool, String> {
        let overdue = self.game.due().filter(|due| due.seconds() <= now);
        let since = |known: Option<(Timestamp, i64)>, due| known.filter(|(same, _)| *same == due);
        self.overdue_since = overdue.map(|due| since(self.overdue_since, due).unwrap_or((due, now)));
        if let Some((_, since)) = self.overdue_since
            && now - since > MAX_LATE_SECONDS
        {
            return Err(format!("a deadline is not handled for {} s", now - since));
        }
        let due: Vec<_> = self.game.bots_due().iter().map(|seat| (seat, self.records)).collect();
        self.bots_since.retain(|bot, _| due.contains(bot));
        for bot in &due {
            let since = *self.bots_since.entry(*bot).or_insert(now);
            if now - since > MAX_LATE_SECONDS {
                return Err(format!(
                    "the bot of seat {} does not hand in for {} s",
                    bot.0.index(),
                    now - since
                ));
            }
        }
        Ok(overdue.is_none() && due.is_empty())
    }

    /// The columns of a game repeat what follows from its events.
    pub(crate) fn check_columns(&self, id: GameId, disk: &Memory) -> Result<(), String> {
        let row = at_once(disk.game(id)).ok().flatten().ok_or("a game is gone")?;
        let game = &self.game;
        let state = match game.view(Viewer::Stranger).state {
            StateView::Gathering { .. } => store::GameState::Gathering,
            StateView::Underway { .. } => store::GameState::Underway,
            StateView::Over(_) => store::GameState::Over,
        };
        let expected =
            (game.version(), state, game.due().map(Timestamp::seconds), !game.bots_due().is_empty());
        let stored = (row.version, row.state, row.due, row.bots_due);
        if stored == expected {
            Ok(())
        } else {
            Err(format!("game {id} has the columns {stored:?}, not {expected:?}"))
        }
    }
}
