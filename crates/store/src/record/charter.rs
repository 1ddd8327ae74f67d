//! The stored format of charters: the settings of a game.

use game::{
    Absence, AfterGrace, Allocation, Ballots, Bot, Charter, ClockStages, DailyDeadline, Draws, EarlierTalk,
    LimitResult, LimitWhen, Master, Names, Person, Press, Seconds, Settings, Sight, TalkAfterEnd,
    TalkLanguage, TimeLimit, TimeOfDay, Timestamp, Timetable, Title, Venue, Watching, Weekdays, Zone,
};
use rules::{Edition, Goal, GoalScope};
use serde::{Deserialize, Serialize};

use super::by_key::ByKey;
use super::keys::{BoardKeys, checked_text, unknown};
use super::{RECORD_VERSION, RecordError, Versioned};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CharterRecord {
    v: u32,
    title: String,
    players: usize,
    edition: ByKey<Edition>,
    /// The powers of each seat. They follow from the number of players. They are stored because, if that rule
    /// changes, an older game must not be read as a different game.
    seats: Vec<Vec<String>>,
    maker: u64,
    made: i64,
    seed: u64,
    allocation: ByKey<Allocation>,
    names: ByKey<Names>,
    watching: WatchingRecord,
    press: ByKey<Press>,
    /// Games before version 0.3 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    timetable: TimetableRecord,
    gather_within: u32,
    /// Games before version 0.4 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bots_after: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    starts_at: Option<i64>,
    check_in: Option<u32>,
    absence: AbsenceRecord,
    ballots: ByKey<Ballots>,
    /// Games before version 0.3 do not have it; then it is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    earlier_talk: Option<ByKey<EarlierTalk>>,
    draws: ByKey<Draws>,
    goal: GoalRecord,
    limit: Option<LimitRecord>,
    master: Option<MasterRecord>,
    delay: u32,
    /// Games before version 0.4 have neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calendar: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_bank: Option<u32>,
    /// Games before version 0.4 do not have it; then it stays private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    talk_after_end: Option<ByKey<TalkAfterEnd>>,
    /// Games before version 0.4 do not have it: their players may be anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    venue: Option<ByKey<Venue>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WatchingRecord {
    Anybody,
    Later(u32),
    PlayersOnly,
}

impl From<Watching> for WatchingRecord {
    fn from(watching: Watching) -> Self {
        match watching {
            Watching::Anybody => Self::Anybody,
            Watching::Later(by) => Self::Later(by.count()),
            Watching::PlayersOnly => Self::PlayersOnly,
        }
    }
}

impl From<WatchingRecord> for Watching {
    fn from(record: WatchingRecord) -> Self {
        match record {
            WatchingRecord::Anybody => Self::Anybody,
            WatchingRecord::Later(by) => Self::Later(Seconds::new(by)),
            WatchingRecord::PlayersOnly => Self::PlayersOnly,
        }
    }
}

/// All durations are in seconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TimetableRecord {
    first: u32,
    diplomacy: Option<u32>,
    writing: u32,
    resolution: Option<u32>,
    retreats: u32,
    adjustments: u32,
    hours: Option<HoursRecord>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct HoursRecord {
    zone: String,
    /// Hour and minute.
    at: Option<(u8, u8)>,
    /// One bit per weekday; Monday is the lowest.
    days: u8,
    /// Games before version 0.4 do not have it: the time is for all stages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stages: Option<ByKey<ClockStages>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct AbsenceRecord {
    grace: u32,
    graces: u8,
    then: AfterGraceRecord,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AfterGraceRecord {
    Disorder,
    StandIn { bot: String, within: u32 },
    Replacement { within: u32 },
    PutAside,
}

#[derive(Debug, Serialize, Deserialize)]
struct GoalRecord {
    centres: usize,
    of: ByKey<GoalScope>,
}

#[derive(Debug, Serialize, Deserialize)]
struct LimitRecord {
    when: LimitWhenRecord,
    verdict: ByKey<LimitResult>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum LimitWhenRecord {
    Year(u16),
    After(u32),
}

#[derive(Debug, Serialize, Deserialize)]
struct MasterRecord {
    who: u64,
    sight: ByKey<Sight>,
}

fn talk_language(code: &str) -> Result<TalkLanguage, RecordError> {
    TalkLanguage::new(code).ok_or(RecordError::Impossible { what: "this language" })
}

impl Versioned for CharterRecord {
    fn version(&self) -> u32 {
        self.v
    }
}

impl CharterRecord {
    pub(super) fn of(keys: BoardKeys<'_>, charter: &Charter) -> Self {
        // All fields are listed, so that a new field cannot be forgotten.
        let Settings {
            title,
            players,
            edition,
            allocation,
            names,
            watching,
            press,
            language,
            timetable,
            gather_within,
            bots_after,
            starts_at,
            check_in,
            absence,
            ballots,
            earlier_talk,
            draws,
            goal,
            limit,
            master,
            delay,
            calendar,
            time_bank,
            talk_after_end,
            venue,
        } = charter.settings();
        Self {
            v: RECORD_VERSION,
            title: title.to_string(),
            players: *players,
            edition: (*edition).into(),
            seats: seats(keys, charter),
            maker: charter.creator().0,
            made: charter.created_at().seconds(),
            seed: charter.seed(),
            allocation: (*allocation).into(),
            names: (*names).into(),
            watching: (*watching).into(),
            press: (*press).into(),
            language: language.map(TalkLanguage::code),
            timetable: TimetableRecord::of(timetable),
            gather_within: gather_within.count(),
            bots_after: bots_after.map(Seconds::count),
            starts_at: starts_at.map(Timestamp::seconds),
            check_in: check_in.map(Seconds::count),
            absence: AbsenceRecord::of(absence),
            ballots: (*ballots).into(),
            earlier_talk: (*earlier_talk != EarlierTalk::Hidden).then_some((*earlier_talk).into()),
            draws: (*draws).into(),
            goal: GoalRecord { centres: goal.centres, of: goal.scope.into() },
            limit: limit.map(|limit| LimitRecord {
                when: match limit.when {
                    LimitWhen::Year(year) => LimitWhenRecord::Year(year),
                    LimitWhen::After(length) => LimitWhenRecord::After(length.count()),
                },
                verdict: limit.result.into(),
            }),
            master: master.map(|master| MasterRecord { who: master.who.0, sight: master.sight.into() }),
            delay: delay.count(),
            calendar: (*calendar != Seconds::ZERO).then_some(calendar.count()),
            time_bank: (*time_bank != Seconds::ZERO).then_some(time_bank.count()),
            talk_after_end: (*talk_after_end != TalkAfterEnd::Private).then_some((*talk_after_end).into()),
            venue: (*venue != Venue::Anywhere).then_some((*venue).into()),
        }
    }

    pub(super) fn charter(self, keys: BoardKeys<'_>) -> Result<Charter, RecordError> {
        let settings = Settings {
            title: checked_text(Title::new, &self.title)?,
            players: self.players,
            edition: self.edition.0,
            allocation: self.allocation.0,
            names: self.names.0,
            watching: self.watching.into(),
            press: self.press.0,
            language: self.language.as_deref().map(talk_language).transpose()?,
            timetable: self.timetable.timetable()?,
            gather_within: Seconds::new(self.gather_within),
            bots_after: self.bots_after.map(Seconds::new),
            starts_at: self.starts_at.map(Timestamp::from_seconds),
            check_in: self.check_in.map(Seconds::new),
            absence: self.absence.absence()?,
            ballots: self.ballots.0,
            earlier_talk: self.earlier_talk.map_or(EarlierTalk::Hidden, |talk| talk.0),
            draws: self.draws.0,
            goal: Goal { centres: self.goal.centres, scope: self.goal.of.0 },
            limit: self.limit.map(|limit| TimeLimit {
                when: match limit.when {
                    LimitWhenRecord::Year(year) => LimitWhen::Year(year),
                    LimitWhenRecord::After(length) => LimitWhen::After(Seconds::new(length)),
                },
                result: limit.verdict.0,
            }),
            master: self.master.map(|master| Master { who: Person(master.who), sight: master.sight.0 }),
            delay: Seconds::new(self.delay),
            calendar: Seconds::new(self.calendar.unwrap_or(0)),
            time_bank: Seconds::new(self.time_bank.unwrap_or(0)),
            talk_after_end: self.talk_after_end.map_or(TalkAfterEnd::Private, |talk| talk.0),
            venue: self.venue.map_or(Venue::Anywhere, |venue| venue.0),
        };
        let made = Timestamp::from_seconds(self.made);
        let no_table = RecordError::Impossible { what: "this table on this board" };
        match Charter::from_parts(keys.0, settings, Person(self.maker), self.seed, made) {
            Some(charter) if seats(keys, &charter) == self.seats => Ok(charter),
            Some(_) | None => Err(no_table),
        }
    }
}

fn seats(keys: BoardKeys<'_>, charter: &Charter) -> Vec<Vec<String>> {
    let seating = charter.seating();
    let powers = |seat| seating.powers(seat).iter().map(|power| keys.power_key(*power)).collect();
    seating.seats().map(powers).collect()
}

impl TimetableRecord {
    pub(super) fn of(timetable: &Timetable) -> Self {
        let Timetable { first, diplomacy, writing, resolution, retreats, adjustments, daily_deadline } =
            timetable;
        Self {
            first: first.count(),
            diplomacy: diplomacy.map(Seconds::count),
            writing: writing.count(),
            resolution: resolution.map(Seconds::count),
            retreats: retreats.count(),
            adjustments: adjustments.count(),
            hours: daily_deadline.as_ref().map(|DailyDeadline { zone, at, days, stages }| HoursRecord {
                zone: zone.name().to_owned(),
                at: at.map(|at| (at.hour(), at.minute())),
                days: days.mask(),
                stages: (*stages != ClockStages::All).then_some((*stages).into()),
            }),
        }
    }

    pub(super) fn timetable(self) -> Result<Timetable, RecordError> {
        Ok(Timetable {
            first: Seconds::new(self.first),
            diplomacy: self.diplomacy.map(Seconds::new),
            writing: Seconds::new(self.writing),
            resolution: self.resolution.map(Seconds::new),
            retreats: Seconds::new(self.retreats),
            adjustments: Seconds::new(self.adjustments),
            daily_deadline: self.hours.map(HoursRecord::daily_deadline).transpose()?,
        })
    }
}

impl HoursRecord {
    fn daily_deadline(self) -> Result<DailyDeadline, RecordError> {
        let time = |(hour, minute)| {
            TimeOfDay::new(hour, minute).ok_or_else(|| unknown("time of day", &format!("{hour}:{minute}")))
        };
        Ok(DailyDeadline {
            zone: Zone::new(&self.zone).ok_or_else(|| unknown("time zone", &self.zone))?,
            at: self.at.map(time).transpose()?,
            days: Weekdays::new(self.days).ok_or_else(|| unknown("days", &self.days.to_string()))?,
            stages: self.stages.map_or(ClockStages::All, |stages| stages.0),
        })
    }
}

impl AbsenceRecord {
    fn of(absence: &Absence) -> Self {
        let Absence { grace, graces_per_seat, after_grace } = absence;
        Self {
            grace: grace.count(),
            graces: *graces_per_seat,
            then: match after_grace {
                AfterGrace::Disorder => AfterGraceRecord::Disorder,
                AfterGrace::PutAside => AfterGraceRecord::PutAside,
                AfterGrace::StandIn { bot, within } => {
                    AfterGraceRecord::StandIn { bot: bot.to_string(), within: within.count() }
                }
                AfterGrace::Replacement { within } => {
                    AfterGraceRecord::Replacement { within: within.count() }
                }
            },
        }
    }

    fn absence(self) -> Result<Absence, RecordError> {
        Ok(Absence {
            grace: Seconds::new(self.grace),
            graces_per_seat: self.graces,
            after_grace: match self.then {
                AfterGraceRecord::Disorder => AfterGrace::Disorder,
                AfterGraceRecord::PutAside => AfterGrace::PutAside,
                AfterGraceRecord::StandIn { bot, within } => {
                    AfterGrace::StandIn { bot: checked_text(Bot::new, &bot)?, within: Seconds::new(within) }
                }
                AfterGraceRecord::Replacement { within } => {
                    AfterGrace::Replacement { within: Seconds::new(within) }
                }
            },
        })
    }
}
