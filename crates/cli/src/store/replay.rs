//! Plays a recorded game again, with people named after their powers at a table for as many players.

use anyhow::{Context, anyhow, bail, ensure};
use game::{
    Actor, Allocation, Charter, Command, Event, Game, Motion, Name, OrdersStatus, Person, Press, Readiness,
    SeatId, Seconds, Settings, StateView, Text, Timestamp, Timetable, Title, Viewer,
};
use interchange::{PhaseLine, Placement, Recipients, RecordedGame, RecordedMessage, RecordedPhase};
use notation::{Notation, SubmittedOrders};
use rules::{Board, Edition, Judge, Orders, PhaseKind, Position, Power};

use super::rejudge::{self, PhaseToRejudge};
use super::seats;

/// No game has so many phases.
const MAX_PHASES: usize = 2000;
/// How many seeds are tried until the coin of the game for two falls as in the file. Half of all seeds do.
const MAX_SEEDS: u64 = 256;

/// A game that was imported, and what could not be.
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
    recorded: &RecordedGame,
) -> anyhow::Result<Imported> {
    let map = &recorded.map;
    ensure!(map.starts_with("standard") || map.is_empty(), "there is no map {map:?}");
    ensure!(recorded.phases.len() <= MAX_PHASES, "a game has at most {MAX_PHASES} phases");
    let first = recorded.phases.first().context("the game has no phase")?;
    let mut table = Replay::new(board, charter(board, edition, title, recorded)?)?;
    let start = table.position().context("the game has not started")?;
    let (name, first_name) = (start.phase.key(), &first.phase.phase);
    ensure!(*first_name == name, "the game begins with {first_name}, not with {name}");
    ensure!(
        Placement::of(&Notation::new(board), &start).facts() == first.phase.placement().facts(),
        "the game does not begin with the usual units and centres"
    );
    for (phase, next) in recorded.phases.iter().zip(recorded.phases.iter().skip(1)) {
        table.send_messages(phase);
        table.submit_orders(phase)?;
        if !table.matches_position(&next.phase) {
            table.left_out.push(format!(
                "everything after {}: the rest of the game does not follow from it by these rules",
                phase.phase.phase
            ));
            break;
        }
    }
    table.abandon_if_open(&recorded.note)?;
    table
        .left_out
        .push("who played, and when: people are named as their powers, actions follow in seconds".to_owned());
    let differences = rejudge::differences(board, &phases(edition, recorded));
    Ok(Imported { charter: table.charter, events: table.events, left_out: table.left_out, differences })
}

/// The charter, with the settings that the file contains.
fn charter(board: &Board, edition: Edition, title: &str, recorded: &RecordedGame) -> anyhow::Result<Charter> {
    let players = seats::player_count(board, recorded)?;
    let title = Title::new(title).map_err(|fault| anyhow!("the title does not fit: {fault:?}"))?;
    let mut settings = Settings::rulebook(board, title, players, edition);
    settings.allocation = Allocation::Chosen;
    settings.press = Press::Full;
    settings.timetable = Timetable::correspondence();
    settings.goal = recorded.goal.unwrap_or(settings.goal);
    settings.limit = recorded.limit;
    let now = Timestamp::from_seconds(recorded.phases.first().map_or(0, |first| first.at.max(0)));
    let lines: Vec<&PhaseLine> = recorded.phases.iter().map(|one| &one.phase).collect();
    let winner = board.player_table(players).and_then(|table| seats::seat_with_neutral(board, table, &lines));
    // The seed decides nothing but the coin: powers are chosen.
    for seed in 0..MAX_SEEDS {
        let charter = Charter::new(board, settings.clone(), Person(1), seed, now)
            .map_err(|fault| anyhow!("the settings do not fit: {fault:?}"))?;
        if winner.is_none_or(|winner| charter.coin_winner().index() == winner) {
            return Ok(charter);
        }
    }
    bail!("the coin of the game for two cannot fall as in the file")
}

fn phases(edition: Edition, recorded: &RecordedGame) -> Vec<PhaseToRejudge> {
    let pairs = recorded.phases.iter().zip(recorded.phases.iter().skip(1));
    pairs
        .map(|(phase, next)| PhaseToRejudge {
            phase: PhaseLine { rules: Some(edition.key().to_owned()), ..phase.phase.clone() },
            recorded_after: next.phase.placement(),
            recorded_next: next.phase.phase.clone(),
        })
        .collect()
}

/// The game that is played again. Its players do what the file says.
struct Replay<'b> {
    board: &'b Board,
    notation: Notation<'b>,
    judge: Judge<'b>,
    charter: Charter,
    game: Game,
    events: Vec<Event>,
    now: Timestamp,
    left_out: Vec<String>,
}

impl<'b> Replay<'b> {
    fn new(board: &'b Board, charter: Charter) -> anyhow::Result<Self> {
        let mut table = Self {
            board,
            notation: Notation::new(board),
            judge: Judge::new(board, charter.settings().edition),
            game: Game::new(charter.clone()),
            events: Vec::new(),
            now: charter.created_at(),
            charter,
            left_out: Vec::new(),
        };
        for seat in table.charter.seating().seats() {
            let powers = table.charter.seating().powers(seat).iter();
            let codes: Vec<&str> = powers.map(|power| table.notation.power_code(*power)).collect();
            let name: String = codes.join("+").chars().take(Name::MAX_CHARS).collect();
            let name = Name::new(&name).map_err(|fault| anyhow!("{fault:?}"))?;
            table.send_command(seat, Command::Join { name, preference: game::SeatPreference::This(seat) })?;
        }
        Ok(table)
    }

    /// The seat that has a power from the start.
    fn seat(&self, power: &str) -> Option<SeatId> {
        let power = self.notation.power(power)?;
        let seating = self.charter.seating();
        seating.seats().find(|seat| seating.powers(*seat).contains(&power))
    }

    fn send_command(&mut self, seat: SeatId, command: Command) -> anyhow::Result<()> {
        self.now = self.now.plus(Seconds::new(1));
        let actor = Actor::Person(Person(seat.index() as u64 + 1));
        let decided = self.game.decide(&mut self.judge, actor, command, self.now);
        let events = decided.map_err(|refusal| anyhow!("{refusal:?}"))?;
        for event in events {
            self.game.apply(&event);
            self.events.push(event);
        }
        Ok(())
    }

    fn send_messages(&mut self, phase: &RecordedPhase) {
        for message in &phase.messages {
            if let Err(fault) = self.send_message(message) {
                let to = match &message.to {
                    Recipients::Everybody => "GLOBAL".to_owned(),
                    Recipients::Powers(powers) => powers.join(" "),
                };
                let (name, from) = (&phase.phase.phase, &message.from);
                self.left_out.push(format!("{name}: a message of {from} to {to}: {fault}"));
            }
        }
    }

    fn send_message(&mut self, message: &RecordedMessage) -> anyhow::Result<()> {
        let from = self.seat(&message.from).context("it comes from nobody at the table")?;
        let text = Text::new(&message.text).map_err(|fault| anyhow!("{fault:?}"))?;
        let command = match &message.to {
            Recipients::Everybody => Command::Announce { text, sketch: None },
            Recipients::Powers(powers) => {
                let seats = powers.iter().map(|power| self.seat(power));
                let to = seats.collect::<Option<_>>().context("it goes to nobody at the table")?;
                Command::SendMessage { to, text, sketch: None }
            }
        };
        self.send_command(from, command)
    }

    /// Submits the orders of the file for every player, so that the phase is judged.
    fn submit_orders(&mut self, recorded: &RecordedPhase) -> anyhow::Result<()> {
        let name = &recorded.phase.phase;
        let Some(position) = self.position_underway() else { return Ok(()) };
        let mut lines = self.lines(&recorded.phase);
        for seat in self.charter.seating().seats() {
            let view = self.game.view(Viewer::Seat(seat));
            let Some(own) = view.seats.get(seat.index()) else { continue };
            let same_phase = view.board.is_some_and(|now| now.position.phase == position.phase);
            let given: Vec<(Power, &str)> =
                lines.extract_if(.., |(power, _)| own.powers.contains(power)).collect();
            if same_phase && own.orders_status == OrdersStatus::NotIn {
                let paper = self.orders(&position, &own.powers, &given, name);
                let command =
                    Command::SubmitOrders { paper, dated: Some(position.phase), readiness: Readiness::Ready };
                self.send_command(seat, command)
                    .with_context(|| format!("{name}, {}", self.codes(&own.powers)))?;
            } else {
                // The game does not wait for players who have nothing to write.
                self.report_left_out(&given, name, "has nothing to order");
            }
        }
        // Where nobody plays, what the rules remove is written among the orders.
        if position.phase.kind() != PhaseKind::Adjustment {
            self.report_left_out(&lines, name, "has no player");
        }
        Ok(())
    }

    /// The orders of a phase, by power. Orders for a power that the board does not have are left out.
    fn lines<'p>(&mut self, phase: &'p PhaseLine) -> Vec<(Power, &'p str)> {
        let mut lines = Vec::new();
        for (code, texts) in phase.orders.iter().flatten() {
            match self.notation.power(code) {
                Some(power) => {
                    let texts = texts.iter().flatten();
                    lines.extend(texts.map(|text| (power, text.as_str())));
                }
                None => {
                    let code: String = code.chars().take(40).collect();
                    self.left_out.push(format!("{}: orders of '{code}', which is no power", phase.phase));
                }
            }
        }
        lines
    }

    fn report_left_out(&mut self, lines: &[(Power, &str)], name: &str, why: &str) {
        for of_power in lines.chunk_by(|one, other| one.0 == other.0) {
            let code = self.notation.power_code(of_power[0].0);
            self.left_out.push(format!("{name}: orders of {code}, which {why}"));
        }
    }

    fn orders(
        &mut self,
        position: &Position,
        powers: &[Power],
        lines: &[(Power, &str)],
        name: &str,
    ) -> Orders {
        let notation = Notation::new(self.game.board(self.board));
        let handed_in = SubmittedOrders::read_for(&notation, position, powers, lines.iter().copied());
        for refused in &handed_in.refused {
            let Some((power, line)) = lines.get(refused.line) else { continue };
            let line: String = line.chars().take(60).collect();
            let code = self.notation.power_code(*power);
            self.left_out.push(format!("{name}: the order '{line}' of {code}"));
        }
        handed_in.into_orders()
    }

    fn codes(&self, powers: &[Power]) -> String {
        let codes: Vec<&str> = powers.iter().map(|power| self.notation.power_code(*power)).collect();
        codes.join("+")
    }

    fn position(&self) -> Option<Position> {
        self.game.view(Viewer::Spectator).board.map(|now| (*now.position).clone())
    }

    fn position_underway(&self) -> Option<Position> {
        match self.game.view(Viewer::Spectator).state {
            StateView::Underway { .. } => self.position(),
            StateView::Gathering { .. } | StateView::Over(_) => None,
        }
    }

    /// Whether the game is where the file says.
    fn matches_position(&self, next: &PhaseLine) -> bool {
        let Some(position) = self.position() else { return true };
        let same = Placement::of(&self.notation, &position).facts() == next.placement().facts();
        same && (next.phase == "COMPLETED" || position.phase.key() == next.phase)
    }

    /// A game that is not over is ended by all players, so that no clock waits for people who never come.
    fn abandon_if_open(&mut self, note: &str) -> anyhow::Result<()> {
        if self.game.ending().is_some() {
            return Ok(());
        }
        let note: String = note.chars().take(100).collect();
        self.left_out.push(format!("how it ended ('{note}'): it is kept as abandoned by all"));
        for seat in self.charter.seating().seats() {
            let view = self.game.view(Viewer::Seat(seat));
            let question = view.questions.iter().find(|one| one.motion == Motion::Abandon);
            let command = match question {
                Some(question) => Command::Vote { question: question.number, ballot: game::Ballot::Yes },
                None => Command::Propose(Motion::Abandon),
            };
            // A player who is out of the game has no vote, and after the last vote nothing is left to do.
            let _ = self.send_command(seat, command);
        }
        ensure!(self.game.ending().is_some(), "the game could not be ended");
        Ok(())
    }
}
