//! Resolves a phase from submitted lines and explains it.

use notation::{LineRefusal, SubmittedOrders};
use rules::{Edition, Judge, Position, Power};

use super::commentary::Commentary;
use super::explainer::{Explainer, RefusedLine};

impl Explainer<'_> {
    /// Resolves a phase, sets `position` to the next one, and explains the result.
    pub fn resolve_and_explain(
        &self,
        position: &mut Position,
        edition: Edition,
        lines: &[(Power, &str)],
    ) -> Commentary {
        let board = self.board();
        let submitted = SubmittedOrders::read(&self.notation, position, lines.iter().copied());
        let refused = refused_lines(lines, &submitted.refused);
        let mut judge = Judge::new(board, edition);
        let resolution = position.resolve(&mut judge, submitted.orders());
        let resolution = resolution.expect("the orders were read for this phase");
        let commentary = self.commentary(board, edition, &resolution, &refused);
        *position = resolution.after;
        commentary
    }
}

fn refused_lines<'l>(lines: &[(Power, &'l str)], refused: &[LineRefusal]) -> Vec<RefusedLine<'l>> {
    let line = |refused: &LineRefusal| {
        let (power, text) = *lines.get(refused.line)?;
        Some(RefusedLine { power, text, problem: refused.problem })
    };
    refused.iter().filter_map(line).collect()
}
