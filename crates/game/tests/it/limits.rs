//! The limits of a game: messages, actions, joins, questions, sketches and settings.

use game::{
    Actor, Allocation, Charter, Command, Game, MAX_ACTIONS_PER_STAGE, MAX_GAME_LOG_BYTES, MAX_JOINS,
    MAX_MESSAGES_PER_STAGE, MAX_OPEN_QUESTIONS_PER_SEAT, MAX_SKETCH_PARTS, MAX_SKETCHES_PER_SEAT,
    MAX_STAGE_LOG_BYTES, Mark, Motion, Name, Person, Press, Readiness, Refusal, SeatId, SeatPreference,
    SeatSet, Seconds, Settings, SettingsError, Sketch, Text, Timestamp, Title,
};
use rules::{
    AdjustmentOrder, Edition, Goal, GoalScope, Judge, Orders, Phase, Power, Province, Season, Sheet, Turn,
};

struct TestGame {
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

fn draw(settings: Settings) -> Result<Charter, SettingsError> {
    let board = &atlas::standard().board;
    Charter::new(board, settings, Person(1), 1, Timestamp::from_seconds(1_000_000))
}

impl TestGame {
    fn new() -> Self {
        let board = &atlas::standard().board;
        let game = Game::new(draw(settings(2)).unwrap());
        Self { judge: Judge::new(board, Edition::Y2000), game, now: Timestamp::from_seconds(1_000_000) }
    }

    fn started() -> Self {
        let mut room = Self::new();
        for i in 0..2 {
            room.ask(i + 1, join(i + 1, SeatPreference::This(SeatId::new(i as usize)))).unwrap();
        }
        room
    }

    fn ask(&mut self, person: u64, command: Command) -> Result<(), Refusal> {
        let events = self.game.decide(&mut self.judge, Actor::Person(Person(person)), command, self.now)?;
        events.iter().for_each(|event| self.game.apply(event));
        Ok(())
    }

    /// How many times a command is accepted before it is refused, and the reason.
    fn repeat_until_refused(&mut self, person: u64, command: impl Fn(usize) -> Command) -> (usize, Refusal) {
        for i in 0..5000 {
            if let Err(refusal) = self.ask(person, command(i)) {
                return (i, refusal);
            }
        }
        panic!("the command is never refused");
    }
}

fn join(person: u64, wish: SeatPreference) -> Command {
    Command::Join { name: Name::new(&format!("p{person}")).unwrap(), preference: wish }
}

#[test]
fn messages_per_stage_are_limited() {
    let text = || Text::new("hello").unwrap();
    let mut room = TestGame::started();
    let whisper = |_| Command::SendMessage { to: SeatSet::from(SeatId::new(1)), text: text(), sketch: None };
    assert_eq!(room.repeat_until_refused(1, whisper), (MAX_MESSAGES_PER_STAGE, Refusal::TooManyMessages));
    assert_eq!(room.ask(2, Command::Announce { text: text(), sketch: None }), Ok(()));
    assert!(Text::new(&"x".repeat(Text::MAX_CHARS + 1)).is_err());
}

#[test]
fn actions_per_stage_are_limited() {
    let mut room = TestGame::started();
    let turn = |i| Command::SetReadiness(if i % 2 == 0 { Readiness::Waiting } else { Readiness::Undecided });
    assert_eq!(
        room.repeat_until_refused(1, turn),
        (usize::from(MAX_ACTIONS_PER_STAGE), Refusal::TooManyActs)
    );
}

/// A seat that has talked too much may still submit orders, and others are not affected.
#[test]
fn the_log_of_a_stage_and_of_a_game_is_limited() {
    let mut room = TestGame::started();
    let mark = Mark { province: Province::new(3), colour: 1 };
    let sketch = || Sketch { marks: vec![mark; MAX_SKETCH_PARTS], ..Sketch::default() };
    let keep = |_| Command::SaveSketch { slot: 0, sketch: sketch() };
    let (count, refusal) = room.repeat_until_refused(1, keep);
    assert_eq!(refusal, Refusal::StageLogFull);
    assert!(count * 1500 >= MAX_STAGE_LOG_BYTES && count < 1000, "{count}");
    let say = || Command::Announce { text: Text::new("hello").unwrap(), sketch: None };
    assert_eq!(room.ask(1, say()), Err(Refusal::StageLogFull));
    assert_eq!(room.ask(2, keep(0)), Ok(()));
    let mut stages = 1;
    loop {
        for person in [1, 2] {
            room.ask(person, Command::SetReadiness(Readiness::Ready)).unwrap();
        }
        for person in [1, 2] {
            let paper = Orders::Movement(Sheet::new(&atlas::standard().board));
            let _ =
                room.ask(person, Command::SubmitOrders { paper, dated: None, readiness: Readiness::Ready });
        }
        stages += 1;
        if room.repeat_until_refused(1, keep).1 == Refusal::GameLogFull {
            break;
        }
    }
    assert!(stages * MAX_STAGE_LOG_BYTES >= MAX_GAME_LOG_BYTES, "{stages}");
    assert_eq!(room.ask(1, Command::SetReadiness(Readiness::Ready)), Ok(()));
    assert_eq!(room.ask(2, keep(0)), Ok(()));
}

#[test]
fn joins_are_limited() {
    let mut room = TestGame::new();
    let come_and_go = |i| if i % 2 == 0 { join(2, SeatPreference::Anything) } else { Command::Leave };
    assert_eq!(room.repeat_until_refused(2, come_and_go), (MAX_JOINS * 2, Refusal::Full));
}

#[test]
fn drafts_and_plans_are_limited() {
    let mut room = TestGame::started();
    let board = &atlas::standard().board;
    let sheet = || Sheet::new(board);
    let draft = |i: usize| Command::SaveNamedDraft {
        name: game::DraftName::new(&format!("draft {i}")).unwrap(),
        paper: Orders::Movement(sheet()),
        dated: None,
    };
    assert_eq!(room.repeat_until_refused(1, draft), (game::MAX_NAMED_DRAFTS, Refusal::TooManyDrafts));
    let plan = |parts: usize, province: usize| {
        let fact = game::BoardFact::Empty(Province::new(province));
        let part = game::ConditionPart { fact, negation: game::Negation::AsIs };
        let condition = game::Condition { join: game::Join::All, parts: vec![part; parts] };
        game::PlanAhead { condition, orders: sheet() }
    };
    let most = game::MAX_CONDITION_PARTS;
    let mut ask = |plans| room.ask(1, Command::PlanAhead(plans));
    assert_eq!(ask(vec![plan(most, 1); game::MAX_PLANS_AHEAD]), Ok(()));
    assert_eq!(ask(vec![plan(1, 1); game::MAX_PLANS_AHEAD + 1]), Err(Refusal::TooManyPlans));
    assert_eq!(ask(vec![plan(most + 1, 1)]), Err(Refusal::TooManyPlans));
    assert_eq!(ask(vec![plan(1, 300)]), Err(Refusal::NoSuchPlace));
}

#[test]
fn questions_and_sketches_are_limited() {
    let mut room = TestGame::started();
    let extend = |i: usize| Command::Propose(Motion::Extend(Seconds::new(i as u32 + 1)));
    assert_eq!(
        room.repeat_until_refused(1, extend),
        (MAX_OPEN_QUESTIONS_PER_SEAT, Refusal::TooManyQuestions)
    );
    let keep = |i: usize| Command::SaveSketch { slot: i as u8, sketch: Sketch::default() };
    assert_eq!(
        room.repeat_until_refused(2, keep),
        (usize::from(MAX_SKETCHES_PER_SEAT), Refusal::TooManySketches)
    );
    let mark = Mark { province: Province::new(3), colour: 1 };
    let large = Sketch { marks: vec![mark; MAX_SKETCH_PARTS + 1], ..Sketch::default() };
    assert_eq!(room.ask(1, Command::SaveSketch { slot: 0, sketch: large }), Err(Refusal::SketchTooLarge));
    let nowhere =
        Sketch { marks: vec![Mark { province: Province::new(300), colour: 1 }], ..Sketch::default() };
    assert_eq!(room.ask(1, Command::SaveSketch { slot: 0, sketch: nowhere }), Err(Refusal::NoSuchPlace));
}

#[test]
fn a_sheet_of_another_phase_is_refused() {
    let mut room = TestGame::started();
    for person in [1, 2] {
        room.ask(person, Command::SetReadiness(Readiness::Ready)).unwrap();
    }
    let paper = Orders::Adjustments(vec![(Power::new(0), AdjustmentOrder::Waive); 3]);
    let command = Command::SubmitOrders { paper, dated: None, readiness: Readiness::Ready };
    assert_eq!(room.ask(1, command), Err(Refusal::WrongPaper));
}

/// A phase may close while orders are sent. Orders for Spring must not be used in Fall.
#[test]
fn orders_for_one_phase_are_refused_in_another() {
    let mut room = TestGame::started();
    for person in [1, 2] {
        room.ask(person, Command::SetReadiness(Readiness::Ready)).unwrap();
    }
    let spring = room.game.phase();
    let autumn = Some(Phase::Movement(Turn { year: 1901, season: Season::Fall }));
    let paper = || Orders::Movement(Sheet::new(&atlas::standard().board));
    let hand_in = |dated| Command::SubmitOrders { paper: paper(), dated, readiness: Readiness::Undecided };
    let draft = |dated| Command::SaveDraft { paper: paper(), dated };
    for wrong in [hand_in(autumn), draft(autumn)] {
        assert_eq!(room.ask(1, wrong), Err(Refusal::WrongPaper));
    }
    for right in [hand_in(spring), draft(spring)] {
        room.ask(1, right).unwrap();
    }
}

/// Each setting is checked once, when the game is made.
#[test]
fn settings_that_cannot_be_played_are_refused() {
    use game::{Absence, AfterGrace, LimitResult, LimitWhen, TimeLimit, Timetable};
    let fault = |change: fn(&mut Settings)| {
        let mut settings = settings(7);
        change(&mut settings);
        draw(settings).err()
    };
    assert_eq!(fault(|_| {}), None);
    assert_eq!(fault(|s| s.players = 8), Some(SettingsError::NoTable));
    assert_eq!(fault(|s| s.players = 1), Some(SettingsError::NoTable));
    assert_eq!(fault(|s| s.timetable.writing = Seconds::ZERO), Some(SettingsError::PhaseLength));
    assert_eq!(
        fault(|s| s.timetable = Timetable { first: Seconds::days(31), ..Timetable::rulebook() }),
        Some(SettingsError::PhaseLength)
    );
    assert_eq!(fault(|s| s.gather_within = Seconds::days(91)), Some(SettingsError::GatherWithin));
    assert_eq!(fault(|s| s.check_in = Some(Seconds::days(8))), Some(SettingsError::CheckIn));
    assert_eq!(fault(|s| s.delay = Seconds::days(31)), Some(SettingsError::Delay));
    assert_eq!(fault(|s| s.calendar = Seconds::days(61)), Some(SettingsError::Calendar));
    assert_eq!(fault(|s| s.time_bank = Seconds::days(31)), Some(SettingsError::Calendar));
    let past = Some(game::Timestamp::from_seconds(0));
    assert_eq!(draw(Settings { starts_at: past, ..settings(7) }).err(), Some(SettingsError::StartsAt));
    assert_eq!(
        fault(|s| s.absence.after_grace = AfterGrace::Replacement { within: Seconds::days(8) }),
        Some(SettingsError::Absence)
    );
    assert_eq!(
        fault(|s| s.absence = Absence { graces_per_seat: 21, ..s.absence.clone() }),
        Some(SettingsError::Absence)
    );
    assert_eq!(fault(|s| s.goal.centres = 17), Some(SettingsError::Goal));
    assert_eq!(fault(|s| s.goal.centres = 35), Some(SettingsError::Goal));
    let limit = |when| Some(TimeLimit { when, result: LimitResult::Shared });
    assert_eq!(
        draw(Settings { limit: limit(LimitWhen::Year(1900)), ..settings(7) }).err(),
        Some(SettingsError::Limit)
    );
    let of_a_power = Goal { centres: 24, scope: GoalScope::OnePower };
    assert_eq!(draw(Settings { goal: of_a_power, ..settings(2) }).err(), Some(SettingsError::GoalOfTwo));
}

/// A3, K1–K6: the powers of each seat.
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
