//! A phase from its orders to its outcome.

use crate::{
    Adjustment, Because, Board, Dislodged, Judge, Location, Order, Orders, Phase, Position, RetreatOrder,
    Ruling, Sheet, Stage, Unit, WrongPhase, judge_retreats,
};

/// A phase that was played: the position before it, what was ordered and what became of it, and the
/// position that follows.
#[derive(Clone, Debug)]
pub struct Resolution {
    pub before: Position,
    pub ruled: Ruled,
    pub after: Position,
}

/// Orders beside their rulings. One enum and not two, so that orders of one kind never stand beside
/// rulings of another.
#[derive(Clone, Debug)]
pub enum Ruled {
    Movement {
        orders: Sheet<Order>,
        /// One a unit, as [`Forces::units`](crate::Forces::units) counts them before the phase.
        rulings: Vec<Ruling>,
        /// Where each unit ended; a dislodged one where it was.
        stands: Vec<Location>,
        /// Every unit that lost its province, with the places open to it. Those without any are destroyed.
        dislodged: Vec<Dislodged>,
    },
    Retreats {
        orders: Sheet<RetreatOrder>,
        /// One for each unit in [`Position::dislodged`] before the phase.
        rulings: Vec<Ruling>,
    },
    /// What was ordered, then the removals that nobody ordered (I2).
    Adjustments(Vec<Adjustment>),
}

impl Position {
    /// Judges the phase and keeps everything about it.
    ///
    /// Whoever plays many phases and looks at few does it in place, without the copies: [`Judge::movement`]
    /// and [`after_movement`](Self::after_movement), and so on.
    pub fn resolve(&self, judge: &mut Judge<'_>, orders: &Orders) -> Result<Resolution, WrongPhase> {
        let (board, edition) = (judge.board(), judge.edition());
        let mut after = self.clone();
        let ruled = match (self.phase.stage(), orders) {
            (Stage::Movement, Orders::Movement(orders)) => {
                let verdict = judge.movement(&self.forces, &self.table, orders);
                after.after_movement(board, verdict);
                let units = self.forces.units();
                let fallen = verdict.dislodged();
                Ruled::Movement {
                    orders: orders.clone(),
                    rulings: verdict.rulings().to_vec(),
                    stands: verdict.stands().to_vec(),
                    dislodged: fallen
                        .map(|(slot, open)| Dislodged { unit: units[slot], open: open.to_vec() })
                        .collect(),
                }
            }
            (Stage::Retreat, Orders::Retreats(orders)) => {
                let rulings = judge_retreats(board, &self.forces, &self.table, &self.dislodged, orders);
                after.after_retreats(board, orders, &rulings);
                Ruled::Retreats { orders: orders.clone(), rulings }
            }
            (Stage::Adjustment, Orders::Adjustments(entries)) => {
                let rulings = self.adjustments(board, edition).judge(entries);
                after.after_adjustments(board, &rulings);
                Ruled::Adjustments(rulings)
            }
            (played, orders) => return Err(WrongPhase { played, ordered: orders.stage() }),
        };
        Ok(Resolution { before: self.clone(), ruled, after })
    }
}

impl Resolution {
    pub const fn phase(&self) -> Phase {
        self.before.phase
    }

    /// What was ordered.
    pub fn orders(&self) -> Orders {
        match &self.ruled {
            Ruled::Movement { orders, .. } => Orders::Movement(orders.clone()),
            Ruled::Retreats { orders, .. } => Orders::Retreats(orders.clone()),
            Ruled::Adjustments(rulings) => {
                let ordered = rulings.iter().filter(|one| one.ruling.because != Because::CivilDisorder);
                Orders::Adjustments(ordered.map(|one| (one.power, one.entry)).collect())
            }
        }
    }

    /// The units of a movement phase with their orders and rulings; none in other phases.
    pub fn moves(&self) -> impl Iterator<Item = (&Unit, Option<&Order>, &Ruling)> {
        let (orders, rulings) = match &self.ruled {
            Ruled::Movement { orders, rulings, .. } => (Some(orders), rulings.as_slice()),
            Ruled::Retreats { .. } | Ruled::Adjustments(_) => (None, &[][..]),
        };
        let forces = &self.before.forces;
        let units = forces.units().iter().zip(forces.provinces());
        units.zip(rulings).map(move |((unit, here), ruling)| {
            let order = orders.and_then(|orders| orders.get(*here));
            (unit, order, ruling)
        })
    }

    /// The units that had to retreat with their orders and rulings; none in other phases.
    pub fn retreats<'a>(
        &'a self,
        board: &'a Board,
    ) -> impl Iterator<Item = (&'a Dislodged, Option<&'a RetreatOrder>, &'a Ruling)> {
        let (orders, rulings) = match &self.ruled {
            Ruled::Retreats { orders, rulings } => (Some(orders), rulings.as_slice()),
            Ruled::Movement { .. } | Ruled::Adjustments(_) => (None, &[][..]),
        };
        self.before.dislodged.iter().zip(rulings).map(move |(fallen, ruling)| {
            let here = board.province_of(fallen.unit.location);
            let order = orders.and_then(|orders| orders.get(here));
            (fallen, order, ruling)
        })
    }

    /// What was built and removed, with rulings; nothing in other phases.
    pub fn adjustments(&self) -> &[Adjustment] {
        match &self.ruled {
            Ruled::Adjustments(rulings) => rulings,
            Ruled::Movement { .. } | Ruled::Retreats { .. } => &[],
        }
    }

    /// The units that a movement phase destroyed: driven out, with nowhere to go.
    pub fn destroyed(&self) -> Vec<Unit> {
        match &self.ruled {
            Ruled::Movement { dislodged, .. } => {
                let lost = dislodged.iter().filter(|fallen| fallen.open.is_empty());
                lost.map(|fallen| fallen.unit).collect()
            }
            Ruled::Retreats { .. } | Ruled::Adjustments(_) => Vec::new(),
        }
    }
}
