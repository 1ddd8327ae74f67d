//! The units on the board and where they are.

use crate::bits::{Bits, Wide};
use crate::board::Seas;
use crate::{Board, Location, Power, Province, Terrain};

/// Army or fleet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    /// Moves over land, and over sea by convoy.
    Army,
    /// Moves over sea and along coasts.
    Fleet,
}

crate::keyed!(UnitKind { Army = "army", Fleet = "fleet" });

/// A unit on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    /// Army or fleet.
    pub kind: UnitKind,
    /// The power that it belongs to.
    pub power: Power,
    /// Where it is.
    pub location: Location,
}

/// The units on a board, at most one per province (B2).
#[derive(Clone, Debug)]
pub struct Forces {
    units: Vec<Unit>,
    /// The province of each unit.
    provinces: Vec<Province>,
    /// By province: the index of its unit in `units` (the slot), or [`NOBODY`].
    slots: Vec<u8>,
    /// The units of each power.
    of_power: Vec<Bits<Wide>>,
    /// The waters where fleets are.
    fleets: Seas,
}

/// The slot of no unit.
pub(crate) const NOBODY: u8 = u8::MAX;

/// Error: why a unit cannot be placed on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacementError {
    /// An army at sea, a fleet inland, or a fleet without a named coast where there are several.
    WrongLocation,
    /// There is a unit in the province.
    Occupied,
    /// There are [`Forces::MAX_UNITS`] units already.
    TooManyUnits,
}

/// A dislodged unit and its open retreats (G1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dislodged {
    /// The unit. Its location is the one that it was dislodged from.
    pub unit: Unit,
    /// The open retreats: the locations that it may retreat to, in board order.
    pub open_retreats: Vec<Location>,
}

/// Which player has which power, and which powers are in civil disorder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Players {
    /// By power: the number of its player. Only convoys depend on players: the fleets of a player's other
    /// powers count as own fleets (F23). All other rules are between powers.
    pub by_power: [u8; Power::MAX_POWERS],
    /// One bit per power: it is in civil disorder or not played (I1, K1).
    disorder: u32,
    /// One bit per power: nobody plays it (K1). The judge treats it like a power in disorder.
    unplayed: u32,
}

impl UnitKind {
    /// Both kinds.
    pub const BOTH: [Self; 2] = [Self::Army, Self::Fleet];

    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Default for Players {
    /// Each power has its own player, and no power is in civil disorder.
    fn default() -> Self {
        Self { by_power: std::array::from_fn(|i| i as u8), disorder: 0, unplayed: 0 }
    }
}

impl Players {
    /// Sets whether a power, which somebody plays, is in civil disorder.
    pub fn set_disorder(&mut self, power: Power, yes: bool) {
        if yes {
            self.disorder |= 1 << power.index();
        } else {
            self.disorder &= !(1 << power.index());
        }
        self.unplayed &= !(1 << power.index());
    }

    /// Nobody plays this power: it gives no orders, like a power in civil disorder (K1).
    pub fn set_unplayed(&mut self, power: Power) {
        self.disorder |= 1 << power.index();
        self.unplayed |= 1 << power.index();
    }

    /// Whether nobody plays a power (K1).
    pub const fn is_unplayed(&self, power: Power) -> bool {
        self.unplayed >> power.index() & 1 != 0
    }

    /// Whether a power is in civil disorder, or nobody plays it.
    #[inline]
    pub const fn in_disorder(&self, power: Power) -> bool {
        self.disorder >> power.index() & 1 != 0
    }

    #[inline]
    pub(crate) const fn any_disorder(&self) -> bool {
        self.disorder != 0
    }

    /// Whether two powers have the same player.
    #[inline]
    pub fn same_player(&self, one: Power, other: Power) -> bool {
        self.by_power[one.index()] == self.by_power[other.index()]
    }
}

impl Forces {
    /// The largest number of units; the largest public variants have fewer. It is one less than the 128 bits
    /// of two words: then the numbers of twice as many battlefields and the slot of nobody fit in a byte.
    pub const MAX_UNITS: usize = 127;

    /// No units.
    pub fn new(board: &Board) -> Self {
        Self {
            units: Vec::new(),
            provinces: Vec::new(),
            slots: vec![NOBODY; board.provinces().len()],
            of_power: vec![Bits::EMPTY; board.powers().len()],
            fleets: Seas::EMPTY,
        }
    }

    /// The starting units of the board.
    pub fn starting(board: &Board) -> Self {
        let mut forces = Self::new(board);
        for &unit in board.starting_units() {
            forces.place(board, unit).expect("the starting units of a board are checked");
        }
        forces
    }

    /// Places a unit.
    #[inline]
    pub fn place(&mut self, board: &Board, unit: Unit) -> Result<(), PlacementError> {
        if !board.can_stand(unit.kind, unit.location) {
            return Err(PlacementError::WrongLocation);
        }
        if self.units.len() == Self::MAX_UNITS {
            return Err(PlacementError::TooManyUnits);
        }
        if self.slots[board.province_of(unit.location).index()] != NOBODY {
            return Err(PlacementError::Occupied);
        }
        self.record_unit(board, self.units.len(), &unit);
        self.units.push(unit);
        Ok(())
    }

    /// Removes and returns the unit in a province.
    pub fn remove(&mut self, board: &Board, province: Province) -> Option<Unit> {
        let slot = self.slot(province)?;
        let last = self.units.len() - 1;
        let unit = self.units.swap_remove(slot);
        self.provinces.swap_remove(slot);
        self.slots[province.index()] = NOBODY;
        self.of_power[unit.power.index()].remove(slot);
        if let Some(moved) = self.units.get(slot) {
            self.slots[self.provinces[slot].index()] = slot as u8;
            self.of_power[moved.power.index()].remove(last);
            self.of_power[moved.power.index()].insert(slot);
        }
        if board.terrain(province) == Terrain::Water {
            self.fleets.remove(board.water_number(province));
        }
        Some(unit)
    }

    /// Moves every unit to its location in the verdict and removes dislodged units from the board.
    pub(crate) fn apply_verdict(&mut self, board: &Board, verdict: &crate::Verdict) {
        for province in &self.provinces {
            self.slots[province.index()] = NOBODY;
        }
        self.of_power.fill(Bits::EMPTY);
        self.fleets = Seas::EMPTY;
        self.provinces.clear();
        let count = self.units.len();
        let mut before = std::mem::take(&mut self.units);
        // In place: the slot that is read is never behind the slot that is written.
        let mut kept = 0;
        for slot in 0..count {
            if verdict.rulings()[slot].dislodged_from.is_none() {
                before[kept] = Unit { location: verdict.locations_after()[slot], ..before[slot] };
                kept += 1;
            }
        }
        before.truncate(kept);
        for (slot, unit) in before.iter().enumerate() {
            self.record_unit(board, slot, unit);
        }
        self.units = before;
    }

    /// Records the unit at `slot` in the tables by province and by power.
    #[inline]
    fn record_unit(&mut self, board: &Board, slot: usize, unit: &Unit) {
        let province = board.province_of(unit.location);
        self.slots[province.index()] = slot as u8;
        self.of_power[unit.power.index()].insert(slot);
        let lay = board.hot_facts(province);
        let at_sea = (unit.kind == UnitKind::Fleet) & (lay.terrain == Terrain::Water);
        self.fleets.insert_if(usize::from(lay.water_number), at_sea);
        self.provinces.push(province);
    }

    /// Removes all units.
    pub fn clear(&mut self) {
        self.units.clear();
        self.provinces.clear();
        self.slots.fill(NOBODY);
        self.of_power.fill(Bits::EMPTY);
        self.fleets = Seas::EMPTY;
    }

    /// The province of each unit.
    #[inline]
    pub(crate) fn provinces(&self) -> &[Province] {
        &self.provinces
    }

    /// The units of each power.
    #[inline]
    pub(crate) fn of_power(&self) -> &[Bits<Wide>] {
        &self.of_power
    }

    /// The waters where fleets are.
    #[inline]
    pub(crate) fn fleets(&self) -> Seas {
        self.fleets
    }

    /// All units, in no particular order.
    #[inline]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The unit in a province.
    #[inline]
    pub fn at(&self, province: Province) -> Option<&Unit> {
        self.units.get(self.slot(province)?)
    }

    /// The number of units of a power.
    pub fn count(&self, power: Power) -> usize {
        self.of_power[power.index()].count() as usize
    }

    /// By province: the slot of its unit, or [`NOBODY`].
    pub(crate) fn slots(&self) -> &[u8] {
        &self.slots
    }

    /// The slot of the unit in a province: its index in [`units`](Self::units).
    #[inline]
    pub fn slot(&self, province: Province) -> Option<usize> {
        let slot = self.slots[province.index()];
        (slot != NOBODY).then_some(slot as usize)
    }
}
