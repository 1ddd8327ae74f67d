//! Positions with their orders as people give them to a command: objects of the form that `adjudicate` takes.

use anyhow::{Context, anyhow, bail};
use language::Notation;
use rules::{Board, Edition, Position, Power};

use crate::adjudicate::scene::set_scene;
use crate::adjudicate::wire::Line;

/// A phase that was given.
pub(crate) struct Turn {
    pub(crate) position: Position,
    /// The rules that it asks for.
    pub(crate) edition: Option<Edition>,
    pub(crate) orders: Vec<(Power, String)>,
}

/// More are not taken at once.
const MOST: usize = 2_000;

/// Reads one object or several after each other; at least one.
pub(crate) fn read(board: &Board, text: &str) -> anyhow::Result<Vec<Turn>> {
    let notation = Notation::new(board);
    let mut turns = Vec::new();
    for line in serde_json::Deserializer::from_str(text).into_iter::<Line<'_>>() {
        let number = turns.len() + 1;
        if number > MOST {
            bail!("more than {MOST} phases");
        }
        let line = line.with_context(|| format!("phase {number} of the input is no position with orders"))?;
        turns.push(turn(&notation, &line).with_context(|| format!("phase {number} of the input"))?);
    }
    if turns.is_empty() {
        bail!("the input holds no position");
    }
    Ok(turns)
}

fn turn(notation: &Notation<'_>, line: &Line<'_>) -> anyhow::Result<Turn> {
    let mut position = Position::start(notation.board());
    let edition = set_scene(notation, line, &mut position).map_err(anyhow::Error::msg)?;
    let mut orders = Vec::new();
    for (power, texts) in &line.orders.0 {
        let power = notation.power(&power.0).ok_or_else(|| anyhow!("there is no power '{}'", power.0))?;
        orders.extend(texts.iter().flatten().map(|text| (power, text.0.as_ref().to_owned())));
    }
    Ok(Turn { position, edition: line.rules.is_some().then_some(edition), orders })
}
