//! What a picture shows: a position, orders, or the results of a phase.

use rules::{Orders, Position, Province, Resolution, Unit};

/// The content of one picture.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub content: SceneContent<'a>,
    /// Units that were destroyed in the previous phase ([`Resolution::destroyed`]) and are no longer in the
    /// position.
    pub destroyed: &'a [Unit],
    /// Land that no unit may enter now ([`rules::Board::closed`]). It can change during a game (K5), so it is
    /// not part of the painter's board.
    pub closed: &'a [Province],
    /// The title of the legend; the phase if `None`.
    pub title: Option<&'a str>,
}

/// A position and what is drawn on it.
#[derive(Clone, Copy, Debug)]
pub enum SceneContent<'a> {
    Position(&'a Position),
    /// All places that the unit in this province can move to.
    Reach(&'a Position, Province),
    /// Orders without results.
    Orders(&'a Position, &'a Orders),
    /// A resolved phase: orders and results.
    Resolution(&'a Resolution),
}

impl<'a> Scene<'a> {
    pub const fn new(show: SceneContent<'a>) -> Self {
        Self { content: show, destroyed: &[], closed: &[], title: None }
    }

    /// A position alone.
    pub const fn of(position: &'a Position) -> Self {
        Self::new(SceneContent::Position(position))
    }

    /// The position before the orders.
    pub const fn position(&self) -> &'a Position {
        match self.content {
            SceneContent::Position(position)
            | SceneContent::Reach(position, _)
            | SceneContent::Orders(position, _) => position,
            SceneContent::Resolution(played) => &played.before,
        }
    }
}
