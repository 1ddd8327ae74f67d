//! Imports games that were played elsewhere: makes the rows for the store.

use atlas::Variant;
use game::{Charter, Event, Game, Timestamp, Viewer};
use store::{GameId, NewEvent, NewGame, record};

use crate::live_game::stored_state;
use crate::{Refused, game_summary, identity};

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
    let board = &variant.board;
    let mut bits = [0; 10];
    identity::fill_random(&mut bits)?;
    let text = record::write_charter(board, &charter);
    let made = charter.created_at().seconds();
    let maker = charter.creator().0;
    let game = Game::replay(charter, events);
    let public = game.view(Viewer::Stranger);
    Ok(NewGame {
        id: GameId::from_bits(bits),
        variant: variant.key().to_owned(),
        maker,
        made,
        listed: false,
        charter: text,
        summary: game_summary::write(&public, &game),
        state: stored_state(&public),
        due: game.due().map(Timestamp::seconds),
        bots_due: !game.bots_due().is_empty(),
        members: match players {
            ImportedPlayers::Local => game.people().into_iter().map(|who| who.0).collect(),
            ImportedPlayers::External => Vec::new(),
        },
        events: events
            .iter()
            .map(|event| NewEvent { at: event.at.seconds(), record: record::write_event(board, event) })
            .collect(),
    })
}
