//! Votes (J2): what players can propose, who votes on it and how many yes votes it needs.

use crate::{Ballots, SeatId, SeatSet, Seconds, Timetable};

/// A proposal that the players vote on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// These seats share a draw.
    Draw(SeatSet),
    /// The others concede the game to this seat.
    Concede(SeatId),
    /// End the game: whoever has the most centres wins, and equal players share a draw.
    MostCentres,
    /// Stop the game without a result.
    Abandon,
    Pause(Seconds),
    Resume,
    Extend(Seconds),
    /// The player of this seat leaves the game.
    Remove(SeatId),
    /// Other times for the rest of the game.
    Timetable(Timetable),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ballot {
    Yes,
    No,
}

rules::keyed!(Ballot { Yes = "yes", No = "no" });

/// An open vote on a motion. It expires when the orders of the turn are revealed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    pub number: u32,
    pub by: SeatId,
    pub motion: Motion,
    /// By seat. A later ballot replaces an earlier one.
    pub ballots: Vec<Option<Ballot>>,
}

/// How many players must have a vote before they can remove another one.
pub const MIN_VOTERS_TO_REMOVE: usize = 2;

/// The maximum number of open questions per seat.
pub const MAX_OPEN_QUESTIONS_PER_SEAT: usize = 3;

impl Motion {
    /// Whether everybody must agree. A majority decides how the game continues. Ending the game
    /// needs everybody.
    pub const fn needs_all(self) -> bool {
        match self {
            Self::Draw(_) | Self::Concede(_) | Self::MostCentres | Self::Abandon => true,
            Self::Pause(_) | Self::Resume | Self::Extend(_) | Self::Remove(_) | Self::Timetable(_) => false,
        }
    }

    /// Whether bots vote on it too. They vote on the result of the game. How it continues, and whether people
    /// want to play at all, is for people.
    pub(crate) const fn is_for_bots(self) -> bool {
        match self {
            Self::Draw(_) | Self::Concede(_) | Self::MostCentres => true,
            Self::Abandon
            | Self::Pause(_)
            | Self::Resume
            | Self::Extend(_)
            | Self::Remove(_)
            | Self::Timetable(_) => false,
        }
    }

    /// The seat that has no vote on it: who would win does not concede, and who would leave does not stay by
    /// their own vote.
    pub(crate) const fn seat_without_vote(self) -> Option<SeatId> {
        match self {
            Self::Concede(seat) | Self::Remove(seat) => Some(seat),
            Self::Draw(_)
            | Self::MostCentres
            | Self::Abandon
            | Self::Pause(_)
            | Self::Resume
            | Self::Extend(_)
            | Self::Timetable(_) => None,
        }
    }

    /// How many of these voters must vote yes.
    pub(crate) const fn yes_votes_needed(self, eligible_voters: SeatSet) -> usize {
        match self {
            // Two thirds of the others, so that half of the table cannot remove the other half.
            Self::Remove(_) => (eligible_voters.len() * 2).div_ceil(3),
            Self::Draw(_) | Self::Concede(_) | Self::MostCentres | Self::Abandon => eligible_voters.len(),
            Self::Pause(_) | Self::Resume | Self::Extend(_) | Self::Timetable(_) => {
                eligible_voters.len() / 2 + 1
            }
        }
    }
}

impl Ballots {
    /// Whether nobody may know how many have agreed so far.
    pub(crate) const fn hides_count(self, motion: Motion) -> bool {
        match self {
            Self::Vetoes => motion.needs_all(),
            Self::Secret | Self::Open => false,
        }
    }
}

impl Question {
    pub(crate) fn yes_votes(&self, eligible_voters: SeatSet) -> usize {
        let says_yes = |seat: &SeatId| self.ballots.get(seat.index()) == Some(&Some(Ballot::Yes));
        eligible_voters.iter().filter(says_yes).count()
    }

    pub(crate) fn votes_missing(&self, eligible_voters: SeatSet) -> usize {
        let is_missing = |seat: &SeatId| matches!(self.ballots.get(seat.index()), Some(None) | None);
        eligible_voters.iter().filter(is_missing).count()
    }

    pub(crate) fn has_passed(&self, eligible_voters: SeatSet) -> bool {
        !eligible_voters.is_empty()
            && self.yes_votes(eligible_voters) >= self.motion.yes_votes_needed(eligible_voters)
    }
}
