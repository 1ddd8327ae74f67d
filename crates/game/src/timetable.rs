//! The timetable: how long each stage lasts, and at which hours and weekdays a deadline may be (C3).

use std::fmt;

use jiff::civil::Time;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp as Instant, ToSpan};

use crate::{Seconds, Stage, Timestamp};

/// The lengths of the stages and the hours at which they may end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timetable {
    /// In the first turn: the length of diplomacy, or of writing if there is no diplomacy stage.
    pub first: Seconds,
    /// None: one deadline for talking and writing, as in play by correspondence.
    pub diplomacy: Option<Seconds>,
    pub writing: Seconds,
    /// Time to read the revealed orders before the game continues.
    pub resolution: Option<Seconds>,
    pub retreats: Seconds,
    pub adjustments: Seconds,
    /// None: a stage may end at any hour of any day.
    pub daily_deadline: Option<DailyDeadline>,
}

/// At which time and on which weekdays a deadline may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DailyDeadline {
    pub zone: Zone,
    /// Deadlines are at this time of day only. None: at any time.
    pub at: Option<TimeOfDay>,
    pub days: Weekdays,
}

/// A time zone by its name.
#[derive(Clone)]
pub struct Zone {
    name: String,
    zone: TimeZone,
}

/// A time of day in hours and minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeOfDay {
    minutes: u16,
}

/// The weekdays on which deadlines may be. At least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weekdays(u8);

/// Whether a turn is the first of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnKind {
    First,
    Later,
}

impl Zone {
    /// A zone such as `Europe/Amsterdam`, from the built-in list.
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

    /// One bit per day; Monday is the lowest. None if no day is set.
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
    /// The maximum length of a stage.
    pub const MAX_STAGE_LENGTH: Seconds = Seconds::days(30);
    /// The maximum delay of a deadline by hours and weekdays.
    pub const MAX_CALENDAR_SHIFT: Seconds = Seconds::days(9);

    /// The times of the rulebook: 30 minutes to talk in the first turn, then 15; 5 to write (C3).
    pub const fn rulebook() -> Self {
        Self {
            first: Seconds::minutes(30),
            diplomacy: Some(Seconds::minutes(15)),
            writing: Seconds::minutes(5),
            resolution: None,
            retreats: Seconds::minutes(5),
            adjustments: Seconds::minutes(5),
            daily_deadline: None,
        }
    }

    /// One deadline per day and no separate diplomacy stage.
    pub const fn correspondence() -> Self {
        Self {
            first: Seconds::days(2),
            diplomacy: None,
            writing: Seconds::days(1),
            resolution: None,
            retreats: Seconds::hours(12),
            adjustments: Seconds::hours(12),
            daily_deadline: None,
        }
    }

    /// The length of a stage, without hours and weekdays.
    pub fn length(&self, stage: Stage, turn: TurnKind) -> Seconds {
        match (stage, turn, self.diplomacy) {
            (Stage::Diplomacy, TurnKind::First, _) | (Stage::Writing, TurnKind::First, None) => self.first,
            (Stage::Diplomacy, TurnKind::Later, length) => length.unwrap_or(self.writing),
            (Stage::Writing, ..) => self.writing,
            (Stage::Resolution, ..) => self.resolution.unwrap_or(Seconds::ZERO),
            (Stage::Retreats, ..) => self.retreats,
            (Stage::Adjustments, ..) => self.adjustments,
        }
    }

    /// The deadline of a stage that opens now.
    pub fn due(&self, stage: Stage, turn: TurnKind, now: Timestamp) -> Timestamp {
        let earliest = now.plus(self.length(stage, turn));
        match &self.daily_deadline {
            Some(daily) => daily.next_deadline(earliest),
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

impl DailyDeadline {
    /// The first allowed deadline at or after `earliest`.
    fn next_deadline(&self, earliest: Timestamp) -> Timestamp {
        // A time outside the calendar has no weekday. It stays as it is.
        self.find(earliest).unwrap_or(earliest)
    }

    fn find(&self, earliest: Timestamp) -> Option<Timestamp> {
        let start = Instant::from_second(earliest.seconds()).ok()?.to_zoned(self.zone.zone.clone());
        let time = match self.at {
            Some(at) => Time::new(at.hour() as i8, at.minute() as i8, 0, 0).ok()?,
            None => start.time(),
        };
        let mut date = start.date();
        // Nine days: a week, one day if the time of day has passed, one day that a time zone skips.
        for _ in 0..9 {
            // A time that the clocks skip becomes the time after it. A repeated time is the first of the two.
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

    fn hours(at: Option<TimeOfDay>, days: u8) -> DailyDeadline {
        let zone = Zone::new("Europe/Amsterdam").unwrap();
        DailyDeadline { zone, at, days: Weekdays::new(days).unwrap() }
    }

    #[test]
    fn c3_a_deadline_falls_at_its_clock_time_on_an_allowed_day() {
        let evening = hours(TimeOfDay::new(20, 0), 0b001_1111);
        // A Thursday: the same evening, or the next one if the evening has passed.
        assert_eq!(evening.next_deadline(moment("2026-10-22T10:00:00Z")), moment("2026-10-22T18:00:00Z"));
        assert_eq!(evening.next_deadline(moment("2026-10-22T18:00:01Z")), moment("2026-10-23T18:00:00Z"));
        // The clocks go back on that weekend: Monday, one hour later in UTC.
        assert_eq!(evening.next_deadline(moment("2026-10-24T00:00:00Z")), moment("2026-10-26T19:00:00Z"));
    }

    #[test]
    fn c3_a_time_that_the_clocks_skip_is_the_one_after_it() {
        let night = hours(TimeOfDay::new(2, 30), 0b111_1111);
        assert_eq!(night.next_deadline(moment("2026-03-29T00:00:00Z")), moment("2026-03-29T01:30:00Z"));
    }

    #[test]
    fn c3_without_a_clock_time_only_the_day_moves() {
        let weekdays = hours(None, 0b001_1111);
        assert_eq!(weekdays.next_deadline(moment("2026-10-23T10:00:00Z")), moment("2026-10-23T10:00:00Z"));
        assert_eq!(weekdays.next_deadline(moment("2026-10-24T10:00:00Z")), moment("2026-10-26T11:00:00Z"));
    }

    #[test]
    fn c3_the_rulebook_gives_thirty_minutes_then_fifteen_then_five_to_write() {
        let table = Timetable::rulebook();
        assert_eq!(table.length(Stage::Diplomacy, TurnKind::First), Seconds::minutes(30));
        assert_eq!(table.length(Stage::Diplomacy, TurnKind::Later), Seconds::minutes(15));
        assert_eq!(table.length(Stage::Writing, TurnKind::First), Seconds::minutes(5));
    }

    #[test]
    fn unknown_zones_are_refused() {
        assert!(Zone::new("Europe/Nowhere").is_none());
        assert!(Weekdays::new(0).is_none());
        assert!(TimeOfDay::new(24, 0).is_none());
    }
}
