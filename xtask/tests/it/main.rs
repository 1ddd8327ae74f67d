//! Checks of the repository itself: which crate may use which, what documents claim, which words are used.

#![allow(clippy::unwrap_used)]

mod dependencies;
mod documents;
mod readme_snippet;
mod repository;
mod words;
