//! From wire types to the game's types. What does not fit is refused.

pub(crate) mod command;
#[cfg(test)]
mod order_forms_test;
pub(crate) mod orders;
pub(crate) mod position;
pub(crate) mod settings;
pub(crate) mod text;
