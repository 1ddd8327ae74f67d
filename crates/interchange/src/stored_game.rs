//! A game as the store keeps it: a line of JSON for the charter, then one for every event. `store export` and
//! `simulate` write it.

use std::io::{self, Write};

use game::{Charter, Event, Game, Record, RecordStatus, Viewer};
use notation::Notation;
use rules::Board;
use store::record::{read_charter, read_event, write_charter, write_event};

use crate::PhaseLine;

/// Everything that is kept of a game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    pub charter: Charter,
    pub events: Vec<Event>,
}

impl StoredGame {
    /// What is wrong is reported with its line.
    pub fn read(board: &Board, text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (first, charter) = lines.next().ok_or("the file is empty")?;
        let charter = read_charter(board, charter).map_err(|fault| format!("line {}: {fault}", first + 1))?;
        let event = |(i, line)| read_event(board, line).map_err(|fault| format!("line {}: {fault}", i + 1));
        Ok(Self { charter, events: lines.map(event).collect::<Result<_, _>>()? })
    }

    pub fn write(board: &Board, charter: &Charter, events: &[Event], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", write_charter(board, charter))?;
        for event in events {
            writeln!(out, "{}", write_event(board, event))?;
        }
        out.flush()
    }

    /// The game after all of its events.
    pub fn game(&self) -> Game {
        Game::replay(self.charter.clone(), &self.events)
    }

    /// The phases that were not undone, each with its orders, and last the position that the game has
    /// reached.
    pub fn phases(&self, board: &Board) -> Vec<PhaseLine> {
        let (seating, edition) = (self.charter.seating(), self.charter.settings().edition);
        // Whoever has the file may see all of it, also of a game that only its players may watch.
        let view = self.game().view(Viewer::Master);
        let judged = view.history.iter().filter(|(_, counts)| *counts == RecordStatus::Active);
        let judged = judged.map(|(record, _): &(_, _)| {
            let record: &Record = record;
            let notation = Notation::new(record.board(seating, board));
            PhaseLine::of_resolution(&notation, edition, &record.resolution)
        });
        let now = view.board.iter().map(|now| {
            let notation = Notation::new(seating.board(board, now.neutrality));
            PhaseLine::of_position(&notation, edition, &now.position)
        });
        judged.chain(now).collect()
    }
}
