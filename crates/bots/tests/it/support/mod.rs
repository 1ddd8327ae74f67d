pub(crate) mod game_for_two;
