//! Players that are programs, and the matches in which they are measured.
//!
//! A [`Bot`] gets what its [`Seat`] may know, a budget of [`Work`] and a seed, and answers with the
//! [`Orders`](rules::Orders) of a phase. It keeps nothing between two questions, so the same question
//! always gets the same answer. [`think`] asks in one call. One file a bot; [`Kind`] names them all,
//! [`Level`] is what people choose from.

pub mod arena;
mod bot;
mod dumb;
mod hold;
mod kinds;
mod planner;
mod random;
mod regent;
mod think;
mod work;

pub use bot::{Bot, Seat, answer, seed_for};
pub use chance::Chance;
pub use dumb::{Dumb, Neutrals, Worth};
pub use hold::Hold;
pub use kinds::{Kind, Level};
pub use planner::{Foresight, Habits, Planner};
pub use random::Random;
pub use regent::{Advice, Expected, Regent, Suggestion};
pub use think::{Budget, think};
pub use work::Work;
