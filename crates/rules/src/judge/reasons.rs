//! Step 5: find the reasons. One ruling per unit, from the results of the earlier steps.

use std::cmp::Reverse;
use std::hint::select_unpredictable;

use super::movers_to::STANDOFF;
use super::{Input, NO_UNIT, SLOTS, STAYS, Verdict, Workspace};
use crate::bits::{Bits, Word};
use crate::{Because, Location, Outcome, Passage, Province, Ruling};

/// A unit in the way of a mover.
#[derive(Clone, Copy)]
struct Obstacle {
    strength: u8,
    slot: usize,
    kind: ObstacleKind,
}

/// The kinds of obstacles. Among equal obstacles, the first kind is named as the reason.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObstacleKind {
    HeadToHead,
    Mover,
    Resident,
}

impl<T: Word> Workspace<T> {
    /// Which kind of reason a unit gets is unpredictable, so each kind has its own loop over a set. There are
    /// few loops, because the end of a loop is unpredictable too.
    #[inline(never)]
    pub(super) fn explain(&self, input: &Input<'_>, verdict: &mut Verdict) {
        let Self { orders, battles, .. } = self;
        self.assume_success(verdict);
        let rulings: &mut [Ruling; SLOTS] = &mut verdict.rulings;
        self.explain_moves(rulings, &mut verdict.locations_after);
        for slot in orders.holders & orders.attacked {
            (rulings[slot % SLOTS].outcome, rulings[slot % SLOTS].because) = self.why_hold(slot);
        }
        self.explain_supports(rulings);
        for slot in orders.convoyers {
            (rulings[slot % SLOTS].outcome, rulings[slot % SLOTS].because) = self.why_convoy(input, slot);
        }
        for slot in orders.unordered {
            let lost = battles.dislodged.contains(slot);
            rulings[slot % SLOTS].because = Because::NoOrder;
            rulings[slot % SLOTS].outcome = if lost { Outcome::Fails } else { Outcome::Succeeds };
        }
        for slot in orders.void {
            rulings[slot % SLOTS].outcome = Outcome::Void;
            rulings[slot % SLOTS].because = Because::Illegal(orders.why_void[slot]);
        }
    }

    /// Fills in the rulings and locations as if every order succeeds without opposition.
    fn assume_success(&self, verdict: &mut Verdict) {
        let count = self.orders.count;
        verdict.count = count;
        verdict.rulings[..count].fill(Ruling::UNOPPOSED);
        verdict.locations_after[..count].copy_from_slice(&self.orders.to[..count]);
        verdict.paradoxes = self.convoys.voyages.iter().filter(|voyage| voyage.paradox).count();
    }

    fn explain_moves(&self, rulings: &mut [Ruling; SLOTS], locations_after: &mut [Location; SLOTS]) {
        let Self { orders, convoys, battles, .. } = self;
        let mut unopposed = battles.unopposed;
        // A mover that met a unit without effect has its own reason.
        for slot in battles.without_effect {
            unopposed = unopposed.without(convoys.attackers(orders, orders.target(slot)));
        }
        let met_others = battles.arrived.without(unopposed);
        let unusual = battles.in_ring | convoys.by_sea | met_others.if_not(battles.without_effect.is_empty());
        for slot in met_others.without(unusual) {
            rulings[slot % SLOTS].because = self.why_stronger(slot);
        }
        for slot in battles.arrived & unusual {
            rulings[slot % SLOTS].because = self.why_arrived(slot);
        }
        let failed = orders.movers.without(battles.arrived);
        let mut fail = |slot: usize, because: Because| {
            locations_after[slot % SLOTS] = orders.unit[slot % SLOTS].location;
            rulings[slot % SLOTS] = Ruling { outcome: Outcome::Fails, because, dislodged_from: None };
        };
        let unusual = (battles.head_to_head & orders.contested) | convoys.by_sea;
        for slot in failed.without(orders.contested).without(unusual) {
            fail(slot, self.why_stopped_by_resident(slot));
        }
        for slot in (failed & orders.contested).without(unusual) {
            fail(slot, self.why_lost_contest(slot, Passage::Unstated));
        }
        for slot in failed & unusual {
            let because = if convoys.failed.contains(slot) {
                self.why_convoy_failed(slot)
            } else if convoys.by_sea.contains(slot) {
                self.why_lost_contest(slot, Passage::Convoy)
            } else {
                self.why_lost_head_to_head(slot)
            };
            fail(slot, because);
        }
    }

    /// Where the unit that enters this one's province came from.
    pub(super) fn dislodged_from(&self, slot: usize) -> Option<Province> {
        self.battles.entrant(slot).map(|winner| self.orders.province[winner])
    }

    /// The province of these units that is first in alphabetical order.
    pub(super) fn first_province(&self, slots: Bits<T>) -> Option<Province> {
        slots.into_iter().map(|slot| self.orders.province[slot]).min()
    }

    /// The strongest mover. Among equals, the first in alphabetical order. [`NO_UNIT`] if there is none.
    fn strongest(&self, movers: Bits<T>) -> usize {
        let rank = |slot: &usize| (self.supports.strength[*slot], Reverse(self.orders.province[*slot]));
        movers.into_iter().max_by_key(rank).unwrap_or(NO_UNIT)
    }

    fn why_hold(&self, slot: usize) -> (Outcome, Because) {
        let Self { orders, supports, battles, .. } = self;
        if let Some(than) = self.dislodged_from(slot) {
            return (Outcome::Fails, Because::Weaker { than });
        }
        // The unit itself is not a mover, so this is the strongest of all movers.
        let best = battles.rival(orders, slot, slot);
        let (attack, defence) = (battles.attack[best], supports.defence(slot));
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
            self.why_rule_12(best, slot, by)
        };
        (Outcome::Succeeds, because)
    }

    /// Rule 12: the attack is strong enough, but it is on an own unit or needs support by that unit's power.
    fn why_rule_12(&self, attacker: usize, victim: usize, own_unit: Province) -> Because {
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
        orders.movers.without(convoys.failed).contains(resident)
            && orders.target(resident) == slot
            && !convoys.by_sea.contains(slot)
            && !convoys.by_sea.contains(resident)
    }

    /// The only obstacle is the unit there: it stays, or it is head to head with the mover, whose strength then
    /// counts. Both in one loop, because a loop of its own for two units per phase costs more.
    #[inline(always)]
    fn why_stopped_by_resident(&self, slot: usize) -> Because {
        let Self { orders, supports, battles, .. } = self;
        let resident = orders.target(slot) % SLOTS;
        let at = orders.province[resident];
        let head_to_head = battles.head_to_head.contains(slot);
        let (own, strength) = (
            supports.strength[slot],
            supports.strength[resident | select_unpredictable(head_to_head, 0, STAYS)],
        );
        if own > strength {
            return self.why_rule_12(slot, resident, at);
        }
        let standoff = if own == 1 { Because::Blocked { at } } else { Because::Standoff { with: at } };
        let standoff = if head_to_head { Because::Swap { with: at } } else { standoff };
        if own < strength { Because::Weaker { than: at } } else { standoff }
    }

    /// Others moved there too. The obstacle is one of them, or the unit that stays.
    #[inline(always)]
    fn why_lost_contest(&self, slot: usize, passage: Passage) -> Because {
        let Self { orders, supports, battles, .. } = self;
        let battlefield = orders.target(slot);
        let winner = battles.winner(battlefield);
        let entered = winner < SLOTS;
        let rival = battles.rival(orders, battlefield, slot);
        let rival = select_unpredictable(entered, winner, rival) % SLOTS;
        let rival_strength = battles.attack[rival];
        let stays = (battlefield < SLOTS) & !entered & !battles.arrived.contains(battlefield);
        let resident = select_unpredictable(stays, battlefield, NO_UNIT) % SLOTS;
        let defence = select_unpredictable(stays, supports.defence(resident), 0);
        // A reason with a rule comes first: an equally strong obstacle before a stronger one.
        let own = supports.strength[slot];
        let weight =
            |strength: u8| u8::from(strength > 0) + u8::from(strength > own) + 2 * u8::from(strength == own);
        let by_rival = weight(rival_strength) >= weight(defence);
        let by = select_unpredictable(by_rival, rival, resident);
        let strength = select_unpredictable(by_rival, rival_strength, defence);
        if own > strength {
            return self.why_rule_12(slot, battlefield % SLOTS, orders.province[battlefield % SLOTS]);
        }
        let kind = if by_rival { ObstacleKind::Mover } else { ObstacleKind::Resident };
        self.why_blocked(slot, by, strength, kind, passage)
    }

    /// Others moved there too, and the unit there is head to head with the mover.
    fn why_lost_head_to_head(&self, slot: usize) -> Because {
        let own = self.supports.strength[slot];
        let obstacles = self.obstacles(slot);
        let found = || obstacles.iter().flatten();
        let equal = found().find(|obstacle| obstacle.strength == own);
        let stronger = || found().find(|obstacle| obstacle.strength > own);
        match equal.or_else(stronger).or_else(|| found().next()) {
            Some(obstacle) if own > obstacle.strength => {
                let resident = self.orders.target(slot);
                self.why_rule_12(slot, resident, self.orders.province[resident])
            }
            Some(Obstacle { slot: by, strength, kind }) => {
                self.why_blocked(slot, *by, *strength, *kind, Passage::Unstated)
            }
            None => unreachable!("a move that fails has an obstacle"),
        }
    }

    /// The obstacle is as strong as the mover, or stronger.
    #[inline(always)]
    fn why_blocked(
        &self,
        slot: usize,
        by: usize,
        strength: u8,
        kind: ObstacleKind,
        passage: Passage,
    ) -> Because {
        let Self { orders, supports, battles, .. } = self;
        let with = orders.province[by];
        let own = supports.strength[slot];
        let by_sea = passage == Passage::Convoy;
        let lost = (kind == ObstacleKind::Mover) & battles.dislodged.contains(by);
        let plain = (kind == ObstacleKind::Resident) & (own == 1);
        // Branch-free: each line overrides the lines above it.
        let standoff = if plain { Because::Blocked { at: with } } else { Because::Standoff { with } };
        let standoff = if lost { Because::StandoffWithDislodged { with } } else { standoff };
        let standoff = if by_sea { Because::ConvoyedStandoff { with } } else { standoff };
        let standoff = if kind == ObstacleKind::HeadToHead { Because::Swap { with } } else { standoff };
        if own < strength { Because::Weaker { than: with } } else { standoff }
    }

    fn why_convoy_failed(&self, slot: usize) -> Because {
        let Some(voyage) = self.convoys.find_voyage(slot) else {
            return Because::NoRoute;
        };
        if voyage.paradox {
            return Because::Paradox;
        }
        match self.first_dislodged(voyage.fleets) {
            Some(at) => Because::ConvoyBroken { at },
            None => unreachable!("a convoy is broken because a fleet is dislodged"),
        }
    }

    /// The first of these fleets that is dislodged.
    pub(super) fn first_dislodged(&self, fleets: Bits<T>) -> Option<Province> {
        self.first_province(fleets & self.battles.dislodged)
    }

    /// The obstacles of a failed mover: the unit that entered instead; if there is none, the opponent head to
    /// head, the strongest other mover, and the unit that stays.
    fn obstacles(&self, slot: usize) -> [Option<Obstacle>; 3] {
        let Self { orders, convoys, supports, battles } = self;
        let battlefield = orders.target(slot);
        let obstacle = |slot: usize, strength: u8, kind| Some(Obstacle { strength, slot, kind });
        let resident = battlefield < SLOTS;
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
        let defence = supports.defence(battlefield);
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

    /// The strongest unit that a successful mover beat: another mover, or the dislodged unit.
    #[inline(always)]
    fn why_stronger(&self, slot: usize) -> Because {
        let Self { orders, supports, battles, .. } = self;
        let battlefield = orders.target(slot);
        let rival = battles.rival(orders, battlefield, slot);
        let beaten = (battlefield < SLOTS) & !battles.arrived.contains(battlefield);
        let resident = select_unpredictable(beaten, battlefield, NO_UNIT) % SLOTS;
        // Head to head, the full strength of the opponent counts.
        let defence = if battles.head_to_head.contains(slot) {
            supports.strength[resident]
        } else {
            supports.defence(resident)
        };
        let by_rival = (battles.attack[rival] > defence) | !beaten;
        Because::Stronger { than: orders.province[select_unpredictable(by_rival, rival, resident)] }
    }

    /// The reason of a mover that came by sea, moved in a ring, or met a unit without effect.
    fn why_arrived(&self, slot: usize) -> Because {
        let Self { orders, convoys, supports, battles } = self;
        let battlefield = orders.target(slot);
        let resident = battlefield < SLOTS;
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
            && let Some(than) = self.first_dislodged(convoys.voyage(slot).fleets)
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
                    supports.defence(beaten)
                };
                let stronger_rival = rival.filter(|rival| supports.strength[*rival] > strength);
                Because::Stronger { than: orders.province[stronger_rival.unwrap_or(beaten)] }
            }
        }
    }
}
