//! Numbers from a seed, for tests.

/// [`chance::Chance`] on a stream of its own, so that a test's choices never follow the lot of the game.
#[derive(Clone, Debug)]
pub struct Chance(chance::Chance);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(chance::Chance::new(seed ^ 0x5eed_5eed_5eed_5eed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next()
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
