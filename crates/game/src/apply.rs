//! `Game::apply`: changes a game by an event. It accepts every event, because a stored event happened.

use std::sync::Arc;

use rules::PhaseKind;

use crate::log_size::LogSizes;
use crate::state::{BeforeCorrection, CheckIn, Gathering, Play, State};
use crate::{
    Absent, AheadResult, EarlierTalk, Event, Fact, Game, GatheringFact, Government, HandOver, Holder, Loan,
    Member, Message, MessageFact, MessageStatus, Motion, Neutrality, OrdersAhead, OrdersFact, Pause, Person,
    PersonOrBot, PublicEvent, Question, Readiness, RecordStatus, Round, RoundFact, Seat, SeatFact, SeatId,
    SeatOrders, SeatPreference, SeatSet, Seconds, Stage, SubmittedBy, Timestamp, VoteFact, Waited,
};

impl Game {
    /// Applies an event that [`decide`](Game::decide) returned for this state. An event that does not fit
    /// changes only the version, so that a stored log can always be read to its end.
    pub fn apply(&mut self, event: &Event) {
        self.version += 1;
        self.note_correction(event);
        let is_correction = matches!(event.fact, Fact::ClockCorrected { .. });
        self.last_event_at = if is_correction { event.at } else { self.last_event_at.max(event.at) };
        let notice = PublicEvent::of(&self.charter, &event.fact);
        self.public_version += u64::from(notice.is_some() || PublicEvent::is_shown_elsewhere(&event.fact));
        if let Some(notice) = notice {
            self.log.push(Arc::new((event.at, notice)));
        }
        if let State::Underway(play) | State::Over(_, Some(play)) = &mut self.state {
            play.log_sizes.add(&event.fact);
        }
        let delay = self.charter.settings().delay;
        match (&event.fact, &mut self.state) {
            (Fact::Ended(_) | Fact::RolledBack { .. } | Fact::Started { .. }, _) => self.change_state(event),
            (Fact::ClockCorrected { due }, State::Gathering(gathering)) => gathering.set_due(*due),
            (Fact::ClockCorrected { due }, State::Underway(play)) => play.correct_clock(event.at, *due),
            (Fact::Gathering(fact), State::Gathering(gathering)) => gathering.apply(fact),
            (Fact::Opened { stage, due, orders_due_from }, State::Underway(play)) => {
                play.open(*stage, event.at, *due, *orders_due_from, delay);
            }
            (Fact::Orders(seat, fact), State::Underway(play)) => {
                if !matches!(
                    fact,
                    OrdersFact::EnteredByMaster(_)
                        | OrdersFact::EnteredFor { .. }
                        | OrdersFact::ReadinessSetByMaster(_)
                        | OrdersFact::PlanUsed { .. }
                        | OrdersFact::NoPlanUsed
                ) {
                    play.round.count_action(*seat);
                }
                play.apply_orders(*seat, fact);
            }
            (Fact::Seat(seat, fact), State::Underway(play)) => play.apply_seat(event.at, *seat, fact),
            (Fact::Round(fact), State::Underway(play)) => play.apply_round(event.at, fact),
            (Fact::Vote(fact), State::Underway(play)) => play.apply_vote(fact),
            // After the end, messages and sketches are still possible.
            (Fact::Message(fact), State::Underway(play) | State::Over(_, Some(play))) => {
                play.apply_message(fact)
            }
            (
                Fact::Gathering(_)
                | Fact::Opened { .. }
                | Fact::Orders(..)
                | Fact::Seat(..)
                | Fact::Round(_)
                | Fact::Vote(_)
                | Fact::Message(_)
                | Fact::ClockCorrected { .. },
                State::Gathering(_) | State::Underway(_) | State::Over(..),
            ) => {}
        }
    }

    /// Remembers what a correction replaces, until another event sets a deadline.
    fn note_correction(&mut self, event: &Event) {
        match &event.fact {
            Fact::ClockCorrected { .. } => {
                let due = self.due().filter(|_| event.at < self.last_event_at);
                self.before_correction = due.map(|due| BeforeCorrection { at: self.last_event_at, due });
            }
            Fact::Started { .. }
            | Fact::Opened { .. }
            | Fact::RolledBack { .. }
            | Fact::Ended(_)
            | Fact::Gathering(GatheringFact::CheckInOpened { .. } | GatheringFact::MissedCheckIn(_))
            | Fact::Round(
                RoundFact::GraceGiven { .. }
                | RoundFact::SubstituteAwaited { .. }
                | RoundFact::Paused { .. }
                | RoundFact::Resumed { .. }
                | RoundFact::Continued { .. }
                | RoundFact::Extended { .. },
            ) => self.before_correction = None,
            Fact::Gathering(_)
            | Fact::Orders(..)
            | Fact::Seat(..)
            | Fact::Round(_)
            | Fact::Message(_)
            | Fact::Vote(_) => {}
        }
    }

    /// Changes between gathering, underway and over.
    fn change_state(&mut self, event: &Event) {
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
            GatheringFact::Joined { who, name, preference } => {
                let guest = PersonOrBot::Person { who: *who, name: name.clone() };
                self.add_member(guest, preference.clone());
                self.joined += 1;
            }
            GatheringFact::BotJoined(bot) => {
                self.add_member(PersonOrBot::Bot(bot.clone()), SeatPreference::Anything);
            }
            GatheringFact::Removed { member } => {
                let found = self.members.iter().find(|other| other.number == *member);
                self.removed.extend(found.and_then(Member::person));
                self.members.retain(|other| other.number != *member);
                self.check_in = None;
            }
            GatheringFact::Left(who) => self.remove_members(&[*who]),
            GatheringFact::MissedCheckIn(who) => self.remove_members(who),
            GatheringFact::CheckInOpened { until } => {
                self.check_in = Some(CheckIn { until: *until, checked_in: Vec::new() });
            }
            GatheringFact::CheckedIn(who) => {
                if let Some(check_in) = &mut self.check_in {
                    check_in.checked_in.push(*who);
                }
            }
        }
    }

    fn add_member(&mut self, who: PersonOrBot, preference: SeatPreference) {
        self.members.push(Member { number: self.next_member, who, preference });
        self.next_member += 1;
    }

    fn set_due(&mut self, due: Timestamp) {
        match &mut self.check_in {
            Some(check_in) => check_in.until = due,
            None => self.until = Some(due),
        }
    }

    fn remove_members(&mut self, who: &[Person]) {
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
            removed: Vec::new(),
            // The next event opens the first stage.
            round: Round::new(Stage::Diplomacy, at, at, SeatSet::EMPTY, seats.len(), Seconds::ZERO),
            movement_ended: None,
            timetable: None,
            log_sizes: LogSizes::new(seats.len()),
            seats,
            records: Vec::new(),
            messages: Vec::new(),
            sketches: Vec::new(),
            questions: Vec::new(),
            next_question_number: 0,
            roll_backs: 0,
            next_game: None,
        }
    }

    fn open(
        &mut self,
        stage: Stage,
        at: Timestamp,
        due: Timestamp,
        orders_due_from: SeatSet,
        delay: Seconds,
    ) {
        let new = Round::new(stage, at, due, orders_due_from, self.seats.len(), delay);
        let old = std::mem::replace(&mut self.round, new);
        // Drafts from the diplomacy stage are kept for the writing stage.
        if old.stage == Stage::Diplomacy && stage == Stage::Writing {
            for (desk, old) in self.round.seat_orders.iter_mut().zip(old.seat_orders) {
                desk.draft = old.draft;
                desk.named_drafts = old.named_drafts;
            }
        }
    }

    /// Times that the wrong clock gave are in the future. They become the present.
    fn correct_clock(&mut self, now: Timestamp, due: Timestamp) {
        self.started = self.started.min(now);
        self.movement_ended = self.movement_ended.map(|ended| ended.min(now));
        self.round.opened = self.round.opened.min(now);
        match &mut self.round.pause {
            Some(pause) => {
                pause.since = pause.since.min(now);
                pause.until = due;
            }
            None => self.round.due = due,
        }
    }

    fn orders_of(&mut self, seat: SeatId) -> Option<&mut SeatOrders> {
        self.round.seat_orders.get_mut(seat.index())
    }

    fn apply_orders(&mut self, seat: SeatId, fact: &OrdersFact) {
        self.apply_ahead(seat, fact);
        let Some(desk) = self.orders_of(seat) else { return };
        let named_drafts = desk.named_drafts.clone();
        match fact {
            OrdersFact::NamedDraftSaved(name, paper) => {
                desk.named_drafts.retain(|(other, _)| other != name);
                desk.named_drafts.push((name.clone(), paper.clone()));
            }
            OrdersFact::NamedDraftDeleted(name) => desk.named_drafts.retain(|(other, _)| other != name),
            OrdersFact::PlannedAhead(_) | OrdersFact::NoPlanUsed => {}
            OrdersFact::PlanUsed { orders, .. } => desk.submitted = Some(orders.clone()),
            OrdersFact::DraftSaved(paper) => desk.draft = Some(paper.clone()),
            OrdersFact::Submitted(paper, readiness) => {
                *desk = SeatOrders {
                    submitted: Some(paper.clone()),
                    readiness: *readiness,
                    named_drafts,
                    ..SeatOrders::empty()
                };
            }
            OrdersFact::EnteredByMaster(paper) => {
                *desk = SeatOrders {
                    submitted: Some(paper.clone()),
                    submitted_by: SubmittedBy::Master,
                    named_drafts,
                    ..SeatOrders::empty()
                };
            }
            OrdersFact::EnteredFor { orders, readiness, .. } => {
                *desk = SeatOrders {
                    submitted: Some(orders.clone()),
                    submitted_by: SubmittedBy::Master,
                    readiness: *readiness,
                    named_drafts,
                    ..SeatOrders::empty()
                };
            }
            OrdersFact::Withdrawn => {
                let own = desk.for_holder().submitted;
                *desk = SeatOrders { draft: own.or(desk.draft.take()), named_drafts, ..SeatOrders::empty() };
            }
            OrdersFact::ReadinessSet(readiness) | OrdersFact::ReadinessSetByMaster(readiness) => {
                desk.readiness = *readiness;
            }
        }
    }

    fn apply_ahead(&mut self, id: SeatId, fact: &OrdersFact) {
        let phase = self.position.phase;
        let Some(seat) = self.seats.get_mut(id.index()) else { return };
        match fact {
            OrdersFact::PlannedAhead(plans) => seat.ahead.plans.clone_from(plans),
            OrdersFact::PlanUsed { plan, dropped, .. } => {
                let result = AheadResult { phase, plan: Some(*plan), dropped: dropped.clone() };
                seat.ahead = OrdersAhead { plans: Vec::new(), result: Some(result) };
            }
            OrdersFact::NoPlanUsed => {
                let result = AheadResult { phase, plan: None, dropped: Vec::new() };
                seat.ahead = OrdersAhead { plans: Vec::new(), result: Some(result) };
            }
            OrdersFact::DraftSaved(_)
            | OrdersFact::Submitted(..)
            | OrdersFact::EnteredByMaster(_)
            | OrdersFact::EnteredFor { .. }
            | OrdersFact::Withdrawn
            | OrdersFact::ReadinessSet(_)
            | OrdersFact::ReadinessSetByMaster(_)
            | OrdersFact::NamedDraftSaved(..)
            | OrdersFact::NamedDraftDeleted(_) => {}
        }
    }

    fn apply_round(&mut self, at: Timestamp, fact: &RoundFact) {
        match fact {
            RoundFact::PhaseResolved(record) => {
                if record.phase().kind() == PhaseKind::Movement {
                    self.movement_ended = Some(at.min(self.round.scheduled));
                }
                self.position = Arc::new(record.resolution.after.clone());
                self.records.push((Arc::clone(record), RecordStatus::Active));
                self.round.seat_orders.fill(SeatOrders::empty());
            }
            RoundFact::GraceGiven { to, due } => {
                self.round.grace_wait = Waited::Already;
                self.round.due = *due;
                for seat in to.iter() {
                    if let Some(seat) = self.seats.get_mut(seat.index()) {
                        seat.graces_used = seat.graces_used.saturating_add(1);
                    }
                }
            }
            RoundFact::CalendarMoved { due, .. } => self.round.due = *due,
            RoundFact::SubstituteAwaited { due } => {
                self.round.substitute_wait = Waited::Already;
                self.round.due = *due;
            }
            RoundFact::CoinTossed { winner } => self.neutrality = Some(Neutrality::Tossed(*winner)),
            RoundFact::NeutralJoined { seat, .. } => self.neutrality = Some(Neutrality::Joined(*seat)),
            RoundFact::Corrected { position, orders_due_from } => {
                self.position = Arc::clone(position);
                self.round.orders_due_from = *orders_due_from;
                // The orders were for other units.
                self.round.seat_orders.fill(SeatOrders::empty());
            }
            RoundFact::Paused { by, until } => {
                let left = self.round.due.since(at);
                self.round.pause = Some(Pause { by: *by, since: at, until: *until, left });
            }
            RoundFact::Continued { seat, due } => {
                self.round.count_action(*seat);
                self.round.pause = None;
                self.round.due = *due;
            }
            RoundFact::Resumed { due, .. } => {
                // Time that the game was put aside is not a delay that somebody agreed to.
                if let Some(pause) = self.round.pause.take().filter(|pause| !pause.is_aside()) {
                    self.round.delay_left = self.round.delay_left.minus(at.since(pause.since));
                }
                self.round.due = *due;
            }
            RoundFact::Extended { due, .. } => {
                self.round.delay_left = self.round.delay_left.minus(due.since(self.round.due));
                self.round.due = *due;
            }
            RoundFact::TimetableChanged { timetable, due, .. } => {
                self.timetable = Some(*timetable);
                // A pause keeps the time that was left.
                if self.round.pause.is_none() {
                    self.round.due = *due;
                    self.round.scheduled = *due;
                }
            }
            // The results have their own events.
            RoundFact::Forced => {}
        }
    }

    fn apply_vote(&mut self, fact: &VoteFact) {
        match fact {
            VoteFact::Proposed { number, by, motion } => {
                self.round.count_action(*by);
                let ballots = vec![None; self.seats.len()];
                self.questions.push(Question { number: *number, by: *by, motion: *motion, ballots });
                self.next_question_number = self.next_question_number.max(number.saturating_add(1));
            }
            VoteFact::Voted { number, seat, ballot } => {
                self.round.count_action(*seat);
                let mut questions = self.questions.iter_mut();
                let question = questions.find(|question| question.number == *number);
                if let Some(slot) = question.and_then(|question| question.ballots.get_mut(seat.index())) {
                    *slot = Some(*ballot);
                }
            }
            VoteFact::Passed { number, .. }
            | VoteFact::Vetoed { number, .. }
            | VoteFact::Expired { number } => {
                self.questions.retain(|question| question.number != *number);
            }
        }
    }

    fn apply_seat(&mut self, at: Timestamp, id: SeatId, fact: &SeatFact) {
        match fact {
            SeatFact::Left
            | SeatFact::Took { .. }
            | SeatFact::NewHolder { by: HandOver::Offer | HandOver::Vacancy, .. }
            | SeatFact::Offered { .. }
            | SeatFact::Claimed { .. }
            | SeatFact::ClaimDropped
            | SeatFact::Away { .. }
            | SeatFact::AwayCancelled { .. }
            | SeatFact::TimeBankUsed { .. }
            | SeatFact::LoanOffered { .. }
            | SeatFact::Lent { .. }
            | SeatFact::LoanEnded { .. }
            | SeatFact::Returned => self.round.count_action(id),
            // Not actions of the seat itself.
            SeatFact::FellIntoDisorder
            | SeatFact::LeftDisorder
            | SeatFact::BotStandsIn(_)
            | SeatFact::Vacated
            | SeatFact::VotedOut
            | SeatFact::Replaced(_)
            | SeatFact::NewHolder { by: HandOver::Master | HandOver::StandIn, .. } => {}
        }
        self.note_removal(id, fact);
        self.change_loan(id, fact);
        let Some(seat) = self.seats.get_mut(id.index()) else { return };
        let holder = match (fact, &seat.holder) {
            (SeatFact::FellIntoDisorder, _) => {
                seat.government = Government::InDisorder;
                return;
            }
            (SeatFact::LeftDisorder, _) => {
                seat.government = Government::Active;
                return;
            }
            (SeatFact::Offered { to }, _) => {
                seat.offered_to = Some(*to);
                return;
            }
            (SeatFact::Away { from, until }, _) => {
                seat.absences.retain(|absent| absent.until > at);
                seat.absences.push(Absent { from: *from, until: *until, announced: at });
                seat.calendar_used = seat.calendar_used.plus(until.since(*from));
                return;
            }
            (SeatFact::AwayCancelled { from, refund }, _) => {
                seat.absences.retain(|absent| absent.from != *from);
                seat.calendar_used = seat.calendar_used.minus(*refund);
                return;
            }
            (SeatFact::TimeBankUsed { length, due }, _) => {
                seat.bank_used = seat.bank_used.plus(*length);
                self.round.due = *due;
                return;
            }
            (SeatFact::LoanOffered { to, until }, _) => {
                seat.loan_offered = Some((*to, *until));
                return;
            }
            (SeatFact::Claimed { who, name }, _) => {
                seat.successor = Some((*who, name.clone()));
                return;
            }
            (SeatFact::ClaimDropped, _) => {
                seat.successor = None;
                return;
            }
            (SeatFact::BotStandsIn(bot), Holder::Person { by, name }) => {
                Holder::Bot { bot: bot.clone(), instead_of: Some((*by, name.clone())) }
            }
            (SeatFact::BotStandsIn(bot), Holder::Bot { .. } | Holder::Vacant) => {
                Holder::Bot { bot: bot.clone(), instead_of: None }
            }
            (SeatFact::Vacated | SeatFact::Left | SeatFact::VotedOut, _) => Holder::Vacant,
            (SeatFact::Took { who, name }, _) => Holder::Person { by: *who, name: name.clone() },
            (SeatFact::Returned, Holder::Bot { instead_of: Some((who, name)), .. }) => {
                Holder::Person { by: *who, name: name.clone() }
            }
            (SeatFact::Returned, Holder::Bot { .. } | Holder::Person { .. } | Holder::Vacant) => return,
            (SeatFact::Replaced(holder) | SeatFact::NewHolder { holder, .. }, _) => holder.clone(),
            (SeatFact::Lent { who, name, .. }, _) => Holder::Person { by: *who, name: name.clone() },
            (SeatFact::LoanEnded { .. }, _) => match &seat.loan {
                Some(loan) => Holder::Person { by: loan.owner, name: loan.name.clone() },
                None => return,
            },
        };
        if let Holder::Person { by, .. } = &holder
            && !self.former.contains(&(*by, id))
        {
            self.former.push((*by, id));
        }
        seat.holder = holder;
        seat.offered_to = None;
        seat.loan_offered = None;
        seat.successor = None;
        // That vote was about somebody else.
        self.questions.retain(|question| question.motion != Motion::Remove(id));
        if let SeatFact::NewHolder { talk, .. } = fact {
            self.seal(id, *talk);
        }
        self.end_loan(id, fact);
        let Some(seat) = self.seats.get_mut(id.index()) else { return };
        seat.last_person = seat.person().or(seat.last_person);
        // The new holder has not said that they are ready. Submitted orders stay.
        if let Some(desk) = self.orders_of(id) {
            desk.readiness = Readiness::Undecided;
        }
    }

    /// Who was removed may not take a seat again, unless the game master gives them one.
    fn note_removal(&mut self, id: SeatId, fact: &SeatFact) {
        let person = self.seats.get(id.index()).and_then(Seat::person);
        match fact {
            SeatFact::VotedOut => self.removed.extend(person),
            SeatFact::NewHolder { by: HandOver::Master, holder, .. } => {
                self.removed.extend(person);
                if let Holder::Person { by, .. } = holder {
                    self.removed.retain(|other| other != by);
                }
            }
            SeatFact::FellIntoDisorder
            | SeatFact::LeftDisorder
            | SeatFact::BotStandsIn(_)
            | SeatFact::Vacated
            | SeatFact::Left
            | SeatFact::Took { .. }
            | SeatFact::Offered { .. }
            | SeatFact::Returned
            | SeatFact::Claimed { .. }
            | SeatFact::ClaimDropped
            | SeatFact::Away { .. }
            | SeatFact::AwayCancelled { .. }
            | SeatFact::TimeBankUsed { .. }
            | SeatFact::LoanOffered { .. }
            | SeatFact::Lent { .. }
            | SeatFact::LoanEnded { .. }
            | SeatFact::Replaced(_)
            | SeatFact::NewHolder { by: HandOver::Offer | HandOver::Vacancy | HandOver::StandIn, .. } => {}
        }
    }

    /// What the seat wrote, drew and voted stays with whoever did it. The same person who comes back is not
    /// somebody else.
    fn seal(&mut self, id: SeatId, talk: EarlierTalk) {
        let Some(seat) = self.seats.get_mut(id.index()) else { return };
        if seat.person().is_none_or(|person| seat.last_person == Some(person)) {
            return;
        }
        if talk == EarlierTalk::Hidden {
            seat.unreadable = vec![(0, self.messages.len())];
        }
        // Days away were those of somebody else.
        seat.absences.clear();
        self.sketches.retain(|(by, ..)| *by != id);
        self.hide_orders(id);
    }

    /// Whoever has the seat now does not see what was written before.
    fn hide_orders(&mut self, id: SeatId) {
        for question in &mut self.questions {
            if let Some(ballot) = question.ballots.get_mut(id.index()) {
                *ballot = None;
            }
        }
        if let Some(seat) = self.seats.get_mut(id.index()) {
            seat.ahead = OrdersAhead::default();
        }
        if let Some(desk) = self.orders_of(id) {
            desk.draft = None;
            desk.named_drafts.clear();
            desk.submitted_by = SubmittedBy::Predecessor;
        }
    }

    /// The seat is lent: what its owner wrote and drew is put away until it is theirs again.
    fn change_loan(&mut self, id: SeatId, fact: &SeatFact) {
        let SeatFact::Lent { until, talk, .. } = fact else { return };
        let first_message = self.messages.len();
        let drawn = self.sketches.iter().filter(|(by, ..)| *by == id);
        let sketches = drawn.map(|(_, slot, sketch)| (*slot, Arc::clone(sketch))).collect();
        let Some(seat) = self.seats.get_mut(id.index()) else { return };
        let Holder::Person { by: owner, name } = seat.holder.clone() else { return };
        let owner_unreadable = match talk {
            EarlierTalk::Hidden => std::mem::replace(&mut seat.unreadable, vec![(0, first_message)]),
            EarlierTalk::Shown => seat.unreadable.clone(),
        };
        seat.loan = Some(Loan { owner, name, until: *until, owner_unreadable, first_message, sketches });
        self.sketches.retain(|(by, ..)| *by != id);
        self.hide_orders(id);
    }

    /// The loan is over, because the seat is its owner's again or somebody else's.
    fn end_loan(&mut self, id: SeatId, fact: &SeatFact) {
        if let SeatFact::Lent { .. } = fact {
            return;
        }
        let message_count = self.messages.len();
        let Some(seat) = self.seats.get_mut(id.index()) else { return };
        let (Some(loan), SeatFact::LoanEnded { talk }) = (seat.loan.take(), fact) else { return };
        seat.unreadable = loan.owner_unreadable;
        if *talk == EarlierTalk::Hidden {
            seat.unreadable.push((loan.first_message, message_count));
        }
        self.sketches.retain(|(by, ..)| *by != id);
        self.sketches.extend(loan.sketches.into_iter().map(|(slot, sketch)| (id, slot, sketch)));
        self.hide_orders(id);
    }

    fn apply_message(&mut self, fact: &MessageFact) {
        match fact {
            MessageFact::Sent(message) => self.messages.push(Arc::clone(message)),
            MessageFact::SketchSaved { seat, slot, sketch } => {
                self.round.count_action(*seat);
                self.sketches.retain(|(by, kept, _)| (by, kept) != (seat, slot));
                self.sketches.push((*seat, *slot, Arc::clone(sketch)));
            }
            MessageFact::SketchDeleted { seat, slot } => {
                self.round.count_action(*seat);
                self.sketches.retain(|(by, kept, _)| (by, kept) != (seat, slot));
            }
            MessageFact::Followed { game, .. } => self.next_game = Some(game.clone()),
            MessageFact::Removed { message } => {
                if let Some(message) = self.messages.get_mut(*message) {
                    let removed = Message { status: MessageStatus::Removed, ..Message::clone(message) };
                    *message = Arc::new(removed);
                }
            }
        }
    }

    fn roll_back(&mut self, to: usize) {
        let Some((record, _)) = self.records.get(to) else { return };
        self.position = Arc::new(record.resolution.before.clone());
        self.neutrality = record.neutrality;
        for (record, counts) in &mut self.records {
            if record.number >= to {
                *counts = RecordStatus::Undone;
            }
        }
        // Every seat that is not vacant may give orders again.
        for seat in &mut self.seats {
            if seat.holder != Holder::Vacant {
                seat.government = Government::Active;
            }
        }
        self.questions.clear();
        self.round.seat_orders.fill(SeatOrders::empty());
        self.round.pause = None;
        self.movement_ended = None;
        self.roll_backs += 1;
    }
}
