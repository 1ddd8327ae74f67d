//! Why a move succeeded or failed.

use std::cmp::Reverse;

use rules::{Because, Province};

use super::JudgedPhase;
use crate::movement_phase::{MoveAttempt, Travel};
use crate::resolve::VoyageOutcome;

/// A unit in the way of a move.
#[derive(Clone, Copy)]
struct Obstacle {
    strength: usize,
    kind: ObstacleKind,
    unit: usize,
}

/// The kind of an obstacle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ObstacleKind {
    HeadToHead,
    Rival,
    Resident,
}

impl JudgedPhase<'_> {
    pub(super) fn failed_move_reason(&self, unit: usize, advance: &MoveAttempt) -> Because {
        match advance.travel {
            Travel::NoRoute => return Because::NoRoute,
            Travel::Voyage(voyage) if self.decided_voyages.paradox[voyage] => return Because::Paradox,
            Travel::Voyage(voyage) if self.decided_voyages.outcomes[voyage] == VoyageOutcome::Broken => {
                let at = self.first_lost_fleet(voyage);
                return Because::ConvoyBroken {
                    at: at.expect("a voyage is broken because a fleet is dislodged"),
                };
            }
            Travel::Voyage(_) | Travel::Land => {}
        }
        let strength = self.full_strength(unit);
        let Some(obstacle) = self.decisive_obstacle(unit, advance, strength) else {
            return self.rule_12_reason(unit, advance.into);
        };
        if obstacle.strength == strength {
            self.standoff_reason(obstacle, advance.travel)
        } else {
            Because::Weaker { than: self.phase.province(obstacle.unit) }
        }
    }

    /// The obstacle that the reason names: the opponent head to head if it won; otherwise the unit that
    /// entered; otherwise an obstacle as strong as the move before a stronger one. None if all are weaker
    /// than the move.
    fn decisive_obstacle(&self, unit: usize, advance: &MoveAttempt, strength: usize) -> Option<Obstacle> {
        let opponent = self.phase.head_to_head(unit);
        let head_to_head = opponent.map(|opponent| Obstacle {
            strength: self.full_strength(opponent),
            kind: ObstacleKind::HeadToHead,
            unit: opponent,
        });
        let rivals: Vec<Obstacle> = self.effective_rivals(unit, advance.into).collect();
        let mut winners = head_to_head.iter().chain(&rivals);
        if let Some(&winner) = winners.find(|obstacle| self.resolution.moves(obstacle.unit)) {
            return Some(winner);
        }
        let strongest =
            rivals.into_iter().min_by_key(|rival| (Reverse(rival.strength), self.phase.province(rival.unit)));
        let resident = self.phase.at(advance.into);
        let resident = resident.filter(|&r| !self.resolution.moves(r) && Some(r) != opponent);
        let resident = resident.map(|resident| Obstacle {
            strength: self.defence(resident),
            kind: ObstacleKind::Resident,
            unit: resident,
        });
        let in_the_way = || [head_to_head, strongest, resident].into_iter().flatten();
        in_the_way()
            .find(|obstacle| obstacle.strength == strength)
            .or_else(|| in_the_way().find(|obstacle| obstacle.strength > strength))
    }

    /// The other movers to a province, except units without effect there (rule 11).
    fn effective_rivals(&self, unit: usize, into: Province) -> impl Iterator<Item = Obstacle> {
        self.attackers(into)
            .filter(move |&rival| rival != unit && !self.resolution.is_without_effect(rival))
            .map(|rival| Obstacle {
                strength: self.full_strength(rival),
                kind: ObstacleKind::Rival,
                unit: rival,
            })
    }

    /// The reason of a move that met an equally strong obstacle.
    fn standoff_reason(&self, obstacle: Obstacle, way: Travel) -> Because {
        let with = self.phase.province(obstacle.unit);
        match (way, obstacle.kind) {
            (Travel::Voyage(_), _) => Because::ConvoyedStandoff { with },
            (Travel::Land | Travel::NoRoute, ObstacleKind::HeadToHead) => Because::Swap { with },
            (Travel::Land | Travel::NoRoute, ObstacleKind::Rival)
                if self.resolution.is_dislodged(obstacle.unit) =>
            {
                Because::StandoffWithDislodged { with }
            }
            (Travel::Land | Travel::NoRoute, ObstacleKind::Resident) if obstacle.strength == 1 => {
                Because::Blocked { at: with }
            }
            (Travel::Land | Travel::NoRoute, ObstacleKind::Rival | ObstacleKind::Resident) => {
                Because::Standoff { with }
            }
        }
    }

    /// The reason of a move that was stronger than everything in its way and still failed.
    fn rule_12_reason(&self, unit: usize, into: Province) -> Because {
        let victim = self.phase.at(into).expect("rule 12 protects a unit");
        if self.phase.power(victim) == self.phase.power(unit) {
            return Because::OwnUnit { at: into };
        }
        let from = self.supporter_of_power(unit, self.phase.power(victim));
        Because::OwnSupport { from: from.expect("rule 12 cancels a support") }
    }

    pub(super) fn successful_move_reason(&self, unit: usize, advance: &MoveAttempt) -> Because {
        match self.ring(unit)[..] {
            [] => {}
            [_, other] => {
                let with = self.phase.province(other);
                return Because::ConvoyedSwap { with };
            }
            [..] => return Because::Rotation { to: advance.into },
        }
        if let Travel::Voyage(voyage) = advance.travel
            && let Some(than) = self.first_lost_fleet(voyage)
        {
            return Because::OtherRoute { than };
        }
        let rivals = || self.attackers(advance.into).filter(|&rival| rival != unit);
        let strength = self.full_strength(unit);
        let silenced = rivals().filter(|&rival| {
            self.resolution.is_without_effect(rival) && self.full_strength(rival) >= strength
        });
        if let Some(by) = self.first(silenced) {
            return Because::Unhindered { by };
        }
        let mut beaten: Vec<Obstacle> = rivals()
            .map(|rival| Obstacle {
                strength: self.full_strength(rival),
                kind: ObstacleKind::Rival,
                unit: rival,
            })
            .collect();
        let victim = self.phase.at(advance.into);
        let victim = victim.filter(|&resident| self.resolution.is_dislodged(resident));
        beaten.extend(victim.map(|victim| self.victim(unit, victim)));
        // Among equals, the dislodged unit comes before another mover.
        let strongest = beaten.into_iter().min_by_key(|beaten| {
            let is_rival = beaten.kind == ObstacleKind::Rival;
            let province = self.phase.province(beaten.unit);
            (Reverse(beaten.strength), is_rival, province)
        });
        strongest
            .map_or(Because::Unopposed, |beaten| Because::Stronger { than: self.phase.province(beaten.unit) })
    }

    /// The unit that a move dislodged. Head to head, the support of its own move counts.
    fn victim(&self, unit: usize, victim: usize) -> Obstacle {
        if self.phase.head_to_head(unit) == Some(victim) {
            Obstacle { strength: self.full_strength(victim), kind: ObstacleKind::HeadToHead, unit: victim }
        } else {
            Obstacle { strength: self.defence(victim), kind: ObstacleKind::Resident, unit: victim }
        }
    }

    /// The ring of moves that starts with this one: each went where the next one left. Empty if there is no
    /// ring.
    fn ring(&self, unit: usize) -> Vec<usize> {
        let mut ring = vec![unit];
        loop {
            let last = self.phase.move_of(ring[ring.len() - 1]);
            let left = last.and_then(|advance| self.phase.at(advance.into));
            match left.filter(|&next| self.resolution.moves(next)) {
                Some(next) if next == unit => return ring,
                Some(next) if !ring.contains(&next) => ring.push(next),
                Some(_) | None => return Vec::new(),
            }
        }
    }
}
