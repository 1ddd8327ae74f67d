//! Valuations: how each player of a position values its places. Each one is computed once and cached.

use std::sync::{Arc, Mutex, PoisonError};

use rules::{Board, Position, Power};

use crate::Seat;
use crate::dumb::{NeutralCentres, PlaceValues};

/// A cache of the place values of all players in one position.
#[derive(Debug)]
pub(crate) struct Valuations<'a> {
    board: &'a Board,
    position: &'a Position,
    /// Without neutral centres both kinds of valuation are the same.
    has_neutrals: bool,
    cache: Mutex<Vec<Valuation>>,
}

#[derive(Debug)]
struct Valuation {
    powers: Vec<Power>,
    neutrals: NeutralCentres,
    values: Arc<PlaceValues>,
}

impl<'a> Valuations<'a> {
    /// An empty cache for the position of a seat.
    pub(crate) fn at(seat: &Seat<'a>) -> Self {
        let (board, position) = (seat.board, seat.position);
        let has_neutrals = board.centres().iter().any(|centre| position.owners.of(*centre).is_none());
        Self { board, position, has_neutrals, cache: Mutex::new(Vec::new()) }
    }

    /// The place values of the player of these powers.
    pub(crate) fn of(&self, powers: &[Power], neutrals: NeutralCentres) -> Arc<PlaceValues> {
        let neutrals = if self.has_neutrals { neutrals } else { NeutralCentres::Ignored };
        let is_asked = |mind: &&Valuation| mind.neutrals == neutrals && mind.powers == powers;
        let known = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mind) = known.iter().find(is_asked) {
            return Arc::clone(&mind.values);
        }
        // Other threads may use the cache meanwhile. Two threads may compute the same values.
        drop(known);
        let worth = Arc::new(PlaceValues::of(self.board, self.position, powers, neutrals));
        let mind = Valuation { powers: powers.to_vec(), neutrals, values: Arc::clone(&worth) };
        self.cache.lock().unwrap_or_else(PoisonError::into_inner).push(mind);
        worth
    }
}
