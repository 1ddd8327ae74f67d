//! Step 5: saying why. One ruling per unit, from what the steps before found.

use std::cmp::Reverse;
use std::hint::select_unpredictable;

use super::movers_to::STANDOFF;
use super::{Input, NO_UNIT, SLOTS, Verdict, Workspace};
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

impl<T: Word> Workspace<T> {
    /// Which kind of reason a unit gets is unpredictable, so each kind is a loop of its own over a set.
    /// The loops are few, because where a loop ends is unpredictable too.
    #[inline(never)]
    pub(super) fn explain(&self, input: &Input<'_>, verdict: &mut Verdict) {
        let Self { orders, battles, .. } = self;
        self.assume_success(verdict);
        let rulings = &mut verdict.rulings;
        self.explain_moves(rulings, &mut verdict.stands);
        for slot in orders.holders & orders.attacked {
            (rulings[slot].outcome, rulings[slot].because) = self.why_hold(slot);
        }
        self.explain_supports(rulings);
        for slot in orders.convoyers {
            (rulings[slot].outcome, rulings[slot].because) = self.why_convoy(input, slot);
        }
        for slot in orders.unordered {
            let lost = battles.dislodged.contains(slot);
            rulings[slot].because = Because::NoOrder;
            rulings[slot].outcome = if lost { Outcome::Fails } else { Outcome::Succeeds };
        }
        for slot in orders.void {
            rulings[slot].outcome = Outcome::Void;
            rulings[slot].because = Because::Illegal(orders.why_void[slot]);
        }
    }

    /// Rulings and places as they are if every move succeeds and nothing else happens.
    fn assume_success(&self, verdict: &mut Verdict) {
        let blank = Ruling { outcome: Outcome::Succeeds, because: Because::Unopposed, dislodged_from: None };
        let orders = &self.orders;
        verdict.rulings.clear();
        verdict.rulings.resize(orders.count, blank);
        verdict.stands.clear();
        verdict.stands.extend_from_slice(&orders.to[..orders.count]);
        verdict.paradoxes = self.convoys.voyages.iter().filter(|voyage| voyage.paradox).count();
    }

    fn explain_moves(&self, rulings: &mut [Ruling], stands: &mut [Location]) {
        let Self { orders, convoys, battles, .. } = self;
        let mut unopposed = battles.unopposed;
        // Who came past a unit without effect has a reason of its own.
        for slot in battles.without_effect {
            unopposed = unopposed.without(convoys.attackers(orders, orders.target(slot)));
        }
        let met_others = battles.arrived.without(unopposed);
        let unusual = battles.in_ring | convoys.by_sea | met_others.if_not(battles.without_effect.is_empty());
        for slot in met_others.without(unusual) {
            rulings[slot].because = self.why_stronger(slot);
        }
        for slot in battles.arrived & unusual {
            rulings[slot].because = self.why_arrived(slot);
        }
        let failed = orders.movers.without(battles.arrived);
        let unusual = battles.head_to_head | convoys.stranded;
        for slot in failed.without(orders.contested).without(unusual) {
            stands[slot] = orders.unit[slot].location;
            rulings[slot].outcome = Outcome::Fails;
            rulings[slot].because = self.why_stopped_by_resident(slot);
        }
        for slot in (failed & orders.contested).without(unusual) {
            stands[slot] = orders.unit[slot].location;
            rulings[slot].outcome = Outcome::Fails;
            rulings[slot].because = self.why_lost_contest(slot);
        }
        for slot in failed & unusual {
            stands[slot] = orders.unit[slot].location;
            rulings[slot].outcome = Outcome::Fails;
            let stranded = convoys.stranded.contains(slot);
            rulings[slot].because =
                if stranded { self.why_stranded(slot) } else { self.why_lost_head_to_head(slot) };
        }
    }

    /// Where the unit that enters this one's province came from.
    pub(super) fn dislodged_from(&self, slot: usize) -> Option<Province> {
        self.battles.entrant(slot).map(|winner| self.orders.province[winner])
    }

    /// The province that comes first in the alphabet, of those where these units stand.
    pub(super) fn first_province(&self, slots: Bits<T>) -> Option<Province> {
        slots.into_iter().map(|slot| self.orders.province[slot]).min()
    }

    /// The strongest of some movers; of equals the first in the alphabet. [`NO_UNIT`] if there is none.
    fn strongest(&self, movers: Bits<T>) -> usize {
        let rank = |slot: &usize| (self.supports.strength[*slot], Reverse(self.orders.province[*slot]));
        movers.into_iter().max_by_key(rank).unwrap_or(NO_UNIT)
    }

    fn why_hold(&self, slot: usize) -> (Outcome, Because) {
        let Self { orders, supports, battles, .. } = self;
        if let Some(than) = self.dislodged_from(slot) {
            return (Outcome::Fails, Because::Weaker { than });
        }
        // A unit that stays is nobody's rival here.
        let best = battles.rival(orders, slot, slot);
        let (attack, defence) = (battles.attack[best], supports.strength[slot]);
        if attack == 0 {
            return (Outcome::Succeeds, Because::Unopposed);
        }
        let by = orders.province[best];
        let because = if defence > attack {
            Because::Stronger { than: by }
        } else if battles.contest(orders, slot).best == STANDOFF {
            Because::SparedByStandoff { of: by }
        } else if defence == attack {
            Because::Standoff { with: by }
        } else {
            self.why_own(best, slot, by)
        };
        (Outcome::Succeeds, because)
    }

    /// Rule 12: the attack is strong enough, but it is on an own unit or needs support of that unit's power.
    fn why_own(&self, attacker: usize, victim: usize, own_unit: Province) -> Because {
        let Self { orders, supports, .. } = self;
        if orders.power(attacker) == orders.power(victim) {
            return Because::OwnUnit { at: own_unit };
        }
        let helpers = orders.supporters[attacker] & supports.given & orders.same_power(victim);
        let from = self.first_province(helpers).unwrap_or(own_unit);
        Because::OwnSupport { from }
    }

    fn is_head_to_head(&self, slot: usize, resident: usize) -> bool {
        let Self { orders, convoys, .. } = self;
        orders.movers.without(convoys.stranded).contains(resident)
            && orders.target(resident) == slot
            && !convoys.by_sea.contains(slot)
            && !convoys.by_sea.contains(resident)
    }

    /// Alone against the unit that stays.
    #[inline(always)]
    fn why_stopped_by_resident(&self, slot: usize) -> Because {
        let Self { orders, supports, .. } = self;
        let resident = orders.target(slot) % SLOTS;
        let defence = supports.defence(orders, resident);
        if supports.strength[slot] > defence {
            return self.why_own(slot, resident, orders.province[resident]);
        }
        self.why_not_past(slot, resident, defence, ObstacleKind::Resident)
    }

    /// Others went there too: one of them was in the way, or the unit that stays.
    #[inline(always)]
    fn why_lost_contest(&self, slot: usize) -> Because {
        let Self { orders, supports, battles, .. } = self;
        let battlefield = orders.target(slot);
        let winner = battles.winner(battlefield);
        let entered = winner < SLOTS;
        let rival = battles.rival(orders, battlefield, slot);
        let rival = select_unpredictable(entered, winner, rival) % SLOTS;
        let rival_strength = battles.attack[rival];
        let stays = (battlefield < orders.count) & !entered & !battles.arrived.contains(battlefield);
        let resident = select_unpredictable(stays, battlefield, NO_UNIT) % SLOTS;
        let defence = select_unpredictable(stays, supports.defence(orders, resident), 0);
        // A rule decides before mere numbers: who was as strong comes before who was stronger.
        let own = supports.strength[slot];
        let weight =
            |strength: u8| u8::from(strength > 0) + u8::from(strength > own) + 2 * u8::from(strength == own);
        let by_rival = weight(rival_strength) >= weight(defence);
        let by = select_unpredictable(by_rival, rival, resident);
        let strength = select_unpredictable(by_rival, rival_strength, defence);
        if own > strength {
            return self.why_own(slot, battlefield % SLOTS, orders.province[battlefield % SLOTS]);
        }
        let kind = if by_rival { ObstacleKind::Mover } else { ObstacleKind::Resident };
        self.why_not_past(slot, by, strength, kind)
    }

    fn why_lost_head_to_head(&self, slot: usize) -> Because {
        let own = self.supports.strength[slot];
        let obstacles = self.obstacles(slot);
        let found = || obstacles.iter().flatten();
        let equal = found().find(|obstacle| obstacle.strength == own);
        let stronger = || found().find(|obstacle| obstacle.strength > own);
        match equal.or_else(stronger).or_else(|| found().next()) {
            Some(obstacle) if own > obstacle.strength => {
                let resident = self.orders.target(slot);
                self.why_own(slot, resident, self.orders.province[resident])
            }
            Some(obstacle) => self.why_not_past(slot, obstacle.slot, obstacle.strength, obstacle.kind),
            None => unreachable!("a move that fails has something in its way"),
        }
    }

    /// The obstacle was as strong or stronger.
    #[inline(always)]
    fn why_not_past(&self, slot: usize, by: usize, strength: u8, kind: ObstacleKind) -> Because {
        let Self { orders, convoys, supports, battles } = self;
        let with = orders.province[by];
        let own = supports.strength[slot];
        let by_sea = convoys.by_sea.contains(slot);
        let lost = (kind == ObstacleKind::Mover) & battles.dislodged.contains(by);
        let plain = (kind == ObstacleKind::Resident) & (own == 1);
        // The first that holds, found without a branch.
        let standoff = if plain { Because::Blocked { at: with } } else { Because::Standoff { with } };
        let standoff = if lost { Because::StandoffWithDislodged { with } } else { standoff };
        let standoff = if by_sea { Because::ConvoyedStandoff { with } } else { standoff };
        let standoff = if kind == ObstacleKind::HeadToHead { Because::Swap { with } } else { standoff };
        if own < strength { Because::Weaker { than: with } } else { standoff }
    }

    fn why_stranded(&self, slot: usize) -> Because {
        let Some(voyage) = self.convoys.find_voyage(slot) else {
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
        self.first_province(fleets & self.battles.dislodged)
    }

    /// What stood in a failed mover's way: who else got in, or else the opponent head to head, the
    /// strongest other mover, and the unit that stays.
    fn obstacles(&self, slot: usize) -> [Option<Obstacle>; 3] {
        let Self { orders, convoys, supports, battles } = self;
        let battlefield = orders.target(slot);
        let obstacle = |slot: usize, strength: u8, kind| Some(Obstacle { strength, slot, kind });
        let resident = battlefield < orders.count;
        let head_to_head = resident && self.is_head_to_head(slot, battlefield);
        let opponent = if head_to_head {
            obstacle(battlefield, supports.strength[battlefield], ObstacleKind::HeadToHead)
        } else {
            None
        };
        if head_to_head && battles.arrived.contains(battlefield) {
            return [opponent, None, None];
        }
        if let Some(winner) = battles.entrant(battlefield) {
            return [obstacle(winner, supports.strength[winner], ObstacleKind::Mover), None, None];
        }
        let mut rivals = convoys.attackers(orders, battlefield).without(battles.without_effect);
        rivals.remove(slot);
        if head_to_head {
            rivals.remove(battlefield);
        }
        let rival = self.strongest(rivals);
        let stays = resident && !head_to_head && !battles.arrived.contains(battlefield);
        let defence = supports.defence(orders, battlefield);
        [
            opponent,
            if rivals.is_empty() {
                None
            } else {
                obstacle(rival, supports.strength[rival], ObstacleKind::Mover)
            },
            if stays { obstacle(battlefield, defence, ObstacleKind::Resident) } else { None },
        ]
    }

    /// Past whom a mover came that was not alone: another mover, or the unit that was there.
    #[inline(always)]
    fn why_stronger(&self, slot: usize) -> Because {
        let Self { orders, supports, battles, .. } = self;
        let battlefield = orders.target(slot);
        let rival = battles.rival(orders, battlefield, slot);
        let beaten = (battlefield < orders.count) & !battles.arrived.contains(battlefield);
        let resident = select_unpredictable(beaten, battlefield, NO_UNIT) % SLOTS;
        // Head to head the other's whole strength counts.
        let defence = if battles.head_to_head.contains(slot) {
            supports.strength[resident]
        } else {
            supports.defence(orders, resident)
        };
        let by_rival = (battles.attack[rival] > defence) | !beaten;
        Because::Stronger { than: orders.province[select_unpredictable(by_rival, rival, resident)] }
    }

    /// The same for who came by sea, in a ring, or past a unit without effect.
    fn why_arrived(&self, slot: usize) -> Because {
        let Self { orders, convoys, supports, battles } = self;
        let battlefield = orders.target(slot);
        let resident = battlefield < orders.count;
        let resident_left = resident && battles.arrived.contains(battlefield);
        if battles.in_ring.contains(slot) {
            let there = orders.province[battlefield % SLOTS];
            let swap = orders.target(battlefield) == slot;
            return if swap {
                Because::ConvoyedSwap { with: there }
            } else {
                Because::Rotation { to: there }
            };
        }
        if convoys.by_sea.contains(slot)
            && let Some(than) = self.first_lost(convoys.voyage(slot).fleets)
        {
            return Because::OtherRoute { than };
        }
        let rival = battles.rival(orders, battlefield, slot);
        let mut rival = (battles.attack[rival] > 0).then_some(rival);
        if resident {
            let others = convoys.attackers(orders, battlefield);
            if let Some(victim) = (others & battles.without_effect).first() {
                if supports.strength[victim] >= supports.strength[slot] {
                    return Because::Unhindered { by: orders.province[victim] };
                }
                rival = Some(self.strongest(others.without(Bits::one(slot))));
            }
        }
        let beaten = (resident && !resident_left).then_some(battlefield);
        match (beaten, rival) {
            (None, None) => Because::Unopposed,
            (None, Some(rival)) => Because::Stronger { than: orders.province[rival] },
            (Some(beaten), rival) => {
                let strength = if self.is_head_to_head(slot, beaten) {
                    supports.strength[beaten]
                } else {
                    supports.defence(orders, beaten)
                };
                let stronger_rival = rival.filter(|rival| supports.strength[*rival] > strength);
                Because::Stronger { than: orders.province[stronger_rival.unwrap_or(beaten)] }
            }
        }
    }
}
