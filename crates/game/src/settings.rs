//! The settings of a game, agreed before it starts (I3, J2, K), and the checks of these settings.

use rules::{Board, Edition, Goal, GoalScope};

use crate::{Bot, Person, SeatId, Seating, Seconds, Timestamp, Timetable, Title, seat_draw};

/// The settings that the players agree on. They are unchecked; [`Charter::new`] checks them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub title: Title,
    pub players: usize,
    pub edition: Edition,
    pub allocation: Allocation,
    pub names: Names,
    pub watching: Watching,
    pub press: Press,
    /// None: whichever the players like.
    pub language: Option<TalkLanguage>,
    pub timetable: Timetable,
    /// How long a game waits for players before it is abandoned.
    pub gather_within: Seconds,
    /// After this time without a full table, any player may fill it with bots. None: only the creator adds bots.
    pub bots_after: Option<Seconds>,
    /// None: as soon as the seats are full. Otherwise not before this time.
    pub starts_at: Option<Timestamp>,
    /// None: the first turn starts as soon as the seats are full.
    pub check_in: Option<Seconds>,
    pub absence: Absence,
    pub ballots: Ballots,
    pub earlier_talk: EarlierTalk,
    pub draws: Draws,
    pub goal: Goal,
    pub limit: Option<TimeLimit>,
    pub master: Option<Master>,
    /// The maximum delay of one stage by votes and the game master together.
    pub delay: Seconds,
    /// How long a player may be away by the calendar, in the whole game. Zero: there is no calendar.
    pub calendar: Seconds,
    /// How much more time a player may take, in the whole game. Zero: there is no time bank.
    pub time_bank: Seconds,
    pub talk_after_end: TalkAfterEnd,
    pub venue: Venue,
}

/// Where the players are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Venue {
    Anywhere,
    /// In one room, with a big screen. A short code leads to the game.
    Table,
}

rules::keyed!(Venue { Anywhere = "anywhere", Table = "table" });

/// Whether everybody may read all talk when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TalkAfterEnd {
    Private,
    Opened,
}

rules::keyed!(TalkAfterEnd { Private = "private", Opened = "opened" });

/// How seats are assigned to players (A2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocation {
    Random,
    /// By the preferences of the players. Chance decides between equal assignments.
    Preference,
    Chosen,
}

rules::keyed!(Allocation { Random = "lot", Preference = "preference", Chosen = "chosen" });

/// Whether players see the names of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    Shown,
    /// Until the game is over.
    Hidden,
}

rules::keyed!(Names { Shown = "shown", Hidden = "hidden" });

/// Who may watch the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watching {
    Anybody,
    /// Anybody, but with this delay.
    Later(Seconds),
    PlayersOnly,
}

/// The language that the players talk, by its two letters: `nl`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TalkLanguage([u8; 2]);

impl TalkLanguage {
    /// None if these are not two small letters.
    pub const fn new(code: &str) -> Option<Self> {
        match code.as_bytes() {
            [first @ b'a'..=b'z', second @ b'a'..=b'z'] => Some(Self([*first, *second])),
            _ => None,
        }
    }

    pub fn code(self) -> String {
        self.0.map(char::from).iter().collect()
    }
}

/// When players may send messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// Only before orders are written (C4).
    Rulebook,
    /// Always.
    Full,
    /// Always, but only to everybody.
    PublicOnly,
    None,
}

rules::keyed!(Press { Rulebook = "rulebook", Full = "full", PublicOnly = "public_only", None = "none" });

/// What happens to a power whose player gives no orders (I).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// How long a round waits once for orders that are missing at its deadline.
    pub grace: Seconds,
    /// How many times per game a round waits for a seat.
    pub graces_per_seat: u8,
    pub after_grace: AfterGrace,
}

/// What happens if the orders are still missing after the grace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AfterGrace {
    /// Civil disorder (I1, I2).
    Disorder,
    /// A bot plays until the player is back. The round waits this long for its orders.
    StandIn { bot: Bot, within: Seconds },
    /// The seat is open to others. The round waits this long for one of them, then I1 applies.
    Replacement { within: Seconds },
    /// The game is put aside at the deadline, in every stage and without a grace, until one of its players
    /// continues it.
    PutAside,
}

/// Whether ballots are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ballots {
    /// Only the count is shown.
    Secret,
    Open,
    /// Of a vote that would end the game only the number of vetoes is shown, when everybody has voted. Other
    /// votes are secret.
    Vetoes,
}

rules::keyed!(Ballots { Secret = "secret", Open = "open", Vetoes = "vetoes" });

/// Whether somebody who takes over a seat may read the private talk that it had before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlierTalk {
    Hidden,
    Shown,
}

rules::keyed!(EarlierTalk { Hidden = "hidden", Shown = "shown" });

/// Who may share a draw that all survivors agree to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// All who still have units (J2).
    Survivors,
    AnyCoalition,
}

rules::keyed!(Draws { Survivors = "survivors", AnyCoalition = "any_coalition" });

/// A time at which the game ends in any position (J2). It is checked after each Fall turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimit {
    pub when: LimitWhen,
    pub result: LimitResult,
}

/// When the time limit is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitWhen {
    /// After the Fall of this year.
    Year(u16),
    /// This long after the game started.
    After(Seconds),
}

/// The result of the game at the time limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitResult {
    /// The French rulebook: the player with the most centres wins.
    MostCentres,
    /// The Dutch and Spanish rulebooks: all who still have units share a draw.
    Shared,
}

rules::keyed!(LimitResult { MostCentres = "most_centres", Shared = "shared" });

/// The person who leads the game without playing (D4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Master {
    pub who: Person,
    pub sight: Sight,
}

/// Whether the game master sees orders before they are revealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Sees orders when everybody sees them.
    Blind,
    /// Sees orders before they are revealed. Everybody can see this setting.
    SeesOrders,
}

rules::keyed!(Sight { Blind = "blind", SeesOrders = "sees_orders" });

/// Why settings are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsError {
    /// The board has no table for this number of players.
    NoTable,
    /// A stage of length zero, or longer than [`Timetable::MAX_STAGE_LENGTH`].
    PhaseLength,
    GatherWithin,
    /// A start in the past, or later than a game may wait for players.
    StartsAt,
    CheckIn,
    /// A grace or a wait for a substitute that is too long, or too many graces.
    Absence,
    /// A delay for spectators that is zero or too long.
    Watching,
    /// Not more than half of the centres (two players could win at once), or more than the board has.
    Goal,
    /// A year before the game starts, or a length of zero.
    Limit,
    Delay,
    /// More days away, or more time in the bank, than a game may have.
    Calendar,
    /// In the game for two the goal must be for a player, not for one power (K5).
    GoalOfTwo,
}

/// The checked settings of a game, its seating and its random seed. It never changes. It is stored before
/// the first event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charter {
    settings: Settings,
    seating: Seating,
    maker: Person,
    made: Timestamp,
    seed: u64,
}

impl Settings {
    /// The settings of the rulebook for this number of players.
    pub fn rulebook(board: &Board, title: Title, players: usize, edition: Edition) -> Self {
        Self {
            title,
            players,
            edition,
            allocation: Allocation::Random,
            names: Names::Shown,
            watching: Watching::Anybody,
            press: Press::Rulebook,
            language: None,
            timetable: Timetable::rulebook(),
            gather_within: Seconds::days(7),
            bots_after: None,
            starts_at: None,
            check_in: None,
            absence: Absence { grace: Seconds::ZERO, graces_per_seat: 0, after_grace: AfterGrace::Disorder },
            ballots: Ballots::Secret,
            earlier_talk: EarlierTalk::Hidden,
            draws: Draws::Survivors,
            goal: board.player_table(players).map_or(Goal::of_board(board), |table| table.goal),
            limit: None,
            master: None,
            delay: Seconds::hours(1),
            calendar: Seconds::ZERO,
            time_bank: Seconds::ZERO,
            talk_after_end: TalkAfterEnd::Private,
            venue: Venue::Anywhere,
        }
    }
}

impl Absence {
    pub const MAX_WAIT: Seconds = Seconds::days(7);
    pub const MAX_GRACES: u8 = 20;
}

impl Charter {
    pub const MAX_GATHERING: Seconds = Seconds::days(90);
    pub const MAX_CHECK_IN: Seconds = Seconds::days(7);
    pub const MAX_DELAY: Seconds = Seconds::days(30);
    pub const MAX_CALENDAR: Seconds = Seconds::days(60);
    pub const MAX_TIME_BANK: Seconds = Seconds::days(30);
    pub const MAX_SPECTATOR_DELAY: Seconds = Seconds::days(7);

    /// Checks the settings. The seed decides the seats (A2) and the coin (K5). No view shows it.
    pub fn new(
        board: &Board,
        settings: Settings,
        maker: Person,
        seed: u64,
        now: Timestamp,
    ) -> Result<Self, SettingsError> {
        let seating = Seating::new(board, settings.players).ok_or(SettingsError::NoTable)?;
        check_times(&settings)?;
        if settings.starts_at.is_some_and(|at| at <= now || at > now.plus(Self::MAX_GATHERING)) {
            return Err(SettingsError::StartsAt);
        }
        check_ends(&settings, &seating)?;
        Ok(Self { settings, seating, maker, made: now, seed })
    }

    /// A charter from its stored parts. The settings are not checked again: limits may change, and old
    /// games must still work. None if the board has no table for this number of players.
    pub fn from_parts(
        board: &Board,
        settings: Settings,
        maker: Person,
        seed: u64,
        made: Timestamp,
    ) -> Option<Self> {
        let seating = Seating::new(board, settings.players)?;
        Some(Self { settings, seating, maker, made, seed })
    }

    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    pub const fn seating(&self) -> &Seating {
        &self.seating
    }

    pub const fn creator(&self) -> Person {
        self.maker
    }

    pub const fn created_at(&self) -> Timestamp {
        self.made
    }

    /// For the store only. The seed is secret, because it decides draws that are still to come.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The seat that gets the neutral power in the game for two (K5), unless the game master tosses a real coin.
    pub fn coin_winner(&self) -> SeatId {
        seat_draw::coin_winner(self.seed)
    }

    pub(crate) fn is_master(&self, person: Person) -> bool {
        self.settings.master.is_some_and(|master| master.who == person)
    }

    /// The maximum time by which a stage can end after its first deadline, besides the calendars of the players. None if the game may be put aside.
    pub fn max_stage_delay(&self) -> Option<Seconds> {
        let absence = &self.settings.absence;
        let wait = match absence.after_grace {
            AfterGrace::Disorder => Seconds::ZERO,
            AfterGrace::StandIn { within, .. } | AfterGrace::Replacement { within } => within,
            AfterGrace::PutAside => return None,
        };
        let banks = Seconds::new(self.settings.time_bank.count().saturating_mul(self.seating.len() as u32));
        Some(self.settings.delay.plus(absence.grace).plus(wait).plus(banks))
    }
}

fn check_times(settings: &Settings) -> Result<(), SettingsError> {
    let fits = |length: Seconds, longest| length > Seconds::ZERO && length <= longest;
    if !settings.timetable.is_playable() {
        return Err(SettingsError::PhaseLength);
    }
    let bots_fit = settings.bots_after.is_none_or(|after| after <= Charter::MAX_GATHERING);
    if !fits(settings.gather_within, Charter::MAX_GATHERING) || !bots_fit {
        return Err(SettingsError::GatherWithin);
    }
    if settings.check_in.is_some_and(|length| !fits(length, Charter::MAX_CHECK_IN)) {
        return Err(SettingsError::CheckIn);
    }
    let absence = &settings.absence;
    let wait_fits = match &absence.after_grace {
        AfterGrace::Disorder | AfterGrace::PutAside => true,
        AfterGrace::StandIn { within, .. } | AfterGrace::Replacement { within } => {
            fits(*within, Absence::MAX_WAIT)
        }
    };
    if !wait_fits || absence.grace > Absence::MAX_WAIT || absence.graces_per_seat > Absence::MAX_GRACES {
        return Err(SettingsError::Absence);
    }
    if let Watching::Later(by) = settings.watching
        && !fits(by, Charter::MAX_SPECTATOR_DELAY)
    {
        return Err(SettingsError::Watching);
    }
    if settings.calendar > Charter::MAX_CALENDAR || settings.time_bank > Charter::MAX_TIME_BANK {
        return Err(SettingsError::Calendar);
    }
    if settings.delay > Charter::MAX_DELAY {
        return Err(SettingsError::Delay);
    }
    Ok(())
}

fn check_ends(settings: &Settings, seating: &Seating) -> Result<(), SettingsError> {
    let goal = settings.goal;
    if goal.centres > seating.centres() || goal.centres * 2 <= seating.centres() {
        return Err(SettingsError::Goal);
    }
    if seating.neutral().is_some() && goal.scope == GoalScope::OnePower {
        return Err(SettingsError::GoalOfTwo);
    }
    match settings.limit.map(|limit| limit.when) {
        Some(LimitWhen::Year(year)) if year < seating.first().year => Err(SettingsError::Limit),
        Some(LimitWhen::After(Seconds::ZERO)) => Err(SettingsError::Limit),
        Some(LimitWhen::Year(_) | LimitWhen::After(_)) | None => Ok(()),
    }
}
