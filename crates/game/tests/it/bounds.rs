//! Nobody can drown a game: every input has an end.

use game::{
    Actor, Allocation, Charter, Circle, Command, Game, MOST_ACTS, MOST_JOINS, MOST_MESSAGES, MOST_QUESTIONS,
    MOST_SKETCHES, MOST_STROKES, Mark, Motion, Name, Person, Press, Refusal, SeatId, Seconds, Settings,
    SettingsFault, Sketch, Stance, Text, Timestamp, Title, Wish,
};
use rules::{Date, Edition, Entry, Goal, GoalOf, Judge, Orders, Phase, Power, Province, Season, Sheet};

struct Room {
    judge: Judge<'static>,
    game: Game,
    now: Timestamp,
}

fn settings(players: usize) -> Settings {
    let mut settings =
        Settings::rulebook(&atlas::standard().board, Title::new("bounds").unwrap(), players, Edition::Y2000);
    settings.allocation = Allocation::Chosen;
    settings.press = Press::Full;
    settings
}

fn draw(settings: Settings) -> Result<Charter, SettingsFault> {
    let board = &atlas::standard().board;
    Charter::draw(board, settings, Person(1), 1, Timestamp::from_seconds(1_000_000))
}

impl Room {
    fn new() -> Self {
        let board = &atlas::standard().board;
        let game = Game::new(draw(settings(2)).unwrap());
        Self { judge: Judge::new(board, Edition::Y2000), game, now: Timestamp::from_seconds(1_000_000) }
    }

    fn started() -> Self {
        let mut room = Self::new();
        for i in 0..2 {
            room.ask(i + 1, join(i + 1, Wish::This(SeatId::new(i as usize)))).unwrap();
        }
        room
    }

    fn ask(&mut self, person: u64, command: Command) -> Result<(), Refusal> {
        let events = self.game.decide(&mut self.judge, Actor::Person(Person(person)), command, self.now)?;
        events.iter().for_each(|event| self.game.apply(event));
        Ok(())
    }

    /// How often a command is taken before it is refused, and why then.
    fn exhaust(&mut self, person: u64, command: impl Fn(usize) -> Command) -> (usize, Refusal) {
        for i in 0..5000 {
            if let Err(refusal) = self.ask(person, command(i)) {
                return (i, refusal);
            }
        }
        panic!("it never ends");
    }
}

fn join(person: u64, wish: Wish) -> Command {
    Command::Join { name: Name::new(&format!("p{person}")).unwrap(), wish }
}

#[test]
fn messages_in_a_stage_have_an_end() {
    let text = || Text::new("hello").unwrap();
    let mut room = Room::started();
    let whisper = |_| Command::Whisper { to: Circle::from(SeatId::new(1)), text: text(), sketch: None };
    assert_eq!(room.exhaust(1, whisper), (MOST_MESSAGES, Refusal::TooManyMessages));
    assert_eq!(room.ask(2, Command::Announce { text: text(), sketch: None }), Ok(()));
    assert!(Text::new(&"x".repeat(Text::MOST + 1)).is_err());
}

#[test]
fn acts_in_a_stage_have_an_end() {
    let mut room = Room::started();
    let turn = |i| Command::Stand(if i % 2 == 0 { Stance::Waiting } else { Stance::Undecided });
    assert_eq!(room.exhaust(1, turn), (usize::from(MOST_ACTS), Refusal::TooManyActs));
}

#[test]
fn joining_and_leaving_has_an_end() {
    let mut room = Room::new();
    let come_and_go = |i| if i % 2 == 0 { join(2, Wish::Anything) } else { Command::Leave };
    assert_eq!(room.exhaust(2, come_and_go), (MOST_JOINS * 2, Refusal::Full));
}

#[test]
fn questions_and_sketches_have_an_end() {
    let mut room = Room::started();
    let extend = |i: usize| Command::Propose(Motion::Extend(Seconds::new(i as u32 + 1)));
    assert_eq!(room.exhaust(1, extend), (MOST_QUESTIONS, Refusal::TooManyQuestions));
    let keep = |i: usize| Command::KeepSketch { slot: i as u8, sketch: Sketch::default() };
    assert_eq!(room.exhaust(2, keep), (usize::from(MOST_SKETCHES), Refusal::TooManySketches));
    let mark = Mark { province: Province::new(3), colour: 1 };
    let large = Sketch { marks: vec![mark; MOST_STROKES + 1], ..Sketch::default() };
    assert_eq!(room.ask(1, Command::KeepSketch { slot: 0, sketch: large }), Err(Refusal::SketchTooLarge));
    let nowhere =
        Sketch { marks: vec![Mark { province: Province::new(300), colour: 1 }], ..Sketch::default() };
    assert_eq!(room.ask(1, Command::KeepSketch { slot: 0, sketch: nowhere }), Err(Refusal::NoSuchPlace));
}

#[test]
fn a_sheet_of_another_phase_is_refused() {
    let mut room = Room::started();
    for person in [1, 2] {
        room.ask(person, Command::Stand(Stance::Ready)).unwrap();
    }
    let paper = Orders::Adjustments(vec![(Power::new(0), Entry::Waive); 3]);
    let command = Command::HandIn { paper, dated: None, stance: Stance::Ready };
    assert_eq!(room.ask(1, command), Err(Refusal::WrongPaper));
}

/// A phase may close while the sheet is on its way: what was written for spring is not done in autumn.
#[test]
fn a_dated_sheet_never_falls_into_another_phase() {
    let mut room = Room::started();
    for person in [1, 2] {
        room.ask(person, Command::Stand(Stance::Ready)).unwrap();
    }
    let spring = room.game.phase();
    let autumn = Some(Phase::Movement(Date { year: 1901, season: Season::Fall }));
    let paper = || Orders::Movement(Sheet::new(&atlas::standard().board));
    let hand_in = |dated| Command::HandIn { paper: paper(), dated, stance: Stance::Undecided };
    let draft = |dated| Command::Draft { paper: paper(), dated };
    for wrong in [hand_in(autumn), draft(autumn)] {
        assert_eq!(room.ask(1, wrong), Err(Refusal::WrongPaper));
    }
    for right in [hand_in(spring), draft(spring)] {
        room.ask(1, right).unwrap();
    }
}

/// Each of the settings is checked once, at the door.
#[test]
fn settings_that_cannot_be_played_are_refused() {
    use game::{Absence, AfterGrace, Limit, LimitVerdict, LimitWhen, Timetable};
    let fault = |change: fn(&mut Settings)| {
        let mut settings = settings(7);
        change(&mut settings);
        draw(settings).err()
    };
    assert_eq!(fault(|_| {}), None);
    assert_eq!(fault(|s| s.players = 8), Some(SettingsFault::NoTable));
    assert_eq!(fault(|s| s.players = 1), Some(SettingsFault::NoTable));
    assert_eq!(fault(|s| s.timetable.writing = Seconds::ZERO), Some(SettingsFault::PhaseLength));
    assert_eq!(
        fault(|s| s.timetable = Timetable { first: Seconds::days(31), ..Timetable::rulebook() }),
        Some(SettingsFault::PhaseLength)
    );
    assert_eq!(fault(|s| s.gather_within = Seconds::days(91)), Some(SettingsFault::GatherWithin));
    assert_eq!(fault(|s| s.check_in = Some(Seconds::days(8))), Some(SettingsFault::CheckIn));
    assert_eq!(fault(|s| s.delay = Seconds::days(31)), Some(SettingsFault::Delay));
    assert_eq!(
        fault(|s| s.absence.then = AfterGrace::Replacement { within: Seconds::days(8) }),
        Some(SettingsFault::Absence)
    );
    assert_eq!(
        fault(|s| s.absence = Absence { graces: 21, ..s.absence.clone() }),
        Some(SettingsFault::Absence)
    );
    assert_eq!(fault(|s| s.goal.centres = 17), Some(SettingsFault::Goal));
    assert_eq!(fault(|s| s.goal.centres = 35), Some(SettingsFault::Goal));
    let limit = |when| Some(Limit { when, verdict: LimitVerdict::Shared });
    assert_eq!(
        draw(Settings { limit: limit(LimitWhen::Year(1900)), ..settings(7) }).err(),
        Some(SettingsFault::Limit)
    );
    let of_a_power = Goal { centres: 24, of: GoalOf::OnePower };
    assert_eq!(draw(Settings { goal: of_a_power, ..settings(2) }).err(), Some(SettingsFault::GoalOfTwo));
}

/// A3, K1–K6: who plays what.
#[test]
fn a3_k1_k6_the_tables_of_the_rulebook() {
    let board = &atlas::standard().board;
    let table = |players| {
        let seating = game::Seating::new(board, players).unwrap();
        let seat = |seat| {
            let keys: Vec<&str> = seating.powers(seat).iter().map(|power| board.power_key(*power)).collect();
            keys.join("/")
        };
        let unplayed: Vec<&str> = seating.unplayed().iter().map(|power| board.power_key(*power)).collect();
        let seats: Vec<String> = seating.seats().map(seat).collect();
        format!("{} {}: {} - {}", players, seating.first().year, seats.join(", "), unplayed.join(", "))
    };
    let tables: Vec<String> = (2..=7).map(table).collect();
    let expected = "\
2 1914: england/france/russia, austria/germany/turkey - italy
3 1901: england/germany/austria, russia/italy, france/turkey - 
4 1901: england, austria/france, germany/turkey, italy/russia - 
5 1901: austria, england, france, russia, turkey - italy, germany
6 1901: austria, england, france, germany, russia, turkey - italy
7 1901: austria, england, france, germany, italy, russia, turkey - ";
    assert_eq!(tables.join("\n"), expected);
}
