//! Order texts for tests: case files of reading, random orders, typos.

pub mod case_file;
pub mod random;
pub mod typo;
