//! A game at one table: its short code, the addresses for phones, the clock, and what to do with a wooden board.

use serde::Serialize;

use super::keys::ReachProblemKey;
use super::record::UnitView;

/// How phones in the same network reach this server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReachView {
    /// The best first: `http://192.168.1.7:1901`.
    pub urls: Vec<String>,
    /// What is missing if there is none.
    #[cfg_attr(test, schema(required))]
    pub problem: Option<ReachProblemKey>,
}

/// The game with a short code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TableView {
    pub id: String,
}

/// The server's clock. Deadlines follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Clock {
    /// Milliseconds since 1970.
    pub now_ms: i64,
}

/// What to do with the pieces of a wooden board that shows the position before a phase, in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PieceSteps {
    pub steps: Vec<PieceStepView>,
}

/// One thing to do with a piece, with a sentence. Units are named as they were before the phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PieceStepView {
    #[serde(flatten)]
    pub step: PieceStepKind,
    /// In the caller's language.
    pub sentence: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum PieceStepKind {
    /// To a place that is free by then, except for a unit that lies down there.
    Move {
        unit: UnitView,
        to: String,
    },
    /// Into the hand: it goes round in a ring, or changes places.
    Lift {
        unit: UnitView,
    },
    /// From the hand.
    PutDown {
        unit: UnitView,
        to: String,
    },
    /// A dislodged unit, at the edge of its province. It retreats later.
    LayDown {
        unit: UnitView,
    },
    /// Off the board.
    Remove {
        unit: UnitView,
    },
    Build {
        unit: UnitView,
    },
    /// The marker of a centre.
    Mark {
        centre: String,
        #[cfg_attr(test, schema(required))]
        owner: Option<String>,
    },
}
