//! Lists every legal order of a power, in any phase.

use rules::{AdjustmentOrder, Options, PhaseKind, RetreatOrder, UnitKind};

use super::legality_checker::LegalityChecker;
use crate::AnyOrder;

/// Every legal order of the checker's power in its position.
pub(crate) fn options(checker: &LegalityChecker<'_>) -> Vec<AnyOrder> {
    match checker.position.phase.kind() {
        PhaseKind::Movement => orders(checker),
        PhaseKind::Retreat => retreats(checker),
        PhaseKind::Adjustment => entries(checker),
    }
}

fn orders(checker: &LegalityChecker<'_>) -> Vec<AnyOrder> {
    let forces = &checker.position.forces;
    let mut options = Options::new(checker.board);
    options.compute(forces);
    let mut found = Vec::new();
    for (slot, &unit) in forces.units().iter().enumerate().filter(|(_, unit)| unit.power == checker.power) {
        found.extend(options.of(slot).iter().map(|order| AnyOrder::Order { unit, order }));
    }
    found
}

fn retreats(checker: &LegalityChecker<'_>) -> Vec<AnyOrder> {
    let mut found = Vec::new();
    for dislodged in
        checker.position.dislodged.iter().filter(|dislodged| dislodged.unit.power == checker.power)
    {
        let retreat = |order| AnyOrder::Retreat { unit: dislodged.unit, order };
        found.extend(dislodged.open_retreats.iter().map(|to| retreat(RetreatOrder::To(*to))));
        found.push(retreat(RetreatOrder::Disband));
    }
    found
}

fn entries(checker: &LegalityChecker<'_>) -> Vec<AnyOrder> {
    let adjustments = checker.position.adjustment_judge(checker.board, checker.edition);
    let mut found = Vec::new();
    if adjustments.centres_minus_units(checker.power) > 0 {
        for site in adjustments.build_sites(checker.power) {
            for kind in UnitKind::BOTH {
                let places = checker.board.locations_for(kind, site).iter();
                found.extend(places.map(|at| AdjustmentOrder::Build { kind, at: *at }));
            }
        }
        found.push(AdjustmentOrder::Waive);
    }
    if adjustments.centres_minus_units(checker.power) < 0 {
        let mine = checker.position.forces.units().iter().filter(|unit| unit.power == checker.power);
        found.extend(
            mine.map(|unit| AdjustmentOrder::Remove { at: checker.board.province_of(unit.location) }),
        );
    }
    found.into_iter().map(AnyOrder::Adjustment).collect()
}
