//! The stored format of events: a fact and its time.

use std::sync::Arc;

use game::{
    Abandonment, Authority, Ballot, Bot, Consent, DraftName, DrawnBy, EarlierTalk, Ending, Event, Fact,
    GatheringFact, HandOver, MessageFact, Name, NextGame, OrdersFact, Person, Readiness, RoundFact, SeatFact,
    Seconds, Sender, Stage, Timestamp, Victory, VoteFact,
};
use serde::{Deserialize, Serialize};

use super::by_key::ByKey;
use super::charter::TimetableRecord;
use super::keys::{BoardKeys, checked_text, seat, seat_indices, seat_set};
use super::messages::{MessageRecord, MotionRecord, SketchRecord};
use super::orders::{OrdersRecord, PlanRecord};
use super::people::{HolderRecord, NamedPersonRecord, SeatPreferenceRecord};
use super::phase::PhaseRecord;
use super::position::PositionRecord;
use super::{RECORD_VERSION, RecordError, Versioned};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EventRecord {
    v: u32,
    at: i64,
    fact: FactRecord,
}

/// The facts, one JSON name each. Seats are numbers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FactRecord {
    Joined {
        who: u64,
        name: String,
        wish: SeatPreferenceRecord,
    },
    BotJoined {
        bot: String,
    },
    Withdrew {
        who: u64,
    },
    MemberRemoved {
        member: u32,
    },
    CheckInOpened {
        until: i64,
    },
    CheckedIn {
        who: u64,
    },
    MissedCheckIn {
        who: Vec<u64>,
    },
    Started {
        holders: Vec<HolderRecord>,
        position: PositionRecord,
    },
    Opened {
        stage: ByKey<Stage>,
        due: i64,
        owing: Vec<usize>,
    },
    Drafted {
        seat: usize,
        paper: OrdersRecord,
    },
    HandedIn {
        seat: usize,
        paper: OrdersRecord,
        stance: ByKey<Readiness>,
    },
    /// By the game master, for the seat.
    SheetEntered {
        seat: usize,
        paper: OrdersRecord,
    },
    /// The same, with what the game master says of the player.
    SheetEnteredFor {
        seat: usize,
        paper: OrdersRecord,
        stance: ByKey<Readiness>,
        consent: ByKey<Consent>,
    },
    /// By the game master, for the seat.
    StoodFor {
        seat: usize,
        stance: ByKey<Readiness>,
    },
    NamedDraft {
        seat: usize,
        name: String,
        paper: OrdersRecord,
    },
    NamedDraftDropped {
        seat: usize,
        name: String,
    },
    PlannedAhead {
        seat: usize,
        plans: Vec<PlanRecord>,
    },
    PlanUsed {
        seat: usize,
        plan: usize,
        paper: OrdersRecord,
        dropped: Vec<String>,
    },
    NoPlanUsed {
        seat: usize,
    },
    TookBack {
        seat: usize,
    },
    Stood {
        seat: usize,
        stance: ByKey<Readiness>,
    },
    FellIntoDisorder {
        seat: usize,
    },
    LeftDisorder {
        seat: usize,
    },
    BotStoodIn {
        seat: usize,
        bot: String,
    },
    Vacated {
        seat: usize,
    },
    Left {
        seat: usize,
    },
    Took {
        seat: usize,
        by: NamedPersonRecord,
    },
    Offered {
        seat: usize,
        to: u64,
    },
    Returned {
        seat: usize,
    },
    SaidAway {
        seat: usize,
        from: i64,
        until: i64,
    },
    AwayCancelled {
        seat: usize,
        from: i64,
        refund: u32,
    },
    TimeBankUsed {
        seat: usize,
        length: u32,
        due: i64,
    },
    CalendarMoved {
        away: Vec<usize>,
        due: i64,
    },
    LoanOffered {
        seat: usize,
        to: u64,
        until: i64,
    },
    Lent {
        seat: usize,
        to: NamedPersonRecord,
        until: i64,
        talk: ByKey<EarlierTalk>,
    },
    LoanEnded {
        seat: usize,
        talk: ByKey<EarlierTalk>,
    },
    SeatClaimed {
        seat: usize,
        by: NamedPersonRecord,
    },
    ClaimDropped {
        seat: usize,
    },
    VotedOut {
        seat: usize,
    },
    Replaced {
        seat: usize,
        holder: HolderRecord,
    },
    NewHolder {
        seat: usize,
        holder: HolderRecord,
        by: ByKey<HandOver>,
        talk: ByKey<EarlierTalk>,
    },
    Ruled(Box<PhaseRecord>),
    GraceGiven {
        to: Vec<usize>,
        due: i64,
    },
    ReliefAwaited {
        due: i64,
    },
    CoinTossed {
        winner: usize,
    },
    NeutralJoined {
        seat: usize,
        power: String,
    },
    Paused {
        by: ByKey<Authority>,
        until: i64,
    },
    Resumed {
        by: ByKey<Authority>,
        due: i64,
    },
    Continued {
        at: usize,
        due: i64,
    },
    Extended {
        by: ByKey<Authority>,
        due: i64,
    },
    TimetableChanged {
        by: ByKey<Authority>,
        timetable: TimetableRecord,
        due: i64,
    },
    Forced,
    Corrected {
        position: PositionRecord,
        owing: Vec<usize>,
    },
    Said(MessageRecord),
    SketchKept {
        seat: usize,
        slot: u8,
        sketch: SketchRecord,
    },
    SketchDropped {
        seat: usize,
        slot: u8,
    },
    MessageRemoved {
        message: usize,
    },
    NextGame {
        /// None: the game master.
        by: Option<usize>,
        game: String,
    },
    Proposed {
        number: u32,
        by: usize,
        motion: MotionRecord,
    },
    Voted {
        number: u32,
        seat: usize,
        ballot: ByKey<Ballot>,
    },
    Carried {
        number: u32,
        motion: MotionRecord,
    },
    Vetoed {
        number: u32,
        motion: MotionRecord,
        vetoes: usize,
    },
    Lapsed {
        number: u32,
    },
    RolledBack {
        to: usize,
    },
    ClockCorrected {
        due: i64,
    },
    Ended(EndingRecord),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EndingRecord {
    Won { seat: usize, by: ByKey<Victory> },
    Drawn { between: Vec<usize>, by: ByKey<DrawnBy> },
    Abandoned(ByKey<Abandonment>),
}

impl Versioned for EventRecord {
    fn version(&self) -> u32 {
        self.v
    }
}

impl EventRecord {
    pub(super) fn of(keys: BoardKeys<'_>, event: &Event) -> Self {
        let Event { at, fact } = event;
        Self { v: RECORD_VERSION, at: at.seconds(), fact: FactRecord::of(keys, fact) }
    }

    pub(super) fn event(&self, keys: BoardKeys<'_>) -> Result<Event, RecordError> {
        Ok(Event { at: time(self.at), fact: self.fact.fact(keys)? })
    }
}

fn time(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(seconds)
}

impl FactRecord {
    fn of(keys: BoardKeys<'_>, fact: &Fact) -> Self {
        match fact {
            Fact::Gathering(fact) => Self::gathering(fact),
            Fact::Started { holders, position } => Self::Started {
                holders: holders.iter().map(HolderRecord::of).collect(),
                position: PositionRecord::of(keys, position),
            },
            Fact::Opened { stage, due, orders_due_from: owing } => {
                Self::Opened { stage: (*stage).into(), due: due.seconds(), owing: seat_indices(*owing) }
            }
            Fact::Orders(seat, fact) => Self::orders_fact(keys, seat.index(), fact),
            Fact::Seat(seat, fact) => Self::seat(seat.index(), fact),
            Fact::Round(fact) => Self::round(keys, fact),
            Fact::Message(fact) => Self::message_fact(keys, fact),
            Fact::Vote(fact) => Self::vote(fact),
            Fact::RolledBack { to } => Self::RolledBack { to: *to },
            Fact::ClockCorrected { due } => Self::ClockCorrected { due: due.seconds() },
            Fact::Ended(ending) => Self::Ended(match *ending {
                Ending::Won { seat, by } => EndingRecord::Won { seat: seat.index(), by: by.into() },
                Ending::Drawn { between, by } => {
                    EndingRecord::Drawn { between: seat_indices(between), by: by.into() }
                }
                Ending::Abandoned(how) => EndingRecord::Abandoned(how.into()),
            }),
        }
    }

    fn gathering(fact: &GatheringFact) -> Self {
        match fact {
            GatheringFact::Joined { who, name, preference } => Self::Joined {
                who: who.0,
                name: name.to_string(),
                wish: SeatPreferenceRecord::of(preference),
            },
            GatheringFact::BotJoined(bot) => Self::BotJoined { bot: bot.to_string() },
            GatheringFact::Left(who) => Self::Withdrew { who: who.0 },
            GatheringFact::Removed { member } => Self::MemberRemoved { member: *member },
            GatheringFact::CheckInOpened { until } => Self::CheckInOpened { until: until.seconds() },
            GatheringFact::CheckedIn(who) => Self::CheckedIn { who: who.0 },
            GatheringFact::MissedCheckIn(who) => {
                Self::MissedCheckIn { who: who.iter().map(|who| who.0).collect() }
            }
        }
    }

    fn orders_fact(keys: BoardKeys<'_>, seat: usize, fact: &OrdersFact) -> Self {
        match fact {
            OrdersFact::DraftSaved(paper) => Self::Drafted { seat, paper: OrdersRecord::of(keys, paper) },
            OrdersFact::Submitted(paper, stance) => {
                Self::HandedIn { seat, paper: OrdersRecord::of(keys, paper), stance: (*stance).into() }
            }
            OrdersFact::EnteredByMaster(paper) => {
                Self::SheetEntered { seat, paper: OrdersRecord::of(keys, paper) }
            }
            OrdersFact::EnteredFor { orders, readiness, consent } => Self::SheetEnteredFor {
                seat,
                paper: OrdersRecord::of(keys, orders),
                stance: (*readiness).into(),
                consent: (*consent).into(),
            },
            OrdersFact::ReadinessSetByMaster(readiness) => {
                Self::StoodFor { seat, stance: (*readiness).into() }
            }
            OrdersFact::NamedDraftSaved(name, paper) => {
                Self::NamedDraft { seat, name: name.to_string(), paper: OrdersRecord::of(keys, paper) }
            }
            OrdersFact::NamedDraftDeleted(name) => Self::NamedDraftDropped { seat, name: name.to_string() },
            OrdersFact::PlannedAhead(plans) => Self::PlannedAhead {
                seat,
                plans: plans.iter().map(|plan| PlanRecord::of(keys, plan)).collect(),
            },
            OrdersFact::PlanUsed { plan, orders, dropped } => Self::PlanUsed {
                seat,
                plan: *plan,
                paper: OrdersRecord::of(keys, orders),
                dropped: dropped.iter().map(|province| keys.province_key(*province)).collect(),
            },
            OrdersFact::NoPlanUsed => Self::NoPlanUsed { seat },
            OrdersFact::Withdrawn => Self::TookBack { seat },
            OrdersFact::ReadinessSet(stance) => Self::Stood { seat, stance: (*stance).into() },
        }
    }

    fn seat(seat: usize, fact: &SeatFact) -> Self {
        match fact {
            SeatFact::FellIntoDisorder => Self::FellIntoDisorder { seat },
            SeatFact::LeftDisorder => Self::LeftDisorder { seat },
            SeatFact::BotStandsIn(bot) => Self::BotStoodIn { seat, bot: bot.to_string() },
            SeatFact::Vacated => Self::Vacated { seat },
            SeatFact::Left => Self::Left { seat },
            SeatFact::Took { who, name } => Self::Took { seat, by: NamedPersonRecord::of(*who, name) },
            SeatFact::Offered { to } => Self::Offered { seat, to: to.0 },
            SeatFact::Returned => Self::Returned { seat },
            SeatFact::Claimed { who, name } => {
                Self::SeatClaimed { seat, by: NamedPersonRecord::of(*who, name) }
            }
            SeatFact::ClaimDropped => Self::ClaimDropped { seat },
            SeatFact::Away { from, until } => {
                Self::SaidAway { seat, from: from.seconds(), until: until.seconds() }
            }
            SeatFact::AwayCancelled { from, refund } => {
                Self::AwayCancelled { seat, from: from.seconds(), refund: refund.count() }
            }
            SeatFact::TimeBankUsed { length, due } => {
                Self::TimeBankUsed { seat, length: length.count(), due: due.seconds() }
            }
            SeatFact::LoanOffered { to, until } => {
                Self::LoanOffered { seat, to: to.0, until: until.seconds() }
            }
            SeatFact::Lent { who, name, until, talk } => Self::Lent {
                seat,
                to: NamedPersonRecord::of(*who, name),
                until: until.seconds(),
                talk: (*talk).into(),
            },
            SeatFact::LoanEnded { talk } => Self::LoanEnded { seat, talk: (*talk).into() },
            SeatFact::VotedOut => Self::VotedOut { seat },
            SeatFact::Replaced(holder) => Self::Replaced { seat, holder: HolderRecord::of(holder) },
            SeatFact::NewHolder { holder, by, talk } => Self::NewHolder {
                seat,
                holder: HolderRecord::of(holder),
                by: (*by).into(),
                talk: (*talk).into(),
            },
        }
    }

    fn round(keys: BoardKeys<'_>, fact: &RoundFact) -> Self {
        match fact {
            RoundFact::PhaseResolved(record) => Self::Ruled(Box::new(PhaseRecord::of(keys, record))),
            RoundFact::GraceGiven { to, due } => {
                Self::GraceGiven { to: seat_indices(*to), due: due.seconds() }
            }
            RoundFact::CalendarMoved { away, due } => {
                Self::CalendarMoved { away: seat_indices(*away), due: due.seconds() }
            }
            RoundFact::SubstituteAwaited { due } => Self::ReliefAwaited { due: due.seconds() },
            RoundFact::CoinTossed { winner } => Self::CoinTossed { winner: winner.index() },
            RoundFact::NeutralJoined { seat, power } => {
                Self::NeutralJoined { seat: seat.index(), power: keys.power_key(*power) }
            }
            RoundFact::Paused { by, until } => Self::Paused { by: (*by).into(), until: until.seconds() },
            RoundFact::Resumed { by, due } => Self::Resumed { by: (*by).into(), due: due.seconds() },
            RoundFact::Continued { seat, due } => Self::Continued { at: seat.index(), due: due.seconds() },
            RoundFact::Extended { by, due } => Self::Extended { by: (*by).into(), due: due.seconds() },
            RoundFact::TimetableChanged { by, timetable, due } => Self::TimetableChanged {
                by: (*by).into(),
                timetable: TimetableRecord::of(timetable),
                due: due.seconds(),
            },
            RoundFact::Forced => Self::Forced,
            RoundFact::Corrected { position, orders_due_from: owing } => {
                Self::Corrected { position: PositionRecord::of(keys, position), owing: seat_indices(*owing) }
            }
        }
    }

    fn message_fact(keys: BoardKeys<'_>, fact: &MessageFact) -> Self {
        match fact {
            MessageFact::Sent(message) => Self::Said(MessageRecord::of(keys, message)),
            MessageFact::SketchSaved { seat, slot, sketch } => {
                Self::SketchKept { seat: seat.index(), slot: *slot, sketch: SketchRecord::of(keys, sketch) }
            }
            MessageFact::SketchDeleted { seat, slot } => {
                Self::SketchDropped { seat: seat.index(), slot: *slot }
            }
            MessageFact::Followed { by, game } => Self::NextGame {
                by: match by {
                    Sender::Seat(seat) => Some(seat.index()),
                    Sender::Master => None,
                },
                game: game.to_string(),
            },
            MessageFact::Removed { message } => Self::MessageRemoved { message: *message },
        }
    }

    fn vote(fact: &VoteFact) -> Self {
        match *fact {
            VoteFact::Proposed { number, by, motion } => {
                Self::Proposed { number, by: by.index(), motion: MotionRecord::of(motion) }
            }
            VoteFact::Voted { number, seat, ballot } => {
                Self::Voted { number, seat: seat.index(), ballot: ballot.into() }
            }
            VoteFact::Passed { number, motion } => Self::Carried { number, motion: MotionRecord::of(motion) },
            VoteFact::Vetoed { number, motion, vetoes } => {
                Self::Vetoed { number, motion: MotionRecord::of(motion), vetoes }
            }
            VoteFact::Expired { number } => Self::Lapsed { number },
        }
    }

    fn fact(&self, keys: BoardKeys<'_>) -> Result<Fact, RecordError> {
        let orders_fact = |at: &usize, fact| Ok(Fact::Orders(seat(*at)?, fact));
        let held = |at: &usize, fact| Ok(Fact::Seat(seat(*at)?, fact));
        let gathering = |fact| Ok(Fact::Gathering(fact));
        let round = |fact| Ok(Fact::Round(fact));
        let message_fact = |fact| Ok(Fact::Message(fact));
        let vote = |fact| Ok(Fact::Vote(fact));
        let bot = |bot: &str| checked_text(Bot::new, bot);
        match self {
            Self::Joined { who, name, wish } => gathering(GatheringFact::Joined {
                who: Person(*who),
                name: checked_text(Name::new, name)?,
                preference: wish.seat_preference()?,
            }),
            Self::BotJoined { bot: key } => gathering(GatheringFact::BotJoined(bot(key)?)),
            Self::Withdrew { who } => gathering(GatheringFact::Left(Person(*who))),
            Self::MemberRemoved { member } => gathering(GatheringFact::Removed { member: *member }),
            Self::CheckInOpened { until } => gathering(GatheringFact::CheckInOpened { until: time(*until) }),
            Self::CheckedIn { who } => gathering(GatheringFact::CheckedIn(Person(*who))),
            Self::MissedCheckIn { who } => {
                gathering(GatheringFact::MissedCheckIn(who.iter().copied().map(Person).collect()))
            }
            Self::Started { holders, position } => Ok(Fact::Started {
                holders: holders.iter().map(HolderRecord::holder).collect::<Result<_, _>>()?,
                position: Arc::new(position.position(keys)?),
            }),
            Self::Opened { stage, due, owing } => {
                Ok(Fact::Opened { stage: stage.0, due: time(*due), orders_due_from: seat_set(owing)? })
            }
            Self::Drafted { seat, paper } => orders_fact(seat, OrdersFact::DraftSaved(paper.orders(keys)?)),
            Self::HandedIn { seat, paper, stance } => {
                orders_fact(seat, OrdersFact::Submitted(paper.orders(keys)?, stance.0))
            }
            Self::SheetEntered { seat, paper } => {
                orders_fact(seat, OrdersFact::EnteredByMaster(paper.orders(keys)?))
            }
            Self::SheetEnteredFor { seat, paper, stance, consent } => orders_fact(
                seat,
                OrdersFact::EnteredFor {
                    orders: paper.orders(keys)?,
                    readiness: stance.0,
                    consent: consent.0,
                },
            ),
            Self::StoodFor { seat, stance } => orders_fact(seat, OrdersFact::ReadinessSetByMaster(stance.0)),
            Self::NamedDraft { seat, name, paper } => orders_fact(
                seat,
                OrdersFact::NamedDraftSaved(checked_text(DraftName::new, name)?, paper.orders(keys)?),
            ),
            Self::NamedDraftDropped { seat, name } => {
                orders_fact(seat, OrdersFact::NamedDraftDeleted(checked_text(DraftName::new, name)?))
            }
            Self::PlannedAhead { seat, plans } => {
                let plans = plans.iter().map(|plan| plan.plan(keys)).collect::<Result<_, _>>()?;
                orders_fact(seat, OrdersFact::PlannedAhead(plans))
            }
            Self::PlanUsed { seat, plan, paper, dropped } => orders_fact(
                seat,
                OrdersFact::PlanUsed {
                    plan: *plan,
                    orders: paper.orders(keys)?,
                    dropped: dropped.iter().map(|key| keys.province(key)).collect::<Result<_, _>>()?,
                },
            ),
            Self::NoPlanUsed { seat } => orders_fact(seat, OrdersFact::NoPlanUsed),
            Self::TookBack { seat } => orders_fact(seat, OrdersFact::Withdrawn),
            Self::Stood { seat, stance } => orders_fact(seat, OrdersFact::ReadinessSet(stance.0)),
            Self::FellIntoDisorder { seat } => held(seat, SeatFact::FellIntoDisorder),
            Self::LeftDisorder { seat } => held(seat, SeatFact::LeftDisorder),
            Self::BotStoodIn { seat, bot: key } => held(seat, SeatFact::BotStandsIn(bot(key)?)),
            Self::Vacated { seat } => held(seat, SeatFact::Vacated),
            Self::Left { seat } => held(seat, SeatFact::Left),
            Self::Took { seat, by } => {
                let (who, name) = by.named_person()?;
                held(seat, SeatFact::Took { who, name })
            }
            Self::Offered { seat, to } => held(seat, SeatFact::Offered { to: Person(*to) }),
            Self::Returned { seat } => held(seat, SeatFact::Returned),
            Self::SeatClaimed { seat, by } => {
                let (who, name) = by.named_person()?;
                held(seat, SeatFact::Claimed { who, name })
            }
            Self::ClaimDropped { seat } => held(seat, SeatFact::ClaimDropped),
            Self::SaidAway { seat, from, until } => {
                held(seat, SeatFact::Away { from: time(*from), until: time(*until) })
            }
            Self::AwayCancelled { seat, from, refund } => {
                held(seat, SeatFact::AwayCancelled { from: time(*from), refund: Seconds::new(*refund) })
            }
            Self::TimeBankUsed { seat, length, due } => {
                held(seat, SeatFact::TimeBankUsed { length: Seconds::new(*length), due: time(*due) })
            }
            Self::CalendarMoved { away, due } => {
                round(RoundFact::CalendarMoved { away: seat_set(away)?, due: time(*due) })
            }
            Self::LoanOffered { seat, to, until } => {
                held(seat, SeatFact::LoanOffered { to: Person(*to), until: time(*until) })
            }
            Self::Lent { seat, to, until, talk } => {
                let (who, name) = to.named_person()?;
                held(seat, SeatFact::Lent { who, name, until: time(*until), talk: talk.0 })
            }
            Self::LoanEnded { seat, talk } => held(seat, SeatFact::LoanEnded { talk: talk.0 }),
            Self::VotedOut { seat } => held(seat, SeatFact::VotedOut),
            Self::Replaced { seat, holder } => held(seat, SeatFact::Replaced(holder.holder()?)),
            Self::NewHolder { seat, holder, by, talk } => {
                held(seat, SeatFact::NewHolder { holder: holder.holder()?, by: by.0, talk: talk.0 })
            }
            Self::Ruled(record) => round(RoundFact::PhaseResolved(Arc::new(record.record(keys)?))),
            Self::GraceGiven { to, due } => {
                round(RoundFact::GraceGiven { to: seat_set(to)?, due: time(*due) })
            }
            Self::ReliefAwaited { due } => round(RoundFact::SubstituteAwaited { due: time(*due) }),
            Self::CoinTossed { winner } => round(RoundFact::CoinTossed { winner: seat(*winner)? }),
            Self::NeutralJoined { seat: at, power } => {
                round(RoundFact::NeutralJoined { seat: seat(*at)?, power: keys.power(power)? })
            }
            Self::Paused { by, until } => round(RoundFact::Paused { by: by.0, until: time(*until) }),
            Self::Resumed { by, due } => round(RoundFact::Resumed { by: by.0, due: time(*due) }),
            Self::Continued { at, due } => round(RoundFact::Continued { seat: seat(*at)?, due: time(*due) }),
            Self::Extended { by, due } => round(RoundFact::Extended { by: by.0, due: time(*due) }),
            Self::TimetableChanged { by, timetable, due } => round(RoundFact::TimetableChanged {
                by: by.0,
                timetable: timetable.clone().timetable()?,
                due: time(*due),
            }),
            Self::Forced => round(RoundFact::Forced),
            Self::Corrected { position, owing } => round(RoundFact::Corrected {
                position: Arc::new(position.position(keys)?),
                orders_due_from: seat_set(owing)?,
            }),
            Self::Said(message) => message_fact(MessageFact::Sent(Arc::new(message.message(keys)?))),
            Self::SketchKept { seat: by, slot, sketch } => message_fact(MessageFact::SketchSaved {
                seat: seat(*by)?,
                slot: *slot,
                sketch: Arc::new(sketch.sketch(keys)?),
            }),
            Self::SketchDropped { seat: by, slot } => {
                message_fact(MessageFact::SketchDeleted { seat: seat(*by)?, slot: *slot })
            }
            Self::NextGame { by, game } => message_fact(MessageFact::Followed {
                by: by.map(seat).transpose()?.map_or(Sender::Master, Sender::Seat),
                game: checked_text(NextGame::new, game)?,
            }),
            Self::MessageRemoved { message } => message_fact(MessageFact::Removed { message: *message }),
            Self::Proposed { number, by, motion } => {
                vote(VoteFact::Proposed { number: *number, by: seat(*by)?, motion: motion.motion()? })
            }
            Self::Voted { number, seat: by, ballot } => {
                vote(VoteFact::Voted { number: *number, seat: seat(*by)?, ballot: ballot.0 })
            }
            Self::Carried { number, motion } => {
                vote(VoteFact::Passed { number: *number, motion: motion.motion()? })
            }
            Self::Vetoed { number, motion, vetoes } => {
                vote(VoteFact::Vetoed { number: *number, motion: motion.motion()?, vetoes: *vetoes })
            }
            Self::Lapsed { number } => vote(VoteFact::Expired { number: *number }),
            Self::RolledBack { to } => Ok(Fact::RolledBack { to: *to }),
            Self::ClockCorrected { due } => Ok(Fact::ClockCorrected { due: time(*due) }),
            Self::Ended(ending) => Ok(Fact::Ended(ending.ending()?)),
        }
    }
}

impl EndingRecord {
    fn ending(&self) -> Result<Ending, RecordError> {
        Ok(match self {
            Self::Won { seat: winner, by } => Ending::Won { seat: seat(*winner)?, by: by.0 },
            Self::Drawn { between, by } => Ending::Drawn { between: seat_set(between)?, by: by.0 },
            Self::Abandoned(how) => Ending::Abandoned(how.0),
        })
    }
}
