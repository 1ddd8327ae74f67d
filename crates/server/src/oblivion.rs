//! Forgetting somebody: their seats are given up, their name goes out of every game.

use std::sync::Arc;

use game::{Actor, Command, Person};

use crate::app::App;
use crate::refused::Refused;

/// What stands in games where the name stood.
const NOBODY: &str = "—";
const PAGE: usize = 1000;

pub(crate) async fn forget(app: &Arc<App>, person: Person) -> Result<(), Refused> {
    let games = app.store.games_of(person.0, store::MAX_ROWS).await?;
    for card in games {
        let room = app.room(card.id).await?;
        // A game that was made and not begun goes with its maker; a seat is left to others.
        for command in [Command::Cancel, Command::Leave] {
            let _ = room.execute(app, Actor::Person(person), command, None).await;
        }
        redact(app, card.id, person).await?;
        // Whoever has the room open must not go on with the name.
        room.reload(app).await?;
    }
    app.store.delete_person(person.0).await?;
    Ok(())
}

/// Rewrites the records that carry the name of this person.
async fn redact(app: &App, id: store::GameId, person: Person) -> Result<(), Refused> {
    let mut after = 0;
    loop {
        let rows = app.store.events(id, after, PAGE).await?;
        for row in &rows {
            after = row.version;
            if let Some(record) = store::record::without_name(&row.record, person.0, NOBODY) {
                app.store.redact(id, row.version, record).await?;
            }
        }
        if rows.len() < PAGE {
            return Ok(());
        }
    }
}
