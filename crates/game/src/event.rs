//! Events of a game. A stored game is its [`Charter`](crate::Charter) and its events.

use std::sync::Arc;

use rules::{Orders, Position, Power, Province};

use crate::{
    Ballot, Bot, Consent, DraftName, EarlierTalk, HandOver, Holder, Message, Motion, Name, NextGame, Person,
    PlanAhead, Readiness, Record, SeatId, SeatPreference, SeatSet, Seconds, Sender, Sketch, Stage, Timestamp,
    Timetable,
};

/// A fact and when it happened.
#[derive(Clone, Debug)]
pub struct Event {
    pub at: Timestamp,
    pub fact: Fact,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Fact {
    Gathering(GatheringFact),
    Started {
        /// By seat.
        holders: Vec<Holder>,
        position: Arc<Position>,
    },
    /// A stage begins.
    Opened {
        stage: Stage,
        due: Timestamp,
        /// The seats that must submit orders.
        orders_due_from: SeatSet,
    },
    /// About the orders of one seat.
    Orders(SeatId, OrdersFact),
    /// About the holder of a seat.
    Seat(SeatId, SeatFact),
    Round(RoundFact),
    Message(MessageFact),
    Vote(VoteFact),
    /// The game master went back to the start of the phase of this record.
    RolledBack {
        to: usize,
    },
    /// The clock had been ahead when earlier events happened. From here on times are right again.
    ClockCorrected {
        /// The next deadline: not later than if the stage opened now.
        due: Timestamp,
    },
    Ended(Ending),
}

/// Facts before the game starts.
#[derive(Clone, Debug)]
pub enum GatheringFact {
    Joined {
        who: Person,
        name: Name,
        preference: SeatPreference,
    },
    BotJoined(Bot),
    Left(Person),
    /// By the creator or the game master. Members are numbered from 0 in the order in which they came.
    Removed {
        member: u32,
    },
    CheckInOpened {
        until: Timestamp,
    },
    CheckedIn(Person),
    /// These people missed the check-in and lost their places.
    MissedCheckIn(Vec<Person>),
}

/// Facts about the orders of one seat.
#[derive(Clone, Debug)]
pub enum OrdersFact {
    DraftSaved(Orders),
    Submitted(Orders, Readiness),
    /// The game master entered these orders for the seat.
    EnteredByMaster(Orders),
    /// Since version 0.4 instead of `EnteredByMaster`, if the master also says that the player is ready, or corrects
    /// orders that were in.
    EnteredFor {
        orders: Orders,
        readiness: Readiness,
        consent: Consent,
    },
    /// The game master says this for somebody who has no screen.
    ReadinessSetByMaster(Readiness),
    Withdrawn,
    ReadinessSet(Readiness),
    NamedDraftSaved(DraftName, Orders),
    NamedDraftDeleted(DraftName),
    /// Plans for the next movement.
    PlannedAhead(Vec<PlanAhead>),
    /// The movement has opened: this plan became orders.
    PlanUsed {
        plan: usize,
        orders: Orders,
        /// The provinces whose orders could not be given.
        dropped: Vec<Province>,
    },
    /// The movement has opened, and no condition was true.
    NoPlanUsed,
}

/// Facts about seats and absence (I).
#[derive(Clone, Debug)]
pub enum SeatFact {
    FellIntoDisorder,
    LeftDisorder,
    BotStandsIn(Bot),
    /// The player was away too long. The seat is open to others.
    Vacated,
    Left,
    Took {
        who: Person,
        name: Name,
    },
    Offered {
        to: Person,
    },
    Returned,
    /// The player will be away.
    Away {
        from: Timestamp,
        until: Timestamp,
    },
    /// The player will not be away after all. So many days of the calendar are free again.
    AwayCancelled {
        from: Timestamp,
        refund: Seconds,
    },
    /// The stage lasts longer, from the time bank of the player.
    TimeBankUsed {
        length: Seconds,
        due: Timestamp,
    },
    LoanOffered {
        to: Person,
        until: Timestamp,
    },
    /// Somebody else plays the seat until then. They see nothing of what its owner wrote, unless the game was
    /// made so.
    Lent {
        who: Person,
        name: Name,
        until: Timestamp,
        talk: EarlierTalk,
    },
    /// The seat is its owner's again.
    LoanEnded {
        talk: EarlierTalk,
    },
    /// Somebody takes the seat over from the bot that stands in, at the end of the phase.
    Claimed {
        who: Person,
        name: Name,
    },
    /// Whoever wanted to take the seat over has thought better of it.
    ClaimDropped,
    /// The others voted this player out.
    VotedOut,
    /// By the game master.
    Replaced(Holder),
    /// Since version 0.3 instead of `Took` and `Replaced`: the new holder does not see what the seat wrote and
    /// drew before, and reads its earlier talk only if the game was made so.
    NewHolder {
        holder: Holder,
        by: HandOver,
        talk: EarlierTalk,
    },
}

/// Facts about the current round.
#[derive(Clone, Debug)]
pub enum RoundFact {
    PhaseResolved(Arc<Record>),
    /// The round waits once for these seats.
    GraceGiven {
        to: SeatSet,
        due: Timestamp,
    },
    /// These players said that they are away at the deadline.
    CalendarMoved {
        away: SeatSet,
        due: Timestamp,
    },
    /// The round waits once for a substitute (a bot or a new player).
    SubstituteAwaited {
        due: Timestamp,
    },
    /// K5, like the next one.
    CoinTossed {
        winner: SeatId,
    },
    NeutralJoined {
        seat: SeatId,
        power: Power,
    },
    Paused {
        by: Authority,
        until: Timestamp,
    },
    Resumed {
        by: Authority,
        due: Timestamp,
    },
    /// A player continues a game that was put aside.
    Continued {
        seat: SeatId,
        due: Timestamp,
    },
    Extended {
        by: Authority,
        due: Timestamp,
    },
    /// Other times for the rest of the game. This stage begins again with them.
    TimetableChanged {
        by: Authority,
        timetable: Timetable,
        due: Timestamp,
    },
    /// By the game master, like the next one.
    Forced,
    Corrected {
        position: Arc<Position>,
        orders_due_from: SeatSet,
    },
}

/// Facts about messages and sketches (D).
#[derive(Clone, Debug)]
pub enum MessageFact {
    Sent(Arc<Message>),
    SketchSaved {
        seat: SeatId,
        slot: u8,
        sketch: Arc<Sketch>,
    },
    SketchDeleted {
        seat: SeatId,
        slot: u8,
    },
    /// The host of the server removed the words of a message. Messages are numbered from 0.
    Removed {
        message: usize,
    },
    /// After the end: the same people can play once more in this game.
    Followed {
        by: Sender,
        game: NextGame,
    },
}

/// Facts about votes (J2).
#[derive(Clone, Debug)]
pub enum VoteFact {
    Proposed {
        number: u32,
        by: SeatId,
        motion: Motion,
    },
    Voted {
        number: u32,
        seat: SeatId,
        ballot: Ballot,
    },
    Passed {
        number: u32,
        motion: Motion,
    },
    /// Everybody has voted, and not all agreed. Who did not is not known.
    Vetoed {
        number: u32,
        motion: Motion,
        vetoes: usize,
    },
    /// The turn ended before the motion passed.
    Expired {
        number: u32,
    },
}

/// Who paused, resumed or extended the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Authority {
    Master,
    Vote,
    /// The pause reached its maximum length, or orders were missing and the game was put aside.
    Clock,
}

rules::keyed!(Authority { Master = "master", Vote = "vote", Clock = "clock" });

/// How a game ended (J).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Won { seat: SeatId, by: Victory },
    Drawn { between: SeatSet, by: DrawnBy },
    Abandoned(Abandonment),
}

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// The seat reached the goal after a Fall turn (J1).
    Centres,
    Concession,
    /// Most centres at the time limit, or when all agreed to end the game so (J2).
    MostCentres,
}

rules::keyed!(Victory { Centres = "centres", Concession = "concession", MostCentres = "most_centres" });

/// Why a game was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnBy {
    Agreement,
    /// The time limit was reached.
    Limit,
}

rules::keyed!(DrawnBy { Agreement = "agreement", Limit = "limit" });

/// Why a game ended without a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abandonment {
    NobodyCame,
    Cancelled,
    EverybodyLeft,
    Agreed,
    ByTheMaster,
    ByTheHost,
}

rules::keyed!(Abandonment {
    NobodyCame = "nobody_came",
    Cancelled = "cancelled",
    EverybodyLeft = "everybody_left",
    Agreed = "agreed",
    ByTheMaster = "by_the_master",
    ByTheHost = "by_the_host",
});
