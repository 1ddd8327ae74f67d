//! Says what to do with the pieces of a wooden board.

use rules::{Location, PieceStep, Power, Unit};

use crate::explain::Explainer;
use crate::{OrderWriter, ServerTexts, Style};

/// Writes the steps in one language.
#[derive(Clone, Copy, Debug)]
pub struct PieceWriter<'a> {
    pub explainer: &'a Explainer<'a>,
    pub writer: &'a OrderWriter<'a>,
    pub texts: &'a ServerTexts,
}

impl PieceWriter<'_> {
    /// `France: A Paris → Burgundy`.
    pub fn sentence(&self, step: PieceStep) -> String {
        match step {
            PieceStep::Move { unit, to } => self.about(unit, "move", Some(to)),
            PieceStep::Lift(unit) => self.about(unit, "lift", None),
            PieceStep::PutDown { unit, to } => self.about(unit, "put_down", Some(to)),
            PieceStep::LayDown(unit) => self.about(unit, "lay_down", None),
            PieceStep::Remove(unit) => self.about(unit, "remove", None),
            PieceStep::Build(unit) => self.about(unit, "build", None),
            PieceStep::Mark { centre, owner } => {
                let place = self.explainer.province(centre);
                match owner {
                    Some(power) => self.fill("mark", &[("place", place), ("power", self.power(power))]),
                    None => self.fill("unmark", &[("place", place)]),
                }
            }
        }
    }

    fn about(&self, unit: Unit, key: &str, to: Option<Location>) -> String {
        let place = to.map(|to| self.explainer.place(to)).unwrap_or_default();
        let piece = self.writer.write_unit(&unit, Style::Long);
        self.fill(key, &[("power", self.power(unit.power)), ("unit", &piece), ("place", &place)])
    }

    fn power(&self, power: Power) -> &str {
        self.explainer.power(power)
    }

    fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        let pattern = self.texts.get(&format!("pieces.{key}")).unwrap_or_default();
        values
            .iter()
            .fold(pattern.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }
}
