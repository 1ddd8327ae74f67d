//! Recognises whether the input is a whole game or lines with phases.

use std::io::{BufRead, BufReader, Cursor, Read};

use anyhow::{Context, bail};
use interchange::{InputForm, PhaseLine};
use rules::Board;

/// How much of an input is read, at most, to recognise its form.
const MAX_HEAD_BYTES: u64 = 1 << 16;
/// A larger game is not read: it is held in memory whole.
const MAX_GAME_BYTES: u64 = 256 << 20;

/// What there is to judge.
pub(crate) enum Input {
    Lines(Box<dyn Read + Send>),
    /// The phases of a game that have been judged before.
    Game(Vec<PhaseLine>),
}

/// Lines are not read further than the first one.
pub(crate) fn recognise(board: &Board, input: Box<dyn Read + Send>) -> anyhow::Result<Input> {
    let mut input = BufReader::new(input);
    let mut head = Vec::new();
    let shape = loop {
        let left = MAX_HEAD_BYTES.saturating_sub(head.len() as u64);
        let read = Read::take(&mut input, left).read_until(b'\n', &mut head);
        match (read.context("cannot read the phases")?, interchange::detect_form(&head)) {
            (_, Some(shape)) => break shape,
            (0, None) => break InputForm::Lines,
            (_, None) => {}
        }
    };
    let whole = Cursor::new(head).chain(input);
    Ok(match shape {
        InputForm::Lines => Input::Lines(Box::new(whole)),
        InputForm::PythonGame | InputForm::Log | InputForm::StoredGame => Input::Game(phases(board, whole)?),
    })
}

/// The phases of a game, without the one that has no orders yet.
fn phases(board: &Board, whole: impl Read) -> anyhow::Result<Vec<PhaseLine>> {
    let mut text = String::new();
    whole.take(MAX_GAME_BYTES + 1).read_to_string(&mut text).context("cannot read the game")?;
    if text.len() as u64 > MAX_GAME_BYTES {
        bail!("the game has more than {MAX_GAME_BYTES} bytes");
    }
    let game =
        interchange::read_game(board, &text).context("this is no game")?.map_err(anyhow::Error::msg)?;
    let phases = game.phases(board).into_iter().map(|(_, phase)| phase);
    Ok(phases.filter(|phase| phase.orders.is_some()).collect())
}
