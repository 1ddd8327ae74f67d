//! The result of reading the orders: the units, sorted by what they are ordered to do.

use super::movers_to::MoversTo;
use super::{BATTLEFIELDS, Input, PROVINCES, SLOTS};
use crate::bits::{Bits, Word};
use crate::board::Seas;
use crate::forces::NOBODY;
use crate::{Illegality, Location, Power, Province, Unit, UnitKind};

/// The units and their orders: checked, sorted by kind, and supports and convoys matched with the helped
/// unit.
#[derive(Debug)]
pub(super) struct SortedOrders<T: Word> {
    pub(super) count: usize,
    pub(super) unit: [Unit; SLOTS],
    pub(super) province: [Province; SLOTS],
    /// The destination of a mover; the location of any other unit.
    pub(super) to: [Location; SLOTS],
    /// Of a mover: the battlefield of its destination. Of a supporter: the battlefield that it supports into.
    pub(super) target: [u8; SLOTS],
    /// Of a supporter or convoyer: the unit that it helps. Of a supporter of a unit that stays, plus [`STAYS`].
    pub(super) helped: [u8; SLOTS],
    /// Of an order that is void: why.
    pub(super) why_void: [Illegality; SLOTS],
    /// The supporters whose order matches the order of this unit.
    pub(super) supporters: [Bits<T>; SLOTS],
    /// Movers by battlefield. Valid only for occupied battlefields.
    pub(super) attackers: [Bits<T>; BATTLEFIELDS],
    pub(super) movers_to: MoversTo,
    pub(super) of_power: [Bits<T>; Power::MAX_POWERS],
    /// The battlefield of each province, or [`NOBODY`].
    pub(super) battlefields: [u8; PROVINCES],

    /// Units whose province somebody moves to.
    pub(super) attacked: Bits<T>,
    pub(super) unordered: Bits<T>,
    pub(super) holders: Bits<T>,
    pub(super) movers: Bits<T>,
    /// Supporters of units that stay.
    pub(super) hold_supporters: Bits<T>,
    /// Supporters of moves.
    pub(super) move_supporters: Bits<T>,
    pub(super) convoyers: Bits<T>,
    /// Units whose order is void: they hold.
    pub(super) void: Bits<T>,
    /// Supporters whose order matches.
    pub(super) matched: Bits<T>,
    /// Movers to provinces that are empty before the phase.
    pub(super) into_empty: Bits<T>,
    /// Movers to a province that others also move to.
    pub(super) contested: Bits<T>,

    /// Armies that somebody legally convoys to their destination.
    pub(super) convoyed: Bits<T>,
    /// Of a convoyed army: the waters of its fleets.
    pub(super) carriers: [Seas; SLOTS],
    /// Armies that a single fleet can carry to their destination.
    pub(super) with_direct_route: Bits<T>,
    /// Armies whose own player convoys them (F23).
    pub(super) convoyed_by_owner: Bits<T>,
    /// Armies ordered "via convoy".
    pub(super) via_convoy: Bits<T>,
    /// Armies that cannot reach their destination by land.
    pub(super) distant: Bits<T>,
}

impl<T: Word> SortedOrders<T> {
    pub(super) const fn new() -> Self {
        let nowhere = Location::new(0);
        Self {
            count: 0,
            unit: [Unit { kind: UnitKind::Army, power: Power::new(0), location: nowhere }; SLOTS],
            province: [Province::new(0); SLOTS],
            to: [nowhere; SLOTS],
            target: [0; SLOTS],
            helped: [0; SLOTS],
            why_void: [Illegality::CannotReach; SLOTS],
            supporters: [Bits::EMPTY; SLOTS],
            attackers: [Bits::EMPTY; BATTLEFIELDS],
            movers_to: MoversTo::new(),
            of_power: [Bits::EMPTY; Power::MAX_POWERS],
            battlefields: [NOBODY; PROVINCES],
            attacked: Bits::EMPTY,
            unordered: Bits::EMPTY,
            holders: Bits::EMPTY,
            movers: Bits::EMPTY,
            hold_supporters: Bits::EMPTY,
            move_supporters: Bits::EMPTY,
            convoyers: Bits::EMPTY,
            void: Bits::EMPTY,
            matched: Bits::EMPTY,
            into_empty: Bits::EMPTY,
            contested: Bits::EMPTY,
            convoyed: Bits::EMPTY,
            carriers: [Seas::EMPTY; SLOTS],
            with_direct_route: Bits::EMPTY,
            convoyed_by_owner: Bits::EMPTY,
            via_convoy: Bits::EMPTY,
            distant: Bits::EMPTY,
        }
    }

    /// Resets what reading only adds to. The rest is overwritten when the orders are read.
    pub(super) fn reset(&mut self, input: &Input<'_>) {
        self.count = input.forces.units().len().min(SLOTS);
        self.supporters[..self.count].iter_mut().for_each(|set| *set = Bits::EMPTY);
        self.attackers[..self.count].iter_mut().for_each(|set| *set = Bits::EMPTY);
        self.movers_to.reset();
        for (battlefield, slot) in self.battlefields.iter_mut().zip(input.forces.slots()) {
            *battlefield = *slot;
        }
        self.void = Bits::EMPTY;
        self.matched = Bits::EMPTY;
        self.convoyed = Bits::EMPTY;
        self.with_direct_route = Bits::EMPTY;
        self.convoyed_by_owner = Bits::EMPTY;
        self.via_convoy = Bits::EMPTY;
        self.distant = Bits::EMPTY;
    }

    #[inline(always)]
    pub(super) fn power(&self, slot: usize) -> Power {
        self.unit[slot % SLOTS].power
    }

    /// All units of the same power.
    #[inline(always)]
    pub(super) fn same_power(&self, slot: usize) -> Bits<T> {
        self.of_power[self.power(slot).index() % Power::MAX_POWERS]
    }

    /// The battlefield that a mover goes to or a supporter supports into.
    #[inline(always)]
    pub(super) fn target(&self, slot: usize) -> usize {
        usize::from(self.target[slot % SLOTS])
    }

    /// The unit that a supporter or convoyer helps.
    #[inline(always)]
    pub(super) fn helped(&self, slot: usize) -> usize {
        usize::from(self.helped[slot % SLOTS]) % SLOTS
    }

    /// The index in [`Supports::strength`](super::support_cuts::Supports::strength) that a supporter adds to.
    #[inline(always)]
    pub(super) fn strengthened(&self, supporter: usize) -> usize {
        usize::from(self.helped[supporter % SLOTS])
    }

    /// The units that are ordered to move to the province of a unit.
    #[inline(always)]
    pub(super) fn attackers(&self, slot: usize) -> Bits<T> {
        debug_assert!(slot < self.count, "attackers are valid only for occupied battlefields");
        self.attackers[slot % BATTLEFIELDS]
    }

    /// The waters of the fleets that convoy an army to its destination.
    #[inline(always)]
    pub(super) fn carriers(&self, army: usize) -> Seas {
        if self.convoyed.contains(army) { self.carriers[army % SLOTS] } else { Seas::EMPTY }
    }

    /// The battlefield of a province. [`NOBODY`], which is never a battlefield, if the province has none.
    #[inline(always)]
    pub(super) fn battlefield(&self, province: Province) -> usize {
        usize::from(self.battlefields[province.index() % PROVINCES])
    }
}
