//! The legal orders of the caller's units.

use std::collections::BTreeMap;

use game::{Stage, StateView, View};
use rules::{
    AdjustmentJudge, AdjustmentOrder, Board, Edition, Location, Options, Order, Outcome, Passage, PhaseKind,
    Position, Power, Province, UnitKind,
};

use crate::wire::{AdjustmentOptions, ByKey, OptionsView, UnitOptions};

pub(crate) fn options(
    board: &Board,
    edition: Edition,
    view: &View,
    position: &Position,
    powers: &[Power],
) -> OptionsView {
    // While the orders are read out nobody writes (C4).
    let is_reading = matches!(view.state, StateView::Underway { stage: Stage::Resolution, .. });
    let powers = if is_reading { &[] } else { powers };
    OptionsView { version: view.version, ..options_in(board, edition, position, powers) }
}

/// The legal orders in a position that belongs to no game.
pub(crate) fn options_in(
    board: &Board,
    edition: Edition,
    position: &Position,
    powers: &[Power],
) -> OptionsView {
    let mut units = Vec::new();
    let mut adjustments = Vec::new();
    match position.phase.kind() {
        PhaseKind::Movement => units = movement(board, position, powers),
        PhaseKind::Retreat => units = retreats(board, position, powers),
        PhaseKind::Adjustment => {
            let accounts = position.adjustment_judge(board, edition);
            adjustments = powers.iter().map(|power| adjustment(&accounts, *power)).collect();
        }
    }
    OptionsView { version: 0, phase: position.phase.key(), units, adjustments }
}

fn no_options(board: &Board, unit: &rules::Unit) -> UnitOptions {
    UnitOptions {
        at: board.province_key(board.province_of(unit.location)).to_owned(),
        place: board.location_key(unit.location).to_owned(),
        power: board.power_key(unit.power).to_owned(),
        kind: ByKey(unit.kind),
        moves: Vec::new(),
        by_convoy: Vec::new(),
        supports: BTreeMap::new(),
        convoys: BTreeMap::new(),
        retreats: Vec::new(),
    }
}

fn movement(board: &Board, position: &Position, powers: &[Power]) -> Vec<UnitOptions> {
    let mut options = Options::new(board);
    options.compute(&position.forces);
    let place = |location: Location| board.location_key(location).to_owned();
    let province = |province: Province| board.province_key(province).to_owned();
    let mut units = Vec::new();
    for (slot, unit) in position.forces.units().iter().enumerate() {
        if !powers.contains(&unit.power) {
            continue;
        }
        let mut found = no_options(board, unit);
        for order in options.of(slot).iter() {
            match order {
                Order::Hold => {}
                Order::Move { to, passage: Passage::Convoy } => found.by_convoy.push(place(to)),
                Order::Move { to, passage: Passage::Unstated } => {
                    if board.can_step(unit.kind, unit.location, to) {
                        found.moves.push(place(to));
                    } else {
                        found.by_convoy.push(place(to));
                    }
                }
                Order::SupportHold { of } => {
                    found.supports.entry(province(of)).or_default().push(province(of));
                }
                Order::SupportMove { from, to } => {
                    found.supports.entry(province(from)).or_default().push(place(to));
                }
                Order::Convoy { from, to } => {
                    found.convoys.entry(province(from)).or_default().push(province(to));
                }
            }
        }
        units.push(found);
    }
    units.sort_by(|a, b| (&a.power, &a.at).cmp(&(&b.power, &b.at)));
    units
}

fn retreats(board: &Board, position: &Position, powers: &[Power]) -> Vec<UnitOptions> {
    position
        .dislodged
        .iter()
        .filter(|dislodged| powers.contains(&dislodged.unit.power))
        .map(|dislodged| UnitOptions {
            retreats: dislodged
                .open_retreats
                .iter()
                .map(|open| board.location_key(*open).to_owned())
                .collect(),
            ..no_options(board, &dislodged.unit)
        })
        .collect()
}

fn adjustment(accounts: &AdjustmentJudge<'_>, power: Power) -> AdjustmentOptions {
    let board = accounts.board;
    let owed = accounts.centres_minus_units(power);
    let place = |location: &Location| board.location_key(*location).to_owned();
    let sites = |kind: UnitKind| {
        let sites = accounts.build_sites(power).flat_map(|site| board.locations_for(kind, site).iter());
        if owed > 0 { sites.map(place).collect() } else { Vec::new() }
    };
    let units = accounts.forces.units().iter().filter(|unit| unit.power == power && owed < 0);
    let at = |province: Province| board.province_key(province).to_owned();
    let mut removals: Vec<String> = units.map(|unit| at(board.province_of(unit.location))).collect();
    removals.sort();
    let by_default = accounts.judge(&[]).into_iter().filter_map(|adjustment| match adjustment.order {
        AdjustmentOrder::Remove { at: province }
            if adjustment.power == power && adjustment.ruling.outcome == Outcome::Succeeds =>
        {
            Some(at(province))
        }
        AdjustmentOrder::Remove { .. } | AdjustmentOrder::Build { .. } | AdjustmentOrder::Waive => None,
    });
    AdjustmentOptions {
        power: board.power_key(power).to_owned(),
        owed,
        builds: accounts.possible_builds(power),
        armies: sites(UnitKind::Army),
        fleets: sites(UnitKind::Fleet),
        removals,
        by_default: by_default.collect(),
    }
}
