//! Reads positions with orders from the input of a command: objects in the input form of `adjudicate`, or a
//! whole game that the page, `store export`, `simulate` or `arena` wrote.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use notation::Notation;
use rules::{Board, Edition, Position, Power, Province};
use serde::de::IgnoredAny;

use interchange::{IdOnly, PhaseLine, PhaseLineRef, closed_land, read_position};

/// A phase of the input.
pub(crate) struct InputPhase {
    pub(crate) position: Position,
    /// The edition that it names.
    pub(crate) edition: Option<Edition>,
    pub(crate) orders: Vec<(Power, String)>,
    /// Land that nobody may enter in this phase (K5).
    pub(crate) closed: Vec<Province>,
}

impl InputPhase {
    /// The board of this phase. It is made on demand: an input may have thousands of phases.
    pub(crate) fn board<'b>(&self, open: &'b Board) -> Cow<'b, Board> {
        if self.closed.is_empty() { Cow::Borrowed(open) } else { Cow::Owned(open.with_closed(&self.closed)) }
    }
}

/// An object of the input, with its place in the text.
pub(crate) struct InputObject {
    /// The line that it starts on, from 1.
    pub(crate) line: usize,
    /// As it was given.
    pub(crate) id: Option<String>,
    /// The position that a game has reached: nobody has ordered anything yet.
    pub(crate) is_current_position: bool,
    pub(crate) turn: anyhow::Result<InputPhase>,
}

/// The maximum number of phases that are read at once.
const MAX_PHASES: usize = 2_000;
/// A longer text is refused, because all of it is held in memory.
const MAX_INPUT_BYTES: u64 = 256 << 20;

/// The text of a file or of standard input.
pub(crate) fn read_text(file: Option<&Path>) -> anyhow::Result<String> {
    let (name, input): (String, Box<dyn Read>) = match file {
        Some(path) => {
            let name = path.display().to_string();
            (name.clone(), Box::new(File::open(path).context(name)?))
        }
        None => ("standard input".to_owned(), Box::new(std::io::stdin())),
    };
    let mut text = String::new();
    input.take(MAX_INPUT_BYTES + 1).read_to_string(&mut text).with_context(|| name.clone())?;
    if text.len() as u64 > MAX_INPUT_BYTES {
        bail!("{name}: more than {MAX_INPUT_BYTES} bytes");
    }
    Ok(text)
}

/// Reads one or more objects. Fails if there is none or one of them is wrong.
pub(crate) fn read_all(board: &Board, text: &str) -> anyhow::Result<Vec<InputPhase>> {
    let objects = read_each(board, text);
    if objects.is_empty() {
        bail!("the input holds no position");
    }
    if objects.len() > MAX_PHASES {
        bail!("more than {MAX_PHASES} phases");
    }
    let turn = |(i, object): (usize, InputObject)| {
        object.turn.with_context(|| format!("phase {} of the input, line {}", i + 1, object.line))
    };
    objects.into_iter().enumerate().map(turn).collect()
}

/// Reads one object after another, or the phases of a game without those that were undone.
pub(crate) fn read_each(board: &Board, text: &str) -> Vec<InputObject> {
    let notation = Notation::new(board);
    let game = interchange::read_game(board, text);
    match game.map(|game| game.map(|game| game.phases(board)).map_err(anyhow::Error::msg)) {
        None => objects(&notation, text),
        Some(Ok(phases)) => {
            let object = |(line, phase): (usize, PhaseLine)| InputObject {
                line,
                id: None,
                is_current_position: phase.orders.is_none(),
                turn: turn(&notation, &phase.borrowed()),
            };
            phases.into_iter().map(object).collect()
        }
        Some(Err(error)) => {
            vec![InputObject { line: 1, id: None, is_current_position: false, turn: Err(error) }]
        }
    }
}

/// Reads one object after another. An error is reported in the place of its object, and the others are still
/// read: after text that is not JSON, reading continues on the next line.
fn objects(notation: &Notation<'_>, text: &str) -> Vec<InputObject> {
    let mut objects = Vec::new();
    let (mut at, mut line) = (0, 1);
    let mut counted = 0;
    while let Some(start) = text[at..].find(|c: char| !c.is_whitespace()).map(|skipped| at + skipped) {
        line += text[counted..start].bytes().filter(|byte| *byte == b'\n').count();
        counted = start;
        let mut stream = serde_json::Deserializer::from_str(&text[start..]).into_iter::<IgnoredAny>();
        let mut is_open = false;
        let (end, turn) = match stream.next() {
            Some(Ok(IgnoredAny)) => {
                let end = start + stream.byte_offset();
                let line = serde_json::from_str::<PhaseLineRef<'_>>(&text[start..end]);
                is_open = line.as_ref().is_ok_and(|line| line.over.is_some());
                let turn = line.map_err(|error| parse_error(&error)).and_then(|line| turn(notation, &line));
                (end, turn)
            }
            Some(Err(error)) => {
                let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
                (end, Err(parse_error(&error)))
            }
            None => break,
        };
        let id = serde_json::from_str::<IdOnly<'_>>(&text[start..end]).ok().and_then(|known| known.id);
        objects.push(InputObject {
            line,
            id: id.map(|id| id.get().to_owned()),
            is_current_position: is_open,
            turn,
        });
        at = end;
    }
    objects
}

/// The parser counts lines from the start of the object, but readers need the line in the whole text.
fn parse_error(error: &serde_json::Error) -> anyhow::Error {
    let message = error.to_string();
    anyhow!("this is no position with orders: {}", message.split(" at line ").next().unwrap_or(&message))
}

pub(crate) fn turn(notation: &Notation<'_>, line: &PhaseLineRef<'_>) -> anyhow::Result<InputPhase> {
    let closed = closed_land(notation, line).map_err(anyhow::Error::msg)?;
    if closed.is_empty() {
        return read_phase_on_board(notation, line, closed);
    }
    let board = notation.board().with_closed(&closed);
    read_phase_on_board(&Notation::new(&board), line, closed)
}

fn read_phase_on_board(
    notation: &Notation<'_>,
    line: &PhaseLineRef<'_>,
    closed: Vec<Province>,
) -> anyhow::Result<InputPhase> {
    let mut position = Position::start(notation.board());
    let edition = read_position(notation, line, &mut position).map_err(anyhow::Error::msg)?;
    let mut orders = Vec::new();
    for (power, texts) in &line.orders.0 {
        let power = notation.power(&power.0).ok_or_else(|| anyhow!("there is no power '{}'", power.0))?;
        let texts = texts.iter().flat_map(|texts| &texts.0);
        orders.extend(texts.map(|text| (power, text.0.as_ref().to_owned())));
    }
    Ok(InputPhase { position, edition: line.rules.is_some().then_some(edition), orders, closed })
}
