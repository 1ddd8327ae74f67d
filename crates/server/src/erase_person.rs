//! Erases a person: leaves their seats and removes their name from every game.

use std::sync::Arc;

use game::{Actor, Command, Person};

use crate::app::App;
use crate::refusals::Refused;

/// Replaces the erased name in games.
const ERASED_NAME: &str = "—";
const EVENTS_PER_PAGE: usize = 1000;

/// Deletes a person and everything that names them.
pub(crate) async fn erase_person(app: &Arc<App>, person: Person) -> Result<(), Refused> {
    let games = app.store.games_of(person.0, store::MAX_ROWS).await?;
    for row in games {
        let live_game = app.live_game(row.id).await?;
        // A game that has not started is cancelled with its maker. A seat in a running game becomes free.
        for command in [Command::Cancel, Command::Leave] {
            let _ = live_game.execute(app, Actor::Person(person), command, None).await;
        }
        redact(app, row.id, person).await?;
        // The copy in memory still has the name.
        live_game.reload(app).await?;
    }
    app.store.delete_person(person.0).await?;
    Ok(())
}

/// Rewrites the stored events that contain this person's name.
async fn redact(app: &App, id: store::GameId, person: Person) -> Result<(), Refused> {
    let mut after = 0;
    loop {
        let rows = app.store.events(id, after, EVENTS_PER_PAGE).await?;
        for row in &rows {
            after = row.version;
            if let Some(record) = store::record::with_name_replaced(&row.record, person.0, ERASED_NAME) {
                app.store.redact(id, row.version, record).await?;
            }
        }
        if rows.len() < EVENTS_PER_PAGE {
            return Ok(());
        }
    }
}
