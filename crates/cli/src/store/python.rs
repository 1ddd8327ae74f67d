//! A game in the form of the Python package `diplomacy`, played again by seven people with the names of powers.

use anyhow::{Context, anyhow, ensure};
use game::{
    Actor, Allocation, Charter, Command, Event, Game, Motion, Name, Person, Press, SeatId, Seconds, Settings,
    Stance, StateView, Text, Timestamp, Timetable, Title, Viewer,
};
use interchange::{Message, PhaseLine, SavedGame, SavedPhase, Stand};
use language::{HandedIn, Notation};
use rules::{Board, Edition, Judge, Orders, Position, Power};

use super::again::{self, Phase};

/// No game has so many phases.
const MOST_PHASES: usize = 2000;

/// A game that was taken over, and what could not be.
#[derive(Debug)]
pub(super) struct Imported {
    pub(super) charter: Charter,
    pub(super) events: Vec<Event>,
    pub(super) left_out: Vec<String>,
    /// Where this program judges otherwise.
    pub(super) differences: Vec<String>,
}

pub(super) fn play_again(
    board: &Board,
    edition: Edition,
    title: &str,
    saved: &SavedGame,
) -> anyhow::Result<Imported> {
    ensure!(saved.map.starts_with("standard") || saved.map.is_empty(), "there is no map {:?}", saved.map);
    ensure!(saved.phases.len() <= MOST_PHASES, "a game has at most {MOST_PHASES} phases");
    let first = saved.phases.first().context("the game has no phase")?;
    ensure!(first.name == "S1901M", "the game begins with {}, not with S1901M", first.name);
    let mut table = Table::sit(board, edition, title, first.state.timestamp / 1_000_000)?;
    let start = Stand::of(&table.notation, &Position::start(board));
    ensure!(
        start.things() == first.state.stand.things(),
        "the game does not begin with the usual units and centres"
    );
    for (phase, next) in saved.phases.iter().zip(saved.phases.iter().skip(1)) {
        table.talk(phase);
        table.hand_in(phase)?;
        if !table.is_at(next) {
            table.left_out.push(format!(
                "everything after {}: the rest of the game does not follow from it by these rules",
                phase.name
            ));
            break;
        }
    }
    table.part(saved.phases.last().map_or("", |phase| &phase.state.note))?;
    table
        .left_out
        .push("who played, and when: people are named as their powers, deeds follow in seconds".to_owned());
    let differences = again::differences(board, &phases(edition, saved));
    Ok(Imported { charter: table.charter, events: table.events, left_out: table.left_out, differences })
}

fn phases(edition: Edition, saved: &SavedGame) -> Vec<Phase> {
    let pairs = saved.phases.iter().zip(saved.phases.iter().skip(1));
    pairs
        .map(|(phase, next)| Phase {
            line: PhaseLine { rules: Some(edition.key().to_owned()), ..phase.line() },
            after: next.state.stand.clone(),
            next: next.name.clone(),
        })
        .collect()
}

/// Seven people around a table, who do what the file says.
struct Table<'b> {
    board: &'b Board,
    notation: Notation<'b>,
    judge: Judge<'b>,
    charter: Charter,
    game: Game,
    events: Vec<Event>,
    now: Timestamp,
    left_out: Vec<String>,
}

impl<'b> Table<'b> {
    fn sit(board: &'b Board, edition: Edition, title: &str, at: i64) -> anyhow::Result<Self> {
        let title = Title::new(title).map_err(|fault| anyhow!("the title does not fit: {fault:?}"))?;
        let mut settings = Settings::rulebook(board, title, 7, edition);
        settings.allocation = Allocation::Chosen;
        settings.press = Press::Full;
        settings.timetable = Timetable::correspondence();
        let now = Timestamp::from_seconds(at.max(0));
        // The seed decides nothing: powers are chosen, and there is no coin at a table of seven.
        let charter = Charter::draw(board, settings, Person(1), 0, now)
            .map_err(|fault| anyhow!("the settings do not fit: {fault:?}"))?;
        let notation = Notation::new(board);
        let mut table = Self {
            board,
            notation,
            judge: Judge::new(board, edition),
            game: Game::new(charter.clone()),
            charter,
            events: Vec::new(),
            now,
            left_out: Vec::new(),
        };
        for power in board.powers() {
            let seat = table.seat(power)?;
            let name = Name::new(table.notation.power_code(power)).map_err(|fault| anyhow!("{fault:?}"))?;
            table.ask(power, Command::Join { name, wish: game::Wish::This(seat) })?;
        }
        Ok(table)
    }

    fn seat(&self, power: Power) -> anyhow::Result<SeatId> {
        let seating = self.charter.seating();
        seating.seats().find(|seat| seating.powers(*seat).contains(&power)).context("every power has a seat")
    }

    fn ask(&mut self, power: Power, command: Command) -> anyhow::Result<()> {
        self.now = self.now.plus(Seconds::new(1));
        let actor = Actor::Person(Person(power.index() as u64 + 1));
        let decided = self.game.decide(&mut self.judge, actor, command, self.now);
        let events = decided.map_err(|refusal| anyhow!("{refusal:?}"))?;
        for event in events {
            self.game.apply(&event);
            self.events.push(event);
        }
        Ok(())
    }

    fn talk(&mut self, phase: &SavedPhase) {
        for message in &phase.messages {
            if let Err(fault) = self.say(message) {
                let (from, to) = (&message.sender, &message.recipient);
                self.left_out.push(format!("{}: a message of {from} to {to}: {fault}", phase.name));
            }
        }
    }

    fn say(&mut self, message: &Message) -> anyhow::Result<()> {
        let from = self.notation.power(&message.sender).context("it comes from nobody at the table")?;
        let text = Text::new(&message.message).map_err(|fault| anyhow!("{fault:?}"))?;
        let command = if message.recipient == "GLOBAL" {
            Command::Announce { text, sketch: None }
        } else {
            let to = self.notation.power(&message.recipient).context("it goes to nobody at the table")?;
            Command::Whisper { to: std::iter::once(self.seat(to)?).collect(), text, sketch: None }
        };
        self.ask(from, command)
    }

    /// Everybody hands in what the file says, and the phase is judged.
    fn hand_in(&mut self, phase: &SavedPhase) -> anyhow::Result<()> {
        let StateView::Underway { .. } = self.game.view(Viewer::Spectator).state else {
            return Ok(());
        };
        let position = self.position().context("a position")?;
        for power in self.board.powers() {
            let mut sheets = phase.orders.iter().flatten();
            let lines = sheets.find(|(code, _)| self.notation.power(code) == Some(power));
            let lines: Vec<&str> = lines
                .and_then(|(_, lines)| lines.as_deref())
                .unwrap_or_default()
                .iter()
                .map(String::as_str)
                .collect();
            let paper = self.orders(&position, power, &lines, &phase.name);
            // Who has nothing to write is not waited for.
            let owes = self.game.view(Viewer::Seat(self.seat(power)?));
            let owes = owes
                .seats
                .get(self.seat(power)?.index())
                .is_some_and(|seat| seat.sheet == game::SheetStatus::NotIn);
            if owes
                && self
                    .game
                    .view(Viewer::Spectator)
                    .board
                    .is_some_and(|now| now.position.phase == position.phase)
            {
                self.ask(
                    power,
                    Command::HandIn { paper, dated: Some(position.phase), stance: Stance::Ready },
                )
                .with_context(|| format!("{}, {}", phase.name, self.notation.power_code(power)))?;
            } else if !lines.is_empty() {
                let code = self.notation.power_code(power);
                self.left_out.push(format!("{}: orders of {code}, which has nothing to order", phase.name));
            }
        }
        Ok(())
    }

    fn orders(&mut self, position: &Position, power: Power, lines: &[&str], name: &str) -> Orders {
        let given = lines.iter().map(|line| (power, *line));
        let handed_in = HandedIn::read_for(&self.notation, position, &[power], given);
        for refused in &handed_in.refused {
            let line = lines.get(refused.line).copied().unwrap_or_default();
            let line: String = line.chars().take(60).collect();
            self.left_out.push(format!("{name}: the order '{line}' of {}", self.notation.power_code(power)));
        }
        handed_in.into_orders()
    }

    fn position(&self) -> Option<Position> {
        self.game.view(Viewer::Spectator).board.map(|now| (*now.position).clone())
    }

    /// Whether the game is where the file says.
    fn is_at(&self, next: &SavedPhase) -> bool {
        let Some(position) = self.position() else { return true };
        let same = Stand::of(&self.notation, &position).things() == next.state.stand.things();
        same && (next.name == "COMPLETED" || position.phase.key() == next.name)
    }

    /// A game that is not over is ended by all, so that no clock waits for people who never come.
    fn part(&mut self, note: &str) -> anyhow::Result<()> {
        if self.game.ending().is_some() {
            return Ok(());
        }
        let note: String = note.chars().take(100).collect();
        self.left_out.push(format!("how it ended ('{note}'): it is kept as abandoned by all"));
        let powers: Vec<Power> = self.board.powers().collect();
        for power in powers {
            let view = self.game.view(Viewer::Seat(self.seat(power)?));
            let question = view.questions.iter().find(|one| one.motion == Motion::Abandon);
            let command = match question {
                Some(question) => Command::Vote { question: question.number, ballot: game::Ballot::Yes },
                None => Command::Propose(Motion::Abandon),
            };
            // Who is out of the game has no vote, and when all have voted there is nothing left to do.
            let _ = self.ask(power, command);
        }
        ensure!(self.game.ending().is_some(), "the game could not be ended");
        Ok(())
    }
}
