//! `hold`: stands still. The measure of what playing at all is worth.

use rules::{Entry, Order, Power, RetreatOrder, Sheet};

use crate::{Bot, Chance, Seat, Work};

/// Holds everywhere, disbands what is dislodged, builds nothing and removes what civil disorder
/// would take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hold;

impl Bot for Hold {
    fn movement(&self, seat: &Seat<'_>, _: &mut Work, _: &mut Chance) -> Sheet<Order> {
        let mut sheet = Sheet::new(seat.board);
        for (_, unit) in seat.own_units() {
            sheet.set(seat.board.province_of(unit.location), Order::Hold);
        }
        sheet
    }

    fn retreats(&self, seat: &Seat<'_>, _: &mut Work, _: &mut Chance) -> Sheet<RetreatOrder> {
        let mut sheet = Sheet::new(seat.board);
        for fallen in seat.own_fallen() {
            sheet.set(seat.board.province_of(fallen.unit.location), RetreatOrder::Disband);
        }
        sheet
    }

    fn adjustments(&self, seat: &Seat<'_>, _: &mut Work, _: &mut Chance) -> Vec<(Power, Entry)> {
        let accounts = seat.accounts();
        // Removals are left to the rule of civil disorder (I2), which says who goes.
        seat.own_powers()
            .flat_map(|power| {
                let owed = usize::try_from(accounts.owed(power)).unwrap_or(0);
                std::iter::repeat_n((power, Entry::Waive), owed)
            })
            .collect()
    }
}
