//! What has happened. Events are all that is stored of a game beside its [`Charter`](crate::Charter).

use std::sync::Arc;

use rules::{Orders, Position, Power};

use crate::{
    Ballot, Bot, Circle, Holder, Message, Motion, Name, Person, Record, SeatId, Sketch, Stage, Stance,
    Timestamp, Wish,
};

/// A fact and when it happened.
#[derive(Clone, Debug)]
pub struct Event {
    pub at: Timestamp,
    pub fact: Fact,
}

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
        /// The seats that have something to write.
        owing: Circle,
    },
    /// Something on one player's desk.
    Desk(SeatId, DeskFact),
    /// Somebody came to a seat or went from it.
    Seat(SeatId, SeatFact),
    Round(RoundFact),
    Words(WordsFact),
    Vote(VoteFact),
    /// The game master went back to the start of this record's phase.
    RolledBack {
        to: usize,
    },
    Ended(Ending),
}

/// Before the game.
#[derive(Clone, Debug)]
pub enum GatheringFact {
    Joined {
        who: Person,
        name: Name,
        wish: Wish,
    },
    BotJoined(Bot),
    Withdrew(Person),
    CheckInOpened {
        until: Timestamp,
    },
    CheckedIn(Person),
    /// These did not come and lost their places.
    MissedCheckIn(Vec<Person>),
}

#[derive(Clone, Debug)]
pub enum DeskFact {
    Drafted(Orders),
    HandedIn(Orders, Stance),
    TookBack,
    Stood(Stance),
}

/// Seats and absence (I).
#[derive(Clone, Debug)]
pub enum SeatFact {
    FellIntoDisorder,
    LeftDisorder,
    BotStoodIn(Bot),
    /// The player was away too long: the seat is open to others.
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
    /// By the game master.
    Replaced(Holder),
}

#[derive(Clone, Debug)]
pub enum RoundFact {
    Ruled(Arc<Record>),
    /// The round waits once for these.
    GraceGiven {
        to: Circle,
        due: Timestamp,
    },
    /// The round waits once for a stand-in or a replacement.
    ReliefAwaited {
        due: Timestamp,
    },
    /// K5, as is the next.
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
    Extended {
        by: Authority,
        due: Timestamp,
    },
    /// By the game master, as is the next.
    Forced,
    Corrected {
        position: Arc<Position>,
        owing: Circle,
    },
}

/// Talk and conference maps (D).
#[derive(Clone, Debug)]
pub enum WordsFact {
    Said(Arc<Message>),
    SketchKept { seat: SeatId, slot: u8, sketch: Arc<Sketch> },
    SketchDropped { seat: SeatId, slot: u8 },
}

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
    Carried {
        number: u32,
        motion: Motion,
    },
    /// The turn was over before it was carried.
    Lapsed {
        number: u32,
    },
}

/// By whose word the clock was held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Authority {
    Master,
    Vote,
    /// A pause that had lasted as long as it may.
    Clock,
}

rules::keyed!(Authority { Master = "master", Vote = "vote", Clock = "clock" });

/// How a game ended (J).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Won { seat: SeatId, by: Victory },
    Drawn { between: Circle, by: DrawnBy },
    Abandoned(Abandonment),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Victory {
    /// Enough centres after a Fall turn (J1).
    Centres,
    Concession,
    /// Most centres when the time was over (J2).
    MostCentres,
}

rules::keyed!(Victory { Centres = "centres", Concession = "concession", MostCentres = "most_centres" });

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawnBy {
    Agreement,
    /// The time was over.
    Limit,
}

rules::keyed!(DrawnBy { Agreement = "agreement", Limit = "limit" });

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abandonment {
    NobodyCame,
    Cancelled,
    EverybodyLeft,
    Agreed,
    ByTheMaster,
}

rules::keyed!(Abandonment {
    NobodyCame = "nobody_came",
    Cancelled = "cancelled",
    EverybodyLeft = "everybody_left",
    Agreed = "agreed",
    ByTheMaster = "by_the_master",
});
