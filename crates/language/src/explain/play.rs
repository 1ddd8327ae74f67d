//! A phase from the lines handed in to its commentary.

use rules::{Edition, Judge, Position, Power};

use super::commentary::Commentary;
use super::explainer::{Explainer, RefusedLine};
use crate::{HandedIn, Refused};

impl Explainer<'_> {
    /// Judges a phase, goes on to the next, and explains what happened.
    pub fn play(&self, position: &mut Position, edition: Edition, lines: &[(Power, &str)]) -> Commentary {
        let board = self.board();
        let handed_in = HandedIn::read(&self.notation, position, lines.iter().copied());
        let refused = refused_lines(lines, &handed_in.refused);
        let mut judge = Judge::new(board, edition);
        let resolution = position.resolve(&mut judge, handed_in.orders());
        let resolution = resolution.expect("the orders are for this phase");
        let commentary = self.commentary(board, edition, &resolution, &refused);
        *position = resolution.after;
        commentary
    }
}

fn refused_lines<'l>(lines: &[(Power, &'l str)], refused: &[Refused]) -> Vec<RefusedLine<'l>> {
    let line = |refused: &Refused| {
        let (power, text) = *lines.get(refused.line)?;
        Some(RefusedLine { power, text, problem: refused.problem })
    };
    refused.iter().filter_map(line).collect()
}
