//! The number of a seat, and sets of seats.

/// The number of a seat in one game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SeatId(u8);

/// A set of seats: for example a conversation, a draw, or the seats that must submit orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SeatSet(u32);

impl SeatId {
    /// The seat with this index. A game has at most as many seats as its board has powers.
    ///
    /// # Panics
    /// If the index is 32 or more; see [`from_index`](Self::from_index).
    pub const fn new(index: usize) -> Self {
        assert!(index < 32, "a game has at most 32 seats");
        Self(index as u8)
    }

    /// The seat with this index. None if it is 32 or more.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 32 { Some(Self(index as u8)) } else { None }
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl SeatSet {
    pub const EMPTY: Self = Self(0);

    pub const fn contains(self, seat: SeatId) -> bool {
        self.0 >> seat.0 & 1 != 0
    }

    pub const fn insert(&mut self, seat: SeatId) {
        self.0 |= 1 << seat.0;
    }

    #[must_use]
    pub const fn with(mut self, seat: SeatId) -> Self {
        self.insert(seat);
        self
    }

    #[must_use]
    pub const fn without(self, gone: Self) -> Self {
        Self(self.0 & !gone.0)
    }

    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_subset(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    pub fn iter(self) -> impl Iterator<Item = SeatId> {
        (0..32).filter(move |i| self.0 >> i & 1 != 0).map(SeatId)
    }
}

impl FromIterator<SeatId> for SeatSet {
    fn from_iter<I: IntoIterator<Item = SeatId>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<SeatId> for SeatSet {
    fn from(seat: SeatId) -> Self {
        Self::EMPTY.with(seat)
    }
}

impl std::fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(SeatId::index)).finish()
    }
}
