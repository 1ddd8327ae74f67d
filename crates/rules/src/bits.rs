//! A set of small numbers in one or two machine words: units by slot, seas, shores.

use std::fmt::Debug;
use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// What a set is kept in: words that stay in registers.
pub(crate) trait Word: Copy + Eq + Debug {
    const ZERO: Self;
    /// The number `n` alone if `yes`, else nothing. Numbers are taken modulo the width.
    fn bit_if(n: usize, yes: bool) -> Self;
    fn has(self, n: usize) -> bool;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn ones(self) -> u32;
    fn first(self) -> Option<usize>;
    /// The only number, if there is just one.
    fn only(self) -> Option<usize>;
    /// Whether there are two or more.
    fn is_several(self) -> bool;
    /// Takes the lowest number out.
    fn pop(&mut self) -> Option<usize>;
    /// Takes the lowest number out, or answers `none`; without a branch.
    fn pop_or(&mut self, none: usize) -> usize;
    fn from_wide(wide: Wide) -> Self;
    /// Numbers below 64 by the first word, the others by the second if there is room for them.
    fn from_words(words: [u64; 2]) -> Self;
}

impl Word for u64 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn bit_if(n: usize, yes: bool) -> Self {
        Self::from(yes) << (n & 63)
    }

    #[inline(always)]
    fn has(self, n: usize) -> bool {
        self >> (n & 63) & 1 != 0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn only(self) -> Option<usize> {
        self.is_power_of_two().then(|| self.trailing_zeros() as usize)
    }

    #[inline(always)]
    fn is_several(self) -> bool {
        self & self.wrapping_sub(1) != 0
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        let first = Word::first(*self)?;
        *self &= *self - 1;
        Some(first)
    }

    #[inline(always)]
    fn pop_or(&mut self, none: usize) -> usize {
        let first = select_unpredictable(*self == 0, none, self.trailing_zeros() as usize);
        *self &= self.wrapping_sub(1);
        first
    }

    #[inline(always)]
    fn from_wide(wide: Wide) -> Self {
        wide.low
    }

    #[inline(always)]
    fn from_words([low, _]: [u64; 2]) -> Self {
        low
    }
}

/// Two words. Not a `u128`: shifting that costs more than choosing the half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide {
    low: u64,
    high: u64,
}

impl Word for Wide {
    const ZERO: Self = Self { low: 0, high: 0 };

    #[inline(always)]
    fn bit_if(n: usize, yes: bool) -> Self {
        let is_high = n & 64 != 0;
        Self { low: u64::from(yes & !is_high) << (n & 63), high: u64::from(yes & is_high) << (n & 63) }
    }

    #[inline(always)]
    fn has(self, n: usize) -> bool {
        let half = select_unpredictable(n & 64 != 0, self.high, self.low);
        half >> (n & 63) & 1 != 0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline(always)]
    fn first(mut self) -> Option<usize> {
        self.pop()
    }

    #[inline(always)]
    fn only(mut self) -> Option<usize> {
        let first = self.pop();
        if self == Self::ZERO { first } else { None }
    }

    #[inline(always)]
    fn is_several(self) -> bool {
        self.low.is_several() | self.high.is_several() | ((self.low != 0) & (self.high != 0))
    }

    // The half is chosen without a branch: where a set goes from one to the other cannot be foreseen.
    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        let in_high = self.low == 0;
        let half = select_unpredictable(in_high, self.high, self.low);
        if half == 0 {
            return None;
        }
        let rest = half & (half - 1);
        self.low = select_unpredictable(in_high, 0, rest);
        self.high = select_unpredictable(in_high, rest, self.high);
        Some(half.trailing_zeros() as usize + usize::from(in_high) * 64)
    }

    #[inline(always)]
    fn pop_or(&mut self, none: usize) -> usize {
        let in_high = self.low == 0;
        let half = select_unpredictable(in_high, self.high, self.low);
        let first = half.trailing_zeros() as usize + usize::from(in_high) * 64;
        let first = select_unpredictable(half == 0, none, first);
        // Without the lowest number nothing is left of an empty half.
        self.high &= select_unpredictable(in_high, self.high.wrapping_sub(1), u64::MAX);
        self.low &= self.low.wrapping_sub(1);
        first
    }

    #[inline(always)]
    fn from_wide(wide: Wide) -> Self {
        wide
    }

    #[inline(always)]
    fn from_words([low, high]: [u64; 2]) -> Self {
        Self { low, high }
    }
}

/// A set of numbers below the width of its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits<T>(T);

impl<T: Word> Default for Bits<T> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: Word> Bits<T> {
    pub(crate) const EMPTY: Self = Self(T::ZERO);

    #[inline(always)]
    pub(crate) fn one(n: usize) -> Self {
        Self(T::bit_if(n, true))
    }

    /// The numbers below `count`, which is at most the width.
    #[inline(always)]
    pub(crate) fn below(count: usize) -> Self {
        let ones = |count: usize| u64::MAX.checked_shr(64 - count.min(64) as u32).unwrap_or(0);
        Self::from_words([ones(count), ones(count.saturating_sub(64))])
    }

    /// Numbers below 64 by the first word, the others by the second if there is room for them.
    #[inline(always)]
    pub(crate) fn from_words(words: [u64; 2]) -> Self {
        Self(T::from_words(words))
    }

    /// The set if not `no`, else nothing; without a branch.
    #[inline(always)]
    pub(crate) fn if_not(self, no: bool) -> Self {
        let all = if no { 0 } else { u64::MAX };
        Self(self.0.and(T::from_words([all; 2])))
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, n: usize) {
        self.insert_if(n, true);
    }

    /// Inserts without a branch.
    #[inline(always)]
    pub(crate) fn insert_if(&mut self, n: usize, yes: bool) {
        self.0 = self.0.or(T::bit_if(n, yes));
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, n: usize) {
        self.0 = self.0.and_not(T::bit_if(n, true));
    }

    #[inline(always)]
    pub(crate) fn contains(self, n: usize) -> bool {
        self.0.has(n)
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == T::ZERO
    }

    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0.ones()
    }

    #[inline(always)]
    pub(crate) fn meets(self, other: Self) -> bool {
        self.0.and(other.0) != T::ZERO
    }

    /// The elements without those of `other`.
    #[inline(always)]
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0.and_not(other.0))
    }

    #[inline(always)]
    pub(crate) fn first(self) -> Option<usize> {
        self.0.first()
    }

    /// Takes the first element out, or answers `none`; without a branch.
    #[inline(always)]
    pub(crate) fn pop_or(&mut self, none: usize) -> usize {
        self.0.pop_or(none)
    }

    /// The only element, if there is just one.
    #[inline(always)]
    pub(crate) fn only(self) -> Option<usize> {
        self.0.only()
    }

    /// Whether there are two elements or more.
    #[inline(always)]
    pub(crate) fn is_several(self) -> bool {
        self.0.is_several()
    }

    /// The `n`-th element, counted from 0.
    pub(crate) fn element(mut self, n: u32) -> Option<usize> {
        Iterator::nth(&mut self, n as usize)
    }
}

impl Bits<Wide> {
    /// The same elements in a narrower set, which has room for them.
    #[inline(always)]
    pub(crate) fn resized<T: Word>(self) -> Bits<T> {
        Bits(T::from_wide(self.0))
    }
}

impl<T: Word> Iterator for Bits<T> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.0.pop()
    }
}

impl<T: Word> BitAnd for Bits<T> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }
}

impl<T: Word> BitOr for Bits<T> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }
}

impl<T: Word> BitOrAssign for Bits<T> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 = self.0.or(other.0);
    }
}
