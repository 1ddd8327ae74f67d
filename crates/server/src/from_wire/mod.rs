//! From wire types to the game's types. What does not fit is refused.

mod ahead;
pub(crate) mod command;
#[cfg(test)]
mod order_forms_test;
pub(crate) mod orders;
pub(crate) mod position;
pub(crate) mod settings;
pub(crate) mod text;

use game::SeatId;
use rules::{Board, Location, Power};

use crate::refusals::{Reason, Refused};

pub(crate) fn power(board: &Board, key: &str) -> Result<Power, Refused> {
    board.power(key).ok_or_else(|| Reason::NoSuchPower.about(key))
}

pub(crate) fn location(board: &Board, key: &str) -> Result<Location, Refused> {
    board.location(key).ok_or_else(|| Reason::NoSuchPlace.about(key))
}

pub(crate) fn seat(number: usize) -> Result<SeatId, Refused> {
    SeatId::from_index(number).ok_or(Reason::NoSuchSeat.into())
}
