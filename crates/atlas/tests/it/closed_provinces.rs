//! K5: while Italy is neutral nobody may enter it, by land or by sea.

use detente_rules::{Edition, Forces, Legality, Order, Passage, Power, Unit, UnitKind};

#[test]
fn a_closed_province_can_be_left_but_not_entered() {
    let board = &detente_atlas::standard().board;
    let italy: Vec<_> =
        ["nap", "rom", "ven", "apu", "tus", "pie"].map(|key| board.province(key).unwrap()).into();
    let closed = board.with_closed(&italy);
    assert!(board.closed().is_empty());
    assert!(italy.iter().all(|province| closed.is_closed(*province)) && closed.closed().len() == 6);
    assert!(closed.closed().is_sorted() && !closed.is_closed(board.province("tun").unwrap()));
    assert_eq!(
        closed.with_closed(&italy[..1]),
        closed,
        "closing a province twice is the same as closing it once"
    );
    let mut forces = Forces::new(&closed);
    let mut place = |kind, at: &str| {
        let unit = Unit { kind, power: Power::new(0), location: board.location(at).unwrap() };
        forces.place(&closed, unit).unwrap();
        unit
    };
    let (tyrol, tunis) = (place(UnitKind::Army, "tyr"), place(UnitKind::Army, "tun"));
    let (venice, ionian) = (place(UnitKind::Army, "ven"), place(UnitKind::Fleet, "ion"));
    let legality = Legality::new(&closed, &forces, Edition::Y2000);
    let can = |unit: &Unit, to: &str| {
        let order = Order::Move { to: board.location(to).unwrap(), passage: Passage::Unstated };
        legality.check(unit, order).is_ok()
    };
    assert!(!can(&tyrol, "ven") && can(&tyrol, "vie"));
    assert!(!can(&tunis, "nap") && can(&tunis, "gre"));
    assert!(!can(&ionian, "apu") && can(&ionian, "alb"));
    assert!(can(&venice, "tri") && !can(&venice, "rom"));
}
