#![doc = include_str!("../README.md")]
//!
//! # Where to begin
//!
//! A [`Board`] says which places are adjacent. [`Forces`] say which unit is where. A [`Sheet`] says what is
//! ordered. A [`Judge`] decides what happens, and every [`Ruling`] carries its reason. [`Position::resolve`]
//! plays a whole phase: [`Orders`] in, a [`Resolution`] out. [`Options`] lists every legal order.

#![warn(missing_docs)]

mod adjustment;
mod because;
mod bits;
mod board;
mod board_plan;
mod calendar;
mod edition;
mod error_messages;
mod forces;
mod goal;
mod ids;
mod judge;
mod keyed;
mod legality;
mod options;
mod order;
mod order_collector;
mod orders;
mod owners;
mod piece_steps;
mod player_table;
mod position;
mod resolution;
mod retreat;
mod routes;
mod sheet;

pub use adjustment::{Adjustment, AdjustmentJudge, AdjustmentOrder};
pub use because::{Because, Outcome, Rule, Ruling};
pub use board::{Board, Opening, Terrain};
pub use board_plan::{BoardError, BoardErrors, BoardPlan, ProvincePlan};
pub use calendar::{Phase, PhaseKind, Season, Turn};
pub use edition::Edition;
pub use forces::{Dislodged, Forces, PlacementError, Players, Unit, UnitKind};
pub use goal::{Goal, GoalScope};
pub use ids::{Coast, Location, Power, Province};
pub use judge::{Judge, Verdict};
pub use keyed::Keyed;
pub use legality::{Illegality, Legality};
pub use options::{LegalOrders, Options};
pub use order::{Order, Passage, RetreatOrder};
pub use order_collector::{CollectedOrders, OrderCollector};
pub use orders::{Orders, WrongPhase};
pub use owners::Owners;
pub use piece_steps::PieceStep;
pub use player_table::{NeutralPower, NeutralPowerPlan, PlayerTable, PlayerTablePlan};
pub use position::Position;
pub use resolution::{Resolution, RuledOrders};
pub use retreat::judge_retreats;
pub use sheet::Sheet;
