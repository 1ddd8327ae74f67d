//! Telling retreats (G).

use rules::{Because, Resolution, RetreatOrder, Unit};

use super::commentary::{OrderNote, SectionKind};
use super::explainer::{Explainer, Pages, Sentence};
use super::keys::sentence_among;
use super::marks::is_marked_after_moves;
use super::speech::{Fact, Facts};

impl Explainer<'_> {
    /// What became of a dislodged unit, by its number among them.
    pub fn retreat_sentence(&self, resolution: &Resolution, i: usize) -> Option<Sentence> {
        let board = self.board();
        let (fallen, order, ruling) = resolution.retreats(board).nth(i)?;
        let here = board.province_of(fallen.unit.location);
        let mut facts = Facts::of("unit", Fact::Unit(fallen.unit)).place("here", board.bare(here));
        if let Some(RetreatOrder::To(to)) = order {
            let open = fallen.open.iter().find(|open| *open == to).or_else(|| {
                let province = board.province_of(*to);
                let mut near = fallen.open.iter().filter(|open| board.province_of(**open) == province);
                near.next().filter(|_| near.next().is_none())
            });
            facts = facts.place("there", *open.unwrap_or(to));
        }
        if let Because::Clash { with } = ruling.because {
            // The other one was dislodged too: somebody else stands there now.
            let other: Option<Unit> = resolution
                .before
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

    pub(crate) fn retreats(&self, resolution: &Resolution, pages: &mut Pages<'_, '_>) {
        let board = self.board();
        let mut retreats: Vec<_> = resolution.retreats(board).enumerate().collect();
        retreats
            .sort_by_key(|(_, (fallen, ..))| (fallen.unit.power, board.province_of(fallen.unit.location)));
        for (i, (fallen, order, ruling)) in retreats {
            let unit = &fallen.unit;
            let note = OrderNote {
                text: match order {
                    Some(order) => self.notation.write_retreat(unit, order),
                    None => self.notation.write_unit(unit),
                },
                failed: is_marked_after_moves(ruling),
            };
            pages.list(unit.power, &note);
            if let Some(sentence) = self.retreat_sentence(resolution, i) {
                let province = board.province_of(unit.location);
                pages.remark(SectionKind::Retreats, Some(province), Some(note), sentence);
            }
        }
    }
}
