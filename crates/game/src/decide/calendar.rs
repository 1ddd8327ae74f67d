//! Absence that a player has announced, and more time from a player's own bank (I3).

use super::EventBuilder;
use crate::state::Play;
use crate::{
    Actor, Fact, Game, MAX_ABSENCE_AHEAD, MAX_ABSENCES, MIN_ABSENCE_NOTICE, Person, Refusal, RoundFact,
    SeatFact, SeatId, SeatSet, Seconds, Stage, Timestamp,
};

impl EventBuilder<'_> {
    pub(super) fn say_away(&mut self, who: Person, from: Timestamp, until: Timestamp) -> Result<(), Refusal> {
        let play = self.underway()?;
        let id = self.seat(play, Actor::Person(who))?;
        let seat = &play.seats[id.index()];
        let from = from.max(self.now);
        let still_to_come = seat.absences.iter().filter(|absent| absent.until > self.now);
        if until <= from || until > self.now.plus(MAX_ABSENCE_AHEAD) || still_to_come.count() >= MAX_ABSENCES
        {
            return Err(Refusal::AbsenceTimes);
        }
        if seat.calendar_used.plus(until.since(from)) > self.before.charter.settings().calendar {
            return Err(Refusal::CalendarUsed);
        }
        self.emit(Fact::Seat(id, SeatFact::Away { from, until }));
        self.move_for_calendars();
        Ok(())
    }

    pub(super) fn cancel_away(&mut self, who: Person, from: Timestamp) -> Result<(), Refusal> {
        let play = self.underway()?;
        let id = self.seat(play, Actor::Person(who))?;
        let mut absences = play.seats[id.index()].absences.iter();
        let absent = absences.find(|absent| absent.from == from && absent.until > self.now);
        let absent = absent.ok_or(Refusal::NoSuchAbsence)?;
        let refund = absent.until.since(absent.from.max(self.now));
        self.emit(Fact::Seat(id, SeatFact::AwayCancelled { from, refund }));
        Ok(())
    }

    pub(super) fn use_time_bank(&mut self, who: Person, length: Seconds) -> Result<(), Refusal> {
        let play = self.underway()?;
        let id = self.seat(play, Actor::Person(who))?;
        if play.round.pause.is_some() {
            return Err(Refusal::AlreadyPaused);
        }
        if !play.round.orders_due_from.contains(id) {
            return Err(Refusal::NothingToWrite);
        }
        let left = self.before.charter.settings().time_bank.minus(play.seats[id.index()].bank_used);
        if length == Seconds::ZERO || length > left {
            return Err(Refusal::TimeBankEmpty);
        }
        let due = play.round.due.plus(length);
        self.emit(Fact::Seat(id, SeatFact::TimeBankUsed { length, due }));
        Ok(())
    }

    /// Moves the deadline of the open stage if players who owe orders have said in time that they are away then.
    pub(super) fn move_for_calendars(&mut self) {
        let game = self.game();
        let Some(play) = game.play() else { return };
        let Some((away, due)) = game.due_by_calendars(play) else { return };
        self.emit(Fact::Round(RoundFact::CalendarMoved { away, due }));
    }

    /// Who lent a seat has it again when the time is over, at the end of a phase.
    pub(super) fn end_loans(&mut self) {
        let now = self.now;
        let Some(play) = self.play() else { return };
        let is_over =
            |seat: &SeatId| play.seats[seat.index()].loan.as_ref().is_some_and(|loan| loan.until <= now);
        let over: Vec<SeatId> = (0..play.seats.len()).map(SeatId::new).filter(is_over).collect();
        for seat in over {
            self.end_loan(seat);
        }
    }

    pub(super) fn end_loan(&mut self, seat: SeatId) {
        let talk = self.before.charter.settings().earlier_talk;
        self.emit(Fact::Seat(seat, SeatFact::LoanEnded { talk }));
    }

    /// Somebody who plays a seat for another gave no orders: the seat is its owner's again, before anything else
    /// happens to it.
    pub(super) fn end_loans_of_absent(&mut self, missing: SeatSet) {
        for seat in missing.iter() {
            if self.play().is_some_and(|play| play.seats[seat.index()].loan.is_some()) {
                self.end_loan(seat);
            }
        }
    }
}

impl Game {
    /// A later deadline of the open stage, and for whom.
    fn due_by_calendars(&self, play: &Play) -> Option<(SeatSet, Timestamp)> {
        if play.round.pause.is_some() || play.round.stage == Stage::Resolution {
            return None;
        }
        let turn = self.turn(&play.position);
        let missing = play.round.orders_due_from.without(play.round.submitted_seats());
        let (mut away, mut due) = (SeatSet::EMPTY, play.round.due);
        // One absence may move the deadline into another one.
        for _ in 0..MAX_ABSENCES {
            let before = due;
            for id in missing.without(play.seats_in_disorder()).iter() {
                let seat = &play.seats[id.index()];
                let absent = seat.absences.iter().filter(|_| seat.person().is_some()).find(|absent| {
                    absent.from <= due
                        && due <= absent.until
                        && absent.announced.plus(MIN_ABSENCE_NOTICE) <= due
                });
                if let Some(absent) = absent {
                    due = due.max(self.timetable().due_after_absence(play.round.stage, turn, absent.until));
                    away.insert(id);
                }
            }
            if due == before {
                break;
            }
        }
        (due > play.round.due).then_some((away, due))
    }
}
