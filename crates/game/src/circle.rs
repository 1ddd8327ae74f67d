//! Seats by number, and sets of them.

/// A place at the table of one game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SeatId(u8);

/// A set of seats: who is in a conversation, who shares a draw, who still owes a sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Circle(u32);

impl SeatId {
    /// The `index`-th seat. There are never more than powers on a board.
    ///
    /// # Panics
    /// If no table can have so many; see [`from_index`](Self::from_index).
    pub const fn new(index: usize) -> Self {
        assert!(index < 32, "more seats than a table can have");
        Self(index as u8)
    }

    /// The `index`-th seat, if any table can have so many.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 32 { Some(Self(index as u8)) } else { None }
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Circle {
    pub const NOBODY: Self = Self(0);

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
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_within(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    pub fn iter(self) -> impl Iterator<Item = SeatId> {
        (0..32).filter(move |i| self.0 >> i & 1 != 0).map(SeatId)
    }
}

impl FromIterator<SeatId> for Circle {
    fn from_iter<I: IntoIterator<Item = SeatId>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NOBODY, Self::with)
    }
}

impl From<SeatId> for Circle {
    fn from(seat: SeatId) -> Self {
        Self::NOBODY.with(seat)
    }
}

impl std::fmt::Debug for Circle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(SeatId::index)).finish()
    }
}
