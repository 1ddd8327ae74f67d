//! Writes a game as JSON Lines, one phase per line, in the input form of `detente adjudicate`.

use std::io::Write;

use bots::arena::{Contest, Finished};
use interchange::{ArenaEnding, ArenaLine, PhaseLine};
use notation::Notation;

/// The whole game. The last line has the position in which it ended.
pub(crate) fn write(contest: &Contest, game: u64, finished: &Finished) -> String {
    let notation = Notation::new(&contest.table.board);
    let mut out = String::new();
    let mut push = |line: ArenaLine| out.push_str(&line.write());
    for past in &finished.history {
        let board = contest.table.board_in(past.before.phase.turn().year);
        let phase = PhaseLine::of_resolution(&Notation::new(board), contest.edition, past);
        push(line(contest, game, phase, None));
    }
    let winner = finished.winner.map(|seat| {
        contest.table.powers[seat].iter().map(|power| notation.power_code(*power).to_owned()).collect()
    });
    let board = contest.table.board_in(finished.last.phase.turn().year);
    let phase = PhaseLine::of_position(&Notation::new(board), contest.edition, &finished.last);
    push(line(contest, game, phase, Some(ArenaEnding { winner })));
    out
}

/// Plays one game and prints it.
pub(crate) fn print(contest: &Contest, game: u64) -> anyhow::Result<()> {
    let finished = contest.play(game, &mut ());
    std::io::stdout().write_all(write(contest, game, &finished).as_bytes())?;
    Ok(())
}

fn line(contest: &Contest, game: u64, phase: PhaseLine, over: Option<ArenaEnding>) -> ArenaLine {
    let id = format!(
        "{} {} seed {} game {game} seat {} {}",
        contest.challenger.key(),
        contest.field.key(),
        contest.seed,
        contest.seat(game),
        phase.phase
    );
    ArenaLine { id, phase, over }
}
