//! Imports games that were played elsewhere: makes the rows for the store.

use atlas::Variant;
use game::{Charter, Event, Game};
use store::{NewEvent, NewGame, record};

use crate::Refused;
use crate::new_game::{new_game_id, new_game_row};

/// Whether the players of an imported game are people of this server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportedPlayers {
    /// The people that the events name.
    Local,
    /// People who exist only in the imported events.
    External,
}

/// An imported game as rows for the store, with a new id. It is not listed publicly.
pub fn import_game(
    variant: &Variant,
    charter: Charter,
    events: &[Event],
    players: ImportedPlayers,
) -> Result<NewGame, Refused> {
    let game = Game::replay(charter, events);
    let members = match players {
        ImportedPlayers::Local => game.people().into_iter().map(|who| who.0).collect(),
        ImportedPlayers::External => Vec::new(),
    };
    let written = events
        .iter()
        .map(|event| NewEvent { at: event.at.seconds(), record: record::write_event(&variant.board, event) });
    Ok(NewGame { members, ..new_game_row(variant, new_game_id()?, &game, written.collect()) })
}
