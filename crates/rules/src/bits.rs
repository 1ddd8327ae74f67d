//! A fixed-width set of small numbers: units by slot, seas, shores.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Self = Self([0; W]);

    #[inline(always)]
    pub(crate) fn one(n: usize) -> Self {
        let mut set = Self::EMPTY;
        set.insert(n);
        set
    }

    // The index is masked so that no bounds check is left; callers keep `n` below `64 * W`.
    #[inline(always)]
    fn word(n: usize) -> usize {
        if W == 1 { 0 } else { (n >> 6) % W }
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, n: usize) {
        self.0[Self::word(n)] |= 1 << (n & 63);
    }

    /// Inserts without a branch.
    #[inline(always)]
    pub(crate) fn insert_if(&mut self, n: usize, yes: bool) {
        self.0[Self::word(n)] |= u64::from(yes) << (n & 63);
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, n: usize) {
        self.0[Self::word(n)] &= !(1 << (n & 63));
    }

    #[inline(always)]
    pub(crate) fn contains(self, n: usize) -> bool {
        self.0[Self::word(n)] >> (n & 63) & 1 != 0
    }

    /// The same elements in a set of another width, which has room for them.
    #[inline(always)]
    pub(crate) fn resized<const V: usize>(self) -> Bits<V> {
        let mut other = Bits::<V>::EMPTY;
        for (word, own) in other.0.iter_mut().zip(self.0) {
            *word = own;
        }
        other
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    pub(crate) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The elements without those of `other`.
    #[inline(always)]
    pub(crate) fn without(self, other: Self) -> Self {
        let mut left = self;
        for (word, gone) in left.0.iter_mut().zip(other.0) {
            *word &= !gone;
        }
        left
    }

    #[inline(always)]
    pub(crate) fn first(self) -> Option<usize> {
        for (i, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return Some(i * 64 + word.trailing_zeros() as usize);
            }
        }
        None
    }

    /// The `n`-th element, counted from 0.
    pub(crate) fn element(self, n: u32) -> Option<usize> {
        Iterator::nth(&mut self.into_iter(), n as usize)
    }
}

impl<const W: usize> Iterator for Bits<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let n = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(i * 64 + n);
            }
        }
        None
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl<const W: usize> std::ops::$trait for Bits<W> {
            type Output = Self;
            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                std::ops::$assign::$assign_method(&mut self, other);
                self
            }
        }
        impl<const W: usize> std::ops::$assign for Bits<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                for (word, more) in self.0.iter_mut().zip(other.0) {
                    *word $op more;
                }
            }
        }
    };
}
set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &=);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |=);
