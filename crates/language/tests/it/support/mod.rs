//! What several tests share.

pub mod case_file;
pub mod random;
pub mod slip;
