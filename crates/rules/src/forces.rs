//! Who stands where.

use crate::bits::{Bits, Wide};
use crate::board::Seas;
use crate::{Board, Location, Power, Province, Terrain};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    Army,
    Fleet,
}

crate::keyed!(UnitKind { Army = "army", Fleet = "fleet" });

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit {
    pub kind: UnitKind,
    pub power: Power,
    pub location: Location,
}

/// The units on a board, at most one a province (B2).
#[derive(Clone, Debug)]
pub struct Forces {
    units: Vec<Unit>,
    /// The province of each unit.
    provinces: Vec<Province>,
    /// By province: the unit's place in `units`, or [`NOBODY`].
    slots: Vec<u8>,
    /// The units of each power.
    of_power: Vec<Bits<Wide>>,
    /// The waters where fleets are.
    fleets: Seas,
}

pub(crate) const NOBODY: u8 = u8::MAX;

/// Why a unit cannot be put on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CannotStand {
    /// An army at sea, a fleet inland, a fleet without its coast.
    WrongPlace,
    Occupied,
    /// More than [`Forces::MOST`] units.
    TooMany,
}

/// A unit that lost its province, with what the retreat depends on (G1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dislodged {
    pub unit: Unit,
    /// The places that it may retreat to, in board order.
    pub open: Vec<Location>,
}

/// What a position says about the people behind the powers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// By power: the number of the player who has it. Powers of one player convoy for each
    /// other (F23); everything else is between powers.
    pub player: [u8; Power::MOST],
    /// One bit a power: it is in civil disorder or not played (I1, K1).
    disorder: u32,
}

impl UnitKind {
    pub const BOTH: [Self; 2] = [Self::Army, Self::Fleet];

    #[inline]
    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Default for Table {
    /// Each power has its own player and nobody is away.
    fn default() -> Self {
        Self { player: std::array::from_fn(|i| i as u8), disorder: 0 }
    }
}

impl Table {
    pub fn set_disorder(&mut self, power: Power, yes: bool) {
        if yes {
            self.disorder |= 1 << power.index();
        } else {
            self.disorder &= !(1 << power.index());
        }
    }

    #[inline]
    pub const fn in_disorder(&self, power: Power) -> bool {
        self.disorder >> power.index() & 1 != 0
    }

    #[inline]
    pub(crate) const fn any_disorder(&self) -> bool {
        self.disorder != 0
    }

    #[inline]
    pub fn same_player(&self, one: Power, other: Power) -> bool {
        self.player[one.index()] == self.player[other.index()]
    }
}

impl Forces {
    /// How many units the judge can keep apart; the largest public variants stay below. One less than
    /// two words have bits, so that twice as many battlefields fit in a byte beside [`NOBODY`].
    pub const MOST: usize = 127;

    /// An empty board.
    pub fn new(board: &Board) -> Self {
        Self {
            units: Vec::new(),
            provinces: Vec::new(),
            slots: vec![NOBODY; board.provinces().len()],
            of_power: vec![Bits::EMPTY; board.powers().len()],
            fleets: Seas::EMPTY,
        }
    }

    /// The set-up of the board.
    pub fn starting(board: &Board) -> Self {
        let mut forces = Self::new(board);
        for &unit in board.start() {
            forces.place(board, unit).expect("a board's start is checked");
        }
        forces
    }

    pub fn place(&mut self, board: &Board, unit: Unit) -> Result<(), CannotStand> {
        if !board.can_stand(unit.kind, unit.location) {
            return Err(CannotStand::WrongPlace);
        }
        if self.units.len() == Self::MOST {
            return Err(CannotStand::TooMany);
        }
        if self.slots[board.province_of(unit.location).index()] != NOBODY {
            return Err(CannotStand::Occupied);
        }
        self.note(board, self.units.len(), &unit);
        self.units.push(unit);
        Ok(())
    }

    /// Takes the unit out of a province.
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

    /// Moves every unit to where a verdict put it and takes the dislodged off the board.
    pub(crate) fn redeploy(&mut self, board: &Board, verdict: &crate::Verdict) {
        for province in &self.provinces {
            self.slots[province.index()] = NOBODY;
        }
        self.of_power.fill(Bits::EMPTY);
        self.fleets = Seas::EMPTY;
        self.provinces.clear();
        let count = self.units.len();
        let mut before = std::mem::take(&mut self.units);
        // The units are put back into their own buffer: what is read is always ahead of what is written.
        let mut kept = 0;
        for slot in 0..count {
            if verdict.rulings()[slot].dislodged_from.is_none() {
                before[kept] = Unit { location: verdict.stands()[slot], ..before[slot] };
                kept += 1;
            }
        }
        before.truncate(kept);
        for (slot, unit) in before.iter().enumerate() {
            self.note(board, slot, unit);
        }
        self.units = before;
    }

    /// Notes where the unit at `slot` stands.
    #[inline]
    fn note(&mut self, board: &Board, slot: usize, unit: &Unit) {
        let province = board.province_of(unit.location);
        self.slots[province.index()] = slot as u8;
        self.of_power[unit.power.index()].insert(slot);
        let lay = board.lay(province);
        let at_sea = (unit.kind == UnitKind::Fleet) & (lay.terrain == Terrain::Water);
        self.fleets.insert_if(usize::from(lay.water_number), at_sea);
        self.provinces.push(province);
    }

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

    #[inline]
    pub fn at(&self, province: Province) -> Option<&Unit> {
        self.units.get(self.slot(province)?)
    }

    pub fn count(&self, power: Power) -> usize {
        self.of_power[power.index()].count() as usize
    }

    /// By province: the unit's number, or [`NOBODY`].
    pub(crate) fn slots(&self) -> &[u8] {
        &self.slots
    }

    /// The unit's number in [`units`](Self::units).
    #[inline]
    pub fn slot(&self, province: Province) -> Option<usize> {
        let slot = self.slots[province.index()];
        (slot != NOBODY).then_some(slot as usize)
    }
}
