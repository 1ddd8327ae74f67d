//! A game as JSON Lines, one phase a line, in the form that `detente adjudicate` reads.

use std::io::Write;

use bots::arena::{Contest, Finished};
use language::Notation;
use rules::{Board, Orders, Position, Power, Resolution};
use serde_json::{Map, Value, json};

/// The whole game, and a last line with the position in which it ended.
pub(crate) fn write(contest: &Contest, game: u64, finished: &Finished) -> String {
    let board = &contest.gathering.board;
    let notation = Notation::new(board);
    let mut out = String::new();
    for past in &finished.history {
        let mut line = scene(&notation, contest, game, &past.before);
        line.insert("orders".to_owned(), orders(&notation, past));
        out.push_str(&Value::Object(line).to_string());
        out.push('\n');
    }
    let mut line = scene(&notation, contest, game, &finished.last);
    let winner = finished.winner.map(|seat| {
        contest.gathering.powers[seat].iter().map(|p| notation.power_code(*p)).collect::<Vec<_>>()
    });
    line.insert("over".to_owned(), json!({ "winner": winner }));
    out.push_str(&Value::Object(line).to_string());
    out.push('\n');
    out
}

/// Plays one game and prints it.
pub(crate) fn print(contest: &Contest, game: u64) -> anyhow::Result<()> {
    let finished = contest.play(game, &mut ());
    std::io::stdout().write_all(write(contest, game, &finished).as_bytes())?;
    Ok(())
}

fn scene(notation: &Notation<'_>, contest: &Contest, game: u64, position: &Position) -> Map<String, Value> {
    let board = notation.board();
    let seat = contest.seat(game);
    let phase = position.phase.key();
    let mut line = Map::new();
    let id = format!(
        "{} {} seed {} game {game} seat {seat} {phase}",
        contest.challenger.key(),
        contest.field.key(),
        contest.seed
    );
    line.insert("id".to_owned(), json!(id));
    line.insert("phase".to_owned(), json!(phase));
    line.insert("rules".to_owned(), json!(contest.edition.key()));
    let units = by_power(board, notation, |power| {
        let units = position.forces.units().iter().filter(|unit| unit.power == power);
        units.map(|unit| notation.write_unit(unit)).collect()
    });
    line.insert("units".to_owned(), units);
    let centres = by_power(board, notation, |power| {
        position.owners.centres_of(power).map(|centre| notation.province_code(centre).to_owned()).collect()
    });
    line.insert("centers".to_owned(), centres);
    if !position.dislodged.is_empty() {
        line.insert("dislodged".to_owned(), dislodged(notation, position));
    }
    let disorder: Vec<&str> = board
        .powers()
        .filter(|power| position.table.in_disorder(*power))
        .map(|power| notation.power_code(power))
        .collect();
    if !disorder.is_empty() {
        line.insert("disorder".to_owned(), json!(disorder));
    }
    let closed = contest.gathering.board_in(position.phase.date().year).closed();
    if !closed.is_empty() {
        let codes: Vec<&str> = closed.iter().map(|province| notation.province_code(*province)).collect();
        line.insert("closed".to_owned(), json!(codes));
    }
    // By the position and not by the seats: one player gets a power more in the course of the game for two (K5).
    let has = |seat: usize, power: &Power| usize::from(position.table.player[power.index()]) == seat;
    let players: Map<String, Value> = (0..contest.gathering.powers.len())
        .map(|seat| (seat, board.powers().filter(|power| has(seat, power)).collect::<Vec<Power>>()))
        .filter(|(_, powers)| powers.len() > 1)
        .map(|(seat, powers)| {
            let codes: Vec<&str> = powers.iter().map(|power| notation.power_code(*power)).collect();
            (format!("seat {}", seat + 1), json!(codes))
        })
        .collect();
    if !players.is_empty() {
        line.insert("players".to_owned(), Value::Object(players));
    }
    line
}

fn dislodged(notation: &Notation<'_>, position: &Position) -> Value {
    let mut all = Map::new();
    for power in notation.board().powers() {
        let mut units = Map::new();
        for fallen in position.dislodged.iter().filter(|fallen| fallen.unit.power == power) {
            let open: Vec<&str> = fallen.open.iter().map(|to| notation.location_code(*to)).collect();
            units.insert(notation.write_unit(&fallen.unit), json!(open));
        }
        if !units.is_empty() {
            all.insert(notation.power_code(power).to_owned(), Value::Object(units));
        }
    }
    Value::Object(all)
}

fn orders(notation: &Notation<'_>, past: &Resolution) -> Value {
    let (board, position, orders) = (notation.board(), &past.before, past.orders());
    by_power(board, notation, |power| match &orders {
        Orders::Movement(sheet) => {
            let units = position.forces.units().iter().filter(|unit| unit.power == power);
            let order = |unit: &rules::Unit| {
                let order = sheet.get(board.province_of(unit.location))?;
                Some(notation.write_order(&position.forces, unit, order))
            };
            units.filter_map(order).collect()
        }
        Orders::Retreats(sheet) => {
            let fallen = position.dislodged.iter().filter(|fallen| fallen.unit.power == power);
            let order = |fallen: &rules::Dislodged| {
                let order = sheet.get(board.province_of(fallen.unit.location))?;
                Some(notation.write_retreat(&fallen.unit, order))
            };
            fallen.filter_map(order).collect()
        }
        Orders::Adjustments(entries) => entries
            .iter()
            .filter(|(owner, _)| *owner == power)
            .map(|(_, entry)| notation.write_entry(&position.forces, entry))
            .collect(),
    })
}

fn by_power(board: &Board, notation: &Notation<'_>, of: impl Fn(Power) -> Vec<String>) -> Value {
    let pairs = board.powers().map(|power| (notation.power_code(power).to_owned(), json!(of(power))));
    Value::Object(pairs.collect())
}
