//! What holds for every game, over random settings, actors, commands and times.
//!
//! 4,000 scripts by default; the full number is
//! `DETENTE_SCRIPTS=100000 cargo test -p game --test it properties`.

use crate::support;

use std::fmt::Write as _;

use game::{
    Actor, Command, Counts, Fact, Game, Moment, Occupant, Openness, Press, RoundFact, Stage, StateView,
    Timestamp, View, Viewer, WritingBy,
};
use rules::Orders;
use support::reader::MASTER;
use support::world::{Step, World};

const STEPS: usize = 90;

fn scripts() -> u64 {
    std::env::var("DETENTE_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(4000)
}

#[test]
fn random_games_break_no_rule() {
    let (scripts, workers) = (scripts(), 2);
    let mut seen = Seen::default();
    std::thread::scope(|scope| {
        let halves: Vec<_> = (0..workers)
            .map(|worker| {
                scope.spawn(move || {
                    let mut seen = Seen::default();
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
    // The scripts are worth something only if they get somewhere.
    assert!(
        seen.accepted > scripts * 25 && seen.rulings > scripts && seen.endings > scripts / 20,
        "{seen:?}"
    );
    assert!(seen.roll_backs > scripts / 100 && seen.disorders > scripts / 20, "{seen:?}");
}

#[derive(Debug, Default)]
struct Seen {
    accepted: u64,
    refused: u64,
    rulings: u64,
    endings: u64,
    roll_backs: u64,
    disorders: u64,
}

impl Seen {
    fn add(&mut self, other: &Self) {
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.rulings += other.rulings;
        self.endings += other.endings;
        self.roll_backs += other.roll_backs;
        self.disorders += other.disorders;
    }
}

fn play(seed: u64, seen: &mut Seen) {
    let mut world = World::new(seed);
    let mut cap = Cap::default();
    let middle = world.chance.below(STEPS);
    let mut half_way = (0, 0);
    for i in 0..STEPS {
        let before = world.game.clone();
        let count = world.events.len();
        let step = world.step();
        // Time may have passed first, by the clock's own command; look at the last one alone.
        let taken = step.result.unwrap_or(0);
        let quiet = world.events.len() == count + taken;
        match step.result {
            Ok(taken) => {
                assert!(taken > 0, "seed {seed}: {:?} was accepted and nothing happened", step.command);
                seen.accepted += 1;
                if quiet {
                    assert!(rightful(&before, &step), "seed {seed}: {:?} {:?}", step.actor, step.command);
                }
            }
            Err(_) => seen.refused += 1,
        }
        for event in &world.events[count..] {
            match &event.fact {
                Fact::Round(RoundFact::Ruled(_)) => seen.rulings += 1,
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
    // What was recorded gives the same game, at the end and at any point before.
    let again = Game::replay(world.charter.clone(), &world.events);
    assert_eq!(fingerprint(&again), fingerprint(&world.game), "seed {seed}: replay");
    let (events, print) = half_way;
    let again = Game::replay(world.charter.clone(), &world.events[..events]);
    assert_eq!(fingerprint(&again), print, "seed {seed}: replay of {events} events");
    comes_to_an_end(seed, &mut world);
}

/// Everything that a game knows, as one number.
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

/// The right to a command, looked up in the views and written down again from the rulebook, so that
/// it does not lean on what `decide` asks.
fn rightful(before: &Game, step: &Step) -> bool {
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
        Actor::Clock => None,
    };
    let seated = seat.is_some();
    let by = match before.charter().settings().timetable.diplomacy {
        Some(_) => WritingBy::Itself,
        None => WritingBy::WithTalk,
    };
    let moment = stage.map_or(Moment::After, |stage| Moment::During(stage, by));
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
        Command::Tick => step.actor == Actor::Clock && before.due().is_some_and(|due| due <= step.now),
        _ if !on_time => false,
        Command::Join { .. } => gathering && step.actor != Actor::Person(MASTER),
        Command::SeatBot(_) | Command::Cancel => {
            gathering && (master || step.actor == Actor::Person(before.charter().maker()))
        }
        Command::CheckIn => gathering,
        Command::Leave => gathering || underway && seated,
        Command::Take { seat: wanted, .. } => {
            // An offer is the only way into a seat that somebody has.
            underway && !seated && !master && wanted.index() < view.seats.len()
        }
        Command::Offer { .. } => underway && seated,
        Command::Return => underway && !seated,
        Command::Draft { paper: Orders::Movement(sheet), .. } => {
            let paper = Orders::Movement(sheet.clone());
            stage.is_some_and(Stage::is_movement) && seat.is_some_and(|seat| own(&view, seat, &paper))
        }
        Command::Draft { paper, .. } | Command::HandIn { paper, .. } => fits(paper),
        Command::TakeBack | Command::Stand(_) => underway && seated,
        Command::Whisper { .. } => may_talk(Openness::Private),
        Command::Announce { .. } => may_talk(Openness::Public),
        Command::KeepSketch { .. } | Command::DropSketch { .. } => !gathering && seated,
        Command::Propose(_) | Command::Vote { .. } => {
            // Only people who still have units and whose government stands.
            let board = view.board.as_ref();
            underway
                && seat.is_some_and(|seat| {
                    let seat = &view.seats[seat.index()];
                    let has = |power: &rules::Power| {
                        board.is_some_and(|board| {
                            board.position.forces.count(*power) > 0
                                || board.position.dislodged.iter().any(|fallen| fallen.unit.power == *power)
                        })
                    };
                    matches!(seat.occupant, Occupant::Person(_))
                        && seat.government == game::Government::Stands
                        && seat.powers.iter().any(has)
                })
        }
        Command::RollBack { .. } => master && !gathering,
        Command::Stop => master,
        Command::Correct { .. } => master && stage.is_some_and(Stage::is_movement),
        Command::Pause(_)
        | Command::Resume
        | Command::Extend(_)
        | Command::Force
        | Command::Replace { .. }
        | Command::Toss { .. } => master && underway,
    }
}

/// Whether a sheet orders the seat's own units only.
fn own(view: &View, seat: game::SeatId, paper: &Orders) -> bool {
    let board = &atlas::standard().board;
    let position = &view.board.as_ref().expect("it is played").position;
    let powers = &view.seats[seat.index()].powers;
    match paper {
        Orders::Movement(sheet) => sheet.iter().all(|(province, _)| {
            position.forces.at(province).is_some_and(|unit| powers.contains(&unit.power))
        }),
        Orders::Retreats(sheet) => sheet.iter().all(|(province, _)| {
            position.fallen(board, province).is_some_and(|fallen| powers.contains(&fallen.unit.power))
        }),
        Orders::Adjustments(entries) => entries.iter().all(|(power, _)| powers.contains(power)),
    }
}

/// A stage ends when its time is over, later only by what was agreed.
#[derive(Default)]
struct Cap {
    first_due: Option<Timestamp>,
    /// What the clock itself was late, which is nobody's doing.
    late: u32,
    due: Option<Timestamp>,
}

impl Cap {
    fn check(&mut self, seed: u64, world: &World, from: usize) {
        for event in &world.events[from..] {
            if let Some(due) = self.due {
                self.late += event.at.since(due).count();
            }
            if let Fact::Opened { due, .. } = &event.fact {
                *self = Self { first_due: Some(*due), late: 0, due: Some(*due) };
            }
            self.due = None;
        }
        self.due = world.game.due();
        if let (StateView::Underway { .. }, Some(first), Some(due)) =
            (world.game.view(Viewer::Stranger).state, self.first_due, world.game.due())
        {
            let cap = first.plus(world.charter.most_delay()).seconds() + i64::from(self.late);
            assert!(due.seconds() <= cap, "seed {seed}: held up until {due:?}, not beyond {cap}");
        }
    }
}

/// Exactly one resolution a phase, each from where the one before led.
fn check_history(seed: u64, view: &View) {
    let counting: Vec<_> = view
        .history
        .iter()
        .filter(|(_, counts)| *counts == Counts::Counts)
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

/// Left to the clock alone, every stage ends: a pause, a grace and a relief at most, then it closes;
/// and with nobody giving orders the game is over after one turn.
fn comes_to_an_end(seed: u64, world: &mut World) {
    let mut ticks = 0;
    while let Some(due) = world.game.due() {
        world.now = world.now.max(due);
        let step = world.ask(Actor::Clock, Command::Tick);
        assert!(step.result.is_ok(), "seed {seed}: the clock was refused: {:?}", step.result);
        ticks += 1;
        assert!(ticks < 40, "seed {seed}: it does not end");
    }
}

/// The press rule as the test above reads it.
#[test]
fn c4_press_is_never_open_without_a_rule() {
    for stage in Stage::ALL {
        let moment = Moment::During(stage, WritingBy::Itself);
        assert_eq!(Press::Rulebook.allows(Openness::Private, moment), stage == Stage::Diplomacy);
    }
}
