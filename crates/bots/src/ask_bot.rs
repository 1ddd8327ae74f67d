//! How a bot is asked for orders. [`choose_orders`] is the simplest way; the server uses it.

use rules::{Orders, Phase, PhaseKind, Power};

use crate::{Bot, BotKind, Seat, SeededRng, WorkBudget};

/// The budget for one set of orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// The usual budget of the bot ([`BotKind::budget`]).
    Usual,
    /// At most this number of work units.
    AtMost(u64),
}

/// The orders of a seat in the phase of its position: orders for all its units, retreats for all its
/// dislodged units, or builds and removals. Powers in disorder and powers that nobody plays get no orders.
/// A level is a kind too ([`Level::kind`](crate::Level::kind)).
///
/// The seed is that of the game; the phase and the powers are mixed in. The same input always gives the
/// same orders, on any machine, and costs at most the budget.
pub fn choose_orders(kind: BotKind, seat: &Seat<'_>, budget: Budget, game_seed: u64) -> Orders {
    let units = match budget {
        Budget::Usual => kind.budget(),
        Budget::AtMost(units) => units,
    };
    let seed = seed_for(game_seed, seat.position.phase, seat.powers);
    ask_bot(&*kind.bot(), seat, &mut WorkBudget::units(units), seed)
}

/// Asks a bot for the orders of the current phase.
pub fn ask_bot(bot: &dyn Bot, seat: &Seat<'_>, work: &mut WorkBudget, seed: u64) -> Orders {
    let mut chance = SeededRng::new(seed);
    match seat.position.phase.kind() {
        PhaseKind::Movement => Orders::Movement(bot.movement(seat, work, &mut chance)),
        PhaseKind::Retreat => Orders::Retreats(bot.retreats(seat, work, &mut chance)),
        PhaseKind::Adjustment => Orders::Adjustments(bot.adjustments(seat, work, &mut chance)),
    }
}

/// The seed for one set of orders: from the seed of the game, the phase and the first power of the seat.
pub fn seed_for(game: u64, phase: Phase, powers: &[Power]) -> u64 {
    let date = phase.turn();
    let power = powers.first().map_or(0, |power| power.index() as u64 + 1);
    let stage = phase.kind() as u64;
    let part = (u64::from(date.year) << 16) | ((date.season as u64) << 12) | (stage << 8) | power;
    SeededRng::derive_seed(game, part)
}
