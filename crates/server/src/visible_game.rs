//! Which state of a game a caller may see. Delayed spectators see an earlier one.

use std::sync::Arc;

use game::{Game, Seconds, Timestamp, Viewer, Watching};

use crate::app::App;
use crate::live_game::LiveGame;
use crate::refusals::Refused;
use crate::session::Visitor;

/// The game in the state that the caller may see.
pub(crate) async fn visible_game(
    app: &App,
    live_game: &LiveGame,
    visitor: Visitor,
) -> Result<Arc<Game>, Refused> {
    let game = live_game.game();
    match (visitor.viewer(&game), game.charter().settings().watching, game.ending()) {
        (Viewer::Spectator, Watching::Later(by), None) => {
            let then = app.now().seconds() - i64::from(by.count());
            live_game.as_of(app, Timestamp::from_seconds(then)).await
        }
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            Watching::Anybody | Watching::Later(_) | Watching::PlayersOnly,
            _,
        ) => Ok(game),
    }
}

/// How far a viewer's state is behind.
pub(crate) fn spectator_delay(game: &Game, viewer: Viewer) -> Seconds {
    match (viewer, game.charter().settings().watching) {
        (Viewer::Spectator, Watching::Later(by)) => by,
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            Watching::Anybody | Watching::Later(_) | Watching::PlayersOnly,
        ) => Seconds::ZERO,
    }
}
