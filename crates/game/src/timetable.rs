//! The timetable: how long each stage lasts, and at which hours and weekdays a deadline may be (C3).

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{LazyLock, Mutex};

use jiff::civil::Time;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp as Instant, ToSpan};

use crate::{Seconds, Stage, Timestamp};

/// The lengths of the stages and the hours at which they may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyDeadline {
    pub zone: Zone,
    /// Deadlines are at this time of day only. None: at any time.
    pub at: Option<TimeOfDay>,
    pub days: Weekdays,
    pub stages: ClockStages,
}

/// Which stages end at the time of day. The weekdays are for all stages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockStages {
    /// Games before version 0.4: also retreats, builds and the time to read the results.
    All,
    /// Retreats, builds and the time to read the results have their own lengths. The next movement is due at
    /// its hour all the same.
    Movement,
}

rules::keyed!(ClockStages { All = "all", Movement = "movement" });

/// A time zone by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Zone {
    name: &'static str,
}

static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
/// The names of the zones that were used. There are at most as many as the built-in list has.
static ZONE_NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// A time of day in hours and minutes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeOfDay {
    minutes: u16,
}

/// The weekdays on which deadlines may be. At least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weekdays(u8);

/// How long somebody who was away has for orders, at most.
const MAX_TIME_AFTER_ABSENCE: Seconds = Seconds::hours(12);

/// Whether a turn is the first of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnKind {
    First,
    Later,
}

impl Zone {
    /// A zone such as `Europe/Amsterdam`, from the built-in list.
    pub fn new(name: &str) -> Option<Self> {
        let zone = ZONES.get(name).ok()?;
        let name = zone.iana_name()?;
        let mut names = ZONE_NAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let known = names.get(name).copied();
        let name = known.unwrap_or_else(|| Box::leak(name.to_owned().into_boxed_str()));
        names.insert(name);
        Some(Self { name })
    }

    pub const fn name(&self) -> &'static str {
        self.name
    }

    fn time_zone(self) -> TimeZone {
        ZONES.get(self.name).expect("the name was found in this list before")
    }
}

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

    /// The deadline of a stage that opens now. `movement_ended` is when the last movement was over by the
    /// timetable, if this stage opens the next one: the time for retreats and builds is part of the turn.
    pub fn due(
        &self,
        stage: Stage,
        turn: TurnKind,
        now: Timestamp,
        movement_ended: Option<Timestamp>,
    ) -> Timestamp {
        let length = self.length(stage, turn);
        let Some(daily) = &self.daily_deadline else { return now.plus(length) };
        match (daily.stages, daily.at) {
            (ClockStages::All, _) | (ClockStages::Movement, None) => {
                daily.next_deadline(now.plus(length), daily.at)
            }
            (ClockStages::Movement, Some(_)) if !stage.is_movement() => {
                daily.next_deadline(now.plus(length), None)
            }
            (ClockStages::Movement, Some(_)) => {
                // Long retreats and builds leave at least half of the time to talk and write.
                let half = Seconds::new(length.count() / 2);
                let earliest = match movement_ended {
                    Some(ended) => ended.plus(length).max(now.plus(half)),
                    None => now.plus(length),
                };
                daily.next_deadline(earliest, daily.at)
            }
        }
    }

    /// The deadline of a stage whose player is back at this time.
    pub(crate) fn due_after_absence(&self, stage: Stage, turn: TurnKind, back: Timestamp) -> Timestamp {
        let half = Seconds::new(self.length(stage, turn).count() / 2).min(MAX_TIME_AFTER_ABSENCE);
        match &self.daily_deadline {
            None => back.plus(half),
            Some(daily) => {
                let on_the_clock = daily.stages == ClockStages::All || stage.is_movement();
                daily.next_deadline(back.plus(half), daily.at.filter(|_| on_the_clock))
            }
        }
    }

    /// Whether every stage has a possible length.
    pub(crate) fn is_playable(&self) -> bool {
        self.lengths().all(|length| length > Seconds::ZERO && length <= Self::MAX_STAGE_LENGTH)
    }

    fn lengths(&self) -> impl Iterator<Item = Seconds> {
        [self.first, self.writing, self.retreats, self.adjustments]
            .into_iter()
            .chain(self.diplomacy)
            .chain(self.resolution)
    }
}

impl DailyDeadline {
    /// The first allowed deadline at or after `earliest`, at this time of day if there is one.
    fn next_deadline(&self, earliest: Timestamp, at: Option<TimeOfDay>) -> Timestamp {
        // A time outside the calendar has no weekday. It stays as it is.
        self.find(earliest, at).unwrap_or(earliest)
    }

    fn find(&self, earliest: Timestamp, at: Option<TimeOfDay>) -> Option<Timestamp> {
        let zone = self.zone.time_zone();
        let start = Instant::from_second(earliest.seconds()).ok()?.to_zoned(zone.clone());
        let time = match at {
            Some(at) => Time::new(at.hour() as i8, at.minute() as i8, 0, 0).ok()?,
            None => start.time(),
        };
        let mut date = start.date();
        // Nine days: a week, one day if the time of day has passed, one day that a time zone skips.
        for _ in 0..9 {
            // A time that the clocks skip becomes the time after it. A repeated time is the first of the two.
            let moment = date.to_datetime(time).to_zoned(zone.clone()).ok()?;
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
        DailyDeadline { zone, at, days: Weekdays::new(days).unwrap(), stages: ClockStages::All }
    }

    impl DailyDeadline {
        fn next(&self, earliest: Timestamp) -> Timestamp {
            self.next_deadline(earliest, self.at)
        }
    }

    #[test]
    fn c3_a_deadline_falls_at_its_clock_time_on_an_allowed_day() {
        let evening = hours(TimeOfDay::new(20, 0), 0b001_1111);
        // A Thursday: the same evening, or the next one if the evening has passed.
        assert_eq!(evening.next(moment("2026-10-22T10:00:00Z")), moment("2026-10-22T18:00:00Z"));
        assert_eq!(evening.next(moment("2026-10-22T18:00:01Z")), moment("2026-10-23T18:00:00Z"));
        // The clocks go back on that weekend: Monday, one hour later in UTC.
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
        assert_eq!(table.length(Stage::Diplomacy, TurnKind::First), Seconds::minutes(30));
        assert_eq!(table.length(Stage::Diplomacy, TurnKind::Later), Seconds::minutes(15));
        assert_eq!(table.length(Stage::Writing, TurnKind::First), Seconds::minutes(5));
    }

    #[test]
    fn c3_retreats_are_off_the_clock_and_the_next_movement_keeps_its_hour() {
        let clock =
            DailyDeadline { stages: ClockStages::Movement, ..hours(TimeOfDay::new(20, 0), 0b111_1111) };
        let table = Timetable {
            retreats: Seconds::hours(1),
            daily_deadline: Some(clock),
            ..Timetable::correspondence()
        };
        let revealed = moment("2026-10-20T18:00:00Z");
        let retreats = table.due(Stage::Retreats, TurnKind::Later, revealed, None);
        assert_eq!(retreats, moment("2026-10-20T19:00:00Z"));
        let movement = |now| table.due(Stage::Writing, TurnKind::Later, now, Some(revealed));
        assert_eq!(movement(retreats), moment("2026-10-21T18:00:00Z"));
        // Half a day is left to write. One second less is too little.
        assert_eq!(movement(moment("2026-10-21T06:00:00Z")), moment("2026-10-21T18:00:00Z"));
        assert_eq!(movement(moment("2026-10-21T06:00:01Z")), moment("2026-10-22T18:00:00Z"));
    }

    #[test]
    fn unknown_zones_are_refused() {
        assert!(Zone::new("Europe/Nowhere").is_none());
        assert!(Weekdays::new(0).is_none());
        assert!(TimeOfDay::new(24, 0).is_none());
    }
}
