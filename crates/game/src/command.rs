//! Commands to a game, who may send them, and the reasons for refusing one.

use rules::{Orders, Phase, Power, Province, Unit};

use crate::{
    Ballot, Bot, DraftName, Motion, Name, NextGame, Person, PlanAhead, Readiness, SeatId, SeatPreference,
    SeatSet, Seconds, Sketch, Text, Timestamp, Timetable,
};

/// Who sends a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player, the game master, or somebody who wants to become a player.
    Person(Person),
    /// The bot that plays a seat.
    Bot(SeatId),
    /// The clock: time has passed.
    Clock,
    /// The host of the server, who keeps order in all games.
    Host,
}

/// A command to a game.
#[derive(Clone, Debug)]
pub enum Command {
    // Before the game starts.
    Join {
        name: Name,
        preference: SeatPreference,
    },
    /// By the creator or the game master.
    SeatBot(Bot),
    /// By anybody who has joined, when the game has waited long enough: bots take the empty seats.
    FillWithBots(Bot),
    CheckIn,
    /// By the creator or the game master: this person or bot does not play.
    Remove {
        member: u32,
    },
    /// By the creator or the game master: the game does not take place.
    Cancel,
    /// Leaves the game, before or after it starts.
    Leave,
    // Seats of a game that has started.
    /// Takes a seat that nobody holds, or that is offered, at once. From a bot that stands in, at the end of the
    /// phase.
    Take {
        seat: SeatId,
        name: Name,
    },
    Offer {
        to: Person,
    },
    /// The player takes the seat back from the bot that stood in, or from whom it was lent to.
    Return,
    /// The player will be away. Deadlines in that time move, as far as the game allows.
    SayAway {
        from: Timestamp,
        until: Timestamp,
    },
    /// The player will not be away after all.
    CancelAway {
        from: Timestamp,
    },
    /// More time for this stage, from the player's time bank.
    UseTimeBank(Seconds),
    /// Somebody else may play the seat until then.
    Lend {
        to: Person,
        until: Timestamp,
    },
    // Orders.
    /// `for_phase` is the phase that the orders were written for. Orders with a phase are never used in
    /// another phase, also if the phase closes while they are sent.
    SaveDraft {
        paper: Orders,
        dated: Option<Phase>,
    },
    SubmitOrders {
        paper: Orders,
        dated: Option<Phase>,
        readiness: Readiness,
    },
    /// Keeps an alternative draft under a name.
    SaveNamedDraft {
        name: DraftName,
        paper: Orders,
        dated: Option<Phase>,
    },
    DeleteNamedDraft {
        name: DraftName,
    },
    /// Plans for the next movement, instead of those that were kept. The first whose condition is true counts.
    PlanAhead(Vec<PlanAhead>),
    WithdrawOrders,
    SetReadiness(Readiness),
    // Messages and sketches.
    SendMessage {
        to: SeatSet,
        text: Text,
        sketch: Option<Sketch>,
    },
    /// A private message to the game master.
    WriteToMaster {
        text: Text,
        sketch: Option<Sketch>,
    },
    Announce {
        text: Text,
        sketch: Option<Sketch>,
    },
    SaveSketch {
        slot: u8,
        sketch: Sketch,
    },
    DeleteSketch {
        slot: u8,
    },
    /// After the end: the same people can play once more in this game.
    NameNextGame(NextGame),
    // Votes.
    Propose(Motion),
    Vote {
        question: u32,
        ballot: Ballot,
    },
    // Only for the game master.
    /// A sheet for somebody else: they called, or they sit at a table without a screen (D4).
    EnterOrders {
        seat: SeatId,
        paper: Orders,
        dated: Option<Phase>,
        readiness: Readiness,
        consent: Consent,
    },
    /// Whether somebody is ready who has no screen to say it on.
    SetReadinessFor {
        seat: SeatId,
        readiness: Readiness,
    },
    Pause(Seconds),
    Resume,
    Extend(Seconds),
    /// Other times for the rest of the game. This stage begins again with them.
    SetTimetable(Timetable),
    /// Ends the stage now.
    ForceClose,
    /// Goes back to the start of a resolved phase. `to` is the number of its record.
    RollBack {
        to: usize,
    },
    Replace {
        seat: SeatId,
        with: Replacement,
    },
    Correct {
        units: Vec<Unit>,
        owners: Vec<(Province, Option<Power>)>,
    },
    /// A real coin was tossed and this seat won it (K5).
    Toss {
        winner: SeatId,
    },
    Stop,
    // Only for the host of the server.
    /// Removes the words of a message. Messages are numbered from 0.
    RemoveMessage {
        message: usize,
    },
    /// Ends the game.
    Close,
    // Only for the clock.
    Tick,
}

/// The new holder of a seat when the game master replaces a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    Person { who: Person, name: Name },
    Bot(Bot),
    Nobody,
}

/// Whether the player agrees that the game master puts orders right that were in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    NotAsked,
    /// The game master says so, and everybody can read that in the log.
    Given,
}

rules::keyed!(Consent { NotAsked = "not_asked", Given = "given" });

/// Why a command was refused. A refused command changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    // About the actor.
    NotSeated,
    NotTheMaster,
    NotTheMaker,
    OnlyTheClock,
    OnlyTheHost,
    /// The game master is neutral and cannot play (D4).
    MasterCannotPlay,
    // About the state of the game.
    NotGathering,
    NotUnderway,
    AlreadyOver,
    WrongStage,
    /// The deadline has passed. The clock must close the round first.
    TooLate,
    /// Nothing is due yet, or a bot still owes orders.
    NotDue,
    NotCheckingIn,
    /// More than [`MAX_ACTIONS_PER_STAGE`](crate::MAX_ACTIONS_PER_STAGE) actions.
    TooManyActs,
    /// More than [`MAX_STAGE_LOG_BYTES`](crate::MAX_STAGE_LOG_BYTES) in one stage.
    StageLogFull,
    /// More than [`MAX_GAME_LOG_BYTES`](crate::MAX_GAME_LOG_BYTES) in the game.
    GameLogFull,
    // About seats.
    Full,
    NoSuchSeat,
    SeatNotFree,
    AlreadyHere,
    NameTaken,
    WishDoesNotFit,
    /// Somebody who has played one seat may not take another: they know its secrets.
    KnowsAnotherSide,
    NobodyStandsIn,
    NoSuchMember,
    /// The game still waits for people, or it was not made so.
    TooEarlyForBots,
    /// This game has no calendar, or its days are used.
    CalendarUsed,
    /// A time that has passed, ends before it begins, or is too far away; or too many of them.
    AbsenceTimes,
    NoSuchAbsence,
    /// This game has no time bank, or it is used.
    TimeBankEmpty,
    /// Whoever plays a seat for somebody else cannot give it away.
    SeatIsLent,
    /// A seat is lent until a time that is still to come, and not for too long.
    LoanTimes,
    /// The players or the game master removed this person from the game.
    WasRemoved,
    /// Too few others could agree to remove somebody.
    TooFewToRemove,
    // About orders.
    NothingToWrite,
    WrongPaper,
    NotYourUnit,
    /// Nobody may enter that land now (K5).
    ClosedLand,
    NoSuchPlace,
    TooManyEntries,
    InDisorder,
    /// More than [`MAX_NAMED_DRAFTS`](crate::MAX_NAMED_DRAFTS).
    TooManyDrafts,
    NoSuchDraft,
    /// More than [`MAX_PLANS_AHEAD`](crate::MAX_PLANS_AHEAD), or a condition with too many parts.
    TooManyPlans,
    NothingIn,
    /// At a table, orders that are in are put right only with the consent of their player.
    ConsentNeeded,
    // About messages and sketches.
    TalkIsClosed,
    NobodyToTalkTo,
    /// This game has no game master.
    NoMaster,
    TooManyMessages,
    TooManySketches,
    SketchTooLarge,
    NoSuchSketch,
    NoSuchMessage,
    // About votes.
    NotAVoter,
    NoSuchQuestion,
    TooManyQuestions,
    AlreadyProposed,
    DrawMustIncludeAll,
    NotASurvivor,
    // About the next game.
    NotOver,
    HasNextGame,
    // About pauses and extensions.
    AlreadyPaused,
    NotPaused,
    /// The agreed delay for this stage is used up.
    NoDelayLeft,
    /// A stage of length zero, or longer than [`Timetable::MAX_STAGE_LENGTH`].
    StageLength,
    // About commands of the game master.
    NoSuchRecord,
    TooManyRollBacks,
    CannotStand,
    NoCoin,
    /// The judge has another board or edition than the game.
    WrongJudge,
}
