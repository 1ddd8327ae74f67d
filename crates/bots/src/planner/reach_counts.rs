//! How many units can reach each centre, counted for all centres at once.
//!
//! A set of centres is one 64-bit word with one bit per centre. The counts are stored in four words: bit 0
//! of all counts, then bit 1, bit 2 and bit 3. So a few operations add a unit to all centres that it
//! reaches, and a few more compare two counts at all centres.

/// A set of centres by their numbers. Only the first 64 centres of a board are used.
pub(crate) type Centres = u64;

/// The maximum number of centres that are used.
pub(crate) const MAX_CENTRES: usize = Centres::BITS as usize;

const DIGITS: usize = 4;

/// By centre: how many units can reach it. The maximum is fifteen.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct ReachCounts([Centres; DIGITS]);

impl ReachCounts {
    /// Adds one unit at each of these centres.
    #[inline]
    pub(crate) fn add(&mut self, reach: Centres) {
        let [ones, twos, fours, eights] = self.0;
        let mut carry = reach & !(ones & twos & fours & eights);
        for digit in &mut self.0 {
            let next = *digit & carry;
            *digit ^= carry;
            carry = next;
        }
    }

    /// The centres where this count is larger, and those where both are equal.
    #[inline]
    pub(crate) fn compare(self, other: Self) -> (Centres, Centres) {
        let (mut more, mut equal) = (0, !0);
        for (one, other) in self.0.into_iter().zip(other.0).rev() {
            more |= equal & one & !other;
            equal &= !(one ^ other);
        }
        (more, equal)
    }

    /// The larger of the two counts at each centre.
    #[inline]
    pub(crate) fn max(self, other: Self) -> Self {
        let (more, _) = self.compare(other);
        let mut max = self.0;
        for (one, other) in max.iter_mut().zip(other.0) {
            *one = (*one & more) | (other & !more);
        }
        Self(max)
    }

    /// The centres that at least one unit can reach.
    #[inline]
    pub(crate) fn any(self) -> Centres {
        self.0.into_iter().fold(0, |any, digit| any | digit)
    }

    /// The centres that at least two units can reach.
    #[inline]
    pub(crate) fn several(self) -> Centres {
        let [_, twos, fours, eights] = self.0;
        twos | fours | eights
    }
}

#[cfg(test)]
mod tests {
    use super::{Centres, MAX_CENTRES, ReachCounts};
    use crate::SeededRng;

    fn count(crowd: ReachCounts, centre: usize) -> usize {
        (0..4).map(|digit| ((crowd.0[digit] >> centre & 1) as usize) << digit).sum()
    }

    #[test]
    fn counts_and_comparisons_are_those_of_numbers() {
        let mut chance = SeededRng::new(7);
        let mut crowds = [ReachCounts::default(); 2];
        let mut counts = [[0; MAX_CENTRES]; 2];
        for _ in 0..60 {
            for side in 0..2 {
                let reach: Centres = chance.next_u64() & chance.next_u64();
                crowds[side].add(reach);
                for (centre, count) in counts[side].iter_mut().enumerate() {
                    *count = (*count + (reach >> centre & 1) as usize).min(15);
                }
            }
            let (more, equal) = crowds[0].compare(crowds[1]);
            for (centre, (&one, &other)) in counts[0].iter().zip(&counts[1]).enumerate() {
                assert_eq!(count(crowds[0], centre), one);
                assert_eq!(more >> centre & 1 == 1, one > other);
                assert_eq!(equal >> centre & 1 == 1, one == other);
                assert_eq!(count(crowds[0].max(crowds[1]), centre), one.max(other));
                assert_eq!(crowds[0].any() >> centre & 1 == 1, one > 0);
                assert_eq!(crowds[0].several() >> centre & 1 == 1, one > 1);
            }
        }
    }
}
