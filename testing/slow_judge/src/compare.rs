//! Compares the fast judge with this one on a position.

use random_positions::RandomPosition;
use rules::{Board, Edition, Judge};

use crate::judge as judge_slowly;

/// The differences between the two judges, as text for people. Empty if they agree.
pub fn compare(board: &Board, judge: &mut Judge<'_>, position: &RandomPosition) -> Vec<String> {
    let edition: Edition = judge.edition();
    let slow = judge_slowly(board, edition, &position.forces, &position.players, &position.orders);
    let fast = judge.movement(&position.forces, &position.players, &position.orders);
    let mut differences = Vec::new();
    let describe = |slot: usize| {
        let unit = position.forces.units()[slot];
        let here = board.province_of(unit.location);
        format!("{:?} {} {:?}", unit.kind, board.location_key(unit.location), position.orders.get(here))
    };
    for (slot, (fast, slow)) in fast.rulings().iter().zip(&slow.rulings).enumerate() {
        if fast != slow {
            differences.push(format!("{}: fast {fast:?}, slow {slow:?}", describe(slot)));
        }
    }
    for (slot, (fast, slow)) in fast.locations_after().iter().zip(&slow.locations_after).enumerate() {
        if fast != slow {
            differences.push(format!("{}: locations after the phase differ", describe(slot)));
        }
    }
    let sorted = |slot: usize, open: &[rules::Location]| {
        let mut open = open.to_vec();
        open.sort_unstable();
        (slot, open)
    };
    let mut fast_retreats: Vec<_> = fast.dislodged().map(|(slot, open)| sorted(slot, open)).collect();
    let mut slow_retreats: Vec<_> =
        slow.open_retreats.iter().map(|(slot, open)| sorted(*slot, open)).collect();
    fast_retreats.sort();
    slow_retreats.sort();
    if fast_retreats != slow_retreats {
        differences.push(format!("retreats: fast {fast_retreats:?}, slow {slow_retreats:?}"));
    }
    if fast.paradoxes() != slow.paradoxes {
        differences.push(format!("paradoxes: fast {}, slow {}", fast.paradoxes(), slow.paradoxes));
    }
    differences
}
