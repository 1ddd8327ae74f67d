//! The tests of this crate, in one program: it links once.

mod closing;
mod faults;
mod resolution;
mod standard;
