//! Retreats, builds and removals of the planner.

use rules::{AdjustmentOrder, Location, Power, Province, RetreatOrder, Season, Sheet, Unit, UnitKind};

use crate::Seat;

use super::board_analysis::BoardAnalysis;

/// The value of a garrison per rival that can take its centre. It is higher than that of any attacking
/// unit, because a lost centre costs the next unit.
const GARRISON_VALUE: f32 = 3.0;

/// Each dislodged unit retreats to the best place. In Fall a centre is best, because the retreat takes it.
pub(crate) fn retreats(seat: &Seat<'_>, analysis: &BoardAnalysis<'_>) -> Sheet<RetreatOrder> {
    let board = seat.board;
    let mut sheet = Sheet::new(board);
    let mut taken: Vec<Province> = Vec::new();
    for dislodged in seat.own_dislodged() {
        let worth = |to: Location| {
            let there = board.province_of(to);
            let foreign = |power| !analysis.is_own(power);
            let prize = board.is_centre(there) && seat.position.owners.of(there).is_none_or(foreign);
            let prize = match (prize, seat.position.phase.turn().season) {
                (true, Season::Fall) => 4.0,
                (true, Season::Spring) => 1.0,
                (false, _) => 0.0,
            };
            // Another dislodged unit may retreat here too, and then both are lost (G2).
            let others = seat.position.dislodged.iter().filter(|other| {
                foreign(other.unit.power)
                    && other.open_retreats.iter().any(|o| board.province_of(*o) == there)
            });
            analysis.attraction(dislodged.unit.kind, to) + prize - 0.5 * others.count() as f32
        };
        let free = |to: &&Location| !taken.contains(&board.province_of(**to));
        let best =
            dislodged.open_retreats.iter().filter(free).max_by(|a, b| worth(**a).total_cmp(&worth(**b)));
        let order = match best {
            Some(&to) => {
                taken.push(board.province_of(to));
                RetreatOrder::To(to)
            }
            None => RetreatOrder::Disband,
        };
        sheet.set(board.province_of(dislodged.unit.location), order);
    }
    sheet
}

/// The builds and removals of all own powers.
pub(crate) fn adjustments(seat: &Seat<'_>, analysis: &BoardAnalysis<'_>) -> Vec<(Power, AdjustmentOrder)> {
    let mut entries = Vec::new();
    let mut standing: Vec<(UnitKind, Location)> =
        seat.own_units().into_iter().map(|(_, unit)| (unit.kind, unit.location)).collect();
    for power in seat.own_powers() {
        let owed = seat.adjustments().centres_minus_units(power);
        if owed > 0 {
            build(seat, analysis, power, owed, &mut standing, &mut entries);
        } else {
            remove(seat, analysis, power, -owed, &mut standing, &mut entries);
        }
    }
    entries
}

/// Builds the units one by one, each where the need is greatest.
fn build(
    seat: &Seat<'_>,
    analysis: &BoardAnalysis<'_>,
    power: Power,
    owed: i32,
    standing: &mut Vec<(UnitKind, Location)>,
    entries: &mut Vec<(Power, AdjustmentOrder)>,
) {
    let board = seat.board;
    let mut sites: Vec<Province> = seat.adjustments().build_sites(power).collect();
    for _ in 0..owed {
        let mut best: Option<(f32, UnitKind, Location)> = None;
        for &site in &sites {
            for kind in UnitKind::BOTH {
                for &at in board.locations_for(kind, site) {
                    let need = analysis.need(kind, at, standing) + danger(seat, analysis, site);
                    if best.is_none_or(|(other, ..)| need > other) {
                        best = Some((need, kind, at));
                    }
                }
            }
        }
        let Some((_, kind, at)) = best else {
            entries.push((power, AdjustmentOrder::Waive));
            continue;
        };
        entries.push((power, AdjustmentOrder::Build { kind, at }));
        standing.push((kind, at));
        sites.retain(|site| *site != board.province_of(at));
    }
}

/// The number of rival units that can reach a province next turn.
fn rivals_near(seat: &Seat<'_>, province: Province) -> f32 {
    let reach =
        |unit: &&Unit| !seat.is_own(unit.power) && seat.board.can_reach(unit.kind, unit.location, province);
    seat.position.forces.units().iter().filter(reach).count() as f32
}

/// How many rival units can enter a province next turn, if it is an own centre. Otherwise zero.
fn rivals_near_own_centre(seat: &Seat<'_>, here: Province) -> f32 {
    let owned = seat.position.owners.of(here).is_some_and(|owner| seat.is_own(owner));
    if owned { rivals_near(seat, here) } else { 0.0 }
}

/// Whether a unit occupies an own centre that a rival can enter next turn.
pub(crate) fn is_garrison(seat: &Seat<'_>, unit: &Unit) -> bool {
    rivals_near_own_centre(seat, seat.board.province_of(unit.location)) > 0.0
}

/// The extra need for a unit on an empty home centre that rivals can reach.
fn danger(seat: &Seat<'_>, analysis: &BoardAnalysis<'_>, site: Province) -> f32 {
    let reach = |unit: &&Unit| seat.board.can_reach(unit.kind, unit.location, site);
    let (mut own, mut rivals) = (0.0_f32, 0.0_f32);
    for unit in seat.position.forces.units().iter().filter(reach) {
        if analysis.is_own(unit.power) { own += 1.0 } else { rivals += 1.0 }
    }
    0.5 * (rivals - own).max(0.0)
}

/// Removes the units that are needed least.
fn remove(
    seat: &Seat<'_>,
    analysis: &BoardAnalysis<'_>,
    power: Power,
    surplus: i32,
    standing: &mut Vec<(UnitKind, Location)>,
    entries: &mut Vec<(Power, AdjustmentOrder)>,
) {
    let board = seat.board;
    let mut units = seat.own_units();
    units.retain(|(_, unit)| unit.power == power);
    for _ in 0..surplus {
        let need = |place: Location, kind: UnitKind| {
            let others: Vec<_> = standing.iter().copied().filter(|(_, other)| *other != place).collect();
            let here = board.province_of(place);
            analysis.need(kind, place, &others) + GARRISON_VALUE * rivals_near_own_centre(seat, here).min(2.0)
        };
        let least = (0..units.len()).min_by(|a, b| {
            let (a, b) = (units[*a].1, units[*b].1);
            need(a.location, a.kind).total_cmp(&need(b.location, b.kind))
        });
        let Some(least) = least else { return };
        let (_, unit) = units.remove(least);
        standing.retain(|(_, place)| *place != unit.location);
        entries.push((power, AdjustmentOrder::Remove { at: board.province_of(unit.location) }));
    }
}
