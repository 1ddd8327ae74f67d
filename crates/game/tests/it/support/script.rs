//! Plays a script and writes down what happened.

use game::{
    Actor, Ballot, Bot, Caption, Circle, Command, Event, Game, Motion, Name, Occupant, Person, Replacement,
    SeatId, SheetStatus, Sketch, Stage, Stance, StateView, Text, Timestamp, Viewer, Wish,
};
use language::Notation;
use rules::{Board, Judge, Power, Unit};

use super::reader::{self, MASTER, START};
use super::tell::Teller;

pub struct Script<'b> {
    board: &'b Board,
    judge: Judge<'b>,
    pub game: Game,
    pub events: Vec<Event>,
    teller: Teller<'b>,
    now: Timestamp,
    pub told: String,
    pub covers: Vec<String>,
}

/// Plays the whole text and answers what happened.
pub fn play(text: &str) -> Script<'static> {
    let board = &atlas::standard().board;
    let settings = text.lines().find_map(|line| line.strip_prefix("game")).unwrap_or("");
    let charter = reader::charter(board, settings);
    let judge = Judge::new(board, charter.settings().edition);
    let teller =
        Teller { notation: Notation::new(board), seating: charter.seating().clone(), start: charter.made() };
    let mut script = Script {
        board,
        judge,
        game: Game::new(charter),
        events: Vec::new(),
        teller,
        now: Timestamp::from_seconds(START),
        told: String::new(),
        covers: Vec::new(),
    };
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or("").trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        script.tell(line.trim());
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
    fn tell(&mut self, line: &str) {
        self.told.push_str(line);
        self.told.push('\n');
    }

    fn line(&mut self, line: &str) {
        let mut line = line;
        if let Some(rest) = line.strip_prefix('+') {
            let (by, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            self.now = self.now.plus(reader::length(by));
            line = rest;
            if line.is_empty() {
                return;
            }
        }
        match line {
            "tick" => self.ask(Actor::Clock, Command::Tick),
            "due" => {
                self.now = self.game.due().expect("something is due").max(self.now);
                self.ask(Actor::Clock, Command::Tick);
            }
            "all join" => {
                for seat in self.teller.seating.clone().seats() {
                    self.join(seat);
                }
            }
            "all check in" => self.each(Self::joined, Command::CheckIn),
            "all ready" => self.each(Self::present, Command::Stand(Stance::Ready)),
            "rest in" => self.rest_in(),
            _ => {
                let (who, what) = line.split_once(' ').unwrap_or_else(|| panic!("who does what: {line}"));
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
                    for line in self.teller.event(&event) {
                        let time = self.teller.time(event.at);
                        self.tell(&format!("    {time} {line}"));
                    }
                    self.events.push(event);
                }
            }
            Err(refusal) => self.tell(&format!("    refused: {refusal:?}")),
        }
    }

    fn stage(&self) -> Option<(rules::Phase, Stage)> {
        match self.game.view(Viewer::Stranger).state {
            StateView::Underway { phase, stage, .. } => Some((phase, stage)),
            StateView::Gathering { .. } | StateView::Over(_) => None,
        }
    }

    /// The same for each of some actors, until the stage is over.
    fn each(&mut self, actors: fn(&Self) -> Vec<Actor>, command: Command) {
        let stage = self.stage();
        for actor in actors(self) {
            if self.stage() == stage {
                self.ask(actor, command.clone());
            }
        }
    }

    fn joined(&self) -> Vec<Actor> {
        (0..self.teller.seating.len() as u64).map(|i| Actor::Person(Person(i + 1))).collect()
    }

    fn present(&self) -> Vec<Actor> {
        let view = self.game.view(Viewer::Spectator);
        let people = view.seats.iter().filter(|seat| matches!(seat.occupant, Occupant::Person(_)));
        let seats = people.filter(|seat| {
            let position = &view.board.as_ref().unwrap().position;
            let fallen = position.dislodged.iter().map(|fallen| fallen.unit.power);
            let mut owners = position.forces.units().iter().map(|unit| unit.power).chain(fallen);
            owners.any(|power| seat.powers.contains(&power))
        });
        seats.map(|seat| self.holder(seat.seat)).collect()
    }

    /// Whoever sits there now.
    fn holder(&self, seat: SeatId) -> Actor {
        let mut people = (1..=40).chain(100..140).map(Person);
        match people.find(|person| self.game.viewer(*person) == Viewer::Seat(seat)) {
            Some(person) => Actor::Person(person),
            None => Actor::Bot(seat),
        }
    }

    /// Everybody who still owes a sheet hands in an empty one.
    fn rest_in(&mut self) {
        let seats = self.game.view(Viewer::Spectator).seats;
        let stage = self.stage();
        for seat in seats.iter().filter(|seat| seat.sheet == SheetStatus::NotIn) {
            if self.stage() == stage && !matches!(seat.occupant, Occupant::Nobody) {
                let paper = self.paper(seat.seat, "");
                self.ask(
                    self.holder(seat.seat),
                    Command::HandIn { paper, dated: None, stance: Stance::Ready },
                );
            }
        }
    }

    fn paper(&self, seat: SeatId, text: &str) -> rules::Orders {
        let view = self.game.view(Viewer::Spectator);
        let position = view.board.expect("a game is played").position;
        reader::paper(&self.teller.notation, &position, &view.seats[seat.index()].powers, text)
    }

    fn join(&mut self, seat: SeatId) {
        let name = Name::new(&self.teller.seat(seat).to_lowercase().replace('/', "-")).unwrap();
        let wish = match self.game.charter().settings().allocation {
            game::Allocation::Chosen => Wish::This(seat),
            game::Allocation::Lot | game::Allocation::Preference => Wish::Anything,
        };
        self.ask(Actor::Person(Person(seat.index() as u64 + 1)), Command::Join { name, wish });
    }

    /// `FRANCE`, or one of the powers of a seat.
    fn seat(&self, text: &str) -> Option<SeatId> {
        let power = self.teller.notation.power(text)?;
        let mut seats = self.teller.seating.seats();
        seats.find(|seat| self.teller.seating.powers(*seat).contains(&power))
    }

    fn circle(&self, text: &str) -> Circle {
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
            .map(|name| self.seat(name.trim()).unwrap_or_else(|| panic!("a seat: {name}")))
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

    /// Somebody new by name.
    fn person(&self, name: &str) -> Person {
        // The first letter tells newcomers apart, out of the way of the first players.
        Person(100 + u64::from(name.bytes().next().unwrap_or(b'a') - b'a'))
    }

    fn seat_of(&self, who: &str) -> SeatId {
        let by_name = who.strip_prefix("bot:").and_then(|seat| self.seat(seat));
        by_name.unwrap_or_else(|| match self.actor(who) {
            Actor::Person(person) => match self.game.viewer(person) {
                Viewer::Seat(seat) => seat,
                _ => self.seat(who).unwrap_or(SeatId::new(0)),
            },
            Actor::Bot(seat) => seat,
            Actor::Clock => SeatId::new(0),
        })
    }

    fn command(&self, who: &str, what: &str) -> Command {
        let (verb, rest) = what.split_once([' ', ':']).unwrap_or((what, ""));
        let rest = rest.trim();
        let text = |text: &str| Text::new(text.split_once(':').map_or(text, |(_, text)| text)).unwrap();
        match verb.trim_end_matches(':') {
            "joins" => {
                let wish = match (rest, self.seat(who)) {
                    ("", Some(seat)) => Wish::This(seat),
                    ("", None) => Wish::Anything,
                    (ranked, _) => {
                        Wish::Ranked(ranked.split(',').map(|s| self.seat(s.trim()).unwrap()).collect())
                    }
                };
                Command::Join { name: Name::new(&who.to_lowercase()).unwrap(), wish }
            }
            "seats" => Command::SeatBot(Bot::new(rest.trim_start_matches("bot ")).unwrap()),
            "checks" => Command::CheckIn,
            "cancels" => Command::Cancel,
            "leaves" => Command::Leave,
            "takes" => Command::Take { seat: self.seat(rest).unwrap(), name: Name::new(who).unwrap() },
            "offers" => Command::Offer { to: self.person(rest) },
            "returns" => Command::Return,
            "notes" => Command::Draft { paper: self.paper(self.seat_of(who), rest), dated: None },
            "in" => Command::HandIn {
                paper: self.paper(self.seat_of(who), rest),
                dated: None,
                stance: Stance::Ready,
            },
            "in-waiting" => Command::HandIn {
                paper: self.paper(self.seat_of(who), rest),
                dated: None,
                stance: Stance::Waiting,
            },
            "in-undecided" => Command::HandIn {
                paper: self.paper(self.seat_of(who), rest),
                dated: None,
                stance: Stance::Undecided,
            },
            "takes-back" => Command::TakeBack,
            "ready" => Command::Stand(Stance::Ready),
            "waits" => Command::Stand(Stance::Waiting),
            "undecided" => Command::Stand(Stance::Undecided),
            "to" => {
                let (to, words) = rest.split_once(':').unwrap();
                Command::Whisper { to: self.circle(to), text: text(words), sketch: None }
            }
            "shows" => {
                let (to, words) = rest.split_once(':').unwrap();
                Command::Whisper { to: self.circle(to), text: text(words), sketch: Some(self.sketch()) }
            }
            "announces" => Command::Announce { text: text(rest), sketch: None },
            "keeps" => Command::KeepSketch { slot: rest.parse().unwrap(), sketch: self.sketch() },
            "drops" => Command::DropSketch { slot: rest.parse().unwrap() },
            "proposes" => Command::Propose(self.motion(rest)),
            "votes" => {
                let (question, ballot) = rest.split_once(' ').unwrap();
                let ballot = if ballot == "yes" { Ballot::Yes } else { Ballot::No };
                Command::Vote { question: question.parse().unwrap(), ballot }
            }
            "pauses" => Command::Pause(reader::length(rest)),
            "resumes" => Command::Resume,
            "extends" => Command::Extend(reader::length(rest)),
            "forces" => Command::Force,
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
            _ => panic!("no such deed: {what}"),
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
            "abandon" => Motion::Abandon,
            "pause" => Motion::Pause(reader::length(rest)),
            "resume" => Motion::Resume,
            "extend" => Motion::Extend(reader::length(rest)),
            _ => panic!("no such motion: {text}"),
        }
    }

    /// `units FRANCE A PAR, F BRE; owners FRANCE PAR BRE`: units not named are gone, owners not named stay.
    fn correction(&self, text: &str) -> Command {
        let (mut units, mut owners) = (Vec::new(), Vec::new());
        let notation = &self.teller.notation;
        for part in text.split(';').map(str::trim) {
            let (what, rest) = part.split_once(' ').unwrap();
            let (power, list) = rest.split_once(' ').unwrap();
            let power: Power = notation.power(power).unwrap();
            match what {
                "units" => units.extend(list.split(',').map(|unit| {
                    let (kind, location) = notation.unit(unit).unwrap_or_else(|| panic!("a unit: {unit}"));
                    Unit { kind, power, location }
                })),
                "owners" => owners
                    .extend(list.split_whitespace().map(|p| (notation.province(p).unwrap(), Some(power)))),
                _ => panic!("units or owners: {part}"),
            }
        }
        if units.is_empty() {
            let view = self.game.view(Viewer::Spectator);
            units = view.board.unwrap().position.forces.units().to_vec();
        }
        Command::Correct { units, owners }
    }

    /// What somebody sees: talk, own sheet, others' sheets, questions, names.
    fn show(&mut self, who: &str) {
        let viewer = match who {
            "spectator" => Viewer::Spectator,
            "stranger" => Viewer::Stranger,
            _ => match self.actor(who) {
                Actor::Person(person) => self.game.viewer(person),
                Actor::Bot(seat) => Viewer::Seat(seat),
                Actor::Clock => Viewer::Stranger,
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
            let seat_name = self.teller.seat(seat.seat);
            lines.push(format!("{seat_name}: {name}, sheet {:?}{holdings}", seat.sheet));
        }
        if let Some(desk) = &view.desk {
            let written = |paper: &Option<rules::Orders>| if paper.is_some() { "yes" } else { "no" };
            lines.push(format!("own sheet: in {}, notes {}", written(&desk.paper), written(&desk.draft)));
        }
        for (seat, _) in &view.sheets {
            lines.push(format!("sees the sheet of {}", self.teller.seat(*seat)));
        }
        for message in &view.messages {
            lines.push(format!("hears: {}", message.text));
        }
        for (slot, _) in &view.sketches {
            lines.push(format!("has sketch {slot}"));
        }
        for q in &view.questions {
            let by = q.by.map_or("?".to_owned(), |seat| self.teller.seat(seat));
            lines.push(format!(
                "question {} by {by}: {}; {} of {} say yes, own {:?}, ballots {}",
                q.number,
                self.teller.motion(&q.motion),
                q.yes,
                q.needed,
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
            self.tell(&format!("    {line}"));
        }
    }
}
