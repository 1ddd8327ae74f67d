//! Games as scripts, and random games. Commands with chosen times go in, events come out.

pub mod event_text;
pub mod random_game;
pub mod script_player;
pub mod script_reader;
pub mod test_rng;
