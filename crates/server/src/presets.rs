//! Presets: ready-made settings for a new game.

use game::{
    Absence, AfterGrace, Allocation, Ballots, Bot, LimitResult, LimitWhen, Press, Seconds, Settings,
    TimeLimit, Timetable, Title, Venue, Watching,
};
use rules::{Board, Edition};

use crate::refusals::Refused;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Preset {
    /// All players together, with the times of the rulebook.
    Evening,
    /// One turn per day.
    Daily,
    /// A few days per turn.
    Correspondence,
    /// Against bots, without talk and at the player's own pace.
    Bots,
    /// *Evening* in one room, with a big screen.
    Table,
    /// The same with the times of a tournament.
    Tournament,
}

impl Preset {
    pub(crate) const ALL: [Self; 6] =
        [Self::Evening, Self::Daily, Self::Correspondence, Self::Bots, Self::Table, Self::Tournament];

    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Evening => "evening",
            Self::Daily => "daily",
            Self::Correspondence => "correspondence",
            Self::Bots => "bots",
            Self::Table => "table",
            Self::Tournament => "tournament",
        }
    }

    pub(crate) fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.key() == key)
    }

    pub(crate) fn settings(self, board: &Board, title: &str, players: usize) -> Result<Settings, Refused> {
        let mut settings = Settings::rulebook(board, Title::new(title)?, players, Edition::Y2000);
        let stand_in = Bot::new("amateur")?;
        match self {
            Self::Evening => evening(&mut settings),
            Self::Table => at_table(&mut settings),
            Self::Tournament => {
                at_table(&mut settings);
                settings.timetable.first = Seconds::minutes(15);
                settings.timetable.diplomacy = Some(Seconds::minutes(15));
                settings.timetable.writing = Seconds::minutes(2);
                settings.timetable.retreats = Seconds::minutes(2);
                settings.timetable.adjustments = Seconds::minutes(2);
                // About five hours.
                let last = board.first_turn().year + 6;
                settings.limit =
                    Some(TimeLimit { when: LimitWhen::Year(last), result: LimitResult::MostCentres });
                settings.ballots = Ballots::Vetoes;
            }
            Self::Daily => {
                settings.timetable = Timetable::correspondence();
                settings.press = Press::Full;
                settings.delay = Seconds::days(4);
                settings.calendar = Seconds::days(10);
                settings.time_bank = Seconds::hours(24);
                settings.absence = Absence {
                    grace: Seconds::hours(6),
                    graces_per_seat: 2,
                    after_grace: AfterGrace::StandIn { bot: stand_in, within: Seconds::minutes(1) },
                };
            }
            Self::Correspondence => {
                settings.timetable = Timetable {
                    first: Seconds::days(7),
                    writing: Seconds::days(3),
                    retreats: Seconds::days(1),
                    adjustments: Seconds::days(1),
                    ..Timetable::correspondence()
                };
                settings.press = Press::Full;
                settings.gather_within = Seconds::days(30);
                settings.delay = Seconds::days(14);
                settings.calendar = Seconds::days(21);
                settings.time_bank = Seconds::days(3);
                settings.absence = Absence {
                    grace: Seconds::days(1),
                    graces_per_seat: 3,
                    after_grace: AfterGrace::Replacement { within: Seconds::days(2) },
                };
            }
            Self::Bots => {
                settings.timetable = Timetable {
                    first: Seconds::days(30),
                    writing: Seconds::days(30),
                    retreats: Seconds::days(30),
                    adjustments: Seconds::days(30),
                    ..Timetable::correspondence()
                };
                settings.absence.after_grace = AfterGrace::PutAside;
                settings.press = Press::None;
                settings.allocation = Allocation::Chosen;
                settings.watching = Watching::Anybody;
            }
        }
        Ok(settings)
    }
}

/// All players together, at a distance.
fn evening(settings: &mut Settings) {
    settings.timetable.resolution = Some(Seconds::minutes(2));
    settings.gather_within = Seconds::days(1);
    settings.absence =
        Absence { grace: Seconds::minutes(1), graces_per_seat: 2, after_grace: AfterGrace::Disorder };
}

/// All players in one room: they talk there, and hear the orders read out.
fn at_table(settings: &mut Settings) {
    evening(settings);
    settings.venue = Venue::Table;
    settings.press = Press::None;
    settings.timetable.resolution = Some(Seconds::minutes(5));
}
