//! The log that the page exports: a line for the game, then one for each phase, message and public notice.
//! The server writes it from what it sends; here is what others need of it.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::PhaseLine;
use crate::saved_game::{Message, SavedGame, SavedPhase, Stand, State};

/// The form that is read.
const VERSION: u32 = 1;

/// A line; what is in it is the writer's or the reader's matter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLine<G, R, M, N> {
    Detente(G),
    Record(R),
    Message(M),
    Notice(N),
}

/// What is sent of a game or phase, and the phase as `adjudicate` takes it: a record with its orders, a game
/// with the position that it has come to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WithPhase<T> {
    #[serde(flatten)]
    pub sent: T,
    /// Older logs have none, nor has a game that has not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<PhaseLine>,
}

#[derive(Clone, Debug, Deserialize)]
struct Game {
    v: u32,
    variant: String,
    seats: Vec<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
struct Record {
    at: i64,
    /// Taken back by the game master.
    #[serde(default)]
    undone: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Said {
    phase: String,
    from: Voice,
    to: Hearers,
    text: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Voice {
    Seat(usize),
    Master,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Hearers {
    /// The speaker included.
    Circle(Vec<usize>),
    Everybody,
}

type Read = LogLine<WithPhase<Game>, WithPhase<Record>, Said, IgnoredAny>;

/// What is read of a log.
#[derive(Clone, Debug)]
pub struct Log {
    /// The key of the map.
    pub variant: String,
    /// The keys of the powers of each seat.
    pub seats: Vec<Vec<String>>,
    /// The phases that count, each with the line that it stands on, from 1, and when it was judged.
    phases: Vec<(usize, i64, PhaseLine)>,
    /// The position that the game has come to.
    now: Option<PhaseLine>,
    said: Vec<Said>,
}

impl Log {
    pub fn read(text: &str) -> Result<Self, String> {
        let mut log = None;
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let number = i + 1;
            let read: Read = serde_json::from_str(line).map_err(|fault| format!("line {number}: {fault}"))?;
            match (read, &mut log) {
                (Read::Detente(game), None) => {
                    let WithPhase { sent: Game { v, variant, seats }, adjudicate: now } = game;
                    if v > VERSION {
                        return Err(format!("the log has form {v}, and this program knows {VERSION}"));
                    }
                    log = Some(Self { variant, seats, phases: Vec::new(), now, said: Vec::new() });
                }
                (Read::Detente(_), Some(_)) => return Err(format!("line {number}: a second game begins")),
                (_, None) => return Err("the log does not begin with its game".to_owned()),
                (Read::Record(record), Some(_)) if record.sent.undone => {}
                (Read::Record(record), Some(log)) => {
                    let phase = record.adjudicate.ok_or_else(|| {
                        format!(
                            "line {number}: the phase has no orders in the notation: export the game again"
                        )
                    })?;
                    log.phases.push((number, record.sent.at, phase));
                }
                (Read::Message(said), Some(log)) => log.said.push(said),
                (Read::Notice(_), Some(_)) => {}
            }
        }
        log.ok_or_else(|| "the log is empty".to_owned())
    }

    /// The phases with their lines, and at the end the position that the game has come to.
    pub fn phases(self) -> Vec<(usize, PhaseLine)> {
        let now = self.now.map(|now| (1, now));
        self.phases.into_iter().map(|(line, _, phase)| (line, phase)).chain(now).collect()
    }

    /// The rules that it was played by.
    pub fn rules(&self) -> Option<&str> {
        self.phases.first().and_then(|(_, _, phase)| phase.rules.as_deref())
    }

    /// The same in the form of the Python package, which has no conversations of more than two.
    pub fn saved_game(&self) -> SavedGame {
        let last = self.phases.last().map_or(0, |(_, at, _)| *at);
        let judged = self.phases.iter().map(|(_, at, phase)| (*at, phase));
        let phases = judged.chain(self.now.iter().map(|now| (last, now)));
        let phases = phases.map(|(at, phase)| self.saved_phase(at, phase));
        SavedGame { map: self.variant.clone(), phases: phases.collect(), ..SavedGame::default() }
    }

    fn saved_phase(&self, at: i64, phase: &PhaseLine) -> SavedPhase {
        let stand = Stand {
            units: phase.units.clone(),
            centers: phase.centers.clone(),
            retreats: phase.dislodged.clone(),
        };
        let civil_disorder = phase.disorder.iter().map(|power| (power.clone(), 1)).collect();
        let said = self.said.iter().filter(|said| said.phase == phase.phase);
        SavedPhase {
            name: phase.phase.clone(),
            state: State { timestamp: at * 1_000_000, stand, civil_disorder, ..State::default() },
            orders: phase.orders.clone(),
            messages: said.flat_map(|said| self.messages(said)).collect(),
            ..SavedPhase::default()
        }
    }

    fn messages(&self, said: &Said) -> Vec<Message> {
        let code = |seat: usize| {
            let power = self.seats.get(seat).and_then(|powers| powers.first());
            power.map_or_else(|| "nobody".to_owned(), |power| power.to_uppercase())
        };
        let sender = match said.from {
            Voice::Seat(seat) => code(seat),
            Voice::Master => "SYSTEM".to_owned(),
        };
        let recipients: Vec<String> = match &said.to {
            Hearers::Everybody => vec!["GLOBAL".to_owned()],
            Hearers::Circle(circle) => {
                circle.iter().map(|seat| code(*seat)).filter(|to| *to != sender).collect()
            }
        };
        let message = |recipient| Message {
            sender: sender.clone(),
            recipient,
            phase: said.phase.clone(),
            message: said.text.clone(),
            ..Message::default()
        };
        recipients.into_iter().map(message).collect()
    }
}
