//! A person who plays, as a client does: looks at the game, sends a command with a key, and sends it again if
//! there was no answer.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::{BotKind, Budget, Seat};
use game::{
    Actor, Audience, Ballot, Command, Game, Motion, Name, Occupant, OrdersStatus, Person, Readiness, SeatId,
    SeatPreference, SeatSet, SeatView, Seconds, Stage, StateView, Text, View, Viewer,
};
use seeded_random::SeededRng;
use server::live_game::replay_if_done;
use store::{GameId, Games as _};
use tokio::time::sleep;

use crate::disk::Disk;
use crate::faults::FaultKind;
use crate::nodes::Nodes;
use crate::plan::GamePlan;
use crate::world::{World, lock};

/// How long a person waits for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(8);
/// After how many attempts some people give up while there are faults, and after how many a request without
/// faults counts as never answered.
const MIN_ATTEMPTS: u32 = 4;
const MAX_ATTEMPTS_WITHOUT_FAULTS: u32 = 60;

/// The answers that people got.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    acknowledged: Vec<Acknowledged>,
    /// Requests that were refused, and of which no earlier attempt can still be on its way.
    refused: Vec<(GameId, String)>,
}

#[derive(Debug)]
struct Acknowledged {
    game: GameId,
    nonce: String,
    version: u64,
    /// Whether it is a message, whose text is the nonce.
    is_message: bool,
}

pub(crate) struct Player {
    world: Arc<World>,
    nodes: Arc<Nodes>,
    ledger: Arc<Mutex<Ledger>>,
    plan: GamePlan,
    person: Person,
    chance: SeededRng,
    /// The highest version that this person knows of.
    seen: u64,
    sent: u32,
}

impl Player {
    pub(crate) fn new(
        world: &Arc<World>,
        nodes: &Arc<Nodes>,
        ledger: &Arc<Mutex<Ledger>>,
        plan: &GamePlan,
        person: Person,
    ) -> Self {
        Self {
            world: Arc::clone(world),
            nodes: Arc::clone(nodes),
            ledger: Arc::clone(ledger),
            plan: plan.clone(),
            person,
            chance: SeededRng::new(world.random()),
            seen: 0,
            sent: 0,
        }
    }

    /// Plays as long as there are faults. The last request is finished after that.
    pub(crate) async fn play(mut self) {
        loop {
            sleep(Duration::from_millis(100 + self.chance.below(1200) as u64)).await;
            if !self.world.faults_on() {
                return;
            }
            let Some(game) = self.look().await else { continue };
            self.sent += 1;
            let nonce = format!("{}:{}", self.person.0, self.sent);
            let view = game.view(game.viewer(self.person));
            self.check_secrets(&view);
            if let Some(command) = self.choose(&game, &view, &nonce) {
                self.send(command, nonce).await;
            }
        }
    }

    /// Reads the game at some node.
    async fn look(&mut self) -> Option<Arc<Game>> {
        let node = self.nodes.pick()?;
        let live_game = tokio::select! {
            biased;
            () = node.connection.wait_for_crash() => return None,
            () = sleep(ANSWER_TIMEOUT) => return None,
            live_game = node.app.live_game(self.plan.id) => live_game.ok()?,
        };
        let game = live_game.game();
        if game.version() < self.seen {
            self.world.report(format!(
                "person {} knows version {} of a game, and node {} shows version {}",
                self.person.0,
                self.seen,
                node.index,
                game.version()
            ));
        }
        self.seen = self.seen.max(game.version());
        Some(game)
    }

    fn check_secrets(&self, view: &View) {
        let own = match view.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => None,
        };
        let is_for_others = |audience: Audience| match audience {
            Audience::Everybody => false,
            Audience::Seats(seats) | Audience::SeatsAndMaster(seats) => own.is_none_or(|seat| !seats.contains(seat)),
        };
        let sees_orders = !view.submitted_orders.is_empty() || (own.is_none() && view.own_orders.is_some());
        if sees_orders || view.messages.iter().any(|message| is_for_others(message.to)) {
            self.world.report(format!("person {} sees a secret", self.person.0));
        }
    }

    /// Sends a request until it is answered.
    async fn send(&mut self, command: Command, nonce: String) {
        let (id, is_message) =
            (self.plan.id, matches!(command, Command::SendMessage { .. } | Command::Announce { .. }));
        let mut is_on_its_way = false;
        let (mut attempts, mut without_faults) = (0, 0);
        loop {
            self.world.count_request();
            match self.attempt(&command, &nonce).await {
                Answer::Done(version) => {
                    self.world
                        .log(format_args!("person {}: {nonce} is done, version {version}", self.person.0));
                    self.seen = self.seen.max(version);
                    let entry = Acknowledged { game: id, nonce, version, is_message };
                    return lock(&self.ledger).acknowledged.push(entry);
                }
                Answer::Refused(why) => {
                    self.world.log(format_args!("person {}: {nonce} is refused: {why}", self.person.0));
                    if !is_on_its_way {
                        lock(&self.ledger).refused.push((id, nonce));
                    }
                    return;
                }
                Answer::Failed => {}
                Answer::Lost => is_on_its_way = true,
            }
            attempts += 1;
            if self.world.faults_on() {
                if attempts >= MIN_ATTEMPTS && self.chance.percent(20) {
                    self.world.log(format_args!("person {} gives up {nonce}", self.person.0));
                    return;
                }
            } else {
                without_faults += 1;
                if without_faults > MAX_ATTEMPTS_WITHOUT_FAULTS {
                    return self.world.report(format!("the request {nonce} is never answered"));
                }
            }
            sleep(Duration::from_millis(50 + self.chance.below(700) as u64)).await;
        }
    }

    async fn attempt(&self, command: &Command, nonce: &str) -> Answer {
        let Some(node) = self.nodes.pick() else { return Answer::Failed };
        let request = async {
            let nonce = Some(nonce.to_owned());
            let done = match node.app.live_game(self.plan.id).await {
                Ok(live_game) => {
                    let actor = Actor::Person(self.person);
                    live_game.execute(&node.app, actor, command.clone(), nonce.clone()).await
                }
                Err(refused) => Err(refused),
            };
            replay_if_done(&node.app, self.plan.id, nonce, done, |version| version).await
        };
        let answer_timeout = if self.world.strikes(FaultKind::ClientGone) {
            self.world.milliseconds(0, 50)
        } else {
            ANSWER_TIMEOUT
        };
        let answer = tokio::select! {
            biased;
            () = node.connection.wait_for_crash() => return Answer::Lost,
            answer = request => answer,
            () = sleep(answer_timeout) => return Answer::Lost,
        };
        if self.world.strikes(FaultKind::AnswerLost) {
            return Answer::Lost;
        }
        match answer {
            Ok(version) => Answer::Done(version),
            Err(refused) if refused.reason.status().is_server_error() => Answer::Failed,
            Err(refused) => Answer::Refused(refused.reason.key()),
        }
    }

    fn choose(&mut self, game: &Game, view: &View, nonce: &str) -> Option<Command> {
        match (&view.state, view.viewer) {
            (StateView::Gathering { members, check_in, .. }, viewer) => {
                let is_bot = |occupant: &Occupant| matches!(occupant, Occupant::Bot(..));
                let bots = members.iter().filter(|member| is_bot(&member.who)).count();
                let people = game.charter().seating().len() - self.plan.bots.len();
                if check_in.is_some() {
                    Some(Command::CheckIn)
                } else if people > 0 && !matches!(viewer, Viewer::Member(_)) {
                    Some(Command::Join { name: self.name(), preference: SeatPreference::Anything })
                } else if self.person == self.plan.people[0] && bots < self.plan.bots.len() {
                    Some(Command::SeatBot(self.plan.bots[bots].clone()))
                } else {
                    self.chance.percent(3).then_some(Command::Leave)
                }
            }
            (StateView::Underway { stage, .. }, Viewer::Seat(seat)) => {
                self.play_seat(game, view, seat, *stage, nonce)
            }
            (StateView::Underway { .. }, _) if game.seat_with_stand_in_for(self.person).is_some() => {
                Some(Command::Return)
            }
            (StateView::Underway { .. }, _) => {
                let free = view.seats.iter().find(|seat| seat.occupant == Occupant::Nobody)?;
                Some(Command::Take { seat: free.seat, name: self.name() })
            }
            (StateView::Over(_), Viewer::Seat(seat)) if self.chance.percent(20) => {
                self.talk(game, seat, nonce)
            }
            (StateView::Over(_), _) => None,
        }
    }

    fn play_seat(
        &mut self,
        game: &Game,
        view: &View,
        seat: SeatId,
        stage: Stage,
        nonce: &str,
    ) -> Option<Command> {
        let own = view.seats.get(seat.index())?;
        let readiness = match self.chance.below(20) {
            0 => Readiness::Waiting,
            1 | 2 => Readiness::Undecided,
            _ => Readiness::Ready,
        };
        match (own.orders_status, self.chance.below(20)) {
            (OrdersStatus::NotIn, 0..12) => {
                let paper = self.orders(game, view, own)?;
                Some(Command::SubmitOrders { paper, dated: game.phase(), readiness })
            }
            (OrdersStatus::NotIn, 12) => {
                Some(Command::SaveDraft { paper: self.orders(game, view, own)?, dated: game.phase() })
            }
            (OrdersStatus::In, 0) => Some(Command::WithdrawOrders),
            (OrdersStatus::In, 1..4) => Some(Command::SetReadiness(readiness)),
            (OrdersStatus::NotNeeded, 0..8) if stage == Stage::Diplomacy => {
                Some(Command::SetReadiness(Readiness::Ready))
            }
            (OrdersStatus::NotIn | OrdersStatus::In | OrdersStatus::NotNeeded, 13..17) => {
                self.talk(game, seat, nonce)
            }
            (OrdersStatus::NotIn | OrdersStatus::In | OrdersStatus::NotNeeded, 17..19) => {
                let open = view.questions.iter().find(|question| question.own.is_none());
                let ballot = if self.chance.percent(60) { Ballot::Yes } else { Ballot::No };
                Some(open.map_or_else(
                    || Command::Propose(self.motion(game)),
                    |question| Command::Vote { question: question.number, ballot },
                ))
            }
            (OrdersStatus::NotIn | OrdersStatus::In | OrdersStatus::NotNeeded, _) => None,
        }
    }

    fn motion(&mut self, game: &Game) -> Motion {
        match self.chance.below(12) {
            0 => Motion::Draw(game.charter().seating().all_seats()),
            1..5 => Motion::Pause(Seconds::new(5)),
            5..8 => Motion::Resume,
            _ => Motion::Extend(Seconds::new(4)),
        }
    }

    /// A message whose text is the nonce, so that it is recognised.
    fn talk(&mut self, game: &Game, seat: SeatId, nonce: &str) -> Option<Command> {
        let text = Text::new(nonce).ok()?;
        let others: Vec<SeatId> = game.charter().seating().seats().filter(|other| *other != seat).collect();
        let to: SeatSet = self.chance.pick(&others)?.into();
        Some(if self.chance.percent(30) {
            Command::Announce { text, sketch: None }
        } else {
            Command::SendMessage { to, text, sketch: None }
        })
    }

    fn orders(&mut self, game: &Game, view: &View, own: &SeatView) -> Option<rules::Orders> {
        let settings = game.charter().settings();
        let seat = Seat {
            board: game.board(self.plan.content.board()),
            edition: settings.edition,
            position: &view.board.as_ref()?.position,
            history: &[],
            powers: &own.powers,
            goal: settings.goal,
        };
        Some(bots::choose_orders(BotKind::Random, &seat, Budget::Usual, self.chance.next_u64()))
    }

    fn name(&self) -> Name {
        Name::new(&format!("person {}", self.person.0)).expect("the text is short enough")
    }
}

enum Answer {
    Done(u64),
    Refused(&'static str),
    /// The server says that it could not do it.
    Failed,
    /// No answer came.
    Lost,
}

impl Ledger {
    /// What was acknowledged is stored, and what was refused is not.
    pub(crate) fn check(&self, disk: &Disk) -> Result<(), String> {
        for entry in &self.acknowledged {
            let stored = find_append(disk, entry.game, &entry.nonce)?;
            if stored != Some(entry.version) {
                return Err(format!(
                    "{} was acknowledged with version {}, but stored is {stored:?}",
                    entry.nonce, entry.version
                ));
            }
            let has_message = || {
                lock(&disk.audit)
                    .game(entry.game)
                    .is_some_and(|audited| audited.messages.contains(&entry.nonce))
            };
            if entry.is_message && !has_message() {
                return Err(format!("message {} was acknowledged and is not stored", entry.nonce));
            }
        }
        for (game, nonce) in &self.refused {
            if find_append(disk, *game, nonce)?.is_some() {
                return Err(format!("{nonce} was refused and is stored"));
            }
        }
        Ok(())
    }
}

fn find_append(disk: &Disk, game: GameId, nonce: &str) -> Result<Option<u64>, String> {
    disk.ask_durable(&|memory| memory.find_append(game, nonce)).map_err(|error| error.to_string())
}
