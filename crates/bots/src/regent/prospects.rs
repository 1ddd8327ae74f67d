//! Retreats, builds and removals by value: each choice is played on to the next turn, and the best plan
//! there says what the choice is worth.

use rules::{Entry, Location, Position, Power, Province, RetreatOrder, Sheet, Stage, Unit, UnitKind};

use crate::planner::foresee::rivals;
use crate::planner::ground::Ground;
use crate::planner::upkeep;
use crate::planner::weigh::WIN;
use crate::{Chance, Seat, Work};

use super::onward::{adjust, best_plan, retreat};

/// Guesses of what the others do in the turn after.
const GUESSES: usize = 6;
/// A choice gets at least and at most so many units.
const LEAST: u64 = 150;
const MOST: u64 = 2_500;
/// More than any turn is worth: the game is won.
const WON: f32 = 2.0 * WIN;
/// So many choices are compared.
const CHOICES: usize = 40;

/// Retreats: the choice of all own units together that leaves the best next turn.
pub(super) fn retreats(
    seat: &Seat<'_>,
    work: &mut Work,
    chance: &mut Chance,
) -> Vec<Weighed<Sheet<RetreatOrder>>> {
    let usual = upkeep::retreats(seat, &Ground::new(seat));
    let fallen = seat.own_fallen();
    let mut choices = vec![usual];
    for one in &fallen {
        let here = seat.board.province_of(one.unit.location);
        let ways = one.open.iter().map(|to| RetreatOrder::To(*to)).chain([RetreatOrder::Disband]);
        let mut more = Vec::new();
        for way in ways {
            for choice in &choices {
                let mut other = choice.clone();
                other.set(here, way);
                more.push(other);
            }
        }
        for choice in more {
            if choices.len() < CHOICES && !choices.contains(&choice) {
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
        retreat(seat, &mut position, &orders);
        position
    })
}

/// Builds and removals: likewise.
pub(super) fn adjustments(
    seat: &Seat<'_>,
    work: &mut Work,
    chance: &mut Chance,
) -> Vec<Weighed<Vec<(Power, Entry)>>> {
    let usual = upkeep::adjustments(seat, &Ground::new(seat));
    let mut choices = vec![usual.clone()];
    for power in seat.own_powers() {
        let owed = seat.accounts().owed(power);
        let rest: Vec<(Power, Entry)> = usual.iter().copied().filter(|(other, _)| *other != power).collect();
        let sets = if owed > 0 {
            builds(seat, power, owed as usize)
        } else {
            removals(seat, power, owed.unsigned_abs() as usize)
        };
        for set in sets {
            let mut choice = rest.clone();
            choice.extend(set.into_iter().map(|entry| (power, entry)));
            if choices.len() < CHOICES && !choices.contains(&choice) {
                choices.push(choice);
            }
        }
    }
    let others = others_adjust(seat, seat.position);
    ranked(seat, choices, work, chance, |choice| {
        let mut position = seat.position.clone();
        let entries: Vec<(Power, Entry)> = others.iter().chain(choice).copied().collect();
        adjust(seat, &mut position, &entries);
        position
    })
}

/// A choice and what it is worth, if there was work to find out and something to weigh.
type Weighed<T> = (T, Option<f32>);

/// The choices by what their positions are worth, the best first. Only the first, unweighed, if the
/// budget allows no comparison.
fn ranked<T>(
    seat: &Seat<'_>,
    mut choices: Vec<T>,
    work: &mut Work,
    chance: &mut Chance,
    after: impl Fn(&T) -> Position,
) -> Vec<Weighed<T>> {
    let share = (work.left() / choices.len().max(1) as u64).min(MOST);
    if choices.len() < 2 || share < LEAST {
        choices.truncate(1);
        return choices.into_iter().map(|choice| (choice, None)).collect();
    }
    // Everybody is guessed alike for all choices, or chance would decide between equals.
    let seed = chance.next();
    let mut weighed = Vec::new();
    for choice in choices {
        let mut own = Work::units(share);
        let worth = prospect(seat, after(&choice), &mut own, &mut Chance::new(seed));
        work.settle(own.spent());
        weighed.push((choice, worth));
    }
    weighed.sort_by(|(_, a), (_, b)| b.unwrap_or(f32::MIN).total_cmp(&a.unwrap_or(f32::MIN)));
    weighed
}

/// What the best plan for the next turn is worth; nothing to compare with if nobody is left to order.
fn prospect(seat: &Seat<'_>, mut position: Position, work: &mut Work, chance: &mut Chance) -> Option<f32> {
    if position.phase.stage() == Stage::Adjustment {
        let entries: Vec<(Power, Entry)> = {
            let seat = Seat { position: &position, ..*seat };
            let own = upkeep::adjustments(&seat, &Ground::new(&seat));
            others_adjust(&seat, &position).into_iter().chain(own).collect()
        };
        adjust(seat, &mut position, &entries);
    }
    let won = |powers: &[Power]| seat.goal.is_reached(&position.owners, powers);
    if won(seat.powers) {
        return Some(WON);
    }
    if position.phase.stage() != Stage::Movement {
        return None;
    }
    let seat = Seat { position: &position, ..*seat };
    best_plan(&seat, &Ground::new(&seat), GUESSES, work, chance)
}

fn others_retreat(seat: &Seat<'_>) -> Sheet<RetreatOrder> {
    let mut orders = Sheet::new(seat.board);
    for (powers, _) in rivals(seat) {
        let seat = Seat { powers: &powers, ..*seat };
        for (here, order) in upkeep::retreats(&seat, &Ground::new(&seat)).iter() {
            orders.set(here, *order);
        }
    }
    orders
}

fn others_adjust(seat: &Seat<'_>, position: &Position) -> Vec<(Power, Entry)> {
    let seat = Seat { position, ..*seat };
    let mut entries = Vec::new();
    for (powers, _) in rivals(&seat) {
        let seat = Seat { powers: &powers, ..seat };
        entries.extend(upkeep::adjustments(&seat, &Ground::new(&seat)));
    }
    entries
}

/// Every set of builds of so many units.
fn builds(seat: &Seat<'_>, power: Power, owed: usize) -> Vec<Vec<Entry>> {
    let build = |kind| move |at: &Location| Entry::Build { kind, at: *at };
    let at_site = |site: Province| -> Vec<Entry> {
        let of_kind = |kind| seat.board.places(kind, site).iter().map(build(kind));
        UnitKind::BOTH.into_iter().flat_map(of_kind).collect()
    };
    let sites: Vec<Vec<Entry>> = seat.accounts().sites(power).map(at_site).collect();
    let waives = std::iter::repeat_n(Entry::Waive, owed.saturating_sub(sites.len()));
    let sets = sets(Vec::new(), &sites, owed).into_iter();
    sets.map(|set| set.into_iter().chain(waives.clone()).collect()).collect()
}

/// Sets of removals, by the alphabet of the provinces; the usual one is compared before them. Who keeps
/// a centre that rivals could enter stays while there is somebody else to go: a turn ahead the raider
/// looks better, and a year later the centre is gone.
fn removals(seat: &Seat<'_>, power: Power, surplus: usize) -> Vec<Vec<Entry>> {
    let units = seat.own_units().into_iter().map(|(_, unit)| unit).filter(|unit| unit.power == power);
    let (guards, others): (Vec<Unit>, Vec<Unit>) = units.partition(|unit| upkeep::guards(seat, unit));
    let removal = |unit: &Unit| Entry::Remove { at: seat.board.province_of(unit.location) };
    let (always, from) = if others.len() < surplus { (others, guards) } else { (Vec::new(), others) };
    let from: Vec<Vec<Entry>> = from.iter().map(|unit| vec![removal(unit)]).collect();
    let count = surplus - always.len();
    sets(always.iter().map(removal).collect(), &from, count)
}

/// What is sure, with one of the ways of so many of the rest: each combination of them once, as far as
/// they can be compared.
fn sets(sure: Vec<Entry>, rest: &[Vec<Entry>], count: usize) -> Vec<Vec<Entry>> {
    let mut sets: Vec<(usize, Vec<Entry>)> = vec![(0, sure)];
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
        sets.truncate(4 * CHOICES);
    }
    sets.into_iter().map(|(_, set)| set).collect()
}
