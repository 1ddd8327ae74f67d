//! Making a skirmish.

use rules::{Board, Forces, Order, Passage, Power, Province, Sheet, Table, Terrain, Unit, UnitKind};

use crate::{Chance, Skirmish};

/// A skirmish of 24 to 34 units, with some convoys: more than people order, fewer than they could.
pub fn dense(board: &Board, seed: u64) -> Skirmish {
    let mut chance = Chance::new(seed ^ 0x5EED_0F0A_44A7_1E55);
    let count = 24 + chance.below(11);
    muster(board, count, 18, &mut chance)
}

/// A skirmish of 24 to 34 units in which every other army would rather sail.
pub fn naval(board: &Board, seed: u64) -> Skirmish {
    let mut chance = Chance::new(seed ^ 0x0CEA_0F0A_44A7_1E55);
    let count = 24 + chance.below(11);
    muster(board, count, 50, &mut chance)
}

/// A skirmish of this many units, or as many as the board has room for.
pub fn of_size(board: &Board, count: usize, chance: &mut Chance) -> Skirmish {
    muster(board, count, 18, chance)
}

fn muster(board: &Board, count: usize, sailors: usize, chance: &mut Chance) -> Skirmish {
    let mut muster = Muster::new(board, sailors, chance);
    muster.place_units(count);
    muster.sail();
    muster.march();
    muster.help();
    muster.err();
    muster.skirmish
}

/// A skirmish being made.
struct Muster<'a> {
    board: &'a Board,
    chance: &'a mut Chance,
    skirmish: Skirmish,
    powers: usize,
    /// Of a hundred armies, how many try to sail.
    sailors: usize,
}

impl<'a> Muster<'a> {
    fn new(board: &'a Board, sailors: usize, chance: &'a mut Chance) -> Self {
        let mut table = Table::default();
        let all = board.powers().len();
        // Few powers make own units meet (rules 12 and 16); shared players make F23 matter.
        let powers = if chance.percent(40) { 2 + chance.below(3) } else { all }.min(all);
        if chance.percent(20) {
            let (one, other) = (chance.below(powers), chance.below(powers));
            table.player[one] = table.player[other];
        }
        if chance.percent(6) {
            table.set_disorder(Power::new(chance.below(powers)), true);
        }
        let skirmish = Skirmish { forces: Forces::new(board), table, orders: Sheet::new(board) };
        Self { board, chance, skirmish, powers, sailors }
    }

    /// Scattered over the board, or crowded round one province.
    fn place_units(&mut self, count: usize) {
        let board = self.board;
        let mut provinces: Vec<Province> = board.provinces().collect();
        self.chance.shuffle(&mut provinces);
        if self.chance.percent(60) {
            provinces = nearest_first(board, provinces[0]);
            // Gaps, so that there is room to move.
            let chance = &mut *self.chance;
            provinces.retain(|_| !chance.percent(22));
        }
        for province in provinces.into_iter().take(count) {
            let kind = match board.terrain(province) {
                Terrain::Inland => UnitKind::Army,
                Terrain::Water => UnitKind::Fleet,
                Terrain::Coastal if self.chance.percent(62) => UnitKind::Army,
                Terrain::Coastal => UnitKind::Fleet,
            };
            let Some(location) = self.chance.pick(board.places(kind, province)) else { continue };
            let power = Power::new(self.chance.below(self.powers));
            // The provinces differ, so nobody is in the way.
            let _ = self.skirmish.forces.place(board, Unit { kind, power, location });
        }
    }

    fn home(&self, unit: &Unit) -> Province {
        self.board.province_of(unit.location)
    }

    fn is_free(&self, province: Province) -> bool {
        self.skirmish.orders.get(province).is_none()
    }

    fn fleet_at_sea(&self, province: Province) -> bool {
        self.board.terrain(province) == Terrain::Water && self.skirmish.forces.at(province).is_some()
    }

    /// Convoys along one to four fleets, sometimes with a second route, sometimes with a gap.
    fn sail(&mut self) {
        let board = self.board;
        for unit in self.skirmish.forces.units().to_vec() {
            let from = self.home(&unit);
            if unit.kind != UnitKind::Army || !self.is_free(from) || !self.chance.percent(self.sailors) {
                continue;
            }
            for attempt in 0..2 {
                let Some(route) = self.route(from) else { break };
                let last = route[route.len() - 1];
                let there = match self.skirmish.orders.get(from) {
                    Some(Order::Move { to, .. }) => board.province_of(*to),
                    _ => {
                        let shores = self.shores(last, from);
                        match self.chance.pick(&shores) {
                            Some(shore) => shore,
                            None => break,
                        }
                    }
                };
                let passage = if self.chance.percent(30) { Passage::Convoy } else { Passage::Unstated };
                if attempt == 0 {
                    self.skirmish.orders.set(from, Order::Move { to: board.bare(there), passage });
                }
                for fleet in route {
                    if self.is_free(fleet) && self.chance.percent(94) {
                        self.skirmish.orders.set(fleet, Order::Convoy { from, to: there });
                    }
                }
                if !self.chance.percent(25) {
                    break;
                }
            }
        }
    }

    /// A walk over fleets that have no order yet.
    fn route(&mut self, from: Province) -> Option<Vec<Province>> {
        let board = self.board;
        let mut route: Vec<Province> = Vec::new();
        let mut near: Vec<Province> = board
            .places(UnitKind::Fleet, from)
            .to_vec()
            .iter()
            .flat_map(|place| board.provinces_near(UnitKind::Fleet, *place))
            .copied()
            .collect();
        loop {
            near.retain(|sea| self.fleet_at_sea(*sea) && self.is_free(*sea) && !route.contains(sea));
            let Some(sea) = self.chance.pick(&near) else { break };
            route.push(sea);
            if route.len() == 4 || !self.chance.percent(35) {
                break;
            }
            near = board.provinces_near(UnitKind::Fleet, board.bare(sea)).to_vec();
        }
        (!route.is_empty()).then_some(route)
    }

    fn shores(&self, sea: Province, from: Province) -> Vec<Province> {
        let near = self.board.provinces_near(UnitKind::Fleet, self.board.bare(sea)).iter().copied();
        near.filter(|p| self.board.terrain(*p) == Terrain::Coastal && *p != from).collect()
    }

    /// Half of the others move, mostly to where somebody is.
    fn march(&mut self) {
        for unit in self.skirmish.forces.units().to_vec() {
            let here = self.home(&unit);
            if !self.is_free(here) || !self.chance.percent(46) {
                continue;
            }
            let near = self.board.neighbours(unit.kind, unit.location);
            let Some(mut to) = self.chance.pick(near) else { continue };
            for _ in 0..2 {
                let there = self.board.province_of(to);
                if self.skirmish.forces.at(there).is_some() || !self.chance.percent(60) {
                    break;
                }
                to = self.chance.pick(near).unwrap_or(to);
            }
            self.skirmish.orders.set(here, Order::Move { to, passage: Passage::Unstated });
        }
    }

    /// The rest supports what is really ordered next to it.
    fn help(&mut self) {
        let board = self.board;
        for unit in self.skirmish.forces.units().to_vec() {
            let here = self.home(&unit);
            if !self.is_free(here) || !self.chance.percent(88) {
                continue;
            }
            let landing = self.is_landed_on(here);
            let mut choices: Vec<Order> = Vec::new();
            for &there in board.provinces_near(unit.kind, unit.location) {
                let resident = self.skirmish.forces.at(there).is_some();
                let order = self.skirmish.orders.get(there);
                let convoys = matches!(order, Some(Order::Convoy { .. }));
                // Whoever is attacked by sea likes to meddle with fleets at sea: that makes paradoxes.
                let weight: usize = if convoys && landing {
                    24
                } else if convoys || resident {
                    4
                } else {
                    2
                };
                if resident && !matches!(order, Some(Order::Move { .. })) {
                    let of = there;
                    choices.extend(std::iter::repeat_n(Order::SupportHold { of }, weight.div_ceil(4)));
                }
                for (from, order) in self.skirmish.orders.iter() {
                    if let Order::Move { to, .. } = *order
                        && board.province_of(to) == there
                        && from != here
                    {
                        choices.extend(std::iter::repeat_n(Order::SupportMove { from, to }, weight));
                    }
                }
            }
            let order = match self.chance.pick(&choices) {
                Some(order) => order,
                None => Order::Hold,
            };
            self.skirmish.orders.set(here, order);
        }
    }

    /// Whether an army comes here from afar.
    fn is_landed_on(&self, here: Province) -> bool {
        let board = self.board;
        self.skirmish.orders.iter().any(|(from, order)| match order {
            Order::Move { to, .. } if board.province_of(*to) == here => self
                .skirmish
                .forces
                .at(from)
                .is_some_and(|unit| !board.can_reach(unit.kind, unit.location, here)),
            _ => false,
        })
    }

    /// A few orders that do not fit or cannot be.
    fn err(&mut self) {
        for unit in self.skirmish.forces.units().to_vec() {
            if !self.chance.percent(3) {
                continue;
            }
            let provinces = self.board.provinces().len();
            let (from, to) = (self.chance.below(provinces), self.chance.below(provinces));
            let (from, to) = (Province::new(from), Province::new(to));
            let to_place = self.board.bare(to);
            let order = match self.chance.below(4) {
                0 => Order::Move { to: to_place, passage: Passage::Unstated },
                1 => Order::SupportMove { from, to: to_place },
                2 => Order::SupportHold { of: to },
                _ => Order::Convoy { from, to },
            };
            let here = self.home(&unit);
            self.skirmish.orders.set(here, order);
        }
    }
}

/// All provinces by their distance from one.
fn nearest_first(board: &Board, first: Province) -> Vec<Province> {
    let mut found = vec![first];
    let mut next = 0;
    while let Some(&province) = found.get(next) {
        next += 1;
        for kind in UnitKind::BOTH {
            for place in board.places(kind, province) {
                for near in board.provinces_near(kind, *place) {
                    if !found.contains(near) {
                        found.push(*near);
                    }
                }
            }
        }
    }
    found
}
