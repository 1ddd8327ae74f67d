//! The one call for who only wants orders: a server, a practice game, a stand-in for somebody absent.

use rules::Orders;

use crate::{Kind, Seat, Work, answer, seed_for};

/// How much a bot may think about one answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// What fits the bot ([`Kind::budget`]).
    Usual,
    /// At most so many work units.
    AtMost(u64),
}

/// What a seat's powers order in the phase of its position: orders for all their units, retreats for
/// all their dislodged units, or builds and removals. Powers in disorder, and powers that nobody plays,
/// get none. A level is a kind too ([`Level::kind`](crate::Level::kind)).
///
/// The seed is that of the game; the phase and the powers are mixed in. The same question always gets
/// the same answer, on any machine, and costs at most the budget.
pub fn think(kind: Kind, seat: &Seat<'_>, budget: Budget, game_seed: u64) -> Orders {
    let units = match budget {
        Budget::Usual => kind.budget(),
        Budget::AtMost(units) => units,
    };
    let seed = seed_for(game_seed, seat.position.phase, seat.powers);
    answer(&*kind.bot(), seat, &mut Work::units(units), seed)
}
