//! From a game's own types to the shapes that are sent. What is shown was let through by `view`.

pub(crate) mod advice;
pub(crate) mod board;
pub(crate) mod deeds;
pub(crate) mod log;
pub(crate) mod options;
pub(crate) mod position;
pub(crate) mod record;
pub(crate) mod settings;
pub(crate) mod talk;
pub(crate) mod view;

use game::{Circle, SeatId};

pub(crate) fn seats(circle: Circle) -> Vec<usize> {
    circle.iter().map(SeatId::index).collect()
}
