//! Seats of a game that has started: leaving, taking, offering and coming back to a seat (I3).

use rules::Judge;

use super::EventBuilder;
use crate::state::{Play, State};
use crate::{
    Abandonment, Actor, AfterGrace, Ending, Fact, Government, HandOver, Holder, MAX_LOAN, Name, Names,
    Person, Refusal, Seat, SeatFact, SeatId, Timestamp,
};

impl EventBuilder<'_> {
    pub(super) fn leave(&mut self, judge: &mut Judge<'_>, who: Person) -> Result<(), Refusal> {
        if let State::Gathering(_) = self.before.state {
            return self.leave_gathering(who);
        }
        let play = self.underway()?;
        if let Some(seat) = play.seat_claimed_by(who) {
            self.check_action_limit(play, seat)?;
            self.emit(Fact::Seat(seat, SeatFact::ClaimDropped));
            return Ok(());
        }
        let seat = play.seat_of(who).ok_or(Refusal::NotSeated)?;
        if play.seats[seat.index()].loan.is_some() {
            self.end_loan(seat);
        } else {
            self.empty_seat(judge, play, seat, SeatFact::Left);
        }
        Ok(())
    }

    /// The player of a seat leaves it, or must leave it. What follows is what the players agreed on.
    pub(super) fn empty_seat(&mut self, judge: &mut Judge<'_>, play: &Play, seat: SeatId, how: SeatFact) {
        self.emit(Fact::Seat(seat, how));
        match &self.before.charter.settings().absence.after_grace {
            // I1: the power of a player who leaves is in civil disorder.
            AfterGrace::Disorder | AfterGrace::PutAside if play.seats[seat.index()].has_government() => {
                self.emit(Fact::Seat(seat, SeatFact::FellIntoDisorder));
            }
            AfterGrace::StandIn { bot, .. } => {
                self.emit(Fact::Seat(seat, SeatFact::BotStandsIn(bot.clone())));
            }
            AfterGrace::Disorder | AfterGrace::PutAside | AfterGrace::Replacement { .. } => {}
        }
        if self.has_only_bots() {
            self.emit(Fact::Ended(Ending::Abandoned(Abandonment::EverybodyLeft)));
            return;
        }
        self.close_if_ready(judge);
    }

    /// Whether bots would play on alone: the last person has left, nobody may come back, and there is no game
    /// master who could seat somebody.
    fn has_only_bots(&mut self) -> bool {
        let has_master = self.before.charter.settings().master.is_some();
        let Some(play) = self.play() else { return false };
        let is_bot = |seat: &Seat| matches!(seat.holder, Holder::Bot { .. });
        let is_left = |seat: &Seat| match seat.holder {
            _ if seat.successor.is_some() => false,
            Holder::Person { .. } | Holder::Bot { instead_of: Some(_), .. } => false,
            Holder::Bot { instead_of: None, .. } | Holder::Vacant => true,
        };
        !has_master && play.seats.iter().any(is_bot) && play.seats.iter().all(is_left)
    }

    pub(super) fn take(&mut self, who: Person, seat: SeatId, name: Name) -> Result<(), Refusal> {
        let play = self.underway()?;
        let held = play.seats.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        if play.removed.contains(&who) {
            return Err(Refusal::WasRemoved);
        }
        self.check_newcomer(play, who, seat, &name)?;
        self.check_action_limit(play, seat)?;
        if let Some((to, until)) = held.loan_offered
            && to == who
            && until > self.now
        {
            let talk = self.before.charter.settings().earlier_talk;
            self.emit(Fact::Seat(seat, SeatFact::Lent { who, name, until, talk }));
            return Ok(());
        }
        if held.has_stand_in() && held.is_free() {
            self.emit(Fact::Seat(seat, SeatFact::Claimed { who, name }));
            return Ok(());
        }
        if held.holder != Holder::Vacant && held.offered_to != Some(who) {
            return Err(Refusal::SeatNotFree);
        }
        let by = if held.holder == Holder::Vacant { HandOver::Vacancy } else { HandOver::Offer };
        let holder = Holder::Person { by: who, name };
        let talk = self.before.charter.settings().earlier_talk;
        self.emit(Fact::Seat(seat, SeatFact::NewHolder { holder, by, talk }));
        self.end_disorder(play, seat);
        Ok(())
    }

    /// Checks that a new player may take this seat. Nobody may know the secrets of two seats.
    pub(super) fn check_newcomer(
        &self,
        play: &Play,
        who: Person,
        seat: SeatId,
        name: &Name,
    ) -> Result<(), Refusal> {
        let charter = &self.before.charter;
        if charter.is_master(who) {
            return Err(Refusal::MasterCannotPlay);
        }
        if play.seat_of(who).is_some()
            || play.seat_claimed_by(who).is_some()
            || play.seat_lent_by(who).is_some()
        {
            return Err(Refusal::AlreadyHere);
        }
        if play.former.iter().any(|(person, side)| *person == who && *side != seat) {
            return Err(Refusal::KnowsAnotherSide);
        }
        let same = |seat: &Seat| match (&seat.holder, &seat.successor) {
            (Holder::Person { by, name: other }, _) => *by != who && other == name,
            (Holder::Bot { .. } | Holder::Vacant, Some((by, other))) => *by != who && other == name,
            (Holder::Bot { .. } | Holder::Vacant, None) => false,
        };
        if charter.settings().names == Names::Shown && play.seats.iter().any(same) {
            return Err(Refusal::NameTaken);
        }
        Ok(())
    }

    /// Ends the disorder of a seat with a new player, if the orders of the turn are not revealed yet.
    /// Later in the turn the disorder lasts until the player submits orders for the next turn (I1).
    pub(super) fn end_disorder(&mut self, play: &Play, seat: SeatId) {
        let dislodged = play.seats[seat.index()].government == Government::InDisorder;
        if dislodged && play.round.stage.is_movement() {
            self.emit(Fact::Seat(seat, SeatFact::LeftDisorder));
        }
    }

    /// The phase is over: whoever takes a seat over from its bot has it now.
    pub(super) fn seat_successors(&mut self) {
        let talk = self.before.charter.settings().earlier_talk;
        let Some(play) = self.play() else { return };
        let seats = play.seats.iter().enumerate();
        let successors: Vec<_> =
            seats.filter_map(|(i, seat)| Some((SeatId::new(i), seat.successor.clone()?))).collect();
        for (seat, (who, name)) in successors {
            let holder = Holder::Person { by: who, name };
            self.emit(Fact::Seat(seat, SeatFact::NewHolder { holder, by: HandOver::StandIn, talk }));
        }
    }

    pub(super) fn offer(&mut self, who: Person, to: Person) -> Result<(), Refusal> {
        let seat = self.check_offer(who, to)?;
        self.emit(Fact::Seat(seat, SeatFact::Offered { to }));
        Ok(())
    }

    pub(super) fn lend(&mut self, who: Person, to: Person, until: Timestamp) -> Result<(), Refusal> {
        let seat = self.check_offer(who, to)?;
        if until <= self.now || until > self.now.plus(MAX_LOAN) {
            return Err(Refusal::LoanTimes);
        }
        self.emit(Fact::Seat(seat, SeatFact::LoanOffered { to, until }));
        Ok(())
    }

    /// The seat of somebody who may offer it to this person.
    fn check_offer(&self, who: Person, to: Person) -> Result<SeatId, Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, Actor::Person(who))?;
        if play.seats[seat.index()].loan.is_some() {
            return Err(Refusal::SeatIsLent);
        }
        match self.before.charter.settings().names {
            // These refusals would reveal who plays. Whoever may not take the seat is refused then.
            Names::Hidden => {}
            Names::Shown if self.before.charter.is_master(to) => return Err(Refusal::MasterCannotPlay),
            Names::Shown if play.seat_of(to).is_some() => return Err(Refusal::AlreadyHere),
            Names::Shown => {}
        }
        Ok(seat)
    }

    pub(super) fn come_back(&mut self, who: Person) -> Result<(), Refusal> {
        let play = self.underway()?;
        if let Some(seat) = play.seat_lent_by(who) {
            self.check_action_limit(play, seat)?;
            self.end_loan(seat);
            return Ok(());
        }
        let is_mine = |holder: &Holder| match holder {
            Holder::Bot { instead_of: Some((person, _)), .. } => *person == who,
            Holder::Bot { .. } | Holder::Person { .. } | Holder::Vacant => false,
        };
        let seat = play.seats.iter().position(|seat| is_mine(&seat.holder)).map(SeatId::new);
        let seat = seat.ok_or(Refusal::NobodyStandsIn)?;
        if play.seat_of(who).is_some() || play.seat_claimed_by(who).is_some() {
            return Err(Refusal::AlreadyHere);
        }
        self.emit(Fact::Seat(seat, SeatFact::Returned));
        self.end_disorder(play, seat);
        Ok(())
    }
}
