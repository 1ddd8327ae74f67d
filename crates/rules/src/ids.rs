//! Ids of the provinces, locations, powers and coasts of a board: small numbers from 0.

use std::num::NonZeroU16;

/// A province of one board. Provinces are numbered by the alphabetical order of their full English names,
/// so "first" means the same to the rules (I2) and to the reasons (decision 0005).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Province(NonZeroU16);

/// A place where a unit can be: a province, or one named coast of a province with several coasts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location(NonZeroU16);

/// A great power of one board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Power(u8);

/// A named coast of a province that has more than one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Coast {
    /// The north coast.
    North,
    /// The east coast.
    East,
    /// The south coast.
    South,
    /// The west coast.
    West,
}

macro_rules! dense_id {
    ($name:ident) => {
        impl $name {
            /// The id with this number on its board.
            ///
            /// # Panics
            /// If `index` is `u16::MAX` or more.
            #[inline]
            pub const fn new(index: usize) -> Self {
                assert!(index < u16::MAX as usize, "index is too large for a board");
                match NonZeroU16::new(index as u16 + 1) {
                    Some(n) => Self(n),
                    None => unreachable!(),
                }
            }

            /// Its number on the board, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            /// Its number on the board, from 1: as it is stored.
            #[inline]
            pub(crate) const fn number(self) -> usize {
                self.0.get() as usize
            }
        }
    };
}
dense_id!(Province);
dense_id!(Location);

impl Power {
    /// The power with this number on its board.
    ///
    /// # Panics
    /// If `index` is not below [`Power::MAX_POWERS`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MAX_POWERS, "more powers than a board can have");
        Self(index as u8)
    }

    /// The largest number of powers that a board can have.
    pub const MAX_POWERS: usize = 32;

    /// Its number on the board, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Coast {
    /// All coasts.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The key used in stored and sent forms: `nc`, `ec`, `sc`, `wc`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::North => "nc",
            Self::East => "ec",
            Self::South => "sc",
            Self::West => "wc",
        }
    }
}
