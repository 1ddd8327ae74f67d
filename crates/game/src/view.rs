//! What one viewer may see of a game. A game is read in no other way, so this file alone keeps the
//! secrets: orders, private messages, ballots and hidden names (C5, D1).

use std::sync::Arc;

use rules::{Judge, Orders, Phase, Position, Power};

use crate::state::{Gathering, Play, State};
use crate::{
    Absent, Ballot, Ballots, Bot, Ending, Game, Government, Holder, Member, Message, Motion, Name, Names,
    Neutrality, NextGame, OrdersAhead, Pause, Person, PersonOrBot, PublicEvent, Question, Readiness, Record,
    RecordStatus, SeatId, SeatOrders, SeatPreference, SeatSet, Seconds, Settings, Sight, Sketch, Stage,
    TalkAfterEnd, Timestamp, Watching,
};

/// Who reads the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Seat(SeatId),
    Master,
    /// Somebody who has joined a game that has not started.
    Member(Person),
    /// Somebody who watches the game.
    Spectator,
    /// Somebody who may not watch the game.
    Stranger,
}

/// What a viewer sees.
#[derive(Clone, Debug)]
pub struct View {
    pub viewer: Viewer,
    pub version: u64,
    pub settings: Settings,
    pub state: StateView,
    pub seats: Vec<SeatView>,
    /// None before the game starts, and for those who may not watch.
    pub board: Option<BoardView>,
    /// The own orders of the viewer, submitted and draft.
    pub own_orders: Option<SeatOrders>,
    /// The own plans of the viewer for the next movement, and what became of the last ones.
    pub orders_ahead: Option<OrdersAhead>,
    /// For a game master who sees orders: the submitted orders.
    pub submitted_orders: Vec<(SeatId, Orders)>,
    /// The messages that the viewer may read.
    pub messages: Vec<Arc<Message>>,
    /// The own sketches of the viewer.
    pub sketches: Vec<(u8, Arc<Sketch>)>,
    pub questions: Vec<QuestionView>,
    pub history: Vec<(Arc<Record>, RecordStatus)>,
    pub log: Vec<Arc<(Timestamp, PublicEvent)>>,
    /// After the end, for players and the game master: where the same people play once more.
    pub next_game: Option<NextGame>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateView {
    Gathering {
        members: Vec<MemberView>,
        check_in: Option<Timestamp>,
        until: Timestamp,
        /// When any player may fill the table with bots.
        bots_from: Option<Timestamp>,
    },
    Underway {
        phase: Phase,
        stage: Stage,
        opened: Timestamp,
        due: Timestamp,
        pause: Option<Pause>,
        delay_left: Seconds,
        /// The seats that must be ready before the stage ends early.
        waits_for: SeatSet,
    },
    Over(Ending),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberView {
    /// To remove this member.
    pub number: u32,
    pub who: Occupant,
    /// Whoever reads this.
    pub is_viewer: bool,
    /// The seat, if players choose their seats.
    pub seat: Option<SeatId>,
    /// The seats that the viewer wishes for, the best first. Empty for all others: a ranking is private.
    pub own_ranking: Vec<SeatId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// The name, unless it is hidden from this viewer.
    Person(Option<Name>),
    Bot(Bot, BotRole),
    Nobody,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotRole {
    Player,
    StandIn,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    pub seat: SeatId,
    pub powers: Vec<Power>,
    pub occupant: Occupant,
    pub government: Government,
    pub orders_status: OrdersStatus,
    pub readiness: Readiness,
    /// The centres that count towards winning.
    pub score: usize,
    /// Its player offers it to somebody. To whom is not public.
    pub is_offered: bool,
    /// Nobody holds it, or a bot that stands in: anybody may take it.
    pub is_free: bool,
    /// Somebody takes it over from its bot at the end of the phase.
    pub successor: Option<Occupant>,
    /// When its player is away.
    pub absences: Vec<Absent>,
    /// How much of the calendar is left.
    pub calendar_left: Seconds,
    /// How much of the time bank is left.
    pub bank_left: Seconds,
    /// Until when somebody plays it for its owner.
    pub lent_until: Option<Timestamp>,
    /// Its player would lend it to somebody until then. To whom is not public.
    pub loan_offered_until: Option<Timestamp>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrdersStatus {
    NotNeeded,
    NotIn,
    In,
}

rules::keyed!(OrdersStatus { NotNeeded = "not_needed", NotIn = "not_in", In = "in" });

#[derive(Clone, Debug)]
pub struct BoardView {
    pub position: Arc<Position>,
    pub neutrality: Option<Neutrality>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionView {
    pub number: u32,
    pub motion: Motion,
    /// The proposer, if ballots are open or the viewer proposed it.
    pub by: Option<SeatId>,
    pub eligible_voters: SeatSet,
    pub yes_votes: usize,
    pub yes_votes_needed: usize,
    /// How many eligible voters have not voted.
    pub votes_missing: usize,
    pub own: Option<Ballot>,
    /// By seat, if ballots are open.
    pub ballots: Option<Vec<Option<Ballot>>>,
}

impl Game {
    /// The kind of viewer that a person is.
    pub fn viewer(&self, person: Person) -> Viewer {
        if self.charter.is_master(person) {
            return Viewer::Master;
        }
        if let Some(seat) = self.play().and_then(|play| play.seat_of(person)) {
            return Viewer::Seat(seat);
        }
        match &self.state {
            State::Gathering(gathering) if gathering.has(person) => Viewer::Member(person),
            State::Gathering(_) | State::Underway(_) | State::Over(..) => {
                match self.charter.settings().watching {
                    Watching::Anybody | Watching::Later(_) => Viewer::Spectator,
                    Watching::PlayersOnly => Viewer::Stranger,
                }
            }
        }
    }

    /// What this viewer may see.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = View {
            viewer,
            version: self.version_for(viewer),
            settings: Settings { timetable: self.timetable(), ..self.charter.settings().clone() },
            state: self.state_view(viewer),
            seats: Vec::new(),
            board: None,
            own_orders: None,
            orders_ahead: None,
            submitted_orders: Vec::new(),
            messages: Vec::new(),
            sketches: Vec::new(),
            questions: Vec::new(),
            history: Vec::new(),
            log: Vec::new(),
            next_game: None,
        };
        if let Some(play) = self.play() {
            view.seats =
                self.charter.seating().seats().map(|seat| self.seat_view(play, viewer, seat)).collect();
        }
        if self.may_watch(viewer) {
            view.log.clone_from(&self.log);
            if let Some(play) = self.play() {
                self.add_public_parts(&mut view, play);
                self.add_private_parts(&mut view, play);
            }
        }
        view
    }

    /// The result of the current phase with the orders that are submitted now: only for a game master who sees
    /// orders, while orders are written.
    pub fn preview(&self, viewer: Viewer, judge: &mut Judge<'_>, now: Timestamp) -> Option<Record> {
        let sees_orders =
            self.charter.settings().master.is_some_and(|master| master.sight == Sight::SeesOrders);
        let State::Underway(play) = &self.state else { return None };
        let is_written = match play.round.stage {
            Stage::Writing | Stage::Retreats | Stage::Adjustments => true,
            Stage::Diplomacy | Stage::Resolution => false,
        };
        if viewer != Viewer::Master || !sees_orders || !is_written {
            return None;
        }
        self.resolved_phase(judge, now)
    }

    fn may_watch(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) => true,
            Viewer::Spectator => self.charter.settings().watching != Watching::PlayersOnly,
            Viewer::Stranger => false,
        }
    }

    /// Adds the board, the history, the votes and the messages that the viewer may read.
    fn add_public_parts(&self, view: &mut View, play: &Play) {
        view.board = Some(BoardView { position: Arc::clone(&play.position), neutrality: play.neutrality });
        view.history.clone_from(&play.records);
        view.questions = play.questions.iter().map(|q| self.question_view(play, q, view.viewer)).collect();
        let viewer = view.viewer;
        view.messages = self.visible_messages(play, viewer).map(|(_, message)| Arc::clone(message)).collect();
    }

    /// The place of a message among all messages of the game. `number` counts those that the viewer sees, from 0.
    pub fn message_index(&self, viewer: Viewer, number: usize) -> Option<usize> {
        let play = self.play().filter(|_| self.may_watch(viewer))?;
        self.visible_messages(play, viewer).nth(number).map(|(index, _)| index)
    }

    /// The messages that a viewer may read, with their places among all messages.
    fn visible_messages<'p>(
        &self,
        play: &'p Play,
        viewer: Viewer,
    ) -> impl Iterator<Item = (usize, &'p Arc<Message>)> + use<'p> {
        let hidden = match viewer {
            Viewer::Seat(seat) => {
                play.seats.get(seat.index()).map(|seat| seat.unreadable.as_slice()).unwrap_or_default()
            }
            Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => &[],
        };
        let is_hidden = move |index: usize| hidden.iter().any(|(from, to)| (*from..*to).contains(&index));
        let is_opened =
            self.ending().is_some() && self.charter.settings().talk_after_end == TalkAfterEnd::Opened;
        let is_readable = move |index: usize, message: &Message| {
            is_opened || viewer.may_see_message(message) && (!is_hidden(index) || message.is_public())
        };
        play.messages.iter().enumerate().filter(move |(index, message)| is_readable(*index, message))
    }

    /// A message by its place among all messages. For the host of the server.
    pub fn message_at(&self, index: usize) -> Option<&Message> {
        self.play()?.messages.get(index).map(|message| &**message)
    }

    /// Adds what only this viewer may see.
    fn add_private_parts(&self, view: &mut View, play: &Play) {
        if matches!(view.viewer, Viewer::Seat(_) | Viewer::Master) && self.ending().is_some() {
            view.next_game.clone_from(&play.next_game);
        }
        match view.viewer {
            Viewer::Seat(seat) => {
                view.own_orders = play.round.orders_of(seat).map(SeatOrders::for_holder);
                view.orders_ahead = play.seats.get(seat.index()).map(|seat| seat.ahead.clone());
                let own = play.sketches.iter().filter(|(by, ..)| *by == seat);
                view.sketches = own.map(|(_, slot, sketch)| (*slot, Arc::clone(sketch))).collect();
            }
            Viewer::Master => match self.charter.settings().master.map(|master| master.sight) {
                Some(Sight::SeesOrders) => {
                    let desks = play.round.seat_orders.iter().enumerate();
                    let papers =
                        desks.filter_map(|(i, desk)| Some((SeatId::new(i), desk.submitted.clone()?)));
                    view.submitted_orders = papers.collect();
                }
                Some(Sight::Blind) | None => {}
            },
            Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => {}
        }
    }

    fn state_view(&self, viewer: Viewer) -> StateView {
        match &self.state {
            State::Gathering(gathering) => StateView::Gathering {
                members: gathering.members.iter().map(|member| self.member_view(member, viewer)).collect(),
                check_in: gathering.check_in.as_ref().map(|check_in| check_in.until),
                until: self.gathers_until(gathering),
                bots_from: self.bots_from(),
            },
            State::Underway(play) => StateView::Underway {
                phase: play.position.phase,
                stage: play.round.stage,
                opened: play.round.opened,
                due: play.round.due,
                pause: play.round.pause,
                delay_left: play.round.delay_left,
                waits_for: self.seats_to_wait_for(play),
            },
            State::Over(ending, _) => StateView::Over(*ending),
        }
    }

    fn member_view(&self, member: &Member, viewer: Viewer) -> MemberView {
        MemberView {
            number: member.number,
            is_viewer: member.person().is_some_and(|who| viewer == Viewer::Member(who)),
            who: match &member.who {
                PersonOrBot::Person { who, name } => {
                    let own = viewer == Viewer::Member(*who);
                    Occupant::Person((own || self.shows_names(viewer)).then(|| name.clone()))
                }
                PersonOrBot::Bot(bot) => Occupant::Bot(bot.clone(), BotRole::Player),
            },
            seat: match member.preference {
                SeatPreference::This(seat) => Some(seat),
                SeatPreference::Anything | SeatPreference::Ranked(_) => None,
            },
            own_ranking: match (&member.preference, member.person()) {
                (SeatPreference::Ranked(seats), Some(who)) if viewer == Viewer::Member(who) => seats.clone(),
                (SeatPreference::Anything | SeatPreference::Ranked(_) | SeatPreference::This(_), _) => {
                    Vec::new()
                }
            },
        }
    }

    fn shows_names(&self, viewer: Viewer) -> bool {
        match (self.charter.settings().names, &self.state) {
            (Names::Shown, _) | (Names::Hidden, State::Over(..)) => true,
            // The game master must know who the players are.
            (Names::Hidden, State::Gathering(_) | State::Underway(_)) => {
                viewer == Viewer::Master && self.charter.settings().master.is_some()
            }
        }
    }

    fn seat_view(&self, play: &Play, viewer: Viewer, id: SeatId) -> SeatView {
        let seat = &play.seats[id.index()];
        let occupant = match &seat.holder {
            Holder::Person { name, .. } => {
                let own = viewer == Viewer::Seat(id);
                Occupant::Person((own || self.shows_names(viewer)).then(|| name.clone()))
            }
            Holder::Bot { bot, instead_of } => {
                let role = if instead_of.is_some() || seat.has_stand_in() {
                    BotRole::StandIn
                } else {
                    BotRole::Player
                };
                Occupant::Bot(bot.clone(), role)
            }
            Holder::Vacant => Occupant::Nobody,
        };
        let desk = play.round.orders_of(id);
        let writes = !matches!(play.round.stage, Stage::Diplomacy | Stage::Resolution);
        let sheet = match desk {
            _ if !writes || self.ending().is_some() || !play.round.orders_due_from.contains(id) => {
                OrdersStatus::NotNeeded
            }
            Some(SeatOrders { submitted: Some(_), .. }) => OrdersStatus::In,
            Some(SeatOrders { submitted: None, .. }) | None => OrdersStatus::NotIn,
        };
        SeatView {
            seat: id,
            powers: self.powers_of(play, id).collect(),
            occupant,
            government: seat.government,
            orders_status: sheet,
            readiness: desk.map_or(Readiness::Undecided, |desk| desk.readiness),
            score: self.score(play, id),
            is_offered: seat.offered_to.is_some(),
            absences: seat.absences.clone(),
            calendar_left: self.charter.settings().calendar.minus(seat.calendar_used),
            bank_left: self.charter.settings().time_bank.minus(seat.bank_used),
            lent_until: seat.loan.as_ref().map(|loan| loan.until),
            loan_offered_until: seat.loan_offered.map(|(_, until)| until),
            is_free: seat.is_free() && self.ending().is_none(),
            successor: seat
                .successor
                .as_ref()
                .map(|(_, name)| Occupant::Person(self.shows_names(viewer).then(|| name.clone()))),
        }
    }

    fn question_view(&self, play: &Play, question: &Question, viewer: Viewer) -> QuestionView {
        let eligible_voters = self.eligible_voters(play, question.motion);
        let ballots = self.charter.settings().ballots;
        let (open, hides_count) = (ballots == Ballots::Open, ballots.hides_count(question.motion));
        let own = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => None,
        };
        QuestionView {
            number: question.number,
            motion: question.motion,
            by: Some(question.by).filter(|by| open || own == Some(*by)),
            eligible_voters,
            yes_votes: if hides_count { 0 } else { question.yes_votes(eligible_voters) },
            yes_votes_needed: question.motion.yes_votes_needed(eligible_voters),
            votes_missing: question.votes_missing(eligible_voters),
            own: own.and_then(|seat| *question.ballots.get(seat.index())?),
            ballots: open.then(|| question.ballots.clone()),
        }
    }
}

impl Gathering {
    fn has(&self, person: Person) -> bool {
        self.members.iter().any(|member| member.person() == Some(person))
    }
}
