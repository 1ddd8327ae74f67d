//! Who enters which province, once every strength is known.
//!
//! Whether a province is entered can hang on whether its unit leaves, and that on the province where
//! the unit goes: a chain, which ends at an empty or steadfast province, or closes to a ring.

use super::{Case, Desk, NONE, PENDING};
use crate::bits::{Bits, Word};

impl<T: Word> Desk<T> {
    #[inline(never)]
    pub(super) fn fight(&mut self, case: &Case<'_>) {
        self.entered = Bits::EMPTY;
        self.facing = Bits::EMPTY;
        let leaving = self.movers.without(self.stranded);
        // Who is stranded attacks nobody.
        for slot in self.stranded {
            self.strength[slot] = 0;
        }
        // What hangs on nothing else first: empty provinces, then those whose unit stays.
        self.occupy_empty();
        // Without support nobody is dislodged.
        let mut threatened = Bits::EMPTY;
        for mover in self.supported & leaving.without(self.into_empty) {
            threatened.insert(self.field(mover));
        }
        for field in threatened.without(leaving) {
            self.close(field, false, Bits::EMPTY);
        }
        let followed = self.attacked & leaving;
        // Who comes back to a province that is not threatened, finds it as it was.
        for field in followed & self.into_empty & (self.arrived | threatened) {
            self.close(field, self.arrived.contains(field), Bits::EMPTY);
        }
        self.undecided = followed.without(self.into_empty);
        while let Some(field) = self.undecided.first() {
            self.decide(case, field);
        }
    }

    /// Who goes alone into an empty province is there; where several go the strongest is.
    fn occupy_empty(&mut self) {
        let alone = self.into_empty.without(self.sharing);
        self.alone = alone.without(self.stranded);
        self.arrived = self.alone;
        for slot in alone & self.stranded {
            self.winner[self.field(slot)] = NONE;
        }
        for slot in self.into_empty & self.sharing {
            let field = self.field(slot);
            let contest = self.contest(field);
            let enters = contest.has_best();
            self.winner[field] = contest.best;
            self.arrived.insert_if(contest.best.into(), enters);
            self.alone.insert_if(contest.best.into(), enters & (contest.rivals == 0));
        }
    }

    /// Follows the chain of units that leave, and decides it from its end.
    fn decide(&mut self, case: &Case<'_>, field: usize) {
        let mut at = field;
        self.chain.clear();
        loop {
            self.winner[at] = PENDING;
            self.undecided.remove(at);
            self.chain.push(at as u8);
            let next = self.field(at);
            if (next < self.count) & self.undecided.contains(next) {
                at = next;
                continue;
            }
            if self.winner[next] == PENDING {
                self.decide_ring(case, next);
            }
            break;
        }
        while let Some(at) = self.chain.pop() {
            let at = usize::from(at);
            if self.winner[at] == PENDING {
                self.close(at, self.arrives(at), Bits::EMPTY);
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
            usize::from(self.contest(field).best) != slot
        });
        let Some(stopped) = stopped else {
            for i in start..self.chain.len() {
                let slot = self.chain[i];
                let field = self.field(slot.into());
                self.enter(field, slot, true);
                self.ringed.insert(slot.into());
            }
            return;
        };
        // That unit stays; from it the ring is a chain like any other, back to where it was going.
        for i in (0..length).map(|back| start + (stopped - start + length - back) % length) {
            let at = usize::from(self.chain[i]);
            let leaves = i != stopped && self.arrives(at);
            if length == 2 && leaves && case.edition.silences_victim_of_convoy() {
                self.silence(usize::from(self.chain[stopped]));
            }
            self.close(at, leaves, Bits::EMPTY);
        }
    }

    fn decide_head_to_head(&mut self, one: usize, other: usize) {
        self.facing |= Bits::one(one) | Bits::one(other);
        for (winner, loser) in [(one, other), (other, one)] {
            let strength = self.strength_against(winner, loser);
            let beats_rivals = strength > self.strength[self.rival(loser, winner)];
            if strength > self.strength[loser] && beats_rivals {
                self.enter(loser, winner as u8, true);
                self.silence(loser);
                self.close(winner, true, Bits::EMPTY);
                return;
            }
        }
        self.close(one, false, Bits::one(other));
        self.close(other, false, Bits::one(one));
    }

    /// Decides an occupied battlefield, whose unit is known to leave it `empty` or to stay. The
    /// `beaten` failed already but still stand in the way.
    #[inline]
    fn close(&mut self, field: usize, empty: bool, beaten: Bits<T>) {
        let contest = self.contest(field);
        let best = usize::from(contest.best);
        let strength = self.strength_against(best, field);
        // One test instead of five: none of them could be foreseen.
        let is_best = contest.has_best() & !beaten.contains(best);
        let beats = (strength > self.defence(field)) & (strength > contest.rivals);
        let enters = is_best & (empty | beats);
        self.enter(field, contest.best, enters);
        self.alone.insert_if(best, is_best & empty & (contest.rivals == 0));
    }

    /// Notes who enters an occupied battlefield: `best`, or nobody. To an empty one the best is only
    /// refused if there is none.
    #[inline]
    fn enter(&mut self, field: usize, best: u8, enters: bool) {
        self.winner[field] = best | u8::from(!enters) << 7;
        self.arrived.insert_if(best.into(), enters);
        self.entered.insert_if(field, enters);
    }
}
