//! The trait of all bots, and what a bot may know.

use rules::{
    AdjustmentJudge, AdjustmentOrder, Board, Dislodged, Edition, Goal, Order, Position, Power, Resolution,
    RetreatOrder, Sheet, Unit,
};

use crate::{SeededRng, WorkBudget};

/// A program that plays. It keeps no state (`&self`), so that a game can be replayed.
pub trait Bot: std::fmt::Debug + Send + Sync {
    /// The orders of all its units. A unit without an entry holds.
    fn movement(&self, seat: &Seat<'_>, work: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<Order>;

    /// The retreats of its dislodged units.
    fn retreats(&self, seat: &Seat<'_>, work: &mut WorkBudget, chance: &mut SeededRng)
    -> Sheet<RetreatOrder>;

    /// The builds and removals of its powers.
    fn adjustments(
        &self,
        seat: &Seat<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Vec<(Power, AdjustmentOrder)>;
}

/// What a bot may know: the board, the position, the history, and which powers are its own.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    pub board: &'a Board,
    pub edition: Edition,
    pub position: &'a Position,
    /// The phases before this one, the oldest first. The last year is enough: no bot uses older ones.
    pub history: &'a [&'a Resolution],
    /// One or several powers (K3 to K5). The bot does not play those in disorder.
    pub powers: &'a [Power],
    /// What wins the game.
    pub goal: Goal,
}

impl<'a> Seat<'a> {
    /// Whether the bot plays this power. Nobody plays a power in disorder (I1, K1).
    pub fn is_own(&self, power: Power) -> bool {
        self.powers.contains(&power) && !self.position.players.in_disorder(power)
    }

    /// The powers that the bot plays now.
    pub fn own_powers(&self) -> impl Iterator<Item = Power> + use<'a> {
        let (powers, table) = (self.powers, &self.position.players);
        powers.iter().copied().filter(|power| !table.in_disorder(*power))
    }

    /// Its units with their slots, sorted by location, so that the orders do not depend on the sequence of
    /// units in the position.
    pub fn own_units(&self) -> Vec<(usize, Unit)> {
        let units = self.position.forces.units().iter().copied().enumerate();
        let mut own: Vec<(usize, Unit)> = units.filter(|(_, unit)| self.is_own(unit.power)).collect();
        own.sort_by_key(|(_, unit)| unit.location);
        own
    }

    /// Its dislodged units, sorted by location.
    pub fn own_dislodged(&self) -> Vec<&'a Dislodged> {
        let dislodged = self.position.dislodged.iter();
        let mut own: Vec<&Dislodged> =
            dislodged.filter(|dislodged| self.is_own(dislodged.unit.power)).collect();
        own.sort_by_key(|dislodged| dislodged.unit.location);
        own
    }

    pub const fn adjustments(&self) -> AdjustmentJudge<'a> {
        self.position.adjustment_judge(self.board, self.edition)
    }
}
