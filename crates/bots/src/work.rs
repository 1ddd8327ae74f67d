//! What a bot may spend on one answer.

/// A budget in work units. A unit is one movement phase judged and weighed: about two microseconds.
/// Work is counted, not timed, so that an answer never depends on how busy the machine is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    left: u64,
    spent: u64,
}

impl Work {
    pub const fn units(units: u64) -> Self {
        Self { left: units, spent: 0 }
    }

    /// Takes some units off the budget, or answers false and takes nothing.
    #[must_use]
    pub const fn spend(&mut self, units: u64) -> bool {
        if self.left < units {
            return false;
        }
        self.left -= units;
        self.spent += units;
        true
    }

    /// Pays for work that was done elsewhere with a part of this budget.
    pub(crate) const fn settle(&mut self, spent: u64) {
        self.left = self.left.saturating_sub(spent);
        self.spent += spent;
    }

    pub const fn left(&self) -> u64 {
        self.left
    }

    pub const fn spent(&self) -> u64 {
        self.spent
    }
}
