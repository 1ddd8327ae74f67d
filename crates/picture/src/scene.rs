//! What is to be painted.

use rules::{Orders, Position, Province, Resolution, Unit};

/// One picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub show: Show<'a>,
    /// Units that the phase before destroyed ([`Resolution::destroyed`]): the position has them no more.
    pub lost: &'a [Unit],
    /// Land that nobody may enter now ([`rules::Board::closed`]). It may change from picture to picture of one
    /// game (K5), so it is no part of the painter's board.
    pub closed: &'a [Province],
    /// Written above all else in the legend; the phase if none.
    pub title: Option<&'a str>,
}

/// A position and what is drawn in it.
#[derive(Clone, Copy, Debug)]
pub enum Show<'a> {
    Position(&'a Position),
    /// Everywhere that the unit in this province can go.
    Reach(&'a Position, Province),
    /// Orders without what became of them.
    Orders(&'a Position, &'a Orders),
    /// A phase that was played.
    Phase(&'a Resolution),
}

impl<'a> Scene<'a> {
    pub const fn new(show: Show<'a>) -> Self {
        Self { show, lost: &[], closed: &[], title: None }
    }

    /// A position alone.
    pub const fn of(position: &'a Position) -> Self {
        Self::new(Show::Position(position))
    }

    /// As it was when the orders were written.
    pub const fn position(&self) -> &'a Position {
        match self.show {
            Show::Position(position) | Show::Reach(position, _) | Show::Orders(position, _) => position,
            Show::Phase(played) => &played.before,
        }
    }
}
