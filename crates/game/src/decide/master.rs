//! The game master's acts (D4). Each is an event that everybody can see.

use std::sync::Arc;

use rules::{Forces, Judge, Power, Province, Unit};

use super::Course;
use crate::history::MOST_ROLL_BACKS;
use crate::state::State;
use crate::{
    Abandonment, Actor, Authority, Counts, Ending, Fact, Holder, Neutrality, Refusal, Replacement, RoundFact,
    SeatFact, SeatId, Seconds, Stage,
};

impl Course<'_> {
    fn check_master(&self, actor: Actor) -> Result<(), Refusal> {
        match actor {
            Actor::Person(person) if self.start.charter.is_master(person) => Ok(()),
            Actor::Person(_) | Actor::Bot(_) | Actor::Clock => Err(Refusal::NotTheMaster),
        }
    }

    pub(super) fn master_pause(&mut self, actor: Actor, length: Seconds) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.hold_clock(Authority::Master, length)
    }

    pub(super) fn master_resume(&mut self, judge: &mut Judge<'_>, actor: Actor) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.let_run(judge, Authority::Master)
    }

    pub(super) fn master_extend(&mut self, actor: Actor, length: Seconds) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.put_off(Authority::Master, length)
    }

    /// Stops the clock for a while, at most for what is left of the agreed delay.
    pub(super) fn hold_clock(&mut self, by: Authority, length: Seconds) -> Result<(), Refusal> {
        let now = self.now;
        let play = self.play().ok_or(Refusal::NotUnderway)?;
        let left = play.round.delay_left;
        let paused = play.round.pause.is_some();
        if paused {
            return Err(Refusal::AlreadyPaused);
        }
        let length = length.min(left);
        if length == Seconds::ZERO {
            return Err(Refusal::NoDelayLeft);
        }
        self.happen(Fact::Round(RoundFact::Paused { by, until: now.plus(length) }));
        Ok(())
    }

    pub(super) fn let_run(&mut self, judge: &mut Judge<'_>, by: Authority) -> Result<(), Refusal> {
        let now = self.now;
        let play = self.play().ok_or(Refusal::NotUnderway)?;
        let pause = play.round.pause.ok_or(Refusal::NotPaused)?;
        self.happen(Fact::Round(RoundFact::Resumed { by, due: now.plus(pause.left) }));
        self.close_if_ready(judge);
        Ok(())
    }

    pub(super) fn put_off(&mut self, by: Authority, length: Seconds) -> Result<(), Refusal> {
        let play = self.play().ok_or(Refusal::NotUnderway)?;
        if play.round.pause.is_some() {
            return Err(Refusal::AlreadyPaused);
        }
        let length = length.min(play.round.delay_left);
        if length == Seconds::ZERO {
            return Err(Refusal::NoDelayLeft);
        }
        let due = play.round.due.plus(length);
        self.happen(Fact::Round(RoundFact::Extended { by, due }));
        Ok(())
    }

    pub(super) fn force(&mut self, judge: &mut Judge<'_>, actor: Actor) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.happen(Fact::Round(RoundFact::Forced));
        self.close(judge, super::closing::Why::Forced);
        Ok(())
    }

    pub(super) fn roll_back(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        to: usize,
    ) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.start.play().ok_or(Refusal::NotUnderway)?;
        match play.records.get(to) {
            Some((_, Counts::Counts)) => {}
            Some((_, Counts::Undone)) | None => return Err(Refusal::NoSuchRecord),
        }
        if play.roll_backs >= MOST_ROLL_BACKS {
            return Err(Refusal::TooManyRollBacks);
        }
        self.happen(Fact::RolledBack { to });
        self.go_on(judge);
        Ok(())
    }

    pub(super) fn replace(&mut self, actor: Actor, seat: SeatId, with: Replacement) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.underway()?;
        let held = play.seats.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        let holder = match with {
            Replacement::Person { who, name } => {
                self.check_newcomer(play, who, seat, &name)?;
                Holder::Taken { by: who, name }
            }
            Replacement::Bot(bot) => Holder::Bot { bot, instead_of: None },
            Replacement::Nobody if held.holder == Holder::GivenUp => return Err(Refusal::SeatNotFree),
            Replacement::Nobody => Holder::GivenUp,
        };
        let somebody = holder != Holder::GivenUp;
        self.happen(Fact::Seat(seat, SeatFact::Replaced(holder)));
        if somebody {
            self.restore(play, seat);
        }
        Ok(())
    }

    pub(super) fn correct(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        units: &[Unit],
        owners: &[(Province, Option<Power>)],
    ) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.underway()?;
        // Between a verdict and its retreats a position is half of a ruling; roll back instead.
        if !play.round.stage.is_movement() {
            return Err(Refusal::WrongStage);
        }
        let board = judge.board();
        let is_power = |power: Power| power.index() < board.powers().len();
        let mut position = (*play.position).clone();
        position.forces = Forces::new(board);
        for unit in units {
            if unit.location.index() >= board.locations().len() || !is_power(unit.power) {
                return Err(Refusal::NoSuchPlace);
            }
            position.forces.place(board, *unit).map_err(|_| Refusal::CannotStand)?;
        }
        for (centre, owner) in owners {
            if !board.centres().contains(centre) || owner.is_some_and(|power| !is_power(power)) {
                return Err(Refusal::NoSuchPlace);
            }
            position.owners.give(*centre, *owner);
        }
        let owing = self.start.owing(board, play, &position, Stage::Writing);
        self.happen(Fact::Round(RoundFact::Corrected { position: Arc::new(position), owing }));
        Ok(())
    }

    /// A real coin instead of the drawn one, until it has fallen (K5).
    pub(super) fn toss(&mut self, actor: Actor, winner: SeatId) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.underway()?;
        if winner.index() >= play.seats.len() {
            return Err(Refusal::NoSuchSeat);
        }
        let neutral = self.start.charter.seating().neutral().ok_or(Refusal::NoCoin)?;
        let in_time = play.position.phase.date() == neutral.toss;
        match play.neutrality {
            Some(Neutrality::Closed) if in_time => {
                self.happen(Fact::Round(RoundFact::CoinTossed { winner }));
                Ok(())
            }
            Some(Neutrality::Closed | Neutrality::Tossed(_) | Neutrality::Joined(_)) | None => {
                Err(Refusal::NoCoin)
            }
        }
    }

    pub(super) fn stop(&mut self, actor: Actor) -> Result<(), Refusal> {
        self.check_master(actor)?;
        match &self.start.state {
            State::Over(..) => Err(Refusal::AlreadyOver),
            State::Gathering(_) | State::Underway(_) => {
                self.happen(Fact::Ended(Ending::Abandoned(Abandonment::ByTheMaster)));
                Ok(())
            }
        }
    }
}
