//! The work budget of a bot for one set of orders.

/// A budget in work units. One unit is one movement phase judged and evaluated, about two microseconds.
/// Work is counted and not timed, so that the orders never depend on the load of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkBudget {
    left: u64,
    spent: u64,
}

impl WorkBudget {
    pub const fn units(units: u64) -> Self {
        Self { left: units, spent: 0 }
    }

    /// Takes units from the budget. Returns false and takes nothing if there are too few.
    #[must_use]
    pub const fn spend(&mut self, units: u64) -> bool {
        if self.left < units {
            return false;
        }
        self.left -= units;
        self.spent += units;
        true
    }

    /// Counts work that was done with a separate part of this budget.
    pub(crate) const fn add_spent(&mut self, spent: u64) {
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
