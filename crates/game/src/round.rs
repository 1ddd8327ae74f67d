//! A round: one stage of one phase, with its deadline, the submitted orders and who is ready (C).

use rules::Orders;

use crate::{Authority, DraftName, SeatId, SeatSet, Seconds, Timestamp};

/// What the players do now (C2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Diplomacy,
    Writing,
    /// Orders are revealed. Nobody writes or talks (C4).
    Resolution,
    Retreats,
    Adjustments,
}

rules::keyed!(Stage {
    Diplomacy = "diplomacy",
    Writing = "writing",
    Resolution = "resolution",
    Retreats = "retreats",
    Adjustments = "adjustments",
});

/// Whether a player wants the stage to end before its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Readiness {
    Undecided,
    Ready,
    /// The stage must not end before the deadline, even if all others are ready.
    Waiting,
}

rules::keyed!(Readiness { Undecided = "undecided", Ready = "ready", Waiting = "waiting" });

/// The draft, the submitted orders and the readiness of one seat in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatOrders {
    /// Private orders that are not submitted.
    pub draft: Option<Orders>,
    /// Other private drafts, by name.
    pub named_drafts: Vec<(DraftName, Orders)>,
    /// The submitted orders of all powers of the seat. A later sheet replaces an earlier one.
    pub submitted: Option<Orders>,
    /// Who submitted them.
    pub submitted_by: SubmittedBy,
    pub readiness: Readiness,
}

/// Who submitted the orders of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SubmittedBy {
    /// Whoever holds the seat.
    Player,
    Master,
    /// Whoever held the seat before. The orders count, but the new holder may not see them.
    Predecessor,
}

rules::keyed!(SubmittedBy { Player = "player", Master = "master", Predecessor = "predecessor" });

/// One stage of one phase while it is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub stage: Stage,
    pub opened: Timestamp,
    /// The deadline from the timetable when the stage opened.
    pub scheduled: Timestamp,
    pub due: Timestamp,
    /// The seats that must submit orders.
    pub orders_due_from: SeatSet,
    pub seat_orders: Vec<SeatOrders>,
    /// How much longer votes and the game master may delay this stage.
    pub delay_left: Seconds,
    /// Whether the round has waited for missing orders.
    pub grace_wait: Waited,
    /// Whether the round has waited for a substitute (a bot or a new player).
    pub substitute_wait: Waited,
    pub pause: Option<Pause>,
    /// By seat: how many actions its players have taken in this stage.
    pub action_counts: Vec<u16>,
}

/// The maximum number of actions per seat in one stage. It bounds the log.
pub const MAX_ACTIONS_PER_STAGE: u16 = 1000;

/// The maximum number of entries on an adjustment sheet.
pub const MAX_ADJUSTMENT_ENTRIES: usize = 64;

/// Whether the round has already waited once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waited {
    NotYet,
    Already,
}

/// A pause of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    /// The clock pauses a game to put it aside.
    pub by: Authority,
    pub since: Timestamp,
    /// The pause ends automatically at this time.
    pub until: Timestamp,
    /// The time that was left until the deadline.
    pub left: Seconds,
}

impl Pause {
    /// Whether the game is put aside until one of its players continues it.
    pub fn is_aside(self) -> bool {
        self.by == Authority::Clock
    }
}

impl Stage {
    /// Whether the orders of the turn are not revealed yet.
    pub const fn is_movement(self) -> bool {
        matches!(self, Self::Diplomacy | Self::Writing)
    }
}

impl SeatOrders {
    pub(crate) const fn empty() -> Self {
        Self {
            draft: None,
            named_drafts: Vec::new(),
            submitted: None,
            submitted_by: SubmittedBy::Player,
            readiness: Readiness::Undecided,
        }
    }

    /// The orders as the holder of the seat may see them.
    pub(crate) fn for_holder(&self) -> Self {
        match self.submitted_by {
            SubmittedBy::Player | SubmittedBy::Master => self.clone(),
            SubmittedBy::Predecessor => {
                Self { submitted: None, submitted_by: SubmittedBy::Player, ..self.clone() }
            }
        }
    }
}

impl Round {
    pub(crate) fn new(
        stage: Stage,
        opened: Timestamp,
        due: Timestamp,
        orders_due_from: SeatSet,
        seats: usize,
        delay_left: Seconds,
    ) -> Self {
        Self {
            stage,
            opened,
            scheduled: due,
            due,
            orders_due_from,
            seat_orders: vec![SeatOrders::empty(); seats],
            delay_left,
            grace_wait: Waited::NotYet,
            substitute_wait: Waited::NotYet,
            pause: None,
            action_counts: vec![0; seats],
        }
    }

    pub(crate) fn count_action(&mut self, seat: SeatId) {
        if let Some(acts) = self.action_counts.get_mut(seat.index()) {
            *acts = acts.saturating_add(1);
        }
    }

    /// When the clock must act next: at the end of the pause, or at the deadline.
    pub fn next_due(&self) -> Timestamp {
        self.pause.map_or(self.due, |pause| pause.until)
    }

    pub(crate) fn orders_of(&self, seat: SeatId) -> Option<&SeatOrders> {
        self.seat_orders.get(seat.index())
    }

    /// The seats that have submitted orders.
    pub fn submitted_seats(&self) -> SeatSet {
        let seats = self.seat_orders.iter().enumerate().filter(|(_, desk)| desk.submitted.is_some());
        seats.map(|(i, _)| SeatId::new(i)).collect()
    }

    pub(crate) fn seats_with_readiness(&self, readiness: Readiness) -> SeatSet {
        let seats = self.seat_orders.iter().enumerate().filter(|(_, desk)| desk.readiness == readiness);
        seats.map(|(i, _)| SeatId::new(i)).collect()
    }
}
