//! How long each kind of phase lasts and when its deadline falls (C3).

use std::fmt;

use jiff::civil::Time;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp as Instant, ToSpan};

use crate::{Seconds, Stage, Timestamp};

/// The lengths of the phases and the hours at which they may end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timetable {
    /// Before the first turn: diplomacy, or writing where there is no diplomacy by itself.
    pub first: Seconds,
    /// None: there is one deadline for talking and writing, as in play by correspondence.
    pub diplomacy: Option<Seconds>,
    pub writing: Seconds,
    /// Time to read the orders out and look at the board before the game goes on.
    pub resolution: Option<Seconds>,
    pub retreats: Seconds,
    pub adjustments: Seconds,
    /// None: phases end whenever their time is over, day or night.
    pub hours: Option<Hours>,
}

/// When in the week a deadline may fall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hours {
    pub zone: Zone,
    /// Deadlines fall at this clock time only; None: at any.
    pub at: Option<TimeOfDay>,
    pub days: Weekdays,
}

/// A time zone by its name, with its history of clock changes.
#[derive(Clone)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

/// A clock time, hours and minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeOfDay {
    minutes: u16,
}

/// Days of the week on which deadlines may fall; never none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weekdays(u8);

/// Whether a turn is the first of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    First,
    Later,
}

impl Zone {
    /// A zone such as `Europe/Amsterdam`, from the list that is built in.
    pub fn new(name: &str) -> Option<Self> {
        let zone = TimeZoneDatabase::bundled().get(name).ok()?;
        Some(Self { name: zone.iana_name()?.to_owned(), zone })
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Zone {}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zone({})", self.name)
    }
}

impl TimeOfDay {
    pub const fn new(hour: u8, minute: u8) -> Option<Self> {
        if hour < 24 && minute < 60 { Some(Self { minutes: hour as u16 * 60 + minute as u16 }) } else { None }
    }

    pub const fn hour(self) -> u8 {
        (self.minutes / 60) as u8
    }

    pub const fn minute(self) -> u8 {
        (self.minutes % 60) as u8
    }
}

impl Weekdays {
    pub const ALL: Self = Self(0b111_1111);

    /// One bit a day, Monday the lowest. None if no day is left.
    pub const fn new(mask: u8) -> Option<Self> {
        let mask = mask & Self::ALL.0;
        if mask == 0 { None } else { Some(Self(mask)) }
    }

    pub const fn mask(self) -> u8 {
        self.0
    }

    fn contains(self, day: jiff::civil::Weekday) -> bool {
        self.0 >> day.to_monday_zero_offset() & 1 != 0
    }
}

impl Timetable {
    /// The longest that any phase may be set to last.
    pub const LONGEST: Seconds = Seconds::days(30);
    /// The most by which hours and weekdays can put a deadline off.
    pub const MOST_SHIFT: Seconds = Seconds::days(9);

    /// The times of the rulebook: 30 and 15 minutes to talk, 5 to write (C3).
    pub const fn rulebook() -> Self {
        Self {
            first: Seconds::minutes(30),
            diplomacy: Some(Seconds::minutes(15)),
            writing: Seconds::minutes(5),
            resolution: None,
            retreats: Seconds::minutes(5),
            adjustments: Seconds::minutes(5),
            hours: None,
        }
    }

    /// One deadline a day and no writing phase by itself.
    pub const fn correspondence() -> Self {
        Self {
            first: Seconds::days(2),
            diplomacy: None,
            writing: Seconds::days(1),
            resolution: None,
            retreats: Seconds::hours(12),
            adjustments: Seconds::hours(12),
            hours: None,
        }
    }

    /// How long a stage lasts before hours and weekdays are looked at.
    pub fn length(&self, stage: Stage, turn: Turn) -> Seconds {
        match (stage, turn, self.diplomacy) {
            (Stage::Diplomacy, Turn::First, _) | (Stage::Writing, Turn::First, None) => self.first,
            (Stage::Diplomacy, Turn::Later, length) => length.unwrap_or(self.writing),
            (Stage::Writing, ..) => self.writing,
            (Stage::Resolution, ..) => self.resolution.unwrap_or(Seconds::ZERO),
            (Stage::Retreats, ..) => self.retreats,
            (Stage::Adjustments, ..) => self.adjustments,
        }
    }

    /// The deadline of a stage that opens now.
    pub fn due(&self, stage: Stage, turn: Turn, now: Timestamp) -> Timestamp {
        let earliest = now.plus(self.length(stage, turn));
        match &self.hours {
            Some(hours) => hours.next(earliest),
            None => earliest,
        }
    }

    pub(crate) fn lengths(&self) -> impl Iterator<Item = Seconds> {
        [self.first, self.writing, self.retreats, self.adjustments]
            .into_iter()
            .chain(self.diplomacy)
            .chain(self.resolution)
    }
}

impl Hours {
    /// The first moment from `earliest` on at which a deadline may fall.
    fn next(&self, earliest: Timestamp) -> Timestamp {
        // A moment that the calendar cannot show has no weekday either: it is left as it is.
        self.find(earliest).unwrap_or(earliest)
    }

    fn find(&self, earliest: Timestamp) -> Option<Timestamp> {
        let start = Instant::from_second(earliest.seconds()).ok()?.to_zoned(self.zone.zone.clone());
        let time = match self.at {
            Some(at) => Time::new(at.hour() as i8, at.minute() as i8, 0, 0).ok()?,
            None => start.time(),
        };
        let mut date = start.date();
        // Nine days: a week, the day of a clock time that is already past, and one that a zone left out.
        for _ in 0..9 {
            // A time that the clocks skip is the one after it; of one that comes twice it is the first.
            let moment = date.to_datetime(time).to_zoned(self.zone.zone.clone()).ok()?;
            let moment = Timestamp::from_seconds(moment.timestamp().as_second());
            if moment >= earliest && self.days.contains(date.weekday()) {
                return Some(moment);
            }
            date = date.checked_add(1.day()).ok()?;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Timestamp {
        Timestamp::from_seconds(text.parse::<Instant>().unwrap().as_second())
    }

    fn hours(at: Option<TimeOfDay>, days: u8) -> Hours {
        let zone = Zone::new("Europe/Amsterdam").unwrap();
        Hours { zone, at, days: Weekdays::new(days).unwrap() }
    }

    #[test]
    fn c3_a_deadline_falls_at_its_clock_time_on_an_allowed_day() {
        let evening = hours(TimeOfDay::new(20, 0), 0b001_1111);
        // A Thursday: the same evening, or the next one if that is too soon.
        assert_eq!(evening.next(moment("2026-10-22T10:00:00Z")), moment("2026-10-22T18:00:00Z"));
        assert_eq!(evening.next(moment("2026-10-22T18:00:01Z")), moment("2026-10-23T18:00:00Z"));
        // Not in the weekend in which the clocks go back: Monday, an hour later by UTC.
        assert_eq!(evening.next(moment("2026-10-24T00:00:00Z")), moment("2026-10-26T19:00:00Z"));
    }

    #[test]
    fn c3_a_time_that_the_clocks_skip_is_the_one_after_it() {
        let night = hours(TimeOfDay::new(2, 30), 0b111_1111);
        assert_eq!(night.next(moment("2026-03-29T00:00:00Z")), moment("2026-03-29T01:30:00Z"));
    }

    #[test]
    fn c3_without_a_clock_time_only_the_day_moves() {
        let weekdays = hours(None, 0b001_1111);
        assert_eq!(weekdays.next(moment("2026-10-23T10:00:00Z")), moment("2026-10-23T10:00:00Z"));
        assert_eq!(weekdays.next(moment("2026-10-24T10:00:00Z")), moment("2026-10-26T11:00:00Z"));
    }

    #[test]
    fn c3_the_rulebook_gives_thirty_minutes_then_fifteen_then_five_to_write() {
        let table = Timetable::rulebook();
        assert_eq!(table.length(Stage::Diplomacy, Turn::First), Seconds::minutes(30));
        assert_eq!(table.length(Stage::Diplomacy, Turn::Later), Seconds::minutes(15));
        assert_eq!(table.length(Stage::Writing, Turn::First), Seconds::minutes(5));
    }

    #[test]
    fn unknown_zones_are_refused() {
        assert!(Zone::new("Europe/Nowhere").is_none());
        assert!(Weekdays::new(0).is_none());
        assert!(TimeOfDay::new(24, 0).is_none());
    }
}
