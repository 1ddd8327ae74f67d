//! The public log, and how a game ended.

use game::{Abandonment, Authority, DrawnBy, Ending, Motion, NewHolder, Notice, Timestamp, Victory};
use rules::Board;

use super::{seats, stage, stance};
use crate::wire;
use crate::wire::{
    AbandonedKey, AuthorityKey, DrawnByKey, EndingView, LogEntry, NewHolderKey, NoticeView, VictoryKey,
};

pub(crate) fn entry(board: &Board, at: Timestamp, notice: &Notice) -> LogEntry {
    LogEntry { at: at.seconds(), notice: of(board, notice) }
}

pub(crate) fn ending(ending: Ending) -> EndingView {
    match ending {
        Ending::Won { seat, by } => EndingView::Won {
            seat: seat.index(),
            by: match by {
                Victory::Centres => VictoryKey::Centres,
                Victory::Concession => VictoryKey::Concession,
                Victory::MostCentres => VictoryKey::MostCentres,
            },
        },
        Ending::Drawn { between, by } => EndingView::Drawn {
            between: seats(between),
            by: match by {
                DrawnBy::Agreement => DrawnByKey::Agreement,
                DrawnBy::Limit => DrawnByKey::Limit,
            },
        },
        Ending::Abandoned(how) => EndingView::Abandoned {
            how: match how {
                Abandonment::NobodyCame => AbandonedKey::NobodyCame,
                Abandonment::Cancelled => AbandonedKey::Cancelled,
                Abandonment::EverybodyLeft => AbandonedKey::EverybodyLeft,
                Abandonment::Agreed => AbandonedKey::Agreed,
                Abandonment::ByTheMaster => AbandonedKey::ByTheMaster,
            },
        },
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

const fn authority(by: Authority) -> AuthorityKey {
    match by {
        Authority::Master => AuthorityKey::Master,
        Authority::Vote => AuthorityKey::Vote,
        Authority::Clock => AuthorityKey::Clock,
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
        Notice::Opened { stage: opened, due } => N::Opened { stage: stage(*opened), due: due.seconds() },
        Notice::SheetIn(seat) => N::SheetIn { seat: seat.index() },
        Notice::SheetTakenBack(seat) => N::SheetTakenBack { seat: seat.index() },
        Notice::Stood { seat, stance: stood } => N::Stood { seat: seat.index(), stance: stance(*stood) },
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
        Notice::Paused { by, until } => N::Paused { by: authority(*by), until: until.seconds() },
        Notice::Resumed { by, due } => N::Resumed { by: authority(*by), due: due.seconds() },
        Notice::Extended { by, due } => N::Extended { by: authority(*by), due: due.seconds() },
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
