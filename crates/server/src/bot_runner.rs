//! The bot runner: lets bots think when their seats have orders due, a few at the same time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bots::{BotKind, Budget, Seat};
use game::{
    Actor, Bot, Command, Game, Occupant, Readiness, RecordStatus, SeatId, Seconds, Timestamp, Viewer,
};
use rules::{Orders, Resolution};
use store::GameId;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::app::App;
use crate::bot_games::bot_priority;
use crate::bot_votes;
use crate::content::Content;
use crate::live_game::{BOT_LEASE_SECONDS, LiveGame};
use crate::paid_work::{charge, elapsed_us};

/// How often the store is asked for games with bots due, in case a server stopped before its bots had
/// finished, or because their maker's budget was used up.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
const MAX_GAMES_PER_QUERY_SHARED: usize = 4;
const PHASES_PER_YEAR: usize = 5;
/// A bot that starts to think this long after the deadline, or later, gets the budget of a late bot.
const LATE_AFTER: Seconds = Seconds::new(3);
/// The most that a late bot may use: some milliseconds. The stronger bots then play about like an amateur.
pub(crate) const LATE_WORK_UNITS: u64 = BotKind::Amateur.budget();

/// Regularly finds games in which bots are due and serves them.
pub async fn run(app: Arc<App>) {
    // With other nodes, only a few per query, so that all nodes share the work.
    let max_games = if app.has_other_nodes() { MAX_GAMES_PER_QUERY_SHARED } else { store::MAX_ROWS };
    // Games whose maker has no budget, and until when. They are not loaded again before.
    let mut resting: BTreeMap<GameId, i64> = BTreeMap::new();
    loop {
        let now = app.now().seconds();
        resting.retain(|_, until| *until > now);
        match app.store.claim_bots_due(now, now + BOT_LEASE_SECONDS, max_games).await {
            Ok(games) => {
                let full = app.has_other_nodes() && games.len() == max_games;
                let mut running = JoinSet::new();
                for id in games {
                    if resting.contains_key(&id) {
                        continue;
                    }
                    if let Some(until) = budget_used_until(&app, id).await {
                        resting.insert(id, until);
                    } else {
                        running.spawn(run_bots(Arc::clone(&app), id));
                    }
                }
                // Bots that wait long for others must not delay the next query.
                let all_done = async { while running.join_next().await.is_some() {} };
                let _ = tokio::time::timeout(CHECK_INTERVAL, all_done).await;
                running.detach_all();
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
    tokio::spawn(run_bots(Arc::clone(app), id));
}

/// Lets the bots of the game that are due think, each as soon as it gets a place, and hands in their orders and
/// votes.
async fn run_bots(app: Arc<App>, id: GameId) {
    let Ok(live_game) = app.live_game(id).await else { return };
    let mut running = JoinSet::new();
    running.spawn(bot_votes::run_votes(Arc::clone(&app), Arc::clone(&live_game)));
    for seat in live_game.game().bots_due().iter() {
        running.spawn(run_bot(Arc::clone(&app), Arc::clone(&live_game), seat));
    }
    while running.join_next().await.is_some() {}
}

/// Serves the bot of a seat until it has no orders due. Another task that serves it already continues instead.
async fn run_bot(app: Arc<App>, live_game: Arc<LiveGame>, seat: SeatId) {
    let is_due = || live_game.game().bots_due().contains(seat);
    while is_due() {
        let Some(_turn) = live_game.bot_turns.take(seat) else { return };
        // Whoever wanted the turn in the meantime has left, so the loop looks again after giving it back.
        if serve_bot(&app, &live_game, seat).await.is_none() {
            return;
        }
    }
}

/// When the maker of a game that only bots play has budget again. None if the game need not wait for that.
async fn budget_used_until(app: &App, id: GameId) -> Option<i64> {
    let game = app.live_game(id).await.ok()?.game();
    must_rest(app, &game).map(|seconds| app.now().seconds() + i64::from(seconds))
}

/// For how many seconds the bots must wait, because their maker has used its budget.
fn must_rest(app: &App, game: &Game) -> Option<u32> {
    if !game.is_played_by_bots_alone() {
        return None;
    }
    let (payer, now) = (app.bot_game_makers.payer(game), app.now());
    let checks = [app.work_budgets.check(payer, now), app.bot_storage_budgets.check(payer, now)];
    checks.into_iter().filter_map(Result::err).map(|used_up| used_up.seconds).max()
}

/// Waits for a place, lets the bot of a seat think and hands in its orders. None if it could not.
async fn serve_bot(app: &Arc<App>, live_game: &Arc<LiveGame>, seat: SeatId) -> Option<()> {
    let game = live_game.game();
    if must_rest(app, &game).is_some() {
        tracing::debug!(game = %live_game.id, "bots wait until their maker has budget again");
        return None;
    }
    let payer = app.bot_game_makers.payer(&game);
    // One place per bot, not per game: a fast bot of another game never waits for six slow ones.
    let place = app.bot_pool.enter(payer, bot_priority(app, &game)).await.ok()?;
    // After a long wait another node may have served this bot.
    if app.has_other_nodes() {
        live_game.sync(app).await.ok()?;
    }
    let game = live_game.game();
    if !game.bots_due().contains(seat) {
        return Some(());
    }
    let budget = bot_budget(&game, app.now());
    let work = {
        let (app, game, content) = (Arc::clone(app), Arc::clone(&game), live_game.content);
        move || {
            let started = Instant::now();
            let orders = bot_orders(content, &game, seat, budget);
            place.note_use(payer, elapsed_us(started));
            if game.is_played_by_bots_alone() {
                charge(&app, payer, started);
            }
            orders
        }
    };
    hand_in(app, live_game, &game, seat, app.machine.run_bot(work).await.flatten()).await
}

/// The budget of a bot that starts to think now.
pub(crate) fn bot_budget(game: &Game, now: Timestamp) -> Budget {
    if game.due().is_some_and(|due| due.plus(LATE_AFTER) <= now) {
        Budget::AtMost(LATE_WORK_UNITS)
    } else {
        Budget::Usual
    }
}

/// Lets all bots that are due hand in at once, with a small budget and without waiting for places: the deadline
/// has waited for them as long as it may.
pub(crate) async fn answer_for_late_bots(app: &Arc<App>, live_game: &Arc<LiveGame>) {
    let game = live_game.game();
    for seat in game.bots_due().iter() {
        let work = {
            let (game, content) = (Arc::clone(&game), live_game.content);
            move || bot_orders(content, &game, seat, Budget::AtMost(LATE_WORK_UNITS))
        };
        let orders = app.machine.run_bot(work).await.flatten();
        let _ = hand_in(app, live_game, &game, seat, orders).await;
    }
}

async fn hand_in(
    app: &Arc<App>,
    live_game: &Arc<LiveGame>,
    game: &Game,
    seat: SeatId,
    orders: Option<Orders>,
) -> Option<()> {
    let Some(paper) = orders else {
        tracing::error!(game = %live_game.id, seat = seat.index(), "bot returned no orders");
        return None;
    };
    let command = Command::SubmitOrders { paper, dated: game.phase(), readiness: Readiness::Ready };
    if let Err(refused) = live_game.execute(app, Actor::Bot(seat), command, None).await {
        let reason = refused.reason.key();
        tracing::info!(game = %live_game.id, seat = seat.index(), id = reason, "bot orders rejected");
        return None;
    }
    app.metrics.bot_sheets.increment();
    Some(())
}

/// The orders of the bot in a seat.
fn bot_orders(content: &Content, game: &Game, seat: SeatId, budget: Budget) -> Option<Orders> {
    // No bot looks back more than a year for its orders.
    ask_with_seat(content, game, seat, 1, |kind, seat| {
        let budget = match budget {
            Budget::AtMost(units) => Budget::AtMost(units.min(kind.budget())),
            Budget::Usual => Budget::Usual,
        };
        bots::choose_orders(kind, seat, budget, game.charter().seed())
    })
}

/// Asks the bot in a seat. It sees only what its seat may see, and of the history these years.
pub(crate) fn ask_with_seat<T>(
    content: &Content,
    game: &Game,
    seat: SeatId,
    years: usize,
    ask: impl FnOnce(BotKind, &Seat<'_>) -> T,
) -> Option<T> {
    let view = game.view(Viewer::Seat(seat));
    let own = view.seats.get(seat.index())?;
    let Occupant::Bot(bot, _) = &own.occupant else { return None };
    let board = game.board(content.board());
    let mut position = (*view.board.as_ref()?.position).clone();
    position.players = player_table(&view, board);
    let history: Vec<&Resolution> = view
        .history
        .iter()
        .skip(view.history.len().saturating_sub(years * PHASES_PER_YEAR))
        .filter(|(_, counts)| *counts == RecordStatus::Active)
        .map(|(record, _)| &record.resolution)
        .collect();
    let edition = game.charter().settings().edition;
    let goal = game.charter().settings().goal;
    let question = Seat { board, edition, position: &position, history: &history, powers: &own.powers, goal };
    Some(ask(bot_kind(bot), &question))
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
                table.set_unplayed(power);
            }
        }
    }
    table
}

/// The kind of bot with this key. An unknown key, from another version, plays as `Amateur`.
pub(crate) fn bot_kind(bot: &Bot) -> BotKind {
    BotKind::from_key(bot.as_str()).unwrap_or(BotKind::Amateur)
}
