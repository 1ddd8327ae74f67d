//! Refusals: every reason with its stable id and HTTP status. The sentences are in `locales/*/server.toml`.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use game::{Refusal, SettingsError, TextError};
use language::ServerTexts;
use store::StoreError;

use crate::wire::Problem;

/// A refused request. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub reason: Reason,
    /// The limit that was exceeded.
    pub limit: Option<u64>,
    /// The part of the request that is wrong, where there are several.
    pub about: Option<String>,
    /// After how many seconds the same request may succeed.
    pub retry_after_seconds: Option<u32>,
}

/// How many characters of the request a refusal repeats.
const MAX_ABOUT_CHARS: usize = 80;

impl Reason {
    /// A refusal with the limit that was exceeded.
    pub const fn with_limit(self, most: usize) -> Refused {
        Refused { reason: self, limit: Some(most as u64), about: None, retry_after_seconds: None }
    }

    /// A refusal that ends after some seconds.
    pub const fn until(self, seconds: u32) -> Refused {
        Refused { reason: self, limit: None, about: None, retry_after_seconds: Some(seconds) }
    }

    /// A refusal that names the wrong part of the request.
    pub fn about(self, what: &str) -> Refused {
        Refused { about: Some(what.chars().take(MAX_ABOUT_CHARS).collect()), ..self.into() }
    }
}

/// One table of all reasons: name, stable id (clients depend on it; `locales/*/server.toml` has its
/// sentence), HTTP status, and the limit where it is fixed. Reasons from the game have the game's names.
macro_rules! reasons {
    (
        own { $($own:ident = $own_key:literal $own_status:ident,)+ }
        $(from $source:ident {
            $($reason:ident = $key:literal $status:ident $(at most $most:expr)?,)+
            $(; $other:ident => $as_own:ident)?
        })+
    ) => {
        /// Why a request is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason { $($own,)+ $($($reason,)+)+ }

        impl Reason {
            pub const ALL: &'static [Self] = &[$(Self::$own,)+ $($(Self::$reason,)+)+];

            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$own => $own_key,)+
                    $($(Self::$reason => $key,)+)+
                }
            }

            pub const fn status(self) -> StatusCode {
                match self {
                    $(Self::$own => StatusCode::$own_status,)+
                    $($(Self::$reason => StatusCode::$status,)+)+
                }
            }
        }

        $(impl From<$source> for Refused {
            fn from(reason: $source) -> Self {
                match reason {
                    $($source::$reason => reasons!(@refused $reason $($most)?),)+
                    $($source::$other => Reason::$as_own.into(),)?
                }
            }
        })+
    };
    (@refused $reason:ident) => { Reason::$reason.into() };
    (@refused $reason:ident $most:expr) => { Reason::$reason.with_limit($most) };
}

reasons! {
    own {
        NotFound = "not_found" NOT_FOUND,
        NoSuchGame = "no_such_game" NOT_FOUND,
        IdentityNeeded = "name_yourself" UNAUTHORIZED,
        NoSuchTable = "no_such_table" NOT_FOUND,
        NotATable = "not_a_table" CONFLICT,
        SecondPersonThere = "second_person_there" CONFLICT,
        NoSecondPerson = "no_second_person" CONFLICT,
        RateLimited = "too_fast" TOO_MANY_REQUESTS,
        TooManyConnections = "too_many_connections" TOO_MANY_REQUESTS,
        TooManyStreams = "too_many_streams" TOO_MANY_REQUESTS,
        BodyTooSlow = "too_slow" REQUEST_TIMEOUT,
        Busy = "busy" SERVICE_UNAVAILABLE,
        StoreUnreachable = "store_away" SERVICE_UNAVAILABLE,
        StoreFull = "store_full" INSUFFICIENT_STORAGE,
        InternalError = "broken" INTERNAL_SERVER_ERROR,
        InvalidJson = "not_json" BAD_REQUEST,
        InvalidQuery = "not_a_query" BAD_REQUEST,
        NoSuchMethod = "no_such_method" METHOD_NOT_ALLOWED,
        TooLarge = "too_large" PAYLOAD_TOO_LARGE,
        OtherOrigin = "other_origin" FORBIDDEN,
        NotRecognised = "not_recognised" FORBIDDEN,
        BlockedByCreator = "not_welcome" FORBIDDEN,
        BlockedByPlayer = "not_together" FORBIDDEN,
        TokenScope = "token_scope" FORBIDDEN,
        BrowserOnly = "browser_only" FORBIDDEN,
        NotAnAdministrator = "not_an_administrator" FORBIDDEN,
        Suspended = "suspended" FORBIDDEN,
        ReservedName = "reserved_name" UNPROCESSABLE_ENTITY,
        TokenDays = "token_days" UNPROCESSABLE_ENTITY,
        WordsEmpty = "words_empty" UNPROCESSABLE_ENTITY,
        WordsTooLong = "words_too_long" UNPROCESSABLE_ENTITY,
        WordsUnprintable = "words_unprintable" UNPROCESSABLE_ENTITY,
        PassphraseLength = "passphrase_length" UNPROCESSABLE_ENTITY,
        TooManyTokens = "too_many_tokens" UNPROCESSABLE_ENTITY,
        NoSuchLanguage = "no_such_language" UNPROCESSABLE_ENTITY,
        NoSuchPerson = "no_such_person" UNPROCESSABLE_ENTITY,
        NoSuchPreset = "no_such_preset" UNPROCESSABLE_ENTITY,
        NoSuchVariant = "no_such_variant" UNPROCESSABLE_ENTITY,
        NoSuchEdition = "no_such_edition" UNPROCESSABLE_ENTITY,
        NoSuchZone = "no_such_zone" UNPROCESSABLE_ENTITY,
        NoSuchTime = "no_such_time" UNPROCESSABLE_ENTITY,
        NoDays = "no_days" UNPROCESSABLE_ENTITY,
        NoSuchBot = "no_such_bot" UNPROCESSABLE_ENTITY,
        NoSuchPower = "no_such_power" UNPROCESSABLE_ENTITY,
        TooManyGames = "too_many_games" UNPROCESSABLE_ENTITY,
        TextOrList = "text_or_deeds" UNPROCESSABLE_ENTITY,
        WidthOutOfRange = "absurd_width" UNPROCESSABLE_ENTITY,
        SeatIsEmpty = "nobody_sits_there" UNPROCESSABLE_ENTITY,
        TwoUnits = "two_units" UNPROCESSABLE_ENTITY,
        TooManyUnits = "too_many_units" UNPROCESSABLE_ENTITY,
        NoSuchPhase = "no_such_phase" UNPROCESSABLE_ENTITY,
        NoRetreatsNow = "no_retreats_now" UNPROCESSABLE_ENTITY,
        PowerHasTwoPlayers = "two_players" UNPROCESSABLE_ENTITY,
        NotDislodged = "not_dislodged" UNPROCESSABLE_ENTITY,
        NotACentre = "not_a_centre" UNPROCESSABLE_ENTITY,
        NoRetreatThere = "no_retreat_there" UNPROCESSABLE_ENTITY,
        TooManyPlayers = "too_many_players" UNPROCESSABLE_ENTITY,
        PowerInDisorder = "nobody_orders_it" UNPROCESSABLE_ENTITY,
        SheetCountOutOfRange = "how_many_sheets" UNPROCESSABLE_ENTITY,
        TooMuchWork = "too_much_work" UNPROCESSABLE_ENTITY,
        PositionInPlay = "position_in_play" CONFLICT,
        NoHints = "no_hints" CONFLICT,
        WorkBudgetUsed = "work_budget_used" TOO_MANY_REQUESTS,
        StorageBudgetUsed = "storage_budget_used" TOO_MANY_REQUESTS,
        NoBotGames = "no_bot_games" FORBIDDEN,
        NoSuchEmail = "no_such_email" UNPROCESSABLE_ENTITY,
        NoSuchAddress = "no_such_address" UNPROCESSABLE_ENTITY,
        NoSuchSubscription = "no_such_subscription" UNPROCESSABLE_ENTITY,
        NoSuchReminder = "no_such_reminder" UNPROCESSABLE_ENTITY,
        ChannelOff = "channel_off" CONFLICT,
        TooManyChannels = "too_many_channels" UNPROCESSABLE_ENTITY,
        TooManyMails = "too_many_mails" TOO_MANY_REQUESTS,
        TooManyBotGames = "too_many_bot_games" UNPROCESSABLE_ENTITY,
    }
    from Refusal {
        NotSeated = "not_seated" FORBIDDEN,
        NotTheMaster = "not_the_master" FORBIDDEN,
        NotTheMaker = "not_the_maker" FORBIDDEN,
        OnlyTheClock = "only_the_clock" FORBIDDEN,
        OnlyTheHost = "only_the_host" FORBIDDEN,
        MasterCannotPlay = "master_cannot_play" FORBIDDEN,
        NotGathering = "not_gathering" CONFLICT,
        NotUnderway = "not_underway" CONFLICT,
        AlreadyOver = "already_over" CONFLICT,
        WrongStage = "wrong_stage" CONFLICT,
        TooLate = "too_late" CONFLICT,
        NotDue = "not_due" CONFLICT,
        NotCheckingIn = "not_checking_in" CONFLICT,
        TooManyActs = "too_many_acts" TOO_MANY_REQUESTS,
        StageLogFull = "stage_log_full" TOO_MANY_REQUESTS,
        GameLogFull = "game_log_full" UNPROCESSABLE_ENTITY,
        Full = "full" CONFLICT,
        NoSuchSeat = "no_such_seat" UNPROCESSABLE_ENTITY,
        SeatNotFree = "seat_not_free" CONFLICT,
        AlreadyHere = "already_here" CONFLICT,
        NameTaken = "name_taken" CONFLICT,
        WishDoesNotFit = "wish_does_not_fit" UNPROCESSABLE_ENTITY,
        KnowsAnotherSide = "knows_another_side" FORBIDDEN,
        NobodyStandsIn = "nobody_stands_in" CONFLICT,
        CalendarUsed = "calendar_used" CONFLICT,
        AbsenceTimes = "absence_times" UNPROCESSABLE_ENTITY at most game::MAX_ABSENCES,
        NoSuchAbsence = "no_such_absence" CONFLICT,
        TimeBankEmpty = "time_bank_empty" CONFLICT,
        SeatIsLent = "seat_is_lent" CONFLICT,
        LoanTimes = "loan_times" UNPROCESSABLE_ENTITY,
        TooEarlyForBots = "too_early_for_bots" CONFLICT,
        NoSuchMember = "no_such_member" UNPROCESSABLE_ENTITY,
        WasRemoved = "was_removed" FORBIDDEN,
        TooFewToRemove = "too_few_to_remove" CONFLICT,
        NothingToWrite = "nothing_to_write" CONFLICT,
        WrongPaper = "wrong_paper" CONFLICT,
        NotYourUnit = "not_your_unit" UNPROCESSABLE_ENTITY,
        ClosedLand = "closed_land" UNPROCESSABLE_ENTITY,
        NoSuchPlace = "no_such_place" UNPROCESSABLE_ENTITY,
        TooManyEntries = "too_many_entries" UNPROCESSABLE_ENTITY at most game::MAX_ADJUSTMENT_ENTRIES,
        InDisorder = "in_disorder" CONFLICT,
        TooManyDrafts = "too_many_drafts" UNPROCESSABLE_ENTITY at most game::MAX_NAMED_DRAFTS,
        NoSuchDraft = "no_such_draft" CONFLICT,
        TooManyPlans = "too_many_plans" UNPROCESSABLE_ENTITY at most game::MAX_PLANS_AHEAD,
        NothingIn = "nothing_in" CONFLICT,
        ConsentNeeded = "consent_needed" CONFLICT,
        TalkIsClosed = "talk_is_closed" CONFLICT,
        NobodyToTalkTo = "nobody_to_talk_to" UNPROCESSABLE_ENTITY,
        NoMaster = "no_master" UNPROCESSABLE_ENTITY,
        TooManyMessages = "too_many_messages" TOO_MANY_REQUESTS at most game::MAX_MESSAGES_PER_STAGE,
        TooManySketches = "too_many_sketches" UNPROCESSABLE_ENTITY at most game::MAX_SKETCHES_PER_SEAT as usize,
        SketchTooLarge = "sketch_too_large" UNPROCESSABLE_ENTITY at most game::MAX_SKETCH_PARTS,
        NoSuchSketch = "no_such_sketch" UNPROCESSABLE_ENTITY,
        NoSuchMessage = "no_such_message" UNPROCESSABLE_ENTITY,
        NotAVoter = "not_a_voter" FORBIDDEN,
        NoSuchQuestion = "no_such_question" UNPROCESSABLE_ENTITY,
        TooManyQuestions = "too_many_questions" UNPROCESSABLE_ENTITY at most game::MAX_OPEN_QUESTIONS_PER_SEAT,
        AlreadyProposed = "already_proposed" CONFLICT,
        DrawMustIncludeAll = "draw_must_include_all" UNPROCESSABLE_ENTITY,
        NotASurvivor = "not_a_survivor" UNPROCESSABLE_ENTITY,
        NotOver = "not_over" CONFLICT,
        HasNextGame = "has_next_game" CONFLICT,
        AlreadyPaused = "already_paused" CONFLICT,
        NotPaused = "not_paused" CONFLICT,
        NoDelayLeft = "no_delay_left" CONFLICT,
        StageLength = "stage_length" UNPROCESSABLE_ENTITY,
        NoSuchRecord = "no_such_record" UNPROCESSABLE_ENTITY,
        TooManyRollBacks = "too_many_roll_backs" CONFLICT,
        CannotStand = "cannot_stand" UNPROCESSABLE_ENTITY,
        NoCoin = "no_coin" CONFLICT,
        ; WrongJudge => InternalError
    }
    from SettingsError {
        NoTable = "no_table" UNPROCESSABLE_ENTITY,
        PhaseLength = "phase_length" UNPROCESSABLE_ENTITY,
        GatherWithin = "gather_within" UNPROCESSABLE_ENTITY,
        StartsAt = "starts_at" UNPROCESSABLE_ENTITY,
        CheckIn = "check_in_length" UNPROCESSABLE_ENTITY,
        Absence = "absence" UNPROCESSABLE_ENTITY,
        Watching = "watching_delay" UNPROCESSABLE_ENTITY,
        Goal = "goal" UNPROCESSABLE_ENTITY,
        GoalOfTwo = "goal_of_two" UNPROCESSABLE_ENTITY,
        Limit = "limit" UNPROCESSABLE_ENTITY,
        Delay = "delay" UNPROCESSABLE_ENTITY,
        Calendar = "calendar" UNPROCESSABLE_ENTITY,
    }
}

impl From<Reason> for Refused {
    fn from(reason: Reason) -> Self {
        Self { reason, limit: None, about: None, retry_after_seconds: None }
    }
}

/// The guard writes the body later, because it knows the caller's language.
impl Refused {
    /// The refusal as it is sent: its id, and its sentence in the language of these texts.
    pub(crate) fn problem(self, texts: &ServerTexts) -> Problem {
        let id = self.reason.key();
        let sentence = texts.get(&format!("refusals.{id}")).unwrap_or(id);
        let mut message = sentence.to_owned();
        if let Some(limit) = self.limit {
            message = message.replace("{most}", &limit.to_string());
        }
        if let Some(seconds) = self.retry_after_seconds {
            message = message.replace("{minutes}", &seconds.div_ceil(60).to_string());
        }
        Problem { id: id.to_owned(), message, most: self.limit, about: self.about }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = self.reason.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "store error");
        match error {
            StoreError::Unreachable(_) => Reason::StoreUnreachable.into(),
            StoreError::Full(_) => Reason::StoreFull.into(),
            StoreError::Closed
            | StoreError::InUse { .. }
            | StoreError::TooNew { .. }
            | StoreError::ReadOnly
            | StoreError::Exists { .. }
            | StoreError::Missing { .. }
            | StoreError::BuiltWithoutPostgres
            | StoreError::Damaged(_)
            | StoreError::Failed(_) => Reason::Busy.into(),
        }
    }
}

impl From<TextError> for Refused {
    fn from(fault: TextError) -> Self {
        match fault {
            TextError::Empty => Reason::WordsEmpty.into(),
            TextError::TooLong { max_chars: most } => Reason::WordsTooLong.with_limit(most),
            TextError::Unprintable => Reason::WordsUnprintable.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use language::ServerTexts;

    use super::*;

    #[test]
    fn every_reason_has_an_id_of_its_own_and_a_sentence_in_every_language() {
        let ids: BTreeSet<&str> = Reason::ALL.iter().map(|reason| reason.key()).collect();
        assert_eq!(ids.len(), Reason::ALL.len(), "two reasons have the same id");
        assert!(ServerTexts::all().len() >= 5, "languages are missing");
        for phrases in ServerTexts::all() {
            let sentences: BTreeSet<&str> = phrases.below("refusals").map(|(id, _)| id).collect();
            assert_eq!(ids, sentences, "reasons and sentences in {}", phrases.language());
        }
    }
}
