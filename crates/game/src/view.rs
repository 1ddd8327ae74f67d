//! What one viewer may know of a game. Nothing leaves a game in any other way, so secrecy (C5, D1)
//! is this file.

use std::sync::Arc;

use rules::{Orders, Phase, Position, Power};

use crate::state::{Gathering, Play, State};
use crate::{
    Ballot, Ballots, Bot, Circle, Counts, Desk, Ending, Game, Government, Guest, Holder, Member, Message,
    Motion, Name, Names, Neutrality, Notice, Pause, Person, Question, Record, SeatId, Seconds, Settings,
    Sight, Sketch, Stage, Stance, Timestamp, Voice, Watching, Wish,
};

/// Who looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    Seat(SeatId),
    Master,
    /// Somebody who has joined a game that has not started.
    Member(Person),
    /// Somebody who looks on.
    Spectator,
    /// Somebody who only knows that there is a game.
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
    /// None before the game, and for those who may not look on.
    pub board: Option<BoardView>,
    /// The viewer's own sheet and notes.
    pub desk: Option<Desk>,
    /// For a game master who sees orders: the sheets that are in.
    pub sheets: Vec<(SeatId, Orders)>,
    /// What the viewer has heard.
    pub messages: Vec<Arc<Message>>,
    /// The viewer's own conference maps.
    pub sketches: Vec<(u8, Arc<Sketch>)>,
    pub questions: Vec<QuestionView>,
    pub history: Vec<(Arc<Record>, Counts)>,
    pub log: Vec<Arc<(Timestamp, Notice)>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StateView {
    Gathering {
        members: Vec<MemberView>,
        check_in: Option<Timestamp>,
        until: Timestamp,
    },
    Underway {
        phase: Phase,
        stage: Stage,
        opened: Timestamp,
        due: Timestamp,
        pause: Option<Pause>,
        delay_left: Seconds,
    },
    Over(Ending),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberView {
    pub who: Occupant,
    /// The seat, where seats are chosen.
    pub seat: Option<SeatId>,
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
    pub sheet: SheetStatus,
    pub stance: Stance,
    /// What counts towards winning.
    pub score: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetStatus {
    NotNeeded,
    NotIn,
    In,
}

rules::keyed!(SheetStatus { NotNeeded = "not_needed", NotIn = "not_in", In = "in" });

#[derive(Clone, Debug)]
pub struct BoardView {
    pub position: Arc<Position>,
    pub neutrality: Option<Neutrality>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionView {
    pub number: u32,
    pub motion: Motion,
    /// Who moved it, where ballots are open or it was the viewer.
    pub by: Option<SeatId>,
    pub electors: Circle,
    pub yes: usize,
    pub needed: usize,
    pub own: Option<Ballot>,
    /// By seat, where ballots are open.
    pub ballots: Option<Vec<Option<Ballot>>>,
}

impl Game {
    /// As whom a person looks at the game.
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

    /// What this viewer may know.
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = View {
            viewer,
            version: self.version,
            settings: self.charter.settings().clone(),
            state: self.state_view(viewer),
            seats: Vec::new(),
            board: None,
            desk: None,
            sheets: Vec::new(),
            messages: Vec::new(),
            sketches: Vec::new(),
            questions: Vec::new(),
            history: Vec::new(),
            log: Vec::new(),
        };
        if let Some(play) = self.play() {
            view.seats =
                self.charter.seating().seats().map(|seat| self.seat_view(play, viewer, seat)).collect();
        }
        if self.may_look_on(viewer) {
            view.log.clone_from(&self.log);
            if let Some(play) = self.play() {
                self.show_table(&mut view, play);
                self.show_own(&mut view, play);
            }
        }
        view
    }

    fn may_look_on(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) => true,
            Viewer::Spectator => self.charter.settings().watching != Watching::PlayersOnly,
            Viewer::Stranger => false,
        }
    }

    /// What lies on the table for all to see.
    fn show_table(&self, view: &mut View, play: &Play) {
        view.board = Some(BoardView { position: Arc::clone(&play.position), neutrality: play.neutrality });
        view.history.clone_from(&play.records);
        let voters = self.voters(play);
        view.questions = play.questions.iter().map(|q| self.question_view(q, view.viewer, voters)).collect();
        view.messages = play
            .messages
            .iter()
            .filter(|message| match view.viewer {
                Viewer::Seat(seat) => message.is_heard_by(seat),
                Viewer::Master => message.is_public() || message.from == Voice::Master,
                Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => message.is_public(),
            })
            .cloned()
            .collect();
    }

    /// What is the viewer's alone.
    fn show_own(&self, view: &mut View, play: &Play) {
        match view.viewer {
            Viewer::Seat(seat) => {
                view.desk = play.round.desk(seat).cloned();
                let own = play.sketches.iter().filter(|(by, ..)| *by == seat);
                view.sketches = own.map(|(_, slot, sketch)| (*slot, Arc::clone(sketch))).collect();
            }
            Viewer::Master => match self.charter.settings().master.map(|master| master.sight) {
                Some(Sight::SeesOrders) => {
                    let desks = play.round.desks.iter().enumerate();
                    let papers = desks.filter_map(|(i, desk)| Some((SeatId::new(i), desk.paper.clone()?)));
                    view.sheets = papers.collect();
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
                until: self.charter.made().plus(self.charter.settings().gather_within),
            },
            State::Underway(play) => StateView::Underway {
                phase: play.position.phase,
                stage: play.round.stage,
                opened: play.round.opened,
                due: play.round.due,
                pause: play.round.pause,
                delay_left: play.round.delay_left,
            },
            State::Over(ending, _) => StateView::Over(*ending),
        }
    }

    fn member_view(&self, member: &Member, viewer: Viewer) -> MemberView {
        MemberView {
            who: match &member.guest {
                Guest::Person { who, name } => {
                    let own = viewer == Viewer::Member(*who);
                    Occupant::Person((own || self.shows_names(viewer)).then(|| name.clone()))
                }
                Guest::Bot(bot) => Occupant::Bot(bot.clone(), BotRole::Player),
            },
            seat: match member.wish {
                Wish::This(seat) => Some(seat),
                // What somebody would like is theirs to tell.
                Wish::Anything | Wish::Ranked(_) => None,
            },
        }
    }

    fn shows_names(&self, viewer: Viewer) -> bool {
        match (self.charter.settings().names, &self.state) {
            (Names::Shown, _) | (Names::Hidden, State::Over(..)) => true,
            // The game master has to know whom to call.
            (Names::Hidden, State::Gathering(_) | State::Underway(_)) => {
                viewer == Viewer::Master && self.charter.settings().master.is_some()
            }
        }
    }

    fn seat_view(&self, play: &Play, viewer: Viewer, id: SeatId) -> SeatView {
        let seat = &play.seats[id.index()];
        let occupant = match &seat.holder {
            Holder::Taken { name, .. } => {
                let own = viewer == Viewer::Seat(id);
                Occupant::Person((own || self.shows_names(viewer)).then(|| name.clone()))
            }
            Holder::Bot { bot, instead_of } => {
                let role = if instead_of.is_some() { BotRole::StandIn } else { BotRole::Player };
                Occupant::Bot(bot.clone(), role)
            }
            Holder::GivenUp => Occupant::Nobody,
        };
        let desk = play.round.desk(id);
        let writes = !matches!(play.round.stage, Stage::Diplomacy | Stage::Resolution);
        let sheet = match desk {
            _ if !writes || self.ending().is_some() || !play.round.owing.contains(id) => {
                SheetStatus::NotNeeded
            }
            Some(Desk { paper: Some(_), .. }) => SheetStatus::In,
            Some(Desk { paper: None, .. }) | None => SheetStatus::NotIn,
        };
        SeatView {
            seat: id,
            powers: self.powers_of(play, id).collect(),
            occupant,
            government: seat.government,
            sheet,
            stance: desk.map_or(Stance::Undecided, |desk| desk.stance),
            score: self.score(play, id),
        }
    }

    fn question_view(&self, question: &Question, viewer: Viewer, voters: Circle) -> QuestionView {
        let electors = question.motion.electors(voters);
        let open = self.charter.settings().ballots == Ballots::Open;
        let own = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => None,
        };
        QuestionView {
            number: question.number,
            motion: question.motion,
            by: Some(question.by).filter(|by| open || own == Some(*by)),
            electors,
            yes: question.yes(electors),
            needed: question.motion.needed(electors),
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
