//! A phase from the lines handed in to its commentary.

use rules::{Edition, Judge, Position, Power, Stage, judge_retreats};

use super::commentary::Commentary;
use super::explainer::{Explainer, RefusedLine};
use super::{Movement, Retreats};
use crate::{HandedIn, HandedInEntries, Refused};

impl Explainer<'_> {
    /// Judges a phase, goes on to the next, and tells what happened.
    pub fn play(&self, position: &mut Position, edition: Edition, lines: &[(Power, &str)]) -> Commentary {
        match position.phase.stage() {
            Stage::Movement => self.play_movement(position, edition, lines),
            Stage::Retreat => self.play_retreats(position, lines),
            Stage::Adjustment => self.play_adjustments(position, edition, lines),
        }
    }

    fn play_movement(
        &self,
        position: &mut Position,
        edition: Edition,
        lines: &[(Power, &str)],
    ) -> Commentary {
        let mut sheet = HandedIn::new(&self.notation);
        sheet.movement(&self.notation, position, lines.iter().copied());
        let mut judge = Judge::new(self.board(), edition);
        let verdict = judge.movement(&position.forces, &position.table, &sheet.sheet);
        let turn =
            Movement { forces: &position.forces, table: &position.table, orders: &sheet.sheet, verdict };
        let commentary = self.movement(position.phase, &turn, &refused_lines(lines, &sheet.refused));
        position.after_movement(self.board(), verdict);
        commentary
    }

    fn play_retreats(&self, position: &mut Position, lines: &[(Power, &str)]) -> Commentary {
        let mut sheet = HandedIn::new(&self.notation);
        sheet.retreats(&self.notation, position, lines.iter().copied());
        let rulings = judge_retreats(
            self.board(),
            &position.forces,
            &position.table,
            &position.dislodged,
            &sheet.sheet,
        );
        let retreats = Retreats { dislodged: &position.dislodged, orders: &sheet.sheet, rulings: &rulings };
        let commentary = self.retreats(position.phase, &retreats, &refused_lines(lines, &sheet.refused));
        position.after_retreats(self.board(), &sheet.sheet, &rulings);
        commentary
    }

    fn play_adjustments(
        &self,
        position: &mut Position,
        edition: Edition,
        lines: &[(Power, &str)],
    ) -> Commentary {
        let taken = HandedInEntries::adjustments(&self.notation, lines.iter().copied());
        let before = position.adjustments(self.board(), edition);
        let adjustments = before.judge(&taken.entries);
        let refused = refused_lines(lines, &taken.refused);
        let commentary = self.adjustments(position.phase, &before, &adjustments, &refused);
        position.after_adjustments(self.board(), &adjustments);
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
