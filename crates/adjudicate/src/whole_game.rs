//! A saved game or a log in the place of lines with phases.

use std::io::{BufRead, BufReader, Cursor, Read};

use anyhow::{Context, bail};
use interchange::Shape;

/// By so much of an input its form is known.
const MOST_OF_HEAD: u64 = 1 << 16;
/// A larger game is not read: it is held in memory whole.
const MOST_BYTES: u64 = 256 << 20;

/// The input itself if it is lines; the phases of a game as lines, without the one that is not judged yet.
/// Of lines no more than the first is waited for.
pub(crate) fn as_lines(input: Box<dyn Read + Send>) -> anyhow::Result<Box<dyn Read + Send>> {
    let mut input = BufReader::new(input);
    let mut head = Vec::new();
    let shape = loop {
        let left = MOST_OF_HEAD.saturating_sub(head.len() as u64);
        let read = Read::take(&mut input, left).read_until(b'\n', &mut head);
        match (read.context("cannot read the phases")?, interchange::shape(&head)) {
            (_, Some(shape)) => break shape,
            (0, None) => break Shape::Lines,
            (_, None) => {}
        }
    };
    let whole = Cursor::new(head).chain(input);
    match shape {
        Shape::Lines => Ok(Box::new(whole)),
        Shape::SavedGame | Shape::Log => Ok(Box::new(Cursor::new(lines(whole)?))),
    }
}

fn lines(whole: impl Read) -> anyhow::Result<String> {
    let mut text = String::new();
    whole.take(MOST_BYTES + 1).read_to_string(&mut text).context("cannot read the game")?;
    if text.len() as u64 > MOST_BYTES {
        bail!("the game has more than {MOST_BYTES} bytes");
    }
    let phases = interchange::phases(&text).context("this is no game")?.map_err(anyhow::Error::msg)?;
    let mut lines = String::new();
    for (_, phase) in phases.iter().filter(|(_, phase)| phase.orders.is_some()) {
        lines.push_str(&serde_json::to_string(phase)?);
        lines.push('\n');
    }
    Ok(lines)
}
