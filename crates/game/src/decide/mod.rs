//! Commands become events, or are refused.

mod closing;
mod ends;
mod gathering;
mod master;
mod orders;
mod ruling;
mod seats;
mod talk;
mod votes;

use rules::Judge;

use crate::state::{Gathering, Play, State};
use crate::{Actor, Command, Event, Fact, Game, Holder, MOST_ACTS, Person, Refusal, SeatId, Timestamp};

impl Game {
    /// What happens if `actor` asks this now. Nothing does unless the events are applied.
    ///
    /// The judge must be one for the game's own board and edition.
    pub fn decide(
        &self,
        judge: &mut Judge<'_>,
        actor: Actor,
        command: Command,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let seating = self.charter.seating();
        let fits = judge.edition() == self.charter.settings().edition
            && judge.board().powers().len() == seating.board_powers()
            && judge.board().centres().len() == seating.centres();
        if !fits {
            return Err(Refusal::WrongJudge);
        }
        // Clocks of different machines differ a little: the game's time stands still rather than
        // run backwards.
        let mut course = Course::new(self, now.max(self.clock));
        course.follow(judge, actor, command)?;
        Ok(course.events)
    }
}

/// What happens from here on: each event is seen by those that follow from it.
struct Course<'g> {
    start: &'g Game,
    /// The game with the first `applied` events; made only when something asks for it.
    ahead: Option<Game>,
    applied: usize,
    events: Vec<Event>,
    now: Timestamp,
}

impl<'g> Course<'g> {
    const fn new(start: &'g Game, now: Timestamp) -> Self {
        Self { start, ahead: None, applied: 0, events: Vec::new(), now }
    }

    fn happen(&mut self, fact: Fact) {
        self.events.push(Event { at: self.now, fact });
    }

    /// The game as it is after everything so far.
    fn game(&mut self) -> &Game {
        if self.applied < self.events.len() {
            let ahead = self.ahead.get_or_insert_with(|| self.start.clone());
            for event in &self.events[self.applied..] {
                ahead.apply(event);
            }
            self.applied = self.events.len();
        }
        self.ahead.as_ref().unwrap_or(self.start)
    }

    fn follow(&mut self, judge: &mut Judge<'_>, actor: Actor, command: Command) -> Result<(), Refusal> {
        // What comes after the deadline must not count because the clock was slow.
        if !matches!(command, Command::Tick) && self.start.due().is_some_and(|due| due <= self.now) {
            return Err(Refusal::TooLate);
        }
        match command {
            Command::Tick => self.tick(judge, actor),
            Command::Join { name, wish } => self.join(judge, person(actor)?, name, wish),
            Command::SeatBot(bot) => self.seat_bot(judge, person(actor)?, bot),
            Command::CheckIn => self.check_in(judge, person(actor)?),
            Command::Cancel => self.cancel(person(actor)?),
            Command::Leave => self.leave(judge, person(actor)?),
            Command::Take { seat, name } => self.take(person(actor)?, seat, name),
            Command::Offer { to } => self.offer(person(actor)?, to),
            Command::Return => self.come_back(person(actor)?),
            Command::Draft { paper, dated } => self.draft(judge, actor, paper, dated),
            Command::HandIn { paper, dated, stance } => self.hand_in(judge, actor, paper, dated, stance),
            Command::TakeBack => self.take_back(actor),
            Command::Stand(stance) => self.stand(judge, actor, stance),
            Command::Whisper { to, text, sketch } => self.whisper(judge, actor, to, text, sketch),
            Command::Announce { text, sketch } => self.announce(judge, actor, text, sketch),
            Command::KeepSketch { slot, sketch } => self.keep_sketch(judge, actor, slot, sketch),
            Command::DropSketch { slot } => self.drop_sketch(actor, slot),
            Command::Propose(motion) => self.propose(judge, actor, motion),
            Command::Vote { question, ballot } => self.vote(judge, actor, question, ballot),
            Command::Pause(length) => self.master_pause(actor, length),
            Command::Resume => self.master_resume(judge, actor),
            Command::Extend(length) => self.master_extend(actor, length),
            Command::Force => self.force(judge, actor),
            Command::RollBack { to } => self.roll_back(judge, actor, to),
            Command::Replace { seat, with } => self.replace(actor, seat, with),
            Command::Correct { units, owners } => self.correct(judge, actor, &units, &owners),
            Command::Toss { winner } => self.toss(actor, winner),
            Command::Stop => self.stop(actor),
        }
    }

    fn gathering(&self) -> Result<&'g Gathering, Refusal> {
        match &self.start.state {
            State::Gathering(gathering) => Ok(gathering),
            State::Underway(_) | State::Over(..) => Err(Refusal::NotGathering),
        }
    }

    fn underway(&self) -> Result<&'g Play, Refusal> {
        match &self.start.state {
            State::Underway(play) => Ok(play),
            State::Gathering(_) => Err(Refusal::NotUnderway),
            State::Over(..) => Err(Refusal::AlreadyOver),
        }
    }

    /// The seat for which the actor may speak.
    fn seat(&self, play: &Play, actor: Actor) -> Result<SeatId, Refusal> {
        let seat = match actor {
            Actor::Person(person) => play.seat_of(person).ok_or(Refusal::NotSeated)?,
            Actor::Bot(seat) => match play.seats.get(seat.index()).map(|seat| &seat.holder) {
                Some(Holder::Bot { .. }) => seat,
                Some(Holder::Taken { .. } | Holder::GivenUp) | None => return Err(Refusal::NotSeated),
            },
            Actor::Clock => return Err(Refusal::NotSeated),
        };
        self.check_acts(play, seat)?;
        Ok(seat)
    }

    fn check_acts(&self, play: &Play, seat: SeatId) -> Result<(), Refusal> {
        let acts = play.round.acts.get(seat.index());
        if acts.is_some_and(|acts| *acts >= MOST_ACTS) { Err(Refusal::TooManyActs) } else { Ok(()) }
    }

    /// The seats and what lies ahead, for code that runs only while the game is played.
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
        Actor::Bot(_) | Actor::Clock => Err(Refusal::NotSeated),
    }
}
