//! How much each player adds to the log of a game. It is bounded, so that nobody fills the disk.
//!
//! Sizes are estimates of the stored form: this crate does not know that form. A test of the store compares.

use rules::Orders;

use crate::{
    Authority, Fact, HandOver, Message, MessageFact, Motion, NextGame, OrdersFact, PlanAhead, RoundFact,
    SeatFact, SeatId, Sender, Sketch, VoteFact,
};

/// How many bytes a player, or the game master, may add in one stage. A long talk of 200 messages of 300
/// letters has 90,000.
pub const MAX_STAGE_LOG_BYTES: usize = 512 * 1024;
/// How many bytes a player, or the game master, may add in the whole game. All seats together bound the game.
pub const MAX_GAME_LOG_BYTES: usize = 8 * 1024 * 1024;

/// What everything but texts, orders and parts of sketches takes.
const FACT_BYTES: usize = 100;
const ORDER_BYTES: usize = 60;
const SKETCH_UNIT_BYTES: usize = 16;
const SKETCH_ARROW_BYTES: usize = 30;
const SKETCH_MARK_BYTES: usize = 14;
const SKETCH_OWNER_BYTES: usize = 20;
const POSITION_BYTES: usize = 4_000;
const TIMETABLE_BYTES: usize = 250;
const CONDITION_BYTES: usize = 60;

/// How many bytes each player and the game master have added: in this stage, and in the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LogSizes {
    /// By seat; the last one is the game master's.
    sizes: Vec<LogSize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LogSize {
    pub(crate) stage_bytes: usize,
    pub(crate) game_bytes: usize,
}

impl LogSizes {
    pub(crate) fn new(seats: usize) -> Self {
        Self { sizes: vec![LogSize::default(); seats + 1] }
    }

    pub(crate) fn add(&mut self, fact: &Fact) {
        if let Fact::Opened { .. } = fact {
            self.sizes.iter_mut().for_each(|size| size.stage_bytes = 0);
        }
        let Some((by, bytes)) = stored_bytes(fact) else { return };
        let master = self.sizes.len() - 1;
        let index = match by {
            Sender::Seat(seat) => seat.index().min(master),
            Sender::Master => master,
        };
        self.sizes[index].stage_bytes += bytes;
        self.sizes[index].game_bytes += bytes;
    }

    pub(crate) fn of(&self, by: Sender) -> LogSize {
        match by {
            Sender::Seat(seat) => self.sizes.get(seat.index()).copied().unwrap_or_default(),
            Sender::Master => self.sizes.last().copied().unwrap_or_default(),
        }
    }
}

/// Who added this fact to the log, and about how many bytes. None for what the rules and the clock do.
pub fn stored_bytes(fact: &Fact) -> Option<(Sender, usize)> {
    let seat = |seat: SeatId, bytes: usize| Some((Sender::Seat(seat), FACT_BYTES + bytes));
    let master = |bytes: usize| Some((Sender::Master, FACT_BYTES + bytes));
    match fact {
        Fact::Orders(by, OrdersFact::DraftSaved(orders) | OrdersFact::Submitted(orders, _)) => {
            seat(*by, order_count(orders) * ORDER_BYTES)
        }
        Fact::Orders(by, OrdersFact::NamedDraftSaved(name, orders)) => {
            seat(*by, name.as_str().len() + order_count(orders) * ORDER_BYTES)
        }
        Fact::Orders(by, OrdersFact::PlannedAhead(plans)) => {
            let bytes = |plan: &PlanAhead| {
                FACT_BYTES
                    + plan.condition.parts.len() * CONDITION_BYTES
                    + plan.orders.iter().count() * ORDER_BYTES
            };
            seat(*by, plans.iter().map(bytes).sum())
        }
        Fact::Orders(by, OrdersFact::NamedDraftDeleted(name)) => seat(*by, name.as_str().len()),
        Fact::Orders(_, OrdersFact::PlanUsed { .. } | OrdersFact::NoPlanUsed) => None,
        Fact::Orders(_, OrdersFact::EnteredByMaster(orders) | OrdersFact::EnteredFor { orders, .. }) => {
            master(order_count(orders) * ORDER_BYTES)
        }
        Fact::Orders(_, OrdersFact::ReadinessSetByMaster(_)) => master(0),
        Fact::Round(RoundFact::Continued { seat: by, .. }) => seat(*by, 0),
        Fact::Message(MessageFact::Followed { by, .. }) => Some((*by, FACT_BYTES + NextGame::MAX_CHARS)),
        Fact::Orders(by, OrdersFact::Withdrawn | OrdersFact::ReadinessSet(_)) => seat(*by, 0),
        Fact::Message(MessageFact::Sent(message)) => Some((message.from, message_bytes(message))),
        Fact::Message(MessageFact::SketchSaved { seat: by, sketch, .. }) => seat(*by, sketch_bytes(sketch)),
        Fact::Message(MessageFact::SketchDeleted { seat: by, .. })
        | Fact::Vote(VoteFact::Voted { seat: by, .. }) => seat(*by, 0),
        Fact::Vote(VoteFact::Proposed { by, motion: Motion::Timetable(_), .. }) => seat(*by, TIMETABLE_BYTES),
        Fact::Vote(VoteFact::Proposed { by, .. }) => seat(*by, 0),
        Fact::Seat(
            by,
            SeatFact::Left
            | SeatFact::Took { .. }
            | SeatFact::NewHolder { by: HandOver::Offer | HandOver::Vacancy, .. }
            | SeatFact::Offered { .. }
            | SeatFact::Claimed { .. }
            | SeatFact::ClaimDropped
            | SeatFact::Away { .. }
            | SeatFact::AwayCancelled { .. }
            | SeatFact::TimeBankUsed { .. }
            | SeatFact::LoanOffered { .. }
            | SeatFact::Lent { .. }
            | SeatFact::Returned,
        ) => seat(*by, 0),
        Fact::Seat(_, SeatFact::Replaced(_) | SeatFact::NewHolder { by: HandOver::Master, .. })
        | Fact::RolledBack { .. } => master(0),
        Fact::Round(RoundFact::Corrected { .. }) => master(POSITION_BYTES),
        Fact::Round(
            RoundFact::Forced
            | RoundFact::Paused { by: Authority::Master, .. }
            | RoundFact::Resumed { by: Authority::Master, .. }
            | RoundFact::Extended { by: Authority::Master, .. },
        ) => master(0),
        Fact::Round(RoundFact::TimetableChanged { by: Authority::Master, .. }) => master(TIMETABLE_BYTES),
        Fact::Gathering(_)
        | Fact::Started { .. }
        | Fact::Opened { .. }
        | Fact::ClockCorrected { .. }
        | Fact::Ended(_)
        | Fact::Message(MessageFact::Removed { .. })
        | Fact::Seat(
            _,
            SeatFact::FellIntoDisorder
            | SeatFact::LeftDisorder
            | SeatFact::BotStandsIn(_)
            | SeatFact::VotedOut
            | SeatFact::LoanEnded { .. }
            | SeatFact::NewHolder { by: HandOver::StandIn, .. }
            | SeatFact::Vacated,
        )
        | Fact::Vote(VoteFact::Passed { .. } | VoteFact::Vetoed { .. } | VoteFact::Expired { .. })
        | Fact::Round(
            RoundFact::PhaseResolved(_)
            | RoundFact::GraceGiven { .. }
            | RoundFact::CalendarMoved { .. }
            | RoundFact::SubstituteAwaited { .. }
            | RoundFact::CoinTossed { .. }
            | RoundFact::NeutralJoined { .. }
            | RoundFact::Paused { by: Authority::Vote | Authority::Clock, .. }
            | RoundFact::Resumed { by: Authority::Vote | Authority::Clock, .. }
            | RoundFact::Extended { by: Authority::Vote | Authority::Clock, .. }
            | RoundFact::TimetableChanged { by: Authority::Vote | Authority::Clock, .. },
        ) => None,
    }
}

fn order_count(orders: &Orders) -> usize {
    match orders {
        Orders::Movement(sheet) => sheet.iter().count(),
        Orders::Retreats(sheet) => sheet.iter().count(),
        Orders::Adjustments(entries) => entries.len(),
    }
}

/// About how many bytes a message takes, written down.
pub fn message_bytes(message: &Message) -> usize {
    FACT_BYTES + message.text.as_str().len() + message.sketch.as_ref().map_or(0, sketch_bytes)
}

fn sketch_bytes(sketch: &Sketch) -> usize {
    sketch.units.len() * SKETCH_UNIT_BYTES
        + sketch.arrows.len() * SKETCH_ARROW_BYTES
        + sketch.marks.len() * SKETCH_MARK_BYTES
        + sketch
            .drawn_on
            .as_ref()
            .map_or(0, |position| FACT_BYTES + position.owners.len() * SKETCH_OWNER_BYTES)
        + sketch.caption.as_ref().map_or(0, |caption| caption.as_str().len())
}
