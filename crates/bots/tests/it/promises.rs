//! What every bot must do: legal orders, within its budget, no panic, the same orders for the same input.

use crate::real_positions;

use bots::arena::{Contest, Player, Setup, TableSetup, check, play, table_setup, toss_winner};
use bots::{BotKind, Budget, Level, Seat, SeededRng, WorkBudget, ask_bot, choose_orders, seed_for};
use rules::{Board, Edition, Goal, Order, Orders, PhaseKind, Position, Power, Resolution};

fn board() -> &'static Board {
    &atlas::standard().board
}

/// Plays a game with a random bot at every seat. No bot may violate a rule.
fn mixed_game(gathering: &TableSetup, seed: u64, years: u16) -> Vec<Resolution> {
    let mut chance = SeededRng::new(seed);
    let kinds: Vec<BotKind> = gathering
        .powers
        .iter()
        .map(|_| {
            let quick = &BotKind::ALL[..BotKind::ALL.len() - 1];
            chance.pick(quick).unwrap()
        })
        .collect();
    let bots: Vec<_> = kinds.iter().map(|kind| kind.bot()).collect();
    let player = |(i, powers): (usize, &Vec<Power>)| Player {
        powers: powers.clone(),
        bot: &*bots[i],
        // Also small and unusual budgets: a bot must be able to stop at any point.
        budget: kinds[i].budget().min(chance_budget(seed, i)),
    };
    let setup = Setup {
        board: &gathering.board,
        edition: Edition::ALL[(seed % 3) as usize],
        start: gathering.start.clone(),
        players: gathering.powers.iter().enumerate().map(player).collect(),
        goal: gathering.goal,
        neutral: gathering.neutral.as_ref(),
        until: gathering.start.phase.turn().year + years - 1,
        end_when_out: None,
        seed,
    };
    let finished = play(&setup, &mut ());
    assert_eq!(finished.violations, [], "game {seed} with {kinds:?}");
    finished.history
}

fn chance_budget(seed: u64, seat: usize) -> u64 {
    SeededRng::new(SeededRng::derive_seed(seed, seat as u64)).below(150) as u64
}

/// Asks every bot for the orders of every seat in every phase of a random game.
fn ask_everybody(gathering: &TableSetup, history: &[Resolution], seed: u64) {
    let history: Vec<&Resolution> = history.iter().collect();
    for (i, past) in history.iter().enumerate() {
        for powers in &gathering.powers {
            let powers = &seat_powers(gathering, &past.before, powers);
            for kind in BotKind::ALL {
                let seat = Seat {
                    board: gathering.board_in(past.phase().turn().year),
                    edition: Edition::Y2000,
                    position: &past.before,
                    history: &history[..i],
                    powers,
                    goal: gathering.goal,
                };
                let budget = kind.budget().min(60);
                let ask = || {
                    let mut work = WorkBudget::units(budget);
                    let seed = seed_for(seed, past.phase(), powers);
                    let orders = ask_bot(&*kind.bot(), &seat, &mut work, seed);
                    assert!(work.spent() <= budget);
                    orders
                };
                let orders = ask();
                assert_eq!(check(&seat, &orders), [], "{} in {:?}", kind.key(), past.phase());
                assert_eq!(orders, ask(), "{} must give the same orders again", kind.key());
            }
        }
    }
}

/// The current powers of a player. The toss may have given it one more.
fn seat_powers(gathering: &TableSetup, position: &Position, powers: &[Power]) -> Vec<Power> {
    let mut all = powers.to_vec();
    all.extend(gathering.neutral.iter().map(|neutral| neutral.power).filter(|power| {
        !position.players.in_disorder(*power) && position.players.same_player(*power, powers[0])
    }));
    all
}

fn random_history(gathering: &TableSetup, seed: u64, years: u16) -> Vec<Resolution> {
    let bot = BotKind::Random.bot();
    let player = |powers: &Vec<Power>| Player { powers: powers.clone(), bot: &*bot, budget: 0 };
    let setup = Setup {
        board: &gathering.board,
        edition: Edition::Y2000,
        start: gathering.start.clone(),
        players: gathering.powers.iter().map(player).collect(),
        goal: gathering.goal,
        neutral: gathering.neutral.as_ref(),
        until: gathering.start.phase.turn().year + years - 1,
        end_when_out: None,
        seed,
    };
    play(&setup, &mut ()).history
}

#[test]
fn no_bot_violates_a_rule_with_any_number_of_players() {
    for players in 2..=7 {
        let gathering = table_setup(board(), players).unwrap();
        for seed in 0..8 {
            mixed_game(&gathering, seed, 8);
        }
    }
}

#[test]
fn every_bot_answers_in_random_positions_and_answers_the_same_again() {
    for players in [2, 4, 5, 7] {
        let gathering = table_setup(board(), players).unwrap();
        let history = random_history(&gathering, players as u64, 6);
        ask_everybody(&gathering, &history, 9);
    }
}

#[test]
fn a_bot_without_powers_or_units_gives_no_orders() {
    let position = rules::Position::start(board());
    for powers in [&[][..], &[Power::new(0)]] {
        let mut position = position.clone();
        position.forces.clear();
        for kind in BotKind::ALL {
            let seat = Seat {
                board: board(),
                edition: Edition::Y2000,
                position: &position,
                history: &[],
                powers,
                goal: Goal::of_board(board()),
            };
            let orders = ask_bot(&*kind.bot(), &seat, &mut WorkBudget::units(10), 1);
            assert_eq!(check(&seat, &orders), []);
        }
    }
}

#[test]
fn one_call_gives_every_seat_all_its_orders_in_every_phase() {
    for players in 2..=7 {
        let gathering = table_setup(board(), players).unwrap();
        let history = random_history(&gathering, 3, 4);
        let history: Vec<&Resolution> = history.iter().collect();
        assert!(history.iter().any(|past| past.phase().kind() == PhaseKind::Adjustment));
        for (i, past) in history.iter().enumerate() {
            let (position, year) = (&past.before, past.phase().turn().year);
            for powers in &gathering.powers {
                let powers = &seat_powers(&gathering, position, powers);
                let seat = Seat {
                    board: gathering.board_in(year),
                    edition: Edition::Y2023,
                    position,
                    // Only the phase before: a server need not keep the whole history.
                    history: &history[i.saturating_sub(1)..i],
                    powers,
                    goal: gathering.goal,
                };
                for level in Level::ALL {
                    let kind = Level::from_key(level.key()).unwrap().kind();
                    let orders = choose_orders(kind, &seat, Budget::AtMost(50), 5);
                    assert_eq!(check(&seat, &orders), []);
                    assert_eq!(orders, choose_orders(kind, &seat, Budget::AtMost(50), 5));
                    match orders {
                        Orders::Movement(sheet) => assert_eq!(sheet.iter().count(), seat.own_units().len()),
                        Orders::Retreats(sheet) => {
                            assert_eq!(sheet.iter().count(), seat.own_dislodged().len())
                        }
                        Orders::Adjustments(entries) => {
                            let owed = powers
                                .iter()
                                .map(|power| seat.adjustments().centres_minus_units(*power).unsigned_abs());
                            assert_eq!(entries.len(), owed.sum::<u32>() as usize);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn k5_italy_is_closed_in_1914_and_then_the_winner_of_the_toss_has_it() {
    let gathering = table_setup(board(), 2).unwrap();
    let neutral = gathering.neutral.as_ref().unwrap();
    let italy = neutral.power;
    let mut winners = [0; 2];
    for seed in 0..12 {
        winners[toss_winner(seed, 2)] += 1;
        let history = random_history(&gathering, seed, 3);
        let mut moved = 0;
        for past in &history {
            let position = &past.before;
            let joined = position.phase.turn().year > neutral.toss_year;
            assert_eq!(position.players.in_disorder(italy), !joined);
            if joined {
                let friend = gathering.powers[toss_winner(seed, 2)][0];
                assert!(position.players.same_player(italy, friend));
            }
            let Orders::Movement(sheet) = past.orders() else { continue };
            for (at, order) in sheet.iter() {
                let is_italian = position.forces.at(at).is_some_and(|unit| unit.power == italy);
                assert!(joined || !is_italian);
                moved += usize::from(is_italian && matches!(order, Order::Move { .. }));
                if let Order::Move { to, .. } = *order {
                    let home = board().home_of(board().province_of(to));
                    assert!(joined || home != Some(italy), "nobody enters Italy in 1914");
                }
            }
        }
        assert!(moved > 0, "Italy plays from 1915 on");
    }
    assert!(winners[0] > 1 && winners[1] > 1, "{winners:?}");
}

#[test]
fn a_game_can_be_played_again_move_for_move() {
    let contest = || Contest::new(BotKind::Planner, BotKind::Dumb, table_setup(board(), 7).unwrap(), 1904, 5);
    let (first, second) = (contest().play(3, &mut ()), contest().play(3, &mut ()));
    assert_eq!(first.history.len(), second.history.len());
    for (one, other) in first.history.iter().zip(&second.history) {
        assert_eq!(one.orders(), other.orders(), "{:?}", one.before.phase);
    }
    let other = contest().play(10, &mut ());
    assert!(first.history.iter().zip(&other.history).any(|(one, other)| one.orders() != other.orders()));
}

/// The long test: `cargo test -p bots --test it -- --ignored promises::ten_thousand`.
#[test]
#[ignore = "ten thousand games take minutes"]
fn ten_thousand_games() {
    let tables: Vec<TableSetup> = (2..=7).map(|players| table_setup(board(), players).unwrap()).collect();
    let threads = 4;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let tables = &tables;
            scope.spawn(move || {
                for seed in (0..10_000).filter(|seed| seed % threads == thread) {
                    // Most games are short. Every tenth game lasts twelve years.
                    let years = if seed % 10 == 0 { 12 } else { 5 };
                    mixed_game(&tables[(seed % 6) as usize], seed, years);
                    if seed % 500 == 0 {
                        let gathering = &tables[(seed / 500 % 6) as usize];
                        ask_everybody(gathering, &random_history(gathering, seed, 5), seed);
                    }
                }
            });
        }
    });
}

/// Real positions, from the file that `DETENTE_PHASES` names.
#[test]
#[ignore = "needs a file of real phases"]
fn every_bot_answers_in_real_positions() {
    let mut asked = 0;
    for (line, position) in real_positions::positions(board()) {
        for power in board().powers() {
            for kind in BotKind::ALL {
                let seat = Seat {
                    board: board(),
                    edition: Edition::Y2000,
                    position: &position,
                    history: &[],
                    powers: &[power],
                    goal: Goal::of_board(board()),
                };
                let budget = kind.budget().min(300);
                let mut work = WorkBudget::units(budget);
                let orders = ask_bot(&*kind.bot(), &seat, &mut work, 7);
                assert_eq!(check(&seat, &orders), [], "{} {line}", kind.key());
                assert!(work.spent() <= budget);
                asked += 1;
            }
        }
    }
    println!("{asked} answers");
}
