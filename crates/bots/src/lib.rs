//! Bots (programs that play), and the arena that measures their strength.
//!
//! A [`Bot`] gets a [`Seat`] (what it may know), a [`WorkBudget`] and a seed. It returns the
//! [`Orders`](rules::Orders) of a phase. It keeps no state between calls, so the same input always gives
//! the same orders. [`choose_orders`] does all this in one call. Each bot has its own file or folder.
//! [`BotKind`] lists all bots; [`Level`] lists the levels that people choose from.

pub mod arena;
mod ask_bot;
mod bot;
mod bot_kinds;
mod dumb;
mod hold;
mod planner;
mod random;
mod regent;
mod vote;
mod work_budget;

pub use ask_bot::{Budget, ask_bot, choose_orders, seed_for};
pub use bot::{Bot, Seat};
pub use bot_kinds::{BotKind, Level};
pub use dumb::{Dumb, NeutralCentres, PlaceValues};
pub use hold::Hold;
pub use planner::{Planner, PlannerOptions, Prediction};
pub use random::Random;
pub use regent::{Advice, Expected, Regent, Suggestion};
pub use seeded_random::SeededRng;
pub use vote::{
    GAMES_PLAYED_ON, GIVE_UP_YEARS, Outlook, ProposedEnd, STUCK_YEARS, outlook, years_without_change,
};
pub use work_budget::WorkBudget;
