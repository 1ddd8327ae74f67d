//! From the game's types to wire types. Only what `view` lets the caller see is converted.

pub(crate) mod advice;
pub(crate) mod board;
pub(crate) mod convoy_route;
pub(crate) mod course;
pub(crate) mod log;
pub(crate) mod messages;
pub(crate) mod options;
pub(crate) mod orders;
pub(crate) mod pieces;
pub(crate) mod places;
pub(crate) mod position;
pub(crate) mod practice;
pub(crate) mod record;
pub(crate) mod settings;
pub(crate) mod view;

use game::{SeatId, SeatSet};

pub(crate) fn seats(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(SeatId::index).collect()
}
