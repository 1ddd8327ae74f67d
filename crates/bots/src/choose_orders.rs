//! The simplest way to get orders from a bot: one call. The server and practice games use it.

use rules::Orders;

use crate::{BotKind, Seat, WorkBudget, ask_bot, seed_for};

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
