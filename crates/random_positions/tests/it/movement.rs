//! Properties that hold after every movement phase, for any orders.

use std::collections::{BTreeMap, BTreeSet};

use random_positions::{RandomPosition, SeededRng, dense_position, naval_position};
use rules::{
    Because, Board, Edition, Forces, Judge, Location, Order, Players, Power, Province, Ruling, Sheet, Unit,
    Verdict,
};

const POSITIONS: u64 = 3_000;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// A random position: with some convoys, or with many.
fn random_position(seed: u64) -> RandomPosition {
    if seed.is_multiple_of(2) { dense_position(board(), seed) } else { naval_position(board(), seed) }
}

/// A position with its verdict.
struct JudgedPosition<'a> {
    edition: Edition,
    position: &'a RandomPosition,
    verdict: &'a Verdict,
}

impl JudgedPosition<'_> {
    fn units(&self) -> impl Iterator<Item = (&Unit, &Ruling, Location)> {
        let units = self.position.forces.units().iter().zip(self.verdict.rulings());
        units.zip(self.verdict.locations_after()).map(|((unit, ruling), stand)| (unit, ruling, *stand))
    }

    /// The provinces that are occupied after the phase.
    fn occupied(&self) -> BTreeSet<Province> {
        let standing = self.units().filter(|(_, ruling, _)| ruling.dislodged_from.is_none());
        standing.map(|(_, _, stand)| board().province_of(stand)).collect()
    }

    /// Where a unit was ordered to go.
    fn destination(&self, unit: &Unit) -> Option<Province> {
        match self.position.orders.get(board().province_of(unit.location))? {
            Order::Move { to, .. } => Some(board().province_of(*to)),
            Order::Hold | Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. } => {
                None
            }
        }
    }
}

/// Checks a property of every position under every edition.
fn for_every_position(mut property: impl FnMut(JudgedPosition<'_>)) {
    let mut judges = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS {
        let position = random_position(seed);
        for judge in &mut judges {
            let edition = judge.edition();
            let verdict = judge.movement(&position.forces, &position.players, &position.orders);
            property(JudgedPosition { edition, position: &position, verdict });
        }
    }
}

/// The ruling, the location after the phase and the open retreats of each unit, by province.
type ByProvince = BTreeMap<Province, (Ruling, Location, Option<Vec<Location>>)>;

fn by_province(judge: &mut Judge<'_>, forces: &Forces, table: &Players, orders: &Sheet<Order>) -> ByProvince {
    let verdict = judge.movement(forces, table, orders);
    let mut open: BTreeMap<usize, Vec<Location>> =
        verdict.dislodged().map(|(slot, open)| (slot, open.to_vec())).collect();
    let rulings = verdict.rulings().iter().zip(verdict.locations_after());
    let entry = |(slot, (ruling, stand)): (usize, (&Ruling, &Location))| {
        let here = board().province_of(forces.units()[slot].location);
        (here, (*ruling, *stand, open.remove(&slot)))
    };
    rulings.enumerate().map(entry).collect()
}

/// The same units, placed in the given order and given to other powers.
fn replace_units(units: &[Unit], power: impl Fn(Power) -> Power) -> Forces {
    let mut forces = Forces::new(board());
    for unit in units {
        forces.place(board(), Unit { power: power(unit.power), ..*unit }).unwrap();
    }
    forces
}

#[test]
fn at_most_one_unit_is_in_a_province() {
    for_every_position(|scene| {
        let standing = scene.units().filter(|(_, ruling, _)| ruling.dislodged_from.is_none()).count();
        assert_eq!(scene.occupied().len(), standing);
    });
}

#[test]
fn units_neither_appear_nor_vanish() {
    for_every_position(|scene| {
        let dislodged = scene.units().filter(|(_, ruling, _)| ruling.dislodged_from.is_some()).count();
        assert_eq!(scene.verdict.dislodged().len(), dislodged);
        assert_eq!(scene.verdict.rulings().len(), scene.position.forces.units().len());
        let mut position = rules::Position::start(board());
        position.forces = scene.position.forces.clone();
        position.apply_movement(board(), scene.verdict);
        let mut expected: Vec<Unit> = scene
            .units()
            .filter(|(_, ruling, _)| ruling.dislodged_from.is_none())
            .map(|(unit, _, location)| Unit { location, ..*unit })
            .collect();
        let mut found = position.forces.units().to_vec();
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    });
}

#[test]
fn units_stay_or_go_where_they_were_ordered() {
    for_every_position(|scene| {
        for (unit, _, stand) in scene.units() {
            let there = board().province_of(stand);
            assert!(board().can_stand(unit.kind, stand));
            assert!(stand == unit.location || scene.destination(unit) == Some(there));
        }
    });
}

#[test]
fn only_another_power_that_takes_its_place_dislodges_a_unit() {
    for_every_position(|scene| {
        for (unit, ruling, _) in scene.units() {
            let Some(from) = ruling.dislodged_from else { continue };
            let slot = scene.position.forces.slot(from).unwrap();
            let attacker = scene.position.forces.units()[slot];
            assert_ne!(attacker.power, unit.power);
            let arrival = board().province_of(scene.verdict.locations_after()[slot]);
            assert_eq!(arrival, board().province_of(unit.location));
        }
    });
}

#[test]
fn open_retreats_are_empty_and_adjacent_and_had_no_standoff() {
    for_every_position(|scene| {
        let occupied = scene.occupied();
        let stood_off: BTreeSet<Province> = scene
            .units()
            .filter(|(_, ruling, _)| {
                matches!(
                    ruling.because,
                    Because::Standoff { .. }
                        | Because::StandoffWithDislodged { .. }
                        | Because::ConvoyedStandoff { .. }
                )
            })
            .filter_map(|(unit, _, _)| scene.destination(unit))
            .collect();
        for (slot, open) in scene.verdict.dislodged() {
            let unit = scene.position.forces.units()[slot];
            for &place in open {
                let there = board().province_of(place);
                assert!(board().can_step(unit.kind, unit.location, place));
                assert!(!occupied.contains(&there));
                assert!(!stood_off.contains(&there));
            }
        }
    });
}

#[test]
fn nobody_retreats_to_where_the_attacker_came_from_unless_it_came_by_sea() {
    for_every_position(|scene| {
        for (slot, open) in scene.verdict.dislodged() {
            let from = scene.verdict.rulings()[slot].dislodged_from.unwrap();
            if !open.iter().any(|place| board().province_of(*place) == from) {
                continue;
            }
            assert_ne!(scene.edition, Edition::Y2000, "in this edition that retreat is never open");
            let here = board().province_of(scene.position.forces.units()[slot].location);
            let convoy = Order::Convoy { from, to: here };
            assert!(scene.position.orders.iter().any(|(_, order)| *order == convoy));
        }
    });
}

#[test]
fn the_order_of_the_units_changes_nothing() {
    let mut chance = SeededRng::new(1);
    let mut judges = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS {
        let RandomPosition { forces, players: table, orders } = random_position(seed);
        let mut units = forces.units().to_vec();
        chance.shuffle(&mut units);
        let shuffled = replace_units(&units, |power| power);
        for judge in &mut judges {
            let before = by_province(judge, &forces, &table, &orders);
            assert_eq!(by_province(judge, &shuffled, &table, &orders), before, "seed {seed}");
        }
    }
}

#[test]
fn the_names_of_the_powers_change_nothing() {
    let mut chance = SeededRng::new(2);
    let mut judges = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS {
        let RandomPosition { forces, players: table, orders } = random_position(seed);
        let mut names: Vec<Power> = board().powers().collect();
        chance.shuffle(&mut names);
        let renamed = replace_units(forces.units(), |power| names[power.index()]);
        let mut seats = Players::default();
        for power in board().powers() {
            let name = names[power.index()];
            seats.by_power[name.index()] = table.by_power[power.index()];
            seats.set_disorder(name, table.in_disorder(power));
        }
        for judge in &mut judges {
            let before = by_province(judge, &forces, &table, &orders);
            assert_eq!(by_province(judge, &renamed, &seats, &orders), before, "seed {seed}");
        }
    }
}

#[test]
fn a_judge_remembers_nothing_of_earlier_positions() {
    let mut kept = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS / 10 {
        let RandomPosition { forces, players: table, orders } = random_position(seed);
        for judge in &mut kept {
            let mut fresh = Judge::new(board(), judge.edition());
            let expected = by_province(&mut fresh, &forces, &table, &orders);
            assert_eq!(by_province(judge, &forces, &table, &orders), expected, "seed {seed}");
        }
    }
}

#[test]
fn powers_in_disorder_do_nothing() {
    let mut judges = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS {
        let RandomPosition { forces, players: mut table, orders } = random_position(seed);
        let absent = forces.units()[0].power;
        table.set_disorder(absent, true);
        let mut without = orders.clone();
        let theirs = forces.units().iter().filter(|unit| table.in_disorder(unit.power));
        let theirs: Vec<Province> = theirs.map(|unit| board().province_of(unit.location)).collect();
        for province in &theirs {
            without.remove(*province);
        }
        for judge in &mut judges {
            let rulings = by_province(judge, &forces, &table, &orders);
            assert_eq!(by_province(judge, &forces, &table, &without), rulings, "seed {seed}");
            for province in &theirs {
                let (ruling, stand, open) = &rulings[province];
                assert_eq!(ruling.because, Because::NoOrder);
                assert_eq!(board().province_of(*stand), *province);
                assert!(open.as_ref().is_none_or(Vec::is_empty), "a dislodged unit has no open retreat");
            }
        }
    }
}
