//! Saying why: one ruling a unit, from what the steps before found.

use std::hint::select_unpredictable;

use super::voyages::AROUND;
use super::{Case, Desk, IDLE, SLOTS, Verdict};
use crate::bits::{Bits, Word};
use crate::{Because, Outcome, Province, Ruling, UnitKind};

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
    /// Each set of like stories is a loop of its own: which story a unit has could not be foreseen.
    #[inline(never)]
    pub(super) fn explain(&mut self, case: &Case<'_>, verdict: &mut Verdict) {
        self.fallen = self.entered.without(self.arrived);
        self.note_stands(verdict);
        let rulings = &mut verdict.rulings;
        self.explain_moves(rulings);
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
        for slot in self.fallen {
            rulings[slot].dislodged_from = self.conqueror(slot);
        }
    }

    /// Where everybody stands, and rulings as they are if nothing happens.
    fn note_stands(&self, verdict: &mut Verdict) {
        let blank = Ruling { outcome: Outcome::Succeeds, because: Because::Unopposed, dislodged_from: None };
        verdict.rulings.clear();
        verdict.rulings.resize(self.count, blank);
        verdict.stands.clear();
        verdict.stands.extend(self.unit[..self.count].iter().map(|unit| unit.location));
        for slot in self.arrived {
            verdict.stands[slot] = self.to[slot];
        }
        verdict.paradoxes = self.voyages.iter().filter(|voyage| voyage.paradox).count();
    }

    fn explain_moves(&self, rulings: &mut [Ruling]) {
        for slot in self.arrived.without(self.alone.without(self.at_sea)) {
            rulings[slot].because = self.why_arrived(slot);
        }
        let failed = self.movers.without(self.arrived);
        for slot in failed & self.stranded {
            rulings[slot].because = self.why_stranded(slot);
        }
        let stopped = failed.without(self.stranded);
        for slot in stopped & self.into_empty {
            rulings[slot].because = self.why_beaten_to_it(slot);
        }
        let at_residents = stopped.without(self.into_empty);
        let several = self.crowded | self.facing;
        for slot in at_residents.without(several) {
            let resident = self.field(slot);
            rulings[slot].because =
                self.why_stopped(slot, resident, self.defence(resident), ObstacleKind::Resident);
        }
        for slot in at_residents & several {
            rulings[slot].because = self.why_crowded_out(slot);
        }
        for slot in failed {
            rulings[slot].outcome = Outcome::Fails;
        }
    }

    fn explain_supports(&self, rulings: &mut [Ruling]) {
        let supporters = self.hold_supporters | self.move_supporters;
        for slot in supporters.without(self.matched) {
            rulings[slot].because = Because::Mismatch { of: self.helped_province(slot) };
        }
        for slot in self.matched.without(self.given) {
            rulings[slot].because = self.why_cut(slot);
        }
        for slot in supporters.without(self.given) {
            rulings[slot].outcome = Outcome::Fails;
        }
        for slot in self.given {
            let to = self.helped_province(slot);
            let in_place = self.hold_supporters.contains(slot);
            rulings[slot].because =
                if in_place { Because::GivenInPlace { to } } else { Because::Given { to } };
        }
        for slot in self.given & self.attacked {
            if let Some(because) = self.why_withstood(slot) {
                rulings[slot].because = because;
            }
        }
    }

    fn helped_province(&self, slot: usize) -> Province {
        self.province[usize::from(self.helped[slot]) % SLOTS]
    }

    /// Where the unit that enters this one's province came from.
    fn conqueror(&self, slot: usize) -> Option<Province> {
        self.entrant(slot).map(|winner| self.province[winner])
    }

    fn is_dislodged(&self, slot: usize) -> bool {
        self.fallen.contains(slot)
    }

    /// The province of the unit that comes first in the alphabet.
    fn first_of(&self, slots: Bits<T>) -> Option<Province> {
        slots.into_iter().map(|slot| self.province[slot]).min()
    }

    /// The strongest of some movers; of equals the first in the alphabet.
    fn strongest(&self, movers: Bits<T>) -> Option<usize> {
        if let Some(only) = movers.only() {
            return Some(only);
        }
        let mut best: Option<usize> = None;
        for mover in movers {
            let better = best.is_none_or(|best| {
                let (one, other) = (self.strength[mover], self.strength[best]);
                one > other || (one == other && self.province[mover] < self.province[best])
            });
            if better {
                best = Some(mover);
            }
        }
        best
    }

    fn why_hold(&self, slot: usize) -> (Outcome, Because) {
        if let Some(than) = self.conqueror(slot) {
            return (Outcome::Fails, Because::Weaker { than });
        }
        let attackers = self.attackers_on(slot);
        let Some(best) = self.strongest(attackers) else {
            return (Outcome::Succeeds, Because::Unopposed);
        };
        let (attack, defence) = (self.strength[best], self.strength[slot]);
        let equals = attackers.into_iter().filter(|other| self.strength[*other] == attack).count();
        let by = self.province[best];
        let because = if defence > attack {
            Because::Stronger { than: by }
        } else if equals > 1 {
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

    /// Others go to the same empty province.
    #[inline]
    fn why_beaten_to_it(&self, slot: usize) -> Because {
        let field = self.field(slot);
        let mut rivals = self.attackers_on(field);
        rivals.remove(slot);
        let mut others = rivals;
        let first = others.pop_or(IDLE);
        let winner = usize::from(self.winner[field]);
        let mut rival = select_unpredictable(winner < SLOTS, winner, first) % SLOTS;
        if (winner >= SLOTS) & !others.is_empty() {
            rival = self.strongest(rivals).unwrap_or(first);
        }
        self.why_stopped(slot, rival, self.strength[rival], ObstacleKind::Mover)
    }

    /// One obstacle: it was as strong, or stronger, or rule 12 stood before it.
    fn why_stopped(&self, slot: usize, by: usize, strength: u8, kind: ObstacleKind) -> Because {
        let own = self.strength[slot];
        if own == strength {
            self.why_equal(slot, &Obstacle { strength, slot: by, kind })
        } else if own < strength {
            Because::Weaker { than: self.province[by] }
        } else {
            let resident = self.field(slot);
            self.why_own(slot, resident, self.province[resident])
        }
    }

    /// Several obstacles.
    fn why_crowded_out(&self, slot: usize) -> Because {
        let own = self.strength[slot];
        let obstacles = self.obstacles(slot);
        let found = || obstacles.iter().flatten();
        // A rule decides before mere numbers: who was as strong comes before who was stronger.
        let equal = found().find(|obstacle| obstacle.strength == own);
        let stronger = || found().find(|obstacle| obstacle.strength > own);
        match equal.or_else(stronger).or_else(|| found().next()) {
            Some(obstacle) => self.why_stopped(slot, obstacle.slot, obstacle.strength, obstacle.kind),
            None => unreachable!("a move that fails has something in its way"),
        }
    }

    fn why_equal(&self, slot: usize, obstacle: &Obstacle) -> Because {
        let with = self.province[obstacle.slot];
        match obstacle.kind {
            ObstacleKind::HeadToHead => Because::Swap { with },
            _ if self.at_sea.contains(slot) => Because::ConvoyedStandoff { with },
            ObstacleKind::Mover if self.is_dislodged(obstacle.slot) => {
                Because::StandoffWithDislodged { with }
            }
            ObstacleKind::Resident if self.strength[slot] == 1 => Because::Blocked { at: with },
            ObstacleKind::Mover | ObstacleKind::Resident => Because::Standoff { with },
        }
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
            rival.and_then(|rival| obstacle(rival, self.strength[rival], ObstacleKind::Mover)),
            if stays { obstacle(field, self.defence(field), ObstacleKind::Resident) } else { None },
        ]
    }

    fn why_arrived(&self, slot: usize) -> Because {
        let field = self.field(slot);
        let attackers = self.attackers_on(field);
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
        if attackers == Bits::one(slot) && (resident_left || !resident) {
            return Because::Unopposed;
        }
        if let Some(victim) = (attackers & self.silenced).first()
            && self.strength[victim] >= self.strength[slot]
        {
            return Because::Unhindered { by: self.province[victim] };
        }
        let mut rivals = attackers;
        rivals.remove(slot);
        let rival = self.strongest(rivals);
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

    /// Why attacks did not cut a support that is given; nothing if none arrived.
    fn why_withstood(&self, slot: usize) -> Option<Because> {
        if let Some(from) = self.first_of(self.held_off_by_rule_21(slot)) {
            Some(Because::ConvoyedAttack { from })
        } else if let Some(from) = self.first_of(self.foreign_attackers(slot)) {
            Some(Because::NotCut { from })
        } else {
            self.first_of(self.attackers_on(slot)).map(|from| Because::OwnAttack { from })
        }
    }

    /// The voyages that rule 21 kept from cutting this support, also those that broke because of it.
    fn held_off_by_rule_21(&self, slot: usize) -> Bits<T> {
        let mut held_off = Bits::EMPTY;
        for voyage in &self.voyages {
            let army = usize::from(voyage.army);
            if self.field(army) == slot
                && voyage.has_target()
                && voyage.fates != AROUND
                && self.power(army) != self.power(slot)
            {
                held_off.insert(army);
            }
        }
        held_off
    }

    /// The plainest of the attacks that cut a support.
    fn why_cut(&self, slot: usize) -> Because {
        let cutters = self.cutters(slot);
        if cutters.is_empty() {
            let attacker = self.field(slot);
            return Because::Dislodged { from: self.province[attacker] };
        }
        let (mut around, mut lost) = (Bits::EMPTY, Bits::EMPTY);
        for cutter in cutters {
            if self.at_sea.contains(cutter) {
                let voyage = &self.voyages[usize::from(self.voyage_of[cutter])];
                if voyage.has_target() && voyage.fates == AROUND {
                    around.insert(cutter);
                }
            }
            if self.is_dislodged(cutter) {
                lost.insert(cutter);
            }
        }
        if let Some(from) = self.first_of(cutters.without(around).without(lost)) {
            Because::Cut { from }
        } else if let Some(from) = self.first_of(around) {
            Because::CutByOtherRoute { from }
        } else {
            let from = self.first_of(lost).unwrap_or(self.province[slot]);
            Because::CutByDislodged { from }
        }
    }

    fn why_convoy(&self, case: &Case<'_>, slot: usize) -> (Outcome, Because) {
        let army = usize::from(self.helped[slot]);
        let province = self.province[army];
        let sea = case.board.water_number(self.province[slot]);
        let taken = self.carried.contains(army) && self.carriers[army].contains(sea);
        if !taken || !self.at_sea.contains(army) || self.unit[army].kind != UnitKind::Army {
            return (Outcome::Fails, Because::NotTaken { army: province });
        }
        let voyage = self.voyages.iter().find(|voyage| usize::from(voyage.army) == army);
        match (voyage, self.conqueror(slot)) {
            (_, Some(at)) => (Outcome::Fails, Because::ConvoyBroken { at }),
            (None, None) => (Outcome::Fails, Because::NoRoute),
            (Some(voyage), None) if !voyage.fleets.contains(slot) => (Outcome::Fails, Because::NoRoute),
            (Some(voyage), None) if voyage.paradox => (Outcome::Fails, Because::Paradox),
            (Some(_), None) => (Outcome::Succeeds, Because::Carried { army: province }),
        }
    }
}
