//! Random numbers from a seed, for tests.

/// [`seeded_random::SeededRng`] with another seed, so that the choices of a test differ from the draws of the game.
#[derive(Clone, Debug)]
pub struct TestRng(seeded_random::SeededRng);

impl TestRng {
    pub fn new(seed: u64) -> Self {
        Self(seeded_random::SeededRng::new(seed ^ 0x5eed_5eed_5eed_5eed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound)
    }

    pub fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
