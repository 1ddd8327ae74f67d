//! Games for other programs. Everything comes from a view: nobody takes out what they cannot see.

pub(crate) mod log;
pub(crate) mod python;
