//! The rulebook as types and functions.
//!
//! Pure: no input or output, no text for people, no clock, no chance. A [`Board`] says what
//! borders what; [`Forces`] say who stands where; a [`Sheet`] says what was ordered; a
//! [`Judge`] rules on it, and every [`Ruling`] carries the reason that decided it.
//! [`Position::resolve`] plays a whole phase: [`Orders`] in, a [`Resolution`] out.

mod adjustment;
mod because;
mod bits;
mod board;
mod board_plan;
mod calendar;
mod edition;
mod forces;
mod goal;
mod ids;
mod intake;
mod judge;
mod keyed;
mod legality;
mod options;
mod order;
mod orders;
mod owners;
mod player_table;
mod position;
mod resolution;
mod retreat;
mod routes;
mod sheet;

pub use adjustment::{Adjustment, Adjustments, Entry};
pub use because::{Because, Outcome, Rule, Ruling};
pub use board::{Board, Opening, Terrain};
pub use board_plan::{BoardFault, BoardPlan, ProvincePlan};
pub use calendar::{Date, Phase, Season, Stage};
pub use edition::Edition;
pub use forces::{CannotStand, Dislodged, Forces, Table, Unit, UnitKind};
pub use goal::{Goal, GoalOf};
pub use ids::{Coast, Location, Power, Province};
pub use intake::{Intake, Taken};
pub use judge::{Judge, Verdict};
pub use keyed::Keyed;
pub use legality::{Illegality, Legality};
pub use options::{Choices, Options};
pub use order::{Order, Passage, RetreatOrder};
pub use orders::{Orders, WrongPhase};
pub use owners::Owners;
pub use player_table::{NeutralPlan, NeutralPower, PlayerTable, PlayerTablePlan};
pub use position::Position;
pub use resolution::{Resolution, Ruled};
pub use retreat::judge_retreats;
pub use sheet::Sheet;
