//! What `world` knows besides: the game master, and when everything starts.

use game::Person;

pub const MASTER: Person = Person(1000);
pub const START: i64 = 1_791_201_600;
