//! Random games: random settings, actors, commands and times.

use game::{
    Absence, Actor, AfterGrace, Allocation, Arrow, ArrowKind, Ballot, Ballots, BoardFact, Bot, Caption,
    Charter, Command, Condition, ConditionPart, Consent, DraftName, Draws, EarlierTalk, Event, Game, Join,
    LimitResult, LimitWhen, Master, Motion, Name, Names, Negation, Occupant, OrdersStatus, Person, PlanAhead,
    Press, Readiness, Refusal, Replacement, SeatId, SeatPreference, SeatSet, Seconds, Settings, Sight,
    Sketch, Stage, StateView, TalkAfterEnd, TalkLanguage, Text, TimeLimit, Timestamp, Timetable, Title,
    Venue, Viewer, Watching,
};
use rules::{
    AdjustmentOrder, Board, Edition, Goal, GoalScope, Judge, Location, Options, Order, Orders, Passage,
    Position, Province, RetreatOrder, Sheet, UnitKind,
};

use super::script_reader::{MASTER, START};
use super::test_rng::TestRng;

pub struct RandomGame {
    pub board: &'static Board,
    judge: Judge<'static>,
    options: Options<'static>,
    pub game: Game,
    pub charter: Charter,
    pub events: Vec<Event>,
    pub chance: TestRng,
    pub now: Timestamp,
    said: u32,
}

/// One command and its result.
pub struct Step {
    pub actor: Actor,
    pub command: Command,
    pub now: Timestamp,
    pub result: Result<usize, Refusal>,
}

impl RandomGame {
    pub fn new(seed: u64) -> Self {
        let board = &atlas::standard().board;
        let mut chance = TestRng::new(seed);
        let settings = settings(&mut chance);
        let start = Timestamp::from_seconds(START);
        let charter =
            Charter::new(board, settings, Person(1), chance.next(), start).expect("the settings are valid");
        Self {
            board,
            judge: Judge::new(board, charter.settings().edition),
            options: Options::new(board),
            game: Game::new(charter.clone()),
            charter,
            events: Vec::new(),
            chance,
            now: start,
            said: 0,
        }
    }

    pub fn ask(&mut self, actor: Actor, command: Command) -> Step {
        let decided = self.game.decide(&mut self.judge, actor, command.clone(), self.now);
        let result = decided.map(|events| {
            let count = events.len();
            for event in events {
                self.game.apply(&event);
                self.events.push(event);
            }
            count
        });
        Step { actor, command, now: self.now, result }
    }

    /// Sends one random command, usual or unusual.
    pub fn step(&mut self) -> Step {
        self.pass_time();
        let (actor, command) = match self.game.view(Viewer::Stranger).state {
            StateView::Gathering { .. } => self.gathering(),
            StateView::Underway { stage, .. } => match self.chance.below(20) {
                0..8 => self.hand_in(),
                8..10 => {
                    let (who, readiness) = (self.somebody(), self.stance());
                    if self.said % 4 == 3 {
                        (Actor::Person(MASTER), Command::SetReadinessFor { seat: self.seat(), readiness })
                    } else {
                        (who, Command::SetReadiness(readiness))
                    }
                }
                10..12 if stage == Stage::Diplomacy => {
                    (self.somebody(), Command::SetReadiness(Readiness::Ready))
                }
                10..14 => self.talk(),
                14..16 => self.vote(),
                16 => {
                    self.now = self.now.max(self.game.closes_at().expect("the game has started"));
                    (Actor::Clock, Command::Tick)
                }
                17 => (Actor::Person(MASTER), self.anything()),
                18 => self.seats(),
                _ => (self.anybody(), self.anything()),
            },
            StateView::Over(_) => (self.anybody(), self.anything()),
        };
        self.ask(actor, command)
    }

    fn pass_time(&mut self) {
        let seconds = match self.chance.below(40) {
            0 => 4000,
            1..5 => self.chance.below(300),
            _ => self.chance.below(4),
        };
        self.now = self.now.plus(Seconds::new(seconds as u32));
        // The clock is usually on time.
        if self.game.due().is_some_and(|due| due <= self.now) && !self.chance.one_in(10) {
            self.now =
                self.game.closes_at().expect("a game with a past deadline has a deadline").max(self.now);
            self.ask(Actor::Clock, Command::Tick);
        }
    }

    fn gathering(&mut self) -> (Actor, Command) {
        let person = Person(1 + self.chance.below(self.charter.seating().len() + 1) as u64);
        let command = match self.chance.below(30) {
            0 => Command::Leave,
            1 => Command::SeatBot(bot()),
            2 if self.said % 3 == 1 => Command::FillWithBots(bot()),
            2 if self.said.is_multiple_of(2) => Command::Remove { member: self.chance.below(6) as u32 },
            2 => self.anything(),
            3..10 => Command::CheckIn,
            _ => {
                let seat = SeatId::new(self.chance.below(self.charter.seating().len()));
                let wish = match self.charter.settings().allocation {
                    Allocation::Random => SeatPreference::Anything,
                    Allocation::Preference => SeatPreference::Ranked(vec![seat]),
                    Allocation::Chosen => SeatPreference::This(seat),
                };
                Command::Join { name: name(person), preference: wish }
            }
        };
        (Actor::Person(person), command)
    }

    /// The holder of a seat.
    pub fn holder(&self, seat: SeatId) -> Actor {
        let mut people = (1..=8).chain(50..60).map(Person);
        match people.find(|person| self.game.viewer(*person) == Viewer::Seat(seat)) {
            Some(person) => Actor::Person(person),
            None => Actor::Bot(seat),
        }
    }

    fn seat(&mut self) -> SeatId {
        SeatId::new(self.chance.below(self.charter.seating().len()))
    }

    fn somebody(&mut self) -> Actor {
        let seat = self.seat();
        self.holder(seat)
    }

    fn anybody(&mut self) -> Actor {
        match self.chance.below(8) {
            0 => Actor::Clock,
            1 => Actor::Bot(self.seat()),
            2 => Actor::Person(MASTER),
            3 => Actor::Person(self.newcomer()),
            _ => self.somebody(),
        }
    }

    fn newcomer(&mut self) -> Person {
        Person(50 + self.chance.below(4) as u64)
    }

    fn circle(&mut self) -> SeatSet {
        let seats = self.charter.seating().len();
        (0..seats).filter(|_| self.chance.one_in(2)).map(SeatId::new).collect()
    }

    fn stance(&mut self) -> Readiness {
        *self.chance.pick(&[Readiness::Ready, Readiness::Ready, Readiness::Undecided, Readiness::Waiting])
    }

    fn length(&mut self) -> Seconds {
        Seconds::new(self.chance.below(2000) as u32)
    }

    fn times(&mut self) -> Timetable {
        let writing = self.length();
        if self.said.is_multiple_of(2) {
            Timetable { writing, ..Timetable::correspondence() }
        } else {
            Timetable { writing, ..Timetable::rulebook() }
        }
    }

    fn hand_in(&mut self) -> (Actor, Command) {
        let view = self.game.view(Viewer::Master);
        let missing: Vec<SeatId> = view
            .seats
            .iter()
            .filter(|seat| {
                seat.orders_status == OrdersStatus::NotIn && !matches!(seat.occupant, Occupant::Nobody)
            })
            .map(|seat| seat.seat)
            .collect();
        let seat = if missing.is_empty() { self.seat() } else { *self.chance.pick(&missing) };
        let stance = if self.chance.one_in(6) { self.stance() } else { Readiness::Ready };
        let position = view.board.expect("the game has started").position;
        let paper = self.paper(&position, &view.seats[seat.index()].powers, None);
        let command = if self.chance.one_in(6) {
            // Without random numbers of their own: the games of known seeds stay as they are.
            match (self.said % 4, paper) {
                (1, paper) => {
                    let name = DraftName::new(&format!("draft-{}", self.said % 3)).expect("short enough");
                    Command::SaveNamedDraft { name, paper, dated: None }
                }
                (2, Orders::Movement(orders)) => {
                    let at = self.board.centres()[self.said as usize % 34];
                    let part = ConditionPart { fact: BoardFact::Empty(at), negation: Negation::Not };
                    let condition = Condition { join: Join::Any, parts: vec![part] };
                    let always = Condition { join: Join::All, parts: Vec::new() };
                    Command::PlanAhead(vec![
                        PlanAhead { condition, orders: Sheet::new(self.board) },
                        PlanAhead { condition: always, orders },
                    ])
                }
                (_, paper) => Command::SaveDraft { paper, dated: None },
            }
        } else {
            Command::SubmitOrders { paper, dated: None, readiness: stance }
        };
        (self.holder(seat), command)
    }

    /// Random orders for the phase, or for another kind of phase.
    pub fn paper(
        &mut self,
        position: &Position,
        powers: &[rules::Power],
        stage: Option<rules::PhaseKind>,
    ) -> Orders {
        match stage.unwrap_or(position.phase.kind()) {
            rules::PhaseKind::Movement => {
                let board = self.game.board(self.board);
                Orders::Movement(if board.closed().is_empty() {
                    moves(board, &mut self.options, &mut self.chance, position, powers)
                } else {
                    moves(board, &mut Options::new(board), &mut self.chance, position, powers)
                })
            }
            rules::PhaseKind::Retreat => {
                let mut sheet = Sheet::new(self.board);
                for dislodged in
                    position.dislodged.iter().filter(|dislodged| powers.contains(&dislodged.unit.power))
                {
                    let at = self.board.province_of(dislodged.unit.location);
                    sheet.set(at, RetreatOrder::To(*self.chance.pick(&dislodged.open_retreats)));
                }
                Orders::Retreats(sheet)
            }
            rules::PhaseKind::Adjustment => {
                let adjustments = position.adjustment_judge(self.board, Edition::Y2000);
                let mut entries = Vec::new();
                for power in powers {
                    for site in adjustments
                        .build_sites(*power)
                        .take(adjustments.centres_minus_units(*power).max(0) as usize)
                    {
                        let places = self.board.locations_for(UnitKind::Army, site);
                        entries
                            .push((*power, AdjustmentOrder::Build { kind: UnitKind::Army, at: places[0] }));
                    }
                    if adjustments.centres_minus_units(*power) < 0
                        && let Some(unit) = position.forces.units().iter().find(|unit| unit.power == *power)
                    {
                        entries.push((
                            *power,
                            AdjustmentOrder::Remove { at: self.board.province_of(unit.location) },
                        ));
                    }
                }
                Orders::Adjustments(entries)
            }
        }
    }

    fn text(&mut self) -> Text {
        self.said += 1;
        Text::new(&format!("word-{}", self.said)).expect("the text is short enough")
    }

    fn sketch(&mut self) -> Option<Sketch> {
        self.chance.one_in(3).then(|| {
            let place = |chance: &mut TestRng| Location::new(chance.below(81));
            let arrow = Arrow {
                from: place(&mut self.chance),
                to: place(&mut self.chance),
                kind: ArrowKind::Support,
            };
            let caption = Caption::new(&format!("plan-{}", self.chance.below(1000))).ok();
            Sketch { arrows: vec![arrow], caption, ..Sketch::default() }
        })
    }

    fn talk(&mut self) -> (Actor, Command) {
        let command = match self.chance.below(7) {
            0 => Command::Announce { text: self.text(), sketch: self.sketch() },
            1 => Command::SaveSketch {
                slot: self.chance.below(26) as u8,
                sketch: self.sketch().unwrap_or_default(),
            },
            2 => Command::DeleteSketch { slot: self.chance.below(3) as u8 },
            3 => Command::WriteToMaster { text: self.text(), sketch: self.sketch() },
            _ => Command::SendMessage { to: self.circle(), text: self.text(), sketch: self.sketch() },
        };
        (if self.chance.one_in(12) { Actor::Person(MASTER) } else { self.somebody() }, command)
    }

    fn vote(&mut self) -> (Actor, Command) {
        let questions = self.game.view(Viewer::Spectator).questions;
        let command = if questions.is_empty() || self.chance.one_in(4) {
            Command::Propose(match self.chance.below(10) {
                0..3 => Motion::Draw(self.charter.seating().all_seats()),
                3 => Motion::Draw(self.circle()),
                4 => Motion::Concede(self.seat()),
                5 if self.chance.one_in(3) => Motion::Abandon,
                5 if self.chance.one_in(3) => Motion::MostCentres,
                5 => Motion::Remove(self.seat()),
                6 => Motion::Pause(self.length()),
                7 if self.said.is_multiple_of(3) => Motion::Timetable(self.times()),
                7 => Motion::Resume,
                _ => Motion::Extend(self.length()),
            })
        } else {
            let ballot = if self.chance.one_in(3) { Ballot::Yes } else { Ballot::No };
            Command::Vote { question: self.chance.pick(&questions).number, ballot }
        };
        (self.somebody(), command)
    }

    fn seats(&mut self) -> (Actor, Command) {
        // Without a random number of its own: the games of known seeds stay as they are.
        let length = Seconds::hours(1 + self.said % 50);
        match (self.said + self.events.len() as u32) % 8 {
            0 => {
                let until = self.now.plus(length);
                return (self.somebody(), Command::SayAway { from: self.now, until });
            }
            1 => return (self.somebody(), Command::UseTimeBank(Seconds::minutes(1 + self.said % 9))),
            2 => {
                let (to, until) = (self.newcomer(), self.now.plus(length));
                return (self.somebody(), Command::Lend { to, until });
            }
            _ => {}
        }
        match self.chance.below(6) {
            0 => (self.somebody(), Command::Leave),
            1 => (self.somebody(), Command::Offer { to: self.newcomer() }),
            2 => (Actor::Person(Person(1 + self.chance.below(7) as u64)), Command::Return),
            _ => {
                let who = self.newcomer();
                (Actor::Person(who), Command::Take { seat: self.seat(), name: name(who) })
            }
        }
    }

    /// Any command. Most of them are refused.
    fn anything(&mut self) -> Command {
        let who = self.newcomer();
        match self.chance.below(26) {
            0 => Command::Join { name: name(who), preference: SeatPreference::Anything },
            1 => Command::SeatBot(bot()),
            2 => Command::CheckIn,
            3 if self.chance.one_in(8) => Command::Cancel,
            4 if self.chance.one_in(4) => Command::Leave,
            5 => Command::Take { seat: SeatId::new(self.chance.below(9)), name: name(who) },
            6 => Command::WithdrawOrders,
            7 => Command::Pause(self.length()),
            8 => Command::Resume,
            9 => Command::Extend(self.length()),
            10 => Command::SetTimetable(self.times()),
            11 => Command::ForceClose,
            12 => Command::RollBack { to: self.chance.below(4) },
            13 => Command::Replace { seat: self.seat(), with: Replacement::Person { who, name: name(who) } },
            14 => Command::Replace { seat: self.seat(), with: Replacement::Bot(bot()) },
            15 if self.chance.one_in(3) => Command::Replace { seat: self.seat(), with: Replacement::Nobody },
            16 => Command::Toss { winner: self.seat() },
            17 if self.chance.one_in(20) => Command::Stop,
            17 if self.chance.one_in(2) => Command::RemoveMessage { message: self.chance.below(4) },
            17 => Command::Close,
            18 => Command::Tick,
            19 => Command::Correct {
                units: self.board.starting_units().to_vec(),
                owners: vec![(self.board.centres()[self.chance.below(34)], None)],
            },
            20 => self.impossible_orders(),
            21 => self.talk().1,
            22 => self.vote().1,
            23 | 24 => self.enter_orders(),
            _ => self.draft(),
        }
    }

    fn draft(&mut self) -> Command {
        let Some(board) = self.game.view(Viewer::Master).board else { return Command::CheckIn };
        let seat = self.seat();
        let powers = self.charter.seating().powers(seat).to_vec();
        Command::SaveDraft { paper: self.paper(&board.position, &powers, None), dated: None }
    }

    fn enter_orders(&mut self) -> Command {
        let view = self.game.view(Viewer::Master);
        let Some(board) = view.board else { return Command::CheckIn };
        let seat = self.seat();
        let powers = view.seats[seat.index()].powers.clone();
        // Without random numbers of their own.
        let readiness = [Readiness::Undecided, Readiness::Ready][self.said as usize % 2];
        let consent = if self.said.is_multiple_of(3) { Consent::NotAsked } else { Consent::Given };
        let paper = self.paper(&board.position, &powers, None);
        Command::EnterOrders { seat, paper, dated: None, readiness, consent }
    }

    /// Impossible orders, also with places that the board does not have.
    fn impossible_orders(&mut self) -> Command {
        let stance = self.stance();
        let chance = &mut self.chance;
        let mut sheet = Sheet::new(self.board);
        for _ in 0..3 {
            let order = match chance.below(4) {
                0 => Order::Move { to: Location::new(chance.below(200)), passage: Passage::Convoy },
                1 => Order::SupportMove {
                    from: Province::new(chance.below(100)),
                    to: Location::new(chance.below(81)),
                },
                2 => Order::Convoy {
                    from: Province::new(chance.below(75)),
                    to: Province::new(chance.below(75)),
                },
                _ => Order::SupportHold { of: Province::new(chance.below(75)) },
            };
            sheet.set(Province::new(chance.below(75)), order);
        }
        Command::SubmitOrders { paper: Orders::Movement(sheet), dated: None, readiness: stance }
    }
}

fn name(person: Person) -> Name {
    Name::new(&format!("name-{}", person.0)).expect("the text is short enough")
}

fn bot() -> Bot {
    Bot::new("random").expect("the text is short enough")
}

fn settings(chance: &mut TestRng) -> Settings {
    let players = 2 + chance.below(6);
    let mut s =
        Settings::rulebook(&atlas::standard().board, Title::new("random").unwrap(), players, Edition::Y2000);
    s.allocation = *chance.pick(&[Allocation::Random, Allocation::Preference, Allocation::Chosen]);
    s.names = *chance.pick(&[Names::Shown, Names::Hidden]);
    s.watching = if chance.one_in(5) { Watching::PlayersOnly } else { Watching::Anybody };
    s.press = *chance.pick(&[Press::Rulebook, Press::Full, Press::Full, Press::PublicOnly, Press::None]);
    // Without a random number: the games of known seeds stay as they are.
    s.language = TalkLanguage::new("nl").filter(|_| players == 5);
    s.timetable = if chance.one_in(3) { Timetable::correspondence() } else { Timetable::rulebook() };
    s.timetable.resolution = chance.one_in(4).then_some(Seconds::minutes(1));
    s.check_in = chance.one_in(4).then_some(Seconds::minutes(10));
    let within = Seconds::minutes(3);
    let then = match chance.below(3) {
        // Without a random number of its own, as above.
        0 if players == 6 => AfterGrace::PutAside,
        0 => AfterGrace::Disorder,
        1 => AfterGrace::StandIn { bot: bot(), within },
        _ => AfterGrace::Replacement { within },
    };
    s.absence = Absence {
        grace: Seconds::minutes(chance.below(3) as u32),
        graces_per_seat: chance.below(3) as u8,
        after_grace: then,
    };
    s.ballots = *chance.pick(&[Ballots::Secret, Ballots::Secret, Ballots::Open]);
    s.earlier_talk = *chance.pick(&[EarlierTalk::Hidden, EarlierTalk::Hidden, EarlierTalk::Shown]);
    s.draws = *chance.pick(&[Draws::Survivors, Draws::AnyCoalition]);
    if (3..5).contains(&players) && chance.one_in(2) {
        s.goal = Goal { centres: 18, scope: GoalScope::OnePlayer };
    }
    let first = if players == 2 { 1914 } else { 1901 };
    s.limit = chance.one_in(4).then(|| TimeLimit {
        when: if chance.one_in(4) {
            LimitWhen::After(Seconds::hours(1))
        } else {
            LimitWhen::Year(first + chance.below(3) as u16)
        },
        result: *chance.pick(&[LimitResult::MostCentres, LimitResult::Shared]),
    });
    let sight = *chance.pick(&[Sight::Blind, Sight::SeesOrders]);
    s.master = (!chance.one_in(3)).then_some(Master { who: MASTER, sight });
    s.delay = Seconds::minutes(chance.below(30) as u32);
    // Without random numbers of their own, as above.
    s.bots_after = players.is_multiple_of(3).then_some(Seconds::new(30));
    s.calendar = if players.is_multiple_of(2) { Seconds::days(4) } else { Seconds::ZERO };
    s.time_bank = if players > 4 { Seconds::minutes(20) } else { Seconds::ZERO };
    s.talk_after_end = if players == 4 { TalkAfterEnd::Opened } else { TalkAfterEnd::Private };
    s.venue = if players == 7 { Venue::Table } else { Venue::Anywhere };
    if players == 6 {
        s.ballots = Ballots::Vetoes;
    }
    s.starts_at = (players == 3).then(|| Timestamp::from_seconds(START).plus(Seconds::new(20)));
    s
}

fn moves(
    board: &Board,
    options: &mut Options<'_>,
    chance: &mut TestRng,
    position: &Position,
    powers: &[rules::Power],
) -> Sheet<Order> {
    let mut sheet = Sheet::new(board);
    options.compute(&position.forces);
    for (slot, unit) in position.forces.units().iter().enumerate() {
        if powers.contains(&unit.power) && !chance.one_in(5) {
            let choices = options.of(slot);
            let order = choices.nth(chance.below(choices.count()));
            sheet.set(board.province_of(unit.location), order.expect("the number is below the count"));
        }
    }
    sheet
}
