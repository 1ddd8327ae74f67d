//! Refuses what would make the log of a game too long.

use super::EventBuilder;
use crate::log_size::{MAX_GAME_LOG_BYTES, MAX_STAGE_LOG_BYTES};
use crate::{Actor, Command, Refusal, Sender};

/// How much of the log a command may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LogUse {
    /// Talk, sketches, drafts, and what the game master changes.
    Talk,
    /// Orders and votes. They have a reserve, so that nobody who talked too much loses a turn.
    Play,
    /// Ends something, or is bounded elsewhere.
    Unbounded,
}

impl EventBuilder<'_> {
    pub(super) fn check_log_size(&self, actor: Actor, command: &Command) -> Result<(), Refusal> {
        let Some(play) = self.before.play() else { return Ok(()) };
        let reserve = match log_use(command) {
            LogUse::Talk => 0,
            LogUse::Play => 1,
            LogUse::Unbounded => return Ok(()),
        };
        let by = match actor {
            Actor::Person(person) if self.before.charter.is_master(person) => Sender::Master,
            Actor::Person(person) => match play.seat_of(person) {
                Some(seat) => Sender::Seat(seat),
                None => return Ok(()),
            },
            Actor::Bot(seat) => Sender::Seat(seat),
            Actor::Clock | Actor::Host => return Ok(()),
        };
        let size = play.log_sizes.of(by);
        // The reserve is half as much again.
        let limit = |bytes: usize| bytes + reserve * bytes / 2;
        if size.game_bytes >= limit(MAX_GAME_LOG_BYTES) {
            return Err(Refusal::GameLogFull);
        }
        if size.stage_bytes >= limit(MAX_STAGE_LOG_BYTES) {
            return Err(Refusal::StageLogFull);
        }
        Ok(())
    }
}

const fn log_use(command: &Command) -> LogUse {
    match command {
        Command::SaveDraft { .. }
        | Command::SaveNamedDraft { .. }
        | Command::DeleteNamedDraft { .. }
        | Command::PlanAhead(_)
        | Command::SendMessage { .. }
        | Command::WriteToMaster { .. }
        | Command::Announce { .. }
        | Command::SaveSketch { .. }
        | Command::DeleteSketch { .. }
        | Command::NameNextGame(_)
        | Command::Propose(_)
        | Command::Offer { .. }
        | Command::SayAway { .. }
        | Command::CancelAway { .. }
        | Command::Lend { .. }
        | Command::Pause(_)
        | Command::Extend(_)
        | Command::SetTimetable(_)
        | Command::Replace { .. }
        | Command::Correct { .. } => LogUse::Talk,
        Command::SubmitOrders { .. }
        | Command::EnterOrders { .. }
        | Command::WithdrawOrders
        | Command::SetReadiness(_)
        | Command::SetReadinessFor { .. }
        | Command::Vote { .. }
        | Command::UseTimeBank(_)
        | Command::Resume
        | Command::ForceClose
        | Command::RollBack { .. }
        | Command::Toss { .. } => LogUse::Play,
        Command::Join { .. }
        | Command::SeatBot(_)
        | Command::FillWithBots(_)
        | Command::CheckIn
        | Command::Remove { .. }
        | Command::Cancel
        | Command::Leave
        | Command::Take { .. }
        | Command::Return
        | Command::Stop
        | Command::RemoveMessage { .. }
        | Command::Close
        | Command::Tick => LogUse::Unbounded,
    }
}
