//! Reads the settings and the orders of a test script.

use game::{
    Absence, AfterGrace, Allocation, Ballots, Bot, Charter, ClockStages, DailyDeadline, Draws, EarlierTalk,
    LimitResult, LimitWhen, Master, Names, Person, Press, Seconds, Settings, Sight, TalkAfterEnd, TimeLimit,
    TimeOfDay, Timestamp, Timetable, Title, Venue, Watching, Weekdays, Zone,
};
use notation::{Notation, SubmittedOrders};
use rules::{Board, Edition, Goal, GoalScope, Orders, Position, Power};

pub const MASTER: Person = Person(1000);
/// Monday, 5 October 2026, noon UTC.
pub const START: i64 = 1_791_201_600;

pub fn length(text: &str) -> Seconds {
    let (number, unit) = text.split_at(text.len() - 1);
    let number: u32 = number.parse().unwrap_or_else(|_| panic!("not a length: {text}"));
    match unit {
        "s" => Seconds::new(number),
        "m" => Seconds::minutes(number),
        "h" => Seconds::hours(number),
        "d" => Seconds::days(number),
        _ => panic!("not a length: {text}"),
    }
}

/// `players=6 press=full limit=1902:most`
pub fn charter(board: &Board, text: &str) -> Charter {
    let players = text.split_whitespace().find_map(|word| word.strip_prefix("players="));
    let players = players.map_or(7, |number| number.parse().unwrap());
    let title = Title::new("a game").unwrap();
    let mut s = Settings::rulebook(&atlas::standard().board, title, players, Edition::Y2000);
    s.allocation = Allocation::Chosen;
    let mut seed = 1;
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or_else(|| panic!("expected key=value: {word}"));
        match (key, value) {
            ("players", _) => {}
            ("seed", n) => seed = n.parse().unwrap(),
            ("press", "rulebook") => s.press = Press::Rulebook,
            ("press", "full") => s.press = Press::Full,
            ("press", "public") => s.press = Press::PublicOnly,
            ("press", "none") => s.press = Press::None,
            ("first", n) => s.timetable.first = length(n),
            ("diplomacy", "none") => s.timetable.diplomacy = None,
            ("diplomacy", n) => s.timetable.diplomacy = Some(length(n)),
            ("writing", n) => s.timetable.writing = length(n),
            ("resolution", n) => s.timetable.resolution = Some(length(n)),
            ("retreats", n) => s.timetable.retreats = length(n),
            ("adjustments", n) => s.timetable.adjustments = length(n),
            ("hours", n) => s.timetable.daily_deadline = Some(daily_deadline(n)),
            ("check_in", n) => s.check_in = Some(length(n)),
            ("grace", n) => s.absence.grace = length(n),
            ("graces", n) => s.absence.graces_per_seat = n.parse().unwrap(),
            ("absence", "disorder") => s.absence.after_grace = AfterGrace::Disorder,
            ("absence", "put_aside") => s.absence.after_grace = AfterGrace::PutAside,
            ("absence", n) => s.absence = Absence { after_grace: after_grace(n), ..s.absence },
            ("ballots", n) => s.ballots = Ballots::from_key(n).unwrap(),
            ("venue", n) => s.venue = Venue::from_key(n).unwrap(),
            ("earlier_talk", "shown") => s.earlier_talk = EarlierTalk::Shown,
            ("draws", "coalition") => s.draws = Draws::AnyCoalition,
            ("goal", n) => s.goal.centres = n.parse().unwrap(),
            ("of", "player") => s.goal = Goal { scope: GoalScope::OnePlayer, ..s.goal },
            ("limit", n) => s.limit = Some(limit(n)),
            ("master", "blind") => s.master = Some(Master { who: MASTER, sight: Sight::Blind }),
            ("master", "sees") => s.master = Some(Master { who: MASTER, sight: Sight::SeesOrders }),
            ("names", "hidden") => s.names = Names::Hidden,
            ("watching", "players") => s.watching = Watching::PlayersOnly,
            ("allocation", "lot") => s.allocation = Allocation::Random,
            ("allocation", "preference") => s.allocation = Allocation::Preference,
            ("talk_after_end", n) => s.talk_after_end = TalkAfterEnd::from_key(n).unwrap(),
            ("starts", n) => s.starts_at = Some(Timestamp::from_seconds(START).plus(length(n))),
            ("bots_after", n) => s.bots_after = Some(length(n)),
            ("gather", n) => s.gather_within = length(n),
            ("calendar", n) => s.calendar = length(n),
            ("bank", n) => s.time_bank = length(n),
            ("delay", n) => s.delay = length(n),
            _ => panic!("no such setting: {word}"),
        }
    }
    Charter::new(board, s, Person(1), seed, Timestamp::from_seconds(START)).expect("the settings are valid")
}

/// `first=1d,writing=1d,retreats=1h,adjustments=1h`, and `diplomacy=15m`.
pub fn timetable(text: &str) -> Timetable {
    let mut timetable = Timetable::correspondence();
    for part in text.split(',') {
        match part.split_once('=').unwrap_or_else(|| panic!("expected key=value: {part}")) {
            ("first", n) => timetable.first = length(n),
            ("diplomacy", n) => timetable.diplomacy = Some(length(n)),
            ("writing", n) => timetable.writing = length(n),
            ("retreats", n) => timetable.retreats = length(n),
            ("adjustments", n) => timetable.adjustments = length(n),
            ("hours", n) => timetable.daily_deadline = Some(daily_deadline(n)),
            _ => panic!("no such time: {part}"),
        }
    }
    timetable
}

fn after_grace(text: &str) -> AfterGrace {
    let (what, within) = text.split_once(':').unwrap();
    let within = length(within);
    match what {
        "bot" => AfterGrace::StandIn { bot: Bot::new("holder").unwrap(), within },
        "replacement" => AfterGrace::Replacement { within },
        _ => panic!("no such policy: {text}"),
    }
}

fn limit(text: &str) -> TimeLimit {
    let (when, verdict) = text.split_once(':').unwrap();
    let when = match when.strip_prefix("after") {
        Some(n) => LimitWhen::After(length(n)),
        None => LimitWhen::Year(when.parse().unwrap()),
    };
    let verdict = match verdict {
        "most" => LimitResult::MostCentres,
        "shared" => LimitResult::Shared,
        _ => panic!("no such verdict: {text}"),
    };
    TimeLimit { when, result: verdict }
}

/// `Europe/Amsterdam@20:00@12345`, and `@movement` if retreats and builds are off the clock.
fn daily_deadline(text: &str) -> DailyDeadline {
    let mut parts = text.split('@');
    let zone = Zone::new(parts.next().unwrap()).unwrap();
    let at = parts.next().and_then(|at| at.split_once(':'));
    let at = at.map(|(hour, minute)| TimeOfDay::new(hour.parse().unwrap(), minute.parse().unwrap()).unwrap());
    let days = parts.next().unwrap_or("1234567").bytes().fold(0, |mask, day| mask | 1 << (day - b'1'));
    let stages = match parts.next() {
        None => ClockStages::All,
        Some(key) => ClockStages::from_key(key).unwrap(),
    };
    DailyDeadline { zone, at, days: Weekdays::new(days).unwrap(), stages }
}

/// Reads orders of these powers. A line belongs to the owner of the unit that it names.
pub fn paper(notation: &Notation<'_>, position: &Position, powers: &[Power], text: &str) -> Orders {
    let texts = text.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<(Power, &str)> =
        texts.map(|line| (owner(notation, position, powers, line), line)).collect();
    // Two orders to one unit are ambiguous and both are refused (E4). Other refusals are script errors.
    let twice = notation::LineProblem::Illegal(rules::Illegality::TwoOrders);
    let everybody: Vec<Power> = notation.board().powers().collect();
    let taken = SubmittedOrders::read_for(notation, position, &everybody, lines);
    assert!(taken.refused.iter().all(|line| line.problem == twice), "in {text}: {:?}", taken.refused);
    taken.into_orders()
}

fn owner(notation: &Notation<'_>, position: &Position, powers: &[Power], line: &str) -> Power {
    let board = notation.board();
    let place = line.split_whitespace().find_map(|word| notation.location(word));
    let province = place.map(|place| board.province_of(place));
    let owner = province.and_then(|province| {
        let dislodged = position.dislodged_at(board, province).map(|dislodged| dislodged.unit.power);
        let standing = position.forces.at(province).map(|unit| unit.power);
        dislodged.or(standing).or(board.home_of(province))
    });
    owner.unwrap_or(powers[0])
}
