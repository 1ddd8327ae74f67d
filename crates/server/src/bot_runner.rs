//! The bot runner: lets bots think when their seats have orders due, a few at the same time.

use std::sync::Arc;
use std::time::Duration;

use bots::{BotKind, Budget, Seat};
use game::{Actor, Bot, Command, Game, Occupant, Readiness, RecordStatus, SeatId, Viewer};
use rules::{Orders, Resolution};
use store::GameId;

use crate::app::App;
use crate::content::Content;
use crate::live_game::BOT_LEASE_SECONDS;
use crate::machine::BotThreads;

/// How often the store is asked for games with bots due, in case a server stopped before its bots had
/// finished.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
const MAX_GAMES_PER_QUERY: usize = 200;
const MAX_GAMES_PER_QUERY_SHARED: usize = 4;
const PHASES_PER_YEAR: usize = 5;

/// Regularly finds games in which bots are due and serves them.
pub async fn run(app: Arc<App>) {
    // With other nodes, only a few per query, so that all nodes share the work.
    let max_games = if app.has_other_nodes() { MAX_GAMES_PER_QUERY_SHARED } else { MAX_GAMES_PER_QUERY };
    loop {
        let now = app.now().seconds();
        match app.store.claim_bots_due(now, now + BOT_LEASE_SECONDS, max_games).await {
            Ok(games) => {
                let full = app.has_other_nodes() && games.len() == max_games;
                for id in games {
                    run_bots(&app, id).await;
                }
                if full {
                    continue;
                }
            }
            Err(error) => tracing::error!(%error, "reading games with bots due failed"),
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Starts a task that serves the bots of a game.
pub(crate) fn start_bots(app: &Arc<App>, id: GameId) {
    let app = Arc::clone(app);
    tokio::spawn(async move { run_bots(&app, id).await });
}

/// Lets each bot of the game that is due think, and hands in its orders.
async fn run_bots(app: &Arc<App>, id: GameId) {
    let Ok(live_game) = app.live_game(id).await else { return };
    let game = live_game.game();
    for seat in game.bots_due().iter() {
        // One permit per bot, not per game: a fast bot of another game never waits for six slow ones.
        let Ok(_turn) = app.bot_pool.enter().await else { return };
        let game = live_game.game();
        if !game.bots_due().contains(seat) {
            continue;
        }
        let dated = game.phase();
        let orders = {
            let content = live_game.content;
            match app.machine.bot_threads {
                BotThreads::Separate => {
                    tokio::task::spawn_blocking(move || bot_orders(content, &game, seat)).await
                }
                BotThreads::Same => Ok(bot_orders(content, &game, seat)),
            }
        };
        let Ok(Some(paper)) = orders else {
            tracing::error!(game = %id, seat = seat.index(), "bot returned no orders");
            return;
        };
        let command = Command::SubmitOrders { paper, dated, readiness: Readiness::Ready };
        if let Err(refused) = live_game.execute(app, Actor::Bot(seat), command, None).await {
            tracing::info!(game = %id, seat = seat.index(), id = refused.reason.key(), "bot orders rejected");
            return;
        }
        app.metrics.bot_sheets.increment();
    }
}

/// The orders of the bot in a seat. It sees only what its seat may see.
fn bot_orders(content: &Content, game: &Game, seat: SeatId) -> Option<Orders> {
    let view = game.view(Viewer::Seat(seat));
    let own = view.seats.get(seat.index())?;
    let Occupant::Bot(bot, _) = &own.occupant else { return None };
    let kind = bot_kind(bot);
    let board = game.board(content.board());
    let mut position = (*view.board.as_ref()?.position).clone();
    position.players = player_table(&view, board);
    // No bot looks back more than a year.
    let history: Vec<&Resolution> = view
        .history
        .iter()
        .skip(view.history.len().saturating_sub(PHASES_PER_YEAR))
        .filter(|(_, counts)| *counts == RecordStatus::Active)
        .map(|(record, _)| &record.resolution)
        .collect();
    let edition = game.charter().settings().edition;
    let goal = game.charter().settings().goal;
    let question = Seat { board, edition, position: &position, history: &history, powers: &own.powers, goal };
    Some(bots::choose_orders(kind, &question, Budget::Usual, game.charter().seed()))
}

/// Which player plays which power, from public facts.
fn player_table(view: &game::View, board: &rules::Board) -> rules::Players {
    let mut table = rules::Players::default();
    for power in board.powers() {
        let seat = view.seats.iter().find(|seat| seat.powers.contains(&power));
        match seat {
            Some(seat) => {
                table.by_power[power.index()] = seat.seat.index() as u8;
                table.set_disorder(power, seat.government == game::Government::InDisorder);
            }
            None => {
                table.by_power[power.index()] = (view.seats.len() + power.index()) as u8;
                table.set_disorder(power, true);
            }
        }
    }
    table
}

/// The kind of bot with this key. An unknown key, from another version, plays as `Amateur`.
pub(crate) fn bot_kind(bot: &Bot) -> BotKind {
    BotKind::from_key(bot.as_str()).unwrap_or(BotKind::Amateur)
}
