//! Every legal order of a power, whatever the phase.

use rules::{Entry, Options, RetreatOrder, Stage, UnitKind};

use super::legal::Bench;
use crate::Command;

pub(crate) fn options(bench: &Bench<'_>) -> Vec<Command> {
    match bench.position.phase.stage() {
        Stage::Movement => orders(bench),
        Stage::Retreat => retreats(bench),
        Stage::Adjustment => entries(bench),
    }
}

fn orders(bench: &Bench<'_>) -> Vec<Command> {
    let forces = &bench.position.forces;
    let mut options = Options::new(bench.board);
    options.survey(forces);
    let mut found = Vec::new();
    for (slot, &unit) in forces.units().iter().enumerate().filter(|(_, unit)| unit.power == bench.power) {
        found.extend(options.of(slot).iter().map(|order| Command::Order { unit, order }));
    }
    found
}

fn retreats(bench: &Bench<'_>) -> Vec<Command> {
    let mut found = Vec::new();
    for fallen in bench.position.dislodged.iter().filter(|fallen| fallen.unit.power == bench.power) {
        let retreat = |order| Command::Retreat { unit: fallen.unit, order };
        found.extend(fallen.open.iter().map(|to| retreat(RetreatOrder::To(*to))));
        found.push(retreat(RetreatOrder::Disband));
    }
    found
}

fn entries(bench: &Bench<'_>) -> Vec<Command> {
    let adjustments = bench.position.adjustments(bench.board, bench.edition);
    let mut found = Vec::new();
    if adjustments.owed(bench.power) > 0 {
        for site in adjustments.sites(bench.power) {
            for kind in UnitKind::BOTH {
                let places = bench.board.places(kind, site).iter();
                found.extend(places.map(|at| Entry::Build { kind, at: *at }));
            }
        }
        found.push(Entry::Waive);
    }
    if adjustments.owed(bench.power) < 0 {
        let mine = bench.position.forces.units().iter().filter(|unit| unit.power == bench.power);
        found.extend(mine.map(|unit| Entry::Remove { at: bench.board.province_of(unit.location) }));
    }
    found.into_iter().map(Command::Entry).collect()
}
