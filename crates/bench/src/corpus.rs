//! Reads the movement phases of a JSON Lines file, in the format of `detente adjudicate`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail};
use interchange::{PhaseLineRef, read_position};
use notation::{Notation, SubmittedOrders};
use random_positions::RandomPosition;
use rules::{Board, Orders, Position};

/// The movement phases of a file. Other phases are ignored.
pub(crate) fn load(board: &Board, file: &Path) -> anyhow::Result<Vec<RandomPosition>> {
    let notation = Notation::new(board);
    let reader = BufReader::new(File::open(file).with_context(|| format!("cannot read {}", file.display()))?);
    let mut set = Vec::new();
    let mut position = Position::start(board);
    for (i, text) in reader.lines().enumerate() {
        let text = text.with_context(|| format!("cannot read {}", file.display()))?;
        if text.trim().is_empty() {
            continue;
        }
        let number = i + 1;
        let line: PhaseLineRef<'_> = serde_json::from_str(&text).with_context(|| format!("line {number}"))?;
        if let Err(problem) = read_position(&notation, &line, &mut position) {
            bail!("line {number}: {problem}");
        }
        let mut written = Vec::new();
        for (power, texts) in &line.orders.0 {
            let power = notation.power(&power.0).with_context(|| format!("line {number}: no such power"))?;
            written.extend(texts.iter().flat_map(|texts| &texts.0).map(|text| (power, text.0.as_ref())));
        }
        let Orders::Movement(orders) = SubmittedOrders::read(&notation, &position, written).into_orders()
        else {
            continue;
        };
        set.push(RandomPosition { forces: position.forces.clone(), players: position.players, orders });
    }
    if set.is_empty() {
        bail!("{} has no movement phases", file.display());
    }
    Ok(set)
}
