//! A position of the game, and how it changes from phase to phase (C2).

use crate::{
    Adjustment, AdjustmentJudge, AdjustmentOrder, Because, Board, Dislodged, Edition, Forces, Location,
    Outcome, Owners, Phase, Players, Power, Province, RetreatOrder, Ruling, Season, Sheet, Unit, Verdict,
    adjustment::build_location, adjustment::needs_adjustment,
};

/// Everything that the rules know about a game at the start of a phase.
#[derive(Clone, Debug)]
pub struct Position {
    /// The phase that is played next.
    pub phase: Phase,
    /// The units on the board.
    pub forces: Forces,
    /// The owners of the supply centres.
    pub owners: Owners,
    /// In a retreat phase, the units that must retreat. Otherwise empty.
    pub dislodged: Vec<Dislodged>,
    /// The players of the powers, and the powers in civil disorder.
    pub players: Players,
    /// The power that has won. The phase is then the last one that was played.
    pub winner: Option<Power>,
}

impl Position {
    /// The first turn of a game.
    pub fn start(board: &Board) -> Self {
        Self {
            phase: Phase::Movement(board.first_turn()),
            forces: Forces::starting(board),
            owners: board.starting_owners(),
            dislodged: Vec::new(),
            players: Players::default(),
            winner: None,
        }
    }

    /// The judge of adjustments for this position.
    pub const fn adjustment_judge<'a>(&'a self, board: &'a Board, edition: Edition) -> AdjustmentJudge<'a> {
        AdjustmentJudge { board, edition, forces: &self.forces, owners: &self.owners, players: &self.players }
    }

    /// Applies a movement phase, in place. Most callers use [`resolve`](Self::resolve), which keeps all about
    /// the phase. This one is for code that plays many phases and looks at few: benchmarks, the lookahead of
    /// bots, `adjudicate`.
    pub fn apply_movement(&mut self, board: &Board, verdict: &Verdict) {
        self.dislodged.clear();
        for (slot, open) in verdict.dislodged() {
            if !open.is_empty() {
                self.dislodged
                    .push(Dislodged { unit: self.forces.units()[slot], open_retreats: open.to_vec() });
            }
        }
        self.forces.apply_verdict(board, verdict);
        let turn = self.phase.turn();
        if self.dislodged.is_empty() {
            self.end_turn(board);
        } else {
            self.phase = Phase::Retreat(turn);
        }
    }

    /// Applies a retreat phase that [`judge_retreats`](crate::judge_retreats) has judged, in place.
    pub fn apply_retreats(&mut self, board: &Board, orders: &Sheet<RetreatOrder>, rulings: &[Ruling]) {
        for (dislodged, ruling) in std::mem::take(&mut self.dislodged).iter().zip(rulings) {
            if ruling.because == Because::Retreated
                && let Some(location) = retreat_location(board, dislodged, orders)
            {
                let unit = Unit { location, ..dislodged.unit };
                // Cannot fail: a successful retreat goes to an empty province.
                let _ = self.forces.place(board, unit);
            }
        }
        self.end_turn(board);
    }

    /// Applies an adjustment phase, in place.
    pub fn apply_adjustments(&mut self, board: &Board, adjustments: &[Adjustment]) {
        for adjustment in adjustments.iter().filter(|a| a.ruling.outcome == Outcome::Succeeds) {
            match adjustment.order {
                AdjustmentOrder::Build { kind, at } => {
                    if let Ok(location) = build_location(board, kind, at) {
                        let unit = Unit { kind, power: adjustment.power, location };
                        // Cannot fail: a successful build is in an empty province.
                        let _ = self.forces.place(board, unit);
                    }
                }
                AdjustmentOrder::Remove { at } => {
                    self.forces.remove(board, at);
                }
                AdjustmentOrder::Waive => {}
            }
        }
        self.phase = Phase::Movement(self.phase.turn().next());
    }

    /// Ends a turn. Fall follows Spring. After Fall, centres change owner and units are adjusted.
    fn end_turn(&mut self, board: &Board) {
        let turn = self.phase.turn();
        self.phase = Phase::Movement(turn.next());
        if turn.season == Season::Spring {
            return;
        }
        self.owners.capture_centres(board, &self.forces);
        self.winner = self.owners.winner(board);
        if self.winner.is_some() || needs_adjustment(board, &self.forces, &self.owners, &self.players) {
            self.phase = Phase::Adjustment { year: turn.year };
        }
    }

    /// The unit that was dislodged in a province.
    pub fn dislodged_at(&self, board: &Board, province: Province) -> Option<&Dislodged> {
        self.dislodged.iter().find(|dislodged| board.province_of(dislodged.unit.location) == province)
    }
}

/// Where a successful retreat ends. The order may leave the coast out, or name a coast for an army.
pub(crate) fn retreat_location(
    board: &Board,
    dislodged: &Dislodged,
    orders: &Sheet<RetreatOrder>,
) -> Option<Location> {
    match orders.get(board.province_of(dislodged.unit.location))? {
        RetreatOrder::Disband => None,
        RetreatOrder::To(to) => {
            let exact = dislodged.open_retreats.iter().find(|open| *open == to);
            let near = || {
                dislodged
                    .open_retreats
                    .iter()
                    .find(|open| board.province_of(**open) == board.province_of(*to))
            };
            exact.or_else(near).copied()
        }
    }
}
