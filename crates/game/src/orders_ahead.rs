//! Orders ahead: plans for the next movement, each with a condition about the position that it then finds. The
//! first plan whose condition holds becomes the orders of its seat.

use rules::{Board, Order, Orders, Phase, Position, Power, Province, Sheet};

/// The maximum number of plans of a seat for the next movement.
pub const MAX_PLANS_AHEAD: usize = 6;
/// The maximum number of parts of one condition.
pub const MAX_CONDITION_PARTS: usize = 8;
/// The maximum number of named drafts of a seat.
pub const MAX_NAMED_DRAFTS: usize = 8;

/// Orders for the next movement, and when they count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanAhead {
    pub condition: Condition,
    pub orders: Sheet<Order>,
}

/// What must be true of the last published position. Without parts it is always true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    pub join: Join,
    pub parts: Vec<ConditionPart>,
}

/// Whether all parts of a condition must be true, or one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    All,
    Any,
}

rules::keyed!(Join { All = "all", Any = "any" });

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConditionPart {
    pub fact: BoardFact,
    pub negation: Negation,
}

/// Whether a part of a condition is meant as it says, or the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Negation {
    AsIs,
    Not,
}

rules::keyed!(Negation { AsIs = "as_is", Not = "not" });

/// What can be asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardFact {
    /// A unit of this power is there.
    HeldBy(Province, Power),
    /// No unit is there.
    Empty(Province),
    /// A unit of the seat that asks is there.
    OwnUnit(Province),
}

/// What became of the plans of a seat when their movement opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AheadResult {
    pub phase: Phase,
    /// Which plan counted, from 0. None: no condition was true.
    pub plan: Option<usize>,
    /// The provinces whose orders could not be given then.
    pub dropped: Vec<Province>,
}

/// The plans of a seat for the next movement, and what became of the last ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OrdersAhead {
    pub plans: Vec<PlanAhead>,
    pub result: Option<AheadResult>,
}

impl Condition {
    pub(crate) fn is_true(&self, position: &Position, own: &[Power]) -> bool {
        let holds = |part: &ConditionPart| {
            let unit = |province| position.forces.at(province).map(|unit| unit.power);
            let is_so = match part.fact {
                BoardFact::HeldBy(province, power) => unit(province) == Some(power),
                BoardFact::Empty(province) => unit(province).is_none(),
                BoardFact::OwnUnit(province) => unit(province).is_some_and(|power| own.contains(&power)),
            };
            match part.negation {
                Negation::AsIs => is_so,
                Negation::Not => !is_so,
            }
        };
        match self.join {
            Join::All => self.parts.iter().all(holds),
            Join::Any => self.parts.is_empty() || self.parts.iter().any(holds),
        }
    }
}

impl PlanAhead {
    pub(crate) fn fits_board(&self, board: &Board) -> bool {
        let exists = |province: Province| province.index() < board.provinces().len();
        let fits = |part: &ConditionPart| match part.fact {
            BoardFact::HeldBy(province, power) => exists(province) && power.index() < board.powers().len(),
            BoardFact::Empty(province) | BoardFact::OwnUnit(province) => exists(province),
        };
        self.condition.parts.iter().all(fits) && Orders::Movement(self.orders.clone()).fits_board(board)
    }
}
