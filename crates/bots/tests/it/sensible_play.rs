//! Sensible play: behaviour of the bots that a player would notice.

use crate::test_positions;

use bots::arena::{Contest, table_setup};
use bots::{BotKind, Budget, Seat, choose_orders};
use notation::Notation;
use rules::{Goal, GoalScope, Order, Phase, Position, Power, Season};

use test_positions::{board, position_with, seat};

/// The orders of a bot as text, sorted by province.
fn orders(kind: BotKind, position: &Position, power: &str, seed: u64) -> Vec<String> {
    let powers = [board().power(power).unwrap()];
    let orders = choose_orders(kind, &seat(position, &powers), Budget::Usual, seed);
    let rules::Orders::Movement(sheet) = orders else { panic!("not a movement phase") };
    let notation = Notation::new(board());
    sheet
        .iter()
        .map(|(at, order)| {
            let unit = position.forces.at(at).unwrap();
            notation.write_order(&position.forces, unit, order)
        })
        .collect()
}

#[test]
fn the_planner_takes_a_held_centre_with_support() {
    let position = position_with(Season::Fall, &[("germany", "A PRU, A SIL"), ("russia", "A WAR")]);
    for seed in 0..10 {
        let orders = orders(BotKind::Planner, &position, "germany", seed);
        let by_one = orders == ["A PRU - WAR", "A SIL S A PRU - WAR"];
        let by_other = orders == ["A PRU S A SIL - WAR", "A SIL - WAR"];
        assert!(by_one || by_other, "{orders:?}");
    }
}

#[test]
fn the_planner_convoys_an_army_off_its_island() {
    let position = position_with(Season::Fall, &[("england", "A YOR, F NTH")]);
    for seed in 0..10 {
        let orders = orders(BotKind::Planner, &position, "england", seed);
        assert!(orders.iter().any(|order| order.starts_with("F NTH C A YOR")), "{orders:?}");
    }
}

#[test]
fn the_planner_comes_home_when_a_centre_is_threatened() {
    let position = position_with(Season::Fall, &[("france", "A BUR"), ("germany", "A PIC")]);
    for seed in 0..10 {
        // Paris and Brest can both be taken. One army can save one of them: it moves there, or it causes a
        // standoff.
        let orders = orders(BotKind::Planner, &position, "france", seed);
        assert!(orders[0] == "A BUR - PAR" || orders[0] == "A BUR - MUN", "{orders:?}");
    }
}

/// The centres of one bot against a table of another bot, summed over one game at every seat.
fn centres_of(challenger: BotKind, field: BotKind, until: u16) -> usize {
    let contest = Contest::new(challenger, field, table_setup(board(), 7).unwrap(), until, 1);
    (0..7)
        .map(|game| {
            let finished = contest.play(game, &mut ());
            contest.scores(game, &finished).into_iter().find(|s| s.challenger).map_or(0, |s| s.centres)
        })
        .sum()
}

#[test]
fn levels_are_ordered() {
    // A few games are enough, because the differences are large (the results are in docs/bots.md).
    let (weak, strong) = (
        centres_of(BotKind::Novice, BotKind::Amateur, 1908),
        centres_of(BotKind::Amateur, BotKind::Novice, 1908),
    );
    assert!(strong > weak, "amateur {strong} centres, novice {weak}");
    let (weak, strong) = (
        centres_of(BotKind::Amateur, BotKind::Amateur, 1906),
        centres_of(BotKind::Strong, BotKind::Amateur, 1906),
    );
    assert!(strong > weak, "strong {strong} centres, amateur {weak}");
}

#[test]
fn dumb_moves_no_two_units_to_one_place_and_supports_only_real_orders() {
    let contest =
        Contest::new(BotKind::Dumb, BotKind::DumbNeutral, table_setup(board(), 7).unwrap(), 1910, 2);
    let finished = contest.play(0, &mut ());
    let mut supports = 0;
    for past in &finished.history {
        let rules::Orders::Movement(sheet) = past.orders() else { continue };
        let owner = |at| past.before.forces.at(at).map(|unit| unit.power);
        for (at, order) in sheet.iter() {
            match *order {
                Order::Move { to, .. } => {
                    let there = board().province_of(to);
                    let crowd = sheet.iter().filter(|(other, order)| {
                        let same = |to| board().province_of(to) == there;
                        owner(*other) == owner(at) && matches!(order, Order::Move { to, .. } if same(*to))
                    });
                    assert_eq!(crowd.count(), 1, "two units to {}", board().province_key(there));
                }
                Order::SupportMove { from, to } => {
                    supports += 1;
                    let helped = sheet.get(from);
                    assert!(matches!(helped, Some(Order::Move { to: really, .. }) if *really == to));
                }
                Order::SupportHold { of } => {
                    supports += 1;
                    assert_eq!(owner(of), owner(at));
                    assert!(!matches!(sheet.get(of), Some(Order::Move { .. })));
                }
                Order::Hold | Order::Convoy { .. } => {}
            }
        }
    }
    assert!(supports > 50, "only {supports} supports");
}

#[test]
fn a_planner_that_must_remove_keeps_its_garrisons() {
    let mut position =
        position_with(Season::Fall, &[("france", "A PAR, A SIL"), ("germany", "A PIC, A BUR")]);
    position.phase = Phase::Adjustment { year: 1903 };
    let france = board().power("france").unwrap();
    for lost in ["bre", "mar"] {
        position.owners.set_owner(board().province(lost).unwrap(), board().power("germany"));
    }
    let powers = [france];
    let orders = choose_orders(BotKind::Planner, &seat(&position, &powers), Budget::AtMost(0), 1);
    let silesia = board().province("sil").unwrap();
    assert_eq!(
        orders,
        rules::Orders::Adjustments(vec![(france, rules::AdjustmentOrder::Remove { at: silesia })])
    );
}

/// The orders of a seat with several powers, in a game with this goal.
fn orders_for(goal: Goal, position: &Position, powers: &[Power]) -> Vec<String> {
    let seat = Seat { goal, ..seat(position, powers) };
    let rules::Orders::Movement(sheet) = choose_orders(BotKind::Planner, &seat, Budget::Usual, 1) else {
        panic!("not a movement phase")
    };
    let notation = Notation::new(board());
    let write = |(at, order)| notation.write_order(&position.forces, position.forces.at(at).unwrap(), order);
    sheet.iter().map(write).collect()
}

#[test]
fn the_planner_plays_for_the_goal_of_its_table() {
    // France and Austria have four centres each and belong to one player. The only centre that one of them
    // can win this turn is Trieste, which belongs to the other.
    let mut position = position_with(Season::Fall, &[("france", "F ADR"), ("austria", "F VEN")]);
    let powers = ["france", "austria"].map(|key| board().power(key).unwrap());
    for (centre, power) in ["spa", "ven"].into_iter().zip(powers) {
        position.owners.set_owner(board().province(centre).unwrap(), Some(power));
    }
    let takes_trieste = |goal| orders_for(goal, &position, &powers).contains(&"F ADR - TRI".to_owned());
    assert!(takes_trieste(Goal { centres: 5, scope: GoalScope::OnePower }));
    assert!(
        !takes_trieste(Goal { centres: 24, scope: GoalScope::OnePlayer }),
        "counted together, that gains nothing"
    );
}
