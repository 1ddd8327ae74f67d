//! The public log, and how a game ended.

use game::{Ending, Motion, NewHolder, Notice, Timestamp};
use rules::Board;

use super::seats;
use crate::wire;
use crate::wire::{EndingView, LogEntry, NewHolderKey, NoticeView, Word};

pub(crate) fn entry(board: &Board, at: Timestamp, notice: &Notice) -> LogEntry {
    LogEntry { at: at.seconds(), notice: of(board, notice) }
}

pub(crate) fn ending(ending: Ending) -> EndingView {
    match ending {
        Ending::Won { seat, by } => EndingView::Won { seat: seat.index(), by: Word(by) },
        Ending::Drawn { between, by } => EndingView::Drawn { between: seats(between), by: Word(by) },
        Ending::Abandoned(how) => EndingView::Abandoned { how: Word(how) },
    }
}

pub(crate) fn motion(motion: Motion) -> wire::Motion {
    match motion {
        Motion::Draw(between) => wire::Motion::Draw { between: seats(between) },
        Motion::Concede(to) => wire::Motion::Concede { to: to.index() },
        Motion::Abandon => wire::Motion::Abandon,
        Motion::Pause(length) => wire::Motion::Pause { seconds: length.count() },
        Motion::Resume => wire::Motion::Resume,
        Motion::Extend(length) => wire::Motion::Extend { seconds: length.count() },
    }
}

fn of(board: &Board, notice: &Notice) -> NoticeView {
    use NoticeView as N;
    match notice {
        Notice::SomebodyJoined => N::SomebodyJoined,
        Notice::BotJoined(bot) => N::BotJoined { bot: bot.to_string() },
        Notice::SomebodyWithdrew => N::SomebodyWithdrew,
        Notice::CheckInOpened { until } => N::CheckInOpened { until: until.seconds() },
        Notice::SomebodyCheckedIn => N::SomebodyCheckedIn,
        Notice::CheckInMissed { by } => N::CheckInMissed { by: *by },
        Notice::Started => N::Started,
        Notice::Opened { stage: opened, due } => N::Opened { stage: Word(*opened), due: due.seconds() },
        Notice::SheetIn(seat) => N::SheetIn { seat: seat.index() },
        Notice::SheetTakenBack(seat) => N::SheetTakenBack { seat: seat.index() },
        Notice::Stood { seat, stance: stood } => N::Stood { seat: seat.index(), stance: Word(*stood) },
        Notice::Ruled { record, phase } => N::Ruled { record: *record, phase: phase.key() },
        Notice::GraceGiven { to, due } => N::GraceGiven { to: seats(*to), due: due.seconds() },
        Notice::FellIntoDisorder(seat) => N::FellIntoDisorder { seat: seat.index() },
        Notice::LeftDisorder(seat) => N::LeftDisorder { seat: seat.index() },
        Notice::BotStoodIn { seat, bot } => N::BotStoodIn { seat: seat.index(), bot: bot.to_string() },
        Notice::Vacated(seat) => N::Vacated { seat: seat.index() },
        Notice::ReliefAwaited { due } => N::ReliefAwaited { due: due.seconds() },
        Notice::Left(seat) => N::Left { seat: seat.index() },
        Notice::Taken(seat) => N::Taken { seat: seat.index() },
        Notice::Offered(seat) => N::Offered { seat: seat.index() },
        Notice::Returned(seat) => N::Returned { seat: seat.index() },
        Notice::CoinTossed { winner } => N::CoinTossed { winner: winner.index() },
        Notice::NeutralJoined { seat, power } => {
            N::NeutralJoined { seat: seat.index(), power: board.power_key(*power).to_owned() }
        }
        Notice::Proposed { number, by, motion: moved } => {
            N::Proposed { number: *number, by: by.map(game::SeatId::index), motion: motion(*moved) }
        }
        Notice::Carried { number, motion: moved } => N::Carried { number: *number, motion: motion(*moved) },
        Notice::Lapsed { number } => N::Lapsed { number: *number },
        Notice::Paused { by, until } => N::Paused { by: Word(*by), until: until.seconds() },
        Notice::Resumed { by, due } => N::Resumed { by: Word(*by), due: due.seconds() },
        Notice::Extended { by, due } => N::Extended { by: Word(*by), due: due.seconds() },
        Notice::Forced => N::Forced,
        Notice::RolledBack { to } => N::RolledBack { to: *to },
        Notice::Replaced { seat, by } => N::Replaced {
            seat: seat.index(),
            by: match by {
                NewHolder::Person => NewHolderKey::Person,
                NewHolder::Bot(_) => NewHolderKey::Bot,
                NewHolder::Nobody => NewHolderKey::Nobody,
            },
        },
        Notice::Corrected => N::Corrected,
        Notice::Ended(how) => N::Ended { ending: ending(*how) },
    }
}
