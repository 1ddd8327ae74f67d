//! Explains builds and removals (H, I2).

use rules::{Adjustment, AdjustmentJudge, AdjustmentOrder, Because, Forces, Illegality, Players, Power};

use super::commentary::{OrderNote, SectionKind};
use super::explainer::{CommentaryBuilder, Explainer, Sentence};
use super::failed_marks::is_retreat_or_adjustment_marked_failed;
use super::sentence_formatter::{Fact, Facts};
use super::sentence_keys::sentence_among;

impl Explainer<'_> {
    /// Explains the result of a build, a removal or a waived build. `forces` are the units before it.
    pub fn adjustment_sentence(
        &self,
        forces: &Forces,
        players: &Players,
        adjustment: &Adjustment,
    ) -> Option<Sentence> {
        let board = self.board();
        let mut facts = Facts::of("power", Fact::Power(adjustment.power));
        match adjustment.order {
            AdjustmentOrder::Waive => {}
            AdjustmentOrder::Build { kind, at } => {
                facts = facts.and("what", Fact::Kind(kind)).place("there", at)
            }
            AdjustmentOrder::Remove { at } => {
                facts = facts.place("here", board.coastless(at)).place("there", board.coastless(at));
                if let Some(unit) = forces.at(at) {
                    facts = facts.unit("unit", *unit);
                }
            }
        }
        let key = match (adjustment.ruling.because, adjustment.order) {
            (Because::Illegal(Illegality::TooMany), AdjustmentOrder::Remove { .. }) => {
                "adjustment.too_many_removals"
            }
            (Because::CivilDisorder, _) if players.is_unplayed(adjustment.power) => {
                "adjustment.unplayed_removal"
            }
            (Because::CivilDisorder, _) if players.in_disorder(adjustment.power) => {
                "adjustment.disorder_removal"
            }
            (Because::Illegal(Illegality::InDisorder), _) if players.is_unplayed(adjustment.power) => {
                "adjustment.unplayed"
            }
            (because, _) => sentence_among(because, "adjustment.")?,
        };
        Some(self.sentence(&(key, facts), None))
    }

    /// Says how many centres and units a power has, and how many it may build or must remove (H2).
    pub fn balance_sentence(&self, adjustments: &AdjustmentJudge<'_>, power: Power) -> Sentence {
        let owed = adjustments.centres_minus_units(power);
        let builds = adjustments.possible_builds(power);
        let facts = Facts::of("power", Fact::Power(power))
            .and("centres", Fact::Number(adjustments.owners.count(power)))
            .and("units", Fact::Number(adjustments.forces.count(power)));
        let (key, count) = match owed {
            0 => ("balance.even", 0),
            1.. if adjustments.players.is_unplayed(power) => ("balance.unplayed", 0),
            1.. if adjustments.players.in_disorder(power) => ("balance.in_disorder", 0),
            1.. if builds == 0 => ("balance.no_room", 0),
            1.. => ("balance.build", builds),
            ..0 => ("balance.remove", owed.unsigned_abs() as usize),
        };
        self.sentence(&(key, facts.and("count", Fact::Number(count))), None)
    }

    /// Adds an adjustment phase to a commentary: which powers may build or must remove, then what they did.
    pub(crate) fn adjustments(
        &self,
        before: &AdjustmentJudge<'_>,
        adjustments: &[Adjustment],
        pages: &mut CommentaryBuilder<'_, '_>,
    ) {
        for power in self.board().powers() {
            if before.owners.count(power) > 0 || before.forces.count(power) > 0 {
                pages.add_remark(SectionKind::Balance, None, None, self.balance_sentence(before, power));
            }
        }
        let mut by_power: Vec<&Adjustment> = adjustments.iter().collect();
        by_power.sort_by_key(|adjustment| adjustment.power);
        for adjustment in by_power {
            let note = OrderNote {
                text: self.adjustment_text(before.forces, &adjustment.order),
                failed: is_retreat_or_adjustment_marked_failed(&adjustment.ruling),
            };
            pages.add_order(adjustment.power, &note);
            let province = match adjustment.order {
                AdjustmentOrder::Build { at, .. } => Some(self.board().province_of(at)),
                AdjustmentOrder::Remove { at } => Some(at),
                AdjustmentOrder::Waive => None,
            };
            if let Some(sentence) = self.adjustment_sentence(before.forces, before.players, adjustment) {
                pages.add_remark(SectionKind::Adjustments, province, Some(note), sentence);
            }
        }
    }
}
