//! `Position::resolve` plays a phase and keeps everything about it.

use detente_rules::{
    AdjustmentOrder, Because, Edition, Judge, Order, Orders, Passage, Phase, PhaseKind, Position,
    RuledOrders, UnitKind, WrongPhase,
};

#[test]
fn a_phase_is_resolved_and_the_position_before_it_stays() {
    let board = &detente_atlas::standard().board;
    let mut judge = Judge::new(board, Edition::Y2000);
    let before = Position::start(board);
    let mut orders = Orders::none(board, PhaseKind::Movement);
    let Orders::Movement(sheet) = &mut orders else { panic!("a movement phase") };
    let to = board.location("bur").unwrap();
    sheet.set(board.province("par").unwrap(), Order::Move { to, passage: Passage::Unstated });
    let resolution = before.resolve(&mut judge, &orders).unwrap();
    assert_eq!(resolution.orders(), orders);
    assert_eq!((resolution.phase().key(), resolution.after.phase.key()), ("S1901M".into(), "F1901M".into()));
    assert!(resolution.before.forces.at(board.province("par").unwrap()).is_some());
    assert!(resolution.after.forces.at(board.province("bur").unwrap()).is_some());
    assert_eq!(resolution.movement_rulings().filter(|(_, order, _)| order.is_some()).count(), 1);
    assert!(resolution.destroyed().is_empty());
    let RuledOrders::Movement { locations_after: stands, rulings, .. } = &resolution.ruled_orders else {
        panic!("a movement phase")
    };
    assert_eq!((stands.len(), rulings.len()), (22, 22));
    assert!(stands.contains(&to));
}

#[test]
fn rulings_name_units_in_every_kind_of_phase() {
    let board = &detente_atlas::standard().board;
    let mut judge = Judge::new(board, Edition::Y2000);
    let start = Position::start(board);
    let none = Orders::none(board, PhaseKind::Movement);
    let spring = start.resolve(&mut judge, &none).unwrap();
    assert_eq!(spring.rulings().len(), 22);
    assert!(spring.rulings().iter().all(|(_, ruling)| ruling.because == Because::NoOrder));

    // In Winter France has one unit too few: a build, a build too many and a waived build.
    let france = board.power("france").unwrap();
    let at = |key| board.location(key).unwrap();
    let mut winter = start.clone();
    winter.phase = Phase::Adjustment { year: 1901 };
    winter.forces.remove(board, board.province("par").unwrap());
    let builds = ["par", "mar"].map(|key| AdjustmentOrder::Build { kind: UnitKind::Army, at: at(key) });
    let entries = builds.into_iter().chain([AdjustmentOrder::Waive]).map(|order| (france, order)).collect();
    let done = winter.resolve(&mut judge, &Orders::Adjustments(entries)).unwrap();
    let found: Vec<_> =
        done.rulings().into_iter().map(|(unit, ruling)| (unit.location, ruling.because.key())).collect();
    assert_eq!(found, [(at("par"), "built"), (at("mar"), "occupied")]);
}

#[test]
fn orders_for_another_kind_of_phase_are_refused() {
    let board = &detente_atlas::standard().board;
    let mut judge = Judge::new(board, Edition::Y2000);
    let builds = Orders::Adjustments(Vec::new());
    let wrong = Position::start(board).resolve(&mut judge, &builds).unwrap_err();
    assert_eq!(wrong, WrongPhase { played: PhaseKind::Movement, ordered: PhaseKind::Adjustment });
    assert_eq!(wrong.to_string(), "the orders are for an adjustment phase, but a movement phase is played");
}
