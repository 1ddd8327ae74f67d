//! Why something cannot be done: a status, a stable id, and a sentence in the caller's language.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use game::{Refusal, SettingsFault, WordsFault};
use store::StoreError;

/// A request that was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub status: StatusCode,
    pub id: &'static str,
    /// The bound that was passed.
    pub most: Option<u64>,
    /// What was sent and is wrong, where it is one of many.
    pub about: Option<String>,
}

/// So much of what was sent is repeated.
const MOST_REPEATED: usize = 80;

impl Refused {
    pub const fn new(status: StatusCode, id: &'static str) -> Self {
        Self { status, id, most: None, about: None }
    }

    pub const fn bound(id: &'static str, most: usize) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, id, most: Some(most as u64), about: None }
    }

    /// Says which of the things that were sent is wrong.
    pub fn about(self, what: &str) -> Self {
        Self { about: Some(what.chars().take(MOST_REPEATED).collect()), ..self }
    }

    pub const fn bad(id: &'static str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, id)
    }

    pub const NOT_FOUND: Self = Self::new(StatusCode::NOT_FOUND, "not_found");
    pub const NO_SUCH_GAME: Self = Self::new(StatusCode::NOT_FOUND, "no_such_game");
    pub const NAME_YOURSELF: Self = Self::new(StatusCode::UNAUTHORIZED, "name_yourself");
    pub const TOO_FAST: Self = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_fast");
    pub const BUSY: Self = Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy");
    pub const STORE_AWAY: Self = Self::new(StatusCode::SERVICE_UNAVAILABLE, "store_away");
    pub const BROKEN: Self = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken");
}

/// The body is written where the caller's language is known.
impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        match error {
            StoreError::Unreachable(_) => Self::STORE_AWAY,
            StoreError::Closed
            | StoreError::InUse { .. }
            | StoreError::TooNew { .. }
            | StoreError::TooOld { .. }
            | StoreError::ReadOnly
            | StoreError::Exists { .. }
            | StoreError::Missing { .. }
            | StoreError::Damaged(_)
            | StoreError::Failed(_) => Self::BUSY,
        }
    }
}

impl From<WordsFault> for Refused {
    fn from(fault: WordsFault) -> Self {
        match fault {
            WordsFault::Empty => Self::bad("words_empty"),
            WordsFault::TooLong { most } => Self::bound("words_too_long", most),
            WordsFault::Unprintable => Self::bad("words_unprintable"),
        }
    }
}

impl From<SettingsFault> for Refused {
    fn from(fault: SettingsFault) -> Self {
        Self::bad(match fault {
            SettingsFault::NoTable => "no_table",
            SettingsFault::PhaseLength => "phase_length",
            SettingsFault::GatherWithin => "gather_within",
            SettingsFault::CheckIn => "check_in_length",
            SettingsFault::Absence => "absence",
            SettingsFault::Watching => "watching_delay",
            SettingsFault::Goal => "goal",
            SettingsFault::GoalOfTwo => "goal_of_two",
            SettingsFault::Limit => "limit",
            SettingsFault::Delay => "delay",
        })
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let forbidden = |id| Self::new(StatusCode::FORBIDDEN, id);
        let conflict = |id| Self::new(StatusCode::CONFLICT, id);
        match refusal {
            Refusal::NotSeated => forbidden("not_seated"),
            Refusal::NotTheMaster => forbidden("not_the_master"),
            Refusal::NotTheMaker => forbidden("not_the_maker"),
            Refusal::OnlyTheClock => forbidden("only_the_clock"),
            Refusal::MasterCannotPlay => forbidden("master_cannot_play"),
            Refusal::NotGathering => conflict("not_gathering"),
            Refusal::NotUnderway => conflict("not_underway"),
            Refusal::AlreadyOver => conflict("already_over"),
            Refusal::WrongStage => conflict("wrong_stage"),
            Refusal::TooLate => conflict("too_late"),
            Refusal::NotDue => conflict("not_due"),
            Refusal::NotCheckingIn => conflict("not_checking_in"),
            Refusal::TooManyActs => Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_acts"),
            Refusal::Full => conflict("full"),
            Refusal::NoSuchSeat => Self::bad("no_such_seat"),
            Refusal::SeatNotFree => conflict("seat_not_free"),
            Refusal::AlreadyHere => conflict("already_here"),
            Refusal::NameTaken => conflict("name_taken"),
            Refusal::WishDoesNotFit => Self::bad("wish_does_not_fit"),
            Refusal::KnowsAnotherSide => forbidden("knows_another_side"),
            Refusal::NobodyStandsIn => conflict("nobody_stands_in"),
            Refusal::NothingToWrite => conflict("nothing_to_write"),
            Refusal::WrongPaper => conflict("wrong_paper"),
            Refusal::NotYourUnit => Self::bad("not_your_unit"),
            Refusal::ClosedLand => Self::bad("closed_land"),
            Refusal::NoSuchPlace => Self::bad("no_such_place"),
            Refusal::TooManyEntries => Self::bound("too_many_entries", game::MAX_ENTRIES),
            Refusal::InDisorder => conflict("in_disorder"),
            Refusal::NothingIn => conflict("nothing_in"),
            Refusal::TalkIsClosed => conflict("talk_is_closed"),
            Refusal::NobodyToTalkTo => Self::bad("nobody_to_talk_to"),
            Refusal::TooManyMessages => Self {
                status: StatusCode::TOO_MANY_REQUESTS,
                ..Self::bound("too_many_messages", game::MOST_MESSAGES)
            },
            Refusal::TooManySketches => Self::bound("too_many_sketches", game::MOST_SKETCHES.into()),
            Refusal::SketchTooLarge => Self::bound("sketch_too_large", game::MOST_STROKES),
            Refusal::NoSuchSketch => Self::bad("no_such_sketch"),
            Refusal::NotAVoter => forbidden("not_a_voter"),
            Refusal::NoSuchQuestion => Self::bad("no_such_question"),
            Refusal::TooManyQuestions => Self::bound("too_many_questions", game::MOST_QUESTIONS),
            Refusal::AlreadyProposed => conflict("already_proposed"),
            Refusal::DrawMustIncludeAll => Self::bad("draw_must_include_all"),
            Refusal::NotASurvivor => Self::bad("not_a_survivor"),
            Refusal::AlreadyPaused => conflict("already_paused"),
            Refusal::NotPaused => conflict("not_paused"),
            Refusal::NoDelayLeft => conflict("no_delay_left"),
            Refusal::NoSuchRecord => Self::bad("no_such_record"),
            Refusal::TooManyRollBacks => conflict("too_many_roll_backs"),
            Refusal::CannotStand => Self::bad("cannot_stand"),
            Refusal::NoCoin => conflict("no_coin"),
            Refusal::WrongJudge => Self::BROKEN,
        }
    }
}
