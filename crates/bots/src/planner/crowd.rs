//! How many units could come to each centre, counted for all centres at once.
//!
//! A set of centres is one word, a bit each. A count is written in four words: the ones of all centres,
//! then the twos, the fours and the eights. So a unit is added to every centre that it reaches by a few
//! operations, and two counts are compared everywhere by a few more.

/// A set of centres by their numbers. Only the first 64 of a board are seen.
pub(crate) type Centres = u64;

/// More centres than this are not looked at.
pub(crate) const MOST_CENTRES: usize = Centres::BITS as usize;

const DIGITS: usize = 4;

/// By centre: how many units could be there. More than fifteen are fifteen.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Crowd([Centres; DIGITS]);

impl Crowd {
    /// One unit more at each of these centres.
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

    /// Where the one is more, and where both are equal.
    #[inline]
    pub(crate) fn compare(self, other: Self) -> (Centres, Centres) {
        let (mut more, mut equal) = (0, !0);
        for (one, other) in self.0.into_iter().zip(other.0).rev() {
            more |= equal & one & !other;
            equal &= !(one ^ other);
        }
        (more, equal)
    }

    /// The larger count of two at each centre.
    #[inline]
    pub(crate) fn max(self, other: Self) -> Self {
        let (more, _) = self.compare(other);
        let mut max = self.0;
        for (one, other) in max.iter_mut().zip(other.0) {
            *one = (*one & more) | (other & !more);
        }
        Self(max)
    }

    /// Where anybody could be.
    #[inline]
    pub(crate) fn any(self) -> Centres {
        self.0.into_iter().fold(0, |any, digit| any | digit)
    }

    /// Where more than one could be.
    #[inline]
    pub(crate) fn several(self) -> Centres {
        let [_, twos, fours, eights] = self.0;
        twos | fours | eights
    }
}

#[cfg(test)]
mod tests {
    use super::{Centres, Crowd, MOST_CENTRES};
    use crate::Chance;

    fn count(crowd: Crowd, centre: usize) -> usize {
        (0..4).map(|digit| ((crowd.0[digit] >> centre & 1) as usize) << digit).sum()
    }

    #[test]
    fn counts_and_comparisons_are_those_of_numbers() {
        let mut chance = Chance::new(7);
        let mut crowds = [Crowd::default(); 2];
        let mut counts = [[0; MOST_CENTRES]; 2];
        for _ in 0..60 {
            for side in 0..2 {
                let reach: Centres = chance.next() & chance.next();
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
