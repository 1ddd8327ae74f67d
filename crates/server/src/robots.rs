//! Programs that play: they are asked when their seats owe a sheet, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use bots::{Budget, Kind, Seat};
use game::{Actor, Bot, Command, Counts, Game, Occupant, SeatId, Stance, Viewer};
use rules::{Orders, Resolution};
use store::GameId;

use crate::app::App;
use crate::room::ERRAND_SECONDS;
use crate::world::World;

/// How often the store is asked for programs that owe something, in case a server stopped before
/// they had answered.
const ROUND: Duration = Duration::from_secs(5);
const MOST_ERRANDS: usize = 200;
const FEW_ERRANDS: usize = 4;
const PHASES_A_YEAR: usize = 5;

/// Finds what was left undone, now and then.
pub async fn run(app: Arc<App>) {
    // With other nodes, few at a time: they may have the rest.
    let most = if app.is_shared() { FEW_ERRANDS } else { MOST_ERRANDS };
    loop {
        let now = app.now().seconds();
        match app.store.take_bots_due(now, now + ERRAND_SECONDS, most).await {
            Ok(games) => {
                let full = app.is_shared() && games.len() == most;
                for id in games {
                    serve(&app, id).await;
                }
                if full {
                    continue;
                }
            }
            Err(error) => tracing::error!(%error, "games with bots due cannot be read"),
        }
        tokio::time::sleep(ROUND).await;
    }
}

/// Lets the programs of a game think, soon.
pub(crate) fn wake(app: &Arc<App>, id: GameId) {
    let app = Arc::clone(app);
    tokio::spawn(async move { serve(&app, id).await });
}

/// Asks every program of the game that owes a sheet, until none does.
async fn serve(app: &Arc<App>, id: GameId) {
    let Ok(room) = app.room(id).await else { return };
    let game = room.game();
    for seat in game.programs_owing().iter() {
        // A turn for each thought, not for the whole table: a quick program of another game never waits
        // for six slow ones.
        let Ok(_turn) = Arc::clone(&app.thinkers).acquire_owned().await else { return };
        let game = room.game();
        if !game.programs_owing().contains(seat) {
            continue;
        }
        let dated = game.phase();
        let thinking = {
            let world = room.world;
            tokio::task::spawn_blocking(move || think(world, &game, seat)).await
        };
        let Ok(Some(paper)) = thinking else {
            tracing::error!(game = %id, seat = seat.index(), "a program had no answer");
            return;
        };
        let command = Command::HandIn { paper, dated, stance: Stance::Ready };
        if let Err(refused) = room.execute(app, Actor::Bot(seat), command, None).await {
            tracing::info!(game = %id, seat = seat.index(), id = refused.reason.key(), "a program's sheet came in vain");
            return;
        }
        app.metrics.thoughts.add();
    }
}

/// What the program in a seat writes. It sees what its seat may see, and nothing else.
fn think(world: &World, game: &Game, seat: SeatId) -> Option<Orders> {
    let view = game.view(Viewer::Seat(seat));
    let own = view.seats.get(seat.index())?;
    let Occupant::Bot(bot, _) = &own.occupant else { return None };
    let kind = kind(bot);
    let board = game.board(world.board());
    let mut position = (*view.board.as_ref()?.position).clone();
    position.table = table(&view, board);
    // Nobody looks farther back than a year.
    let history: Vec<&Resolution> = view
        .history
        .iter()
        .skip(view.history.len().saturating_sub(PHASES_A_YEAR))
        .filter(|(_, counts)| *counts == Counts::Counts)
        .map(|(record, _)| &record.resolution)
        .collect();
    let edition = game.charter().settings().edition;
    let goal = game.charter().settings().goal;
    let question = Seat { board, edition, position: &position, history: &history, powers: &own.powers, goal };
    Some(bots::think(kind, &question, Budget::Usual, game.charter().seed()))
}

/// Who plays which power, as everybody at the table can see.
fn table(view: &game::View, board: &rules::Board) -> rules::Table {
    let mut table = rules::Table::default();
    for power in board.powers() {
        let seat = view.seats.iter().find(|seat| seat.powers.contains(&power));
        match seat {
            Some(seat) => {
                table.player[power.index()] = seat.seat.index() as u8;
                table.set_disorder(power, seat.government == game::Government::InDisorder);
            }
            None => {
                table.player[power.index()] = (view.seats.len() + power.index()) as u8;
                table.set_disorder(power, true);
            }
        }
    }
    table
}

/// The program behind a key. A key from another version plays as the usual one.
pub(crate) fn kind(bot: &Bot) -> Kind {
    Kind::from_key(bot.as_str()).unwrap_or(Kind::Amateur)
}
