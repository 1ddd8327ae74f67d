//! The state of a game at a table: the sheets that are in, and the phases that were judged. No input or output.

use std::collections::BTreeMap;

use ::game::{SeatSet, Seating};
use anyhow::{Context as _, Result, bail};
use notation::{Notation, SubmittedOrders};
use rules::{Board, Edition, Judge, Phase, Position, Power, Resolution};

use super::file::Entry;

/// Whether a phase is judged without the missing sheets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Go {
    WhenComplete,
    Anyway,
}

pub(super) struct TableGame {
    board: &'static Board,
    notation: Notation<'static>,
    edition: Edition,
    start: Position,
    phases: Vec<PlayedPhase>,
    /// By power: the orders in the international notation.
    sheets: BTreeMap<Power, Vec<String>>,
}

/// A phase that was judged, and its sheets, so that it can be taken back.
struct PlayedPhase {
    resolution: Resolution,
    sheets: BTreeMap<Power, Vec<String>>,
}

impl TableGame {
    /// None if the board has no table for this number of players.
    pub(super) fn new(board: &'static Board, edition: Edition, players: usize) -> Option<Self> {
        let seating = Seating::new(board, players)?;
        let mut start = Position::start(board);
        start.players = seating.table(None, SeatSet::EMPTY);
        Some(Self {
            board,
            notation: Notation::new(board),
            edition,
            start,
            phases: Vec::new(),
            sheets: BTreeMap::new(),
        })
    }

    pub(super) const fn board(&self) -> &'static Board {
        self.board
    }

    pub(super) const fn edition(&self) -> Edition {
        self.edition
    }

    pub(super) fn position(&self) -> &Position {
        self.phases.last().map_or(&self.start, |played| &played.resolution.after)
    }

    /// The last phase that was judged.
    pub(super) fn last(&self) -> Option<&Resolution> {
        self.phases.last().map(|played| &played.resolution)
    }

    /// How many phases were judged.
    pub(super) const fn played(&self) -> usize {
        self.phases.len()
    }

    pub(super) fn sheet(&self, power: Power) -> Option<&[String]> {
        self.sheets.get(&power).map(Vec::as_slice)
    }

    pub(super) fn key(&self, power: Power) -> String {
        self.notation.power_code(power).to_owned()
    }

    /// The powers that hand in a sheet in this phase.
    pub(super) fn owing(&self) -> Vec<Power> {
        let position = self.position();
        let judge = position.adjustment_judge(self.board, self.edition);
        let owes = |power: &Power| match position.phase {
            Phase::Movement(_) => position.forces.count(*power) > 0,
            Phase::Retreat(_) => position.dislodged.iter().any(|dislodged| dislodged.unit.power == *power),
            Phase::Adjustment { .. } => judge.centres_minus_units(*power) != 0,
        };
        let played = |power: &Power| !position.players.in_disorder(*power);
        self.board.powers().filter(played).filter(owes).collect()
    }

    /// The powers whose sheets are not in.
    pub(super) fn missing(&self) -> Vec<Power> {
        self.owing().into_iter().filter(|power| !self.sheets.contains_key(power)).collect()
    }

    pub(super) fn apply(&mut self, entry: &Entry) -> Result<()> {
        match entry {
            Entry::Sheet { phase, power, orders } => {
                self.check_phase(*phase)?;
                let power = self.power(power)?;
                self.sheets.insert(power, orders.clone());
            }
            Entry::Clear { phase, power } => {
                self.check_phase(*phase)?;
                let power = self.power(power)?;
                self.sheets.remove(&power);
            }
            Entry::Judge { phase } => {
                self.check_phase(*phase)?;
                self.judge()?;
            }
            Entry::Undo => {
                let played = self.phases.pop().context("nothing has been judged")?;
                self.sheets = played.sheets;
            }
        }
        Ok(())
    }

    fn check_phase(&self, phase: Phase) -> Result<()> {
        let now = self.position().phase;
        if phase != now || self.position().winner.is_some() {
            bail!("this is for {}, and the game is at {}", phase.key(), now.key());
        }
        Ok(())
    }

    fn power(&self, key: &str) -> Result<Power> {
        self.notation.power(key).with_context(|| format!("no power '{key}'"))
    }

    fn judge(&mut self) -> Result<()> {
        let position = self.position();
        let lines = self.sheets.iter().flat_map(|(power, orders)| {
            orders.iter().map(|order| (*power, order.as_str())).collect::<Vec<_>>()
        });
        let orders = SubmittedOrders::read(&self.notation, position, lines).into_orders();
        let mut judge = Judge::new(self.board, self.edition);
        let resolution = position.resolve(&mut judge, &orders)?;
        let sheets = std::mem::take(&mut self.sheets);
        self.phases.push(PlayedPhase { resolution, sheets });
        Ok(())
    }
}
