//! What holds after every movement phase, whatever was ordered.

use std::collections::{BTreeMap, BTreeSet};

use rules::{
    Because, Board, Edition, Forces, Judge, Location, Order, Power, Province, Ruling, Sheet, Table, Unit,
    Verdict,
};
use skirmish::{Chance, Skirmish, dense, naval};

const POSITIONS: u64 = 3_000;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// A skirmish on land and at sea, or mostly at sea.
fn any(seed: u64) -> Skirmish {
    if seed.is_multiple_of(2) { dense(board(), seed) } else { naval(board(), seed) }
}

/// A position that was ruled on.
struct Scene<'a> {
    edition: Edition,
    skirmish: &'a Skirmish,
    verdict: &'a Verdict,
}

impl Scene<'_> {
    fn units(&self) -> impl Iterator<Item = (&Unit, &Ruling, Location)> {
        let units = self.skirmish.forces.units().iter().zip(self.verdict.rulings());
        units.zip(self.verdict.stands()).map(|((unit, ruling), stand)| (unit, ruling, *stand))
    }

    /// The provinces where somebody stands afterwards.
    fn occupied(&self) -> BTreeSet<Province> {
        let standing = self.units().filter(|(_, ruling, _)| ruling.dislodged_from.is_none());
        standing.map(|(_, _, stand)| board().province_of(stand)).collect()
    }

    /// Where a unit was ordered to go.
    fn destination(&self, unit: &Unit) -> Option<Province> {
        match self.skirmish.orders.get(board().province_of(unit.location))? {
            Order::Move { to, .. } => Some(board().province_of(*to)),
            Order::Hold | Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. } => {
                None
            }
        }
    }
}

/// Shows a property every position under every edition.
fn everywhere(mut property: impl FnMut(Scene<'_>)) {
    let mut judges = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS {
        let skirmish = any(seed);
        for judge in &mut judges {
            let edition = judge.edition();
            let verdict = judge.movement(&skirmish.forces, &skirmish.table, &skirmish.orders);
            property(Scene { edition, skirmish: &skirmish, verdict });
        }
    }
}

/// All that was ruled, by province instead of by slot.
type ByProvince = BTreeMap<Province, (Ruling, Location, Option<Vec<Location>>)>;

fn by_province(judge: &mut Judge<'_>, forces: &Forces, table: &Table, orders: &Sheet<Order>) -> ByProvince {
    let verdict = judge.movement(forces, table, orders);
    let mut open: BTreeMap<usize, Vec<Location>> =
        verdict.dislodged().map(|(slot, open)| (slot, open.to_vec())).collect();
    let rulings = verdict.rulings().iter().zip(verdict.stands());
    let entry = |(slot, (ruling, stand)): (usize, (&Ruling, &Location))| {
        let here = board().province_of(forces.units()[slot].location);
        (here, (*ruling, *stand, open.remove(&slot)))
    };
    rulings.enumerate().map(entry).collect()
}

/// The same forces, placed in another order, under other powers.
fn placed_again(units: &[Unit], power: impl Fn(Power) -> Power) -> Forces {
    let mut forces = Forces::new(board());
    for unit in units {
        forces.place(board(), Unit { power: power(unit.power), ..*unit }).unwrap();
    }
    forces
}

#[test]
fn at_most_one_unit_is_in_a_province() {
    everywhere(|scene| {
        let standing = scene.units().filter(|(_, ruling, _)| ruling.dislodged_from.is_none()).count();
        assert_eq!(scene.occupied().len(), standing);
    });
}

#[test]
fn units_neither_appear_nor_vanish() {
    everywhere(|scene| {
        let fallen = scene.units().filter(|(_, ruling, _)| ruling.dislodged_from.is_some()).count();
        assert_eq!(scene.verdict.dislodged().len(), fallen);
        assert_eq!(scene.verdict.rulings().len(), scene.skirmish.forces.units().len());
        let mut position = rules::Position::start(board());
        position.forces = scene.skirmish.forces.clone();
        position.after_movement(board(), scene.verdict);
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
    everywhere(|scene| {
        for (unit, _, stand) in scene.units() {
            let there = board().province_of(stand);
            assert!(board().can_stand(unit.kind, stand));
            assert!(stand == unit.location || scene.destination(unit) == Some(there));
        }
    });
}

#[test]
fn only_another_power_that_takes_its_place_dislodges_a_unit() {
    everywhere(|scene| {
        for (unit, ruling, _) in scene.units() {
            let Some(from) = ruling.dislodged_from else { continue };
            let slot = scene.skirmish.forces.slot(from).unwrap();
            let attacker = scene.skirmish.forces.units()[slot];
            assert_ne!(attacker.power, unit.power);
            let arrival = board().province_of(scene.verdict.stands()[slot]);
            assert_eq!(arrival, board().province_of(unit.location));
        }
    });
}

#[test]
fn retreat_places_are_free_and_near_and_were_not_fought_over() {
    everywhere(|scene| {
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
            let unit = scene.skirmish.forces.units()[slot];
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
    everywhere(|scene| {
        for (slot, open) in scene.verdict.dislodged() {
            let from = scene.verdict.rulings()[slot].dislodged_from.unwrap();
            if !open.iter().any(|place| board().province_of(*place) == from) {
                continue;
            }
            assert_ne!(scene.edition, Edition::Y2000, "there it is barred always");
            let here = board().province_of(scene.skirmish.forces.units()[slot].location);
            let convoy = Order::Convoy { from, to: here };
            assert!(scene.skirmish.orders.iter().any(|(_, order)| *order == convoy));
        }
    });
}

#[test]
fn the_order_of_the_units_changes_nothing() {
    let mut chance = Chance::new(1);
    let mut judges = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS {
        let Skirmish { forces, table, orders } = any(seed);
        let mut units = forces.units().to_vec();
        chance.shuffle(&mut units);
        let shuffled = placed_again(&units, |power| power);
        for judge in &mut judges {
            let before = by_province(judge, &forces, &table, &orders);
            assert_eq!(by_province(judge, &shuffled, &table, &orders), before, "seed {seed}");
        }
    }
}

#[test]
fn the_names_of_the_powers_change_nothing() {
    let mut chance = Chance::new(2);
    let mut judges = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS {
        let Skirmish { forces, table, orders } = any(seed);
        let mut names: Vec<Power> = board().powers().collect();
        chance.shuffle(&mut names);
        let renamed = placed_again(forces.units(), |power| names[power.index()]);
        let mut seats = Table::default();
        for power in board().powers() {
            let name = names[power.index()];
            seats.player[name.index()] = table.player[power.index()];
            seats.set_disorder(name, table.in_disorder(power));
        }
        for judge in &mut judges {
            let before = by_province(judge, &forces, &table, &orders);
            assert_eq!(by_province(judge, &renamed, &seats, &orders), before, "seed {seed}");
        }
    }
}

#[test]
fn a_judge_remembers_nothing_of_the_position_before() {
    let mut kept = Edition::ALL.map(|edition| Judge::new(board(), edition));
    for seed in 0..POSITIONS / 10 {
        let Skirmish { forces, table, orders } = any(seed);
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
        let Skirmish { forces, mut table, orders } = any(seed);
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
                assert!(open.as_ref().is_none_or(Vec::is_empty), "who is dislodged is disbanded");
            }
        }
    }
}
