//! The settings of a game as a wire type.

use game::{AfterGrace, LimitWhen, Settings, TalkLanguage, Timetable, Watching};

use rules::Goal;

use crate::wire::{
    AbsenceBody, AfterGraceKey, ByKey, GoalBody, HoursBody, LimitBody, MasterBody, SettingsBody,
    TimetableBody, WatchingKey,
};

pub(crate) fn settings(settings: &Settings) -> SettingsBody {
    let (watching, watching_delay) = match settings.watching {
        Watching::Anybody => (WatchingKey::Anybody, 0),
        Watching::Later(by) => (WatchingKey::Anybody, by.count()),
        Watching::PlayersOnly => (WatchingKey::PlayersOnly, 0),
    };
    SettingsBody {
        title: settings.title.to_string(),
        players: settings.players,
        edition: settings.edition.key().to_owned(),
        allocation: ByKey(settings.allocation),
        names: ByKey(settings.names),
        watching,
        watching_delay,
        press: ByKey(settings.press),
        language: settings.language.map(TalkLanguage::code),
        timetable: timetable(&settings.timetable),
        gather_within: settings.gather_within.count(),
        bots_after: settings.bots_after.map(game::Seconds::count),
        starts_at: settings.starts_at.map(game::Timestamp::seconds),
        check_in: settings.check_in.map(game::Seconds::count),
        absence: absence(&settings.absence),
        ballots: ByKey(settings.ballots),
        earlier_talk: ByKey(settings.earlier_talk),
        draws: ByKey(settings.draws),
        goal: goal(settings.goal),
        limit: settings.limit.map(|limit| {
            let (year, after) = match limit.when {
                LimitWhen::Year(year) => (Some(year), None),
                LimitWhen::After(length) => (None, Some(length.count())),
            };
            LimitBody { year, after, verdict: ByKey(limit.result) }
        }),
        master: settings.master.map(|master| MasterBody { sight: ByKey(master.sight) }),
        delay: settings.delay.count(),
        calendar: settings.calendar.count(),
        time_bank: settings.time_bank.count(),
        talk_after_end: ByKey(settings.talk_after_end),
        venue: ByKey(settings.venue),
    }
}

pub(crate) fn timetable(timetable: &Timetable) -> TimetableBody {
    TimetableBody {
        first: timetable.first.count(),
        diplomacy: timetable.diplomacy.map(game::Seconds::count),
        writing: timetable.writing.count(),
        resolution: timetable.resolution.map(game::Seconds::count),
        retreats: timetable.retreats.count(),
        adjustments: timetable.adjustments.count(),
        hours: timetable.daily_deadline.as_ref().map(|daily| HoursBody {
            zone: daily.zone.name().to_owned(),
            at: daily.at.map(|at| format!("{:02}:{:02}", at.hour(), at.minute())),
            days: std::array::from_fn(|day| daily.days.mask() >> day & 1 != 0),
            stages: ByKey(daily.stages),
        }),
    }
}

fn absence(absence: &game::Absence) -> AbsenceBody {
    let (then, within, bot) = match &absence.after_grace {
        AfterGrace::Disorder => (AfterGraceKey::Disorder, 0, None),
        AfterGrace::PutAside => (AfterGraceKey::PutAside, 0, None),
        AfterGrace::StandIn { bot, within } => {
            (AfterGraceKey::StandIn, within.count(), Some(bot.to_string()))
        }
        AfterGrace::Replacement { within } => (AfterGraceKey::Replacement, within.count(), None),
    };
    AbsenceBody { grace: absence.grace.count(), graces: absence.graces_per_seat, then, within, bot }
}

pub(crate) const fn goal(goal: Goal) -> GoalBody {
    GoalBody { centres: goal.centres, of: ByKey(goal.scope) }
}
