//! Whom somebody mutes or blocks. In a game with hidden names, only what was said in that game counts until it
//! ends: a mute made elsewhere would show who plays, and a block made there would show it elsewhere.

use game::{Game, Names, Person};
use store::{GameId, Restriction};

use crate::app::App;
use crate::refusals::Refused;

/// Whether a restriction that is made in this game must stay in it.
pub(crate) fn stays_in_game(game: &Game) -> bool {
    game.charter().settings().names == Names::Hidden && game.ending().is_none()
}

/// Whom this person mutes or blocks, as it counts in this game.
pub(crate) async fn restrictions_in(
    app: &App,
    person: Person,
    id: GameId,
    game: &Game,
) -> Result<Vec<(u64, Restriction)>, Refused> {
    let in_games = app.store.game_restrictions(person.0).await?;
    if stays_in_game(game) {
        let here = in_games.into_iter().filter(|(of, ..)| *of == id);
        return Ok(here.map(|(_, other, restriction)| (other, restriction)).collect());
    }
    let mut found = app.store.restrictions(person.0).await?;
    for (of, other, restriction) in in_games {
        // After the end, names are shown and there is nothing to hide.
        let is_over = match app.live_game(of).await {
            Ok(live_game) => !stays_in_game(&live_game.game()),
            Err(_) => true,
        };
        if is_over {
            found.push((other, restriction));
        }
    }
    Ok(found)
}

/// Whether one of these two has blocked the other.
pub(crate) async fn is_blocked_between(
    app: &App,
    one: Person,
    other: Person,
    id: GameId,
    game: &Game,
) -> Result<bool, Refused> {
    let blocks = |list: &[(u64, Restriction)], whom: Person| list.contains(&(whom.0, Restriction::Block));
    let by_one = restrictions_in(app, one, id, game).await?;
    Ok(blocks(&by_one, other) || blocks(&restrictions_in(app, other, id, game).await?, one))
}
