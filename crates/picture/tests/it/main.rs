//! The tests of this crate, in one program: it links once.

mod drawing;
mod looks;
mod marks;
mod pictures;
mod scenes;
mod variants;
mod web;
