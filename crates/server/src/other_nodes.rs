//! Changes that other nodes make: the store's notices wake this node's listeners, and a regular check finds
//! changes without a notice.

use std::sync::Arc;
use std::time::Duration;

use store::{ChangeNotice, GameId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout};

use crate::app::App;
use crate::live_game::LiveGame;

/// How often the versions of games with listeners are compared with the store.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// How many games are compared per query.
const MAX_GAMES_PER_QUERY: usize = 1000;

/// Runs until the server stops. Returns at once if no other node can use this store.
pub async fn run(app: Arc<App>) {
    let Some(mut notices) = app.store.change_notices() else { return };
    let mut next_check = Instant::now() + CHECK_INTERVAL;
    loop {
        match timeout(next_check.saturating_duration_since(Instant::now()), notices.recv()).await {
            Ok(Ok(ChangeNotice::Changed { game, version })) => handle_notice(&app, game, version),
            Ok(Ok(ChangeNotice::Missed)) => mark_all_stale(&app),
            Ok(Err(RecvError::Lagged(_))) => next_check = Instant::now(),
            Ok(Err(RecvError::Closed)) => return,
            Err(_) => {
                check_versions(&app).await;
                next_check = Instant::now() + CHECK_INTERVAL;
            }
        }
    }
}

/// A notice says that a game has changed. A game without listeners is read when a request needs it.
fn handle_notice(app: &Arc<App>, game: GameId, version: u64) {
    let live_game = app.loaded_game(game).filter(|live_game| live_game.listener_count() > 0);
    if let Some(live_game) = live_game.filter(|live_game| live_game.game().version() < version) {
        spawn_sync(app, live_game);
    }
}

fn spawn_sync(app: &Arc<App>, live_game: Arc<LiveGame>) {
    let app = Arc::clone(app);
    tokio::spawn(async move {
        if let Err(refused) = live_game.sync(&app).await {
            tracing::info!(game = %live_game.id, id = refused.reason.key(), "reading changes of another node failed");
        }
    });
}

/// The connection to the database was lost. A standby may have taken over that misses events which this node
/// has read. So every game is read again when it is needed.
fn mark_all_stale(app: &Arc<App>) {
    for live_game in app.loaded_games() {
        live_game.mark_stale();
        if live_game.listener_count() > 0 {
            spawn_sync(app, live_game);
        }
    }
}

async fn check_versions(app: &Arc<App>) {
    let mut rooms = app.loaded_games();
    rooms.retain(|live_game| live_game.listener_count() > 0);
    for batch in rooms.chunks(MAX_GAMES_PER_QUERY) {
        let Ok(versions) = app.store.versions(batch.iter().map(|live_game| live_game.id).collect()).await
        else {
            return;
        };
        for live_game in batch {
            let stored = versions.iter().find(|(id, _)| *id == live_game.id);
            if stored.is_none_or(|(_, stamp)| stamp.version != live_game.game().version()) {
                spawn_sync(app, Arc::clone(live_game));
            }
        }
    }
}
