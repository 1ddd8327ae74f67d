//! Saying why: one ruling a unit, from what the steps before found.

use super::voyages::AROUND;
use super::{Case, Deed, Desk, NONE, Verdict};
use crate::bits::Bits;
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

impl<const W: usize> Desk<W> {
    pub(super) fn explain(&mut self, case: &Case<'_>, verdict: &mut Verdict) {
        verdict.rulings.clear();
        verdict.stands.clear();
        verdict.paradoxes = 0;
        for slot in 0..self.count {
            let arrives = self.sets_out(slot) && self.arrives(slot);
            let from = if arrives { NONE } else { self.winner[slot] };
            let dislodged_from = (from != NONE).then(|| self.province[usize::from(from)]);
            let (outcome, because) = match self.deed[slot] {
                Deed::Void(illegality) => (Outcome::Void, Because::Illegal(illegality)),
                Deed::NoOrder if dislodged_from.is_some() => (Outcome::Fails, Because::NoOrder),
                Deed::NoOrder => (Outcome::Succeeds, Because::NoOrder),
                Deed::Hold => self.why_hold(slot, dislodged_from),
                Deed::Move if arrives => (Outcome::Succeeds, self.why_arrived(case, slot)),
                Deed::Move => (Outcome::Fails, self.why_not_arrived(slot)),
                Deed::SupportHold | Deed::SupportMove => self.why_support(slot),
                Deed::Convoy => self.why_convoy(case, slot, dislodged_from),
            };
            verdict.paradoxes += usize::from(because == Because::Paradox && self.deed[slot] == Deed::Move);
            verdict.rulings.push(Ruling { outcome, because, dislodged_from });
            verdict.stands.push(if arrives { self.to[slot] } else { self.unit[slot].location });
        }
    }

    fn is_dislodged(&self, slot: usize) -> bool {
        self.winner[slot] != NONE && !(self.sets_out(slot) && self.arrives(slot))
    }

    /// The province of the unit that comes first in the alphabet.
    fn first_of(&self, slots: Bits<W>) -> Option<Province> {
        slots.into_iter().map(|slot| self.province[slot]).min()
    }

    /// The strongest of some movers; of equals the first in the alphabet.
    fn strongest(&self, movers: Bits<W>) -> Option<usize> {
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

    fn why_hold(&self, slot: usize, dislodged_from: Option<Province>) -> (Outcome, Because) {
        if let Some(than) = dislodged_from {
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
            && usize::from(self.field[resident]) == slot
            && !self.at_sea.contains(slot)
            && !self.at_sea.contains(resident)
    }

    fn why_not_arrived(&self, slot: usize) -> Because {
        if self.stranded.contains(slot) {
            return self.why_stranded(slot);
        }
        let own = self.strength[slot];
        let obstacles = self.obstacles(slot);
        let mut found = obstacles.iter().flatten();
        // A rule decides before mere numbers: who was as strong comes before who was stronger.
        let equal = found.clone().find(|obstacle| obstacle.strength == own);
        if let Some(obstacle) = equal {
            return self.why_equal(slot, obstacle);
        }
        let strongest =
            found.next().map(|first| found.fold(first, |a, b| if b.strength > a.strength { b } else { a }));
        match strongest {
            Some(obstacle) if obstacle.strength > own => {
                Because::Weaker { than: self.province[obstacle.slot] }
            }
            Some(_) | None => {
                let resident = usize::from(self.field[slot]);
                self.why_own(slot, resident, self.province[resident])
            }
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

    fn first_lost(&self, fleets: Bits<W>) -> Option<Province> {
        fleets.into_iter().filter(|fleet| self.is_dislodged(*fleet)).map(|fleet| self.province[fleet]).min()
    }

    /// What stood in a failed mover's way: who else got in, or else the opponent head to head, the
    /// strongest other mover, and the unit that stays.
    fn obstacles(&self, slot: usize) -> [Option<Obstacle>; 3] {
        let field = usize::from(self.field[slot]);
        let obstacle = |slot: usize, strength: u8, kind| Some(Obstacle { strength, slot, kind });
        let resident = field < self.count;
        let head_to_head = resident && self.is_head_to_head(slot, field);
        let opponent =
            if head_to_head { obstacle(field, self.strength[field], ObstacleKind::HeadToHead) } else { None };
        if head_to_head && self.arrives(field) {
            return [opponent, None, None];
        }
        let entered = self.winner[field];
        if entered != NONE {
            let winner = usize::from(entered);
            return [obstacle(winner, self.strength[winner], ObstacleKind::Mover), None, None];
        }
        let mut rivals = self.attackers_on(field);
        rivals.remove(slot);
        if head_to_head {
            rivals.remove(field);
        }
        let rival = self.strongest(rivals);
        let stays = resident && !head_to_head && !(self.sets_out(field) && self.arrives(field));
        [
            opponent,
            rival.and_then(|rival| obstacle(rival, self.strength[rival], ObstacleKind::Mover)),
            if stays { obstacle(field, self.defence(field), ObstacleKind::Resident) } else { None },
        ]
    }

    fn why_arrived(&self, case: &Case<'_>, slot: usize) -> Because {
        let field = usize::from(self.field[slot]);
        let attackers = self.attackers_on(field);
        let resident = field < self.count;
        let resident_left = resident && self.sets_out(field) && self.arrives(field);
        if resident_left {
            if usize::from(self.field[field]) == slot {
                return Because::ConvoyedSwap { with: self.province[field] };
            }
            if self.closes_ring(slot) {
                return Because::Rotation { to: self.province[field] };
            }
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
        let silenced = self.silenced(case, field);
        if let Some(victim) = silenced.first()
            && self.strength[victim] >= self.strength[slot]
        {
            return Because::Unhindered { by: self.province[victim] };
        }
        let mut rivals = attackers.without(silenced);
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

    /// Whether the units that follow each other from here come round to this one.
    fn closes_ring(&self, slot: usize) -> bool {
        let mut at = usize::from(self.field[slot]);
        for _ in 0..self.count {
            if at == slot {
                return true;
            }
            if at >= self.count || !self.sets_out(at) || !self.arrives(at) {
                return false;
            }
            at = usize::from(self.field[at]);
        }
        false
    }

    fn why_support(&self, slot: usize) -> (Outcome, Because) {
        let helped = self.province[usize::from(self.helped[slot])];
        if !self.matched.contains(slot) {
            return (Outcome::Fails, Because::Mismatch { of: helped });
        }
        if !self.given.contains(slot) {
            return (Outcome::Fails, self.why_cut(slot));
        }
        let plain = if self.deed[slot] == Deed::SupportMove {
            Because::Given { to: helped }
        } else {
            Because::GivenInPlace { to: helped }
        };
        if self.attackers[slot].is_empty() {
            return (Outcome::Succeeds, plain);
        }
        let attackers = self.attackers_on(slot);
        let because = if let Some(from) = self.first_of(self.held_off_by_rule_21(slot)) {
            Because::ConvoyedAttack { from }
        } else if let Some(from) = self.first_of(self.foreign_attackers(slot)) {
            Because::NotCut { from }
        } else if let Some(from) = self.first_of(attackers) {
            Because::OwnAttack { from }
        } else {
            plain
        };
        (Outcome::Succeeds, because)
    }

    /// The voyages that rule 21 kept from cutting this support, also those that broke because of it.
    fn held_off_by_rule_21(&self, slot: usize) -> Bits<W> {
        let mut held_off = Bits::EMPTY;
        for voyage in &self.voyages {
            let army = usize::from(voyage.army);
            if usize::from(self.field[army]) == slot
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
            let attacker = usize::from(self.field[slot]);
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

    fn why_convoy(
        &self,
        case: &Case<'_>,
        slot: usize,
        dislodged_from: Option<Province>,
    ) -> (Outcome, Because) {
        let army = usize::from(self.helped[slot]);
        let province = self.province[army];
        let sea = case.board.water_number(self.province[slot]);
        let taken = self.carried.contains(army) && self.carriers[army].contains(sea);
        if !taken || !self.at_sea.contains(army) || self.unit[army].kind != UnitKind::Army {
            return (Outcome::Fails, Because::NotTaken { army: province });
        }
        let voyage = self.voyages.iter().find(|voyage| usize::from(voyage.army) == army);
        match (voyage, dislodged_from) {
            (_, Some(at)) => (Outcome::Fails, Because::ConvoyBroken { at }),
            (None, None) => (Outcome::Fails, Because::NoRoute),
            (Some(voyage), None) if voyage.paradox => (Outcome::Fails, Because::Paradox),
            (Some(voyage), None) if !voyage.uses(case.board, sea) => (Outcome::Fails, Because::NoRoute),
            (Some(_), None) => (Outcome::Succeeds, Because::Carried { army: province }),
        }
    }
}
