//! The bot `hold`: all its units hold. It is the baseline for the other bots.

use rules::{AdjustmentOrder, Order, Power, RetreatOrder, Sheet};

use crate::{Bot, Seat, SeededRng, WorkBudget};

/// Holds everywhere, disbands its dislodged units, builds nothing, and removes the units that the rule of
/// civil disorder removes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hold;

impl Bot for Hold {
    fn movement(&self, seat: &Seat<'_>, _: &mut WorkBudget, _: &mut SeededRng) -> Sheet<Order> {
        let mut sheet = Sheet::new(seat.board);
        for (_, unit) in seat.own_units() {
            sheet.set(seat.board.province_of(unit.location), Order::Hold);
        }
        sheet
    }

    fn retreats(&self, seat: &Seat<'_>, _: &mut WorkBudget, _: &mut SeededRng) -> Sheet<RetreatOrder> {
        let mut sheet = Sheet::new(seat.board);
        for dislodged in seat.own_dislodged() {
            sheet.set(seat.board.province_of(dislodged.unit.location), RetreatOrder::Disband);
        }
        sheet
    }

    fn adjustments(
        &self,
        seat: &Seat<'_>,
        _: &mut WorkBudget,
        _: &mut SeededRng,
    ) -> Vec<(Power, AdjustmentOrder)> {
        let accounts = seat.adjustments();
        // It writes no removals: the rule of civil disorder (I2) chooses the units.
        seat.own_powers()
            .flat_map(|power| {
                let owed = usize::try_from(accounts.centres_minus_units(power)).unwrap_or(0);
                std::iter::repeat_n((power, AdjustmentOrder::Waive), owed)
            })
            .collect()
    }
}
