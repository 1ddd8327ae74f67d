//! The locations of a board in the alphabetical order of their codes, which lists in answers have.

use notation::Notation;
use rules::{Location, Power, UnitKind};

/// Sort positions of locations: sorting numbers is faster than sorting text.
#[derive(Debug)]
pub(crate) struct LocationOrder {
    places: Vec<Location>,
    /// By location: its index in `places`.
    indices: Vec<u32>,
}

/// A unit as a number: power before kind, kind before place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SortKey(u32);

impl LocationOrder {
    pub(crate) fn new(notation: &Notation<'_>) -> Self {
        let mut places: Vec<_> = notation.board().locations().collect();
        places.sort_by_key(|place| notation.location_code(*place));
        let mut numbers = vec![0; places.len()];
        for (number, place) in places.iter().enumerate() {
            numbers[place.index()] = number as u32;
        }
        Self { places, indices: numbers }
    }

    pub(crate) fn sort_key(&self, power: Power, kind: UnitKind, place: Location) -> SortKey {
        SortKey((power.index() as u32) << 24 | (kind as u32) << 16 | self.indices[place.index()])
    }

    pub(crate) fn place(&self, entry: SortKey) -> Location {
        self.places[usize::from(entry.0 as u16)]
    }
}

impl SortKey {
    pub(crate) const fn power(self) -> Power {
        Power::new((self.0 >> 24) as usize)
    }

    pub(crate) const fn kind(self) -> UnitKind {
        UnitKind::BOTH[(self.0 >> 16 & 1) as usize]
    }
}
