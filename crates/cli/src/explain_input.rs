//! What `explain` is asked about: objects of the form that `adjudicate` takes.

use anyhow::{Context, anyhow};
use language::Notation;
use rules::{Board, Edition, Position, Power};

use crate::adjudicate::scene::set_scene;
use crate::adjudicate::wire::Line;

/// A phase to be explained.
pub(crate) struct Turn {
    pub(crate) position: Position,
    pub(crate) edition: Edition,
    pub(crate) orders: Vec<(Power, String)>,
}

/// Reads one object or several after each other.
pub(crate) fn read(board: &Board, text: &str) -> anyhow::Result<Vec<Turn>> {
    let notation = Notation::new(board);
    let lines = serde_json::Deserializer::from_str(text).into_iter::<Line<'_>>();
    lines.map(|line| into_turn(&notation, &line.context("not a position with orders")?)).collect()
}

fn into_turn(notation: &Notation<'_>, line: &Line<'_>) -> anyhow::Result<Turn> {
    let mut position = Position::start(notation.board());
    let edition = set_scene(notation, line, &mut position).map_err(anyhow::Error::msg)?;
    let mut orders = Vec::new();
    for (power, texts) in &line.orders.0 {
        let power = notation.power(&power.0).ok_or_else(|| anyhow!("there is no power '{}'", power.0))?;
        orders
            .extend(texts.iter().flat_map(|texts| &texts.0).map(|text| (power, text.0.as_ref().to_owned())));
    }
    Ok(Turn { position, edition, orders })
}
