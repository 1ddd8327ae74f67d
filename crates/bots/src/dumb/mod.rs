//! The bots `dumb` and `dumb-neutral`: DumbBot, written from its published description.
//!
//! Every place gets a value ([`PlaceValues`]). Then every unit moves to the best place that it can reach,
//! or sometimes to the next best (a greedy plan). DumbBot is the usual baseline for Diplomacy bots.

mod place_values;

use rules::{
    AdjustmentOrder, Board, Forces, Location, Order, Passage, Position, Power, Province, RetreatOrder, Sheet,
};
use rules::{Unit, UnitKind};

use crate::{Bot, Seat, SeededRng, WorkBudget};

pub use place_values::{NeutralCentres, PlaceValues};

/// DumbBot.
#[derive(Clone, Copy, Debug)]
pub struct Dumb {
    pub neutrals: NeutralCentres,
}

/// The maximum probability of the next best choice, in percent.
const ALTERNATIVE_PERCENT: i64 = 50;
/// How strongly a relative difference lowers that probability: the difference in percent, times five.
const DIFFERENCE_PERCENT: i64 = 500;

impl Bot for Dumb {
    fn movement(&self, seat: &Seat<'_>, _: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<Order> {
        let own: Vec<Power> = seat.own_powers().collect();
        let worth = PlaceValues::of(seat.board, seat.position, &own, self.neutrals);
        let units: Vec<Unit> = seat.own_units().into_iter().map(|(_, unit)| unit).collect();
        let mut sheet = Sheet::new(seat.board);
        GreedyPlanner::new(seat.board, seat.position, &worth).write_orders(&units, &mut sheet, chance);
        sheet
    }

    fn retreats(&self, seat: &Seat<'_>, _: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<RetreatOrder> {
        let own: Vec<Power> = seat.own_powers().collect();
        let worth = PlaceValues::of(seat.board, seat.position, &own, self.neutrals);
        let mut sheet = Sheet::new(seat.board);
        let mut taken: Vec<Province> = Vec::new();
        for dislodged in seat.own_dislodged() {
            let free = |to: &&Location| !taken.contains(&seat.board.province_of(**to));
            let mut ways: Vec<(i64, Location)> = dislodged
                .open_retreats
                .iter()
                .filter(free)
                .map(|to| (worth.move_value(seat.board, dislodged.unit.kind, *to), *to))
                .collect();
            sort(&mut ways);
            let order = match choose(&ways, chance) {
                Some(to) => {
                    taken.push(seat.board.province_of(to));
                    RetreatOrder::To(to)
                }
                None => RetreatOrder::Disband,
            };
            sheet.set(seat.board.province_of(dislodged.unit.location), order);
        }
        sheet
    }

    fn adjustments(
        &self,
        seat: &Seat<'_>,
        _: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Vec<(Power, AdjustmentOrder)> {
        let own: Vec<Power> = seat.own_powers().collect();
        let worth = PlaceValues::of(seat.board, seat.position, &own, self.neutrals);
        let mut entries = Vec::new();
        for &power in &own {
            let owed = seat.adjustments().centres_minus_units(power);
            if owed > 0 {
                build(seat, &worth, power, owed, chance, &mut entries);
            } else {
                remove(seat, &worth, power, -owed, &mut entries);
            }
        }
        entries
    }
}

fn build(
    seat: &Seat<'_>,
    worth: &PlaceValues,
    power: Power,
    owed: i32,
    chance: &mut SeededRng,
    entries: &mut Vec<(Power, AdjustmentOrder)>,
) {
    let mut ways: Vec<(i64, (UnitKind, Location))> = Vec::new();
    for site in seat.adjustments().build_sites(power) {
        for kind in UnitKind::BOTH {
            for &at in seat.board.locations_for(kind, site) {
                ways.push((worth.build_value(seat.board, kind, at), (kind, at)));
            }
        }
    }
    sort(&mut ways);
    for _ in 0..owed {
        let Some((kind, at)) = choose(&ways, chance) else {
            entries.push((power, AdjustmentOrder::Waive));
            continue;
        };
        entries.push((power, AdjustmentOrder::Build { kind, at }));
        let site = seat.board.province_of(at);
        ways.retain(|(_, (_, other))| seat.board.province_of(*other) != site);
    }
}

fn remove(
    seat: &Seat<'_>,
    worth: &PlaceValues,
    power: Power,
    surplus: i32,
    entries: &mut Vec<(Power, AdjustmentOrder)>,
) {
    let mut units = seat.own_units();
    units.retain(|(_, unit)| unit.power == power);
    units.sort_by_key(|(_, unit)| worth.build_value(seat.board, unit.kind, unit.location));
    for (_, unit) in units.into_iter().take(usize::try_from(surplus).unwrap_or(0)) {
        entries.push((power, AdjustmentOrder::Remove { at: seat.board.province_of(unit.location) }));
    }
}

/// Sorts the best first. Equal values are sorted by place.
fn sort<T: Copy + Ord>(ways: &mut [(i64, T)]) {
    ways.sort_unstable_by_key(|(value, way)| (std::cmp::Reverse(*value), *way));
}

/// The best choice, or by chance the next best, and so on. With equal values the next best is taken half of
/// the time; with a larger difference less often.
fn choose<T: Copy>(ways: &[(i64, T)], chance: &mut SeededRng) -> Option<T> {
    let mut best = ways.first()?;
    for next in &ways[1..] {
        let refusal = if best.0 <= 0 { 0 } else { (best.0 - next.0) * DIFFERENCE_PERCENT / best.0 };
        let prefers = (chance.below(100) as i64) < ALTERNATIVE_PERCENT;
        if !(prefers && chance.below(100) as i64 >= refusal) {
            break;
        }
        best = next;
    }
    Some(best.1)
}

/// Writes the greedy orders of one player for a movement phase, unit by unit.
#[derive(Debug)]
pub(crate) struct GreedyPlanner<'a> {
    board: &'a Board,
    forces: &'a Forces,
    worth: &'a PlaceValues,
}

impl<'a> GreedyPlanner<'a> {
    pub(crate) const fn new(board: &'a Board, position: &'a Position, worth: &'a PlaceValues) -> Self {
        Self { board, forces: &position.forces, worth }
    }

    /// Writes the orders of these units of one player on a sheet. The sheet must have no orders for them.
    pub(crate) fn write_orders(&self, units: &[Unit], sheet: &mut Sheet<Order>, chance: &mut SeededRng) {
        let mut queue: Vec<Unit> = units.to_vec();
        chance.shuffle(&mut queue);
        // The next unit is the last one of the queue.
        let mut waits = 0;
        while let Some(unit) = queue.pop() {
            match self.decide(&unit, units, &queue, waits < units.len(), sheet, chance) {
                Decision::Order(order) => {
                    sheet.set(self.board.province_of(unit.location), order);
                    waits = 0;
                }
                // The unit at the destination is ordered first. A ring of units ends when all have waited.
                Decision::WaitFor(first) => {
                    waits += 1;
                    queue.push(unit);
                    if let Some(i) = queue.iter().position(|other| *other == first) {
                        let first = queue.remove(i);
                        queue.push(first);
                    }
                }
            }
        }
        self.turn_holds_into_supports(units, sheet);
    }

    fn decide(
        &self,
        unit: &Unit,
        units: &[Unit],
        unordered: &[Unit],
        may_wait: bool,
        sheet: &Sheet<Order>,
        chance: &mut SeededRng,
    ) -> Decision {
        let mut ways = self.destinations(unit);
        while let Some(to) = choose(&ways, chance) {
            let there = self.board.province_of(to);
            if to == unit.location {
                return Decision::Order(Order::Hold);
            }
            let competition = self.worth.competition(there);
            if let Some(resident) = units.iter().find(|u| self.board.province_of(u.location) == there) {
                if unordered.contains(resident) && may_wait {
                    return Decision::WaitFor(*resident);
                }
                let leaves = matches!(sheet.get(there), Some(Order::Move { .. }));
                if !leaves && competition > 1 && !unordered.contains(resident) {
                    return Decision::Order(Order::SupportHold { of: there });
                }
                if !leaves {
                    ways.retain(|(_, other)| self.board.province_of(*other) != there);
                    continue;
                }
            }
            match self.unit_moving_to(there, units, sheet) {
                None => return Decision::Order(Order::Move { to, passage: Passage::Unstated }),
                Some((from, to)) if competition > 0 => {
                    return Decision::Order(Order::SupportMove { from, to });
                }
                Some(_) => ways.retain(|(_, other)| self.board.province_of(*other) != there),
            }
        }
        Decision::Order(Order::Hold)
    }

    /// The places where a unit can be next turn, also its own place, the best first.
    fn destinations(&self, unit: &Unit) -> Vec<(i64, Location)> {
        let near = self.board.neighbours(unit.kind, unit.location).iter();
        let mut ways: Vec<(i64, Location)> = near
            .chain([&unit.location])
            .map(|to| (self.worth.move_value(self.board, unit.kind, *to), *to))
            .collect();
        sort(&mut ways);
        ways
    }

    /// The own unit that is ordered to a province.
    fn unit_moving_to(
        &self,
        there: Province,
        units: &[Unit],
        sheet: &Sheet<Order>,
    ) -> Option<(Province, Location)> {
        units.iter().find_map(|unit| {
            let from = self.board.province_of(unit.location);
            match sheet.get(from) {
                Some(Order::Move { to, .. }) if self.board.province_of(*to) == there => Some((from, *to)),
                Some(_) | None => None,
            }
        })
    }

    /// A unit that holds supports an own unit in the best neighbour province that a rival can reach.
    fn turn_holds_into_supports(&self, units: &[Unit], sheet: &mut Sheet<Order>) {
        for unit in units {
            let here = self.board.province_of(unit.location);
            if sheet.get(here) != Some(&Order::Hold) {
                continue;
            }
            let mut best: Option<(i64, Order)> = None;
            for &there in self.board.provinces_near(unit.kind, unit.location) {
                let resisted = self.worth.competition(there) > 0;
                let help = match self.unit_moving_to(there, units, sheet) {
                    Some((from, to)) if from != here => Some(Order::SupportMove { from, to }),
                    Some(_) | None => {
                        let stays = self.forces.at(there).filter(|other| units.contains(other)).is_some()
                            && !matches!(sheet.get(there), Some(Order::Move { .. }) | None);
                        stays.then_some(Order::SupportHold { of: there })
                    }
                };
                let Some(order) = help.filter(|_| resisted) else { continue };
                let places = self.board.locations_for(unit.kind, there).iter();
                let value = places.map(|place| self.worth.move_value(self.board, unit.kind, *place)).max();
                if let Some(value) = value
                    && best.is_none_or(|(other, _)| value > other)
                {
                    best = Some((value, order));
                }
            }
            if let Some((_, order)) = best {
                sheet.set(here, order);
            }
        }
    }
}

enum Decision {
    Order(Order),
    WaitFor(Unit),
}
