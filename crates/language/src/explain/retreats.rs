//! Telling retreats (G).

use rules::{Because, Phase, RetreatOrder, Unit};

use super::Retreats;
use super::commentary::{Commentary, OrderNote, SectionKind};
use super::explainer::{Explainer, Pages, RefusedLine, Sentence};
use super::keys::sentence_among;
use super::marks::is_marked_after_moves;
use super::speech::{Fact, Facts};

impl Explainer<'_> {
    /// What became of a dislodged unit, by its number among them.
    pub fn retreat_sentence(&self, retreats: &Retreats<'_>, i: usize) -> Option<Sentence> {
        let board = self.board();
        let fallen = retreats.dislodged.get(i)?;
        let ruling = retreats.rulings.get(i)?;
        let here = board.province_of(fallen.unit.location);
        let mut facts = Facts::of("unit", Fact::Unit(fallen.unit)).place("here", board.bare(here));
        if let Some(RetreatOrder::To(to)) = retreats.orders.get(here) {
            let open = fallen.open.iter().find(|open| *open == to).or_else(|| {
                let province = board.province_of(*to);
                let mut near = fallen.open.iter().filter(|open| board.province_of(**open) == province);
                near.next().filter(|_| near.next().is_none())
            });
            facts = facts.place("there", *open.unwrap_or(to));
        }
        if let Because::Clash { with } = ruling.because {
            // The other one was dislodged too: somebody else stands there now.
            let other: Option<Unit> = retreats
                .dislodged
                .iter()
                .map(|other| other.unit)
                .find(|unit| board.province_of(unit.location) == with);
            facts = facts.unit("other", other?);
        }
        let key = match (sentence_among(ruling.because, "retreat."), ruling.because) {
            (Some(key), _) => key,
            // Whatever else is wrong with a retreat: the place is not open to it.
            (None, Because::Illegal(_)) => "retreat.not_open",
            (None, _) => return None,
        };
        Some(self.sentence(&(key, facts), ruling.because.rule()))
    }

    /// A whole retreat phase.
    pub fn retreats(&self, phase: Phase, retreats: &Retreats<'_>, refused: &[RefusedLine<'_>]) -> Commentary {
        let mut pages = Pages::new(self, phase);
        pages.refuse(refused);
        let board = self.board();
        let mut numbers: Vec<usize> = (0..retreats.dislodged.len().min(retreats.rulings.len())).collect();
        numbers.sort_by_key(|i| {
            let unit = &retreats.dislodged[*i].unit;
            (unit.power, board.province_of(unit.location))
        });
        for i in numbers {
            let unit = &retreats.dislodged[i].unit;
            let province = board.province_of(unit.location);
            let note = OrderNote {
                text: match retreats.orders.get(province) {
                    Some(order) => self.notation.write_retreat(unit, order),
                    None => self.notation.write_unit(unit),
                },
                failed: is_marked_after_moves(&retreats.rulings[i]),
            };
            pages.list(unit.power, &note);
            if let Some(sentence) = self.retreat_sentence(retreats, i) {
                pages.remark(SectionKind::Retreats, Some(province), Some(note), sentence);
            }
        }
        pages.bind()
    }
}
