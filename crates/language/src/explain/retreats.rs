//! Explains retreats (G).

use rules::{Because, Resolution, RetreatOrder, Unit};

use super::commentary::{OrderNote, SectionKind};
use super::explainer::{CommentaryBuilder, Explainer, Sentence};
use super::failed_marks::is_retreat_or_adjustment_marked_failed;
use super::sentence_formatter::{Fact, Facts};
use super::sentence_keys::sentence_among;

impl Explainer<'_> {
    /// Explains the result of a retreat. `i` is the index among the dislodged units.
    pub fn retreat_sentence(&self, resolution: &Resolution, i: usize) -> Option<Sentence> {
        let board = self.board();
        let (dislodged, order, ruling) = resolution.retreat_rulings(board).nth(i)?;
        let here = board.province_of(dislodged.unit.location);
        let mut facts = Facts::of("unit", Fact::Unit(dislodged.unit)).place("here", board.coastless(here));
        if let Some(RetreatOrder::To(to)) = order {
            let open = dislodged.open_retreats.iter().find(|open| *open == to).or_else(|| {
                let province = board.province_of(*to);
                let mut near =
                    dislodged.open_retreats.iter().filter(|open| board.province_of(**open) == province);
                near.next().filter(|_| near.next().is_none())
            });
            facts = facts.place("there", *open.unwrap_or(to));
        }
        if let Because::Clash { with } = ruling.because {
            // The other unit was dislodged as well, so it is not among the forces.
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
            // Any other problem means that the unit may not retreat there.
            (None, Because::Illegal(_)) => "retreat.not_open",
            (None, _) => return None,
        };
        Some(self.sentence(&(key, facts), ruling.because.rule()))
    }

    /// Adds a retreat phase to a commentary.
    pub(crate) fn retreats(&self, resolution: &Resolution, pages: &mut CommentaryBuilder<'_, '_>) {
        let board = self.board();
        let mut retreats: Vec<_> = resolution.retreat_rulings(board).enumerate().collect();
        retreats.sort_by_key(|(_, (dislodged, ..))| {
            (dislodged.unit.power, board.province_of(dislodged.unit.location))
        });
        for (i, (dislodged, order, ruling)) in retreats {
            let unit = &dislodged.unit;
            let note = OrderNote {
                text: self.retreat_text(&resolution.before.forces, unit, order),
                failed: is_retreat_or_adjustment_marked_failed(ruling),
            };
            pages.add_order(unit.power, &note);
            if let Some(sentence) = self.retreat_sentence(resolution, i) {
                let province = board.province_of(unit.location);
                pages.add_remark(SectionKind::Retreats, Some(province), Some(note), sentence);
            }
        }
    }
}
