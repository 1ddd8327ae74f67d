//! The log that the page exports: a line for the game, then one for each phase, message and public notice.
//! The server writes it from what it sends; this file has the parts that other code reads.

use game::{LimitResult, LimitWhen, TimeLimit};
use rules::{Goal, GoalScope};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use store::record::ByKey;

use crate::{PhaseLine, Recipients, RecordedGame, RecordedMessage, RecordedPhase};

/// The version of the form that is read.
const VERSION: u32 = 1;

/// A line. The writer and the reader each decide what they need inside it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLine<G, R, M, N> {
    Detente(G),
    Record(R),
    Message(M),
    Notice(N),
}

/// A sent game or phase together with the phase in the input form of `adjudicate`: a record has its orders, a
/// game the position that it has reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WithPhase<T> {
    #[serde(flatten)]
    pub sent: T,
    /// None in older logs, and in a game that has not begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<PhaseLine>,
}

#[derive(Clone, Debug, Deserialize)]
struct Game {
    v: u32,
    variant: String,
    seats: Vec<Vec<String>>,
    #[serde(default)]
    settings: EndSettings,
}

/// The settings that decide how a game ends, and its title. The server writes and reads the others.
#[derive(Clone, Debug, Default, Deserialize)]
struct EndSettings {
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    goal: Option<GoalSetting>,
    #[serde(default)]
    limit: Option<LimitSetting>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct GoalSetting {
    centres: usize,
    of: ByKey<GoalScope>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct LimitSetting {
    /// None: the limit is a length of time, which has no meaning when the game is played again.
    #[serde(default)]
    year: Option<u16>,
    verdict: ByKey<LimitResult>,
}

#[derive(Clone, Debug, Deserialize)]
struct Record {
    at: i64,
    /// Rolled back by the game master.
    #[serde(default)]
    undone: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct LoggedMessage {
    phase: String,
    from: Sender,
    to: Audience,
    text: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sender {
    Seat(usize),
    Master,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Audience {
    /// The speaker included.
    Circle(Vec<usize>),
    /// The game master too.
    SeatsAndMaster(Vec<usize>),
    Everybody,
}

type ReadLine = LogLine<WithPhase<Game>, WithPhase<Record>, LoggedMessage, IgnoredAny>;

/// The game master among senders and recipients.
const MASTER: &str = "SYSTEM";

/// What is read of a log.
#[derive(Clone, Debug)]
pub struct Log {
    /// The key of the map.
    variant: String,
    /// The keys of the powers of each seat.
    seats: Vec<Vec<String>>,
    settings: EndSettings,
    /// The phases that were not undone, each with its line in the file, from 1, and when it was judged.
    phases: Vec<(usize, i64, PhaseLine)>,
    /// The position that the game has reached.
    current: Option<PhaseLine>,
    messages: Vec<LoggedMessage>,
}

impl Log {
    pub fn read(text: &str) -> Result<Self, String> {
        let mut log = None;
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let number = i + 1;
            let read: ReadLine =
                serde_json::from_str(line).map_err(|fault| format!("line {number}: {fault}"))?;
            match (read, &mut log) {
                (ReadLine::Detente(game), None) => {
                    let WithPhase { sent: Game { v, variant, seats, settings }, adjudicate: now } = game;
                    if v > VERSION {
                        return Err(format!("the log has form {v}, and this program knows {VERSION}"));
                    }
                    let (phases, messages) = (Vec::new(), Vec::new());
                    log = Some(Self { variant, seats, settings, phases, current: now, messages });
                }
                (ReadLine::Detente(_), Some(_)) => {
                    return Err(format!("line {number}: a second game begins"));
                }
                (_, None) => return Err("the log does not begin with its game".to_owned()),
                (ReadLine::Record(record), Some(_)) if record.sent.undone => {}
                (ReadLine::Record(record), Some(log)) => {
                    let phase = record.adjudicate.ok_or_else(|| {
                        format!(
                            "line {number}: the phase has no orders in the notation: export the game again"
                        )
                    })?;
                    log.phases.push((number, record.sent.at, phase));
                }
                (ReadLine::Message(said), Some(log)) => log.messages.push(said),
                (ReadLine::Notice(_), Some(_)) => {}
            }
        }
        log.ok_or_else(|| "the log is empty".to_owned())
    }

    /// The phases with their lines, and at the end the position that the game has reached.
    pub fn phases(&self) -> Vec<(usize, PhaseLine)> {
        let judged = self.phases.iter().map(|(line, _, phase)| (*line, phase.clone()));
        judged.chain(self.current.iter().map(|now| (1, now.clone()))).collect()
    }

    /// The same for code that plays it again.
    pub fn recorded(&self) -> RecordedGame {
        let last = self.phases.last().map_or(0, |(_, at, _)| *at);
        let judged = self.phases.iter().map(|(_, at, phase)| (*at, phase));
        let phase = |(at, phase): (i64, &PhaseLine)| {
            let said = self.messages.iter().filter(|said| said.phase == phase.phase);
            let messages = said.map(|said| self.recorded_message(said)).collect();
            RecordedPhase { at, phase: phase.clone(), messages }
        };
        let limit = self.settings.limit.and_then(|limit| {
            Some(TimeLimit { when: LimitWhen::Year(limit.year?), result: limit.verdict.0 })
        });
        RecordedGame {
            title: self.settings.title.clone(),
            map: self.variant.clone(),
            seats: Some(self.seats.clone()),
            goal: self.settings.goal.map(|goal| Goal { centres: goal.centres, scope: goal.of.0 }),
            limit,
            phases: judged.chain(self.current.iter().map(|now| (last, now))).map(phase).collect(),
            note: String::new(),
        }
    }

    fn recorded_message(&self, said: &LoggedMessage) -> RecordedMessage {
        let power = |seat: usize| {
            let power = self.seats.get(seat).and_then(|powers| powers.first());
            power.map_or_else(|| "nobody".to_owned(), |power| power.to_uppercase())
        };
        let from = match said.from {
            Sender::Seat(seat) => power(seat),
            Sender::Master => MASTER.to_owned(),
        };
        let to = match &said.to {
            Audience::Everybody => Recipients::Everybody,
            Audience::SeatsAndMaster(_) if from != MASTER => Recipients::Powers(vec![MASTER.to_owned()]),
            Audience::Circle(circle) | Audience::SeatsAndMaster(circle) => {
                Recipients::Powers(circle.iter().map(|seat| power(*seat)).filter(|to| *to != from).collect())
            }
        };
        RecordedMessage { from, to, text: said.text.clone() }
    }
}
