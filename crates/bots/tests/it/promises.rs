//! What every bot promises: legal orders, budgets kept, no panic, the same answer to the same question.

use crate::real;

use bots::arena::{Contest, Gathering, Player, Setup, check, gathering, play, toss};
use bots::{Budget, Chance, Kind, Level, Seat, Work, answer, seed_for, think};
use rules::{Board, Edition, Goal, Order, Orders, Position, Power, Resolution, Stage};

fn board() -> &'static Board {
    &atlas::standard().board
}

/// Plays a game with a bot drawn for every seat; nobody may do anything wrong.
fn mixed_game(gathering: &Gathering, seed: u64, years: u16) -> Vec<Resolution> {
    let mut chance = Chance::new(seed);
    let kinds: Vec<Kind> = gathering
        .powers
        .iter()
        .map(|_| {
            let quick = &Kind::ALL[..Kind::ALL.len() - 1];
            chance.pick(quick).unwrap()
        })
        .collect();
    let bots: Vec<_> = kinds.iter().map(|kind| kind.bot()).collect();
    let player = |(i, powers): (usize, &Vec<Power>)| Player {
        powers: powers.clone(),
        bot: &*bots[i],
        // Small and odd budgets too: a bot must stop anywhere.
        budget: kinds[i].budget().min(chance_budget(seed, i)),
    };
    let setup = Setup {
        board: &gathering.board,
        edition: Edition::ALL[(seed % 3) as usize],
        start: gathering.start.clone(),
        players: gathering.powers.iter().enumerate().map(player).collect(),
        goal: gathering.goal,
        neutral: gathering.neutral.as_ref(),
        until: gathering.start.phase.date().year + years - 1,
        hero: None,
        seed,
    };
    let finished = play(&setup, &mut ());
    assert_eq!(finished.misdeeds, [], "game {seed} with {kinds:?}");
    finished.history
}

fn chance_budget(seed: u64, seat: usize) -> u64 {
    Chance::new(Chance::derive(seed, seat as u64)).below(150) as u64
}

/// Asks every bot in every phase of a random game for every seat.
fn ask_everybody(gathering: &Gathering, history: &[Resolution], seed: u64) {
    let history: Vec<&Resolution> = history.iter().collect();
    for (i, past) in history.iter().enumerate() {
        for powers in &gathering.powers {
            let powers = &seat_powers(gathering, &past.before, powers);
            for kind in Kind::ALL {
                let seat = Seat {
                    board: gathering.board_in(past.phase().date().year),
                    edition: Edition::Y2000,
                    position: &past.before,
                    history: &history[..i],
                    powers,
                    goal: gathering.goal,
                };
                let budget = kind.budget().min(60);
                let ask = || {
                    let mut work = Work::units(budget);
                    let seed = seed_for(seed, past.phase(), powers);
                    let orders = answer(&*kind.bot(), &seat, &mut work, seed);
                    assert!(work.spent() <= budget);
                    orders
                };
                let orders = ask();
                assert_eq!(check(&seat, &orders), [], "{} in {:?}", kind.key(), past.phase());
                assert_eq!(orders, ask(), "{} must answer the same again", kind.key());
            }
        }
    }
}

/// The powers of a player now: one may have been won by a toss.
fn seat_powers(gathering: &Gathering, position: &Position, powers: &[Power]) -> Vec<Power> {
    let mut all = powers.to_vec();
    all.extend(gathering.neutral.iter().map(|neutral| neutral.power).filter(|power| {
        !position.table.in_disorder(*power) && position.table.same_player(*power, powers[0])
    }));
    all
}

fn random_history(gathering: &Gathering, seed: u64, years: u16) -> Vec<Resolution> {
    let bot = Kind::Random.bot();
    let player = |powers: &Vec<Power>| Player { powers: powers.clone(), bot: &*bot, budget: 0 };
    let setup = Setup {
        board: &gathering.board,
        edition: Edition::Y2000,
        start: gathering.start.clone(),
        players: gathering.powers.iter().map(player).collect(),
        goal: gathering.goal,
        neutral: gathering.neutral.as_ref(),
        until: gathering.start.phase.date().year + years - 1,
        hero: None,
        seed,
    };
    play(&setup, &mut ()).history
}

#[test]
fn nobody_does_anything_wrong_at_any_table() {
    for players in 2..=7 {
        let gathering = gathering(board(), players).unwrap();
        for seed in 0..8 {
            mixed_game(&gathering, seed, 8);
        }
    }
}

#[test]
fn every_bot_answers_in_random_positions_and_answers_the_same_again() {
    for players in [2, 4, 5, 7] {
        let gathering = gathering(board(), players).unwrap();
        let history = random_history(&gathering, players as u64, 6);
        ask_everybody(&gathering, &history, 9);
    }
}

#[test]
fn a_bot_without_powers_or_units_has_nothing_to_say() {
    let position = rules::Position::start(board());
    for powers in [&[][..], &[Power::new(0)]] {
        let mut position = position.clone();
        position.forces.clear();
        for kind in Kind::ALL {
            let seat = Seat {
                board: board(),
                edition: Edition::Y2000,
                position: &position,
                history: &[],
                powers,
                goal: Goal::of_board(board()),
            };
            let orders = answer(&*kind.bot(), &seat, &mut Work::units(10), 1);
            assert_eq!(check(&seat, &orders), []);
        }
    }
}

#[test]
fn one_call_gives_every_seat_all_its_orders_in_every_phase() {
    for players in 2..=7 {
        let gathering = gathering(board(), players).unwrap();
        let history = random_history(&gathering, 3, 4);
        let history: Vec<&Resolution> = history.iter().collect();
        assert!(history.iter().any(|past| past.phase().stage() == Stage::Adjustment));
        for (i, past) in history.iter().enumerate() {
            let (position, year) = (&past.before, past.phase().date().year);
            for powers in &gathering.powers {
                let powers = &seat_powers(&gathering, position, powers);
                let seat = Seat {
                    board: gathering.board_in(year),
                    edition: Edition::Y2023,
                    position,
                    // Only the phase before: a server need not keep them all at hand.
                    history: &history[i.saturating_sub(1)..i],
                    powers,
                    goal: gathering.goal,
                };
                for level in Level::ALL {
                    let kind = Level::from_key(level.key()).unwrap().kind();
                    let orders = think(kind, &seat, Budget::AtMost(50), 5);
                    assert_eq!(check(&seat, &orders), []);
                    assert_eq!(orders, think(kind, &seat, Budget::AtMost(50), 5));
                    match orders {
                        Orders::Movement(sheet) => assert_eq!(sheet.iter().count(), seat.own_units().len()),
                        Orders::Retreats(sheet) => assert_eq!(sheet.iter().count(), seat.own_fallen().len()),
                        Orders::Adjustments(entries) => {
                            let owed = powers.iter().map(|power| seat.accounts().owed(*power).unsigned_abs());
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
    let gathering = gathering(board(), 2).unwrap();
    let neutral = gathering.neutral.as_ref().unwrap();
    let italy = neutral.power;
    let mut winners = [0; 2];
    for seed in 0..12 {
        winners[toss(seed, 2)] += 1;
        let history = random_history(&gathering, seed, 3);
        let mut moved = 0;
        for past in &history {
            let position = &past.before;
            let joined = position.phase.date().year > neutral.toss;
            assert_eq!(position.table.in_disorder(italy), !joined);
            if joined {
                let friend = gathering.powers[toss(seed, 2)][0];
                assert!(position.table.same_player(italy, friend));
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
    let contest = || Contest::new(Kind::Planner, Kind::Dumb, gathering(board(), 7).unwrap(), 1904, 5);
    let (first, second) = (contest().play(3, &mut ()), contest().play(3, &mut ()));
    assert_eq!(first.history.len(), second.history.len());
    for (one, other) in first.history.iter().zip(&second.history) {
        assert_eq!(one.orders(), other.orders(), "{:?}", one.before.phase);
    }
    let other = contest().play(10, &mut ());
    assert!(first.history.iter().zip(&other.history).any(|(one, other)| one.orders() != other.orders()));
}

/// The long run: `cargo test -p bots --test it -- --ignored promises::ten_thousand`.
#[test]
#[ignore = "ten thousand games take minutes"]
fn ten_thousand_games() {
    let tables: Vec<Gathering> = (2..=7).map(|players| gathering(board(), players).unwrap()).collect();
    let threads = 4;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let tables = &tables;
            scope.spawn(move || {
                for seed in (0..10_000).filter(|seed| seed % threads == thread) {
                    // Most are short; every tenth lasts twelve years.
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

/// Real phases, one a line as `detente adjudicate` reads them, from the file that `DETENTE_PHASES` names.
#[test]
#[ignore = "needs a file of real phases"]
fn every_bot_answers_in_real_positions() {
    let mut asked = 0;
    for (line, position) in real::positions(board()) {
        for power in board().powers() {
            for kind in Kind::ALL {
                let seat = Seat {
                    board: board(),
                    edition: Edition::Y2000,
                    position: &position,
                    history: &[],
                    powers: &[power],
                    goal: Goal::of_board(board()),
                };
                let budget = kind.budget().min(300);
                let mut work = Work::units(budget);
                let orders = answer(&*kind.bot(), &seat, &mut work, 7);
                assert_eq!(check(&seat, &orders), [], "{} {line}", kind.key());
                assert!(work.spent() <= budget);
                asked += 1;
            }
        }
    }
    println!("{asked} answers");
}
