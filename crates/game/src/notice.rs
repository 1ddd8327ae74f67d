//! The public log: what everybody may know of each event.

use rules::{Phase, Power};

use crate::{
    Authority, Ballots, Bot, Charter, Circle, DeskFact, Ending, Fact, GatheringFact, Holder, Motion,
    RoundFact, SeatFact, SeatId, Stage, Stance, Timestamp, VoteFact,
};

/// A fact as all can see it: no person, no orders, no ballot, no private word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    SomebodyJoined,
    BotJoined(Bot),
    SomebodyWithdrew,
    CheckInOpened {
        until: Timestamp,
    },
    SomebodyCheckedIn,
    CheckInMissed {
        by: usize,
    },
    Started,
    Opened {
        stage: Stage,
        due: Timestamp,
    },
    SheetIn(SeatId),
    SheetTakenBack(SeatId),
    Stood {
        seat: SeatId,
        stance: Stance,
    },
    Ruled {
        record: usize,
        phase: Phase,
    },
    GraceGiven {
        to: Circle,
        due: Timestamp,
    },
    FellIntoDisorder(SeatId),
    LeftDisorder(SeatId),
    BotStoodIn {
        seat: SeatId,
        bot: Bot,
    },
    Vacated(SeatId),
    ReliefAwaited {
        due: Timestamp,
    },
    Left(SeatId),
    Taken(SeatId),
    Offered(SeatId),
    Returned(SeatId),
    CoinTossed {
        winner: SeatId,
    },
    NeutralJoined {
        seat: SeatId,
        power: Power,
    },
    /// Who moved it is told only where ballots are open: it is the same as their vote.
    Proposed {
        number: u32,
        by: Option<SeatId>,
        motion: Motion,
    },
    Carried {
        number: u32,
        motion: Motion,
    },
    Lapsed {
        number: u32,
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
    Forced,
    RolledBack {
        to: usize,
    },
    Replaced {
        seat: SeatId,
        by: NewHolder,
    },
    Corrected,
    Ended(Ending),
}

/// Who came to a seat, without a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewHolder {
    Person,
    Bot(Bot),
    Nobody,
}

impl Notice {
    /// What is public of a fact; None if nothing is, or if it is shown elsewhere.
    pub(crate) fn of(charter: &Charter, fact: &Fact) -> Option<Self> {
        Some(match fact {
            Fact::Gathering(fact) => Self::of_gathering(fact),
            Fact::Started { .. } => Self::Started,
            Fact::Opened { stage, due, .. } => Self::Opened { stage: *stage, due: *due },
            Fact::Desk(seat, fact) => return Self::of_desk(*seat, fact),
            Fact::Seat(seat, fact) => Self::of_seat(*seat, fact),
            Fact::Round(fact) => Self::of_round(fact),
            // Shown among the talk, to those who hear it.
            Fact::Words(_) => return None,
            Fact::Vote(fact) => return Self::of_vote(charter, fact),
            Fact::RolledBack { to } => Self::RolledBack { to: *to },
            Fact::Ended(ending) => Self::Ended(*ending),
        })
    }

    fn of_gathering(fact: &GatheringFact) -> Self {
        match fact {
            GatheringFact::Joined { .. } => Self::SomebodyJoined,
            GatheringFact::BotJoined(bot) => Self::BotJoined(bot.clone()),
            GatheringFact::Withdrew(_) => Self::SomebodyWithdrew,
            GatheringFact::CheckInOpened { until } => Self::CheckInOpened { until: *until },
            GatheringFact::CheckedIn(_) => Self::SomebodyCheckedIn,
            GatheringFact::MissedCheckIn(who) => Self::CheckInMissed { by: who.len() },
        }
    }

    fn of_desk(seat: SeatId, fact: &DeskFact) -> Option<Self> {
        match fact {
            DeskFact::Drafted(_) => None,
            DeskFact::HandedIn(..) => Some(Self::SheetIn(seat)),
            DeskFact::TookBack => Some(Self::SheetTakenBack(seat)),
            DeskFact::Stood(stance) => Some(Self::Stood { seat, stance: *stance }),
        }
    }

    fn of_seat(seat: SeatId, fact: &SeatFact) -> Self {
        match fact {
            SeatFact::FellIntoDisorder => Self::FellIntoDisorder(seat),
            SeatFact::LeftDisorder => Self::LeftDisorder(seat),
            SeatFact::BotStoodIn(bot) => Self::BotStoodIn { seat, bot: bot.clone() },
            SeatFact::Vacated => Self::Vacated(seat),
            SeatFact::Left => Self::Left(seat),
            SeatFact::Took { .. } => Self::Taken(seat),
            SeatFact::Offered { .. } => Self::Offered(seat),
            SeatFact::Returned => Self::Returned(seat),
            SeatFact::Replaced(holder) => Self::Replaced {
                seat,
                by: match holder {
                    Holder::Taken { .. } => NewHolder::Person,
                    Holder::Bot { bot, .. } => NewHolder::Bot(bot.clone()),
                    Holder::GivenUp => NewHolder::Nobody,
                },
            },
        }
    }

    fn of_round(fact: &RoundFact) -> Self {
        match fact {
            RoundFact::Ruled(record) => Self::Ruled { record: record.number, phase: record.phase() },
            RoundFact::GraceGiven { to, due } => Self::GraceGiven { to: *to, due: *due },
            RoundFact::ReliefAwaited { due } => Self::ReliefAwaited { due: *due },
            RoundFact::CoinTossed { winner } => Self::CoinTossed { winner: *winner },
            RoundFact::NeutralJoined { seat, power } => Self::NeutralJoined { seat: *seat, power: *power },
            RoundFact::Paused { by, until } => Self::Paused { by: *by, until: *until },
            RoundFact::Resumed { by, due } => Self::Resumed { by: *by, due: *due },
            RoundFact::Extended { by, due } => Self::Extended { by: *by, due: *due },
            RoundFact::Forced => Self::Forced,
            RoundFact::Corrected { .. } => Self::Corrected,
        }
    }

    fn of_vote(charter: &Charter, fact: &VoteFact) -> Option<Self> {
        match fact {
            VoteFact::Proposed { number, by, motion } => {
                let by = match charter.settings().ballots {
                    Ballots::Open => Some(*by),
                    Ballots::Secret => None,
                };
                Some(Self::Proposed { number: *number, by, motion: *motion })
            }
            // Shown as a count beside the question.
            VoteFact::Voted { .. } => None,
            VoteFact::Carried { number, motion } => Some(Self::Carried { number: *number, motion: *motion }),
            VoteFact::Lapsed { number } => Some(Self::Lapsed { number: *number }),
        }
    }
}
