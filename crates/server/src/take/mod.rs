//! From the shapes that were sent to the game's own types, with a refusal for what fits none.

#[cfg(test)]
mod agreement;
pub(crate) mod command;
pub(crate) mod deeds;
pub(crate) mod position;
pub(crate) mod settings;
pub(crate) mod text;
