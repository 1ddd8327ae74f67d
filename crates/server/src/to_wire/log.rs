//! The public log, motions and the ending of a game as wire types.

use game::{Ending, Motion, NewHolder, PublicEvent, Timestamp};
use rules::Board;

use super::seats;
use super::settings::timetable;
use crate::wire;
use crate::wire::{ByKey, EndingView, LogEntry, NewHolderKey, NoticeView};

pub(crate) fn log_entry(board: &Board, at: Timestamp, notice: &PublicEvent) -> LogEntry {
    LogEntry { at: at.seconds(), notice: notice_view(board, notice) }
}

pub(crate) fn ending(ending: Ending) -> EndingView {
    match ending {
        Ending::Won { seat, by } => EndingView::Won { seat: seat.index(), by: ByKey(by) },
        Ending::Drawn { between, by } => EndingView::Drawn { between: seats(between), by: ByKey(by) },
        Ending::Abandoned(how) => EndingView::Abandoned { how: ByKey(how) },
    }
}

pub(crate) fn motion(motion: Motion) -> wire::Motion {
    match motion {
        Motion::Draw(between) => wire::Motion::Draw { between: seats(between) },
        Motion::Concede(to) => wire::Motion::Concede { to: to.index() },
        Motion::MostCentres => wire::Motion::MostCentres,
        Motion::Abandon => wire::Motion::Abandon,
        Motion::Pause(length) => wire::Motion::Pause { seconds: length.count() },
        Motion::Resume => wire::Motion::Resume,
        Motion::Extend(length) => wire::Motion::Extend { seconds: length.count() },
        Motion::Timetable(times) => wire::Motion::Timetable { timetable: timetable(&times) },
        Motion::Remove(seat) => wire::Motion::Remove { seat: seat.index() },
    }
}

fn notice_view(board: &Board, notice: &PublicEvent) -> NoticeView {
    use NoticeView as N;
    match notice {
        PublicEvent::SomebodyJoined => N::SomebodyJoined,
        PublicEvent::BotJoined(bot) => N::BotJoined { bot: bot.to_string() },
        PublicEvent::SomebodyLeft => N::SomebodyWithdrew,
        PublicEvent::SomebodyRemoved => N::SomebodyRemoved,
        PublicEvent::CheckInOpened { until } => N::CheckInOpened { until: until.seconds() },
        PublicEvent::SomebodyCheckedIn => N::SomebodyCheckedIn,
        PublicEvent::CheckInMissed { by } => N::CheckInMissed { by: *by },
        PublicEvent::Started => N::Started,
        PublicEvent::Opened { stage: opened, due } => N::Opened { stage: ByKey(*opened), due: due.seconds() },
        PublicEvent::OrdersSubmitted(seat) => N::SheetIn { seat: seat.index() },
        PublicEvent::OrdersEntered(seat) => N::SheetEntered { seat: seat.index() },
        PublicEvent::OrdersCorrected(seat) => N::SheetCorrected { seat: seat.index() },
        PublicEvent::OrdersWithdrawn(seat) => N::SheetTakenBack { seat: seat.index() },
        PublicEvent::ReadinessSet { seat, readiness: stood } => {
            N::Stood { seat: seat.index(), stance: ByKey(*stood) }
        }
        PublicEvent::PhaseResolved { record, phase } => N::Ruled { record: *record, phase: phase.key() },
        PublicEvent::GraceGiven { to, due } => N::GraceGiven { to: seats(*to), due: due.seconds() },
        PublicEvent::FellIntoDisorder(seat) => N::FellIntoDisorder { seat: seat.index() },
        PublicEvent::LeftDisorder(seat) => N::LeftDisorder { seat: seat.index() },
        PublicEvent::BotStandsIn { seat, bot } => N::BotStoodIn { seat: seat.index(), bot: bot.to_string() },
        PublicEvent::Vacated(seat) => N::Vacated { seat: seat.index() },
        PublicEvent::SubstituteAwaited { due } => N::ReliefAwaited { due: due.seconds() },
        PublicEvent::Left(seat) => N::Left { seat: seat.index() },
        PublicEvent::Taken(seat) => N::Taken { seat: seat.index() },
        PublicEvent::Offered(seat) => N::Offered { seat: seat.index() },
        PublicEvent::Returned(seat) => N::Returned { seat: seat.index() },
        PublicEvent::Claimed { seat, name } => {
            N::Claimed { seat: seat.index(), name: name.as_ref().map(ToString::to_string) }
        }
        PublicEvent::ClaimDropped(seat) => N::ClaimDropped { seat: seat.index() },
        PublicEvent::Away { seat, from, until } => {
            N::Away { seat: seat.index(), from: from.seconds(), until: until.seconds() }
        }
        PublicEvent::AwayCancelled { seat, from } => {
            N::AwayCancelled { seat: seat.index(), from: from.seconds() }
        }
        PublicEvent::TimeBankUsed { seat, length, due } => {
            N::TimeBankUsed { seat: seat.index(), seconds: length.count(), due: due.seconds() }
        }
        PublicEvent::CalendarMoved { away, due } => {
            N::CalendarMoved { away: seats(*away), due: due.seconds() }
        }
        PublicEvent::LoanOffered { seat, until } => {
            N::LoanOffered { seat: seat.index(), until: until.seconds() }
        }
        PublicEvent::Lent { seat, name, until, talk } => N::Lent {
            seat: seat.index(),
            name: name.as_ref().map(ToString::to_string),
            until: until.seconds(),
            talk: ByKey(*talk),
        },
        PublicEvent::LoanEnded(seat) => N::LoanEnded { seat: seat.index() },
        PublicEvent::VotedOut(seat) => N::VotedOut { seat: seat.index() },
        PublicEvent::CoinTossed { winner } => N::CoinTossed { winner: winner.index() },
        PublicEvent::NeutralJoined { seat, power } => {
            N::NeutralJoined { seat: seat.index(), power: board.power_key(*power).to_owned() }
        }
        PublicEvent::Proposed { number, by, motion: moved } => {
            N::Proposed { number: *number, by: by.map(game::SeatId::index), motion: motion(*moved) }
        }
        PublicEvent::Passed { number, motion: moved } => {
            N::Carried { number: *number, motion: motion(*moved) }
        }
        PublicEvent::Vetoed { number, motion: moved, vetoes } => {
            N::Vetoed { number: *number, motion: motion(*moved), vetoes: *vetoes }
        }
        PublicEvent::Expired { number } => N::Lapsed { number: *number },
        PublicEvent::Paused { by, until } => N::Paused { by: ByKey(*by), until: until.seconds() },
        PublicEvent::Resumed { by, due } => N::Resumed { by: ByKey(*by), due: due.seconds() },
        PublicEvent::Continued { seat, due } => N::Continued { seat: seat.index(), due: due.seconds() },
        PublicEvent::Extended { by, due } => N::Extended { by: ByKey(*by), due: due.seconds() },
        PublicEvent::ClockCorrected { due } => N::ClockCorrected { due: due.seconds() },
        PublicEvent::TimetableChanged { by, timetable: times, due } => {
            N::TimetableChanged { by: ByKey(*by), timetable: timetable(times), due: due.seconds() }
        }
        PublicEvent::Forced => N::Forced,
        PublicEvent::RolledBack { to } => N::RolledBack { to: *to },
        PublicEvent::Replaced { seat, by } => N::Replaced { seat: seat.index(), by: new_holder(by) },
        PublicEvent::HandedOver { seat, to, name, by, talk } => N::HandedOver {
            seat: seat.index(),
            to: new_holder(to),
            name: name.as_ref().map(ToString::to_string),
            by: ByKey(*by),
            talk: ByKey(*talk),
        },
        PublicEvent::Corrected => N::Corrected,
        PublicEvent::Ended(how) => N::Ended { ending: ending(*how) },
    }
}

const fn new_holder(holder: &NewHolder) -> NewHolderKey {
    match holder {
        NewHolder::Person => NewHolderKey::Person,
        NewHolder::Bot(_) => NewHolderKey::Bot,
        NewHolder::Nobody => NewHolderKey::Nobody,
    }
}
