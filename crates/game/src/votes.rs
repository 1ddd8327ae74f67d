//! Votes (J2): what can be moved, who votes on it and what it takes.

use crate::{Circle, SeatId, Seconds};

/// Something that the players decide together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// These share a draw.
    Draw(Circle),
    /// The others give the game to this one.
    Concede(SeatId),
    /// Stop without a result.
    Abandon,
    Pause(Seconds),
    Resume,
    Extend(Seconds),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ballot {
    Yes,
    No,
}

rules::keyed!(Ballot { Yes = "yes", No = "no" });

/// A motion that is being voted on. It lapses when the turn's orders are revealed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub number: u32,
    pub by: SeatId,
    pub motion: Motion,
    /// By seat; the latest ballot replaces the others.
    pub ballots: Vec<Option<Ballot>>,
}

/// How many questions a seat may have open at a time.
pub const MOST_QUESTIONS: usize = 3;

impl Motion {
    /// Whether everybody must agree. How a game goes on is a matter for the majority; how it ends
    /// is not.
    pub const fn needs_all(self) -> bool {
        match self {
            Self::Draw(_) | Self::Concede(_) | Self::Abandon => true,
            Self::Pause(_) | Self::Resume | Self::Extend(_) => false,
        }
    }

    /// Of those who may vote, those who do on this.
    pub(crate) fn electors(self, voters: Circle) -> Circle {
        match self {
            // The winner has nothing to concede.
            Self::Concede(to) => voters.without(to.into()),
            Self::Draw(_) | Self::Abandon | Self::Pause(_) | Self::Resume | Self::Extend(_) => voters,
        }
    }

    /// How many of these electors must say yes.
    pub(crate) const fn needed(self, electors: Circle) -> usize {
        if self.needs_all() { electors.len() } else { electors.len() / 2 + 1 }
    }
}

impl Question {
    pub(crate) fn yes(&self, electors: Circle) -> usize {
        let says_yes = |seat: &SeatId| self.ballots.get(seat.index()) == Some(&Some(Ballot::Yes));
        electors.iter().filter(says_yes).count()
    }

    pub(crate) fn is_carried(&self, voters: Circle) -> bool {
        let electors = self.motion.electors(voters);
        !electors.is_empty() && self.yes(electors) >= self.motion.needed(electors)
    }
}
