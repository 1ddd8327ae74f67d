//! What to do with the pieces of a wooden board after a phase, in an order in which it can be done.

use crate::position::retreat_location;
use crate::{
    Because, Board, Dislodged, Location, Position, Power, Province, Resolution, RetreatOrder, RuledOrders,
    Ruling, Sheet, Unit,
};

/// One thing that somebody does with a piece. Units are named as they were before the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceStep {
    /// Moves a unit to a province that is empty by then, except for a unit that lies down there.
    Move {
        /// The unit where it was.
        unit: Unit,
        /// Where it goes.
        to: Location,
    },
    /// Takes a unit into the hand: it goes round in a ring, or changes places.
    Lift(Unit),
    /// Puts down the unit that was lifted.
    PutDown {
        /// The unit where it was.
        unit: Unit,
        /// Where it goes.
        to: Location,
    },
    /// Lays a dislodged unit down at the edge of its province. It retreats in the next phase.
    LayDown(Unit),
    /// Takes a unit off the board.
    Remove(Unit),
    /// Puts a new unit on the board.
    Build(Unit),
    /// Changes the marker of a centre.
    Mark {
        /// The centre.
        centre: Province,
        /// Its new owner.
        owner: Option<Power>,
    },
}

impl Resolution {
    /// What to do with the pieces of a wooden board that shows the position before the phase.
    pub fn piece_steps(&self, board: &Board) -> Vec<PieceStep> {
        let mut steps = match &self.ruled_orders {
            RuledOrders::Movement { locations_after, .. } => self.movement_steps(board, locations_after),
            RuledOrders::Retreats { orders, rulings } => self.retreat_steps(board, orders, rulings),
            RuledOrders::Adjustments(_) => self.adjustment_steps(board),
        };
        let (before, after) = (&self.before.owners, &self.after.owners);
        let changed = board.centres().iter().filter(|centre| before.of(**centre) != after.of(**centre));
        steps.extend(changed.map(|centre| PieceStep::Mark { centre: *centre, owner: after.of(*centre) }));
        steps
    }

    fn movement_steps(&self, board: &Board, locations_after: &[Location]) -> Vec<PieceStep> {
        let units = self.before.forces.units();
        let states = vec![MoveState::Waits; units.len()];
        let mut walk = MoveWalk {
            board,
            before: &self.before,
            after: &self.after,
            locations_after,
            states,
            steps: Vec::new(),
        };
        let mut slots: Vec<usize> = (0..units.len()).filter(|slot| walk.moves(*slot)).collect();
        slots.sort_by_key(|slot| (units[*slot].power, units[*slot].location));
        for slot in slots {
            walk.play(slot);
        }
        walk.steps
    }

    /// Nothing stands in the way of a retreat.
    fn retreat_steps(
        &self,
        board: &Board,
        orders: &Sheet<RetreatOrder>,
        rulings: &[Ruling],
    ) -> Vec<PieceStep> {
        let step = |(dislodged, ruling): (&Dislodged, &Ruling)| {
            let to = retreat_location(board, dislodged, orders);
            match to.filter(|_| ruling.because == Because::Retreated) {
                Some(to) => PieceStep::Move { unit: dislodged.unit, to },
                None => PieceStep::Remove(dislodged.unit),
            }
        };
        self.before.dislodged.iter().zip(rulings).map(step).collect()
    }

    /// Removals first, so that there are pieces for the builds.
    fn adjustment_steps(&self, board: &Board) -> Vec<PieceStep> {
        let (before, after) = (&self.before.forces, &self.after.forces);
        let at = |unit: &Unit| board.province_of(unit.location);
        let gone = before.units().iter().filter(|unit| after.at(at(unit)) != Some(unit));
        let new = after.units().iter().filter(|unit| before.at(at(unit)) != Some(unit));
        let gone = gone.copied().map(PieceStep::Remove);
        gone.chain(new.copied().map(PieceStep::Build)).collect()
    }
}

/// Whether a unit has moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveState {
    Waits,
    /// It waits until the unit before it has gone.
    Asks,
    Lifted,
    Done,
}

/// Finds an order of moves in which every unit goes to a place that is free.
struct MoveWalk<'a> {
    board: &'a Board,
    before: &'a Position,
    after: &'a Position,
    locations_after: &'a [Location],
    states: Vec<MoveState>,
    steps: Vec<PieceStep>,
}

impl MoveWalk<'_> {
    fn unit(&self, slot: usize) -> Unit {
        self.before.forces.units()[slot]
    }

    fn moves(&self, slot: usize) -> bool {
        self.locations_after[slot] != self.unit(slot).location
    }

    /// The unit that is in a province before the phase.
    fn unit_in(&self, province: Province) -> Option<usize> {
        let units = self.before.forces.units();
        units.iter().position(|unit| self.board.province_of(unit.location) == province)
    }

    /// Moves a unit, and before it those that stand in its way. It calls itself once per unit at most.
    fn play(&mut self, slot: usize) {
        if self.states[slot] != MoveState::Waits {
            return;
        }
        self.states[slot] = MoveState::Asks;
        let (unit, to) = (self.unit(slot), self.locations_after[slot]);
        if let Some(other) = self.unit_in(self.board.province_of(to)) {
            if !self.moves(other) {
                self.make_room(self.unit(other));
            } else if self.states[other] == MoveState::Asks {
                // A ring: the one that asked first goes into the hand.
                self.states[other] = MoveState::Lifted;
                self.steps.push(PieceStep::Lift(self.unit(other)));
            } else {
                self.play(other);
            }
        }
        let step = match self.states[slot] {
            MoveState::Lifted => PieceStep::PutDown { unit, to },
            MoveState::Waits | MoveState::Asks | MoveState::Done => PieceStep::Move { unit, to },
        };
        self.steps.push(step);
        self.states[slot] = MoveState::Done;
    }

    /// A unit that is attacked with success and does not move is dislodged or destroyed.
    fn make_room(&mut self, unit: Unit) {
        let retreats = self.after.dislodged.iter().any(|dislodged| dislodged.unit == unit);
        self.steps.push(if retreats { PieceStep::LayDown(unit) } else { PieceStep::Remove(unit) });
    }
}
