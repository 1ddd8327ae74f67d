//! Decides who moves, if the outcome of each voyage is known.
//!
//! The decisions are those of the mathematical description in the public test cases (DATC): whether a support
//! is given, the strengths to hold, attack, defend and prevent, and whether a move succeeds. What is not
//! decided yet is open, and a strength is then known as a range of two numbers. Decisions are made until no
//! more are possible. What is open then depends on rings of moves, and rings move (rule 7).

use rules::{Edition, Power, Province};

use crate::movement_phase::{MovementPhase, Travel};

/// The outcome of a voyage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VoyageOutcome {
    /// Every route is broken, or the voyage has no effect because of a paradox.
    Broken,
    /// Only routes through the fleet of rule 21 are open.
    ThroughRule21Fleet,
    /// A route is open, and it does not need the fleet of rule 21 (rule 22).
    Open,
}

/// Everything that is decided.
#[derive(Clone, Debug)]
pub(crate) struct MoveResults {
    voyage_outcomes: Vec<VoyageOutcome>,
    moves: Vec<bool>,
    given: Vec<bool>,
    /// The unit that dislodged this one.
    dislodger: Vec<Option<usize>>,
    /// Whether the unit has no effect on its destination (rule 11).
    without_effect: Vec<bool>,
}

impl MoveResults {
    /// Whether the unit moves.
    pub(crate) fn moves(&self, unit: usize) -> bool {
        self.moves[unit]
    }

    /// Whether the unit gives the support that it was ordered to give.
    pub(crate) fn gives(&self, unit: usize) -> bool {
        self.given[unit]
    }

    pub(crate) fn dislodger(&self, unit: usize) -> Option<usize> {
        self.dislodger[unit]
    }

    pub(crate) fn is_dislodged(&self, unit: usize) -> bool {
        self.dislodger[unit].is_some()
    }

    pub(crate) fn is_without_effect(&self, unit: usize) -> bool {
        self.without_effect[unit]
    }

    /// Whether the unit tries to move and its attack happens: its convoy, if it needs one, is not broken.
    pub(crate) fn arrives(&self, phase: &MovementPhase, unit: usize) -> bool {
        arrives(phase, &self.voyage_outcomes, unit)
    }
}

/// Decides everything, for given outcomes of the voyages.
pub(crate) fn resolve(phase: &MovementPhase, voyage_outcomes: &[VoyageOutcome]) -> MoveResults {
    let mut battle = Decisions::new(phase, voyage_outcomes);
    battle.decide_all();
    debug_assert!(battle.is_consistent());
    let all = 0..phase.units.len();
    let moves: Vec<bool> = battle.moves.iter().map(|m| *m == Some(true)).collect();
    let dislodger = |unit: usize| {
        let mut winners = phase.movers_into(phase.province(unit)).filter(|&mover| moves[mover]);
        winners.next().filter(|_| !moves[unit])
    };
    MoveResults {
        voyage_outcomes: voyage_outcomes.to_vec(),
        given: all.clone().map(|u| battle.given(u) == Some(true)).collect(),
        dislodger: all.clone().map(dislodger).collect(),
        without_effect: all.map(|u| battle.without_effect(u) == Some(true)).collect(),
        moves,
    }
}

fn arrives(phase: &MovementPhase, voyage_outcomes: &[VoyageOutcome], unit: usize) -> bool {
    phase.move_of(unit).is_some_and(|advance| match advance.travel {
        Travel::Land => true,
        Travel::Voyage(voyage) => voyage_outcomes[voyage] != VoyageOutcome::Broken,
        Travel::NoRoute => false,
    })
}

/// A strength that is known as a range.
#[derive(Clone, Copy)]
struct Strength {
    least: usize,
    most: usize,
}

impl Strength {
    const NONE: Self = Self { least: 0, most: 0 };
    const ONE: Self = Self { least: 1, most: 1 };
}

/// The decisions made so far.
pub(crate) struct Decisions<'t, 'b> {
    phase: &'t MovementPhase<'b>,
    voyage_outcomes: &'t [VoyageOutcome],
    pub(crate) moves: Vec<Option<bool>>,
}

impl<'t, 'b> Decisions<'t, 'b> {
    pub(crate) fn new(phase: &'t MovementPhase<'b>, voyage_outcomes: &'t [VoyageOutcome]) -> Self {
        let stays = |unit| (!arrives(phase, voyage_outcomes, unit)).then_some(false);
        Self { phase, voyage_outcomes, moves: (0..phase.units.len()).map(stays).collect() }
    }

    fn decide_all(&mut self) {
        loop {
            let mut stuck = true;
            for unit in 0..self.moves.len() {
                if self.moves[unit].is_none() {
                    self.moves[unit] = self.succeeds(unit);
                    stuck &= self.moves[unit].is_none();
                }
            }
            if self.moves.iter().all(Option::is_some) {
                return;
            }
            if stuck {
                for unit in self.open_ring() {
                    self.moves[unit] = Some(true);
                }
            }
        }
    }

    /// A ring of undecided moves: each goes where the next one leaves. Everything else that a move depends on
    /// depends on the unit that leaves its destination, so only rings can stay undecided.
    fn open_ring(&self) -> Vec<usize> {
        let next = |unit: usize| {
            let leaver = self.phase.at(self.phase.move_of(unit)?.into)?;
            self.moves[leaver].is_none().then_some(leaver)
        };
        let ring_from = |first: usize| {
            let mut ring = vec![first];
            while let Some(unit) = next(ring[ring.len() - 1]) {
                if unit == first {
                    return Some(ring);
                }
                if ring.contains(&unit) {
                    return None;
                }
                ring.push(unit);
            }
            None
        };
        (0..self.moves.len())
            .filter(|&unit| self.moves[unit].is_none())
            .find_map(ring_from)
            .expect("only rings stay undecided if the voyages are known")
    }

    /// Whether all decisions follow from each other.
    pub(crate) fn is_consistent(&self) -> bool {
        (0..self.moves.len()).all(|unit| {
            let expected = if self.arrives(unit) { self.succeeds(unit) } else { Some(false) };
            expected == self.moves[unit]
        })
    }

    fn arrives(&self, unit: usize) -> bool {
        arrives(self.phase, self.voyage_outcomes, unit)
    }

    /// Whether a move that arrives succeeds: it must be stronger than everything in its way.
    fn succeeds(&self, unit: usize) -> Option<bool> {
        let into = self.phase.move_of(unit)?.into;
        let attack = self.attack(unit);
        let defence = match self.phase.head_to_head(unit) {
            Some(opponent) => self.strength(opponent, None),
            None => self.hold(into),
        };
        let rivals = self.phase.movers_into(into).filter(|&rival| rival != unit);
        let mut obstacles = vec![defence];
        obstacles.extend(rivals.map(|rival| self.prevent(rival)));
        if obstacles.iter().any(|o| attack.most <= o.least) {
            Some(false)
        } else if obstacles.iter().all(|o| attack.least > o.most) {
            Some(true)
        } else {
            None
        }
    }

    /// The strength of a unit with all its support, except the support of one power.
    fn strength(&self, unit: usize, except: Option<Power>) -> Strength {
        let mut strength = Strength::ONE;
        for supporter in self.phase.supporters_of(unit) {
            if Some(self.phase.power(supporter)) == except {
                continue;
            }
            match self.given(supporter) {
                Some(true) => {
                    strength.least += 1;
                    strength.most += 1;
                }
                Some(false) => {}
                None => strength.most += 1,
            }
        }
        strength
    }

    /// The strength of the unit that stays in a province.
    fn hold(&self, province: Province) -> Strength {
        let Some(unit) = self.phase.at(province) else {
            return Strength::NONE;
        };
        if self.phase.move_of(unit).is_none() {
            return self.strength(unit, None);
        }
        match self.moves[unit] {
            Some(true) => Strength::NONE,
            Some(false) => Strength::ONE,
            None => Strength { least: 0, most: 1 },
        }
    }

    /// The strength of a move against what is in its way. It counts in full if no unit would be dislodged.
    /// Otherwise support by the power of the attacked unit does not count (rule 12).
    fn attack(&self, unit: usize) -> Strength {
        let in_full = self.strength(unit, None);
        let resident = self.phase.move_of(unit).and_then(|advance| self.phase.at(advance.into));
        let Some(resident) = resident else {
            return in_full;
        };
        let victim = self.phase.power(resident);
        let against =
            if victim == self.phase.power(unit) { Strength::NONE } else { self.strength(unit, Some(victim)) };
        let leaves =
            if self.phase.move_of(resident).is_none() || self.phase.head_to_head(unit) == Some(resident) {
                Some(false)
            } else {
                self.moves[resident]
            };
        match leaves {
            Some(true) => in_full,
            Some(false) => against,
            None => Strength { least: against.least, most: in_full.most },
        }
    }

    /// The strength with which a move keeps others out of its destination.
    fn prevent(&self, unit: usize) -> Strength {
        if !self.arrives(unit) {
            return Strength::NONE;
        }
        let strength = self.strength(unit, None);
        match self.without_effect(unit) {
            Some(true) => Strength::NONE,
            Some(false) => strength,
            None => Strength { least: 0, ..strength },
        }
    }

    /// Whether a unit that tries to move is dislodged by a unit that comes from its destination, so that it
    /// has no effect there (rule 11). If one of them goes by sea, this is so only in the oldest edition
    /// (4.A.7).
    fn without_effect(&self, unit: usize) -> Option<bool> {
        if !self.arrives(unit) {
            return Some(false);
        }
        if let Some(opponent) = self.phase.head_to_head(unit) {
            return self.moves[opponent];
        }
        match self.phase.edition {
            Edition::Y2000 => {}
            Edition::Y2023 | Edition::Datc => return Some(false),
        }
        let here = self.phase.province(unit);
        let attacker = self
            .phase
            .move_of(unit)
            .and_then(|advance| self.phase.at(advance.into))
            .filter(|&other| self.phase.move_of(other).is_some_and(|a| a.into == here));
        let Some(attacker) = attacker else {
            return Some(false);
        };
        match (self.moves[attacker], self.moves[unit]) {
            (Some(true), Some(false)) => Some(true),
            (Some(false), _) | (_, Some(true)) => Some(false),
            (None, _) | (_, None) => None,
        }
    }

    /// Whether a support is given: it matches and is not cut.
    fn given(&self, unit: usize) -> Option<bool> {
        let Some(support) = self.phase.support_of(unit).filter(|support| support.matches) else {
            return Some(false);
        };
        let mut given = Some(true);
        for attacker in self.phase.movers_into(self.phase.province(unit)) {
            if !cuts_at_all(self.phase, self.voyage_outcomes, attacker, unit) {
                continue;
            }
            if self.phase.province(attacker) != support.into {
                return Some(false);
            }
            // An attack from the province that the support is given into cuts only by dislodging (rules 13,
            // 14).
            match self.moves[attacker] {
                Some(true) => return Some(false),
                Some(false) => {}
                None => given = None,
            }
        }
        given
    }
}

/// Whether an attacker can cut this support at all: its attack happens, it is foreign (rule 16), and it does
/// not need the fleet that the support is given against (rules 21, 22).
fn cuts_at_all(
    phase: &MovementPhase,
    voyage_outcomes: &[VoyageOutcome],
    attacker: usize,
    supporter: usize,
) -> bool {
    if phase.power(attacker) == phase.power(supporter) {
        return false;
    }
    phase.move_of(attacker).is_some_and(|advance| match advance.travel {
        Travel::Land => true,
        // `ThroughRule21Fleet` occurs only if this support is against a fleet of the voyage.
        Travel::Voyage(voyage) => match voyage_outcomes[voyage] {
            VoyageOutcome::Broken | VoyageOutcome::ThroughRule21Fleet => false,
            VoyageOutcome::Open => true,
        },
        Travel::NoRoute => false,
    })
}
