//! A position of the game and how it goes on from phase to phase (C2).

use crate::{
    Adjustment, Adjustments, Because, Board, Dislodged, Edition, Entry, Forces, Location, Outcome, Owners,
    Phase, Power, Province, RetreatOrder, Ruling, Season, Sheet, Table, Unit, Verdict,
    adjustment::build_place, adjustment::needs_adjusting,
};

/// Everything the rules know of a game at the start of a phase.
#[derive(Clone, Debug)]
pub struct Position {
    pub phase: Phase,
    pub forces: Forces,
    pub owners: Owners,
    /// In a retreat phase, the units that must retreat; else empty.
    pub dislodged: Vec<Dislodged>,
    pub table: Table,
    /// The power that has won; the phase is then the last one played.
    pub winner: Option<Power>,
}

impl Position {
    /// The first turn of a game.
    pub fn start(board: &Board) -> Self {
        Self {
            phase: Phase::Movement(board.first()),
            forces: Forces::starting(board),
            owners: board.starting_owners(),
            dislodged: Vec::new(),
            table: Table::default(),
            winner: None,
        }
    }

    pub const fn adjustments<'a>(&'a self, board: &'a Board, edition: Edition) -> Adjustments<'a> {
        Adjustments { board, edition, forces: &self.forces, owners: &self.owners, table: &self.table }
    }

    /// Goes on after a movement phase, in place. [`resolve`](Self::resolve) does it for whoever keeps the
    /// phase; this is for who plays many and looks at few: the bench, the bots' look ahead, `adjudicate`.
    pub fn after_movement(&mut self, board: &Board, verdict: &Verdict) {
        self.dislodged.clear();
        for (slot, open) in verdict.dislodged() {
            if !open.is_empty() {
                self.dislodged.push(Dislodged { unit: self.forces.units()[slot], open: open.to_vec() });
            }
        }
        self.forces.redeploy(board, verdict);
        let date = self.phase.date();
        if self.dislodged.is_empty() {
            self.end_turn(board);
        } else {
            self.phase = Phase::Retreat(date);
        }
    }

    /// Goes on after a retreat phase that was ruled on by [`judge_retreats`](crate::judge_retreats).
    pub fn after_retreats(&mut self, board: &Board, orders: &Sheet<RetreatOrder>, rulings: &[Ruling]) {
        for (fallen, ruling) in std::mem::take(&mut self.dislodged).iter().zip(rulings) {
            if ruling.because == Because::Retreated
                && let Some(location) = retreat_place(board, fallen, orders)
            {
                let unit = Unit { location, ..fallen.unit };
                // A retreat that succeeded goes to a free place.
                let _ = self.forces.place(board, unit);
            }
        }
        self.end_turn(board);
    }

    /// Goes on after adjustments.
    pub fn after_adjustments(&mut self, board: &Board, adjustments: &[Adjustment]) {
        for adjustment in adjustments.iter().filter(|a| a.ruling.outcome == Outcome::Succeeds) {
            match adjustment.entry {
                Entry::Build { kind, at } => {
                    if let Ok(location) = build_place(board, kind, at) {
                        let unit = Unit { kind, power: adjustment.power, location };
                        // A build that succeeded is on a free place.
                        let _ = self.forces.place(board, unit);
                    }
                }
                Entry::Remove { at } => {
                    self.forces.remove(board, at);
                }
                Entry::Waive => {}
            }
        }
        self.phase = Phase::Movement(self.phase.date().next());
    }

    /// Spring is followed by Fall; after Fall centres change hands and units are adjusted.
    fn end_turn(&mut self, board: &Board) {
        let date = self.phase.date();
        self.phase = Phase::Movement(date.next());
        if date.season == Season::Spring {
            return;
        }
        self.owners.seize(board, &self.forces);
        self.winner = self.owners.winner(board);
        if self.winner.is_some() || needs_adjusting(board, &self.forces, &self.owners, &self.table) {
            self.phase = Phase::Adjustment { year: date.year };
        }
    }

    /// The dislodged unit from a province.
    pub fn fallen(&self, board: &Board, province: Province) -> Option<&Dislodged> {
        self.dislodged.iter().find(|fallen| board.province_of(fallen.unit.location) == province)
    }
}

/// Where a successful retreat ends: the coast may have been left out, or named for an army.
fn retreat_place(board: &Board, fallen: &Dislodged, orders: &Sheet<RetreatOrder>) -> Option<Location> {
    match orders.get(board.province_of(fallen.unit.location))? {
        RetreatOrder::Disband => None,
        RetreatOrder::To(to) => {
            let exact = fallen.open.iter().find(|open| *open == to);
            let near = || fallen.open.iter().find(|open| board.province_of(**open) == board.province_of(*to));
            exact.or_else(near).copied()
        }
    }
}
