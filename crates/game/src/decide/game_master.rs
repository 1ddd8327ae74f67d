//! Commands of the game master (D4). Everybody can see each of their events.

use std::sync::Arc;

use rules::{Forces, Judge, Power, Province, Unit};

use super::{EventBuilder, check_host};
use crate::history::MAX_ROLL_BACKS;
use crate::state::State;
use crate::{
    Abandonment, Actor, Authority, Ending, Fact, HandOver, Holder, Neutrality, RecordStatus, Refusal,
    Replacement, RoundFact, SeatFact, SeatId, Seconds, Stage, Timestamp, Timetable,
};

impl EventBuilder<'_> {
    pub(super) fn check_master(&self, actor: Actor) -> Result<(), Refusal> {
        match actor {
            Actor::Person(person) if self.before.charter.is_master(person) => Ok(()),
            Actor::Person(_) | Actor::Bot(_) | Actor::Clock | Actor::Host => Err(Refusal::NotTheMaster),
        }
    }

    pub(super) fn master_pause(&mut self, actor: Actor, length: Seconds) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.pause_clock(Authority::Master, length)
    }

    /// The game master ends a pause. A game that was put aside is continued by any of its players.
    pub(super) fn resume(&mut self, judge: &mut Judge<'_>, actor: Actor) -> Result<(), Refusal> {
        let play = self.underway()?;
        match (play.round.pause, actor) {
            (Some(pause), Actor::Person(person)) if pause.is_aside() && play.seat_of(person).is_some() => {
                let seat = self.seat(play, actor)?;
                self.continue_game(seat);
                self.close_if_ready(judge);
                Ok(())
            }
            (Some(_) | None, _) => {
                self.check_master(actor)?;
                self.resume_clock(judge, Authority::Master)
            }
        }
    }

    /// The stage of a game that was put aside begins again.
    pub(super) fn continue_game(&mut self, seat: SeatId) {
        let Some(due) = self.due_anew() else { return };
        self.emit(Fact::Round(RoundFact::Continued { seat, due }));
    }

    /// The deadline if the stage began now.
    fn due_anew(&mut self) -> Option<Timestamp> {
        let now = self.now;
        let game = self.game();
        let play = game.play()?;
        let timetable = game.timetable();
        Some(timetable.due(play.round.stage, game.turn(&play.position), now, None))
    }

    pub(super) fn master_extend(&mut self, actor: Actor, length: Seconds) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.extend_deadline(Authority::Master, length)
    }

    pub(super) fn set_timetable(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        timetable: Timetable,
    ) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.change_timetable(judge, Authority::Master, timetable)
    }

    /// Other times for the rest of the game. This stage begins again with them.
    pub(super) fn change_timetable(
        &mut self,
        judge: &Judge<'_>,
        by: Authority,
        timetable: Timetable,
    ) -> Result<(), Refusal> {
        if !timetable.is_playable() {
            return Err(Refusal::StageLength);
        }
        let now = self.now;
        let game = self.game();
        let play = game.play().ok_or(Refusal::NotUnderway)?;
        let (stage, paused) = (play.round.stage, play.round.pause.is_some());
        // A pause keeps the time that was left.
        let due = match play.round.pause {
            Some(_) => play.round.due,
            None => timetable.due(stage, game.turn(&play.position), now, None),
        };
        self.emit(Fact::Round(RoundFact::TimetableChanged { by, timetable, due }));
        // Talking and writing are one stage now.
        if stage == Stage::Diplomacy && timetable.diplomacy.is_none() && !paused {
            self.open(judge.board(), Stage::Writing);
        }
        Ok(())
    }

    /// Pauses the clock, at most for the rest of the agreed delay.
    pub(super) fn pause_clock(&mut self, by: Authority, length: Seconds) -> Result<(), Refusal> {
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
        self.emit(Fact::Round(RoundFact::Paused { by, until: now.plus(length) }));
        Ok(())
    }

    pub(super) fn resume_clock(&mut self, judge: &mut Judge<'_>, by: Authority) -> Result<(), Refusal> {
        let now = self.now;
        let play = self.play().ok_or(Refusal::NotUnderway)?;
        let pause = play.round.pause.ok_or(Refusal::NotPaused)?;
        let due = if pause.is_aside() { self.due_anew() } else { None };
        let due = due.unwrap_or_else(|| now.plus(pause.left));
        self.emit(Fact::Round(RoundFact::Resumed { by, due }));
        self.close_if_ready(judge);
        Ok(())
    }

    pub(super) fn extend_deadline(&mut self, by: Authority, length: Seconds) -> Result<(), Refusal> {
        let play = self.play().ok_or(Refusal::NotUnderway)?;
        if play.round.pause.is_some() {
            return Err(Refusal::AlreadyPaused);
        }
        let length = length.min(play.round.delay_left);
        if length == Seconds::ZERO {
            return Err(Refusal::NoDelayLeft);
        }
        let due = play.round.due.plus(length);
        self.emit(Fact::Round(RoundFact::Extended { by, due }));
        Ok(())
    }

    pub(super) fn force_close(&mut self, judge: &mut Judge<'_>, actor: Actor) -> Result<(), Refusal> {
        self.check_master(actor)?;
        self.underway()?;
        self.emit(Fact::Round(RoundFact::Forced));
        self.close(judge, super::stages::CloseReason::Forced);
        Ok(())
    }

    pub(super) fn roll_back(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        to: usize,
    ) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.before.play().ok_or(Refusal::NotUnderway)?;
        match play.records.get(to) {
            Some((_, RecordStatus::Active)) => {}
            Some((_, RecordStatus::Undone)) | None => return Err(Refusal::NoSuchRecord),
        }
        if play.roll_backs >= MAX_ROLL_BACKS {
            return Err(Refusal::TooManyRollBacks);
        }
        self.emit(Fact::RolledBack { to });
        self.open_next_stage(judge);
        Ok(())
    }

    pub(super) fn replace(&mut self, actor: Actor, seat: SeatId, with: Replacement) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.underway()?;
        let held = play.seats.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        let holder = match with {
            Replacement::Person { who, name } => {
                self.check_newcomer(play, who, seat, &name)?;
                Holder::Person { by: who, name }
            }
            Replacement::Bot(bot) => Holder::Bot { bot, instead_of: None },
            Replacement::Nobody if held.holder == Holder::Vacant => return Err(Refusal::SeatNotFree),
            Replacement::Nobody => Holder::Vacant,
        };
        let somebody = holder != Holder::Vacant;
        let talk = self.before.charter.settings().earlier_talk;
        self.emit(Fact::Seat(seat, SeatFact::NewHolder { holder, by: HandOver::Master, talk }));
        if somebody {
            self.end_disorder(play, seat);
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
        // Between movement and retreats the position is incomplete. The master can roll back instead.
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
            position.owners.set_owner(*centre, *owner);
        }
        let orders_due_from = self.before.seats_with_orders_due(board, play, &position, Stage::Writing);
        self.emit(Fact::Round(RoundFact::Corrected { position: Arc::new(position), orders_due_from }));
        Ok(())
    }

    /// Uses the result of a real coin, in the turn of the toss and before the random one (K5).
    pub(super) fn toss(&mut self, actor: Actor, winner: SeatId) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.underway()?;
        if winner.index() >= play.seats.len() {
            return Err(Refusal::NoSuchSeat);
        }
        let neutral = self.before.charter.seating().neutral().ok_or(Refusal::NoCoin)?;
        let in_time = play.position.phase.turn() == neutral.toss;
        match play.neutrality {
            Some(Neutrality::Closed) if in_time => {
                self.emit(Fact::Round(RoundFact::CoinTossed { winner }));
                Ok(())
            }
            Some(Neutrality::Closed | Neutrality::Tossed(_) | Neutrality::Joined(_)) | None => {
                Err(Refusal::NoCoin)
            }
        }
    }

    /// The host of the server ends the game.
    pub(super) fn close_by_host(&mut self, actor: Actor) -> Result<(), Refusal> {
        check_host(actor)?;
        match &self.before.state {
            State::Over(..) => Err(Refusal::AlreadyOver),
            State::Gathering(_) | State::Underway(_) => {
                self.emit(Fact::Ended(Ending::Abandoned(Abandonment::ByTheHost)));
                Ok(())
            }
        }
    }

    pub(super) fn stop(&mut self, actor: Actor) -> Result<(), Refusal> {
        self.check_master(actor)?;
        match &self.before.state {
            State::Over(..) => Err(Refusal::AlreadyOver),
            State::Gathering(_) | State::Underway(_) => {
                self.emit(Fact::Ended(Ending::Abandoned(Abandonment::ByTheMaster)));
                Ok(())
            }
        }
    }
}
