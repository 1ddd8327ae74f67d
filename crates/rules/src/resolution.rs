//! Plays one phase: from a position and its orders to the rulings and the next position.

use crate::{
    Adjustment, AdjustmentOrder, Because, Board, Dislodged, Judge, Location, Order, Orders, Phase, PhaseKind,
    Position, RetreatOrder, Ruling, Sheet, Unit, WrongPhase, judge_retreats,
};

/// A phase that was played: the position before it, its orders and rulings, and the position after it.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The position before the phase.
    pub before: Position,
    /// The orders and their rulings.
    pub ruled_orders: RuledOrders,
    /// The position after the phase.
    pub after: Position,
}

/// The orders of a phase together with their rulings. One enum instead of two, so that orders and rulings are
/// always of the same kind of phase.
#[derive(Clone, Debug)]
pub enum RuledOrders {
    /// A movement phase.
    Movement {
        /// The orders.
        orders: Sheet<Order>,
        /// One per unit, in the order of [`Forces::units`](crate::Forces::units) before the phase.
        rulings: Vec<Ruling>,
        /// The location of each unit after the phase. A dislodged unit keeps its old one.
        locations_after: Vec<Location>,
        /// Every dislodged unit with its open retreats. Units without any are destroyed.
        dislodged: Vec<Dislodged>,
    },
    /// A retreat phase.
    Retreats {
        /// The orders.
        orders: Sheet<RetreatOrder>,
        /// One per unit of [`Position::dislodged`] before the phase.
        rulings: Vec<Ruling>,
    },
    /// An adjustment phase: the orders, then the removals that nobody ordered (I2).
    Adjustments(Vec<Adjustment>),
}

impl Position {
    /// Judges the phase and keeps everything about it.
    ///
    /// Code that plays many phases and looks at few avoids the copies with [`Judge::movement`] and
    /// [`apply_movement`](Self::apply_movement), and the same for the other kinds of phase.
    pub fn resolve(&self, judge: &mut Judge<'_>, orders: &Orders) -> Result<Resolution, WrongPhase> {
        let (board, edition) = (judge.board(), judge.edition());
        let mut after = self.clone();
        let ruled = match (self.phase.kind(), orders) {
            (PhaseKind::Movement, Orders::Movement(orders)) => {
                let verdict = judge.movement(&self.forces, &self.players, orders);
                after.apply_movement(board, verdict);
                let units = self.forces.units();
                let dislodged = verdict.dislodged();
                RuledOrders::Movement {
                    orders: orders.clone(),
                    rulings: verdict.rulings().to_vec(),
                    locations_after: verdict.locations_after().to_vec(),
                    dislodged: dislodged
                        .map(|(slot, open)| Dislodged { unit: units[slot], open_retreats: open.to_vec() })
                        .collect(),
                }
            }
            (PhaseKind::Retreat, Orders::Retreats(orders)) => {
                let rulings = judge_retreats(board, &self.forces, &self.players, &self.dislodged, orders);
                after.apply_retreats(board, orders, &rulings);
                RuledOrders::Retreats { orders: orders.clone(), rulings }
            }
            (PhaseKind::Adjustment, Orders::Adjustments(entries)) => {
                let rulings = self.adjustment_judge(board, edition).judge(entries);
                after.apply_adjustments(board, &rulings);
                RuledOrders::Adjustments(rulings)
            }
            (played, orders) => return Err(WrongPhase { played, ordered: orders.phase_kind() }),
        };
        Ok(Resolution { before: self.clone(), ruled_orders: ruled, after })
    }
}

impl Resolution {
    /// The phase that was played.
    pub const fn phase(&self) -> Phase {
        self.before.phase
    }

    /// The orders of the phase.
    pub fn orders(&self) -> Orders {
        match &self.ruled_orders {
            RuledOrders::Movement { orders, .. } => Orders::Movement(orders.clone()),
            RuledOrders::Retreats { orders, .. } => Orders::Retreats(orders.clone()),
            RuledOrders::Adjustments(rulings) => {
                let ordered = rulings.iter().filter(|one| one.ruling.because != Because::CivilDisorder);
                Orders::Adjustments(ordered.map(|one| (one.power, one.order)).collect())
            }
        }
    }

    /// The units that had something to do in the phase, with their rulings, in a phase of any kind.
    ///
    /// Movement: every unit on the board. Retreats: every dislodged unit. Adjustments: every unit that was
    /// built or removed, or that a power wanted to build or remove. A waived build has no unit and is left
    /// out: see [`adjustment_rulings`](Self::adjustment_rulings).
    pub fn rulings(&self) -> Vec<(Unit, Ruling)> {
        let forces = &self.before.forces;
        match &self.ruled_orders {
            RuledOrders::Movement { rulings, .. } => {
                forces.units().iter().copied().zip(rulings.iter().copied()).collect()
            }
            RuledOrders::Retreats { rulings, .. } => {
                let units = self.before.dislodged.iter().map(|dislodged| dislodged.unit);
                units.zip(rulings.iter().copied()).collect()
            }
            RuledOrders::Adjustments(adjustments) => {
                let unit = |one: &Adjustment| match one.order {
                    AdjustmentOrder::Build { kind, at } => {
                        Some(Unit { kind, power: one.power, location: at })
                    }
                    AdjustmentOrder::Remove { at } => forces.at(at).copied(),
                    AdjustmentOrder::Waive => None,
                };
                adjustments.iter().filter_map(|one| Some((unit(one)?, one.ruling))).collect()
            }
        }
    }

    /// The units of a movement phase with their orders and rulings. Empty in other phases.
    pub fn movement_rulings(&self) -> impl Iterator<Item = (&Unit, Option<&Order>, &Ruling)> {
        let (orders, rulings) = match &self.ruled_orders {
            RuledOrders::Movement { orders, rulings, .. } => (Some(orders), rulings.as_slice()),
            RuledOrders::Retreats { .. } | RuledOrders::Adjustments(_) => (None, &[][..]),
        };
        let forces = &self.before.forces;
        let units = forces.units().iter().zip(forces.provinces());
        units.zip(rulings).map(move |((unit, here), ruling)| {
            let order = orders.and_then(|orders| orders.get(*here));
            (unit, order, ruling)
        })
    }

    /// The units that had to retreat, with their orders and rulings. Empty in other phases.
    pub fn retreat_rulings<'a>(
        &'a self,
        board: &'a Board,
    ) -> impl Iterator<Item = (&'a Dislodged, Option<&'a RetreatOrder>, &'a Ruling)> {
        let (orders, rulings) = match &self.ruled_orders {
            RuledOrders::Retreats { orders, rulings } => (Some(orders), rulings.as_slice()),
            RuledOrders::Movement { .. } | RuledOrders::Adjustments(_) => (None, &[][..]),
        };
        self.before.dislodged.iter().zip(rulings).map(move |(dislodged, ruling)| {
            let here = board.province_of(dislodged.unit.location);
            let order = orders.and_then(|orders| orders.get(here));
            (dislodged, order, ruling)
        })
    }

    /// The orders of an adjustment phase and the forced removals, with rulings. Empty in other phases.
    pub fn adjustment_rulings(&self) -> &[Adjustment] {
        match &self.ruled_orders {
            RuledOrders::Adjustments(rulings) => rulings,
            RuledOrders::Movement { .. } | RuledOrders::Retreats { .. } => &[],
        }
    }

    /// The units that a movement phase destroyed: dislodged, without an open retreat.
    pub fn destroyed(&self) -> Vec<Unit> {
        match &self.ruled_orders {
            RuledOrders::Movement { dislodged, .. } => {
                let lost = dislodged.iter().filter(|dislodged| dislodged.open_retreats.is_empty());
                lost.map(|dislodged| dislodged.unit).collect()
            }
            RuledOrders::Retreats { .. } | RuledOrders::Adjustments(_) => Vec::new(),
        }
    }
}
