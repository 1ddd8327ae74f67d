//! A game as one viewer may see it, and summaries of games for lists.

use serde::Serialize;

use super::command::{Motion, Sketch};
use super::keys::{
    BallotKey, GameStateKey, PressKey, ReadinessKey, SheetStatusKey, StageKey, SubmittedByKey, key_enum,
};
use super::log::{EndingView, LogEntry};
use super::orders::{PlanBody, SheetLine};
use super::record::PositionView;
use super::settings::SettingsBody;

key_enum!(ViewerKind { Seat, Master, Member, Spectator, Stranger });

/// Everything that the caller may see of a game, except its history and messages.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GameView {
    pub id: String,
    pub version: u64,
    pub variant: String,
    pub viewer: ViewerView,
    pub settings: SettingsBody,
    pub state: StateView,
    /// Empty before the game starts.
    pub seats: Vec<SeatView>,
    /// The powers of each seat, also before the game starts.
    pub table: Vec<Vec<String>>,
    /// Powers that nobody plays.
    pub unplayed: Vec<String>,
    /// The neutral power of a game for two.
    #[cfg_attr(test, schema(required))]
    pub neutral: Option<NeutralView>,
    #[cfg_attr(test, schema(required))]
    pub position: Option<PositionView>,
    /// The caller's own sheet and draft.
    #[cfg_attr(test, schema(required))]
    pub desk: Option<SeatOrdersView>,
    /// The submitted sheets, for a game master who may see orders.
    pub sheets: Vec<SubmittedSheet>,
    pub sketches: Vec<OwnSketch>,
    pub questions: Vec<QuestionView>,
    /// How many phases have been resolved.
    pub records: usize,
    /// How many messages the caller may read.
    pub messages: usize,
    pub talk: TalkOpen,
    /// The newest entries of the public log, the oldest first.
    pub log: Vec<LogEntry>,
    /// After the end, for players and the game master: the game in which the same people play once more.
    #[cfg_attr(test, schema(required))]
    pub next_game: Option<String>,
    /// The server's time.
    pub now: i64,
    /// The address of the game, to invite people.
    pub url: String,
    /// The short code of a game at a table, to say aloud.
    #[cfg_attr(test, schema(required))]
    pub code: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ViewerView {
    pub kind: ViewerKind,
    #[cfg_attr(test, schema(required))]
    pub seat: Option<usize>,
    pub powers: Vec<String>,
    /// Whether the caller created the game.
    pub maker: bool,
    /// Whether a bot is a stand-in for the caller, who may return.
    pub may_return: bool,
    /// The seat that the caller has lent to somebody.
    #[cfg_attr(test, schema(required))]
    pub lends: Option<usize>,
    /// The seat that the caller takes over at the end of the phase.
    #[cfg_attr(test, schema(required))]
    pub claims: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum StateView {
    Gathering {
        members: Vec<MemberView>,
        #[cfg_attr(test, schema(required))]
        check_in: Option<i64>,
        until: i64,
        /// When any player may fill the table with bots.
        #[cfg_attr(test, schema(required))]
        bots_from: Option<i64>,
    },
    Underway {
        /// `S1901M`
        phase: String,
        stage: StageKey,
        opened: i64,
        due: i64,
        #[cfg_attr(test, schema(required))]
        paused_until: Option<i64>,
        /// Whether orders were missing at the deadline and the game was put aside. One of its players continues
        /// it with `resume`, or by handing in orders.
        put_aside: bool,
        delay_left: u32,
        /// The seats that must be ready before the stage ends early.
        waits_for: Vec<usize>,
    },
    Over {
        ending: EndingView,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct MemberView {
    /// To take this member out.
    pub number: u32,
    pub who: OccupantView,
    /// Whether this is the caller.
    pub is_you: bool,
    #[cfg_attr(test, schema(required))]
    pub seat: Option<usize>,
    /// The seats that the caller wishes for, the best first. Empty for all others.
    pub own_ranking: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum OccupantView {
    Person {
        #[cfg_attr(test, schema(required))]
        name: Option<String>,
    },
    Bot {
        bot: String,
        stands_in: bool,
    },
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SeatView {
    pub seat: usize,
    pub powers: Vec<String>,
    pub occupant: OccupantView,
    pub in_disorder: bool,
    pub sheet: SheetStatusKey,
    pub stance: ReadinessKey,
    pub score: usize,
    /// Its player offers it to somebody. To whom is not public.
    pub is_offered: bool,
    /// Anybody may take it: its player left, or a bot stands in.
    pub is_free: bool,
    /// Who takes it over from its bot at the end of the phase.
    #[cfg_attr(test, schema(required))]
    pub successor: Option<OccupantView>,
    /// When its player is away: from and until.
    pub absences: Vec<(i64, i64)>,
    /// How many seconds of the calendar are left.
    pub calendar_left: u32,
    /// How many seconds of the time bank are left.
    pub bank_left: u32,
    /// Until when somebody plays it for its owner.
    #[cfg_attr(test, schema(required))]
    pub lent_until: Option<i64>,
    /// Its player would lend it to somebody until then. To whom is not public.
    #[cfg_attr(test, schema(required))]
    pub loan_offered_until: Option<i64>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SeatOrdersView {
    /// Alternative drafts by name.
    pub named_drafts: Vec<NamedDraft>,
    /// Plans for the next movement.
    pub plans: Vec<PlanBody>,
    /// What became of the last plans.
    #[cfg_attr(test, schema(required))]
    pub plan_result: Option<PlanResult>,
    /// Saved, but not submitted.
    #[cfg_attr(test, schema(required))]
    pub draft: Option<Vec<SheetLine>>,
    #[cfg_attr(test, schema(required))]
    pub sheet: Option<Vec<SheetLine>>,
    /// Who submitted the sheet.
    pub submitted_by: SubmittedByKey,
    pub stance: ReadinessKey,
    /// Provinces of units without an order in the sheet, or else in the draft.
    pub missing: Vec<String>,
}

/// An alternative draft.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NamedDraft {
    pub name: String,
    pub lines: Vec<SheetLine>,
}

/// What became of the plans for a movement.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlanResult {
    pub phase: String,
    /// Which plan counted, from 0. None: no condition was true.
    #[cfg_attr(test, schema(required))]
    pub plan: Option<usize>,
    /// The provinces whose orders could not be given.
    pub dropped: Vec<String>,
}

/// A power that nobody plays at first, whose land nobody may enter (K5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NeutralView {
    pub power: String,
    /// After the Fall of this year a coin decides who plays it from the next Spring on.
    pub toss_year: u16,
    /// The seat that has won the toss.
    #[cfg_attr(test, schema(required))]
    pub winner: Option<usize>,
}

/// A submitted sheet, for a game master who may see orders.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SubmittedSheet {
    pub seat: usize,
    pub sheet: Vec<SheetLine>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct OwnSketch {
    pub slot: u8,
    pub sketch: Sketch,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct QuestionView {
    pub number: u32,
    pub motion: Motion,
    #[cfg_attr(test, schema(required))]
    pub by: Option<usize>,
    pub electors: Vec<usize>,
    /// 0 as long as only the number of vetoes is shown, at the end.
    pub yes: usize,
    pub needed: usize,
    /// How many electors have not voted. If none, and the question is still open, there is no agreement.
    pub missing: usize,
    #[cfg_attr(test, schema(required))]
    pub own: Option<BallotKey>,
    /// The ballot of each seat, if ballots are open.
    #[cfg_attr(test, schema(required))]
    pub ballots: Option<Vec<Option<BallotKey>>>,
}

/// Whether the caller may send messages now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TalkOpen {
    pub private: bool,
    pub public: bool,
    /// To the game master, which is always possible where there is one.
    pub master: bool,
}

/// The summary of a game in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GameSummary {
    pub id: String,
    pub title: String,
    pub state: GameStateKey,
    pub players: usize,
    /// Seats that are taken, by people or bots.
    pub taken: usize,
    pub bots: usize,
    pub press: PressKey,
    /// The language that the players talk, by its two letters.
    #[cfg_attr(test, schema(required))]
    pub language: Option<String>,
    /// How long a turn lasts after the first one: talk and orders. 0 if that is not known.
    pub turn_seconds: u32,
    /// Whether only players see the board.
    pub hides_board: bool,
    /// When any player may fill the table with bots.
    #[cfg_attr(test, schema(required))]
    pub bots_from: Option<i64>,
    /// Seats of a game in progress that anybody may take over.
    pub free_seats: Vec<FreeSeat>,
    #[cfg_attr(test, schema(required))]
    pub phase: Option<String>,
    #[cfg_attr(test, schema(required))]
    /// None also where the game is only put aside then.
    pub due: Option<i64>,
    /// Whether the game was put aside and waits until one of its players continues it.
    pub put_aside: bool,
    /// Whether the game waits for the caller. Only in the list of the caller's games.
    pub needs_me: bool,
    /// How a finished game ended for the caller. Only in the list of the caller's games, and only of the newest.
    #[cfg_attr(test, schema(required))]
    pub result: Option<OwnResultKey>,
    /// What the caller owes the game, the most urgent first. Only in the list of the caller's games.
    pub owed: Vec<OwedKey>,
    /// The caller's powers. Only in the list of the caller's games.
    pub powers: Vec<String>,
    /// Their names in the language of the request.
    pub power_names: Vec<String>,
    /// The centres of the caller's powers. Only in the list of the caller's games.
    #[cfg_attr(test, schema(required))]
    pub centres: Option<usize>,
    pub version: u64,
}

/// A seat that anybody may take over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct FreeSeat {
    pub seat: usize,
    /// The names of its powers in the language of the request. Only in a list of games with such seats.
    pub power_names: Vec<String>,
    #[serde(skip)]
    pub places: Vec<usize>,
    /// Whether a bot plays it until the end of the phase.
    pub has_bot: bool,
}

/// How a game ended for somebody. `none`: it was abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OwnResultKey {
    Won,
    Drawn,
    Lost,
    None,
}

/// What somebody owes a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OwedKey {
    /// To say that one is there, before the game starts.
    CheckIn,
    /// Moves, retreats or builds.
    Orders,
    /// To say that one has talked enough.
    Talk,
    /// A vote on a proposal.
    Vote,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GameList {
    pub games: Vec<GameSummary>,
    /// Where the next page begins.
    #[cfg_attr(test, schema(required))]
    pub next: Option<String>,
}
