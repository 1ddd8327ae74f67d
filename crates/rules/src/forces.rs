//! Who stands where.

use crate::{Board, Location, Power, Province};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnitKind {
    Army,
    Fleet,
}

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
    /// By province: the unit's place in `units`, or [`NOBODY`].
    slots: Vec<u8>,
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
    pub fn same_player(&self, one: Power, other: Power) -> bool {
        self.player[one.index()] == self.player[other.index()]
    }
}

impl Forces {
    /// How many units the judge can keep apart; the largest public variants stay below.
    pub const MOST: usize = 128;

    /// An empty board.
    pub fn new(board: &Board) -> Self {
        Self { units: Vec::new(), slots: vec![NOBODY; board.provinces().len()] }
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
        let slot = &mut self.slots[board.province_of(unit.location).index()];
        if *slot != NOBODY {
            return Err(CannotStand::Occupied);
        }
        *slot = self.units.len() as u8;
        self.units.push(unit);
        Ok(())
    }

    /// Takes the unit out of a province.
    pub fn remove(&mut self, board: &Board, province: Province) -> Option<Unit> {
        let slot = self.slot(province)?;
        self.slots[province.index()] = NOBODY;
        let unit = self.units.swap_remove(slot);
        if let Some(moved) = self.units.get(slot) {
            self.slots[board.province_of(moved.location).index()] = slot as u8;
        }
        Some(unit)
    }

    /// Moves every unit to where a verdict put it and takes the dislodged off the board.
    pub(crate) fn redeploy(&mut self, board: &Board, verdict: &crate::Verdict) {
        for unit in &self.units {
            self.slots[board.province_of(unit.location).index()] = NOBODY;
        }
        let mut kept = 0;
        for slot in 0..self.units.len() {
            if verdict.rulings()[slot].dislodged_from.is_some() {
                continue;
            }
            let unit = Unit { location: verdict.stands()[slot], ..self.units[slot] };
            self.slots[board.province_of(unit.location).index()] = kept as u8;
            self.units[kept] = unit;
            kept += 1;
        }
        self.units.truncate(kept);
    }

    pub fn clear(&mut self) {
        self.units.clear();
        self.slots.fill(NOBODY);
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
        self.units.iter().filter(|unit| unit.power == power).count()
    }

    /// The unit's number in [`units`](Self::units).
    #[inline]
    pub fn slot(&self, province: Province) -> Option<usize> {
        let slot = self.slots[province.index()];
        (slot != NOBODY).then_some(slot as usize)
    }
}
