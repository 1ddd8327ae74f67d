//! One simulated game: people who talk, vote, forget and come back.

use anyhow::anyhow;
use game::{
    Absence, Actor, AfterGrace, Allocation, Ballot, Ballots, Bot, Charter, Command, Draws, Event, Game,
    Government, LimitResult, LimitWhen, Motion, Name, Names, Occupant, OrdersStatus, Person, Press,
    Readiness, SeatId, SeatPreference, SeatSet, SeatView, Seconds, Settings, Stage, StateView, Text,
    TimeLimit, Timestamp, Timetable, Title, View, Viewer,
};
use random_positions::SeededRng;
use rules::{Board, Edition, Judge, Phase};

use super::player_kinds::{OrderWriter, PlayerKind};

/// A game that was played to its end.
#[derive(Debug)]
pub(super) struct SimulatedGame {
    pub(super) charter: Charter,
    pub(super) game: Game,
    pub(super) events: Vec<Event>,
    pub(super) commands: u64,
    pub(super) refusals: u64,
    /// Commands of the clock that were refused. This must never happen.
    pub(super) clock_refusals: u64,
}

/// The game while it is played.
#[derive(Debug)]
pub(super) struct Simulation<'b> {
    judge: Judge<'b>,
    order_writer: OrderWriter<'b>,
    chance: SeededRng,
    minds: Vec<PlayerKind>,
    now: Timestamp,
    played: SimulatedGame,
}

/// Every game ends long before this. It bounds the loop, not the players.
const MAX_STAGES: usize = 5000;

impl<'b> Simulation<'b> {
    pub(super) fn new(
        board: &'b Board,
        seed: u64,
        players: usize,
        minds: &[PlayerKind],
        years: u16,
    ) -> anyhow::Result<Self> {
        let mut chance = SeededRng::new(seed);
        let settings = settings(board, &mut chance, players, years)?;
        let edition = settings.edition;
        // Any Monday.
        let now = Timestamp::from_seconds(1_767_607_200);
        let charter = Charter::new(board, settings, Person(1), chance.next_u64(), now)
            .map_err(|fault| anyhow!("the settings do not fit: {fault:?}"))?;
        let player_kinds = (0..players).map(|_| chance.pick(minds).unwrap_or(PlayerKind::Holding)).collect();
        let played = SimulatedGame {
            game: Game::new(charter.clone()),
            charter,
            events: Vec::new(),
            commands: 0,
            refusals: 0,
            clock_refusals: 0,
        };
        Ok(Self {
            judge: Judge::new(board, edition),
            order_writer: OrderWriter::new(board),
            chance,
            minds: player_kinds,
            now,
            played,
        })
    }

    pub(super) fn play(mut self) -> SimulatedGame {
        self.join_all();
        for _ in 0..MAX_STAGES {
            let view = self.played.game.view(Viewer::Spectator);
            let opened = stage_of(&view);
            match view.state {
                StateView::Underway { stage, .. } => self.play_stage(stage, &view),
                StateView::Gathering { .. } => self.join_all(),
                StateView::Over(_) => break,
            }
            // Time does not pass in a stage that has just begun: everybody acts first.
            if stage_of(&self.played.game.view(Viewer::Stranger)) == opened {
                self.advance_clock();
            }
        }
        self.played
    }

    fn send_command(&mut self, actor: Actor, command: Command) {
        self.played.commands += 1;
        match self.played.game.decide(&mut self.judge, actor, command, self.now) {
            Ok(events) => {
                for event in events {
                    self.played.game.apply(&event);
                    self.played.events.push(event);
                }
            }
            Err(_) if actor == Actor::Clock => self.played.clock_refusals += 1,
            Err(_) => self.played.refusals += 1,
        }
    }

    /// Moves the clock to the next deadline.
    fn advance_clock(&mut self) {
        if let Some(due) = self.played.game.closes_at()
            && !one_in(&mut self.chance, 4)
        {
            self.now = self.now.max(due);
            self.send_command(Actor::Clock, Command::Tick);
        } else {
            self.now = self.now.plus(Seconds::new(1));
            if self.played.game.closes_at().is_some_and(|due| due <= self.now) {
                self.send_command(Actor::Clock, Command::Tick);
            }
        }
    }

    fn join_all(&mut self) {
        let seats = self.played.charter.seating().len();
        for i in 0..seats {
            let (Ok(name), Ok(bot)) = (Name::new(&format!("player {}", i + 1)), Bot::new("simulated")) else {
                continue;
            };
            // One seat in seven has a bot from the start.
            if i > 0 && one_in(&mut self.chance, 7) {
                self.send_command(Actor::Person(Person(1)), Command::SeatBot(bot));
            } else {
                let command = Command::Join { name, preference: SeatPreference::Anything };
                self.send_command(Actor::Person(Person(i as u64 + 1)), command);
            }
        }
        for i in 0..seats {
            if !one_in(&mut self.chance, 12) {
                self.send_command(Actor::Person(Person(i as u64 + 1)), Command::CheckIn);
            }
        }
    }

    /// Everybody may act once in the stage.
    fn play_stage(&mut self, stage: Stage, view: &View) {
        let start = self.chance.below(view.seats.len());
        for i in 0..view.seats.len() {
            let seat = &view.seats[(start + i) % view.seats.len()];
            let Some(actor) = self.holder(seat) else {
                self.maybe_replace(seat.seat);
                continue;
            };
            self.now = self.now.plus(Seconds::new(self.chance.below(3) as u32));
            if self.played.game.due().is_some_and(|due| due <= self.now) {
                return;
            }
            self.talk_vote_or_leave(actor, seat, stage);
            match stage {
                Stage::Diplomacy | Stage::Resolution => {
                    if !one_in(&mut self.chance, 5) {
                        self.send_command(actor, Command::SetReadiness(Readiness::Ready));
                    }
                }
                Stage::Writing | Stage::Retreats | Stage::Adjustments => self.submit_orders(actor, seat.seat),
            }
        }
    }

    /// The holder of a seat. People have known numbers, so all of them can be tried.
    fn holder(&self, seat: &SeatView) -> Option<Actor> {
        match seat.occupant {
            Occupant::Bot(..) => Some(Actor::Bot(seat.seat)),
            Occupant::Nobody => None,
            Occupant::Person(_) => (1..=7)
                .chain(100..104)
                .map(Person)
                .find(|person| self.played.game.viewer(*person) == Viewer::Seat(seat.seat))
                .map(Actor::Person),
        }
    }

    fn maybe_replace(&mut self, seat: SeatId) {
        if one_in(&mut self.chance, 3) {
            let who = Person(100 + self.chance.below(4) as u64);
            if let Ok(name) = Name::new(&format!("replacement {}", who.0)) {
                self.send_command(Actor::Person(who), Command::Take { seat, name });
            }
        }
    }

    fn submit_orders(&mut self, actor: Actor, seat: SeatId) {
        let view = self.played.game.view(Viewer::Seat(seat));
        let Some(own) = view.seats.get(seat.index()) else { return };
        // Some players forget to write. A player in disorder comes back one time in three.
        let away = match own.government {
            Government::Active => one_in(&mut self.chance, 25),
            Government::InDisorder => !one_in(&mut self.chance, 3),
        };
        if own.orders_status != OrdersStatus::NotIn || away {
            return;
        }
        let Some(board) = &view.board else { return };
        let mind = self.minds.get(seat.index()).copied().unwrap_or(PlayerKind::Holding);
        let paper =
            self.order_writer.write(mind, &mut self.chance, &self.played.game, &board.position, &own.powers);
        let stance = if one_in(&mut self.chance, 8) { Readiness::Waiting } else { Readiness::Ready };
        self.send_command(
            actor,
            Command::SubmitOrders { paper, dated: Some(board.position.phase), readiness: stance },
        );
    }

    /// Messages, votes, leaving and returning.
    fn talk_vote_or_leave(&mut self, actor: Actor, seat: &SeatView, stage: Stage) {
        if one_in(&mut self.chance, 3) {
            self.send_message(actor);
        }
        if one_in(&mut self.chance, 12) {
            self.vote(actor, seat.seat, stage);
        }
        if one_in(&mut self.chance, 400) {
            self.send_command(actor, Command::Leave);
        }
        for person in (1..=7).map(Person) {
            if one_in(&mut self.chance, 40) {
                self.send_command(Actor::Person(person), Command::Return);
            }
        }
    }

    fn send_message(&mut self, actor: Actor) {
        let seats = self.played.charter.seating().len();
        let Ok(text) = Text::new(&format!("words {}", self.played.events.len())) else { return };
        let to: SeatSet = (0..seats).filter(|_| one_in(&mut self.chance, 3)).map(SeatId::new).collect();
        let command = if one_in(&mut self.chance, 5) {
            Command::Announce { text, sketch: None }
        } else {
            Command::SendMessage { to, text, sketch: None }
        };
        self.send_command(actor, command);
    }

    fn vote(&mut self, actor: Actor, seat: SeatId, stage: Stage) {
        let view = self.played.game.view(Viewer::Seat(seat));
        let open: Vec<u32> =
            view.questions.iter().filter(|question| question.own.is_none()).map(|q| q.number).collect();
        if let Some(question) = self.chance.pick(&open) {
            let ballot = if one_in(&mut self.chance, 2) { Ballot::Yes } else { Ballot::No };
            self.send_command(actor, Command::Vote { question, ballot });
        } else if stage == Stage::Diplomacy || one_in(&mut self.chance, 4) {
            let motion = match self.chance.below(8) {
                0 | 1 => Motion::Draw(self.played.charter.seating().all_seats()),
                2 => Motion::Concede(SeatId::new(self.chance.below(view.seats.len()))),
                3..6 => Motion::Extend(Seconds::minutes(5)),
                6 => Motion::Pause(Seconds::minutes(10)),
                _ => Motion::Resume,
            };
            self.send_command(actor, Command::Propose(motion));
        }
    }
}

/// The current phase and stage. None before and after the game.
fn stage_of(view: &View) -> Option<(Phase, Stage)> {
    match view.state {
        StateView::Underway { phase, stage, .. } => Some((phase, stage)),
        StateView::Gathering { .. } | StateView::Over(_) => None,
    }
}

fn one_in(chance: &mut SeededRng, bound: usize) -> bool {
    chance.below(bound) == 0
}

/// Random settings, so that some game uses each choice.
fn settings(board: &Board, chance: &mut SeededRng, players: usize, years: u16) -> anyhow::Result<Settings> {
    let title = Title::new("simulated").map_err(|fault| anyhow!("a title: {fault:?}"))?;
    let bot = Bot::new("stand-in").map_err(|fault| anyhow!("a bot: {fault:?}"))?;
    let mut settings = Settings::rulebook(board, title, players, Edition::Y2000);
    if one_in(chance, 2) {
        settings.timetable = Timetable::correspondence();
    }
    settings.timetable.resolution = one_in(chance, 4).then_some(Seconds::minutes(1));
    settings.allocation = if one_in(chance, 2) { Allocation::Random } else { Allocation::Preference };
    settings.names = if one_in(chance, 3) { Names::Hidden } else { Names::Shown };
    settings.press = match chance.below(5) {
        0 | 1 => Press::Rulebook,
        2 => Press::Full,
        3 => Press::PublicOnly,
        _ => Press::None,
    };
    settings.check_in = one_in(chance, 3).then_some(Seconds::minutes(10));
    let then = match chance.below(3) {
        0 => AfterGrace::Disorder,
        1 => AfterGrace::StandIn { bot, within: Seconds::minutes(1) },
        _ => AfterGrace::Replacement { within: Seconds::minutes(10) },
    };
    settings.absence =
        Absence { grace: Seconds::minutes(chance.below(4) as u32), graces_per_seat: 2, after_grace: then };
    settings.ballots = if one_in(chance, 3) { Ballots::Open } else { Ballots::Secret };
    settings.draws = if one_in(chance, 2) { Draws::Survivors } else { Draws::AnyCoalition };
    let first = if players == 2 { 1914 } else { 1901 };
    let verdict = if one_in(chance, 3) { LimitResult::Shared } else { LimitResult::MostCentres };
    settings.limit =
        Some(TimeLimit { when: LimitWhen::Year(first + years.saturating_sub(1)), result: verdict });
    Ok(settings)
}
