//! Saying why: one ruling a unit, from what the steps before found.

use std::cmp::Reverse;
use std::hint::select_unpredictable;

use super::{Case, Desk, IDLE, SLOTS, STANDOFF, Verdict};
use crate::bits::{Bits, Word};
use crate::{Because, Location, Outcome, Province, Ruling};

/// What stood in a mover's way.
#[derive(Clone, Copy)]
struct Obstacle {
    strength: u8,
    slot: usize,
    kind: ObstacleKind,
}

/// In the order in which equal obstacles are named.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObstacleKind {
    HeadToHead,
    Mover,
    Resident,
}

impl<T: Word> Desk<T> {
    /// Each set of like stories is a loop of its own: which story a unit has could not be foreseen. The
    /// loops are few, because neither can where a loop ends.
    #[inline(never)]
    pub(super) fn explain(&mut self, case: &Case<'_>, verdict: &mut Verdict) {
        self.fallen = self.entered.without(self.arrived);
        // Who came past somebody silenced has more to tell.
        for slot in self.silenced {
            self.alone = self.alone.without(self.attackers_on(self.field(slot)));
        }
        self.note_stands(verdict);
        let rulings = &mut verdict.rulings;
        self.explain_moves(rulings, &mut verdict.stands);
        for slot in self.holders & self.attacked {
            (rulings[slot].outcome, rulings[slot].because) = self.why_hold(slot);
        }
        self.explain_supports(rulings);
        for slot in self.convoyers {
            (rulings[slot].outcome, rulings[slot].because) = self.why_convoy(case, slot);
        }
        for slot in self.unordered {
            let lost = self.fallen.contains(slot);
            rulings[slot].because = Because::NoOrder;
            rulings[slot].outcome = if lost { Outcome::Fails } else { Outcome::Succeeds };
        }
        for slot in self.void {
            rulings[slot].outcome = Outcome::Void;
            rulings[slot].because = Because::Illegal(self.why_void[slot]);
        }
    }

    /// Rulings and places as they are if every move succeeds and nothing else happens.
    fn note_stands(&self, verdict: &mut Verdict) {
        let blank = Ruling { outcome: Outcome::Succeeds, because: Because::Unopposed, dislodged_from: None };
        verdict.rulings.clear();
        verdict.rulings.resize(self.count, blank);
        verdict.stands.clear();
        verdict.stands.extend_from_slice(&self.to[..self.count]);
        verdict.paradoxes = self.voyages.iter().filter(|voyage| voyage.paradox).count();
    }

    fn explain_moves(&self, rulings: &mut [Ruling], stands: &mut [Location]) {
        let met_others = self.arrived.without(self.alone);
        let unusual = self.ringed | self.at_sea | met_others.if_not(self.silenced.is_empty());
        for slot in met_others.without(unusual) {
            rulings[slot].because = self.why_stronger(slot);
        }
        for slot in self.arrived & unusual {
            rulings[slot].because = self.why_arrived(slot);
        }
        let failed = self.movers.without(self.arrived);
        let unusual = self.facing | self.stranded;
        for slot in failed.without(self.sharing).without(unusual) {
            stands[slot] = self.unit[slot].location;
            rulings[slot].outcome = Outcome::Fails;
            rulings[slot].because = self.why_held_off(slot);
        }
        for slot in (failed & self.sharing).without(unusual) {
            stands[slot] = self.unit[slot].location;
            rulings[slot].outcome = Outcome::Fails;
            rulings[slot].because = self.why_crowded_out(slot);
        }
        for slot in failed & unusual {
            stands[slot] = self.unit[slot].location;
            rulings[slot].outcome = Outcome::Fails;
            let stranded = self.stranded.contains(slot);
            rulings[slot].because =
                if stranded { self.why_stranded(slot) } else { self.why_faced_down(slot) };
        }
    }

    /// Where the unit that enters this one's province came from.
    pub(super) fn conqueror(&self, slot: usize) -> Option<Province> {
        self.entrant(slot).map(|winner| self.province[winner])
    }

    pub(super) fn is_dislodged(&self, slot: usize) -> bool {
        self.fallen.contains(slot)
    }

    /// The province of the unit that comes first in the alphabet.
    pub(super) fn first_of(&self, slots: Bits<T>) -> Option<Province> {
        slots.into_iter().map(|slot| self.province[slot]).min()
    }

    /// The strongest of some movers; of equals the first in the alphabet. [`IDLE`] if there is none.
    fn strongest(&self, movers: Bits<T>) -> usize {
        let rank = |slot: &usize| (self.strength[*slot], Reverse(self.province[*slot]));
        movers.into_iter().max_by_key(rank).unwrap_or(IDLE)
    }

    fn why_hold(&self, slot: usize) -> (Outcome, Because) {
        if let Some(than) = self.conqueror(slot) {
            return (Outcome::Fails, Because::Weaker { than });
        }
        // Who stays is nobody's rival here.
        let best = self.rival(slot, slot);
        let (attack, defence) = (self.strength[best], self.strength[slot]);
        if attack == 0 {
            return (Outcome::Succeeds, Because::Unopposed);
        }
        let by = self.province[best];
        let because = if defence > attack {
            Because::Stronger { than: by }
        } else if self.contest(slot).best == STANDOFF {
            Because::SparedByStandoff { of: by }
        } else if defence == attack {
            Because::Standoff { with: by }
        } else {
            self.why_own(best, slot, by)
        };
        (Outcome::Succeeds, because)
    }

    /// Rule 12: the attack is strong enough, but it is on an own unit or needs that unit's friends.
    fn why_own(&self, attacker: usize, victim: usize, own_unit: Province) -> Because {
        if self.power(attacker) == self.power(victim) {
            return Because::OwnUnit { at: own_unit };
        }
        let helpers = self.supporters[attacker] & self.given & self.friends(victim);
        let from = self.first_of(helpers).unwrap_or(own_unit);
        Because::OwnSupport { from }
    }

    fn is_head_to_head(&self, slot: usize, resident: usize) -> bool {
        self.sets_out(resident)
            && self.field(resident) == slot
            && !self.at_sea.contains(slot)
            && !self.at_sea.contains(resident)
    }

    /// Alone against the unit that stays.
    #[inline(always)]
    fn why_held_off(&self, slot: usize) -> Because {
        let resident = self.field(slot) % SLOTS;
        let defence = self.defence(resident);
        if self.strength[slot] > defence {
            return self.why_own(slot, resident, self.province[resident]);
        }
        self.why_not_past(slot, resident, defence, ObstacleKind::Resident)
    }

    /// Others went there too: one of them was in the way, or the unit that stays.
    #[inline(always)]
    fn why_crowded_out(&self, slot: usize) -> Because {
        let field = self.field(slot);
        let winner = usize::from(self.winner[field]);
        let entered = winner < SLOTS;
        let rival = self.rival(field, slot);
        let rival = select_unpredictable(entered, winner, rival) % SLOTS;
        let stays = (field < self.count) & !entered & !self.arrived.contains(field);
        let resident = select_unpredictable(stays, field, IDLE) % SLOTS;
        let defence = select_unpredictable(self.movers.contains(resident), 1, self.strength[resident]);
        let defence = select_unpredictable(stays, defence, 0);
        // A rule decides before mere numbers: who was as strong comes before who was stronger.
        let own = self.strength[slot];
        let weight =
            |strength: u8| u8::from(strength > 0) + u8::from(strength > own) + 2 * u8::from(strength == own);
        let by_rival = weight(self.strength[rival]) >= weight(defence);
        let by = select_unpredictable(by_rival, rival, resident);
        let strength = select_unpredictable(by_rival, self.strength[rival], defence);
        if own > strength {
            return self.why_own(slot, field % SLOTS, self.province[field % SLOTS]);
        }
        let kind = if by_rival { ObstacleKind::Mover } else { ObstacleKind::Resident };
        self.why_not_past(slot, by, strength, kind)
    }

    /// Head to head with another.
    fn why_faced_down(&self, slot: usize) -> Because {
        let own = self.strength[slot];
        let obstacles = self.obstacles(slot);
        let found = || obstacles.iter().flatten();
        let equal = found().find(|obstacle| obstacle.strength == own);
        let stronger = || found().find(|obstacle| obstacle.strength > own);
        match equal.or_else(stronger).or_else(|| found().next()) {
            Some(obstacle) if own > obstacle.strength => {
                let resident = self.field(slot);
                self.why_own(slot, resident, self.province[resident])
            }
            Some(obstacle) => self.why_not_past(slot, obstacle.slot, obstacle.strength, obstacle.kind),
            None => unreachable!("a move that fails has something in its way"),
        }
    }

    /// The obstacle was as strong or stronger.
    #[inline(always)]
    fn why_not_past(&self, slot: usize, by: usize, strength: u8, kind: ObstacleKind) -> Because {
        let with = self.province[by];
        let own = self.strength[slot];
        let by_sea = self.at_sea.contains(slot);
        let lost = (kind == ObstacleKind::Mover) & self.fallen.contains(by);
        let plain = (kind == ObstacleKind::Resident) & (own == 1);
        // The first that holds, found without a branch.
        let standoff = if plain { Because::Blocked { at: with } } else { Because::Standoff { with } };
        let standoff = if lost { Because::StandoffWithDislodged { with } } else { standoff };
        let standoff = if by_sea { Because::ConvoyedStandoff { with } } else { standoff };
        let standoff = if kind == ObstacleKind::HeadToHead { Because::Swap { with } } else { standoff };
        if own < strength { Because::Weaker { than: with } } else { standoff }
    }

    fn why_stranded(&self, slot: usize) -> Because {
        let Some(voyage) = self.voyages.iter().find(|voyage| usize::from(voyage.army) == slot) else {
            return Because::NoRoute;
        };
        if voyage.paradox {
            return Because::Paradox;
        }
        match self.first_lost(voyage.fleets) {
            Some(at) => Because::ConvoyBroken { at },
            None => unreachable!("a convoy is broken by the loss of a fleet"),
        }
    }

    fn first_lost(&self, fleets: Bits<T>) -> Option<Province> {
        fleets.into_iter().filter(|fleet| self.is_dislodged(*fleet)).map(|fleet| self.province[fleet]).min()
    }

    /// What stood in a failed mover's way: who else got in, or else the opponent head to head, the
    /// strongest other mover, and the unit that stays.
    fn obstacles(&self, slot: usize) -> [Option<Obstacle>; 3] {
        let field = self.field(slot);
        let obstacle = |slot: usize, strength: u8, kind| Some(Obstacle { strength, slot, kind });
        let resident = field < self.count;
        let head_to_head = resident && self.is_head_to_head(slot, field);
        let opponent =
            if head_to_head { obstacle(field, self.strength[field], ObstacleKind::HeadToHead) } else { None };
        if head_to_head && self.arrived.contains(field) {
            return [opponent, None, None];
        }
        if let Some(winner) = self.entrant(field) {
            return [obstacle(winner, self.strength[winner], ObstacleKind::Mover), None, None];
        }
        let mut rivals = self.attackers_on(field).without(self.silenced);
        rivals.remove(slot);
        if head_to_head {
            rivals.remove(field);
        }
        let rival = self.strongest(rivals);
        let stays = resident && !head_to_head && !self.arrived.contains(field);
        [
            opponent,
            if rivals.is_empty() { None } else { obstacle(rival, self.strength[rival], ObstacleKind::Mover) },
            if stays { obstacle(field, self.defence(field), ObstacleKind::Resident) } else { None },
        ]
    }

    /// Past whom a mover came that was not alone: another mover, or the unit that was there.
    #[inline(always)]
    fn why_stronger(&self, slot: usize) -> Because {
        let field = self.field(slot);
        let rival = self.rival(field, slot);
        let beaten = (field < self.count) & !self.arrived.contains(field);
        let resident = select_unpredictable(beaten, field, IDLE) % SLOTS;
        // Head to head the other's whole strength counts.
        let defence =
            if self.facing.contains(slot) { self.strength[resident] } else { self.defence(resident) };
        let by_rival = (self.strength[rival] > defence) | !beaten;
        Because::Stronger { than: self.province[select_unpredictable(by_rival, rival, resident)] }
    }

    /// The same for who came by sea, in a ring, or past somebody who had no effect.
    fn why_arrived(&self, slot: usize) -> Because {
        let field = self.field(slot);
        let resident = field < self.count;
        let resident_left = resident && self.arrived.contains(field);
        if self.ringed.contains(slot) {
            let there = self.province[field % SLOTS];
            let swap = self.field(field) == slot;
            return if swap {
                Because::ConvoyedSwap { with: there }
            } else {
                Because::Rotation { to: there }
            };
        }
        if self.at_sea.contains(slot) {
            let voyage = &self.voyages[usize::from(self.voyage_of[slot])];
            if let Some(than) = self.first_lost(voyage.fleets) {
                return Because::OtherRoute { than };
            }
        }
        let mut rival = self.rival(field, slot);
        if resident && let Some(victim) = (self.attackers_on(field) & self.silenced).first() {
            if self.strength[victim] >= self.strength[slot] {
                return Because::Unhindered { by: self.province[victim] };
            }
            rival = self.strongest(self.attackers_on(field).without(Bits::one(slot)));
        }
        let rival = (self.strength[rival] > 0).then_some(rival);
        let beaten = (resident && !resident_left).then_some(field);
        match (beaten, rival) {
            (None, None) => Because::Unopposed,
            (None, Some(rival)) => Because::Stronger { than: self.province[rival] },
            (Some(beaten), rival) => {
                let strength = if self.is_head_to_head(slot, beaten) {
                    self.strength[beaten]
                } else {
                    self.defence(beaten)
                };
                let stronger_rival = rival.filter(|rival| self.strength[*rival] > strength);
                Because::Stronger { than: self.province[stronger_rival.unwrap_or(beaten)] }
            }
        }
    }
}
