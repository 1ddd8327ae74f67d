//! Everything that is agreed before a game (I3, J2, K), and the checks that it can be played so.

use rules::{Board, Edition, Goal, GoalOf};

use crate::{Bot, Person, SeatId, Seating, Seconds, Timestamp, Timetable, Title, lot};

/// What the players agree on. Anything can be written here; [`Charter::draw`] checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub title: Title,
    pub players: usize,
    pub edition: Edition,
    pub allocation: Allocation,
    pub names: Names,
    pub watching: Watching,
    pub press: Press,
    pub timetable: Timetable,
    /// How long a game may look for players before it is given up.
    pub gather_within: Seconds,
    /// None: the first turn starts as soon as the seats are full.
    pub check_in: Option<Seconds>,
    pub absence: Absence,
    pub ballots: Ballots,
    pub draws: Draws,
    pub goal: Goal,
    pub limit: Option<Limit>,
    pub master: Option<Master>,
    /// The most that votes and the game master together may hold one stage up.
    pub delay: Seconds,
}

/// How powers find their players (A2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocation {
    Lot,
    /// As many as possible get what they wished for most; the lot decides between equals.
    Preference,
    Chosen,
}

rules::keyed!(Allocation { Lot = "lot", Preference = "preference", Chosen = "chosen" });

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    Shown,
    /// Until the game is over.
    Hidden,
}

rules::keyed!(Names { Shown = "shown", Hidden = "hidden" });

/// Who may look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watching {
    Anybody,
    /// Anybody, but they see the game as it was this long ago.
    Later(Seconds),
    PlayersOnly,
}

/// When players may talk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Press {
    /// Only before orders are written (C4).
    Rulebook,
    /// Always.
    Full,
    /// Always, but only for all to hear.
    PublicOnly,
    None,
}

rules::keyed!(Press { Rulebook = "rulebook", Full = "full", PublicOnly = "public_only", None = "none" });

/// What happens to a power whose player gives no orders (I).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// How long a round waits once for sheets that are missing at its deadline.
    pub grace: Seconds,
    /// How many times in a game a seat is waited for.
    pub graces: u8,
    pub then: AfterGrace,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AfterGrace {
    /// I1 and I2.
    Disorder,
    /// A program plays until the player is back; the round waits this long for its orders.
    StandIn { bot: Bot, within: Seconds },
    /// The seat is open to others; the round waits this long for one of them, then I1.
    Replacement { within: Seconds },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ballots {
    /// Only the count is shown.
    Secret,
    Open,
}

rules::keyed!(Ballots { Secret = "secret", Open = "open" });

/// Who may share a draw that all survivors agree to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// All who still have units (J2).
    Survivors,
    AnyCoalition,
}

rules::keyed!(Draws { Survivors = "survivors", AnyCoalition = "any_coalition" });

/// A time at which the game ends whatever the position (J2). It is looked at after each Fall turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    pub when: LimitWhen,
    pub verdict: LimitVerdict,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitWhen {
    /// After the Fall of this year.
    Year(u16),
    /// This long after the start.
    After(Seconds),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitVerdict {
    /// The French rulebook: who has most centres has won.
    MostCentres,
    /// The Dutch and Spanish ones: all who still have units share a draw.
    Shared,
}

rules::keyed!(LimitVerdict { MostCentres = "most_centres", Shared = "shared" });

/// The person who leads the game without playing (D4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Master {
    pub who: Person,
    pub sight: Sight,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Sees orders when everybody does.
    Blind,
    /// Sees orders before they are revealed; everybody can see that the game was made so.
    SeesOrders,
}

rules::keyed!(Sight { Blind = "blind", SeesOrders = "sees_orders" });

/// Why a game cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SettingsFault {
    /// The rulebook has no table for so many players on this board.
    NoTable,
    /// A phase of no length, or one longer than [`Timetable::LONGEST`].
    PhaseLength,
    GatherWithin,
    CheckIn,
    /// A grace, a stand-in's time or a wait for a replacement that is too long, or too many.
    Absence,
    /// Spectators that are no time, or too long, behind.
    Watching,
    /// Not more than half of the centres, so that two could win at once; or more than there are.
    Goal,
    /// A year before the game starts, or no time at all.
    Limit,
    Delay,
    /// In the game for two the coin decides between players, not powers (K5).
    GoalOfTwo,
}

/// A game as agreed: settings that were checked, the table that follows from them, the chance that
/// will be needed. It never changes and is the first thing that is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charter {
    settings: Settings,
    seating: Seating,
    maker: Person,
    made: Timestamp,
    seed: u64,
}

impl Settings {
    /// The rulebook's game for this many players; every choice of it can be changed.
    pub fn rulebook(board: &Board, title: Title, players: usize, edition: Edition) -> Self {
        Self {
            title,
            players,
            edition,
            allocation: Allocation::Lot,
            names: Names::Shown,
            watching: Watching::Anybody,
            press: Press::Rulebook,
            timetable: Timetable::rulebook(),
            gather_within: Seconds::days(7),
            check_in: None,
            absence: Absence { grace: Seconds::ZERO, graces: 0, then: AfterGrace::Disorder },
            ballots: Ballots::Secret,
            draws: Draws::Survivors,
            goal: board.table(players).map_or(Goal::of_board(board), |table| table.goal),
            limit: None,
            master: None,
            delay: Seconds::hours(1),
        }
    }
}

impl Absence {
    pub const LONGEST_WAIT: Seconds = Seconds::days(7);
    pub const MOST_GRACES: u8 = 20;
}

impl Charter {
    pub const LONGEST_GATHERING: Seconds = Seconds::days(90);
    pub const LONGEST_CHECK_IN: Seconds = Seconds::days(7);
    pub const LONGEST_DELAY: Seconds = Seconds::days(30);
    pub const LATEST_WATCHING: Seconds = Seconds::days(7);

    /// Checks what was agreed. The seed decides the lot (A2) and the coin (K5); no view shows it.
    pub fn draw(
        board: &Board,
        settings: Settings,
        maker: Person,
        seed: u64,
        now: Timestamp,
    ) -> Result<Self, SettingsFault> {
        let seating = Seating::new(board, settings.players).ok_or(SettingsFault::NoTable)?;
        check_times(&settings)?;
        check_ends(&settings, &seating)?;
        Ok(Self { settings, seating, maker, made: now, seed })
    }

    /// A charter that was drawn before, from what was stored of it. What was once agreed is not
    /// checked again: bounds may change, old games go on. None: this board has no such table.
    pub fn recall(
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

    pub const fn maker(&self) -> Person {
        self.maker
    }

    pub const fn made(&self) -> Timestamp {
        self.made
    }

    /// For the store alone: the chance of this game is a secret until it has fallen.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The seat that gets the neutral power in the game for two (K5), unless the game master tosses a real coin.
    pub fn coin_winner(&self) -> SeatId {
        lot::coin(self.seed)
    }

    pub(crate) fn is_master(&self, person: Person) -> bool {
        self.settings.master.is_some_and(|master| master.who == person)
    }

    /// The most by which a stage can end later than its first deadline, by anybody's doing.
    pub fn most_delay(&self) -> Seconds {
        let absence = &self.settings.absence;
        let wait = match absence.then {
            AfterGrace::Disorder => Seconds::ZERO,
            AfterGrace::StandIn { within, .. } | AfterGrace::Replacement { within } => within,
        };
        self.settings.delay.and(absence.grace).and(wait)
    }
}

fn check_times(settings: &Settings) -> Result<(), SettingsFault> {
    let fits = |length: Seconds, longest| length > Seconds::ZERO && length <= longest;
    if !settings.timetable.lengths().all(|length| fits(length, Timetable::LONGEST)) {
        return Err(SettingsFault::PhaseLength);
    }
    if !fits(settings.gather_within, Charter::LONGEST_GATHERING) {
        return Err(SettingsFault::GatherWithin);
    }
    if settings.check_in.is_some_and(|length| !fits(length, Charter::LONGEST_CHECK_IN)) {
        return Err(SettingsFault::CheckIn);
    }
    let absence = &settings.absence;
    let wait_fits = match &absence.then {
        AfterGrace::Disorder => true,
        AfterGrace::StandIn { within, .. } | AfterGrace::Replacement { within } => {
            fits(*within, Absence::LONGEST_WAIT)
        }
    };
    if !wait_fits || absence.grace > Absence::LONGEST_WAIT || absence.graces > Absence::MOST_GRACES {
        return Err(SettingsFault::Absence);
    }
    if let Watching::Later(by) = settings.watching
        && !fits(by, Charter::LATEST_WATCHING)
    {
        return Err(SettingsFault::Watching);
    }
    if settings.delay > Charter::LONGEST_DELAY {
        return Err(SettingsFault::Delay);
    }
    Ok(())
}

fn check_ends(settings: &Settings, seating: &Seating) -> Result<(), SettingsFault> {
    let goal = settings.goal;
    if goal.centres > seating.centres() || goal.centres * 2 <= seating.centres() {
        return Err(SettingsFault::Goal);
    }
    if seating.neutral().is_some() && goal.of == GoalOf::OnePower {
        return Err(SettingsFault::GoalOfTwo);
    }
    match settings.limit.map(|limit| limit.when) {
        Some(LimitWhen::Year(year)) if year < seating.first().year => Err(SettingsFault::Limit),
        Some(LimitWhen::After(Seconds::ZERO)) => Err(SettingsFault::Limit),
        Some(LimitWhen::Year(_) | LimitWhen::After(_)) | None => Ok(()),
    }
}
