//! Generates random positions with orders that conflict.

use rules::{Board, Forces, Order, Passage, Players, Power, Province, Sheet, Terrain, Unit, UnitKind};

use crate::{RandomPosition, SeededRng};

/// A position with 24 to 34 units and some convoys: more than people order, fewer than possible.
pub fn dense_position(board: &Board, seed: u64) -> RandomPosition {
    let mut chance = SeededRng::new(seed ^ 0x5EED_0F0A_44A7_1E55);
    let count = 24 + chance.below(11);
    generate(board, count, Style::DENSE, &mut chance)
}

/// A position with 24 to 34 units in which every second army tries to go by convoy.
pub fn naval_position(board: &Board, seed: u64) -> RandomPosition {
    let mut chance = SeededRng::new(seed ^ 0x0CEA_0F0A_44A7_1E55);
    let count = 24 + chance.below(11);
    generate(board, count, Style { convoy_percent: 50, ..Style::DENSE }, &mut chance)
}

/// A position with 27 to 34 units, many fleets at sea, and as many convoys as these fleets can give.
pub fn convoy_position(board: &Board, seed: u64) -> RandomPosition {
    let mut chance = SeededRng::new(seed ^ 0xC040_0F0A_44A7_1E55);
    let count = 27 + chance.below(8);
    generate(board, count, Style::CONVOYS, &mut chance)
}

/// A position as people play it: most units are near home, and support their own power.
pub fn realistic_position(board: &Board, seed: u64) -> RandomPosition {
    let mut chance = SeededRng::new(seed ^ 0x4EA1_0F0A_44A7_1E55);
    let count = if chance.percent(12) { 22 } else { 32 + chance.below(3) };
    generate(board, count, Style::REALISTIC, &mut chance)
}

/// A position with this many units, or as many as fit on the board. They are always placed close around one
/// province, so that the density does not grow with the number of units.
pub fn position_of_size(board: &Board, count: usize, chance: &mut SeededRng) -> RandomPosition {
    generate(board, count, Style { crowded_percent: 100, ..Style::DENSE }, chance)
}

fn generate(board: &Board, count: usize, style: Style, chance: &mut SeededRng) -> RandomPosition {
    let mut builder = PositionBuilder::new(board, style, chance);
    builder.place_units(count);
    builder.order_convoys();
    builder.order_moves();
    builder.order_supports();
    builder.add_illegal_orders();
    builder.position
}

/// What positions are like.
#[derive(Clone, Copy)]
struct Style {
    /// The percentage of armies that try to go by convoy.
    convoy_percent: usize,
    /// The percentage of convoyed armies whose order says so.
    via_convoy_percent: usize,
    /// The percentage of positions in which the units are placed close around one province.
    crowded_percent: usize,
    /// The percentage of the remaining units that move.
    move_percent: usize,
    /// The percentage of units with an order that makes no sense.
    illegal_percent: usize,
    habits: Habits,
}

/// How units are placed and what they prefer to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habits {
    /// Powers are mixed. Units attack each other, and support anybody.
    Melee,
    /// The same, and most units are at sea or on a coast.
    MeleeAtSea,
    /// Units are near the home of their power. They attack other powers, and support their own.
    HomeAndOwn,
}

impl Style {
    const DENSE: Self = Self {
        convoy_percent: 18,
        via_convoy_percent: 30,
        crowded_percent: 60,
        move_percent: 46,
        illegal_percent: 3,
        habits: Habits::Melee,
    };
    const CONVOYS: Self = Self {
        convoy_percent: 85,
        via_convoy_percent: 65,
        crowded_percent: 80,
        move_percent: 56,
        illegal_percent: 8,
        habits: Habits::MeleeAtSea,
    };
    const REALISTIC: Self = Self {
        convoy_percent: 9,
        crowded_percent: 0,
        move_percent: 58,
        illegal_percent: 1,
        habits: Habits::HomeAndOwn,
        ..Self::DENSE
    };
}

/// A position that is being generated.
struct PositionBuilder<'a> {
    board: &'a Board,
    chance: &'a mut SeededRng,
    position: RandomPosition,
    powers: usize,
    style: Style,
}

impl<'a> PositionBuilder<'a> {
    fn new(board: &'a Board, style: Style, chance: &'a mut SeededRng) -> Self {
        let mut table = Players::default();
        let all = board.powers().len();
        let mut powers = all;
        if style.habits != Habits::HomeAndOwn {
            // With few powers, units of the same power meet (rules 12 and 16). With shared players, F23
            // matters.
            powers = if chance.percent(40) { 2 + chance.below(3) } else { all }.min(all);
            if chance.percent(20) {
                let (one, other) = (chance.below(powers), chance.below(powers));
                table.by_power[one] = table.by_power[other];
            }
            if chance.percent(6) {
                table.set_disorder(Power::new(chance.below(powers)), true);
            }
        }
        let position =
            RandomPosition { forces: Forces::new(board), players: table, orders: Sheet::new(board) };
        Self { board, chance, position, powers, style }
    }

    /// Places the units anywhere on the board, or close around one province.
    fn place_units(&mut self, count: usize) {
        let board = self.board;
        let mut provinces: Vec<Province> = board.provinces().collect();
        self.chance.shuffle(&mut provinces);
        if self.chance.percent(self.style.crowded_percent) {
            provinces = nearest_first(board, provinces[0]);
            // Gaps, so that there is room to move.
            let chance = &mut *self.chance;
            provinces.retain(|_| !chance.percent(22));
        }
        if self.style.habits == Habits::MeleeAtSea {
            // The water and the coasts first; the rest only if there is room.
            let chance = &mut *self.chance;
            provinces.sort_by_cached_key(|province| match board.terrain(*province) {
                Terrain::Water => chance.below(6) / 5,
                Terrain::Coastal => chance.below(2),
                Terrain::Inland => 1 + chance.below(2),
            });
        }
        for province in provinces.into_iter().take(count) {
            let kind = match board.terrain(province) {
                Terrain::Inland => UnitKind::Army,
                Terrain::Water => UnitKind::Fleet,
                Terrain::Coastal if self.chance.percent(62) => UnitKind::Army,
                Terrain::Coastal => UnitKind::Fleet,
            };
            let Some(location) = self.chance.pick(board.locations_for(kind, province)) else { continue };
            let power = self.power_of_unit(province);
            // Cannot fail: all provinces are different.
            let _ = self.position.forces.place(board, Unit { kind, power, location });
        }
    }

    fn power_of_unit(&mut self, province: Province) -> Power {
        let any = Power::new(self.chance.below(self.powers));
        if self.style.habits != Habits::HomeAndOwn || self.chance.percent(45) {
            return any;
        }
        nearest_home(self.board, province).unwrap_or(any)
    }

    fn province_of(&self, unit: &Unit) -> Province {
        self.board.province_of(unit.location)
    }

    fn is_free(&self, province: Province) -> bool {
        self.position.orders.get(province).is_none()
    }

    fn fleet_at_sea(&self, province: Province) -> bool {
        self.board.terrain(province) == Terrain::Water && self.position.forces.at(province).is_some()
    }

    /// Orders convoys of one to four fleets, sometimes with a second route, sometimes with a missing fleet.
    fn order_convoys(&mut self) {
        let board = self.board;
        for unit in self.position.forces.units().to_vec() {
            let from = self.province_of(&unit);
            if unit.kind != UnitKind::Army
                || !self.is_free(from)
                || !self.chance.percent(self.style.convoy_percent)
            {
                continue;
            }
            for attempt in 0..2 {
                let Some(route) = self.route(from) else { break };
                let last = route[route.len() - 1];
                let there = match self.position.orders.get(from) {
                    Some(Order::Move { to, .. }) => board.province_of(*to),
                    _ => {
                        let shores = self.shores(last, from);
                        match self.chance.pick(&shores) {
                            Some(shore) => shore,
                            None => break,
                        }
                    }
                };
                let passage = if self.chance.percent(self.style.via_convoy_percent) {
                    Passage::Convoy
                } else {
                    Passage::Unstated
                };
                if attempt == 0 {
                    self.position.orders.set(from, Order::Move { to: board.coastless(there), passage });
                }
                for fleet in route {
                    if self.is_free(fleet) && self.chance.percent(94) {
                        self.position.orders.set(fleet, Order::Convoy { from, to: there });
                    }
                }
                if !self.chance.percent(25) {
                    break;
                }
            }
        }
    }

    /// A random chain of fleets that have no order yet.
    fn route(&mut self, from: Province) -> Option<Vec<Province>> {
        let board = self.board;
        let mut route: Vec<Province> = Vec::new();
        let mut near: Vec<Province> = board
            .locations_for(UnitKind::Fleet, from)
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
            near = board.provinces_near(UnitKind::Fleet, board.coastless(sea)).to_vec();
        }
        (!route.is_empty()).then_some(route)
    }

    fn shores(&self, sea: Province, from: Province) -> Vec<Province> {
        let near = self.board.provinces_near(UnitKind::Fleet, self.board.coastless(sea)).iter().copied();
        near.filter(|p| self.board.terrain(*p) == Terrain::Coastal && *p != from).collect()
    }

    /// About half of the other units move, mostly where they prefer to go.
    fn order_moves(&mut self) {
        for unit in self.position.forces.units().to_vec() {
            let here = self.province_of(&unit);
            if !self.is_free(here) || !self.chance.percent(self.style.move_percent) {
                continue;
            }
            let near = self.board.neighbours(unit.kind, unit.location);
            let Some(mut to) = self.chance.pick(near) else { continue };
            for _ in 0..2 {
                let there = self.board.province_of(to);
                let reluctance = self.reluctance(&unit, there);
                if reluctance == 0 || !self.chance.percent(reluctance) {
                    break;
                }
                to = self.chance.pick(near).unwrap_or(to);
            }
            self.position.orders.set(here, Order::Move { to, passage: Passage::Unstated });
        }
    }

    /// How likely a unit is to look for another destination, in percent.
    fn reluctance(&self, unit: &Unit, there: Province) -> usize {
        let resident = self.position.forces.at(there);
        match (self.style.habits, resident) {
            (Habits::Melee | Habits::MeleeAtSea, Some(_)) => 0,
            (Habits::Melee | Habits::MeleeAtSea, None) => 60,
            (Habits::HomeAndOwn, Some(resident)) if resident.power == unit.power => 60,
            (Habits::HomeAndOwn, Some(_)) => 0,
            (Habits::HomeAndOwn, None) => 95,
        }
    }

    /// Most of the rest support a unit that is really ordered to move or stay in an adjacent province.
    fn order_supports(&mut self) {
        let board = self.board;
        for unit in self.position.forces.units().to_vec() {
            let here = self.province_of(&unit);
            if !self.is_free(here) || !self.chance.percent(88) {
                continue;
            }
            let attacked_by_sea = self.is_attacked_by_sea(here);
            let mut choices: Vec<Order> = Vec::new();
            for &there in board.provinces_near(unit.kind, unit.location) {
                let resident = self.position.forces.at(there).is_some();
                let order = self.position.orders.get(there);
                let convoys = matches!(order, Some(Order::Convoy { .. }));
                // A unit that is attacked by sea prefers supports against convoying fleets: this makes
                // paradoxes.
                let melee = self.style.habits != Habits::HomeAndOwn;
                let weight: usize = if convoys && attacked_by_sea && melee {
                    24
                } else if convoys || resident {
                    4
                } else {
                    2
                };
                if resident && !matches!(order, Some(Order::Move { .. })) {
                    let of = there;
                    let weight = weight.div_ceil(4) * self.loyalty(&unit, of);
                    choices.extend(std::iter::repeat_n(Order::SupportHold { of }, weight));
                }
                for (from, order) in self.position.orders.iter() {
                    if let Order::Move { to, .. } = *order
                        && board.province_of(to) == there
                        && from != here
                    {
                        let weight = weight * self.loyalty(&unit, from);
                        choices.extend(std::iter::repeat_n(Order::SupportMove { from, to }, weight));
                    }
                }
            }
            let order = match self.chance.pick(&choices) {
                Some(order) => order,
                None => Order::Hold,
            };
            self.position.orders.set(here, order);
        }
    }

    /// How much more a unit likes to support a unit of its own power.
    fn loyalty(&self, unit: &Unit, helped: Province) -> usize {
        let own = self.position.forces.at(helped).is_some_and(|helped| helped.power == unit.power);
        if own && self.style.habits == Habits::HomeAndOwn { 20 } else { 1 }
    }

    /// Whether an army is ordered to come here by sea.
    fn is_attacked_by_sea(&self, here: Province) -> bool {
        let board = self.board;
        self.position.orders.iter().any(|(from, order)| {
            let unit = self.position.forces.at(from);
            matches!(order, Order::Move { to, .. } if board.province_of(*to) == here)
                && unit.is_some_and(|unit| !board.can_reach(unit.kind, unit.location, here))
        })
    }

    /// Adds a few orders that are illegal or do not match.
    fn add_illegal_orders(&mut self) {
        for unit in self.position.forces.units().to_vec() {
            if !self.chance.percent(self.style.illegal_percent) {
                continue;
            }
            let provinces = self.board.provinces().len();
            let (from, to) = (self.chance.below(provinces), self.chance.below(provinces));
            let (from, to) = (Province::new(from), Province::new(to));
            let to_place = self.board.coastless(to);
            let order = match self.chance.below(4) {
                0 => Order::Move { to: to_place, passage: Passage::Unstated },
                1 => Order::SupportMove { from, to: to_place },
                2 => Order::SupportHold { of: to },
                _ => Order::Convoy { from, to },
            };
            let here = self.province_of(&unit);
            self.position.orders.set(here, order);
        }
    }
}

/// All provinces, sorted by their distance from one province.
fn nearest_first(board: &Board, first: Province) -> Vec<Province> {
    let mut found = vec![first];
    let mut next = 0;
    while let Some(&province) = found.get(next) {
        next += 1;
        add_neighbours(board, province, &mut found);
    }
    found
}

/// The power whose home centre is nearest.
fn nearest_home(board: &Board, first: Province) -> Option<Power> {
    let mut found = vec![first];
    let mut next = 0;
    while let Some(&province) = found.get(next) {
        if let Some(power) = board.home_of(province) {
            return Some(power);
        }
        next += 1;
        add_neighbours(board, province, &mut found);
    }
    None
}

fn add_neighbours(board: &Board, province: Province, found: &mut Vec<Province>) {
    for kind in UnitKind::BOTH {
        for place in board.locations_for(kind, province) {
            for near in board.provinces_near(kind, *place) {
                if !found.contains(near) {
                    found.push(*near);
                }
            }
        }
    }
}
