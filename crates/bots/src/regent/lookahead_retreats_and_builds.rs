//! Lookahead for retreats, builds and removals: each choice is played to the next turn, and the best plan
//! there gives the value of the choice.

use rules::{
    AdjustmentOrder, Location, PhaseKind, Position, Power, Province, RetreatOrder, Sheet, Unit, UnitKind,
};

use crate::planner::board_analysis::BoardAnalysis;
use crate::planner::evaluator::WIN_VALUE;
use crate::planner::predict::rivals;
use crate::planner::retreats_and_builds;
use crate::{Seat, SeededRng, WorkBudget};

use super::lookahead::{resolve_adjustments, resolve_retreats, value_of_best_plan};

/// The number of guesses of what the others do in the next turn.
const GUESSES: usize = 6;
/// The minimum and the maximum work units per choice.
const MIN_WORK_PER_CHOICE: u64 = 150;
const MAX_WORK_PER_CHOICE: u64 = 2_500;
/// The value of a won game. It is higher than the value of any turn.
const WON: f32 = 2.0 * WIN_VALUE;
/// The maximum number of compared choices.
const MAX_CHOICES: usize = 40;

/// The choices of retreats for all own units together, the best first.
pub(super) fn retreats(
    seat: &Seat<'_>,
    work: &mut WorkBudget,
    chance: &mut SeededRng,
) -> Vec<Valued<Sheet<RetreatOrder>>> {
    let usual = retreats_and_builds::retreats(seat, &BoardAnalysis::new(seat));
    let dislodged = seat.own_dislodged();
    let mut choices = vec![usual];
    for one in &dislodged {
        let here = seat.board.province_of(one.unit.location);
        let ways = one.open_retreats.iter().map(|to| RetreatOrder::To(*to)).chain([RetreatOrder::Disband]);
        let mut more = Vec::new();
        for way in ways {
            for choice in &choices {
                let mut other = choice.clone();
                other.set(here, way);
                more.push(other);
            }
        }
        for choice in more {
            if choices.len() < MAX_CHOICES && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
    }
    let others = others_retreat(seat);
    ranked(seat, choices, work, chance, |choice| {
        let mut orders = others.clone();
        for (here, order) in choice.iter() {
            orders.set(here, *order);
        }
        let mut position = seat.position.clone();
        resolve_retreats(seat, &mut position, &orders);
        position
    })
}

/// The choices of builds and removals, the best first.
pub(super) fn adjustments(
    seat: &Seat<'_>,
    work: &mut WorkBudget,
    chance: &mut SeededRng,
) -> Vec<Valued<Vec<(Power, AdjustmentOrder)>>> {
    let usual = retreats_and_builds::adjustments(seat, &BoardAnalysis::new(seat));
    let mut choices = vec![usual.clone()];
    for power in seat.own_powers() {
        let owed = seat.adjustments().centres_minus_units(power);
        let rest: Vec<(Power, AdjustmentOrder)> =
            usual.iter().copied().filter(|(other, _)| *other != power).collect();
        let sets = if owed > 0 {
            builds(seat, power, owed as usize)
        } else {
            removals(seat, power, owed.unsigned_abs() as usize)
        };
        for set in sets {
            let mut choice = rest.clone();
            choice.extend(set.into_iter().map(|entry| (power, entry)));
            if choices.len() < MAX_CHOICES && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
    }
    let others = others_adjust(seat, seat.position);
    ranked(seat, choices, work, chance, |choice| {
        let mut position = seat.position.clone();
        let entries: Vec<(Power, AdjustmentOrder)> = others.iter().chain(choice).copied().collect();
        resolve_adjustments(seat, &mut position, &entries);
        position
    })
}

/// A choice and its value. None if the budget was too small or no unit is left.
type Valued<T> = (T, Option<f32>);

/// The choices by the value of their positions, the best first. Only the first choice, without a value, if
/// the budget is too small for a comparison.
fn ranked<T>(
    seat: &Seat<'_>,
    mut choices: Vec<T>,
    work: &mut WorkBudget,
    chance: &mut SeededRng,
    after: impl Fn(&T) -> Position,
) -> Vec<Valued<T>> {
    let share = (work.left() / choices.len().max(1) as u64).min(MAX_WORK_PER_CHOICE);
    if choices.len() < 2 || share < MIN_WORK_PER_CHOICE {
        choices.truncate(1);
        return choices.into_iter().map(|choice| (choice, None)).collect();
    }
    // All choices get the same guesses. Otherwise chance would decide between equal choices.
    let seed = chance.next_u64();
    let mut weighed = Vec::new();
    for choice in choices {
        let mut own = WorkBudget::units(share);
        let worth = value_of_position(seat, after(&choice), &mut own, &mut SeededRng::new(seed));
        work.add_spent(own.spent());
        weighed.push((choice, worth));
    }
    weighed.sort_by(|(_, a), (_, b)| b.unwrap_or(f32::MIN).total_cmp(&a.unwrap_or(f32::MIN)));
    weighed
}

/// The value of the best plan for the next turn. None if no own unit is left.
fn value_of_position(
    seat: &Seat<'_>,
    mut position: Position,
    work: &mut WorkBudget,
    chance: &mut SeededRng,
) -> Option<f32> {
    if position.phase.kind() == PhaseKind::Adjustment {
        let entries: Vec<(Power, AdjustmentOrder)> = {
            let seat = Seat { position: &position, ..*seat };
            let own = retreats_and_builds::adjustments(&seat, &BoardAnalysis::new(&seat));
            others_adjust(&seat, &position).into_iter().chain(own).collect()
        };
        resolve_adjustments(seat, &mut position, &entries);
    }
    let won = |powers: &[Power]| seat.goal.is_reached(&position.owners, powers);
    if won(seat.powers) {
        return Some(WON);
    }
    if position.phase.kind() != PhaseKind::Movement {
        return None;
    }
    let seat = Seat { position: &position, ..*seat };
    value_of_best_plan(&seat, &BoardAnalysis::new(&seat), GUESSES, work, chance)
}

fn others_retreat(seat: &Seat<'_>) -> Sheet<RetreatOrder> {
    let mut orders = Sheet::new(seat.board);
    for (powers, _) in rivals(seat) {
        let seat = Seat { powers: &powers, ..*seat };
        for (here, order) in retreats_and_builds::retreats(&seat, &BoardAnalysis::new(&seat)).iter() {
            orders.set(here, *order);
        }
    }
    orders
}

fn others_adjust(seat: &Seat<'_>, position: &Position) -> Vec<(Power, AdjustmentOrder)> {
    let seat = Seat { position, ..*seat };
    let mut entries = Vec::new();
    for (powers, _) in rivals(&seat) {
        let seat = Seat { powers: &powers, ..seat };
        entries.extend(retreats_and_builds::adjustments(&seat, &BoardAnalysis::new(&seat)));
    }
    entries
}

/// All sets of builds of this number of units.
fn builds(seat: &Seat<'_>, power: Power, owed: usize) -> Vec<Vec<AdjustmentOrder>> {
    let build = |kind| move |at: &Location| AdjustmentOrder::Build { kind, at: *at };
    let at_site = |site: Province| -> Vec<AdjustmentOrder> {
        let of_kind = |kind| seat.board.locations_for(kind, site).iter().map(build(kind));
        UnitKind::BOTH.into_iter().flat_map(of_kind).collect()
    };
    let sites: Vec<Vec<AdjustmentOrder>> = seat.adjustments().build_sites(power).map(at_site).collect();
    let waives = std::iter::repeat_n(AdjustmentOrder::Waive, owed.saturating_sub(sites.len()));
    let sets = sets(Vec::new(), &sites, owed).into_iter();
    sets.map(|set| set.into_iter().chain(waives.clone()).collect()).collect()
}

/// Sets of removals, sorted by location. A unit on an own centre that rivals can enter is removed only if
/// no other unit is left: one turn ahead the attacking unit looks better, but a year later the centre is
/// lost.
fn removals(seat: &Seat<'_>, power: Power, surplus: usize) -> Vec<Vec<AdjustmentOrder>> {
    let units = seat.own_units().into_iter().map(|(_, unit)| unit).filter(|unit| unit.power == power);
    let (guards, others): (Vec<Unit>, Vec<Unit>) =
        units.partition(|unit| retreats_and_builds::is_garrison(seat, unit));
    let removal = |unit: &Unit| AdjustmentOrder::Remove { at: seat.board.province_of(unit.location) };
    let (always, from) = if others.len() < surplus { (others, guards) } else { (Vec::new(), others) };
    let from: Vec<Vec<AdjustmentOrder>> = from.iter().map(|unit| vec![removal(unit)]).collect();
    let count = surplus - always.len();
    sets(always.iter().map(removal).collect(), &from, count)
}

/// The sure entries, combined with entries of `count` of the rest: each combination once, up to a maximum
/// number.
fn sets(
    sure: Vec<AdjustmentOrder>,
    rest: &[Vec<AdjustmentOrder>],
    count: usize,
) -> Vec<Vec<AdjustmentOrder>> {
    let mut sets: Vec<(usize, Vec<AdjustmentOrder>)> = vec![(0, sure)];
    for _ in 0..count.min(rest.len()) {
        let mut more = Vec::new();
        for (next, set) in &sets {
            for (i, ways) in rest.iter().enumerate().skip(*next) {
                for &way in ways {
                    let mut set = set.clone();
                    set.push(way);
                    more.push((i + 1, set));
                }
            }
        }
        sets = more;
        sets.truncate(4 * MAX_CHOICES);
    }
    sets.into_iter().map(|(_, set)| set).collect()
}
