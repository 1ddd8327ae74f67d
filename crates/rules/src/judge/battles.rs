//! Who enters which province, once every strength is known.
//!
//! Whether a province is entered can hang on whether its unit leaves, and that on the province where
//! the unit goes: a chain, which ends at an empty or steadfast province, or closes to a ring.

use super::{Case, Desk, NONE, OPEN, PENDING, SLOTS};
use crate::bits::{Bits, Word};

/// The strongest of some movers.
#[derive(Clone, Copy)]
struct Contest {
    /// The one stronger than all others, or [`NONE`].
    best: u8,
    /// The strength that the best must beat.
    rivals: u8,
}

impl<T: Word> Desk<T> {
    #[inline(never)]
    pub(super) fn fight(&mut self, case: &Case<'_>) {
        // What hangs on nothing else first: empty provinces, then those whose unit stays.
        for field in self.count..self.field_count {
            self.winner[field] = self.contest(self.attackers_on(field)).best;
        }
        let leaving = self.movers.without(self.stranded);
        for field in self.attacked.without(leaving) {
            self.close_against(field, Bits::EMPTY);
        }
        for field in self.attacked & leaving {
            if self.winner[field] == OPEN {
                self.decide(case, field);
            }
        }
    }

    /// Follows the chain of units that leave, and decides it from its end.
    fn decide(&mut self, case: &Case<'_>, field: usize) {
        let mut at = field;
        self.chain.clear();
        loop {
            self.winner[at] = PENDING;
            self.chain.push(at as u8);
            let next = self.field(at);
            match self.winner[next] {
                OPEN => at = next,
                PENDING => {
                    self.decide_ring(case, next);
                    break;
                }
                _ => break,
            }
        }
        while let Some(at) = self.chain.pop() {
            let at = usize::from(at);
            if self.winner[at] == PENDING {
                self.close(at, self.arrives(at));
            }
        }
    }

    /// A chain that came back to `first`: units that follow each other round, or two head to head.
    fn decide_ring(&mut self, case: &Case<'_>, first: usize) {
        let start = self.chain.iter().position(|f| usize::from(*f) == first).unwrap_or(0);
        let length = self.chain.len() - start;
        let last = usize::from(self.chain[self.chain.len() - 1]);
        if length == 2 && !self.at_sea.contains(first) && !self.at_sea.contains(last) {
            self.decide_head_to_head(first, last);
            return;
        }
        // A ring moves if each of its units is the strongest where it goes (rules 7 and 19).
        let stopped = (start..self.chain.len()).find(|i| {
            let slot = usize::from(self.chain[*i]);
            let field = self.field(slot);
            usize::from(self.contest(self.attackers_on(field)).best) != slot
        });
        let Some(stopped) = stopped else {
            for i in start..self.chain.len() {
                let slot = self.chain[i];
                let field = self.field(slot.into());
                self.winner[field] = slot;
                self.ringed.insert(slot.into());
            }
            return;
        };
        // That unit stays; from it the ring is a chain like any other, back to where it was going.
        for i in (0..length).map(|back| start + (stopped - start + length - back) % length) {
            let at = usize::from(self.chain[i]);
            let leaves = i != stopped && self.arrives(at);
            if length == 2 && leaves && case.edition.silences_victim_of_convoy() {
                self.silenced.insert(usize::from(self.chain[stopped]));
            }
            self.close(at, leaves);
        }
    }

    fn decide_head_to_head(&mut self, one: usize, other: usize) {
        for (winner, loser) in [(one, other), (other, one)] {
            let strength = self.strength_against(winner, loser);
            let beats_rivals = self
                .attackers_on(loser)
                .into_iter()
                .all(|rival| rival == winner || strength > self.strength[rival]);
            if strength > self.strength[loser] && beats_rivals {
                self.winner[loser] = winner as u8;
                self.silenced.insert(loser);
                self.close(winner, true);
                return;
            }
        }
        self.close_against(one, Bits::one(other));
        self.close_against(other, Bits::one(one));
    }

    /// Decides a battlefield whose unit is known to leave or to stay. Who is silenced counts for
    /// nothing where it goes (rule 11).
    #[inline]
    fn close(&mut self, field: usize, empty: bool) {
        if empty {
            let attackers = self.attackers_on(field).without(self.silenced);
            self.winner[field] = self.contest(attackers).best;
        } else {
            self.close_against(field, Bits::EMPTY);
        }
    }

    /// Decides a battlefield whose unit stays. The `beaten` failed already but still stand in the way.
    #[inline]
    fn close_against(&mut self, field: usize, beaten: Bits<T>) {
        let contest = self.contest(self.attackers_on(field));
        let best = usize::from(contest.best);
        let strength = self.strength_against(best, field);
        // One test instead of four: none of them could be foreseen.
        let enters = (contest.best != NONE)
            & !beaten.contains(best)
            & (strength > self.defence(field))
            & (strength > contest.rivals);
        self.winner[field] = if enters { contest.best } else { NONE };
    }

    /// The strongest of these movers, all supports counted.
    #[inline]
    fn contest(&self, movers: Bits<T>) -> Contest {
        // Mostly there is one, seldom none.
        if let Some(only) = movers.only() {
            return Contest { best: only as u8, rivals: 0 };
        }
        let (mut best, mut most, mut second) = (NONE, 0, 0);
        for mover in movers {
            let strength = self.strength[mover % SLOTS];
            let leads = strength > most;
            second = second.max(if leads { most } else { strength });
            best = if leads { mover as u8 } else { best };
            most = most.max(strength);
        }
        Contest { best: if most > second { best } else { NONE }, rivals: second }
    }
}
