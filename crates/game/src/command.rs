//! What can be asked of a game, by whom, and why it may be refused.

use rules::{Orders, Phase, Power, Province, Unit};

use crate::{Ballot, Bot, Circle, Motion, Name, Person, SeatId, Seconds, Sketch, Stance, Text, Wish};

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player, the game master, or somebody who would become a player.
    Person(Person),
    /// The program that plays a seat.
    Bot(SeatId),
    /// Nobody: time has passed.
    Clock,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Command {
    // Before the game.
    Join {
        name: Name,
        wish: Wish,
    },
    /// By the maker or the game master.
    SeatBot(Bot),
    CheckIn,
    /// By the maker or the game master: no game after all.
    Cancel,
    /// Also out of a game that is played.
    Leave,
    // Seats of a game that is played.
    Take {
        seat: SeatId,
        name: Name,
    },
    Offer {
        to: Person,
    },
    /// Back from a bot that stood in.
    Return,
    // Orders.
    /// `dated`: the phase that the paper was written for. Dated sheets never fall into another phase, also
    /// if that one closes while they are on their way.
    Draft {
        paper: Orders,
        dated: Option<Phase>,
    },
    HandIn {
        paper: Orders,
        dated: Option<Phase>,
        stance: Stance,
    },
    TakeBack,
    Stand(Stance),
    // Talk.
    Whisper {
        to: Circle,
        text: Text,
        sketch: Option<Sketch>,
    },
    Announce {
        text: Text,
        sketch: Option<Sketch>,
    },
    KeepSketch {
        slot: u8,
        sketch: Sketch,
    },
    DropSketch {
        slot: u8,
    },
    // Votes.
    Propose(Motion),
    Vote {
        question: u32,
        ballot: Ballot,
    },
    // Of the game master alone.
    Pause(Seconds),
    Resume,
    Extend(Seconds),
    /// Ends the stage now.
    Force,
    /// Goes back to the start of a resolved phase, by the number of its record.
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
    /// A real coin fell for this seat (K5).
    Toss {
        winner: SeatId,
    },
    Stop,
    // Of the clock.
    Tick,
}

/// Who comes to a seat by the game master's word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    Person { who: Person, name: Name },
    Bot(Bot),
    Nobody,
}

/// Why a command was not followed. Nothing has changed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    // Of the actor.
    NotSeated,
    NotTheMaster,
    NotTheMaker,
    OnlyTheClock,
    /// The game master is neutral and cannot play (D4).
    MasterCannotPlay,
    // Of the moment.
    NotGathering,
    NotUnderway,
    AlreadyOver,
    WrongStage,
    /// The deadline has passed; the clock must close the round first.
    TooLate,
    /// Nothing is due yet.
    NotDue,
    NotCheckingIn,
    /// More than anybody does in one stage ([`MOST_ACTS`](crate::MOST_ACTS)).
    TooManyActs,
    // Of seats.
    Full,
    NoSuchSeat,
    SeatNotFree,
    AlreadyHere,
    NameTaken,
    WishDoesNotFit,
    /// Somebody who has played one side does not come back for another.
    KnowsAnotherSide,
    NobodyStandsIn,
    // Of orders.
    NothingToWrite,
    WrongPaper,
    NotYourUnit,
    /// Nobody may enter that land now (K5).
    ClosedLand,
    NoSuchPlace,
    TooManyEntries,
    InDisorder,
    NothingIn,
    // Of talk.
    TalkIsClosed,
    NobodyToTalkTo,
    TooManyMessages,
    TooManySketches,
    SketchTooLarge,
    NoSuchSketch,
    // Of votes.
    NotAVoter,
    NoSuchQuestion,
    TooManyQuestions,
    AlreadyProposed,
    DrawMustIncludeAll,
    NotASurvivor,
    // Of clocks.
    AlreadyPaused,
    NotPaused,
    /// The delay that was agreed on for this stage is used up.
    NoDelayLeft,
    // Of the game master's acts.
    NoSuchRecord,
    TooManyRollBacks,
    CannotStand,
    NoCoin,
    /// The judge has another board or edition than the game.
    WrongJudge,
}
