//! The order in which waiting work is served: round robin by who caused it, not first come first served. If it
//! is known how much each source has used, whoever has used least comes first.
//!
//! No threads and no time here: `work_pool.rs` waits and wakes.

use std::collections::HashMap;

use crate::payer::Payer;
use crate::rate_limits::Source;

/// Which work is served first. Each class is served only when nothing of the class before it waits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    Usual,
    /// Nobody waits for it.
    Later,
}

/// How much may wait: in all, of one address, and of one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueLimits {
    pub(crate) total: usize,
    pub(crate) per_address: usize,
    pub(crate) per_person: usize,
}

impl QueueLimits {
    pub(crate) const UNLIMITED: Self =
        Self { total: usize::MAX, per_address: usize::MAX, per_person: usize::MAX };

    /// An address may fill half of the queue, a person a quarter.
    pub(crate) const fn shared(total: usize) -> Self {
        Self { total, per_address: total.div_ceil(2), per_person: total.div_ceil(4) }
    }
}

/// A waiting entry, to remove it again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Ticket(u64);

/// The queue is full, or the part of it that one payer may fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueFull;

/// Waiting work. Networks take turns, in one network its addresses, and behind one address its persons.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    waiting: Vec<Waiting<T>>,
    /// For each source that waits: when it came or was last served. The lowest number is served next.
    turns: HashMap<Source, u64>,
    next_number: u64,
    limits: QueueLimits,
}

#[derive(Debug)]
struct Waiting<T> {
    ticket: Ticket,
    priority: Priority,
    payer: Payer,
    item: T,
}

impl<T> FairQueue<T> {
    pub(crate) fn new(limits: QueueLimits) -> Self {
        Self { waiting: Vec::new(), turns: HashMap::new(), next_number: 0, limits }
    }

    pub(crate) fn push(&mut self, priority: Priority, payer: Payer, item: T) -> Result<Ticket, QueueFull> {
        let count = |is_same: &dyn Fn(&Payer) -> bool| {
            self.waiting.iter().filter(|waiting| is_same(&waiting.payer)).count()
        };
        if self.waiting.len() >= self.limits.total
            || count(&|other| other.network() == payer.network()) >= self.limits.per_address
            || count(&|other| other.person == payer.person) >= self.limits.per_person
        {
            return Err(QueueFull);
        }
        for source in turn_sources(payer) {
            let number = self.number();
            // Whoever comes takes the last place in the round.
            self.turns.entry(source).or_insert(number);
        }
        let ticket = Ticket(self.number());
        self.waiting.push(Waiting { ticket, priority, payer, item });
        Ok(ticket)
    }

    /// Takes out what is served next. `used` is how much a source has used; equal sources take turns.
    pub(crate) fn pop(&mut self, used: impl Fn(Source) -> u64) -> Option<T> {
        let turn = |source: Source| (used(source), self.turns.get(&source).copied().unwrap_or(0));
        let order = |waiting: &Waiting<T>| {
            let [network, address, person] = turn_sources(waiting.payer).map(turn);
            (waiting.priority, network, address, person, waiting.ticket)
        };
        let (index, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| order(waiting))?;
        let served = self.waiting.remove(index);
        for source in turn_sources(served.payer) {
            let number = self.number();
            self.turns.insert(source, number);
        }
        self.forget_absent(served.payer);
        Some(served.item)
    }

    /// Removes an entry that waits no longer. It may have been served already.
    pub(crate) fn remove(&mut self, ticket: Ticket) {
        let Some(index) = self.waiting.iter().position(|waiting| waiting.ticket == ticket) else { return };
        let gone = self.waiting.remove(index);
        self.forget_absent(gone.payer);
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// A source without waiting work leaves the round.
    fn forget_absent(&mut self, payer: Payer) {
        for source in turn_sources(payer) {
            let waits = |waiting: &Waiting<T>| turn_sources(waiting.payer).contains(&source);
            if !self.waiting.iter().any(waits) {
                self.turns.remove(&source);
            }
        }
    }

    fn number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number
    }
}

/// Who takes turns: networks, in each network its addresses, and behind each address its persons.
fn turn_sources(payer: Payer) -> [Source; 3] {
    [payer.network(), payer.address, payer.person]
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use game::Person;
    use seeded_random::SeededRng;

    use super::*;

    /// Person number `person` behind address number `address`.
    fn payer(address: u8, person: u64) -> Payer {
        Payer::of_request(IpAddr::from([192, 0, 2, address]), Some(Person(person)))
    }

    fn queue() -> FairQueue<(u8, u64)> {
        FairQueue::new(QueueLimits::UNLIMITED)
    }

    fn add(queue: &mut FairQueue<(u8, u64)>, address: u8, person: u64) {
        queue.push(Priority::Usual, payer(address, person), (address, person)).expect("no limit");
    }

    #[test]
    fn a_flood_delays_another_by_at_most_one_unit_of_work() {
        for served_before in [0, 1, 500] {
            let mut queue = queue();
            (0..1000).for_each(|_| add(&mut queue, 1, 1));
            for _ in 0..served_before {
                queue.pop(|_| 0);
            }
            add(&mut queue, 2, 2);
            let first_two = [queue.pop(|_| 0), queue.pop(|_| 0)];
            assert!(first_two.contains(&Some((2, 2))), "{first_two:?} after {served_before}");
        }
    }

    #[test]
    fn guests_behind_one_address_share_one_turn_and_take_turns_with_each_other() {
        let mut queue = queue();
        for guest in 1..=4 {
            (0..50).for_each(|_| add(&mut queue, 1, guest));
        }
        (0..3).for_each(|_| add(&mut queue, 2, 9));
        let order: Vec<u64> = (0..10).filter_map(|_| queue.pop(|_| 0)).map(|(_, person)| person).collect();
        assert_eq!(order, [1, 9, 2, 9, 3, 9, 4, 1, 2, 3]);
    }

    #[test]
    fn many_networks_of_one_site_share_one_turn() {
        let mut queue = FairQueue::new(QueueLimits::UNLIMITED);
        let from = |network: u16, site: u16| {
            let address = IpAddr::from([0x2001, 0xdb8, site, network, 0, 0, 0, 1]);
            Payer::of_request(address, Some(Person(u64::from(network))))
        };
        for network in 0..50 {
            queue.push(Priority::Usual, from(network, 1), "one site").expect("no limit");
        }
        for _ in 0..3 {
            queue.push(Priority::Usual, from(99, 2), "another").expect("no limit");
        }
        let order: Vec<&str> = (0..6).filter_map(|_| queue.pop(|_| 0)).collect();
        assert_eq!(order, ["one site", "another", "one site", "another", "one site", "another"]);
    }

    #[test]
    fn work_that_nobody_waits_for_comes_last() {
        let mut queue = FairQueue::new(QueueLimits::UNLIMITED);
        queue.push(Priority::Later, payer(1, 1), "later").expect("no limit");
        for _ in 0..3 {
            queue.push(Priority::Usual, payer(2, 2), "usual").expect("no limit");
        }
        let order: Vec<&str> = std::iter::from_fn(|| queue.pop(|_| 0)).collect();
        assert_eq!(order, ["usual", "usual", "usual", "later"]);
    }

    #[test]
    fn whoever_has_used_least_comes_first() {
        let mut queue = queue();
        for guest in 1..=4 {
            (0..6).for_each(|_| add(&mut queue, guest, u64::from(guest)));
        }
        (0..3).for_each(|_| add(&mut queue, 9, 9));
        let used = |source| match source {
            Source::Address(address) if address == IpAddr::from([192, 0, 2, 9]) => 5,
            Source::Address(address) if address == IpAddr::from([192, 0, 2, 4]) => 4000,
            Source::Address(_) => 300,
            Source::Person(_) | Source::Account(_) | Source::Network(_) => 0,
        };
        let order: Vec<u64> = (0..8).filter_map(|_| queue.pop(used)).map(|(_, person)| person).collect();
        assert_eq!(order, [9, 9, 9, 1, 2, 3, 1, 2]);
    }

    #[test]
    fn nobody_fills_the_queue_alone() {
        let mut queue = FairQueue::new(QueueLimits::shared(8));
        let mut push = |address, person| queue.push(Priority::Usual, payer(address, person), ()).is_ok();
        assert_eq!([push(1, 1), push(1, 1), push(1, 1)], [true, true, false], "a quarter for a person");
        assert_eq!([push(1, 2), push(1, 2), push(1, 3)], [true, true, false], "half for an address");
        assert_eq!(
            [push(2, 4), push(2, 4), push(3, 5), push(3, 5), push(4, 6)],
            [true, true, true, true, false]
        );
        queue.pop(|_| 0);
        assert!(queue.push(Priority::Usual, payer(4, 6), ()).is_ok(), "there is room again");
    }

    #[test]
    fn who_leaves_is_forgotten() {
        let mut queue = queue();
        let ticket = queue.push(Priority::Usual, payer(1, 1), (1, 1)).expect("no limit");
        add(&mut queue, 2, 2);
        queue.remove(ticket);
        queue.remove(ticket);
        assert_eq!((queue.pop(|_| 0), queue.pop(|_| 0)), (Some((2, 2)), None));
        assert!(queue.turns.is_empty());
    }

    /// In any sequence of pushes, pops and removals: while somebody waits, nobody else is served twice.
    #[test]
    fn nobody_is_served_twice_while_another_waits() {
        for seed in 0..50 {
            let mut rng = SeededRng::new(seed);
            let mut queue = queue();
            // For each person: how many of it wait, and who was served since it was last served or came.
            let mut waits: HashMap<u8, (usize, Vec<u8>)> = HashMap::new();
            for _ in 0..400 {
                if rng.below(5) < 3 {
                    // Most of the pushes are a flood by person 0.
                    let who = if rng.below(2) == 0 { 0 } else { rng.below(6) as u8 };
                    add(&mut queue, who, u64::from(who));
                    waits.entry(who).or_default().0 += 1;
                } else if let Some((who, _)) = queue.pop(|_| 0) {
                    let own = waits.get_mut(&who).expect("it waited");
                    *own = (own.0 - 1, Vec::new());
                    waits.retain(|_, (count, _)| *count > 0);
                    for (other, (_, served)) in &mut waits {
                        assert!(*other == who || !served.contains(&who), "seed {seed}: {who} before {other}");
                        served.push(who);
                    }
                    if let Some((_, served)) = waits.get_mut(&who) {
                        served.clear();
                    }
                }
            }
            let left: usize = waits.values().map(|(count, _)| count).sum();
            assert_eq!(queue.len(), left);
        }
    }
}
