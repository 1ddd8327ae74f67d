//! Small dense names for the things on a board.

use std::num::NonZeroU16;

/// A province of one board, in the alphabet of the English full names, so that "first" always
/// means the same to the rules (I2) and to the reasons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Province(NonZeroU16);

/// A place where a unit can stand: a province, or one coast of a two-coast province.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location(NonZeroU16);

/// A great power of one board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Power(u8);

/// A named coast of a province that has more than one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Coast {
    North,
    East,
    South,
    West,
}

macro_rules! dense {
    ($name:ident) => {
        impl $name {
            /// The `index`-th of its board.
            ///
            /// # Panics
            /// If there cannot be that many.
            pub const fn new(index: usize) -> Self {
                assert!(index < u16::MAX as usize, "more than a board can have");
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
        }
    };
}
dense!(Province);
dense!(Location);

impl Power {
    /// The `index`-th power of its board.
    ///
    /// # Panics
    /// If `index` is not below [`Power::MOST`].
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MOST, "more powers than a board can have");
        Self(index as u8)
    }

    /// How many powers a board can have.
    pub const MOST: usize = 32;

    /// Its number on the board, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Coast {
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
