//! Between the moves: retreats, builds and removals.

use rules::{Entry, Location, Power, Province, RetreatOrder, Season, Sheet, Unit, UnitKind};

use crate::Seat;

use super::ground::Ground;

/// What a garrison counts for each rival that could take its centre. More than any raid: the centre
/// would be the next unit to go.
const GARRISON: f32 = 3.0;

/// Each to where it is worth most; to a centre in Fall, because that takes it.
pub(crate) fn retreats(seat: &Seat<'_>, ground: &Ground<'_>) -> Sheet<RetreatOrder> {
    let board = seat.board;
    let mut sheet = Sheet::new(board);
    let mut taken: Vec<Province> = Vec::new();
    for fallen in seat.own_fallen() {
        let worth = |to: Location| {
            let there = board.province_of(to);
            let foreign = |power| !ground.is_own(power);
            let prize = board.is_centre(there) && seat.position.owners.of(there).is_none_or(foreign);
            let prize = match (prize, seat.position.phase.date().season) {
                (true, Season::Fall) => 4.0,
                (true, Season::Spring) => 1.0,
                (false, _) => 0.0,
            };
            // Another dislodged unit may come here too, and both would be lost (G2).
            let others = seat.position.dislodged.iter().filter(|other| {
                foreign(other.unit.power) && other.open.iter().any(|o| board.province_of(*o) == there)
            });
            ground.heat(fallen.unit.kind, to) + prize - 0.5 * others.count() as f32
        };
        let free = |to: &&Location| !taken.contains(&board.province_of(**to));
        let best = fallen.open.iter().filter(free).max_by(|a, b| worth(**a).total_cmp(&worth(**b)));
        let order = match best {
            Some(&to) => {
                taken.push(board.province_of(to));
                RetreatOrder::To(to)
            }
            None => RetreatOrder::Disband,
        };
        sheet.set(board.province_of(fallen.unit.location), order);
    }
    sheet
}

pub(crate) fn adjustments(seat: &Seat<'_>, ground: &Ground<'_>) -> Vec<(Power, Entry)> {
    let mut entries = Vec::new();
    let mut standing: Vec<(UnitKind, Location)> =
        seat.own_units().into_iter().map(|(_, unit)| (unit.kind, unit.location)).collect();
    for power in seat.own_powers() {
        let owed = seat.accounts().owed(power);
        if owed > 0 {
            build(seat, ground, power, owed, &mut standing, &mut entries);
        } else {
            remove(seat, ground, power, -owed, &mut standing, &mut entries);
        }
    }
    entries
}

/// One after the other where the need is greatest.
fn build(
    seat: &Seat<'_>,
    ground: &Ground<'_>,
    power: Power,
    owed: i32,
    standing: &mut Vec<(UnitKind, Location)>,
    entries: &mut Vec<(Power, Entry)>,
) {
    let board = seat.board;
    let mut sites: Vec<Province> = seat.accounts().sites(power).collect();
    for _ in 0..owed {
        let mut best: Option<(f32, UnitKind, Location)> = None;
        for &site in &sites {
            for kind in UnitKind::BOTH {
                for &at in board.places(kind, site) {
                    let need = ground.need(kind, at, standing) + danger(seat, ground, site);
                    if best.is_none_or(|(other, ..)| need > other) {
                        best = Some((need, kind, at));
                    }
                }
            }
        }
        let Some((_, kind, at)) = best else {
            entries.push((power, Entry::Waive));
            continue;
        };
        entries.push((power, Entry::Build { kind, at }));
        standing.push((kind, at));
        sites.retain(|site| *site != board.province_of(at));
    }
}

/// Rival units that could come to a province next turn.
fn rivals_near(seat: &Seat<'_>, province: Province) -> f32 {
    let reach =
        |unit: &&Unit| !seat.is_own(unit.power) && seat.board.can_reach(unit.kind, unit.location, province);
    seat.position.forces.units().iter().filter(reach).count() as f32
}

/// How many rivals could enter the own centre that a unit keeps next turn; none if it keeps none.
fn besiegers(seat: &Seat<'_>, here: Province) -> f32 {
    let owned = seat.position.owners.of(here).is_some_and(|owner| seat.is_own(owner));
    if owned { rivals_near(seat, here) } else { 0.0 }
}

/// Whether a unit keeps an own centre that a rival could enter next turn.
pub(crate) fn guards(seat: &Seat<'_>, unit: &Unit) -> bool {
    besiegers(seat, seat.board.province_of(unit.location)) > 0.0
}

/// An empty home within reach of rivals wants a garrison.
fn danger(seat: &Seat<'_>, ground: &Ground<'_>, site: Province) -> f32 {
    let reach = |unit: &&Unit| seat.board.can_reach(unit.kind, unit.location, site);
    let (mut own, mut rivals) = (0.0_f32, 0.0_f32);
    for unit in seat.position.forces.units().iter().filter(reach) {
        if ground.is_own(unit.power) { own += 1.0 } else { rivals += 1.0 }
    }
    0.5 * (rivals - own).max(0.0)
}

/// Those go first that are needed least where they are.
fn remove(
    seat: &Seat<'_>,
    ground: &Ground<'_>,
    power: Power,
    surplus: i32,
    standing: &mut Vec<(UnitKind, Location)>,
    entries: &mut Vec<(Power, Entry)>,
) {
    let board = seat.board;
    let mut units = seat.own_units();
    units.retain(|(_, unit)| unit.power == power);
    for _ in 0..surplus {
        let need = |place: Location, kind: UnitKind| {
            let others: Vec<_> = standing.iter().copied().filter(|(_, other)| *other != place).collect();
            let here = board.province_of(place);
            ground.need(kind, place, &others) + GARRISON * besiegers(seat, here).min(2.0)
        };
        let least = (0..units.len()).min_by(|a, b| {
            let (a, b) = (units[*a].1, units[*b].1);
            need(a.location, a.kind).total_cmp(&need(b.location, b.kind))
        });
        let Some(least) = least else { return };
        let (_, unit) = units.remove(least);
        standing.retain(|(_, place)| *place != unit.location);
        entries.push((power, Entry::Remove { at: board.province_of(unit.location) }));
    }
}
