//! "Save the fleet": a unit that the shown orders of the others dislodge if nothing is done.

use rules::{Order, Orders, Province, Sheet, Verdict};
use seeded_random::SeededRng;

use super::take::{MAX_FREE, helpers};
use super::{Found, Search};
use crate::MAX_SHEETS;
use crate::answer::is_dislodged;
use crate::puzzle::{Grade, Question};
use crate::sheets::{Choices, solve};

pub(super) fn find(search: &mut Search<'_>, chance: &mut SeededRng) -> Option<Found> {
    let Orders::Movement(given) = search.orders else { return None };
    // First with the unit itself among the free ones. If it has several ways out, it holds.
    let ways = [MayLeave::Yes, MayLeave::No];
    endangered(search, given, chance)
        .into_iter()
        .flat_map(|target| ways.map(|may_leave| (target, may_leave)))
        .find_map(|(target, may_leave)| try_target(search, given, target, may_leave))
}

/// Units that are dislodged if all units of their power hold.
fn endangered(search: &mut Search<'_>, given: &Sheet<Order>, chance: &mut SeededRng) -> Vec<Province> {
    let (board, position) = (search.board, search.position);
    let mut found = Vec::new();
    for power in search.powers(chance) {
        let mut sheet = given.clone();
        for unit in position.forces.units().iter().filter(|unit| unit.power == power) {
            sheet.remove(board.province_of(unit.location));
        }
        let verdict = search.judge.movement(&position.forces, &position.players, &sheet);
        for (slot, _) in verdict.dislodged() {
            let unit = position.forces.units()[slot];
            if unit.power == power {
                found.push(board.province_of(unit.location));
            }
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MayLeave {
    Yes,
    No,
}

fn try_target(
    search: &mut Search<'_>,
    given: &Sheet<Order>,
    target: Province,
    may_leave: MayLeave,
) -> Option<Found> {
    let (board, position) = (search.board, search.position);
    let power = position.forces.at(target)?.power;
    let mut free = helpers(search, given, power, target);
    let mut shown = given.clone();
    match may_leave {
        MayLeave::Yes => {
            free.truncate(MAX_FREE - 1);
            free.push(target);
            free.sort_unstable();
        }
        MayLeave::No => drop(shown.set(target, Order::Hold)),
    }
    if search.is_spent() || Grade::of(free.len()) < search.wanted {
        return None;
    }
    for at in &free {
        shown.remove(*at);
    }
    let choices = Choices::all(&search.options, &position.forces, &free);
    if free.is_empty() || choices.count() > MAX_SHEETS {
        return None;
    }
    let choices = choices.effective(board, &shown);
    let reached = |verdict: &Verdict| !is_dislodged(board, position, verdict, target);
    let (wanted, mut sheets) = (search.wanted, 0);
    let plan = solve(&mut search.judge, position, &shown, &choices, wanted, &mut sheets, &reached);
    search.spend(sheets)?;
    let plan = plan?;
    Some(Found {
        grade: Grade::of(plan.key.len()),
        power,
        position: None,
        shown: Orders::Movement(shown),
        question: Question::Save { target, plan },
        sheets,
    })
}
