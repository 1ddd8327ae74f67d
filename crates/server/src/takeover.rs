//! Games that were played elsewhere, as rows of the store.

use atlas::Variant;
use game::{Charter, Event, Game, Timestamp, Viewer};
use store::{GameId, NewEvent, NewGame, record};

use crate::room::state;
use crate::{Refused, card, identity};

/// Whether people of this server may have played in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Players {
    /// As the log says.
    Ours,
    /// People who exist in the log only.
    Strangers,
}

/// A game for the store, under a new name. It is in no public list.
pub fn take_over(
    variant: &Variant,
    charter: Charter,
    events: &[Event],
    players: Players,
) -> Result<NewGame, Refused> {
    let board = &variant.board;
    let mut bits = [0; 10];
    identity::fill(&mut bits)?;
    let text = record::write_charter(board, &charter);
    let made = charter.made().seconds();
    let maker = charter.maker().0;
    let game = Game::replay(charter, events);
    let public = game.view(Viewer::Stranger);
    Ok(NewGame {
        id: GameId::from_bits(bits),
        variant: variant.key().to_owned(),
        maker,
        made,
        listed: false,
        charter: text,
        card: card::write(&public, &game),
        state: state(&public),
        due: game.due().map(Timestamp::seconds),
        bots_due: !game.programs_owing().is_empty(),
        members: match players {
            Players::Ours => game.people().into_iter().map(|who| who.0).collect(),
            Players::Strangers => Vec::new(),
        },
        events: events
            .iter()
            .map(|event| NewEvent { at: event.at.seconds(), record: record::write_event(board, event) })
            .collect(),
    })
}
