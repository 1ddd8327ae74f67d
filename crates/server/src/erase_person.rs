//! Erases a person: leaves their seats, and removes their name from every game that ever had it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use game::{Actor, Command, Person};
use store::GameId;

use crate::app::App;
use crate::game_columns::GameColumns;
use crate::refusals::Refused;

/// Replaces the erased name in games.
const ERASED_NAME: &str = "—";
const EVENTS_PER_PAGE: usize = 1000;
const GAMES_PER_PAGE: usize = 1000;
/// How long to wait if somebody reads the store, for example for a backup.
const WIPE_INTERVAL: Duration = Duration::from_secs(10);

/// Deletes a person and everything that names them.
pub(crate) async fn erase_person(app: &Arc<App>, person: Person) -> Result<(), Refused> {
    for row in app.store.games_of(person.0, store::MAX_ROWS).await? {
        let live_game = app.live_game(row.id).await?;
        // A game that has not started is cancelled with its maker. A seat in a running game becomes free.
        for command in [Command::Cancel, Command::Leave] {
            let _ = live_game.execute(app, Actor::Person(person), command, None).await;
        }
    }
    let name = app.store.person(person.0).await?.map(|row| row.name);
    replace_name(app, person, name, ERASED_NAME).await?;
    app.store.delete_person(person.0).await?;
    wipe_deleted(app).await
}

/// Removes what was deleted also from the files of the store; later, if somebody reads them now. Each try makes
/// writers wait, so one task tries for everybody.
pub(crate) async fn wipe_deleted(app: &Arc<App>) -> Result<(), Refused> {
    if app.waits_to_wipe.load(Ordering::SeqCst) || app.store.wipe_deleted().await? {
        return Ok(());
    }
    if app.waits_to_wipe.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let app = Arc::clone(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(WIPE_INTERVAL).await;
            // Before the try: what is deleted from now on may come too late for it.
            app.waits_to_wipe.store(false, Ordering::SeqCst);
            match app.store.wipe_deleted().await {
                Ok(true) => return,
                Ok(false) if app.waits_to_wipe.swap(true, Ordering::SeqCst) => return,
                Ok(false) => {}
                // When the server stops, the log is deleted.
                Err(error) => {
                    tracing::warn!(%error, "deleted data may still be in the log of the store");
                    return;
                }
            }
        }
    });
    Ok(())
}

/// Gives a person another name in all games: in the events, the logs, the titles and the lists.
pub(crate) async fn replace_name(
    app: &Arc<App>,
    person: Person,
    name: Option<String>,
    replacement: &str,
) -> Result<(), Refused> {
    let games = games_naming(app, person).await?;
    // Somebody may have had other names before, and a title may have one of them.
    let mut names: BTreeSet<String> = name.into_iter().collect();
    for id in games.values() {
        names.extend(redact(app, *id, person, replacement).await?);
    }
    names.remove(replacement);
    let names: Vec<String> = names.into_iter().collect();
    for id in games.values() {
        if let Some(row) = app.store.game(*id).await?
            && let Some(charter) = store::record::with_title_cleaned(&row.charter, &names, replacement)
        {
            app.store.redact(*id, 0, charter).await?;
        }
        // The copy in memory still has the name, and so has the card in lists.
        let live_game = app.live_game(*id).await?;
        live_game.reload(app).await?;
        app.store.set_summary(*id, GameColumns::of(&live_game.game()).summary).await?;
    }
    Ok(())
}

/// All games that name this person or were made by them, also those that they have left.
async fn games_naming(app: &App, person: Person) -> Result<BTreeMap<u64, GameId>, Refused> {
    let mut games = BTreeMap::new();
    let mut after = 0;
    loop {
        let page = app.store.games_naming(person.0, after, GAMES_PER_PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok(games) };
        after = *last;
        games.extend(page);
    }
}

/// Rewrites the stored events that contain this person's name. Returns the names that they had.
async fn redact(
    app: &App,
    id: GameId,
    person: Person,
    replacement: &str,
) -> Result<BTreeSet<String>, Refused> {
    let mut names = BTreeSet::new();
    let mut after = 0;
    loop {
        let rows = app.store.events(id, after, EVENTS_PER_PAGE).await?;
        for row in &rows {
            after = row.version;
            if let Some(record) = store::record::with_name_replaced(&row.record, person.0, replacement) {
                names.extend(store::record::names_of(&row.record, person.0));
                app.store.redact(id, row.version, record).await?;
            }
        }
        if rows.len() < EVENTS_PER_PAGE {
            return Ok(names);
        }
    }
}
