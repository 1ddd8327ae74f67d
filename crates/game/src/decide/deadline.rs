//! What happens at a deadline: an unanswered check-in, a game that nobody joined, the end of a pause, the end
//! of a stage, and missing orders (C2, I1, I3).
//!
//! When a deadline falls is in `timetable.rs`. The server finds the games that are due
//! (`crates/server/src/deadline_runner.rs`) and sends them [`Command::Tick`].

use rules::Judge;

use super::EventBuilder;
use super::stages::CloseReason;
use crate::state::State;
use crate::{
    Abandonment, Actor, AfterGrace, Authority, Command, Ending, Fact, GatheringFact, Holder, Refusal,
    RoundFact, SeatFact, SeatId, SeatSet, Seconds, Stage, Waited,
};

/// How long a game is put aside. Then it waits for its players once more, as after every pause.
const MAX_TIME_ASIDE: Seconds = Seconds::days(3650);

/// Whether the round still waits for somebody.
#[derive(PartialEq, Eq)]
pub(super) enum WaitDecision {
    Wait,
    Close,
}

impl EventBuilder<'_> {
    /// A command after the deadline is refused, also if the clock is late. Orders that a bot owes are taken:
    /// the server runs the bots, and a busy server must not cost a power its turn.
    pub(super) fn refuse_if_late(&mut self, actor: Actor, command: &Command) -> Result<(), Refusal> {
        let now = self.now;
        let is_late = self.game().due().is_some_and(|due| due <= now);
        let is_allowed = match (actor, command) {
            (Actor::Bot(seat), Command::SubmitOrders { .. }) => self.before.bots_due().contains(seat),
            (Actor::Host, _) => true,
            (Actor::Person(_) | Actor::Bot(_) | Actor::Clock, _) => false,
        };
        if is_late && !is_allowed && !matches!(command, Command::Tick) {
            Err(Refusal::TooLate)
        } else {
            Ok(())
        }
    }

    /// A deadline has passed.
    pub(super) fn tick(&mut self, judge: &mut Judge<'_>, actor: Actor) -> Result<(), Refusal> {
        if actor != Actor::Clock {
            return Err(Refusal::OnlyTheClock);
        }
        let now = self.now;
        let closes_at = self.game().closes_at().ok_or(Refusal::AlreadyOver)?;
        if now < closes_at {
            let was_corrected = !self.events.is_empty();
            return if was_corrected { Ok(()) } else { Err(Refusal::NotDue) };
        }
        match &self.before.state {
            State::Gathering(gathering) => match &gathering.check_in {
                Some(check_in) => {
                    let absent = gathering.members.iter().filter_map(|member| member.person());
                    let absent = absent.filter(|person| !check_in.checked_in.contains(person)).collect();
                    self.emit(Fact::Gathering(GatheringFact::MissedCheckIn(absent)));
                }
                None if self.before.starts_at(gathering).is_some() => self.start_if_full(judge),
                None => self.emit(Fact::Ended(Ending::Abandoned(Abandonment::NobodyCame))),
            },
            State::Underway(_) => self.close_due(judge),
            State::Over(..) => return Err(Refusal::AlreadyOver),
        }
        Ok(())
    }

    /// The clock was ahead when the last events happened: a deadline that was set then may be years away.
    /// Nobody waits longer than if the stage, the pause or the search for players began now.
    pub(super) fn correct_clock(&mut self) {
        let now = self.now;
        let settings = self.before.charter.settings();
        let anew = match &self.before.state {
            State::Gathering(gathering) => match (&gathering.check_in, settings.check_in) {
                (Some(_), Some(length)) => now.plus(length),
                (Some(_) | None, _) => now.plus(settings.gather_within),
            },
            State::Underway(play) => match play.round.pause {
                Some(pause) => now.plus(pause.until.since(pause.since)),
                None => {
                    let turn = self.before.turn(&play.position);
                    self.before.timetable().due(play.round.stage, turn, now, None)
                }
            },
            State::Over(..) => return,
        };
        let due = self.before.due().map_or(anew, |due| due.min(anew));
        self.emit(Fact::ClockCorrected { due });
    }

    /// The clock is where it was before the correction: it had been right, and then behind.
    pub(super) fn undo_clock_correction(&mut self) {
        if let Some(before) = self.before.before_correction
            && self.now >= before.at
        {
            self.emit(Fact::ClockCorrected { due: before.due });
        }
    }

    /// Handles the end of a pause or a deadline.
    fn close_due(&mut self, judge: &mut Judge<'_>) {
        let paused = self.play().is_some_and(|play| play.round.pause.is_some());
        if paused {
            // This cannot fail: the game is paused.
            let _ = self.resume_clock(judge, Authority::Clock);
        } else if self.put_aside() == WaitDecision::Close {
            self.close(judge, CloseReason::Due);
        }
    }

    /// Puts the game aside if the players agreed so and orders of a person are missing.
    fn put_aside(&mut self) -> WaitDecision {
        let until = self.now.plus(MAX_TIME_ASIDE);
        if self.before.charter.settings().absence.after_grace != AfterGrace::PutAside {
            return WaitDecision::Close;
        }
        let Some(play) = self.play() else { return WaitDecision::Close };
        let writes = match play.round.stage {
            Stage::Writing | Stage::Retreats | Stage::Adjustments => true,
            Stage::Diplomacy | Stage::Resolution => false,
        };
        let missing = play.round.orders_due_from.without(play.round.submitted_seats());
        let is_person = |seat: SeatId| play.seats[seat.index()].person().is_some();
        if !writes || !missing.without(play.seats_in_disorder()).iter().any(is_person) {
            return WaitDecision::Close;
        }
        self.emit(Fact::Round(RoundFact::Paused { by: Authority::Clock, until }));
        WaitDecision::Wait
    }

    /// Handles missing orders at the deadline, as agreed before the game (I1, I3). A round waits at
    /// most once for the absent players and once for their substitutes.
    pub(super) fn handle_missing_orders(&mut self, why: CloseReason) -> WaitDecision {
        let absence = &self.before.charter.settings().absence;
        let now = self.now;
        let Some(play) = self.play() else { return WaitDecision::Close };
        let missing = play
            .round
            .orders_due_from
            .without(play.round.submitted_seats())
            .without(play.seats_in_disorder());
        if missing.is_empty() {
            return WaitDecision::Close;
        }
        if why == CloseReason::Due {
            self.end_loans_of_absent(missing);
            let Some(play) = self.play() else { return WaitDecision::Close };
            if play.round.grace_wait == Waited::NotYet && absence.grace > Seconds::ZERO {
                let waited_for = missing.iter().filter(|seat| {
                    let seat = &play.seats[seat.index()];
                    seat.person().is_some() && seat.graces_used < absence.graces_per_seat
                });
                let to: SeatSet = waited_for.collect();
                if !to.is_empty() {
                    let due = now.plus(absence.grace);
                    self.emit(Fact::Round(RoundFact::GraceGiven { to, due }));
                    return WaitDecision::Wait;
                }
            }
            let relief = play.round.substitute_wait;
            if let Some(within) = self.open_seats_of_absent(missing)
                && relief == Waited::NotYet
            {
                self.emit(Fact::Round(RoundFact::SubstituteAwaited { due: now.plus(within) }));
                return WaitDecision::Wait;
            }
        }
        for seat in missing.iter() {
            self.emit(Fact::Seat(seat, SeatFact::FellIntoDisorder));
        }
        WaitDecision::Close
    }

    /// Opens the seats of absent players to a bot or to new players. Returns how long the round waits
    /// for them, if it waits.
    fn open_seats_of_absent(&mut self, missing: SeatSet) -> Option<Seconds> {
        let charter = std::sync::Arc::clone(&self.before.charter);
        let holders: Vec<_> = {
            let play = self.play()?;
            missing.iter().map(|seat| (seat, play.seats[seat.index()].holder.clone())).collect()
        };
        let mut wait = None;
        match &charter.settings().absence.after_grace {
            AfterGrace::Disorder | AfterGrace::PutAside => {}
            AfterGrace::StandIn { bot, within } => {
                for (seat, holder) in holders {
                    match holder {
                        Holder::Person { .. } | Holder::Vacant => {
                            self.emit(Fact::Seat(seat, SeatFact::BotStandsIn(bot.clone())));
                            wait = Some(*within);
                        }
                        // A bot without orders falls into disorder like a person.
                        Holder::Bot { .. } => {}
                    }
                }
            }
            AfterGrace::Replacement { within } => {
                for (seat, holder) in holders {
                    match holder {
                        Holder::Person { .. } => {
                            self.emit(Fact::Seat(seat, SeatFact::Vacated));
                            wait = Some(*within);
                        }
                        Holder::Vacant => wait = Some(*within),
                        Holder::Bot { .. } => {}
                    }
                }
            }
        }
        wait
    }
}
