//! Budgets per hour: processor time and stored bytes that one person, and one address, may use.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use game::Timestamp;

use crate::payer::Payer;
use crate::rate_limits::Source;

const SECONDS_PER_HOUR: u64 = 3600;
/// How many accounts are kept. Then those that have used the least are forgotten.
const MAX_ACCOUNTS: usize = 20_000;

/// What each source has used recently. What is used becomes free again evenly, within an hour.
#[derive(Debug)]
pub(crate) struct HourlyBudgets {
    units_per_hour: u64,
    accounts: Mutex<HashMap<Source, Account>>,
}

#[derive(Clone, Copy, Debug)]
struct Account {
    /// Units × seconds per hour, so that no fraction is lost.
    used: u64,
    since: Timestamp,
}

/// The budget is used up until this many seconds from now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UsedUp {
    pub(crate) seconds: u32,
}

impl HourlyBudgets {
    pub(crate) fn new(units_per_hour: u64) -> Self {
        Self { units_per_hour: units_per_hour.max(1), accounts: Mutex::default() }
    }

    /// Whether the payer may use more: the person, and the address.
    pub(crate) fn check(&self, payer: Payer, now: Timestamp) -> Result<(), UsedUp> {
        let accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let used = payer.sources().filter_map(|source| accounts.get(&source));
        let used = used.map(|account| self.used(*account, now)).max().unwrap_or(0);
        let full = self.units_per_hour.saturating_mul(SECONDS_PER_HOUR);
        if used < full {
            return Ok(());
        }
        let seconds = (used - full) / self.units_per_hour + 1;
        Err(UsedUp { seconds: u32::try_from(seconds).unwrap_or(u32::MAX) })
    }

    /// Calls `ask` with a function that returns how many units a source has used and not got back.
    pub(crate) fn with_amounts<T>(&self, now: Timestamp, ask: impl FnOnce(&dyn Fn(Source) -> u64) -> T) -> T {
        let accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        ask(&|source| accounts.get(&source).map_or(0, |account| self.used(*account, now) / SECONDS_PER_HOUR))
    }

    /// Adds what was used to the accounts of the person and of the address.
    pub(crate) fn charge(&self, payer: Payer, units: u64, now: Timestamp) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        for source in payer.sources() {
            if accounts.len() >= MAX_ACCOUNTS && !accounts.contains_key(&source) {
                self.forget_half(&mut accounts, now);
            }
            let account = accounts.entry(source).or_insert(Account { used: 0, since: now });
            let used = self.used(*account, now).saturating_add(units.saturating_mul(SECONDS_PER_HOUR));
            *account = Account { used, since: account.since.max(now) };
        }
    }

    fn used(&self, account: Account, now: Timestamp) -> u64 {
        let seconds = now.seconds().saturating_sub(account.since.seconds());
        let free_again = self.units_per_hour.saturating_mul(u64::try_from(seconds).unwrap_or(0));
        account.used.saturating_sub(free_again)
    }

    fn forget_half(&self, accounts: &mut HashMap<Source, Account>, now: Timestamp) {
        let mut used: Vec<u64> = accounts.values().map(|account| self.used(*account, now)).collect();
        used.sort_unstable();
        let median = used.get(used.len() / 2).copied().unwrap_or(0);
        accounts.retain(|_, account| self.used(*account, now) > median);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use game::Person;

    use super::*;

    fn payer(address: u8, person: u64) -> Payer {
        Payer::of_request(IpAddr::from([192, 0, 2, address]), Some(Person(person)))
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_seconds(seconds)
    }

    #[test]
    fn a_used_budget_says_when_there_is_more() {
        let budgets = HourlyBudgets::new(7200);
        budgets.charge(payer(1, 1), 7199, at(0));
        assert_eq!(budgets.check(payer(1, 1), at(0)), Ok(()));
        budgets.charge(payer(1, 1), 201, at(0));
        let UsedUp { seconds } = budgets.check(payer(1, 1), at(0)).expect_err("used up");
        assert_eq!(seconds, 101, "two units per second");
        assert!(budgets.check(payer(1, 1), at(i64::from(seconds) - 1)).is_err());
        assert_eq!(budgets.check(payer(1, 1), at(i64::from(seconds))), Ok(()));
        assert!(budgets.check(payer(1, 1), at(-5)).is_err(), "a clock that goes back gives nothing");
    }

    #[test]
    fn guests_behind_one_address_share_its_budget() {
        let budgets = HourlyBudgets::new(100);
        for guest in 1..=4 {
            budgets.charge(payer(1, guest), 25, at(0));
        }
        assert!(budgets.check(payer(1, 5), at(0)).is_err(), "a new identity gets nothing more");
        assert_eq!(budgets.check(payer(2, 5), at(0)), Ok(()));
        assert_eq!(budgets.check(payer(2, 1), at(0)), Ok(()), "each guest has used a quarter");
    }

    #[test]
    fn a_flood_of_payers_takes_bounded_memory_and_the_largest_debts_stay() {
        let budgets = HourlyBudgets::new(100);
        budgets.charge(payer(1, 0), 1000, at(0));
        for person in 1..3 * MAX_ACCOUNTS as u64 {
            budgets.charge(Payer::of_person(Person(person), None), 1, at(0));
        }
        assert!(budgets.accounts.lock().expect("no panic").len() <= MAX_ACCOUNTS);
        assert!(budgets.check(payer(1, 0), at(0)).is_err());
    }
}
