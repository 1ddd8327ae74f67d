//! Properties of every game, checked with random settings, actors, commands and times.
//!
//! It plays 4,000 random games by default. The full number is
//! `DETENTE_SCRIPTS=100000 cargo test -p game --test it properties`.

use std::fmt::Write as _;

use game::{
    Actor, Command, Fact, Game, MAX_BOT_HOLD, Motion, Occupant, OrdersStatus, Press, RecordStatus, RoundFact,
    Stage, StateView, TalkTime, Timestamp, View, Viewer, Visibility, WritingStage,
};
use rules::Orders;
use test_kit::games::random_game::{RandomGame, Step};
use test_kit::games::script_reader::MASTER;

const STEPS: usize = 90;

fn scripts() -> u64 {
    std::env::var("DETENTE_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(4000)
}

#[test]
fn random_games_break_no_rule() {
    let (scripts, workers) = (scripts(), 2);
    let mut seen = Totals::default();
    std::thread::scope(|scope| {
        let halves: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let mut seen = Totals::default();
                    for seed in (0..scripts).filter(|seed| seed % workers == worker) {
                        play(seed, &mut seen);
                    }
                    seen
                })
            })
            .collect();
        for half in halves {
            seen.add(&half.join().expect("no script fails"));
        }
    });
    println!("{scripts} scripts: {seen:?}");
    // The random games are useful only if enough happens in them.
    assert!(
        seen.accepted > scripts * 25 && seen.rulings > scripts && seen.endings > scripts / 20,
        "{seen:?}"
    );
    assert!(seen.roll_backs > scripts / 100 && seen.disorders > scripts / 20, "{seen:?}");
}

#[derive(Debug, Default)]
struct Totals {
    accepted: u64,
    refused: u64,
    rulings: u64,
    endings: u64,
    roll_backs: u64,
    disorders: u64,
}

impl Totals {
    fn add(&mut self, other: &Self) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.rulings += other.rulings;
        self.endings += other.endings;
        self.roll_backs += other.roll_backs;
        self.disorders += other.disorders;
    }
}

fn play(seed: u64, seen: &mut Totals) {
    let mut world = RandomGame::new(seed);
    let mut cap = DelayCheck::default();
    let middle = world.chance.below(STEPS);
    let mut half_way = (0, 0);
    for i in 0..STEPS {
        let before = world.game.clone();
        let count = world.events.len();
        let step = world.step();
        // A tick may have come first. The check is for the last command only.
        let taken = step.result.unwrap_or(0);
        let quiet = world.events.len() == count + taken;
        match step.result {
            Ok(taken) => {
                assert!(taken > 0, "seed {seed}: {:?} was accepted without an event", step.command);
                seen.accepted += 1;
                if quiet {
                    assert!(is_allowed(&before, &step), "seed {seed}: {:?} {:?}", step.actor, step.command);
                }
            }
            Err(_) => seen.refused += 1,
        }
        for event in &world.events[count..] {
            match &event.fact {
                Fact::Round(RoundFact::PhaseResolved(_)) => seen.rulings += 1,
                Fact::Ended(_) => seen.endings += 1,
                Fact::RolledBack { .. } => seen.roll_backs += 1,
                Fact::Seat(_, game::SeatFact::FellIntoDisorder) => seen.disorders += 1,
                _ => {}
            }
        }
        cap.check(seed, &world, count);
        if i == middle {
            half_way = (world.events.len(), fingerprint(&world.game));
        }
    }
    check_history(seed, &world.game.view(Viewer::Master));
    // A replay of the events gives the same game, at the end and at an earlier point.
    let again = Game::replay(world.charter.clone(), &world.events);
    assert_eq!(fingerprint(&again), fingerprint(&world.game), "seed {seed}: replay");
    let (events, print) = half_way;
    let again = Game::replay(world.charter.clone(), &world.events[..events]);
    assert_eq!(fingerprint(&again), print, "seed {seed}: replay of {events} events");
    comes_to_an_end(seed, &mut world);
}

/// A hash of the whole state of a game.
fn fingerprint(game: &Game) -> u64 {
    struct Fnv(u64);
    impl std::fmt::Write for Fnv {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for byte in text.bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut print = Fnv(0xcbf2_9ce4_8422_2325);
    write!(print, "{game:?}").unwrap();
    print.0
}

/// Whether the actor may send this command. It uses the views and the rulebook only, so that it does not
/// depend on the checks in `decide`.
fn is_allowed(before: &Game, step: &Step) -> bool {
    let view = before.view(Viewer::Master);
    let on_time = before.due().is_none_or(|due| due > step.now);
    let (underway, stage) = match view.state {
        StateView::Underway { stage, .. } => (true, Some(stage)),
        StateView::Gathering { .. } | StateView::Over(_) => (false, None),
    };
    let gathering = matches!(view.state, StateView::Gathering { .. });
    let master = step.actor == Actor::Person(MASTER) && before.charter().settings().master.is_some();
    let seat = match step.actor {
        Actor::Person(person) => match before.viewer(person) {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        },
        Actor::Bot(seat) => view
            .seats
            .get(seat.index())
            .filter(|seat| matches!(seat.occupant, Occupant::Bot(..)))
            .map(|seat| seat.seat),
        Actor::Clock | Actor::Host => None,
    };
    let seated = seat.is_some();
    let claims = matches!(step.actor, Actor::Person(person) if before.seat_claimed_by(person).is_some());
    let by = match before.timetable().diplomacy {
        Some(_) => WritingStage::Separate,
        None => WritingStage::WithTalk,
    };
    let moment = stage.map_or(TalkTime::After, |stage| TalkTime::During(stage, by));
    let press = before.charter().settings().press;
    let may_talk = |openness| !gathering && (master || seated && press.allows(openness, moment));
    let fits = |paper: &Orders| match (paper, stage) {
        (Orders::Movement(_), Some(Stage::Writing))
        | (Orders::Retreats(_), Some(Stage::Retreats))
        | (Orders::Adjustments(_), Some(Stage::Adjustments)) => {
            seat.is_some_and(|seat| own(&view, seat, paper))
        }
        _ => false,
    };
    match &step.command {
        Command::RemoveMessage { .. } | Command::Close => step.actor == Actor::Host,
        Command::Tick => step.actor == Actor::Clock && before.closes_at().is_some_and(|at| at <= step.now),
        // After the deadline only a bot that owes orders may still submit them.
        Command::SubmitOrders { paper, .. } if !on_time => {
            let owes = |seat: game::SeatId| view.seats[seat.index()].orders_status == OrdersStatus::NotIn;
            matches!(step.actor, Actor::Bot(_)) && seat.is_some_and(owes) && fits(paper)
        }
        _ if !on_time => false,
        Command::Join { .. } => gathering && step.actor != Actor::Person(MASTER),
        Command::SeatBot(_) | Command::Cancel | Command::Remove { .. } => {
            gathering && (master || step.actor == Actor::Person(before.charter().creator()))
        }
        Command::CheckIn => gathering,
        Command::FillWithBots(_) => {
            let is_member = matches!(step.actor, Actor::Person(person)
                if matches!(before.viewer(person), Viewer::Member(_)));
            gathering && is_member && before.bots_from().is_some_and(|from| from <= step.now)
        }
        Command::Leave => gathering || underway && (seated || claims),
        Command::Take { seat: wanted, .. } => {
            // Only an offer gives a seat that somebody holds. A bot that stands in leaves later.
            underway && !claims && !seated && !master && wanted.index() < view.seats.len()
        }
        Command::Offer { .. }
        | Command::Lend { .. }
        | Command::SayAway { .. }
        | Command::CancelAway { .. }
        | Command::UseTimeBank(_) => underway && seated,
        Command::Return => underway && !seated,
        Command::SaveDraft { paper: Orders::Movement(sheet), .. } => {
            let paper = Orders::Movement(sheet.clone());
            stage.is_some_and(Stage::is_movement) && seat.is_some_and(|seat| own(&view, seat, &paper))
        }
        Command::SaveDraft { paper, .. } | Command::SubmitOrders { paper, .. } => fits(paper),
        Command::SaveNamedDraft { paper, .. } => {
            let is_movement = matches!(paper, Orders::Movement(_)) && stage.is_some_and(Stage::is_movement);
            (is_movement || fits(paper)) && seat.is_some_and(|seat| own(&view, seat, paper))
        }
        Command::WithdrawOrders
        | Command::SetReadiness(_)
        | Command::PlanAhead(_)
        | Command::DeleteNamedDraft { .. } => underway && seated,
        Command::SendMessage { .. } => may_talk(Visibility::Private),
        Command::WriteToMaster { .. } => !gathering && seated && before.charter().settings().master.is_some(),
        Command::Announce { .. } => may_talk(Visibility::Public),
        Command::SaveSketch { .. } | Command::DeleteSketch { .. } => !gathering && seated,
        Command::NameNextGame(_) => !gathering && !underway && (seated || master),
        Command::Propose(_) | Command::Vote { .. } => {
            // Only those who still have units and are not in disorder. Bots vote on results alone.
            let is_for_bots = match &step.command {
                Command::Vote { question, .. } => view.questions.iter().any(|open| {
                    open.number == *question
                        && matches!(open.motion, Motion::Draw(_) | Motion::Concede(_) | Motion::MostCentres)
                }),
                _ => false,
            };
            let board = view.board.as_ref();
            underway
                && seat.is_some_and(|seat| {
                    let seat = &view.seats[seat.index()];
                    let has = |power: &rules::Power| {
                        board.is_some_and(|board| {
                            board.position.forces.count(*power) > 0
                                || board
                                    .position
                                    .dislodged
                                    .iter()
                                    .any(|dislodged| dislodged.unit.power == *power)
                        })
                    };
                    (matches!(seat.occupant, Occupant::Person(_))
                        || is_for_bots && matches!(seat.occupant, Occupant::Bot(..)))
                        && seat.government == game::Government::Active
                        && seat.powers.iter().any(has)
                })
        }
        Command::EnterOrders { seat, paper, .. } => {
            let is_written = matches!(
                (paper, stage),
                (Orders::Movement(_), Some(Stage::Writing))
                    | (Orders::Retreats(_), Some(Stage::Retreats))
                    | (Orders::Adjustments(_), Some(Stage::Adjustments))
            );
            master && is_written && own(&view, *seat, paper)
        }
        Command::SetReadinessFor { .. } => master && underway,
        Command::RollBack { .. } => master && !gathering,
        Command::Stop => master,
        Command::Correct { .. } => master && stage.is_some_and(Stage::is_movement),
        // A player continues a game that was put aside.
        Command::Resume => underway && (master || seated && is_put_aside(before)),
        Command::Pause(_)
        | Command::Extend(_)
        | Command::SetTimetable(_)
        | Command::ForceClose
        | Command::Replace { .. }
        | Command::Toss { .. } => master && underway,
    }
}

/// Whether the orders are only for units of the seat.
fn own(view: &View, seat: game::SeatId, paper: &Orders) -> bool {
    let board = &atlas::standard().board;
    let position = &view.board.as_ref().expect("the game has started").position;
    let powers = &view.seats[seat.index()].powers;
    match paper {
        Orders::Movement(sheet) => sheet.iter().all(|(province, _)| {
            position.forces.at(province).is_some_and(|unit| powers.contains(&unit.power))
        }),
        Orders::Retreats(sheet) => sheet.iter().all(|(province, _)| {
            position
                .dislodged_at(board, province)
                .is_some_and(|dislodged| powers.contains(&dislodged.unit.power))
        }),
        Orders::Adjustments(entries) => entries.iter().all(|(power, _)| powers.contains(power)),
    }
}

/// Checks that a stage does not end later than the agreed maximum.
#[derive(Default)]
struct DelayCheck {
    first_due: Option<Timestamp>,
    /// How late the clock was. This delay is not counted.
    late: u32,
    due: Option<Timestamp>,
}

impl DelayCheck {
    fn check(&mut self, seed: u64, world: &RandomGame, from: usize) {
        for event in &world.events[from..] {
            if let Some(due) = self.due {
                self.late += event.at.since(due).count();
            }
            if let Fact::Opened { due, .. } = &event.fact {
                *self = Self { first_due: Some(*due), late: 0, due: Some(*due) };
            }
            if let Fact::Round(
                RoundFact::TimetableChanged { due, .. } | RoundFact::CalendarMoved { due, .. },
            ) = &event.fact
            {
                // The stage begins again, or players are away. A pause of it still counts.
                self.first_due = self.first_due.map(|first| first.max(*due));
            }
            self.due = None;
        }
        self.due = world.game.due();
        if let (StateView::Underway { .. }, Some(first), Some(due), Some(delay)) = (
            world.game.view(Viewer::Stranger).state,
            self.first_due,
            world.game.due(),
            world.charter.max_stage_delay(),
        ) {
            // The deadline and the end of the grace may each wait for bots.
            let hold = 2 * i64::from(MAX_BOT_HOLD.count());
            let cap = first.plus(delay).seconds() + hold + i64::from(self.late);
            assert!(due.seconds() <= cap, "seed {seed}: delayed until {due:?}; the maximum is {cap}");
        }
    }
}

/// Exactly one resolution per phase. Each one starts from the phase that the one before led to.
fn check_history(seed: u64, view: &View) {
    let counting: Vec<_> = view
        .history
        .iter()
        .filter(|(_, counts)| *counts == RecordStatus::Active)
        .map(|(record, _)| record)
        .collect();
    for pair in counting.windows(2) {
        let (one, next) = (pair[0], pair[1]);
        assert!(one.phase() != next.phase(), "seed {seed}: {:?} was resolved twice", one.phase());
        assert_eq!(one.resolution.after.phase, next.phase(), "seed {seed}");
    }
    let mut phases: Vec<String> = counting.iter().map(|record| format!("{:?}", record.phase())).collect();
    phases.sort();
    let all = phases.len();
    phases.dedup();
    assert_eq!(phases.len(), all, "seed {seed}: a phase was resolved twice");
}

/// With the clock alone every stage ends: after at most one pause, one grace and one wait for substitutes.
/// Without orders the game is over after one turn. A game that is put aside waits for its players instead.
fn comes_to_an_end(seed: u64, world: &mut RandomGame) {
    let mut ticks = 0;
    while let Some(closes_at) = world.game.closes_at() {
        if is_put_aside(&world.game) {
            return;
        }
        world.now = world.now.max(closes_at);
        let step = world.ask(Actor::Clock, Command::Tick);
        assert!(step.result.is_ok(), "seed {seed}: the clock was refused: {:?}", step.result);
        ticks += 1;
        assert!(ticks < 40, "seed {seed}: the game does not end");
    }
}

fn is_put_aside(game: &Game) -> bool {
    let state = game.view(Viewer::Stranger).state;
    matches!(state, StateView::Underway { pause: Some(pause), .. } if pause.is_aside())
}

/// The press rule that the test above uses.
#[test]
fn c4_press_is_never_open_without_a_rule() {
    for stage in Stage::ALL {
        let moment = TalkTime::During(stage, WritingStage::Separate);
        assert_eq!(Press::Rulebook.allows(Visibility::Private, moment), stage == Stage::Diplomacy);
    }
}
