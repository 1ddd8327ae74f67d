//! How the players of one position value its places: everybody is looked at once, however many ask.

use std::sync::{Arc, Mutex, PoisonError};

use rules::{Board, Position, Power};

use crate::Seat;
use crate::dumb::{Neutrals, Worth};

#[derive(Debug)]
pub(crate) struct Minds<'a> {
    board: &'a Board,
    position: &'a Position,
    /// Without a neutral centre all tastes are one.
    has_neutrals: bool,
    known: Mutex<Vec<Mind>>,
}

#[derive(Debug)]
struct Mind {
    powers: Vec<Power>,
    neutrals: Neutrals,
    worth: Arc<Worth>,
}

impl<'a> Minds<'a> {
    /// Of those at the board with somebody. Nobody is looked at yet.
    pub(crate) fn at(seat: &Seat<'a>) -> Self {
        let (board, position) = (seat.board, seat.position);
        let has_neutrals = board.centres().iter().any(|centre| position.owners.of(*centre).is_none());
        Self { board, position, has_neutrals, known: Mutex::new(Vec::new()) }
    }

    /// The mind of the player of these powers.
    pub(crate) fn of(&self, powers: &[Power], neutrals: Neutrals) -> Arc<Worth> {
        let neutrals = if self.has_neutrals { neutrals } else { Neutrals::Ignored };
        let is_asked = |mind: &&Mind| mind.neutrals == neutrals && mind.powers == powers;
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mind) = known.iter().find(is_asked) {
            return Arc::clone(&mind.worth);
        }
        // Others may go on meanwhile; if two look at the same player, they see the same.
        drop(known);
        let worth = Arc::new(Worth::of(self.board, self.position, powers, neutrals));
        let mind = Mind { powers: powers.to_vec(), neutrals, worth: Arc::clone(&worth) };
        self.known.lock().unwrap_or_else(PoisonError::into_inner).push(mind);
        worth
    }
}
