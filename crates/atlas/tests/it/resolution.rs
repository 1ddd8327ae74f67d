//! `Position::resolve` plays a phase and keeps everything about it.

use rules::{Edition, Judge, Order, Orders, Passage, PhaseKind, Position, RuledOrders, WrongPhase};

#[test]
fn a_phase_is_resolved_and_the_position_before_it_stays() {
    let board = &atlas::standard().board;
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
fn orders_for_another_kind_of_phase_are_refused() {
    let board = &atlas::standard().board;
    let mut judge = Judge::new(board, Edition::Y2000);
    let builds = Orders::Adjustments(Vec::new());
    let wrong = Position::start(board).resolve(&mut judge, &builds).unwrap_err();
    assert_eq!(wrong, WrongPhase { played: PhaseKind::Movement, ordered: PhaseKind::Adjustment });
}
