//! Exports of games for other programs. They are made from a view, so they contain only what the caller may
//! see.

pub(crate) mod log;
pub(crate) mod python;
