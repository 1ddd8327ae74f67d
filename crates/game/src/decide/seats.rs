//! Seats of a game that is played: leaving, taking over, handing over, coming back (I3).

use rules::Judge;

use super::Course;
use crate::state::{Play, State};
use crate::{Actor, AfterGrace, Fact, Government, Holder, Name, Names, Person, Refusal, SeatFact, SeatId};

impl Course<'_> {
    pub(super) fn leave(&mut self, judge: &mut Judge<'_>, who: Person) -> Result<(), Refusal> {
        if let State::Gathering(_) = self.start.state {
            return self.withdraw(who);
        }
        let play = self.underway()?;
        let seat = play.seat_of(who).ok_or(Refusal::NotSeated)?;
        self.happen(Fact::Seat(seat, SeatFact::Left));
        match &self.start.charter.settings().absence.then {
            // I1: the government of a player who leaves has fallen.
            AfterGrace::Disorder if play.seats[seat.index()].stands() => {
                self.happen(Fact::Seat(seat, SeatFact::FellIntoDisorder));
            }
            AfterGrace::StandIn { bot, .. } => {
                self.happen(Fact::Seat(seat, SeatFact::BotStoodIn(bot.clone())));
            }
            AfterGrace::Disorder | AfterGrace::Replacement { .. } => {}
        }
        self.close_if_ready(judge);
        Ok(())
    }

    pub(super) fn take(&mut self, who: Person, seat: SeatId, name: Name) -> Result<(), Refusal> {
        let play = self.underway()?;
        let held = play.seats.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        self.check_newcomer(play, who, seat, &name)?;
        self.check_acts(play, seat)?;
        if held.holder != Holder::GivenUp && held.offered != Some(who) {
            return Err(Refusal::SeatNotFree);
        }
        self.happen(Fact::Seat(seat, SeatFact::Took { who, name }));
        self.restore(play, seat);
        Ok(())
    }

    /// Somebody who knows one side's secrets may not learn another's.
    pub(super) fn check_newcomer(
        &self,
        play: &Play,
        who: Person,
        seat: SeatId,
        name: &Name,
    ) -> Result<(), Refusal> {
        let charter = &self.start.charter;
        if charter.is_master(who) {
            return Err(Refusal::MasterCannotPlay);
        }
        if play.seat_of(who).is_some() {
            return Err(Refusal::AlreadyHere);
        }
        if play.former.iter().any(|(person, side)| *person == who && *side != seat) {
            return Err(Refusal::KnowsAnotherSide);
        }
        let same = |holder: &Holder| match holder {
            Holder::Taken { by, name: other } => *by != who && other == name,
            Holder::Bot { .. } | Holder::GivenUp => false,
        };
        if charter.settings().names == Names::Shown && play.seats.iter().any(|seat| same(&seat.holder)) {
            return Err(Refusal::NameTaken);
        }
        Ok(())
    }

    /// Somebody new is there before the orders of a turn are due: disorder is over. Later in the
    /// turn it lasts until they give orders for the next (I1).
    pub(super) fn restore(&mut self, play: &Play, seat: SeatId) {
        let fallen = play.seats[seat.index()].government == Government::InDisorder;
        if fallen && play.round.stage.is_movement() {
            self.happen(Fact::Seat(seat, SeatFact::LeftDisorder));
        }
    }

    pub(super) fn offer(&mut self, who: Person, to: Person) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, Actor::Person(who))?;
        if self.start.charter.is_master(to) {
            return Err(Refusal::MasterCannotPlay);
        }
        if play.seat_of(to).is_some() {
            return Err(Refusal::AlreadyHere);
        }
        self.happen(Fact::Seat(seat, SeatFact::Offered { to }));
        Ok(())
    }

    pub(super) fn come_back(&mut self, who: Person) -> Result<(), Refusal> {
        let play = self.underway()?;
        let is_mine = |holder: &Holder| match holder {
            Holder::Bot { instead_of: Some((person, _)), .. } => *person == who,
            Holder::Bot { .. } | Holder::Taken { .. } | Holder::GivenUp => false,
        };
        let seat = play.seats.iter().position(|seat| is_mine(&seat.holder)).map(SeatId::new);
        let seat = seat.ok_or(Refusal::NobodyStandsIn)?;
        if play.seat_of(who).is_some() {
            return Err(Refusal::AlreadyHere);
        }
        self.happen(Fact::Seat(seat, SeatFact::Returned));
        self.restore(play, seat);
        Ok(())
    }
}
