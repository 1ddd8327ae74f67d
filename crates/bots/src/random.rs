//! `random`: any legal order, each as likely as the next.

use rules::{Entry, Options, Order, Power, RetreatOrder, Sheet, UnitKind};

use crate::{Bot, Chance, Seat, Work};

/// Uniform over the legal orders of each unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Bot for Random {
    fn movement(&self, seat: &Seat<'_>, _: &mut Work, chance: &mut Chance) -> Sheet<Order> {
        let mut sheet = Sheet::new(seat.board);
        let mut options = Options::new(seat.board);
        options.survey(&seat.position.forces);
        for (slot, unit) in seat.own_units() {
            let choices = options.of(slot);
            if let Some(order) = choices.nth(chance.below(choices.count())) {
                sheet.set(seat.board.province_of(unit.location), order);
            }
        }
        sheet
    }

    fn retreats(&self, seat: &Seat<'_>, _: &mut Work, chance: &mut Chance) -> Sheet<RetreatOrder> {
        let mut sheet = Sheet::new(seat.board);
        for fallen in seat.own_fallen() {
            let choice = fallen.open.get(chance.below(fallen.open.len() + 1));
            let order = choice.map_or(RetreatOrder::Disband, |to| RetreatOrder::To(*to));
            sheet.set(seat.board.province_of(fallen.unit.location), order);
        }
        sheet
    }

    fn adjustments(&self, seat: &Seat<'_>, _: &mut Work, chance: &mut Chance) -> Vec<(Power, Entry)> {
        let mut entries = Vec::new();
        for power in seat.own_powers() {
            let owed = seat.accounts().owed(power);
            self.build(seat, power, owed, chance, &mut entries);
            let mut units: Vec<_> =
                seat.own_units().into_iter().filter(|(_, unit)| unit.power == power).collect();
            for _ in 0..-owed {
                let (_, unit) = units.swap_remove(chance.below(units.len()));
                entries.push((power, Entry::Remove { at: seat.board.province_of(unit.location) }));
            }
        }
        entries
    }
}

impl Random {
    fn build(
        self,
        seat: &Seat<'_>,
        power: Power,
        owed: i32,
        chance: &mut Chance,
        entries: &mut Vec<(Power, Entry)>,
    ) {
        let mut sites: Vec<_> = seat.accounts().sites(power).collect();
        for _ in 0..owed {
            // One more than the sites: a build may be waived.
            let Some(&site) = sites.get(chance.below(sites.len() + 1)) else {
                entries.push((power, Entry::Waive));
                continue;
            };
            sites.retain(|other| *other != site);
            let mut ways = Vec::new();
            for kind in UnitKind::BOTH {
                ways.extend(seat.board.places(kind, site).iter().map(|at| Entry::Build { kind, at: *at }));
            }
            if let Some(way) = chance.pick(&ways) {
                entries.push((power, way));
            }
        }
    }
}
