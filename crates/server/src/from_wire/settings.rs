//! The settings of a new game, from the wire type.

use game::{
    Absence, AfterGrace, Bot, DailyDeadline, LimitWhen, Master, Person, Seconds, Settings, TalkLanguage,
    TimeLimit, TimeOfDay, Timestamp, Timetable, Title, Watching, Weekdays, Zone,
};
use rules::{Edition, Goal};

use crate::refusals::{Reason, Refused};
use crate::wire::{
    AbsenceBody, AfterGraceKey, HoursBody, LimitBody, SettingsBody, TimetableBody, WatchingKey,
};

/// The game's settings. If there is a game master, it is the maker.
pub(crate) fn settings(body: &SettingsBody, maker: Person) -> Result<Settings, Refused> {
    Ok(Settings {
        title: Title::new(&body.title)?,
        players: body.players,
        edition: Edition::from_key(&body.edition).ok_or(Reason::NoSuchEdition)?,
        allocation: body.allocation.0,
        names: body.names.0,
        watching: match (body.watching, body.watching_delay) {
            (WatchingKey::PlayersOnly, _) => Watching::PlayersOnly,
            (WatchingKey::Anybody, 0) => Watching::Anybody,
            (WatchingKey::Anybody, by) => Watching::Later(Seconds::new(by)),
        },
        press: body.press.0,
        language: body.language.as_deref().map(talk_language).transpose()?,
        timetable: timetable(&body.timetable)?,
        gather_within: Seconds::new(body.gather_within),
        bots_after: body.bots_after.map(Seconds::new),
        starts_at: body.starts_at.map(Timestamp::from_seconds),
        check_in: body.check_in.map(Seconds::new),
        absence: absence(&body.absence)?,
        ballots: body.ballots.0,
        earlier_talk: body.earlier_talk.0,
        draws: body.draws.0,
        goal: Goal { centres: body.goal.centres, scope: body.goal.of.0 },
        limit: body.limit.as_ref().map(limit).transpose()?,
        master: body.master.as_ref().map(|master| Master { who: maker, sight: master.sight.0 }),
        delay: Seconds::new(body.delay),
        calendar: Seconds::new(body.calendar),
        time_bank: Seconds::new(body.time_bank),
        talk_after_end: body.talk_after_end.0,
        venue: body.venue.0,
    })
}

pub(crate) fn talk_language(code: &str) -> Result<TalkLanguage, Reason> {
    TalkLanguage::new(code).ok_or(Reason::NoSuchLanguage)
}

pub(super) fn timetable(body: &TimetableBody) -> Result<Timetable, Refused> {
    Ok(Timetable {
        first: Seconds::new(body.first),
        diplomacy: body.diplomacy.map(Seconds::new),
        writing: Seconds::new(body.writing),
        resolution: body.resolution.map(Seconds::new),
        retreats: Seconds::new(body.retreats),
        adjustments: Seconds::new(body.adjustments),
        daily_deadline: body.hours.as_ref().map(daily_deadline).transpose()?,
    })
}

fn daily_deadline(body: &HoursBody) -> Result<DailyDeadline, Refused> {
    let mask = body.days.iter().enumerate().fold(0, |mask, (day, on)| mask | u8::from(*on) << day);
    Ok(DailyDeadline {
        zone: Zone::new(&body.zone).ok_or(Reason::NoSuchZone)?,
        at: body.at.as_deref().map(|at| time(at).ok_or(Reason::NoSuchTime)).transpose()?,
        days: Weekdays::new(mask).ok_or(Reason::NoDays)?,
        stages: body.stages.0,
    })
}

fn time(text: &str) -> Option<TimeOfDay> {
    let (hour, minute) = text.split_once(':')?;
    TimeOfDay::new(hour.parse().ok()?, minute.parse().ok()?)
}

fn absence(body: &AbsenceBody) -> Result<Absence, Refused> {
    let within = Seconds::new(body.within);
    Ok(Absence {
        grace: Seconds::new(body.grace),
        graces_per_seat: body.graces,
        after_grace: match body.then {
            AfterGraceKey::Disorder => AfterGrace::Disorder,
            AfterGraceKey::StandIn => {
                AfterGrace::StandIn { bot: bot(body.bot.as_deref().unwrap_or("amateur"))?, within }
            }
            AfterGraceKey::PutAside => AfterGrace::PutAside,
            AfterGraceKey::Replacement => AfterGrace::Replacement { within },
        },
    })
}

/// The bot with this key, if it exists.
pub(crate) fn bot(key: &str) -> Result<Bot, Refused> {
    bots::BotKind::from_key(key).ok_or(Reason::NoSuchBot)?;
    Ok(Bot::new(key)?)
}

fn limit(body: &LimitBody) -> Result<TimeLimit, Refused> {
    let when = match (body.year, body.after) {
        (Some(year), None) => LimitWhen::Year(year),
        (None, Some(length)) => LimitWhen::After(Seconds::new(length)),
        (Some(_), Some(_)) | (None, None) => return Err(Reason::Limit.into()),
    };
    Ok(TimeLimit { when, result: body.verdict.0 })
}
