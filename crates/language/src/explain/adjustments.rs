//! Telling builds and removals (H, I2).

use rules::{Adjustment, Adjustments, Because, Entry, Forces, Illegality, Power};

use super::commentary::{OrderNote, SectionKind};
use super::explainer::{Explainer, Pages, Sentence};
use super::keys::sentence_among;
use super::marks::is_marked_after_moves;
use super::speech::{Fact, Facts};

impl Explainer<'_> {
    /// What became of a build, a removal or a waive. The forces are those before the adjustments.
    pub fn adjustment_sentence(&self, forces: &Forces, adjustment: &Adjustment) -> Option<Sentence> {
        let board = self.board();
        let mut facts = Facts::of("power", Fact::Power(adjustment.power));
        match adjustment.entry {
            Entry::Waive => {}
            Entry::Build { kind, at } => facts = facts.and("what", Fact::Kind(kind)).place("there", at),
            Entry::Remove { at } => {
                facts = facts.place("here", board.bare(at)).place("there", board.bare(at));
                if let Some(unit) = forces.at(at) {
                    facts = facts.unit("unit", *unit);
                }
            }
        }
        let key = match (adjustment.ruling.because, adjustment.entry) {
            (Because::Illegal(Illegality::TooMany), Entry::Remove { .. }) => "adjustment.too_many_removals",
            (because, _) => sentence_among(because, "adjustment.")?,
        };
        Some(self.sentence(&(key, facts), None))
    }

    /// How many units a power has and may have (H2).
    pub fn balance_sentence(&self, adjustments: &Adjustments<'_>, power: Power) -> Sentence {
        let owed = adjustments.owed(power);
        let builds = adjustments.builds(power);
        let facts = Facts::of("power", Fact::Power(power))
            .and("centres", Fact::Number(adjustments.owners.count(power)))
            .and("units", Fact::Number(adjustments.forces.count(power)));
        let (key, count) = match owed {
            0 => ("balance.even", 0),
            1.. if adjustments.table.in_disorder(power) => ("balance.in_disorder", 0),
            1.. if builds == 0 => ("balance.no_room", 0),
            1.. => ("balance.build", builds),
            ..0 => ("balance.remove", owed.unsigned_abs() as usize),
        };
        self.sentence(&(key, facts.and("count", Fact::Number(count))), None)
    }

    /// Who may build and who must remove, then what was done.
    pub(crate) fn adjustments(
        &self,
        before: &Adjustments<'_>,
        adjustments: &[Adjustment],
        pages: &mut Pages<'_, '_>,
    ) {
        for power in self.board().powers() {
            if before.owners.count(power) > 0 || before.forces.count(power) > 0 {
                pages.remark(SectionKind::Balance, None, None, self.balance_sentence(before, power));
            }
        }
        let mut told: Vec<&Adjustment> = adjustments.iter().collect();
        told.sort_by_key(|adjustment| adjustment.power);
        for adjustment in told {
            let note = OrderNote {
                text: self.notation.write_entry(before.forces, &adjustment.entry),
                failed: is_marked_after_moves(&adjustment.ruling),
            };
            pages.list(adjustment.power, &note);
            let province = match adjustment.entry {
                Entry::Build { at, .. } => Some(self.board().province_of(at)),
                Entry::Remove { at } => Some(at),
                Entry::Waive => None,
            };
            if let Some(sentence) = self.adjustment_sentence(before.forces, adjustment) {
                pages.remark(SectionKind::Adjustments, province, Some(note), sentence);
            }
        }
    }
}
