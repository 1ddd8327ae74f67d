//! Chance that follows from a seed and is the same for ever.

/// The SplitMix64 generator. Written here, not taken from a library, because things hang on its
/// sequence for years: the signature of the judge is a hash over positions made with it, a game of
/// bots must be played again move for move, and who drew which power must be told again from the
/// seed. An upgrade must never change it.
#[derive(Clone, Copy, Debug)]
pub struct Chance(u64);

impl Chance {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The seed of a part of something that has a seed itself: a game of a match, a phase of a game.
    pub const fn derive(seed: u64, part: u64) -> u64 {
        Self(Self(seed).next() ^ part.wrapping_mul(0xD6E8_FEB8_6659_FD93)).next()
    }

    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not zero. The multiply leaves a bias of at most `bound` in 2⁶⁴.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// True in `percent` of a hundred cases.
    pub const fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        match from.len() {
            0 => None,
            len => Some(from[self.below(len)]),
        }
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Chance;

    /// The published sequence of SplitMix64 for the seed 1234567.
    #[test]
    fn the_sequence_is_the_published_one() {
        let mut chance = Chance::new(1_234_567);
        let first = [(); 5].map(|()| chance.next());
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    /// Seeds of stored games go through these: what they answer may never change.
    #[test]
    fn bounds_shuffles_and_parts_are_pinned() {
        let mut chance = Chance::new(7);
        assert_eq!([(); 8].map(|()| chance.below(100)), [38, 1, 90, 58, 45, 24, 46, 32]);
        let mut items = [0, 1, 2, 3, 4, 5, 6];
        Chance::new(7).shuffle(&mut items);
        assert_eq!(items, [3, 5, 1, 6, 4, 0, 2]);
        assert_eq!(Chance::derive(1, 2), 10_191_765_986_224_606_275);
        assert_eq!(chance.pick::<u8>(&[]), None);
    }
}
