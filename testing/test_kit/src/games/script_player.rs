//! Plays a test script and writes its events as text.

use game::{
    Actor, Ballot, BoardFact, Bot, Caption, Command, Condition, ConditionPart, Consent, DraftName, Event,
    Game, Join, Motion, Name, Negation, NextGame, Occupant, OrdersAhead, OrdersStatus, Person, PlanAhead,
    Readiness, Replacement, SeatId, SeatPreference, SeatSet, Sketch, Stage, StateView, SubmittedBy, Text,
    Timestamp, Viewer,
};
use notation::Notation;
use rules::{Board, Judge, Order, Passage, Power, Sheet, Unit};

use super::event_text::EventWriter;
use super::script_reader::{self, MASTER, START};

pub struct Script<'b> {
    board: &'b Board,
    judge: Judge<'b>,
    pub game: Game,
    pub events: Vec<Event>,
    writer: EventWriter<'b>,
    now: Timestamp,
    pub output: String,
    pub covers: Vec<String>,
}

/// Plays the whole script and returns its events and their text.
pub fn play(text: &str) -> Script<'static> {
    let board = &atlas::standard().board;
    let settings = text.lines().find_map(|line| line.strip_prefix("game")).unwrap_or("");
    let charter = script_reader::charter(board, settings);
    let judge = Judge::new(board, charter.settings().edition);
    let teller = EventWriter {
        notation: Notation::new(board),
        seating: charter.seating().clone(),
        start: charter.created_at(),
    };
    let mut script = Script {
        board,
        judge,
        game: Game::new(charter),
        events: Vec::new(),
        writer: teller,
        now: Timestamp::from_seconds(START),
        output: String::new(),
        covers: Vec::new(),
    };
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or("").trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        script.write_line(line.trim());
        match line.split_once(' ') {
            Some(("game", _)) => {}
            Some(("covers", ids)) => script.covers.extend(ids.split_whitespace().map(str::to_owned)),
            _ if line == "game" => {}
            _ => script.line(line.trim()),
        }
    }
    script
}

impl Script<'_> {
    fn write_line(&mut self, line: &str) {
        self.output.push_str(line);
        self.output.push('\n');
    }

    fn line(&mut self, line: &str) {
        let mut line = line;
        // `-` is a clock that was ahead and is set right.
        if let Some(rest) = line.strip_prefix(['+', '-']) {
            let (by, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            let by = i64::from(script_reader::length(by).count());
            let by = if line.starts_with('+') { by } else { -by };
            self.now = Timestamp::from_seconds(self.now.seconds() + by);
            line = rest;
            if line.is_empty() {
                return;
            }
        }
        match line {
            "tick" => self.ask(Actor::Clock, Command::Tick),
            "due" => {
                self.now = self.game.closes_at().expect("something is due").max(self.now);
                self.ask(Actor::Clock, Command::Tick);
            }
            "all join" => {
                for seat in self.writer.seating.clone().seats() {
                    self.join(seat);
                }
            }
            "all check in" => self.each(Self::joined, Command::CheckIn),
            "all ready" => self.each(Self::present, Command::SetReadiness(Readiness::Ready)),
            "rest in" => self.rest_in(),
            _ => {
                let (who, what) =
                    line.split_once(' ').unwrap_or_else(|| panic!("expected an actor and a command: {line}"));
                if who == "show" {
                    self.show(what);
                } else {
                    let command = self.command(who, what);
                    self.ask(self.actor(who), command);
                }
            }
        }
    }

    fn ask(&mut self, actor: Actor, command: Command) {
        match self.game.decide(&mut self.judge, actor, command, self.now) {
            Ok(events) => {
                for event in events {
                    self.game.apply(&event);
                    for line in self.writer.event(&event) {
                        let time = self.writer.time(event.at);
                        self.write_line(&format!("    {time} {line}"));
                    }
                    self.events.push(event);
                }
            }
            Err(refusal) => self.write_line(&format!("    refused: {refusal:?}")),
        }
    }

    fn stage(&self) -> Option<(rules::Phase, Stage)> {
        match self.game.view(Viewer::Stranger).state {
            StateView::Underway { phase, stage, .. } => Some((phase, stage)),
            StateView::Gathering { .. } | StateView::Over(_) => None,
        }
    }

    /// Sends the same command for each of these actors, until the stage ends.
    fn each(&mut self, actors: fn(&Self) -> Vec<Actor>, command: Command) {
        let stage = self.stage();
        for actor in actors(self) {
            if self.stage() == stage {
                self.ask(actor, command.clone());
            }
        }
    }

    fn joined(&self) -> Vec<Actor> {
        (0..self.writer.seating.len() as u64).map(|i| Actor::Person(Person(i + 1))).collect()
    }

    fn present(&self) -> Vec<Actor> {
        let view = self.game.view(Viewer::Spectator);
        let people = view.seats.iter().filter(|seat| matches!(seat.occupant, Occupant::Person(_)));
        let seats = people.filter(|seat| {
            let position = &view.board.as_ref().unwrap().position;
            let dislodged = position.dislodged.iter().map(|dislodged| dislodged.unit.power);
            let mut owners = position.forces.units().iter().map(|unit| unit.power).chain(dislodged);
            owners.any(|power| seat.powers.contains(&power))
        });
        seats.map(|seat| self.holder(seat.seat)).collect()
    }

    /// The current holder of a seat.
    fn holder(&self, seat: SeatId) -> Actor {
        let mut people = (1..=40).chain(100..140).map(Person);
        match people.find(|person| self.game.viewer(*person) == Viewer::Seat(seat)) {
            Some(person) => Actor::Person(person),
            None => Actor::Bot(seat),
        }
    }

    /// Every seat that must still submit orders submits an empty sheet.
    fn rest_in(&mut self) {
        let seats = self.game.view(Viewer::Spectator).seats;
        let stage = self.stage();
        for seat in seats.iter().filter(|seat| seat.orders_status == OrdersStatus::NotIn) {
            if self.stage() == stage && !matches!(seat.occupant, Occupant::Nobody) {
                let paper = self.paper(seat.seat, "");
                self.ask(
                    self.holder(seat.seat),
                    Command::SubmitOrders { paper, dated: None, readiness: Readiness::Ready },
                );
            }
        }
    }

    fn paper(&self, seat: SeatId, text: &str) -> rules::Orders {
        let view = self.game.view(Viewer::Spectator);
        let position = view.board.expect("the game has started").position;
        script_reader::paper(&self.writer.notation, &position, &view.seats[seat.index()].powers, text)
    }

    fn join(&mut self, seat: SeatId) {
        let name = Name::new(&self.writer.seat(seat).to_lowercase().replace('/', "-")).unwrap();
        let wish = match self.game.charter().settings().allocation {
            game::Allocation::Chosen => SeatPreference::This(seat),
            game::Allocation::Random | game::Allocation::Preference => SeatPreference::Anything,
        };
        self.ask(Actor::Person(Person(seat.index() as u64 + 1)), Command::Join { name, preference: wish });
    }

    /// `FRANCE`, or one of the powers of a seat.
    fn seat(&self, text: &str) -> Option<SeatId> {
        let power = self.writer.notation.power(text)?;
        let mut seats = self.writer.seating.seats();
        seats.find(|seat| self.writer.seating.powers(*seat).contains(&power))
    }

    fn circle(&self, text: &str) -> SeatSet {
        if text == "all" {
            let view = self.game.view(Viewer::Spectator);
            let position = view.board.unwrap().position;
            let alive = |seat: &&game::SeatView| {
                !matches!(seat.occupant, Occupant::Nobody)
                    && seat.powers.iter().any(|power| position.forces.count(*power) > 0)
            };
            return view.seats.iter().filter(alive).map(|seat| seat.seat).collect();
        }
        text.split(',')
            .map(|name| self.seat(name.trim()).unwrap_or_else(|| panic!("not a seat: {name}")))
            .collect()
    }

    fn actor(&self, who: &str) -> Actor {
        match who {
            "clock" => Actor::Clock,
            "master" => Actor::Person(MASTER),
            _ => match (who.strip_prefix("bot:").and_then(|seat| self.seat(seat)), self.seat(who)) {
                (Some(seat), _) => Actor::Bot(seat),
                (None, Some(seat)) => Actor::Person(Person(seat.index() as u64 + 1)),
                (None, None) => Actor::Person(self.person(who)),
            },
        }
    }

    fn plan(&self, text: &str) -> PlanAhead {
        let (condition, orders) = text.split_once(':').unwrap();
        let notation = &self.writer.notation;
        let province = |code: &str| notation.province(code).unwrap_or_else(|| panic!("no province {code}"));
        let condition = condition.trim().trim_start_matches("if ").trim();
        let join = if condition.contains(" or ") { Join::Any } else { Join::All };
        let parts = condition.split(" or ").flat_map(|part| part.split(" and ")).map(str::trim);
        let parts = parts.filter(|part| !part.is_empty()).map(|part| {
            let negation = if part.starts_with("not ") { Negation::Not } else { Negation::AsIs };
            let words: Vec<&str> = part.trim_start_matches("not ").split_whitespace().collect();
            let fact = match words[..] {
                [at, "own"] => BoardFact::OwnUnit(province(at)),
                [at, "empty"] => BoardFact::Empty(province(at)),
                [at, "held", power] => BoardFact::HeldBy(province(at), notation.power(power).unwrap()),
                _ => panic!("not a condition: {part}"),
            };
            ConditionPart { fact, negation }
        });
        let mut sheet = Sheet::new(self.board);
        for order in orders.split(';').map(str::trim).filter(|order| !order.is_empty()) {
            let (from, to) = order.split_once('-').unwrap_or_else(|| panic!("not a move: {order}"));
            let to = notation.location(to.trim()).unwrap();
            sheet.set(province(from.trim()), Order::Move { to, passage: Passage::Unstated });
        }
        PlanAhead { condition: Condition { join, parts: parts.collect() }, orders: sheet }
    }

    fn person_of(&self, who: &str) -> Person {
        match self.actor(who) {
            Actor::Person(person) => person,
            Actor::Bot(_) | Actor::Clock | Actor::Host => panic!("not a person: {who}"),
        }
    }

    /// A new person by name.
    fn person(&self, name: &str) -> Person {
        // The first letter gives the id. It is above the ids of the first players.
        Person(100 + u64::from(name.bytes().next().unwrap_or(b'a') - b'a'))
    }

    fn seat_of(&self, who: &str) -> SeatId {
        let by_name = who.strip_prefix("bot:").and_then(|seat| self.seat(seat));
        by_name.unwrap_or_else(|| match self.actor(who) {
            Actor::Person(person) => match self.game.viewer(person) {
                Viewer::Seat(seat) => seat,
                Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger => {
                    self.seat(who).unwrap_or(SeatId::new(0))
                }
            },
            Actor::Bot(seat) => seat,
            Actor::Clock | Actor::Host => SeatId::new(0),
        })
    }

    fn command(&self, who: &str, what: &str) -> Command {
        let (verb, rest) = what.split_once([' ', ':']).unwrap_or((what, ""));
        let rest = rest.trim();
        let text = |text: &str| Text::new(text.split_once(':').map_or(text, |(_, text)| text)).unwrap();
        match verb.trim_end_matches(':') {
            "joins" => {
                let wish = match (rest, self.seat(who)) {
                    ("", Some(seat)) => SeatPreference::This(seat),
                    ("", None) => SeatPreference::Anything,
                    (ranked, _) => SeatPreference::Ranked(
                        ranked.split(',').map(|s| self.seat(s.trim()).unwrap()).collect(),
                    ),
                };
                Command::Join { name: Name::new(&who.to_lowercase()).unwrap(), preference: wish }
            }
            "seats" => Command::SeatBot(Bot::new(rest.trim_start_matches("bot ")).unwrap()),
            "fills" => Command::FillWithBots(Bot::new(rest).unwrap()),
            "removes" => Command::Remove { member: rest.parse().unwrap() },
            "checks" => Command::CheckIn,
            "cancels" => Command::Cancel,
            "leaves" => Command::Leave,
            "takes" => Command::Take { seat: self.seat(rest).unwrap(), name: Name::new(who).unwrap() },
            "offers" => Command::Offer { to: self.person(rest) },
            "returns" => Command::Return,
            // `away 1d 3d`: from a day after now, until three days after now.
            "away" => {
                let (from, until) = rest.split_once(' ').unwrap();
                let from = self.now.plus(script_reader::length(from));
                Command::SayAway { from, until: self.now.plus(script_reader::length(until)) }
            }
            "not-away" => {
                let Viewer::Seat(seat) = self.game.viewer(self.person_of(who)) else { panic!("not seated") };
                let absences = &self.game.view(Viewer::Spectator).seats[seat.index()].absences;
                Command::CancelAway { from: absences.last().map_or(self.now, |absent| absent.from) }
            }
            "banks" => Command::UseTimeBank(script_reader::length(rest)),
            "lends" => {
                let (to, length) = rest.split_once(' ').unwrap();
                let until = self.now.plus(script_reader::length(length));
                Command::Lend { to: self.person(to), until }
            }
            "notes" => Command::SaveDraft { paper: self.paper(self.seat_of(who), rest), dated: None },
            "in" => Command::SubmitOrders {
                paper: self.paper(self.seat_of(who), rest),
                dated: None,
                readiness: Readiness::Ready,
            },
            "in-waiting" => Command::SubmitOrders {
                paper: self.paper(self.seat_of(who), rest),
                dated: None,
                readiness: Readiness::Waiting,
            },
            "in-undecided" => Command::SubmitOrders {
                paper: self.paper(self.seat_of(who), rest),
                dated: None,
                readiness: Readiness::Undecided,
            },
            // `drafts spring: A PAR - BUR`
            "drafts" => {
                let (name, orders) = rest.split_once(':').unwrap();
                let paper = self.paper(self.seat_of(who), orders);
                Command::SaveNamedDraft { name: DraftName::new(name).unwrap(), paper, dated: None }
            }
            "undrafts" => Command::DeleteNamedDraft { name: DraftName::new(rest).unwrap() },
            // `plans if BUR own: BUR-MUN | if not BUR held GERMANY or MAR empty: PAR-BUR | : PAR-PIC`
            "plans" => Command::PlanAhead(
                rest.split('|').filter(|plan| !plan.trim().is_empty()).map(|plan| self.plan(plan)).collect(),
            ),
            "takes-back" => Command::WithdrawOrders,
            "ready" => Command::SetReadiness(Readiness::Ready),
            "waits" => Command::SetReadiness(Readiness::Waiting),
            "undecided" => Command::SetReadiness(Readiness::Undecided),
            "to" => {
                let (to, words) = rest.split_once(':').unwrap();
                Command::SendMessage { to: self.circle(to), text: text(words), sketch: None }
            }
            "shows" => {
                let (to, words) = rest.split_once(':').unwrap();
                Command::SendMessage { to: self.circle(to), text: text(words), sketch: Some(self.sketch()) }
            }
            "to-master" => Command::WriteToMaster { text: text(rest), sketch: None },
            "enters" => {
                let (seat, orders) = rest.split_once(':').unwrap();
                let seat = self.seat(seat.trim()).unwrap();
                Command::EnterOrders {
                    seat,
                    paper: self.paper(seat, orders),
                    dated: None,
                    readiness: Readiness::Undecided,
                    consent: Consent::NotAsked,
                }
            }
            // `corrects FRANCE: PAR-BUR`, with the consent of its player, who is ready.
            "puts-right" => {
                let (seat, orders) = rest.split_once(':').unwrap();
                let seat = self.seat(seat.trim()).unwrap();
                Command::EnterOrders {
                    seat,
                    paper: self.paper(seat, orders),
                    dated: None,
                    readiness: Readiness::Ready,
                    consent: Consent::Given,
                }
            }
            "says-ready" => {
                Command::SetReadinessFor { seat: self.seat(rest).unwrap(), readiness: Readiness::Ready }
            }
            "announces" => Command::Announce { text: text(rest), sketch: None },
            "keeps" => Command::SaveSketch { slot: rest.parse().unwrap(), sketch: self.sketch() },
            "drops" => Command::DeleteSketch { slot: rest.parse().unwrap() },
            "starts-next" => Command::NameNextGame(NextGame::new(rest).unwrap()),
            "proposes" => Command::Propose(self.motion(rest)),
            "votes" => {
                let (question, ballot) = rest.split_once(' ').unwrap();
                let ballot = if ballot == "yes" { Ballot::Yes } else { Ballot::No };
                Command::Vote { question: question.parse().unwrap(), ballot }
            }
            "pauses" => Command::Pause(script_reader::length(rest)),
            "resumes" => Command::Resume,
            "extends" => Command::Extend(script_reader::length(rest)),
            "sets-times" => Command::SetTimetable(script_reader::timetable(rest)),
            "forces" => Command::ForceClose,
            "rolls-back" => Command::RollBack { to: rest.parse().unwrap() },
            "replaces" => {
                let (seat, with) = rest.split_once(" with ").unwrap();
                let with = match with.strip_prefix("bot ") {
                    Some(bot) => Replacement::Bot(Bot::new(bot).unwrap()),
                    None if with == "nobody" => Replacement::Nobody,
                    None => Replacement::Person { who: self.person(with), name: Name::new(with).unwrap() },
                };
                Command::Replace { seat: self.seat(seat).unwrap(), with }
            }
            "corrects" => self.correction(rest),
            "tosses" => Command::Toss { winner: self.seat(rest).unwrap() },
            "stops" => Command::Stop,
            "ticks" => Command::Tick,
            _ => panic!("no such command: {what}"),
        }
    }

    /// A conference map: an arrow from Burgundy to Munich.
    fn sketch(&self) -> Sketch {
        let at = |key: &str| self.board.location(key).unwrap();
        let arrow = game::Arrow { from: at("bur"), to: at("mun"), kind: game::ArrowKind::Move };
        let caption = Some(Caption::new("the plan").unwrap());
        Sketch { arrows: vec![arrow], caption, ..Sketch::default() }
    }

    fn motion(&self, text: &str) -> Motion {
        let (what, rest) = text.split_once(' ').unwrap_or((text, ""));
        match what {
            "draw" => Motion::Draw(self.circle(rest)),
            "concede" => Motion::Concede(self.seat(rest).unwrap()),
            "most-centres" => Motion::MostCentres,
            "abandon" => Motion::Abandon,
            "pause" => Motion::Pause(script_reader::length(rest)),
            "resume" => Motion::Resume,
            "extend" => Motion::Extend(script_reader::length(rest)),
            "times" => Motion::Timetable(script_reader::timetable(rest)),
            "remove" => Motion::Remove(self.seat(rest).unwrap()),
            _ => panic!("no such motion: {text}"),
        }
    }

    /// `units FRANCE A PAR, F BRE; owners FRANCE PAR BRE`. Other units are removed, other owners stay.
    fn correction(&self, text: &str) -> Command {
        let (mut units, mut owners) = (Vec::new(), Vec::new());
        let notation = &self.writer.notation;
        for part in text.split(';').map(str::trim) {
            let (what, rest) = part.split_once(' ').unwrap();
            let (power, list) = rest.split_once(' ').unwrap();
            let power: Power = notation.power(power).unwrap();
            match what {
                "units" => units.extend(list.split(',').map(|unit| {
                    let (kind, location) =
                        notation.unit(unit).unwrap_or_else(|| panic!("not a unit: {unit}"));
                    Unit { kind, power, location }
                })),
                "owners" => owners
                    .extend(list.split_whitespace().map(|p| (notation.province(p).unwrap(), Some(power)))),
                _ => panic!("expected units or owners: {part}"),
            }
        }
        if units.is_empty() {
            let view = self.game.view(Viewer::Spectator);
            units = view.board.unwrap().position.forces.units().to_vec();
        }
        Command::Correct { units, owners }
    }

    /// Writes what a viewer sees: names, orders, messages, sketches and questions.
    fn show(&mut self, who: &str) {
        let viewer = match who {
            "spectator" => Viewer::Spectator,
            "stranger" => Viewer::Stranger,
            _ => match self.actor(who) {
                Actor::Person(person) => self.game.viewer(person),
                Actor::Bot(seat) => Viewer::Seat(seat),
                Actor::Clock | Actor::Host => Viewer::Stranger,
            },
        };
        let view = self.game.view(viewer);
        let mut lines = vec![format!("as {viewer:?}")];
        for seat in &view.seats {
            let name = match &seat.occupant {
                Occupant::Person(name) => name.as_ref().map_or("?".to_owned(), ToString::to_string),
                Occupant::Bot(bot, role) => format!("{bot} ({role:?})"),
                Occupant::Nobody => "nobody".to_owned(),
            };
            let holdings = view.board.as_ref().map_or(String::new(), |board| {
                let units: usize = seat.powers.iter().map(|p| board.position.forces.count(*p)).sum();
                let centres: usize = seat.powers.iter().map(|p| board.position.owners.count(*p)).sum();
                format!(", {units} units, {centres} centres")
            });
            let seat_name = self.writer.seat(seat.seat);
            let free = if seat.is_free { ", free" } else { "" };
            let successor = match &seat.successor {
                Some(Occupant::Person(Some(name))) => format!(", then {name}"),
                Some(_) => ", then somebody".to_owned(),
                None => String::new(),
            };
            let lent = seat
                .lent_until
                .map_or(String::new(), |until| format!(", lent until {}", self.writer.time(until)));
            let away = seat.absences.iter().map(|absent| {
                format!(", away {} to {}", self.writer.time(absent.from), self.writer.time(absent.until))
            });
            let away = away.collect::<String>();
            lines.push(format!(
                "{seat_name}: {name}{lent}{away}, sheet {:?}{holdings}{free}{successor}",
                seat.orders_status
            ));
        }
        if let Some(desk) = &view.own_orders {
            let written = |paper: &Option<rules::Orders>| if paper.is_some() { "yes" } else { "no" };
            let by = match desk.submitted_by {
                SubmittedBy::Player => "",
                SubmittedBy::Master => " (by the master)",
                SubmittedBy::Predecessor => " (by the predecessor)",
            };
            lines.push(format!(
                "own sheet: in {}{by}, notes {}",
                written(&desk.submitted),
                written(&desk.draft)
            ));
        }
        for (name, paper) in view.own_orders.iter().flat_map(|desk| &desk.named_drafts) {
            lines.push(format!("draft {name}: {}", if paper.is_empty() { "empty" } else { "written" }));
        }
        if let Some(ahead) = view.orders_ahead.as_ref().filter(|ahead| **ahead != OrdersAhead::default()) {
            let result = ahead.result.as_ref().map_or("nothing yet".to_owned(), |result| {
                format!("{} {:?}, {} dropped", result.phase.key(), result.plan, result.dropped.len())
            });
            lines.push(format!("{} plans ahead, became: {result}", ahead.plans.len()));
        }
        for (seat, _) in &view.submitted_orders {
            lines.push(format!("sees the sheet of {}", self.writer.seat(*seat)));
        }
        for message in &view.messages {
            lines.push(format!("hears: {}", message.text));
        }
        for (slot, _) in &view.sketches {
            lines.push(format!("has sketch {slot}"));
        }
        for q in &view.questions {
            let by = q.by.map_or("?".to_owned(), |seat| self.writer.seat(seat));
            lines.push(format!(
                "question {} by {by}: {}; {} of {} say yes, own {:?}, ballots {}",
                q.number,
                self.writer.motion(&q.motion),
                q.yes_votes,
                q.yes_votes_needed,
                q.own,
                if q.ballots.is_some() { "open" } else { "secret" }
            ));
        }
        lines.push(format!(
            "board {}, {} records, {} notices",
            view.board.is_some(),
            view.history.len(),
            view.log.len()
        ));
        for line in lines {
            self.write_line(&format!("    {line}"));
        }
    }
}
