//! What a bot is asked and what it answers.

use rules::{
    Adjustments, Board, Dislodged, Edition, Entry, Goal, Order, Orders, Phase, Position, Power, Resolution,
    RetreatOrder, Sheet, Stage, Unit,
};

use crate::{Chance, Work};

/// A player that is a program. `&self`: it remembers nothing, so that a game can be replayed.
pub trait Bot: std::fmt::Debug + Send + Sync {
    /// The orders of all its units. A unit without an entry holds.
    fn movement(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> Sheet<Order>;

    /// Where its dislodged units go.
    fn retreats(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> Sheet<RetreatOrder>;

    /// What its powers build and remove.
    fn adjustments(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> Vec<(Power, Entry)>;
}

/// What a bot may know: the board, the position, what happened, and which powers are its own.
#[derive(Clone, Copy, Debug)]
pub struct Seat<'a> {
    pub board: &'a Board,
    pub edition: Edition,
    pub position: &'a Position,
    /// The phases before this one, the oldest first. The last year is enough: nobody looks farther back.
    pub history: &'a [&'a Resolution],
    /// One or several (K3 to K5); those in disorder are left alone.
    pub powers: &'a [Power],
    /// What wins.
    pub goal: Goal,
}

/// Asks a bot for what the phase needs.
pub fn answer(bot: &dyn Bot, seat: &Seat<'_>, work: &mut Work, seed: u64) -> Orders {
    let mut chance = Chance::new(seed);
    match seat.position.phase.stage() {
        Stage::Movement => Orders::Movement(bot.movement(seat, work, &mut chance)),
        Stage::Retreat => Orders::Retreats(bot.retreats(seat, work, &mut chance)),
        Stage::Adjustment => Orders::Adjustments(bot.adjustments(seat, work, &mut chance)),
    }
}

/// The seed of one answer: from the game's seed, the phase and the first of the seat's powers.
pub fn seed_for(game: u64, phase: Phase, powers: &[Power]) -> u64 {
    let date = phase.date();
    let power = powers.first().map_or(0, |power| power.index() as u64 + 1);
    let stage = phase.stage() as u64;
    let part = (u64::from(date.year) << 16) | ((date.season as u64) << 12) | (stage << 8) | power;
    Chance::derive(game, part)
}

impl<'a> Seat<'a> {
    /// Whether the bot plays this power. A power in disorder is nobody's (I1, K1).
    pub fn is_own(&self, power: Power) -> bool {
        self.powers.contains(&power) && !self.position.table.in_disorder(power)
    }

    /// The powers that it plays now.
    pub fn own_powers(&self) -> impl Iterator<Item = Power> + use<'a> {
        let (powers, table) = (self.powers, &self.position.table);
        powers.iter().copied().filter(|power| !table.in_disorder(*power))
    }

    /// Its units with their slots, in the alphabet of their provinces, so that the answer does not
    /// hang on how the position happens to list them.
    pub fn own_units(&self) -> Vec<(usize, Unit)> {
        let units = self.position.forces.units().iter().copied().enumerate();
        let mut own: Vec<(usize, Unit)> = units.filter(|(_, unit)| self.is_own(unit.power)).collect();
        own.sort_by_key(|(_, unit)| unit.location);
        own
    }

    /// Its dislodged units, likewise.
    pub fn own_fallen(&self) -> Vec<&'a Dislodged> {
        let fallen = self.position.dislodged.iter();
        let mut own: Vec<&Dislodged> = fallen.filter(|fallen| self.is_own(fallen.unit.power)).collect();
        own.sort_by_key(|fallen| fallen.unit.location);
        own
    }

    pub const fn accounts(&self) -> Adjustments<'a> {
        self.position.adjustments(self.board, self.edition)
    }
}
