//! The public log of a game: the part of each event that everybody may see.

use rules::{Phase, Power};

use crate::{
    Authority, Ballots, Bot, Charter, Consent, EarlierTalk, Ending, Fact, GatheringFact, HandOver, Holder,
    MessageFact, Motion, Name, Names, OrdersFact, Readiness, RoundFact, SeatFact, SeatId, SeatSet, Seconds,
    Stage, Timestamp, Timetable, VoteFact,
};

/// The public part of a fact: no orders, no ballot, no private message, and a name only if names are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PublicEvent {
    SomebodyJoined,
    BotJoined(Bot),
    SomebodyLeft,
    /// By the creator or the game master.
    SomebodyRemoved,
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
    OrdersSubmitted(SeatId),
    /// By the game master, for this seat.
    OrdersEntered(SeatId),
    /// By the game master, who says that the player agrees.
    OrdersCorrected(SeatId),
    OrdersWithdrawn(SeatId),
    ReadinessSet {
        seat: SeatId,
        readiness: Readiness,
    },
    PhaseResolved {
        record: usize,
        phase: Phase,
    },
    GraceGiven {
        to: SeatSet,
        due: Timestamp,
    },
    FellIntoDisorder(SeatId),
    LeftDisorder(SeatId),
    BotStandsIn {
        seat: SeatId,
        bot: Bot,
    },
    Vacated(SeatId),
    SubstituteAwaited {
        due: Timestamp,
    },
    Left(SeatId),
    Taken(SeatId),
    Offered(SeatId),
    Returned(SeatId),
    /// Somebody takes the seat over from its bot at the end of the phase.
    Claimed {
        seat: SeatId,
        /// None if names are hidden.
        name: Option<Name>,
    },
    ClaimDropped(SeatId),
    Away {
        seat: SeatId,
        from: Timestamp,
        until: Timestamp,
    },
    AwayCancelled {
        seat: SeatId,
        from: Timestamp,
    },
    TimeBankUsed {
        seat: SeatId,
        length: Seconds,
        due: Timestamp,
    },
    CalendarMoved {
        away: SeatSet,
        due: Timestamp,
    },
    LoanOffered {
        seat: SeatId,
        until: Timestamp,
    },
    Lent {
        seat: SeatId,
        /// None if names are hidden.
        name: Option<Name>,
        until: Timestamp,
        talk: EarlierTalk,
    },
    LoanEnded(SeatId),
    VotedOut(SeatId),
    CoinTossed {
        winner: SeatId,
    },
    NeutralJoined {
        seat: SeatId,
        power: Power,
    },
    /// `by` is set only if ballots are open, because the proposer also votes yes.
    Proposed {
        number: u32,
        by: Option<SeatId>,
        motion: Motion,
    },
    Passed {
        number: u32,
        motion: Motion,
    },
    Vetoed {
        number: u32,
        motion: Motion,
        vetoes: usize,
    },
    Expired {
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
    Continued {
        seat: SeatId,
        due: Timestamp,
    },
    Extended {
        by: Authority,
        due: Timestamp,
    },
    TimetableChanged {
        by: Authority,
        timetable: Timetable,
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
    /// Somebody else holds the seat now: who, by whom, and whether the earlier talk of the seat can be read.
    HandedOver {
        seat: SeatId,
        to: NewHolder,
        /// None if names are hidden.
        name: Option<Name>,
        by: HandOver,
        talk: EarlierTalk,
    },
    Corrected,
    ClockCorrected {
        due: Timestamp,
    },
    Ended(Ending),
}

/// The new holder of a seat, without a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewHolder {
    Person,
    Bot(Bot),
    Nobody,
}

impl NewHolder {
    fn of(holder: &Holder) -> Self {
        match holder {
            Holder::Person { .. } => Self::Person,
            Holder::Bot { bot, .. } => Self::Bot(bot.clone()),
            Holder::Vacant => Self::Nobody,
        }
    }
}

impl PublicEvent {
    /// Whether everybody who may watch sees this fact in another place than the log: a public message, and the
    /// number of votes.
    pub(crate) fn is_shown_elsewhere(fact: &Fact) -> bool {
        match fact {
            Fact::Message(MessageFact::Sent(message)) => message.is_public(),
            Fact::Vote(VoteFact::Voted { .. }) => true,
            Fact::Message(_)
            | Fact::Gathering(_)
            | Fact::Started { .. }
            | Fact::Opened { .. }
            | Fact::Orders(..)
            | Fact::Seat(..)
            | Fact::Round(_)
            | Fact::Vote(_)
            | Fact::RolledBack { .. }
            | Fact::ClockCorrected { .. }
            | Fact::Ended(_) => false,
        }
    }

    /// The public part of a fact. None if nothing is public, or if the view shows it elsewhere.
    pub(crate) fn of(charter: &Charter, fact: &Fact) -> Option<Self> {
        Some(match fact {
            Fact::Gathering(fact) => Self::of_gathering(fact),
            Fact::Started { .. } => Self::Started,
            Fact::Opened { stage, due, .. } => Self::Opened { stage: *stage, due: *due },
            Fact::Orders(seat, fact) => return Self::of_orders(*seat, fact),
            Fact::Seat(seat, fact) => Self::of_seat(charter, *seat, fact),
            Fact::Round(fact) => Self::of_round(fact),
            // The view shows messages to those who may read them.
            Fact::Message(_) => return None,
            Fact::Vote(fact) => return Self::of_vote(charter, fact),
            Fact::RolledBack { to } => Self::RolledBack { to: *to },
            Fact::ClockCorrected { due } => Self::ClockCorrected { due: *due },
            Fact::Ended(ending) => Self::Ended(*ending),
        })
    }

    fn of_gathering(fact: &GatheringFact) -> Self {
        match fact {
            GatheringFact::Joined { .. } => Self::SomebodyJoined,
            GatheringFact::BotJoined(bot) => Self::BotJoined(bot.clone()),
            GatheringFact::Left(_) => Self::SomebodyLeft,
            GatheringFact::Removed { .. } => Self::SomebodyRemoved,
            GatheringFact::CheckInOpened { until } => Self::CheckInOpened { until: *until },
            GatheringFact::CheckedIn(_) => Self::SomebodyCheckedIn,
            GatheringFact::MissedCheckIn(who) => Self::CheckInMissed { by: who.len() },
        }
    }

    fn of_orders(seat: SeatId, fact: &OrdersFact) -> Option<Self> {
        match fact {
            OrdersFact::DraftSaved(_)
            | OrdersFact::NamedDraftSaved(..)
            | OrdersFact::NamedDraftDeleted(_)
            | OrdersFact::PlannedAhead(_)
            | OrdersFact::NoPlanUsed => None,
            OrdersFact::Submitted(..) | OrdersFact::PlanUsed { .. } => Some(Self::OrdersSubmitted(seat)),
            OrdersFact::EnteredByMaster(_) | OrdersFact::EnteredFor { consent: Consent::NotAsked, .. } => {
                Some(Self::OrdersEntered(seat))
            }
            OrdersFact::EnteredFor { consent: Consent::Given, .. } => Some(Self::OrdersCorrected(seat)),
            OrdersFact::Withdrawn => Some(Self::OrdersWithdrawn(seat)),
            OrdersFact::ReadinessSet(readiness) | OrdersFact::ReadinessSetByMaster(readiness) => {
                Some(Self::ReadinessSet { seat, readiness: *readiness })
            }
        }
    }

    fn of_seat(charter: &Charter, seat: SeatId, fact: &SeatFact) -> Self {
        match fact {
            SeatFact::FellIntoDisorder => Self::FellIntoDisorder(seat),
            SeatFact::LeftDisorder => Self::LeftDisorder(seat),
            SeatFact::BotStandsIn(bot) => Self::BotStandsIn { seat, bot: bot.clone() },
            SeatFact::Vacated => Self::Vacated(seat),
            SeatFact::Left => Self::Left(seat),
            SeatFact::Took { .. } => Self::Taken(seat),
            SeatFact::Offered { .. } => Self::Offered(seat),
            SeatFact::Returned => Self::Returned(seat),
            SeatFact::Claimed { name, .. } => {
                let shown = charter.settings().names == Names::Shown;
                Self::Claimed { seat, name: shown.then(|| name.clone()) }
            }
            SeatFact::ClaimDropped => Self::ClaimDropped(seat),
            SeatFact::Away { from, until } => Self::Away { seat, from: *from, until: *until },
            SeatFact::AwayCancelled { from, .. } => Self::AwayCancelled { seat, from: *from },
            SeatFact::TimeBankUsed { length, due } => Self::TimeBankUsed { seat, length: *length, due: *due },
            SeatFact::LoanOffered { until, .. } => Self::LoanOffered { seat, until: *until },
            SeatFact::Lent { name, until, talk, .. } => {
                let shown = charter.settings().names == Names::Shown;
                Self::Lent { seat, name: shown.then(|| name.clone()), until: *until, talk: *talk }
            }
            SeatFact::LoanEnded { .. } => Self::LoanEnded(seat),
            SeatFact::VotedOut => Self::VotedOut(seat),
            SeatFact::Replaced(holder) => Self::Replaced { seat, by: NewHolder::of(holder) },
            SeatFact::NewHolder { holder, by, talk } => {
                let shown = charter.settings().names == Names::Shown;
                let name = match holder {
                    Holder::Person { name, .. } if shown => Some(name.clone()),
                    Holder::Person { .. } | Holder::Bot { .. } | Holder::Vacant => None,
                };
                Self::HandedOver { seat, to: NewHolder::of(holder), name, by: *by, talk: *talk }
            }
        }
    }

    fn of_round(fact: &RoundFact) -> Self {
        match fact {
            RoundFact::PhaseResolved(record) => {
                Self::PhaseResolved { record: record.number, phase: record.phase() }
            }
            RoundFact::GraceGiven { to, due } => Self::GraceGiven { to: *to, due: *due },
            RoundFact::CalendarMoved { away, due } => Self::CalendarMoved { away: *away, due: *due },
            RoundFact::SubstituteAwaited { due } => Self::SubstituteAwaited { due: *due },
            RoundFact::CoinTossed { winner } => Self::CoinTossed { winner: *winner },
            RoundFact::NeutralJoined { seat, power } => Self::NeutralJoined { seat: *seat, power: *power },
            RoundFact::Paused { by, until } => Self::Paused { by: *by, until: *until },
            RoundFact::Resumed { by, due } => Self::Resumed { by: *by, due: *due },
            RoundFact::Continued { seat, due } => Self::Continued { seat: *seat, due: *due },
            RoundFact::Extended { by, due } => Self::Extended { by: *by, due: *due },
            RoundFact::TimetableChanged { by, timetable, due } => {
                Self::TimetableChanged { by: *by, timetable: *timetable, due: *due }
            }
            RoundFact::Forced => Self::Forced,
            RoundFact::Corrected { .. } => Self::Corrected,
        }
    }

    fn of_vote(charter: &Charter, fact: &VoteFact) -> Option<Self> {
        match fact {
            VoteFact::Proposed { number, by, motion } => {
                let by = match charter.settings().ballots {
                    Ballots::Open => Some(*by),
                    Ballots::Secret | Ballots::Vetoes => None,
                };
                Some(Self::Proposed { number: *number, by, motion: *motion })
            }
            // The view shows the number of votes with the question.
            VoteFact::Voted { .. } => None,
            VoteFact::Passed { number, motion } => Some(Self::Passed { number: *number, motion: *motion }),
            VoteFact::Vetoed { number, motion, vetoes } => {
                Some(Self::Vetoed { number: *number, motion: *motion, vetoes: *vetoes })
            }
            VoteFact::Expired { number } => Some(Self::Expired { number: *number }),
        }
    }
}
