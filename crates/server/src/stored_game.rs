//! Reads stored games: charter and events become types of the game.

use game::{Event, Game};
use store::{GameId, GameRow, record};

use crate::app::App;
use crate::content::Content;
use crate::refusals::{Reason, Refused};

/// How many events are read from the store at once.
pub(crate) const EVENTS_PER_PAGE: usize = 1000;

pub(crate) fn read_charter(content: &Content, row: &GameRow) -> Result<game::Charter, Refused> {
    record::read_charter(content.board(), &row.charter).map_err(|fault| {
        tracing::error!(game = %row.id, fault = fault.kind(), "stored charter is unreadable");
        Reason::InternalError.into()
    })
}

pub(crate) fn read_event(content: &Content, text: &str) -> Result<Event, Refused> {
    record::read_event(content.board(), text).map_err(|fault| {
        // Not the text of the fault: it quotes the event.
        tracing::error!(fault = fault.kind(), "stored event is unreadable");
        Reason::InternalError.into()
    })
}

/// How often events of a game were rewritten. Read before the events, so that no rewrite is missed.
pub(crate) async fn rewrite_count(app: &App, id: GameId) -> Result<u64, Refused> {
    if !app.has_other_nodes() {
        return Ok(0);
    }
    let versions = app.store.versions(vec![id]).await?;
    versions.first().map(|(_, stored)| stored.rewrites).ok_or(Reason::NoSuchGame.into())
}

/// Applies all newer events from the store. Returns how many there were.
pub(crate) async fn apply_stored_events(
    app: &App,
    content: &Content,
    id: GameId,
    game: &mut Game,
) -> Result<usize, Refused> {
    let mut count = 0;
    loop {
        let rows = app.store.events(id, game.version(), EVENTS_PER_PAGE).await?;
        count += rows.len();
        for row in &rows {
            game.apply(&read_event(content, &row.record)?);
        }
        if rows.len() < EVENTS_PER_PAGE {
            return Ok(count);
        }
    }
}
