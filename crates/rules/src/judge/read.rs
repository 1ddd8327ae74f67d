//! Reading the orders: what is legal, what matches what.

use super::{Case, Deed, Desk, OPEN, SLOTS};
use crate::bits::Bits;
use crate::board::Seas;
use crate::{Location, Order, Passage, Province, Terrain, UnitKind};

impl<const W: usize> Desk<W> {
    pub(super) fn read(&mut self, case: &Case<'_>) {
        self.clear_away();
        self.seat_units(case);
        self.read_moves(case);
        self.read_help(case);
    }

    fn clear_away(&mut self) {
        for province in self.vacant.drain(..) {
            self.vacant_field[province.index()] = 0;
        }
        self.of_power = [Bits::EMPTY; crate::Power::MOST];
        self.fleets = Seas::EMPTY;
        self.movers = Bits::EMPTY;
        self.helpers = Bits::EMPTY;
        self.matched = Bits::EMPTY;
        self.given = Bits::EMPTY;
        self.carried = Bits::EMPTY;
        self.via = Bits::EMPTY;
        self.distant = Bits::EMPTY;
        self.intent = Bits::EMPTY;
        self.at_sea = Bits::EMPTY;
        self.stranded = Bits::EMPTY;
        self.voyages.clear();
    }

    fn seat_units(&mut self, case: &Case<'_>) {
        let board = case.board;
        self.count = case.forces.units().len().min(SLOTS);
        for (slot, &unit) in case.forces.units().iter().enumerate().take(SLOTS) {
            let province = board.province_of(unit.location);
            self.unit[slot] = unit;
            self.province[slot] = province;
            self.supporters[slot] = Bits::EMPTY;
            self.attackers[slot] = Bits::EMPTY;
            self.winner[slot] = OPEN;
            self.of_power[unit.power.index()].insert(slot);
            if unit.kind == UnitKind::Fleet && board.terrain(province) == Terrain::Water {
                self.fleets.insert(board.water_number(province));
            }
        }
    }

    fn read_moves(&mut self, case: &Case<'_>) {
        let legality = case.legality(self.fleets);
        for slot in 0..self.count {
            let unit = self.unit[slot];
            let order = case.orders.get(self.province[slot]);
            self.deed[slot] = match order {
                _ if case.table.in_disorder(unit.power) => Deed::NoOrder,
                None => Deed::NoOrder,
                Some(Order::Hold) => Deed::Hold,
                Some(&Order::Move { to, passage }) => match legality.destination(&unit, to, passage) {
                    Ok(to) => {
                        self.set_out(case, slot, to, passage);
                        Deed::Move
                    }
                    Err(illegality) => Deed::Void(illegality),
                },
                Some(Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. }) => {
                    self.helpers.insert(slot);
                    Deed::Hold
                }
            };
        }
    }

    fn set_out(&mut self, case: &Case<'_>, slot: usize, to: Location, passage: Passage) {
        let unit = &self.unit[slot];
        let there = case.board.province_of(to);
        if unit.kind == UnitKind::Army {
            if !case.board.can_reach(UnitKind::Army, unit.location, there) {
                self.distant.insert(slot);
            }
            if passage == Passage::Convoy {
                self.via.insert(slot);
            }
        }
        self.movers.insert(slot);
        self.to[slot] = to;
        let field = self.field_of(case, there);
        self.field[slot] = field as u8;
        self.attackers[field].insert(slot);
    }

    /// The battlefield of a province; made if nobody stands there and nobody went there yet.
    fn field_of(&mut self, case: &Case<'_>, province: Province) -> usize {
        if let Some(slot) = case.forces.slot(province) {
            return slot;
        }
        let field = self.vacant_field[province.index()];
        if field != 0 {
            return usize::from(field);
        }
        let field = self.count + self.vacant.len();
        self.vacant.push(province);
        self.vacant_field[province.index()] = field as u8;
        self.attackers[field] = Bits::EMPTY;
        self.winner[field] = OPEN;
        field
    }

    /// Where a province's battlefield is, if anybody stands there or goes there.
    pub(super) fn known_field(&self, case: &Case<'_>, province: Province) -> Option<usize> {
        case.forces.slot(province).or_else(|| {
            let field = self.vacant_field[province.index()];
            (field != 0).then_some(usize::from(field))
        })
    }

    /// Supports and convoys, now that every move is known.
    fn read_help(&mut self, case: &Case<'_>) {
        let legality = case.legality(self.fleets);
        for slot in self.helpers {
            let unit = self.unit[slot];
            let checked = match case.orders.get(self.province[slot]) {
                Some(&Order::SupportHold { of }) => legality.support_in_place(&unit, of).map(|()| {
                    self.support_in_place(case, slot, of);
                    Deed::SupportHold
                }),
                Some(&Order::SupportMove { from, to }) => {
                    legality.support_of_move(&unit, from, to).map(|()| {
                        self.support_move(case, slot, from, to);
                        Deed::SupportMove
                    })
                }
                Some(&Order::Convoy { from, to }) => legality.convoy(&unit, from, to).map(|()| {
                    self.convoy(case, slot, from, to);
                    Deed::Convoy
                }),
                Some(Order::Hold | Order::Move { .. }) | None => Ok(Deed::Hold),
            };
            self.deed[slot] = checked.unwrap_or_else(Deed::Void);
        }
    }

    /// A unit ordered to move gets no support to hold, even if its move fails (E10a).
    fn support_in_place(&mut self, case: &Case<'_>, slot: usize, of: Province) {
        let helped = case.forces.slot(of).unwrap_or(slot);
        self.helped[slot] = helped as u8;
        self.field[slot] = helped as u8;
        if !self.movers.contains(helped) {
            self.match_up(slot, helped);
        }
    }

    /// A support must match the move that is made (rule 9), a named coast included (4.B.4).
    fn support_move(&mut self, case: &Case<'_>, slot: usize, from: Province, to: Location) {
        let board = case.board;
        let helped = case.forces.slot(from).unwrap_or(slot);
        self.helped[slot] = helped as u8;
        if !self.movers.contains(helped) {
            return;
        }
        let there = board.province_of(to);
        let coast_fits =
            to == self.to[helped] || to == board.bare(there) || self.unit[helped].kind == UnitKind::Army;
        if coast_fits && board.province_of(self.to[helped]) == there {
            self.field[slot] = self.field[helped];
            self.match_up(slot, helped);
        }
    }

    fn match_up(&mut self, slot: usize, helped: usize) {
        self.matched.insert(slot);
        self.supporters[helped].insert(slot);
    }

    fn convoy(&mut self, case: &Case<'_>, slot: usize, from: Province, to: Province) {
        let board = case.board;
        let army = case.forces.slot(from).unwrap_or(slot);
        self.helped[slot] = army as u8;
        if !self.movers.contains(army) || board.province_of(self.to[army]) != to {
            return;
        }
        if !self.carried.contains(army) {
            self.carried.insert(army);
            self.carriers[army] = Seas::EMPTY;
        }
        self.carriers[army].insert(board.water_number(self.province[slot]));
        if case.table.same_player(self.power(slot), self.power(army)) {
            self.intent.insert(army);
        }
    }
}
