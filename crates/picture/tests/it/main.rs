//! The tests of this crate, as one program, so that it is linked only once.

mod drawing;
mod marks;
mod pictures;
mod scenes;
mod shared_paths;
mod variants;
mod visual_regressions;
mod web;
