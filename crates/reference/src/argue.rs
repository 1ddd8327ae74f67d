//! Letting the fast judge and this one argue about a position.

use rules::{Board, Edition, Judge};
use skirmish::Skirmish;

use crate::judge as judge_slowly;

/// What the two judges do not agree on, told for a person; empty if they agree.
pub fn argue(board: &Board, judge: &mut Judge<'_>, skirmish: &Skirmish) -> Vec<String> {
    let edition: Edition = judge.edition();
    let slow = judge_slowly(board, edition, &skirmish.forces, &skirmish.table, &skirmish.orders);
    let fast = judge.movement(&skirmish.forces, &skirmish.table, &skirmish.orders);
    let mut quarrels = Vec::new();
    let tell = |slot: usize| {
        let unit = skirmish.forces.units()[slot];
        let here = board.province_of(unit.location);
        format!("{:?} {} {:?}", unit.kind, board.location_key(unit.location), skirmish.orders.get(here))
    };
    for (slot, (fast, slow)) in fast.rulings().iter().zip(&slow.rulings).enumerate() {
        if fast != slow {
            quarrels.push(format!("{}: fast {fast:?}, slow {slow:?}", tell(slot)));
        }
    }
    for (slot, (fast, slow)) in fast.stands().iter().zip(&slow.stands).enumerate() {
        if fast != slow {
            quarrels.push(format!("{}: stands differ", tell(slot)));
        }
    }
    let sorted = |slot: usize, open: &[rules::Location]| {
        let mut open = open.to_vec();
        open.sort_unstable();
        (slot, open)
    };
    let mut fast_retreats: Vec<_> = fast.dislodged().map(|(slot, open)| sorted(slot, open)).collect();
    let mut slow_retreats: Vec<_> = slow.retreats.iter().map(|(slot, open)| sorted(*slot, open)).collect();
    fast_retreats.sort();
    slow_retreats.sort();
    if fast_retreats != slow_retreats {
        quarrels.push(format!("retreats: fast {fast_retreats:?}, slow {slow_retreats:?}"));
    }
    if fast.paradoxes() != slow.paradoxes {
        quarrels.push(format!("paradoxes: fast {}, slow {}", fast.paradoxes(), slow.paradoxes));
    }
    quarrels
}
