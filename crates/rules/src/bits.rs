//! A bit set of small numbers in one or two machine words: slots of units, seas, shores.

use std::fmt::Debug;
use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitOr, BitOrAssign};

/// The storage of a set: one or two machine words, which stay in registers.
pub(crate) trait Word: Copy + Eq + Debug {
    type Numbers: Iterator<Item = usize>;
    const ZERO: Self;
    /// The number of machine words.
    const WORDS: usize;
    /// The set of `n` alone. Numbers are taken modulo the width.
    fn one(n: usize) -> Self;
    /// Inserts without a branch.
    fn insert_if(&mut self, n: usize, yes: bool);
    fn remove(&mut self, n: usize);
    fn has(&self, n: usize) -> bool;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn ones(self) -> u32;
    fn first(self) -> Option<usize>;
    /// The only number, if there is exactly one.
    fn only(self) -> Option<usize>;
    /// The numbers in ascending order.
    fn numbers(self) -> Self::Numbers;
    /// Removes and returns the lowest number, or returns `none` if the set is empty. Branch-free.
    fn pop_or(&mut self, none: usize) -> usize;
    fn from_wide(wide: Wide) -> Self;
    /// The first word holds the numbers below 64. The second holds the others; a narrow set drops it.
    fn from_words(words: [u64; 2]) -> Self;
}

impl Word for u64 {
    type Numbers = Numbers;
    const ZERO: Self = 0;
    const WORDS: usize = 1;

    #[inline(always)]
    fn one(n: usize) -> Self {
        1 << (n & 63)
    }

    #[inline(always)]
    fn insert_if(&mut self, n: usize, yes: bool) {
        *self |= Self::from(yes) << (n & 63);
    }

    #[inline(always)]
    fn remove(&mut self, n: usize) {
        *self &= !(1 << (n & 63));
    }

    #[inline(always)]
    fn has(&self, n: usize) -> bool {
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
    fn numbers(self) -> Numbers {
        Numbers { rest: self }
    }

    #[inline(always)]
    fn pop_or(&mut self, none: usize) -> usize {
        let first = select_unpredictable(*self == 0, none, self.trailing_zeros() as usize);
        *self &= self.wrapping_sub(1);
        first
    }

    #[inline(always)]
    fn from_wide(wide: Wide) -> Self {
        wide.0[0]
    }

    #[inline(always)]
    fn from_words([low, _]: [u64; 2]) -> Self {
        low
    }
}

/// Two words. A single number is read and changed in memory, in the one word that holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide([u64; 2]);

/// Which of the two words a number is in.
#[inline(always)]
const fn half_of(n: usize) -> usize {
    n >> 6 & 1
}

impl Word for Wide {
    type Numbers = WideNumbers;
    const ZERO: Self = Self([0; 2]);
    const WORDS: usize = 2;

    #[inline(always)]
    fn one(n: usize) -> Self {
        let is_high = half_of(n) != 0;
        Self([u64::from(!is_high) << (n & 63), u64::from(is_high) << (n & 63)])
    }

    #[inline(always)]
    fn insert_if(&mut self, n: usize, yes: bool) {
        self.0[half_of(n)].insert_if(n, yes);
    }

    #[inline(always)]
    fn remove(&mut self, n: usize) {
        Word::remove(&mut self.0[half_of(n)], n);
    }

    #[inline(always)]
    fn has(&self, n: usize) -> bool {
        self.0[half_of(n)].has(n)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    #[inline(always)]
    fn ones(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    #[inline(always)]
    fn first(mut self) -> Option<usize> {
        (self != Self::ZERO).then(|| self.pop_or(0))
    }

    #[inline(always)]
    fn only(mut self) -> Option<usize> {
        let first = self.pop_or(usize::MAX);
        (self == Self::ZERO && first != usize::MAX).then_some(first)
    }

    #[inline(always)]
    fn numbers(self) -> WideNumbers {
        // `skip_empty_word` moves to the second word at once if the first is empty.
        let mut numbers = WideNumbers { rest: self.0[0], next: self.0[1], base: 0 };
        numbers.skip_empty_word(self.0[0]);
        numbers
    }

    // Which half holds a small set is unpredictable, so the half is chosen branch-free.
    #[inline(always)]
    fn pop_or(&mut self, none: usize) -> usize {
        let in_high = self.0[0] == 0;
        let half = select_unpredictable(in_high, self.0[1], self.0[0]);
        let first = half.trailing_zeros() as usize + usize::from(in_high) * 64;
        let first = select_unpredictable(half == 0, none, first);
        // On an empty half, removing the lowest number changes nothing: 0 & anything is 0.
        self.0[1] &= select_unpredictable(in_high, self.0[1].wrapping_sub(1), u64::MAX);
        self.0[0] &= self.0[0].wrapping_sub(1);
        first
    }

    #[inline(always)]
    fn from_wide(wide: Wide) -> Self {
        wide
    }

    #[inline(always)]
    fn from_words(words: [u64; 2]) -> Self {
        Self(words)
    }
}

/// The numbers in one word.
#[derive(Debug)]
pub(crate) struct Numbers {
    rest: u64,
}

impl Numbers {
    pub(crate) const NONE: Self = Self { rest: 0 };

    #[inline(always)]
    pub(crate) const fn is_empty(&self) -> bool {
        self.rest == 0
    }
}

impl Iterator for Numbers {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let first = Word::first(self.rest)?;
        self.rest &= self.rest - 1;
        Some(first)
    }
}

/// The numbers in two words: first all of the low word, then all of the high word. Where the low word ends
/// is unpredictable, so the only branch is at the end of both.
#[derive(Debug)]
pub(crate) struct WideNumbers {
    /// The numbers left in the current word. Empty only if no number is left at all.
    rest: u64,
    next: u64,
    base: usize,
}

impl WideNumbers {
    /// Continues with `rest`, or with the second word if `rest` is empty.
    #[inline(always)]
    fn skip_empty_word(&mut self, rest: u64) {
        let ended = rest == 0;
        self.rest = select_unpredictable(ended, self.next, rest);
        self.base = select_unpredictable(ended, 64, self.base);
        self.next = select_unpredictable(ended, 0, self.next);
    }
}

impl Iterator for WideNumbers {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.rest == 0 {
            return None;
        }
        let first = self.base | (self.rest.trailing_zeros() as usize & 63);
        self.skip_empty_word(self.rest & (self.rest - 1));
        Some(first)
    }

    /// One loop per word: for long loops with short bodies, as in listing options.
    #[inline(always)]
    fn fold<A, F: FnMut(A, usize) -> A>(self, start: A, mut f: F) -> A {
        let mut sum = start;
        for n in (Numbers { rest: self.rest }) {
            sum = f(sum, self.base | n);
        }
        for n in (Numbers { rest: self.next }) {
            sum = f(sum, 64 | n);
        }
        sum
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
        Self(T::one(n))
    }

    /// The numbers below `count`, which is at most the width.
    #[inline(always)]
    pub(crate) fn below(count: usize) -> Self {
        let ones = |count: usize| u64::MAX.checked_shr(64 - count.min(64) as u32).unwrap_or(0);
        Self::from_words([ones(count), ones(count.saturating_sub(64))])
    }

    /// The first word holds the numbers below 64. The second holds the others; a narrow set drops it.
    #[inline(always)]
    pub(crate) fn from_words(words: [u64; 2]) -> Self {
        Self(T::from_words(words))
    }

    /// The set, or the empty set if `no` is true. Branch-free.
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
        self.0.insert_if(n, yes);
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, n: usize) {
        self.0.remove(n);
    }

    #[inline(always)]
    pub(crate) fn contains(&self, n: usize) -> bool {
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
    pub(crate) fn intersects(self, other: Self) -> bool {
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

    /// The only element, if there is exactly one.
    #[inline(always)]
    pub(crate) fn only(self) -> Option<usize> {
        self.0.only()
    }

    /// The `n`-th element, counted from 0.
    pub(crate) fn element(self, n: u32) -> Option<usize> {
        self.into_iter().nth(n as usize)
    }
}

impl Bits<Wide> {
    /// Calls `f` with each element, in ascending order. One loop per word: 4 instructions per element instead of
    /// 9. In judging, where sets are small, the end of the second loop costs more than that.
    #[inline(always)]
    pub(crate) fn for_each(self, f: impl FnMut(usize)) {
        self.into_iter().for_each(f);
    }

    /// The elements below 64, and the others less 64.
    #[inline(always)]
    pub(crate) fn words(self) -> [Numbers; 2] {
        self.0.0.map(|rest| Numbers { rest })
    }

    /// The same elements in a set of another width, which must have room for them.
    #[inline(always)]
    pub(crate) fn resized<T: Word>(self) -> Bits<T> {
        Bits(T::from_wide(self.0))
    }
}

impl<T: Word> IntoIterator for Bits<T> {
    type Item = usize;
    type IntoIter = T::Numbers;

    #[inline(always)]
    fn into_iter(self) -> T::Numbers {
        self.0.numbers()
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
