//! Whom to tell what, from the events of a game. The only place that decides it. Pure: it reads the game only
//! through the view of the person who is notified, so nobody is notified of what they may not see.

use game::{
    Audience, Event, Fact, Game, GatheringFact, Holder, MessageFact, OrdersStatus, Person, RoundFact,
    SeatFact, SeatId, Sender, Stage, StateView, Timestamp, View, Viewer, VoteFact,
};
use serde::{Deserialize, Serialize};

/// What a notification is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotificationKind {
    /// Orders or talk are due.
    YourTurn,
    /// The deadline is near, and nothing is handed in.
    DeadlineNear,
    /// The game is about to start: say that you are there.
    CheckIn,
    /// The results of a phase.
    Results,
    Message,
    /// A proposal waits for a vote.
    Proposal,
    /// A proposal passed or expired.
    Answer,
    /// Somebody offers a seat to the person.
    SeatOffered,
    /// A seat of a game of the person is free.
    SeatOpen,
    GameOver,
    /// A channel was set up: to confirm it, or to see whether it works.
    Channel,
    /// A channel was given up, because nothing could be sent for too long.
    ChannelLost,
}

impl NotificationKind {
    /// All that people can choose.
    pub(crate) const CHOICES: [Self; 10] = [
        Self::YourTurn,
        Self::DeadlineNear,
        Self::CheckIn,
        Self::Results,
        Self::Message,
        Self::Proposal,
        Self::Answer,
        Self::SeatOffered,
        Self::SeatOpen,
        Self::GameOver,
    ];

    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::YourTurn => "your_turn",
            Self::DeadlineNear => "deadline_near",
            Self::CheckIn => "check_in",
            Self::Results => "results",
            Self::Message => "message",
            Self::Proposal => "proposal",
            Self::Answer => "answer",
            Self::SeatOffered => "seat_offered",
            Self::SeatOpen => "seat_open",
            Self::GameOver => "game_over",
            Self::Channel => "channel",
            Self::ChannelLost => "channel_lost",
        }
    }
}

/// Something that one person is notified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Notification {
    /// The same whenever the same events are read again: the version of the event and the kind.
    pub(crate) id: String,
    pub(crate) person: Person,
    pub(crate) at: Timestamp,
    /// After this time nobody needs it.
    pub(crate) expires: Option<Timestamp>,
    pub(crate) facts: Facts,
}

/// What is notified, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) kind: NotificationKind,
    /// The title of the game.
    pub(crate) title: String,
    /// `S1901M`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) phase: Option<String>,
    /// The deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) due: Option<i64>,
    /// Which message. Its words are not here: they are read from the view of the person when they are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<MessageRef>,
}

/// One message among those that the person may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct MessageRef {
    /// Its place when the notification was decided.
    pub(crate) number: usize,
    pub(crate) at: i64,
}

impl MessageRef {
    /// The message, if the person may still read it.
    pub(crate) fn find(self, view: &View) -> Option<&game::Message> {
        let is_it = |message: &&std::sync::Arc<game::Message>| message.at.seconds() == self.at;
        let there = view.messages.get(self.number).filter(is_it);
        there.or_else(|| view.messages.iter().find(is_it)).map(|message| &**message)
    }
}

/// How long a notification about talk, proposals and seats is worth sending.
const MAX_AGE_SECONDS: u32 = 3 * 86_400;

/// Whether somebody may have to be notified of these events. Cheap: it is asked at every append.
pub(crate) fn has_news(events: &[Event]) -> bool {
    events.iter().any(|event| match &event.fact {
        Fact::Orders(..) | Fact::ClockCorrected { .. } => false,
        Fact::Gathering(fact) => match fact {
            GatheringFact::CheckInOpened { .. } => true,
            GatheringFact::Joined { .. }
            | GatheringFact::BotJoined(_)
            | GatheringFact::Left(_)
            | GatheringFact::Removed { .. }
            | GatheringFact::CheckedIn(_)
            | GatheringFact::MissedCheckIn(_) => false,
        },
        Fact::Message(fact) => match fact {
            MessageFact::Sent(_) => true,
            MessageFact::SketchSaved { .. }
            | MessageFact::SketchDeleted { .. }
            | MessageFact::Removed { .. }
            | MessageFact::Followed { .. } => false,
        },
        Fact::Vote(fact) => match fact {
            VoteFact::Proposed { .. }
            | VoteFact::Passed { .. }
            | VoteFact::Vetoed { .. }
            | VoteFact::Expired { .. } => true,
            VoteFact::Voted { .. } => false,
        },
        Fact::Started { .. }
        | Fact::Opened { .. }
        | Fact::Seat(..)
        | Fact::Round(_)
        | Fact::RolledBack { .. }
        | Fact::Ended(_) => true,
    })
}

/// Whom to tell what. `events` are the last ones of the game, with their versions; `game` is the game after
/// them. What is no longer true at their end is not notified.
pub(crate) fn notifications(game: &Game, events: &[(u64, Event)]) -> Vec<Notification> {
    let people: Vec<(Person, View)> =
        game.people().into_iter().map(|person| (person, game.view(game.viewer(person)))).collect();
    let mut found = Vec::new();
    let mut turn = None;
    for (version, event) in events {
        let one = PeopleAtEvent { game, people: &people, version: *version, at: event.at };
        match &event.fact {
            Fact::Opened { .. } => turn = Some(one),
            Fact::Gathering(GatheringFact::CheckInOpened { until }) => one.check_in(*until, &mut found),
            Fact::Round(RoundFact::PhaseResolved(record)) => one.results(&record.phase().key(), &mut found),
            Fact::Message(MessageFact::Sent(message)) => one.message(message, &mut found),
            Fact::Vote(VoteFact::Proposed { number, .. }) => one.proposal(*number, &mut found),
            Fact::Vote(VoteFact::Passed { .. } | VoteFact::Vetoed { .. } | VoteFact::Expired { .. }) => {
                one.answer(&mut found)
            }
            Fact::Seat(seat, fact) => one.seat(*seat, fact, &mut found),
            Fact::Ended(_) => one.over(&mut found),
            Fact::Gathering(_)
            | Fact::Started { .. }
            | Fact::Orders(..)
            | Fact::Round(_)
            | Fact::Message(_)
            | Fact::Vote(_)
            | Fact::RolledBack { .. }
            | Fact::ClockCorrected { .. } => {}
        }
    }
    if let Some(one) = turn {
        one.turn(&mut found);
    }
    found
}

/// When this person is to be reminded of the deadline: now nothing is handed in.
pub(crate) fn deadline_of(view: &View) -> Option<Timestamp> {
    let Viewer::Seat(seat) = view.viewer else { return None };
    let StateView::Underway { due, pause: None, .. } = &view.state else { return None };
    let owes = view.seats.get(seat.index())?.orders_status == OrdersStatus::NotIn;
    owes.then_some(*due)
}

/// The notification that the deadline is near, if this person still has handed in nothing.
pub(crate) fn reminder(game: &Game, person: Person, now: Timestamp) -> Option<Notification> {
    let view = game.view(game.viewer(person));
    let due = deadline_of(&view).filter(|due| *due > now)?;
    let id = format!("due-{}-{}-{}", due.seconds(), NotificationKind::DeadlineNear.key(), person.0);
    let facts = facts(game, &view, NotificationKind::DeadlineNear);
    Some(Notification { id, person, at: now, expires: Some(due), facts })
}

/// One event, and those who may be notified of it.
struct PeopleAtEvent<'g> {
    game: &'g Game,
    people: &'g [(Person, View)],
    version: u64,
    at: Timestamp,
}

impl PeopleAtEvent<'_> {
    fn add(
        &self,
        (person, view): &(Person, View),
        kind: NotificationKind,
        expires: Option<Timestamp>,
        found: &mut Vec<Notification>,
    ) {
        let id = format!("{}-{}-{}", self.version, kind.key(), person.0);
        let facts = facts(self.game, view, kind);
        found.push(Notification { id, person: *person, at: self.at, expires, facts });
    }

    fn soon(&self) -> Option<Timestamp> {
        Some(self.at.plus(game::Seconds::new(MAX_AGE_SECONDS)))
    }

    /// Those whose turn it is now: they owe orders, or may talk before orders are written.
    fn turn(&self, found: &mut Vec<Notification>) {
        for one in self.people.iter().filter(|(_, view)| is_turn_of(view)) {
            let expires = match &one.1.state {
                StateView::Underway { due, .. } => Some(*due),
                StateView::Gathering { .. } | StateView::Over(_) => None,
            };
            self.add(one, NotificationKind::YourTurn, expires, found);
        }
    }

    fn check_in(&self, until: Timestamp, found: &mut Vec<Notification>) {
        let waits = |view: &View| matches!(&view.state, StateView::Gathering { check_in: Some(_), .. });
        for one in self.people.iter().filter(|(_, view)| waits(view)) {
            if matches!(one.1.viewer, Viewer::Member(_)) {
                self.add(one, NotificationKind::CheckIn, Some(until), found);
                if let Some(last) = found.last_mut() {
                    last.facts.due = Some(until.seconds());
                }
            }
        }
    }

    fn results(&self, phase: &str, found: &mut Vec<Notification>) {
        for one in self.people.iter().filter(|(_, view)| is_player_or_master(view)) {
            self.add(one, NotificationKind::Results, self.soon(), found);
            if let Some(last) = found.last_mut() {
                last.facts.phase = Some(phase.to_owned());
            }
        }
    }

    /// Those who read it, except its sender.
    fn message(&self, message: &game::Message, found: &mut Vec<Notification>) {
        for one in self.people {
            let viewer = one.1.viewer;
            let is_own = match (viewer, message.from) {
                (Viewer::Seat(seat), Sender::Seat(from)) => seat == from,
                (Viewer::Master, Sender::Master) => true,
                (
                    Viewer::Seat(_)
                    | Viewer::Master
                    | Viewer::Member(_)
                    | Viewer::Spectator
                    | Viewer::Stranger,
                    Sender::Seat(_) | Sender::Master,
                ) => false,
            };
            // By the view, and not by the audience: a new holder does not read what was written before.
            let Some(number) = one.1.messages.iter().position(|seen| seen.as_ref() == message) else {
                continue;
            };
            if is_own || !is_meant(viewer, message.to) {
                continue;
            }
            self.add(one, NotificationKind::Message, self.soon(), found);
            if let Some(last) = found.last_mut() {
                last.facts.message = Some(MessageRef { number, at: message.at.seconds() });
            }
        }
    }

    /// Those who have not voted on it.
    fn proposal(&self, number: u32, found: &mut Vec<Notification>) {
        for one in self.people {
            let Viewer::Seat(seat) = one.1.viewer else { continue };
            let asked = one.1.questions.iter().find(|asked| asked.number == number);
            if asked.is_some_and(|asked| asked.own.is_none() && asked.eligible_voters.contains(seat)) {
                self.add(one, NotificationKind::Proposal, self.soon(), found);
            }
        }
    }

    fn answer(&self, found: &mut Vec<Notification>) {
        for one in self.people.iter().filter(|(_, view)| matches!(view.viewer, Viewer::Seat(_))) {
            self.add(one, NotificationKind::Answer, self.soon(), found);
        }
    }

    fn seat(&self, seat: SeatId, fact: &SeatFact, found: &mut Vec<Notification>) {
        match fact {
            SeatFact::Offered { to } | SeatFact::LoanOffered { to, .. } => self.offer(seat, *to, found),
            SeatFact::Vacated | SeatFact::Left | SeatFact::BotStandsIn(_) | SeatFact::VotedOut => {
                for one in self.people {
                    let is_other = matches!(one.1.viewer, Viewer::Seat(own) if own != seat);
                    let is_free = one.1.seats.get(seat.index()).is_some_and(|seat| seat.is_free);
                    if (is_other || one.1.viewer == Viewer::Master) && is_free {
                        self.add(one, NotificationKind::SeatOpen, self.soon(), found);
                    }
                }
            }
            // Whoever has taken a seat must know whether orders are due.
            SeatFact::NewHolder { holder: Holder::Person { by: who, .. }, .. }
            | SeatFact::Replaced(Holder::Person { by: who, .. })
            | SeatFact::Took { who, .. }
            | SeatFact::Lent { who, .. } => {
                let one = self.people.iter().find(|(person, view)| person == who && is_turn_of(view));
                if let Some(one) = one {
                    self.add(one, NotificationKind::YourTurn, self.soon(), found);
                }
            }
            SeatFact::NewHolder { .. }
            | SeatFact::Replaced(_)
            | SeatFact::FellIntoDisorder
            | SeatFact::LeftDisorder
            | SeatFact::Returned
            | SeatFact::Away { .. }
            | SeatFact::AwayCancelled { .. }
            | SeatFact::TimeBankUsed { .. }
            | SeatFact::LoanEnded { .. }
            | SeatFact::Claimed { .. }
            | SeatFact::ClaimDropped => {}
        }
    }

    /// The person to whom a seat is offered, who may have no part in the game yet.
    fn offer(&self, seat: SeatId, to: Person, found: &mut Vec<Notification>) {
        let view = self.game.view(self.game.viewer(to));
        let offered = view.seats.get(seat.index());
        if offered.is_some_and(|seat| seat.is_offered || seat.loan_offered_until.is_some()) {
            self.add(&(to, view), NotificationKind::SeatOffered, self.soon(), found);
        }
    }

    fn over(&self, found: &mut Vec<Notification>) {
        for one in self.people.iter().filter(|(_, view)| matches!(view.state, StateView::Over(_))) {
            self.add(one, NotificationKind::GameOver, None, found);
        }
    }
}

/// The facts that everybody gets: what this person sees of the game.
fn facts(game: &Game, view: &View, kind: NotificationKind) -> Facts {
    let title = game.charter().settings().title.to_string();
    let sees_turn = matches!(view.viewer, Viewer::Seat(_) | Viewer::Master);
    let (phase, due) = match &view.state {
        StateView::Underway { phase, due, .. } if sees_turn => (Some(phase.key()), Some(due.seconds())),
        StateView::Underway { .. } | StateView::Gathering { .. } | StateView::Over(_) => (None, None),
    };
    Facts { kind, title, phase, due, message: None }
}

fn is_player_or_master(view: &View) -> bool {
    matches!(view.viewer, Viewer::Seat(_) | Viewer::Master)
}

fn is_turn_of(view: &View) -> bool {
    let (Viewer::Seat(seat), StateView::Underway { stage, pause: None, .. }) = (view.viewer, &view.state)
    else {
        return false;
    };
    let owes = |seat: &game::SeatView| seat.orders_status == OrdersStatus::NotIn;
    *stage == Stage::Diplomacy || view.seats.get(seat.index()).is_some_and(owes)
}

/// Whether a message is for this viewer. Others may read it: everybody, when talk is opened at the end.
fn is_meant(viewer: Viewer, to: Audience) -> bool {
    match (viewer, to) {
        (Viewer::Seat(seat), Audience::Seats(seats) | Audience::SeatsAndMaster(seats)) => {
            seats.contains(seat)
        }
        (Viewer::Master, Audience::SeatsAndMaster(_)) => true,
        (Viewer::Seat(_) | Viewer::Master, Audience::Everybody) => true,
        (Viewer::Master, Audience::Seats(_))
        | (Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger, _) => false,
    }
}
