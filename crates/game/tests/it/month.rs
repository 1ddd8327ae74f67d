//! A simulated month of 50 games with made-up clocks: players are late, away by the calendar, take time from their
//! banks, lend their seats, leave, are voted out; newcomers take over what is free. No game is stuck, nobody loses
//! a seat without the announced steps, and nobody reads what the seat's former player wrote, unless the game was
//! made so.

use std::collections::BTreeMap;

use game::{
    Absence, Actor, AfterGrace, Ballot, Bot, Charter, ClockStages, Command, DailyDeadline, EarlierTalk,
    Event, Fact, Game, HandOver, Master, Motion, Name, Occupant, OrdersStatus, Person, Press, PublicEvent,
    Readiness, RoundFact, SeatFact, SeatId, SeatPreference, Seconds, Settings, Sight, StateView, Text,
    TimeOfDay, Timestamp, Timetable, Title, Viewer, Weekdays, Zone,
};
use rules::{Edition, Judge, Orders, Sheet};
use test_kit::games::script_reader::{MASTER, START};
use test_kit::games::test_rng::TestRng;

const GAMES: u64 = 50;
const MONTH: Seconds = Seconds::days(30);

#[test]
fn a_month_of_fifty_games() {
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..GAMES {
        let mut month = Month::new(seed);
        month.play();
        for (what, count) in month.totals {
            *totals.entry(what).or_default() += count;
        }
    }
    println!("{totals:?}");
    // The month is useful only if enough happened in it.
    for (what, least) in [
        ("phases", 50 * 10),
        ("away", 50),
        ("calendar moved", 20),
        ("time bank", 50),
        ("lent", 30),
        ("loan ended", 20),
        ("taken over from a bot", 20),
        ("taken over from nobody", 10),
        ("voted out", 3),
        ("bots stood in", 50),
        ("graces", 20),
        ("other times", 3),
    ] {
        assert!(totals.get(what).copied().unwrap_or(0) >= least, "{what}: {totals:?}");
    }
}

struct Month {
    seed: u64,
    judge: Judge<'static>,
    game: Game,
    events: Vec<Event>,
    chance: TestRng,
    now: Timestamp,
    next_person: u64,
    said: u32,
    /// By message: who held each seat when it was sent.
    holders_at: Vec<BTreeMap<SeatId, Person>>,
    totals: BTreeMap<&'static str, usize>,
}

impl Month {
    fn new(seed: u64) -> Self {
        let board = &atlas::standard().board;
        let start = Timestamp::from_seconds(START);
        let charter = Charter::new(board, settings(seed), Person(1), seed, start).unwrap();
        Self {
            seed,
            judge: Judge::new(board, charter.settings().edition),
            game: Game::new(charter),
            events: Vec::new(),
            chance: TestRng::new(seed ^ 0x6d6f_6e74),
            now: start,
            next_person: 1,
            said: 0,
            holders_at: Vec::new(),
            totals: BTreeMap::new(),
        }
    }

    fn play(&mut self) {
        for _ in 0..self.game.charter().seating().len() {
            let who = self.newcomer();
            self.ask(
                Actor::Person(who),
                Command::Join { name: name(who), preference: SeatPreference::Anything },
            );
        }
        let end = self.now.plus(MONTH);
        let mut idle_ticks = 0;
        while self.now < end && self.game.ending().is_none() {
            let closes_at = self.game.closes_at().expect("the game is not over");
            // Somebody does something a few times a day, until the deadline.
            let next = self.now.plus(Seconds::minutes(10 + self.chance.below(80) as u32));
            if next < closes_at {
                self.now = next;
                self.act();
                continue;
            }
            self.now = self.now.max(closes_at);
            let phases = self.count("phases");
            let step = self.ask(Actor::Clock, Command::Tick);
            assert!(step, "seed {}: the clock was refused", self.seed);
            idle_ticks = if self.count("phases") > phases { 0 } else { idle_ticks + 1 };
            assert!(idle_ticks < 12, "seed {}: the game is stuck", self.seed);
        }
        let phases = self.count("phases");
        assert!(
            self.game.ending().is_some() || phases >= 8,
            "seed {}: {phases} phases in a month",
            self.seed
        );
    }

    fn count(&self, what: &str) -> usize {
        self.totals.get(what).copied().unwrap_or(0)
    }

    fn newcomer(&mut self) -> Person {
        self.next_person += 1;
        Person(self.next_person - 1)
    }

    /// Sends a command and checks what follows. False if it was refused.
    fn ask(&mut self, actor: Actor, command: Command) -> bool {
        let (before, count) = (self.game.clone(), self.events.len());
        let mut seats_change = false;
        let Ok(events) = self.game.decide(&mut self.judge, actor, command, self.now) else { return false };
        for event in events {
            self.tally(&event);
            seats_change |= matches!(event.fact, Fact::Seat(..));
            let holders = self.holders();
            self.game.apply(&event);
            if matches!(event.fact, Fact::Message(game::MessageFact::Sent(_))) {
                self.holders_at.push(holders);
            }
            self.events.push(event);
        }
        if seats_change {
            self.check_seats(&before, count);
            self.check_talk();
        }
        true
    }

    fn tally(&mut self, event: &Event) {
        let what = match &event.fact {
            Fact::Round(RoundFact::PhaseResolved(_)) => "phases",
            Fact::Round(RoundFact::CalendarMoved { .. }) => "calendar moved",
            Fact::Round(RoundFact::GraceGiven { .. }) => "graces",
            Fact::Round(RoundFact::TimetableChanged { .. }) => "other times",
            Fact::Seat(_, SeatFact::Away { .. }) => "away",
            Fact::Seat(_, SeatFact::TimeBankUsed { .. }) => "time bank",
            Fact::Seat(_, SeatFact::Lent { .. }) => "lent",
            Fact::Seat(_, SeatFact::LoanEnded { .. }) => "loan ended",
            Fact::Seat(_, SeatFact::VotedOut) => "voted out",
            Fact::Seat(_, SeatFact::BotStandsIn(_)) => "bots stood in",
            Fact::Seat(_, SeatFact::NewHolder { by: HandOver::StandIn, .. }) => "taken over from a bot",
            Fact::Seat(_, SeatFact::NewHolder { by: HandOver::Vacancy, .. }) => "taken over from nobody",
            _ => return,
        };
        *self.totals.entry(what).or_default() += 1;
    }

    fn people(&self) -> impl Iterator<Item = Person> + use<> {
        (1..self.next_person).map(Person)
    }

    fn holders(&self) -> BTreeMap<SeatId, Person> {
        self.people()
            .filter_map(|person| match self.game.viewer(person) {
                Viewer::Seat(seat) => Some((seat, person)),
                _ => None,
            })
            .collect()
    }

    /// A seat changes hands only with a notice that everybody can see, and for absence only after its graces.
    fn check_seats(&self, before: &Game, first: usize) {
        let count = before.view(Viewer::Master).log.len();
        let log = self.game.view(Viewer::Master).log;
        let is_announced = |seat: SeatId| {
            log[count..].iter().any(|entry| match &entry.1 {
                PublicEvent::BotStandsIn { seat: at, .. }
                | PublicEvent::Vacated(at)
                | PublicEvent::Left(at)
                | PublicEvent::Returned(at)
                | PublicEvent::VotedOut(at)
                | PublicEvent::LoanEnded(at)
                | PublicEvent::Lent { seat: at, .. }
                | PublicEvent::HandedOver { seat: at, .. } => *at == seat,
                PublicEvent::Started => true,
                _ => false,
            })
        };
        for person in self.people() {
            let Viewer::Seat(seat) = before.viewer(person) else { continue };
            if self.game.ending().is_some() || self.game.viewer(person) == Viewer::Seat(seat) {
                continue;
            }
            assert!(is_announced(seat), "seed {}: {person:?} lost {seat:?} without a notice", self.seed);
            let lost_by_absence = log[count..].iter().any(|entry| {
                matches!(&entry.1, PublicEvent::BotStandsIn { seat: at, .. } | PublicEvent::Vacated(at) if *at == seat)
            }) && !log[count..].iter().any(|entry| {
                matches!(&entry.1, PublicEvent::Left(at) | PublicEvent::VotedOut(at) if *at == seat)
            });
            if lost_by_absence {
                let absence = &self.game.charter().settings().absence;
                let graces = self.events.iter().filter(|event| {
                    matches!(&event.fact, Fact::Round(RoundFact::GraceGiven { to, .. }) if to.contains(seat))
                });
                let (graces, now) = (graces.count(), self.now);
                let in_this_round = self.events[..first].iter().rev().take_while(|event| {
                    !matches!(event.fact, Fact::Opened { .. } | Fact::Round(RoundFact::PhaseResolved(_)))
                });
                let waited = in_this_round
                    .into_iter()
                    .any(|event| matches!(&event.fact, Fact::Round(RoundFact::GraceGiven { .. })));
                assert!(
                    waited || graces >= usize::from(absence.graces_per_seat),
                    "seed {}: no grace for {seat:?} at {now:?}",
                    self.seed
                );
            }
        }
    }

    /// A private message is read by those who held its seats when it was sent, and by nobody after them.
    fn check_talk(&self) {
        if self.game.charter().settings().earlier_talk == EarlierTalk::Shown || self.game.ending().is_some() {
            return;
        }
        for (seat, person) in self.holders() {
            let view = self.game.view(Viewer::Seat(seat));
            for message in view.messages.iter().filter(|message| message.to != game::Audience::Everybody) {
                let number: usize = message.text.as_str().trim_start_matches("word-").parse().unwrap();
                assert_eq!(
                    self.holders_at[number].get(&seat),
                    Some(&person),
                    "seed {}: {person:?} reads what {seat:?} heard before",
                    self.seed
                );
            }
        }
    }

    fn act(&mut self) {
        let view = self.game.view(Viewer::Master);
        if !matches!(view.state, StateView::Underway { .. }) {
            return;
        }
        let holders = self.holders();
        let seat = SeatId::new(self.chance.below(view.seats.len()));
        let seat_view = &view.seats[seat.index()];
        let Some(&person) = holders.get(&seat) else {
            match &seat_view.occupant {
                // The server runs the bots: they hand in at once.
                Occupant::Bot(..) if seat_view.orders_status == OrdersStatus::NotIn => {
                    self.hand_in(Actor::Bot(seat), Readiness::Ready);
                }
                Occupant::Bot(..) | Occupant::Nobody | Occupant::Person(_) => {}
            }
            if seat_view.is_free && self.chance.one_in(3) {
                let who = self.newcomer();
                self.ask(Actor::Person(who), Command::Take { seat, name: name(who) });
            }
            return;
        };
        let actor = Actor::Person(person);
        let hours = |n: usize| Seconds::hours(n as u32);
        match self.chance.below(24) {
            0 => {
                let from = self.now.plus(hours(self.chance.below(48)));
                let until = from.plus(hours(6 + self.chance.below(60)));
                self.ask(actor, Command::SayAway { from, until });
            }
            1 => {
                let length = hours(1 + self.chance.below(4));
                self.ask(actor, Command::UseTimeBank(length));
            }
            2 => {
                let to = self.newcomer();
                let until = self.now.plus(hours(10 + self.chance.below(80)));
                if self.ask(actor, Command::Lend { to, until }) && !self.chance.one_in(4) {
                    self.ask(Actor::Person(to), Command::Take { seat, name: name(to) });
                }
            }
            3 => {
                // An owner who lent a seat comes back early, or somebody from a stand-in.
                for who in self.people().collect::<Vec<_>>() {
                    if self.game.seat_lent_by(who).is_some()
                        || self.game.seat_with_stand_in_for(who).is_some()
                    {
                        self.ask(Actor::Person(who), Command::Return);
                        break;
                    }
                }
            }
            4 if self.chance.one_in(4) => {
                self.ask(actor, Command::Leave);
            }
            5 if self.chance.one_in(5) => self.vote_out(actor, seat, &holders),
            6 if self.chance.one_in(6) => {
                let writing = hours(12 + self.chance.below(24));
                let timetable = Timetable { writing, ..self.game.timetable() };
                self.ask(Actor::Person(MASTER), Command::SetTimetable(timetable));
            }
            7..10 => self.talk(actor, seat, view.seats.len()),
            _ if seat_view.orders_status == OrdersStatus::NotIn => {
                let ready = if self.chance.one_in(3) { Readiness::Undecided } else { Readiness::Ready };
                self.hand_in(actor, ready);
            }
            _ => {}
        }
    }

    fn vote_out(&mut self, actor: Actor, by: SeatId, holders: &BTreeMap<SeatId, Person>) {
        let others: Vec<SeatId> = holders.keys().copied().filter(|seat| *seat != by).collect();
        let Some(&whom) = others.first() else { return };
        if !self.ask(actor, Command::Propose(Motion::Remove(whom))) {
            return;
        }
        for voter in holders.values() {
            let questions = self.game.view(Viewer::Spectator).questions;
            let Some(question) = questions.iter().find(|one| one.motion == Motion::Remove(whom)) else {
                break;
            };
            let command = Command::Vote { question: question.number, ballot: Ballot::Yes };
            self.ask(Actor::Person(*voter), command);
        }
    }

    fn talk(&mut self, actor: Actor, seat: SeatId, seats: usize) {
        let to = SeatId::new((seat.index() + 1 + self.chance.below(seats - 1)) % seats);
        let text = Text::new(&format!("word-{}", self.holders_at.len())).unwrap();
        self.said += 1;
        self.ask(actor, Command::SendMessage { to: to.into(), text, sketch: None });
    }

    fn hand_in(&mut self, actor: Actor, readiness: Readiness) {
        let board = &atlas::standard().board;
        let kind = self.game.phase().expect("the game is played").kind();
        let paper = match kind {
            rules::PhaseKind::Movement => Orders::Movement(Sheet::new(board)),
            rules::PhaseKind::Retreat => Orders::Retreats(Sheet::new(board)),
            rules::PhaseKind::Adjustment => Orders::Adjustments(Vec::new()),
        };
        self.ask(actor, Command::SubmitOrders { paper, dated: None, readiness });
    }
}

fn name(person: Person) -> Name {
    Name::new(&format!("person {}", person.0)).unwrap()
}

fn settings(seed: u64) -> Settings {
    let board = &atlas::standard().board;
    let players = 3 + (seed % 5) as usize;
    let title = Title::new("a month").unwrap();
    let mut settings = Settings::rulebook(board, title, players, Edition::Y2000);
    let within = Seconds::hours(2);
    let clock = DailyDeadline {
        zone: Zone::new("Europe/Amsterdam").unwrap(),
        at: TimeOfDay::new(20, 0),
        days: Weekdays::new(if seed.is_multiple_of(4) { 0b001_1111 } else { 0b111_1111 }).unwrap(),
        stages: ClockStages::Movement,
    };
    settings.press = Press::Full;
    settings.timetable = Timetable {
        first: Seconds::days(1),
        writing: Seconds::hours(if seed.is_multiple_of(2) { 24 } else { 12 }),
        retreats: Seconds::hours(2),
        adjustments: Seconds::hours(2),
        daily_deadline: (!seed.is_multiple_of(3)).then_some(clock),
        ..Timetable::correspondence()
    };
    settings.calendar = Seconds::days(6);
    settings.time_bank = Seconds::hours(12);
    settings.delay = Seconds::days(1);
    settings.earlier_talk = if seed.is_multiple_of(7) { EarlierTalk::Shown } else { EarlierTalk::Hidden };
    settings.absence = Absence {
        grace: Seconds::hours(3),
        graces_per_seat: 2,
        after_grace: if seed.is_multiple_of(2) {
            AfterGrace::StandIn { bot: Bot::new("holder").unwrap(), within }
        } else {
            AfterGrace::Replacement { within }
        },
    };
    settings.master = Some(Master { who: MASTER, sight: Sight::Blind });
    settings
}
