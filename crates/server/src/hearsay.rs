//! What other nodes have done: notices wake this node's listeners, and a round now and then finds what no
//! notice reported.

use std::sync::Arc;
use std::time::Duration;

use store::{ChangeNotice, GameId};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout};

use crate::app::App;
use crate::room::Room;

/// How often the store is asked about games that somebody listens to, whatever was heard.
const ROUND: Duration = Duration::from_secs(2);
/// How many games are asked about at a time.
const AT_A_TIME: usize = 1000;

/// Runs until the server stops; at once if nobody else works on this store.
pub async fn run(app: Arc<App>) {
    let Some(mut notices) = app.store.change_notices() else { return };
    let mut round = Instant::now() + ROUND;
    loop {
        match timeout(round.saturating_duration_since(Instant::now()), notices.recv()).await {
            Ok(Ok(ChangeNotice::Changed { game, version })) => hear(&app, game, version),
            Ok(Ok(ChangeNotice::Missed)) => doubt(&app),
            Ok(Err(RecvError::Lagged(_))) => round = Instant::now(),
            Ok(Err(RecvError::Closed)) => return,
            Err(_) => {
                go_round(&app).await;
                round = Instant::now() + ROUND;
            }
        }
    }
}

/// Somebody says that a game has changed. Those that nobody listens to are looked at when somebody asks.
fn hear(app: &Arc<App>, game: GameId, version: u64) {
    let room = app.known_room(game).filter(|room| room.listeners() > 0);
    if let Some(room) = room.filter(|room| room.game().version() < version) {
        look(app, room);
    }
}

fn look(app: &Arc<App>, room: Arc<Room>) {
    let app = Arc::clone(app);
    tokio::spawn(async move {
        if let Err(refused) = room.look(&app).await {
            tracing::info!(game = %room.id, id = refused.reason.key(), "a game could not be looked at");
        }
    });
}

/// The connection was lost: the database may be another one by now, which may not have had all that this node
/// has read. Everything is read again, when it is needed.
fn doubt(app: &Arc<App>) {
    for room in app.known_rooms() {
        room.doubt();
        if room.listeners() > 0 {
            look(app, room);
        }
    }
}

async fn go_round(app: &Arc<App>) {
    let mut rooms = app.known_rooms();
    rooms.retain(|room| room.listeners() > 0);
    for some in rooms.chunks(AT_A_TIME) {
        let Ok(versions) = app.store.versions(some.iter().map(|room| room.id).collect()).await else {
            return;
        };
        for room in some {
            let stored = versions.iter().find(|(id, _)| *id == room.id);
            if stored.is_none_or(|(_, stamp)| stamp.version != room.game().version()) {
                look(app, Arc::clone(room));
            }
        }
    }
}
