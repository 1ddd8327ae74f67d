//! Why a move succeeded or failed.

use std::cmp::Reverse;

use rules::{Because, Province};

use super::Record;
use crate::resolve::Course;
use crate::turn::{Advance, Way};

/// Somebody in the way of a move.
#[derive(Clone, Copy)]
struct Obstacle {
    strength: usize,
    role: Role,
    unit: usize,
}

/// What an obstacle is to the move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    HeadToHead,
    Rival,
    Resident,
}

impl Record<'_> {
    pub(super) fn of_failure(&self, unit: usize, advance: &Advance) -> Because {
        match advance.way {
            Way::NoRoute => return Because::NoRoute,
            Way::Voyage(voyage) if self.settlement.paradox[voyage] => return Because::Paradox,
            Way::Voyage(voyage) if self.settlement.courses[voyage] == Course::Shut => {
                let at = self.first_lost_fleet(voyage);
                return Because::ConvoyBroken { at: at.expect("a voyage is shut because a fleet is lost") };
            }
            Way::Voyage(_) | Way::Land => {}
        }
        let strength = self.full_strength(unit);
        let Some(obstacle) = self.decisive_obstacle(unit, advance, strength) else {
            return self.of_rule_12(unit, advance.into);
        };
        if obstacle.strength == strength {
            self.of_equals(obstacle, advance.way)
        } else {
            Because::Weaker { than: self.turn.province(obstacle.unit) }
        }
    }

    /// The obstacle to name, none if all are weaker than the move: the opponent head to head if it
    /// won; else whoever got in; else one as strong as the move before a stronger one.
    fn decisive_obstacle(&self, unit: usize, advance: &Advance, strength: usize) -> Option<Obstacle> {
        let opponent = self.turn.head_to_head(unit);
        let head_to_head = opponent.map(|opponent| Obstacle {
            strength: self.full_strength(opponent),
            role: Role::HeadToHead,
            unit: opponent,
        });
        let rivals: Vec<Obstacle> = self.effective_rivals(unit, advance.into).collect();
        let mut winners = head_to_head.iter().chain(&rivals);
        if let Some(&winner) = winners.find(|obstacle| self.resolution.moves(obstacle.unit)) {
            return Some(winner);
        }
        let strongest =
            rivals.into_iter().min_by_key(|rival| (Reverse(rival.strength), self.turn.province(rival.unit)));
        let resident = self.turn.at(advance.into);
        let resident = resident.filter(|&r| !self.resolution.moves(r) && Some(r) != opponent);
        let resident = resident.map(|resident| Obstacle {
            strength: self.defence(resident),
            role: Role::Resident,
            unit: resident,
        });
        let in_the_way = || [head_to_head, strongest, resident].into_iter().flatten();
        in_the_way()
            .find(|obstacle| obstacle.strength == strength)
            .or_else(|| in_the_way().find(|obstacle| obstacle.strength > strength))
    }

    /// The other movers to a place, except one that has no effect there by rule 11.
    fn effective_rivals(&self, unit: usize, into: Province) -> impl Iterator<Item = Obstacle> {
        self.attackers(into)
            .filter(move |&rival| rival != unit && !self.resolution.is_silenced(rival))
            .map(|rival| Obstacle { strength: self.full_strength(rival), role: Role::Rival, unit: rival })
    }

    /// A move that met somebody as strong as itself.
    fn of_equals(&self, obstacle: Obstacle, way: Way) -> Because {
        let with = self.turn.province(obstacle.unit);
        match (way, obstacle.role) {
            (Way::Voyage(_), _) => Because::ConvoyedStandoff { with },
            (Way::Land | Way::NoRoute, Role::HeadToHead) => Because::Swap { with },
            (Way::Land | Way::NoRoute, Role::Rival) if self.resolution.is_dislodged(obstacle.unit) => {
                Because::StandoffWithDislodged { with }
            }
            (Way::Land | Way::NoRoute, Role::Resident) if obstacle.strength == 1 => {
                Because::Blocked { at: with }
            }
            (Way::Land | Way::NoRoute, Role::Rival | Role::Resident) => Because::Standoff { with },
        }
    }

    /// A move that was stronger than everything in its way and still failed.
    fn of_rule_12(&self, unit: usize, into: Province) -> Because {
        let victim = self.turn.at(into).expect("rule 12 spares somebody");
        if self.turn.power(victim) == self.turn.power(unit) {
            return Because::OwnUnit { at: into };
        }
        let from = self.supporter_of_power(unit, self.turn.power(victim));
        Because::OwnSupport { from: from.expect("rule 12 takes a support away") }
    }

    pub(super) fn of_success(&self, unit: usize, advance: &Advance) -> Because {
        match self.ring(unit)[..] {
            [] => {}
            [_, other] => {
                let with = self.turn.province(other);
                return Because::ConvoyedSwap { with };
            }
            [..] => return Because::Rotation { to: advance.into },
        }
        if let Way::Voyage(voyage) = advance.way
            && let Some(than) = self.first_lost_fleet(voyage)
        {
            return Because::OtherRoute { than };
        }
        let rivals = || self.attackers(advance.into).filter(|&rival| rival != unit);
        let strength = self.full_strength(unit);
        let silenced = rivals()
            .filter(|&rival| self.resolution.is_silenced(rival) && self.full_strength(rival) >= strength);
        if let Some(by) = self.first(silenced) {
            return Because::Unhindered { by };
        }
        let mut beaten: Vec<Obstacle> = rivals()
            .map(|rival| Obstacle { strength: self.full_strength(rival), role: Role::Rival, unit: rival })
            .collect();
        let victim = self.turn.at(advance.into);
        let victim = victim.filter(|&resident| self.resolution.is_dislodged(resident));
        beaten.extend(victim.map(|victim| self.victim(unit, victim)));
        // Of equally strong ones the unit dislodged comes before another mover.
        let strongest = beaten.into_iter().min_by_key(|beaten| {
            let is_rival = beaten.role == Role::Rival;
            let province = self.turn.province(beaten.unit);
            (Reverse(beaten.strength), is_rival, province)
        });
        strongest
            .map_or(Because::Unopposed, |beaten| Because::Stronger { than: self.turn.province(beaten.unit) })
    }

    /// The unit that a move dislodged: head to head it had all the support for its own move.
    fn victim(&self, unit: usize, victim: usize) -> Obstacle {
        if self.turn.head_to_head(unit) == Some(victim) {
            Obstacle { strength: self.full_strength(victim), role: Role::HeadToHead, unit: victim }
        } else {
            Obstacle { strength: self.defence(victim), role: Role::Resident, unit: victim }
        }
    }

    /// The moves, from this one on, each of which went where the next one left; empty if they do not
    /// come round to this one.
    fn ring(&self, unit: usize) -> Vec<usize> {
        let mut ring = vec![unit];
        loop {
            let last = self.turn.advance(ring[ring.len() - 1]);
            let left = last.and_then(|advance| self.turn.at(advance.into));
            match left.filter(|&next| self.resolution.moves(next)) {
                Some(next) if next == unit => return ring,
                Some(next) if !ring.contains(&next) => ring.push(next),
                Some(_) | None => return Vec::new(),
            }
        }
    }
}
