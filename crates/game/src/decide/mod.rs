//! `Game::decide`: turns a command into events, or refuses it. One file per subject.

mod ahead;
mod calendar;
mod deadline;
mod game_end;
mod game_master;
mod gathering;
mod log_size;
mod messages;
mod orders;
mod resolve_phase;
mod seats;
mod stages;
mod votes;

use rules::Judge;

use crate::state::{Gathering, Play, State};
use crate::{
    Actor, Command, Event, Fact, Game, Holder, MAX_ACTIONS_PER_STAGE, MAX_CLOCK_DIFFERENCE, Person, Refusal,
    SeatId, Timestamp,
};

impl Game {
    /// The events of a command that `actor` sends now. It changes nothing; [`apply`](Self::apply) does.
    ///
    /// The judge must have the board and the edition of the game.
    pub fn decide(
        &self,
        judge: &mut Judge<'_>,
        actor: Actor,
        command: Command,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let seating = self.charter.seating();
        let fits = judge.edition() == self.charter.settings().edition
            && judge.board().powers().len() == seating.power_count()
            && judge.board().centres().len() == seating.centres();
        if !fits {
            return Err(Refusal::WrongJudge);
        }
        let was_ahead = self.last_event_at.since(now) > MAX_CLOCK_DIFFERENCE && self.ending().is_none();
        // The clocks of two machines differ a little. The time of a game does not go back for that.
        let now = if was_ahead { now } else { now.max(self.last_event_at) };
        let mut course = EventBuilder::new(self, now);
        if was_ahead {
            course.correct_clock();
        } else {
            course.undo_clock_correction();
        }
        course.dispatch(judge, actor, command)?;
        Ok(course.events)
    }
}

/// Collects the events of one command. Each event is applied before the next one is decided.
struct EventBuilder<'g> {
    before: &'g Game,
    /// The game after the first `applied` events. It is made only when it is needed.
    after: Option<Game>,
    applied: usize,
    events: Vec<Event>,
    now: Timestamp,
}

impl<'g> EventBuilder<'g> {
    const fn new(start: &'g Game, now: Timestamp) -> Self {
        Self { before: start, after: None, applied: 0, events: Vec::new(), now }
    }

    fn emit(&mut self, fact: Fact) {
        self.events.push(Event { at: self.now, fact });
    }

    /// The game after all events so far.
    fn game(&mut self) -> &Game {
        if self.applied < self.events.len() {
            let ahead = self.after.get_or_insert_with(|| self.before.clone());
            for event in &self.events[self.applied..] {
                ahead.apply(event);
            }
            self.applied = self.events.len();
        }
        self.after.as_ref().unwrap_or(self.before)
    }

    fn dispatch(&mut self, judge: &mut Judge<'_>, actor: Actor, command: Command) -> Result<(), Refusal> {
        self.refuse_if_late(actor, &command)?;
        self.check_log_size(actor, &command)?;
        match command {
            Command::Tick => self.tick(judge, actor),
            Command::Join { name, preference } => self.join(judge, person(actor)?, name, preference),
            Command::SeatBot(bot) => self.seat_bot(judge, person(actor)?, bot),
            Command::FillWithBots(bot) => self.fill_with_bots(judge, person(actor)?, &bot),
            Command::CheckIn => self.check_in(judge, person(actor)?),
            Command::Remove { member } => self.remove_member(person(actor)?, member),
            Command::Cancel => self.cancel(person(actor)?),
            Command::Leave => self.leave(judge, person(actor)?),
            Command::Take { seat, name } => self.take(person(actor)?, seat, name),
            Command::Offer { to } => self.offer(person(actor)?, to),
            Command::Return => self.come_back(person(actor)?),
            Command::SayAway { from, until } => self.say_away(person(actor)?, from, until),
            Command::CancelAway { from } => self.cancel_away(person(actor)?, from),
            Command::UseTimeBank(length) => self.use_time_bank(person(actor)?, length),
            Command::Lend { to, until } => self.lend(person(actor)?, to, until),
            Command::SaveDraft { paper, dated } => self.draft(judge, actor, paper, dated),
            Command::SubmitOrders { paper, dated, readiness } => {
                self.submit_orders(judge, actor, paper, dated, readiness)
            }
            Command::SaveNamedDraft { name, paper, dated } => {
                self.save_named_draft(judge, actor, name, paper, dated)
            }
            Command::DeleteNamedDraft { name } => self.delete_named_draft(actor, name),
            Command::PlanAhead(plans) => self.plan_ahead(judge.board(), actor, plans),
            Command::WithdrawOrders => self.withdraw_orders(actor),
            Command::SetReadiness(readiness) => self.set_readiness(judge, actor, readiness),
            Command::SendMessage { to, text, sketch } => self.send_message(judge, actor, to, text, sketch),
            Command::WriteToMaster { text, sketch } => self.write_to_master(judge, actor, text, sketch),
            Command::Announce { text, sketch } => self.announce(judge, actor, text, sketch),
            Command::SaveSketch { slot, sketch } => self.save_sketch(judge, actor, slot, sketch),
            Command::DeleteSketch { slot } => self.delete_sketch(actor, slot),
            Command::NameNextGame(game) => self.name_next_game(actor, game),
            Command::Propose(motion) => self.propose(judge, actor, motion),
            Command::Vote { question, ballot } => self.vote(judge, actor, question, ballot),
            Command::EnterOrders { seat, paper, dated, readiness, consent } => {
                self.enter_orders(judge, actor, (seat, paper, dated), readiness, consent)
            }
            Command::SetReadinessFor { seat, readiness } => {
                self.set_readiness_for(judge, actor, seat, readiness)
            }
            Command::Pause(length) => self.master_pause(actor, length),
            Command::Resume => self.resume(judge, actor),
            Command::Extend(length) => self.master_extend(actor, length),
            Command::SetTimetable(timetable) => self.set_timetable(judge, actor, timetable),
            Command::ForceClose => self.force_close(judge, actor),
            Command::RollBack { to } => self.roll_back(judge, actor, to),
            Command::Replace { seat, with } => self.replace(actor, seat, with),
            Command::Correct { units, owners } => self.correct(judge, actor, &units, &owners),
            Command::Toss { winner } => self.toss(actor, winner),
            Command::Stop => self.stop(actor),
            Command::RemoveMessage { message } => self.remove_message(actor, message),
            Command::Close => self.close_by_host(actor),
        }
    }

    fn gathering(&self) -> Result<&'g Gathering, Refusal> {
        match &self.before.state {
            State::Gathering(gathering) => Ok(gathering),
            State::Underway(_) | State::Over(..) => Err(Refusal::NotGathering),
        }
    }

    fn underway(&self) -> Result<&'g Play, Refusal> {
        match &self.before.state {
            State::Underway(play) => Ok(play),
            State::Gathering(_) => Err(Refusal::NotUnderway),
            State::Over(..) => Err(Refusal::AlreadyOver),
        }
    }

    /// The seat that the actor plays.
    fn seat(&self, play: &Play, actor: Actor) -> Result<SeatId, Refusal> {
        let seat = match actor {
            Actor::Person(person) => play.seat_of(person).ok_or(Refusal::NotSeated)?,
            Actor::Bot(seat) => match play.seats.get(seat.index()).map(|seat| &seat.holder) {
                Some(Holder::Bot { .. }) => seat,
                Some(Holder::Person { .. } | Holder::Vacant) | None => return Err(Refusal::NotSeated),
            },
            Actor::Clock | Actor::Host => return Err(Refusal::NotSeated),
        };
        self.check_action_limit(play, seat)?;
        Ok(seat)
    }

    fn check_action_limit(&self, play: &Play, seat: SeatId) -> Result<(), Refusal> {
        let acts = play.round.action_counts.get(seat.index());
        if acts.is_some_and(|acts| *acts >= MAX_ACTIONS_PER_STAGE) {
            Err(Refusal::TooManyActs)
        } else {
            Ok(())
        }
    }

    /// The game after all events so far. None if it is not underway.
    fn play(&mut self) -> Option<&Play> {
        match &self.game().state {
            State::Underway(play) => Some(play),
            State::Gathering(_) | State::Over(..) => None,
        }
    }
}

const fn person(actor: Actor) -> Result<Person, Refusal> {
    match actor {
        Actor::Person(person) => Ok(person),
        Actor::Bot(_) | Actor::Clock | Actor::Host => Err(Refusal::NotSeated),
    }
}

const fn check_host(actor: Actor) -> Result<(), Refusal> {
    match actor {
        Actor::Host => Ok(()),
        Actor::Person(_) | Actor::Bot(_) | Actor::Clock => Err(Refusal::OnlyTheHost),
    }
}
