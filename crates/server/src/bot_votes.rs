//! The votes of bots on proposals to end the game.

use std::sync::Arc;

use bots::{GAMES_PLAYED_ON, GIVE_UP_YEARS, Outlook, ProposedEnd};
use game::{Actor, Ballot, Command, Game, Motion, SeatId};
use rules::Power;
use tokio::time::Instant;

use crate::app::App;
use crate::bot_games::bot_priority;
use crate::bot_runner::ask_with_seat;
use crate::content::Content;
use crate::live_game::LiveGame;
use crate::paid_work::elapsed_us;

/// Lets the bots of a game vote on all open questions, one after the other.
pub(crate) async fn run_votes(app: Arc<App>, live_game: Arc<LiveGame>) {
    // Only one task: a second one would let the same bots think again.
    let Ok(_turn) = live_game.bot_votes.try_lock() else { return };
    while let Some(&(seat, question, motion)) = live_game.game().votes_due_from_bots().first() {
        if vote(&app, &live_game, seat, question, motion).await.is_none() {
            return;
        }
    }
}

async fn vote(
    app: &Arc<App>,
    live_game: &Arc<LiveGame>,
    seat: SeatId,
    question: u32,
    motion: Motion,
) -> Option<()> {
    let game = live_game.game();
    let payer = app.bot_game_makers.payer(&game);
    let place = app.bot_pool.enter(payer, bot_priority(app, &game)).await.ok()?;
    let content = live_game.content;
    let work = move || {
        let started = Instant::now();
        let outlook = bot_outlook(content, &game, seat, motion);
        place.note_use(payer, elapsed_us(started));
        outlook
    };
    let outlook = app.machine.run_bot(work).await.flatten()?;
    let ballot = if outlook.agrees() { Ballot::Yes } else { Ballot::No };
    let command = Command::Vote { question, ballot };
    if let Err(refused) = live_game.execute(app, Actor::Bot(seat), command, None).await {
        // The turn may be over meanwhile, and with it the question.
        tracing::info!(game = %live_game.id, seat = seat.index(), id = refused.reason.key(), "bot vote rejected");
        return None;
    }
    Some(())
}

/// What the bot in a seat expects of a motion. None if bots have no vote on it.
fn bot_outlook(content: &Content, game: &Game, seat: SeatId, motion: Motion) -> Option<Outlook> {
    let powers = |seats: game::SeatSet| -> Vec<Power> {
        let view = game.view(game::Viewer::Seat(seat));
        let of = |seat: SeatId| view.seats.get(seat.index()).map(|one| one.powers.clone());
        seats.iter().filter_map(of).flatten().collect()
    };
    let proposed = match motion {
        Motion::Draw(between) => ProposedEnd::Draw(powers(between)),
        Motion::Concede(to) => ProposedEnd::Win(powers(to.into())),
        Motion::MostCentres => ProposedEnd::MostCentres,
        Motion::Abandon
        | Motion::Pause(_)
        | Motion::Resume
        | Motion::Extend(_)
        | Motion::Remove(_)
        | Motion::Timetable(_) => return None,
    };
    let years = usize::from(GIVE_UP_YEARS) + 1;
    ask_with_seat(content, game, seat, years, |_, seat| {
        bots::outlook(seat, &proposed, GAMES_PLAYED_ON, game.charter().seed())
    })
}
