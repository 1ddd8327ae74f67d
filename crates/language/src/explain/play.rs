//! A phase from the lines handed in to its commentary.

use rules::{Edition, Judge, Orders, Position, Power, judge_retreats};

use super::commentary::Commentary;
use super::explainer::{Explainer, RefusedLine};
use super::{Movement, Retreats};
use crate::{HandedIn, Refused};

impl Explainer<'_> {
    /// Judges a phase, goes on to the next, and tells what happened.
    pub fn play(&self, position: &mut Position, edition: Edition, lines: &[(Power, &str)]) -> Commentary {
        let board = self.board();
        let handed_in = HandedIn::read(&self.notation, position, lines.iter().copied());
        let refused = refused_lines(lines, &handed_in.refused);
        match handed_in.orders() {
            Orders::Movement(orders) => {
                let mut judge = Judge::new(board, edition);
                let verdict = judge.movement(&position.forces, &position.table, orders);
                let turn = Movement { forces: &position.forces, table: &position.table, orders, verdict };
                let commentary = self.movement(position.phase, &turn, &refused);
                position.after_movement(board, verdict);
                commentary
            }
            Orders::Retreats(orders) => {
                let Position { forces, table, dislodged, phase, .. } = &*position;
                let rulings = judge_retreats(board, forces, table, dislodged, orders);
                let retreats = Retreats { dislodged, orders, rulings: &rulings };
                let commentary = self.retreats(*phase, &retreats, &refused);
                position.after_retreats(board, orders, &rulings);
                commentary
            }
            Orders::Adjustments(entries) => {
                let before = position.adjustments(board, edition);
                let adjustments = before.judge(entries);
                let commentary = self.adjustments(position.phase, &before, &adjustments, &refused);
                position.after_adjustments(board, &adjustments);
                commentary
            }
        }
    }
}

fn refused_lines<'l>(lines: &[(Power, &'l str)], refused: &[Refused]) -> Vec<RefusedLine<'l>> {
    let line = |refused: &Refused| {
        let (power, text) = *lines.get(refused.line)?;
        Some(RefusedLine { power, text, problem: refused.problem })
    };
    refused.iter().filter_map(line).collect()
}
