//! The bot `random`: a random legal order for each unit, all with the same probability.

use rules::{AdjustmentOrder, Options, Order, Power, RetreatOrder, Sheet, UnitKind};

use crate::{Bot, Seat, SeededRng, WorkBudget};

/// Uniform over the legal orders of each unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Bot for Random {
    fn movement(&self, seat: &Seat<'_>, _: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<Order> {
        let mut sheet = Sheet::new(seat.board);
        let mut options = Options::new(seat.board);
        options.compute(&seat.position.forces);
        for (slot, unit) in seat.own_units() {
            let choices = options.of(slot);
            if let Some(order) = choices.nth(chance.below(choices.count())) {
                sheet.set(seat.board.province_of(unit.location), order);
            }
        }
        sheet
    }

    fn retreats(&self, seat: &Seat<'_>, _: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<RetreatOrder> {
        let mut sheet = Sheet::new(seat.board);
        for dislodged in seat.own_dislodged() {
            let choice = dislodged.open_retreats.get(chance.below(dislodged.open_retreats.len() + 1));
            let order = choice.map_or(RetreatOrder::Disband, |to| RetreatOrder::To(*to));
            sheet.set(seat.board.province_of(dislodged.unit.location), order);
        }
        sheet
    }

    fn adjustments(
        &self,
        seat: &Seat<'_>,
        _: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Vec<(Power, AdjustmentOrder)> {
        let mut entries = Vec::new();
        for power in seat.own_powers() {
            let owed = seat.adjustments().centres_minus_units(power);
            self.build(seat, power, owed, chance, &mut entries);
            let mut units: Vec<_> =
                seat.own_units().into_iter().filter(|(_, unit)| unit.power == power).collect();
            for _ in 0..-owed {
                let (_, unit) = units.swap_remove(chance.below(units.len()));
                entries.push((power, AdjustmentOrder::Remove { at: seat.board.province_of(unit.location) }));
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
        chance: &mut SeededRng,
        entries: &mut Vec<(Power, AdjustmentOrder)>,
    ) {
        let mut sites: Vec<_> = seat.adjustments().build_sites(power).collect();
        for _ in 0..owed {
            // One number more than there are sites: it waives the build.
            let Some(&site) = sites.get(chance.below(sites.len() + 1)) else {
                entries.push((power, AdjustmentOrder::Waive));
                continue;
            };
            sites.retain(|other| *other != site);
            let mut ways = Vec::new();
            for kind in UnitKind::BOTH {
                ways.extend(
                    seat.board
                        .locations_for(kind, site)
                        .iter()
                        .map(|at| AdjustmentOrder::Build { kind, at: *at }),
                );
            }
            if let Some(way) = chance.pick(&ways) {
                entries.push((power, way));
            }
        }
    }
}
