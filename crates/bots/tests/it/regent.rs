//! Tests of `regent`: legal orders, its budget, its threads, sensible play and advice.

use crate::real_positions;
use crate::test_positions;

use bots::arena::{Contest, TableSetup, check, table_setup};
use bots::{BotKind, Regent, Seat, SeededRng, WorkBudget, ask_bot, seed_for};
use notation::Notation;
use rules::{
    AdjustmentOrder, Dislodged, Orders, Phase, PhaseKind, Position, Power, Season, Turn, Unit, UnitKind,
};

use test_positions::{board, position_with, seat};

fn give(position: &mut Position, power: &str, centres: &str) {
    for key in centres.split(' ') {
        position.owners.set_owner(board().province(key).unwrap(), board().power(power));
    }
}

fn written(position: &Position, orders: &Orders) -> Vec<String> {
    let Orders::Movement(sheet) = orders else { panic!("not a movement phase") };
    let notation = Notation::new(board());
    sheet
        .iter()
        .map(|(at, order)| notation.write_order(&position.forces, position.forces.at(at).unwrap(), order))
        .collect()
}

fn orders(position: &Position, power: &str, budget: u64, seed: u64) -> Vec<String> {
    let powers = [board().power(power).unwrap()];
    let orders =
        ask_bot(&*BotKind::Regent.bot(), &seat(position, &powers), &mut WorkBudget::units(budget), seed);
    written(position, &orders)
}

/// Games with a random player: unusual positions.
fn histories(players: usize, games: u64) -> (TableSetup, Vec<rules::Resolution>) {
    let gathering = table_setup(board(), players).unwrap();
    let contest = Contest::new(
        BotKind::Random,
        BotKind::Dumb,
        gathering.clone(),
        gathering.start.phase.turn().year + 5,
        3,
    );
    let history = (0..games).flat_map(|game| contest.play(game, &mut ()).history).collect();
    (gathering, history)
}

#[test]
fn orders_are_legal_and_within_any_budget() {
    let mut chance = SeededRng::new(5);
    let mut searched = 0;
    for players in [2, 3, 5, 7] {
        let (gathering, history) = histories(players, 2);
        for past in &history {
            let year = past.phase().turn().year;
            for powers in gathering.powers.iter().take(2) {
                let seat = Seat {
                    board: gathering.board_in(year),
                    goal: gathering.goal,
                    ..seat(&past.before, powers)
                };
                let budget = 1 + chance.below(5_000) as u64;
                let seed = seed_for(1, past.phase(), powers);
                let mut work = WorkBudget::units(budget);
                let orders = ask_bot(&*BotKind::Regent.bot(), &seat, &mut work, seed);
                assert_eq!(check(&seat, &orders), [], "{:?}", past.phase());
                assert!(work.spent() <= budget, "{} of {budget}", work.spent());
                searched += usize::from(work.spent() > 1_500);
            }
        }
    }
    assert!(searched > 50, "only {searched} real searches");
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let (_, history) = histories(7, 1);
    for past in history.iter().filter(|past| past.phase().kind() == PhaseKind::Movement).take(6) {
        let powers = [Power::new(2)];
        let seat = seat(&past.before, &powers);
        let ask = |threads| {
            let bot = Regent { threads, ..Regent::FULL };
            let mut work = WorkBudget::units(6_000);
            (ask_bot(&bot, &seat, &mut work, 1), work.spent())
        };
        assert_eq!(ask(1), ask(2));
        assert_eq!(ask(1), ask(5));
    }
}

#[test]
fn lookahead_stays_within_the_budget_on_any_number_of_threads() {
    let (_, history) = histories(7, 1);
    let mut movements = history.iter().filter(|past| past.phase().kind() == PhaseKind::Movement);
    let powers = [Power::new(5)];
    let seat = seat(&movements.nth(3).unwrap().before, &powers);
    let ask = |threads| {
        let bot = Regent { threads, ..Regent::FULL };
        let mut work = WorkBudget::units(160_000);
        let orders = ask_bot(&bot, &seat, &mut work, 1);
        assert_eq!(check(&seat, &orders), []);
        assert!((100_000..=160_000).contains(&work.spent()), "{}", work.spent());
        orders
    };
    assert_eq!(ask(1), ask(3));
}

#[test]
fn it_varies_its_openings() {
    let position = Position::start(board());
    for power in ["austria", "england", "france", "italy", "turkey"] {
        let mut seen: Vec<Vec<String>> = (0..8).map(|seed| orders(&position, power, 8_000, seed)).collect();
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 1, "{power}: {seen:?}");
    }
}

#[test]
fn a_garrison_is_removed_last() {
    // Two centres, three units. Rivals can enter Vienna and Budapest. The army in Burgundy guards nothing.
    let mut position = position_with(
        Season::Fall,
        &[("austria", "A VIE, A BUD, A BUR"), ("italy", "A TRI, A TYR"), ("russia", "A GAL, A RUM")],
    );
    position.phase = Phase::Adjustment { year: 1904 };
    give(&mut position, "austria", "vie bud");
    give(&mut position, "italy", "ven rom nap tri mun");
    give(&mut position, "russia", "mos sev stp war rum");
    give(&mut position, "france", "par mar");
    let powers = [board().power("austria").unwrap()];
    for seed in 0..5 {
        let orders =
            ask_bot(&*BotKind::Regent.bot(), &seat(&position, &powers), &mut WorkBudget::units(20_000), seed);
        let at = board().province("bur").unwrap();
        assert_eq!(orders, Orders::Adjustments(vec![(powers[0], AdjustmentOrder::Remove { at })]));
    }
}

#[test]
fn it_wins_when_it_can() {
    // Germany has seventeen centres. One army holds Warsaw, and two German armies can dislodge it.
    let mut position = position_with(
        Season::Fall,
        &[
            ("germany", "A PRU, A SIL, A MUN, A BER, A PAR, A BUR"),
            ("russia", "A WAR, A MOS"),
            ("turkey", "A CON"),
        ],
    );
    give(&mut position, "germany", "ber mun kie den hol bel par bre mar swe nwy lon lvp edi ven tri vie");
    for seed in 0..5 {
        let orders = orders(&position, "germany", 5_000, seed);
        let takes = orders.iter().any(|order| order.ends_with("- WAR") && !order.contains(" S "));
        let helps = orders.iter().any(|order| order.contains(" S ") && order.ends_with("- WAR"));
        assert!(takes && helps, "{orders:?}");
    }
}

#[test]
fn it_stops_a_leader_who_would_win() {
    // Germany has 17 centres and can enter the empty Warsaw. Only the army of Russia can stop it.
    let mut position =
        position_with(Season::Fall, &[("germany", "A SIL"), ("russia", "A MOS"), ("turkey", "A SMY")]);
    give(&mut position, "germany", "ber mun kie den hol bel par bre mar swe nwy lon lvp edi ven tri vie");
    for seed in 0..5 {
        let orders = orders(&position, "russia", 5_000, seed);
        assert!(orders.contains(&"A MOS - WAR".to_owned()), "{orders:?}");
    }
}

#[test]
fn it_convoys_an_army_off_its_island() {
    let position = position_with(Season::Fall, &[("england", "A YOR, F NTH"), ("germany", "A MUN")]);
    for seed in 0..5 {
        let orders = orders(&position, "england", 5_000, seed);
        assert!(orders.iter().any(|order| order.starts_with("F NTH C A YOR")), "{orders:?}");
    }
}

#[test]
fn it_helps_a_neighbour_against_a_leader() {
    // Germany has 16 centres. The armies of Austria and Italy can dislodge the one in Munich only together.
    let mut position = position_with(
        Season::Fall,
        &[("germany", "A MUN"), ("italy", "A TYR"), ("austria", "A BOH"), ("turkey", "A SMY")],
    );
    give(&mut position, "germany", "ber mun kie den hol bel par bre mar swe nwy lon lvp edi spa por");
    give(&mut position, "austria", "vie bud tri ser rum war");
    give(&mut position, "italy", "ven rom nap tun");
    give(&mut position, "turkey", "con ank smy bul gre sev mos stp");
    let helps = (0..10).filter(|seed| {
        let orders = orders(&position, "austria", 8_000, *seed);
        orders.contains(&"A BOH S A TYR - MUN".to_owned())
    });
    assert!(helps.count() >= 3);
}

#[test]
fn advice_is_legal_and_ordered_and_says_what_to_expect() {
    let position = Position::start(board());
    let powers = [board().power("france").unwrap()];
    let seat = seat(&position, &powers);
    let advice = Regent::FULL.advise(&seat, 4, &mut WorkBudget::units(8_000), &mut SeededRng::new(3));
    assert_eq!(advice.suggestions.len(), 4);
    let worths: Vec<f32> = advice.suggestions.iter().map(|one| one.value.unwrap()).collect();
    assert!(worths.windows(2).all(|pair| pair[0] >= pair[1]), "{worths:?}");
    for (i, one) in advice.suggestions.iter().enumerate() {
        assert_eq!(check(&seat, &one.orders), []);
        assert_eq!(one.uncertainty, None, "the budget is too small for a second search");
        assert!(advice.suggestions[..i].iter().all(|other| other.orders != one.orders));
    }
    let shares: f32 = advice.suggestions.iter().map(|one| one.share.unwrap()).sum();
    assert!(shares <= 1.001, "{shares}");
    assert_eq!(advice.expected.len(), 6);
    for expected in &advice.expected {
        let rival = Seat { powers: &expected.powers, ..seat };
        assert!(!expected.plans.is_empty());
        for (share, plan) in &expected.plans {
            assert!((0.0..=1.0).contains(share));
            assert_eq!(check(&rival, &Orders::Movement(plan.clone())), []);
        }
    }
}

/// Another seed gives other values. The uncertainty must cover the differences.
#[test]
fn the_uncertainty_covers_other_searches() {
    let position = Position::start(board());
    let powers = [board().power("france").unwrap()];
    let seat = seat(&position, &powers);
    let mut reported: Vec<(Orders, f32, f32)> = Vec::new();
    for seed in 0..12 {
        let mut work = WorkBudget::units(20_000);
        let advice = Regent::FULL.advise(&seat, 3, &mut work, &mut SeededRng::new(seed));
        assert!(work.spent() <= 22_000, "{}", work.spent());
        reported.extend(advice.suggestions.into_iter().map(|one| {
            let (worth, doubt) = (one.value.unwrap(), one.uncertainty.unwrap());
            (one.orders, worth, doubt)
        }));
    }
    let (mut covered, mut all) = (0, 0);
    for (i, (orders, worth, doubt)) in reported.iter().enumerate() {
        let others = reported.iter().enumerate().filter(|(j, other)| *j != i && other.0 == *orders);
        let others: Vec<f32> = others.map(|(_, (_, worth, _))| *worth).collect();
        if others.len() >= 3 {
            let mean = others.iter().sum::<f32>() / others.len() as f32;
            all += 1;
            covered += usize::from((worth - mean).abs() <= *doubt);
        }
    }
    assert!(all >= 10, "only {all} values can be compared");
    assert!(covered * 100 >= all * 80, "{covered} of {all}");
}

#[test]
fn nothing_is_advised_where_nothing_can_be_ordered() {
    let mut position = position_with(Season::Fall, &[("france", "A PAR"), ("italy", "A ROM")]);
    let (turkey, france) = ([board().power("turkey").unwrap()], [board().power("france").unwrap()]);
    let advise = |position: &Position, powers: &[Power]| {
        let seat = seat(position, powers);
        Regent::FULL.advise(&seat, 3, &mut WorkBudget::units(5_000), &mut SeededRng::new(1)).suggestions
    };
    assert!(!advise(&position, &france).is_empty());
    assert_eq!(advise(&position, &turkey).len(), 0, "it has no units");
    position.phase = Phase::Adjustment { year: 1903 };
    position.owners = rules::Owners::none(board());
    give(&mut position, "france", "par");
    assert_eq!(advise(&position, &france).len(), 0, "one centre, one unit");
}

/// France keeps five centres, but without a unit there is nothing to evaluate in Fall.
#[test]
fn a_retreat_that_leaves_no_units_has_no_value() {
    let mut position = position_with(Season::Spring, &[("italy", "A GAS")]);
    position.phase = Phase::Retreat(Turn { year: 1902, season: Season::Spring });
    give(&mut position, "france", "par bre mar spa por");
    let powers = [board().power("france").unwrap()];
    let unit = Unit { kind: UnitKind::Army, power: powers[0], location: board().location("gas").unwrap() };
    let open = vec![board().location("bur").unwrap(), board().location("spa").unwrap()];
    position.dislodged.push(Dislodged { unit, open_retreats: open });
    let seat = seat(&position, &powers);
    let advice = Regent::FULL.advise(&seat, 3, &mut WorkBudget::units(5_000), &mut SeededRng::new(1));
    let worths: Vec<Option<f32>> = advice.suggestions.iter().map(|one| one.value).collect();
    assert!(matches!(worths[..], [Some(best), Some(next), None] if best >= next), "{worths:?}");
}

#[test]
fn advice_for_builds_compares_them() {
    let mut position =
        position_with(Season::Fall, &[("turkey", "A BUL, A ANK"), ("russia", "F BLA, F SEV, A UKR")]);
    position.phase = Phase::Adjustment { year: 1903 };
    give(&mut position, "turkey", "bul");
    let powers = [board().power("turkey").unwrap()];
    let seat = seat(&position, &powers);
    let advice = Regent::FULL.advise(&seat, 3, &mut WorkBudget::units(20_000), &mut SeededRng::new(3));
    assert_eq!(advice.suggestions.len(), 3);
    for one in &advice.suggestions {
        assert_eq!(check(&seat, &one.orders), []);
        assert!(one.value.is_some());
    }
    let little = Regent::FULL.advise(&seat, 3, &mut WorkBudget::units(10), &mut SeededRng::new(3));
    assert_eq!(little.suggestions.len(), 1);
    assert!(little.suggestions[0].value.is_none());
}

/// One game with small budgets.
fn small_game(table: TableSetup, game: u64) {
    let until = table.start.phase.turn().year + 1 + (game % 5) as u16;
    let mut contest = Contest::new(BotKind::Regent, BotKind::Regent, table, until, game);
    contest.budgets = [1_500 + game % 700, 100 + game % 1_900];
    let finished = contest.play(game, &mut ());
    assert_eq!(finished.violations, [], "game {game}");
}

#[test]
fn a_failed_convoy_is_not_repeated_without_fleets() {
    for game in [312, 753] {
        small_game(table_setup(board(), 2 + (game % 6) as usize).unwrap(), game);
    }
}

/// The long test: `cargo test --release -p bots --test it -- --ignored regent::`.
#[test]
#[ignore = "ten thousand games take long"]
fn ten_thousand_games_at_small_budgets() {
    let games = std::env::var("DETENTE_GAMES").map_or(10_000, |games| games.parse().unwrap());
    let tables: Vec<TableSetup> = (2..=7).map(|players| table_setup(board(), players).unwrap()).collect();
    let threads = 2;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let tables = &tables;
            scope.spawn(move || {
                for game in (0..games).filter(|game| game % threads == thread) {
                    small_game(tables[(game % 6) as usize].clone(), game);
                }
            });
        }
    });
}

/// Real positions with budgets that are large enough for a search: `DETENTE_PHASES=real.jsonl cargo test
/// --release -p bots --test it -- --ignored regent::it_keeps`.
#[test]
#[ignore = "needs a file of real phases"]
fn it_keeps_to_the_rules_and_the_budget_in_real_positions() {
    let (mut asked, mut searched) = (0, 0);
    for (i, (line, position)) in real_positions::positions(board()).into_iter().enumerate() {
        for power in board().powers() {
            let powers = [power];
            let seat = seat(&position, &powers);
            let budget = 1_500 + (i as u64 * 37 + power.index() as u64 * 501) % 5_000;
            let mut work = WorkBudget::units(budget);
            let orders = ask_bot(&*BotKind::Regent.bot(), &seat, &mut work, i as u64);
            assert_eq!(check(&seat, &orders), [], "{line}");
            assert!(work.spent() <= budget, "{} of {budget}: {line}", work.spent());
            asked += 1;
            searched += usize::from(work.spent() > 1_500);
        }
    }
    println!("{asked} answers, {searched} after a search");
    assert!(searched > 1_000);
}
