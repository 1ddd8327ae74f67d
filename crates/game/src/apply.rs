//! Events become the game. Total: what was recorded cannot be refused.

use std::sync::Arc;

use crate::state::{CheckIn, Gathering, Play, State};
use crate::{
    Circle, Counts, Desk, DeskFact, Event, Fact, Game, GatheringFact, Government, Guest, Holder, Member,
    Neutrality, Notice, Pause, Person, Question, Round, RoundFact, Seat, SeatFact, SeatId, Seconds, Stage,
    Stance, Timestamp, VoteFact, Waited, Wish, WordsFact,
};

impl Game {
    /// Takes an event that [`decide`](Game::decide) gave for this very state. One that does not fit
    /// changes nothing but the version, so that a stored log is always read to its end.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        self.clock = self.clock.max(event.at);
        if let Some(notice) = Notice::of(&self.charter, &event.fact) {
            self.log.push(Arc::new((event.at, notice)));
        }
        let delay = self.charter.settings().delay;
        match (&event.fact, &mut self.state) {
            (Fact::Ended(_) | Fact::RolledBack { .. } | Fact::Started { .. }, _) => self.turn_over(event),
            (Fact::Gathering(fact), State::Gathering(gathering)) => gathering.apply(fact),
            (Fact::Opened { stage, due, owing }, State::Underway(play)) => {
                play.open(*stage, event.at, *due, *owing, delay);
            }
            (Fact::Desk(seat, fact), State::Underway(play)) => {
                play.round.count_act(*seat);
                play.apply_desk(*seat, fact);
            }
            (Fact::Seat(seat, fact), State::Underway(play)) => play.apply_seat(*seat, fact),
            (Fact::Round(fact), State::Underway(play)) => play.apply_round(event.at, fact),
            (Fact::Vote(fact), State::Underway(play)) => play.apply_vote(fact),
            // After the end people still talk and keep their maps.
            (Fact::Words(fact), State::Underway(play) | State::Over(_, Some(play))) => play.apply_words(fact),
            (
                Fact::Gathering(_)
                | Fact::Opened { .. }
                | Fact::Desk(..)
                | Fact::Seat(..)
                | Fact::Round(_)
                | Fact::Vote(_)
                | Fact::Words(_),
                State::Gathering(_) | State::Underway(_) | State::Over(..),
            ) => {}
        }
    }

    /// From one state of the game's life to another.
    fn turn_over(&mut self, event: &Event) {
        let state = std::mem::replace(&mut self.state, State::Gathering(Gathering::default()));
        self.state = match (&event.fact, state) {
            (Fact::Started { holders, position }, State::Gathering(_)) => {
                let mut play = Play::new(holders, Arc::clone(position), event.at);
                play.neutrality = self.charter.seating().neutral().map(|_| Neutrality::Closed);
                State::Underway(Box::new(play))
            }
            (Fact::Ended(ending), State::Underway(play)) => State::Over(*ending, Some(play)),
            (Fact::Ended(ending), State::Gathering(_)) => State::Over(*ending, None),
            (Fact::RolledBack { to }, State::Underway(mut play) | State::Over(_, Some(mut play))) => {
                play.roll_back(*to);
                State::Underway(play)
            }
            (_, state) => state,
        };
    }
}

impl Gathering {
    fn apply(&mut self, fact: &GatheringFact) {
        match fact {
            GatheringFact::Joined { who, name, wish } => {
                let guest = Guest::Person { who: *who, name: name.clone() };
                self.members.push(Member { guest, wish: wish.clone() });
                self.joined += 1;
            }
            GatheringFact::BotJoined(bot) => {
                self.members.push(Member { guest: Guest::Bot(bot.clone()), wish: Wish::Anything });
            }
            GatheringFact::Withdrew(who) => self.lose(&[*who]),
            GatheringFact::MissedCheckIn(who) => self.lose(who),
            GatheringFact::CheckInOpened { until } => {
                self.check_in = Some(CheckIn { until: *until, here: Vec::new() });
            }
            GatheringFact::CheckedIn(who) => {
                if let Some(check_in) = &mut self.check_in {
                    check_in.here.push(*who);
                }
            }
        }
    }

    fn lose(&mut self, who: &[Person]) {
        self.members.retain(|member| member.person().is_none_or(|person| !who.contains(&person)));
        self.check_in = None;
    }
}

impl Play {
    fn new(holders: &[Holder], position: Arc<rules::Position>, at: Timestamp) -> Self {
        let seats: Vec<Seat> = holders.iter().cloned().map(Seat::new).collect();
        let former = seats.iter().enumerate().filter_map(|(i, seat)| Some((seat.person()?, SeatId::new(i))));
        Self {
            started: at,
            position,
            neutrality: None,
            former: former.collect(),
            // The event that opens the first stage follows at once.
            round: Round::new(Stage::Diplomacy, at, at, Circle::NOBODY, seats.len(), Seconds::ZERO),
            seats,
            records: Vec::new(),
            messages: Vec::new(),
            sketches: Vec::new(),
            questions: Vec::new(),
            asked: 0,
            roll_backs: 0,
        }
    }

    fn open(&mut self, stage: Stage, at: Timestamp, due: Timestamp, owing: Circle, delay: Seconds) {
        let new = Round::new(stage, at, due, owing, self.seats.len(), delay);
        let old = std::mem::replace(&mut self.round, new);
        // Notes made while talking are still there when it is time to write.
        if old.stage == Stage::Diplomacy && stage == Stage::Writing {
            for (desk, old) in self.round.desks.iter_mut().zip(old.desks) {
                desk.draft = old.draft;
            }
        }
    }

    fn desk(&mut self, seat: SeatId) -> Option<&mut Desk> {
        self.round.desks.get_mut(seat.index())
    }

    fn apply_desk(&mut self, seat: SeatId, fact: &DeskFact) {
        let Some(desk) = self.desk(seat) else { return };
        match fact {
            DeskFact::Drafted(paper) => desk.draft = Some(paper.clone()),
            DeskFact::HandedIn(paper, stance) => {
                *desk = Desk { draft: None, paper: Some(paper.clone()), stance: *stance };
            }
            DeskFact::TookBack => {
                desk.draft = desk.paper.take();
                desk.stance = Stance::Undecided;
            }
            DeskFact::Stood(stance) => desk.stance = *stance,
        }
    }

    fn apply_round(&mut self, at: Timestamp, fact: &RoundFact) {
        match fact {
            RoundFact::Ruled(record) => {
                self.position = Arc::new(record.resolution.after.clone());
                self.records.push((Arc::clone(record), Counts::Counts));
                self.round.desks.fill(Desk::empty());
            }
            RoundFact::GraceGiven { to, due } => {
                self.round.grace = Waited::Already;
                self.round.due = *due;
                for seat in to.iter() {
                    if let Some(seat) = self.seats.get_mut(seat.index()) {
                        seat.graces = seat.graces.saturating_add(1);
                    }
                }
            }
            RoundFact::ReliefAwaited { due } => {
                self.round.relief = Waited::Already;
                self.round.due = *due;
            }
            RoundFact::CoinTossed { winner } => self.neutrality = Some(Neutrality::Tossed(*winner)),
            RoundFact::NeutralJoined { seat, .. } => self.neutrality = Some(Neutrality::Joined(*seat)),
            RoundFact::Corrected { position, owing } => {
                self.position = Arc::clone(position);
                self.round.owing = *owing;
                // What was written was for other units.
                self.round.desks.fill(Desk::empty());
            }
            RoundFact::Paused { until, .. } => {
                let left = self.round.due.since(at);
                self.round.pause = Some(Pause { since: at, until: *until, left });
            }
            RoundFact::Resumed { due, .. } => {
                if let Some(pause) = self.round.pause.take() {
                    self.round.delay_left = self.round.delay_left.less(at.since(pause.since));
                }
                self.round.due = *due;
            }
            RoundFact::Extended { due, .. } => {
                self.round.delay_left = self.round.delay_left.less(due.since(self.round.due));
                self.round.due = *due;
            }
            // What follows from it has its own events.
            RoundFact::Forced => {}
        }
    }

    fn apply_vote(&mut self, fact: &VoteFact) {
        match fact {
            VoteFact::Proposed { number, by, motion } => {
                self.round.count_act(*by);
                let ballots = vec![None; self.seats.len()];
                self.questions.push(Question { number: *number, by: *by, motion: *motion, ballots });
                self.asked = self.asked.max(number.saturating_add(1));
            }
            VoteFact::Voted { number, seat, ballot } => {
                self.round.count_act(*seat);
                let mut questions = self.questions.iter_mut();
                let question = questions.find(|question| question.number == *number);
                if let Some(slot) = question.and_then(|question| question.ballots.get_mut(seat.index())) {
                    *slot = Some(*ballot);
                }
            }
            VoteFact::Carried { number, .. } | VoteFact::Lapsed { number } => {
                self.questions.retain(|question| question.number != *number);
            }
        }
    }

    fn apply_seat(&mut self, id: SeatId, fact: &SeatFact) {
        match fact {
            SeatFact::Left | SeatFact::Took { .. } | SeatFact::Offered { .. } | SeatFact::Returned => {
                self.round.count_act(id);
            }
            // The doing of others.
            SeatFact::FellIntoDisorder
            | SeatFact::LeftDisorder
            | SeatFact::BotStoodIn(_)
            | SeatFact::Vacated
            | SeatFact::Replaced(_) => {}
        }
        let Some(seat) = self.seats.get_mut(id.index()) else { return };
        let holder = match (fact, &seat.holder) {
            (SeatFact::FellIntoDisorder, _) => {
                seat.government = Government::InDisorder;
                return;
            }
            (SeatFact::LeftDisorder, _) => {
                seat.government = Government::Stands;
                return;
            }
            (SeatFact::Offered { to }, _) => {
                seat.offered = Some(*to);
                return;
            }
            (SeatFact::BotStoodIn(bot), Holder::Taken { by, name }) => {
                Holder::Bot { bot: bot.clone(), instead_of: Some((*by, name.clone())) }
            }
            (SeatFact::BotStoodIn(bot), Holder::Bot { .. } | Holder::GivenUp) => {
                Holder::Bot { bot: bot.clone(), instead_of: None }
            }
            (SeatFact::Vacated | SeatFact::Left, _) => Holder::GivenUp,
            (SeatFact::Took { who, name }, _) => Holder::Taken { by: *who, name: name.clone() },
            (SeatFact::Returned, Holder::Bot { instead_of: Some((who, name)), .. }) => {
                Holder::Taken { by: *who, name: name.clone() }
            }
            (SeatFact::Returned, Holder::Bot { .. } | Holder::Taken { .. } | Holder::GivenUp) => return,
            (SeatFact::Replaced(holder), _) => holder.clone(),
        };
        if let Holder::Taken { by, .. } = &holder
            && !self.former.contains(&(*by, id))
        {
            self.former.push((*by, id));
        }
        seat.holder = holder;
        seat.offered = None;
        // Whoever sat there before is no longer ready on behalf of the new one; the sheet stays in.
        if let Some(desk) = self.desk(id) {
            desk.stance = Stance::Undecided;
        }
    }

    fn apply_words(&mut self, fact: &WordsFact) {
        match fact {
            WordsFact::Said(message) => self.messages.push(Arc::clone(message)),
            WordsFact::SketchKept { seat, slot, sketch } => {
                self.round.count_act(*seat);
                self.sketches.retain(|(by, kept, _)| (by, kept) != (seat, slot));
                self.sketches.push((*seat, *slot, Arc::clone(sketch)));
            }
            WordsFact::SketchDropped { seat, slot } => {
                self.round.count_act(*seat);
                self.sketches.retain(|(by, kept, _)| (by, kept) != (seat, slot));
            }
        }
    }

    fn roll_back(&mut self, to: usize) {
        let Some((record, _)) = self.records.get(to) else { return };
        self.position = Arc::new(record.resolution.before.clone());
        self.neutrality = record.neutrality;
        for (record, counts) in &mut self.records {
            if record.number >= to {
                *counts = Counts::Undone;
            }
        }
        // Everybody who is there gets another chance to give orders.
        for seat in &mut self.seats {
            if seat.holder != Holder::GivenUp {
                seat.government = Government::Stands;
            }
        }
        self.questions.clear();
        self.round.desks.fill(Desk::empty());
        self.round.pause = None;
        self.roll_backs += 1;
    }
}
