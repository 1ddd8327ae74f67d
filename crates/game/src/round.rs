//! A round: one stage of one phase, with its deadline, its sheets and who is ready (C).

use rules::Orders;

use crate::{Circle, SeatId, Seconds, Timestamp};

/// What the players are doing (C2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    Diplomacy,
    Writing,
    /// Orders were revealed and are read out; nobody writes or talks (C4).
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

/// Whether somebody would have the stage end before its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stance {
    Undecided,
    Ready,
    /// Whatever the others want, not before the deadline.
    Waiting,
}

rules::keyed!(Stance { Undecided = "undecided", Ready = "ready", Waiting = "waiting" });

/// What lies before one player in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Desk {
    /// A private note of orders that are not in.
    pub draft: Option<Orders>,
    /// The sheet that is in, for all powers of the seat; the latest replaces the others.
    pub paper: Option<Orders>,
    pub stance: Stance,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub stage: Stage,
    pub opened: Timestamp,
    /// The deadline that the timetable gave when the stage was opened.
    pub scheduled: Timestamp,
    pub due: Timestamp,
    /// The seats that have something to write.
    pub owing: Circle,
    pub desks: Vec<Desk>,
    /// How long votes and the game master may still hold it up.
    pub delay_left: Seconds,
    /// The round has waited for missing sheets.
    pub grace: Waited,
    /// The round has waited for a stand-in or a replacement.
    pub relief: Waited,
    pub pause: Option<Pause>,
    /// By seat: how much its players have done in this stage.
    pub acts: Vec<u16>,
}

/// The most that a seat may do in one stage, whatever it is: no log grows without end.
pub const MOST_ACTS: u16 = 1000;

/// An adjustment sheet has no place for more lines than this.
pub const MAX_ENTRIES: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waited {
    NotYet,
    Already,
}

/// A clock that stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    pub since: Timestamp,
    /// It ends by itself then.
    pub until: Timestamp,
    /// What was left until the deadline.
    pub left: Seconds,
}

impl Stage {
    /// Before the orders of a turn are revealed.
    pub const fn is_movement(self) -> bool {
        matches!(self, Self::Diplomacy | Self::Writing)
    }
}

impl Desk {
    pub(crate) const fn empty() -> Self {
        Self { draft: None, paper: None, stance: Stance::Undecided }
    }
}

impl Round {
    pub(crate) fn new(
        stage: Stage,
        opened: Timestamp,
        due: Timestamp,
        owing: Circle,
        seats: usize,
        delay_left: Seconds,
    ) -> Self {
        Self {
            stage,
            opened,
            scheduled: due,
            due,
            owing,
            desks: vec![Desk::empty(); seats],
            delay_left,
            grace: Waited::NotYet,
            relief: Waited::NotYet,
            pause: None,
            acts: vec![0; seats],
        }
    }

    pub(crate) fn count_act(&mut self, seat: SeatId) {
        if let Some(acts) = self.acts.get_mut(seat.index()) {
            *acts = acts.saturating_add(1);
        }
    }

    /// When something happens without anybody's doing.
    pub fn next(&self) -> Timestamp {
        self.pause.map_or(self.due, |pause| pause.until)
    }

    pub(crate) fn desk(&self, seat: SeatId) -> Option<&Desk> {
        self.desks.get(seat.index())
    }

    /// The seats whose sheet is in.
    pub fn papers_in(&self) -> Circle {
        let seats = self.desks.iter().enumerate().filter(|(_, desk)| desk.paper.is_some());
        seats.map(|(i, _)| SeatId::new(i)).collect()
    }

    pub(crate) fn standing(&self, stance: Stance) -> Circle {
        let seats = self.desks.iter().enumerate().filter(|(_, desk)| desk.stance == stance);
        seats.map(|(i, _)| SeatId::new(i)).collect()
    }
}
