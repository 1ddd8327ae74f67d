//! "Take Munich this turn", beside the orders that everybody else gave in the game.

use rules::{Order, Orders, Power, Province, Sheet, Verdict};
use seeded_random::SeededRng;

use super::{Found, Search};
use crate::MAX_SHEETS;
use crate::answer::is_taken;
use crate::puzzle::{Grade, Question};
use crate::sheets::{Choices, solve};

/// The solver orders at most so many units.
pub(crate) const MAX_FREE: usize = 3;
/// So many provinces are tried per power.
const MAX_TARGETS: usize = 4;

pub(super) fn find(search: &mut Search<'_>, chance: &mut SeededRng) -> Option<Found> {
    let Orders::Movement(given) = search.orders else { return None };
    for power in search.powers(chance) {
        let targets = targets(search, given, power, chance);
        let found = targets.into_iter().find_map(|target| try_target(search, given, power, target));
        if found.is_some() || search.is_spent() {
            return found;
        }
    }
    None
}

/// Provinces near the power that somebody else holds or wants. Centres come first.
fn targets(search: &Search<'_>, given: &Sheet<Order>, power: Power, chance: &mut SeededRng) -> Vec<Province> {
    let (board, forces) = (search.board, &search.position.forces);
    let mut near: Vec<Province> = forces
        .units()
        .iter()
        .filter(|unit| unit.power == power)
        .flat_map(|unit| board.provinces_near(unit.kind, unit.location))
        .copied()
        .collect();
    near.sort_unstable();
    near.dedup();
    near.retain(|target| {
        let inside = forces.at(*target).map(|unit| unit.power);
        let is_wanted = given.iter().any(|(at, order)| {
            matches!(order, Order::Move { to, .. } if board.province_of(*to) == *target)
                && forces.at(at).is_some_and(|unit| unit.power != power)
        });
        inside != Some(power) && (inside.is_some() || is_wanted)
    });
    chance.shuffle(&mut near);
    near.sort_by_key(|target| !board.is_centre(*target));
    near.truncate(MAX_TARGETS);
    near
}

fn try_target(
    search: &mut Search<'_>,
    given: &Sheet<Order>,
    power: Power,
    target: Province,
) -> Option<Found> {
    let (board, position) = (search.board, search.position);
    let free = helpers(search, given, power, target);
    if search.is_spent() || Grade::of(free.len()) < search.wanted {
        return None;
    }
    let mut shown = given.clone();
    for at in &free {
        shown.remove(*at);
    }
    let choices = Choices::all(&search.options, &position.forces, &free);
    if free.is_empty() || choices.count() > MAX_SHEETS {
        return None;
    }
    let choices = choices.effective(board, &shown);
    let reached = |verdict: &Verdict| is_taken(board, position, verdict, power, target);
    let (wanted, mut sheets) = (search.wanted, 0);
    let plan = solve(&mut search.judge, position, &shown, &choices, wanted, &mut sheets, &reached);
    search.spend(sheets)?;
    let plan = plan?;
    Some(Found {
        grade: Grade::of(plan.key.len()),
        power,
        position: None,
        shown: Orders::Movement(shown),
        question: Question::Take { target, plan },
        sheets,
    })
}

/// The own units that can go to the target or help there, then those that can disturb who is involved.
pub(super) fn helpers(
    search: &Search<'_>,
    given: &Sheet<Order>,
    power: Power,
    target: Province,
) -> Vec<Province> {
    let (board, forces) = (search.board, &search.position.forces);
    let own = || forces.units().iter().filter(|unit| unit.power == power);
    let involved: Vec<Province> = given
        .iter()
        .filter(|(_, order)| order.target_province(board) == Some(target))
        .map(|(at, _)| at)
        .chain([target])
        .collect();
    let reaches = |unit: &rules::Unit, provinces: &[Province]| {
        board.provinces_near(unit.kind, unit.location).iter().any(|near| provinces.contains(near))
    };
    let mut free: Vec<Province> = Vec::new();
    for wanted in [&[target][..], &involved] {
        for unit in own().filter(|unit| reaches(unit, wanted)) {
            let at = board.province_of(unit.location);
            if free.len() < MAX_FREE && at != target && !free.contains(&at) {
                free.push(at);
            }
        }
    }
    free.sort_unstable();
    free
}
