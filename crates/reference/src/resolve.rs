//! Who moves, if it is known how each voyage goes.
//!
//! The decisions are those of the public test cases' mathematical description: whether a support is
//! given, the strengths to hold, attack, defend and prevent, and whether a move succeeds. What is
//! not known yet is left open, and a strength is then somewhere between two numbers. Decisions are
//! made until no more can be; what is still open then hangs on rings of moves, and rings move
//! (rule 7).

use rules::{Edition, Power, Province};

use crate::turn::{Turn, Way};

/// How a voyage goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Course {
    /// Every route is broken, or the voyage has no effect because of a paradox.
    Shut,
    /// Only routes over the hunted fleet are open (rule 21).
    Through,
    /// A route is open, and if a fleet is hunted, one without that fleet (rule 22).
    Clear,
}

/// Everything that is decided.
#[derive(Clone, Debug)]
pub(crate) struct Resolution {
    courses: Vec<Course>,
    moves: Vec<bool>,
    given: Vec<bool>,
    /// The unit that dislodged this one.
    dislodger: Vec<Option<usize>>,
    /// Whether the unit has no effect on where it tried to go, by rule 11.
    silenced: Vec<bool>,
}

impl Resolution {
    /// Whether the unit moved.
    pub(crate) fn moves(&self, unit: usize) -> bool {
        self.moves[unit]
    }

    /// Whether the unit gave the support that it was ordered to give.
    pub(crate) fn gives(&self, unit: usize) -> bool {
        self.given[unit]
    }

    pub(crate) fn dislodger(&self, unit: usize) -> Option<usize> {
        self.dislodger[unit]
    }

    pub(crate) fn is_dislodged(&self, unit: usize) -> bool {
        self.dislodger[unit].is_some()
    }

    pub(crate) fn is_silenced(&self, unit: usize) -> bool {
        self.silenced[unit]
    }

    /// Whether the unit tries to move and gets as far as its destination.
    pub(crate) fn arrives(&self, turn: &Turn, unit: usize) -> bool {
        arrives(turn, &self.courses, unit)
    }
}

/// Decides everything for given voyages.
pub(crate) fn resolve(turn: &Turn, courses: &[Course]) -> Resolution {
    let mut battle = Battle::new(turn, courses);
    battle.decide_all();
    debug_assert!(battle.is_consistent());
    let all = 0..turn.units.len();
    let moves: Vec<bool> = battle.moves.iter().map(|m| *m == Some(true)).collect();
    let dislodger = |unit: usize| {
        let mut winners = turn.movers_into(turn.province(unit)).filter(|&mover| moves[mover]);
        winners.next().filter(|_| !moves[unit])
    };
    Resolution {
        courses: courses.to_vec(),
        given: all.clone().map(|u| battle.given(u) == Some(true)).collect(),
        dislodger: all.clone().map(dislodger).collect(),
        silenced: all.map(|u| battle.silenced(u) == Some(true)).collect(),
        moves,
    }
}

fn arrives(turn: &Turn, courses: &[Course], unit: usize) -> bool {
    turn.advance(unit).is_some_and(|advance| match advance.way {
        Way::Land => true,
        Way::Voyage(voyage) => courses[voyage] != Course::Shut,
        Way::NoRoute => false,
    })
}

/// A strength that is known to lie between two numbers.
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
pub(crate) struct Battle<'t, 'b> {
    turn: &'t Turn<'b>,
    courses: &'t [Course],
    pub(crate) moves: Vec<Option<bool>>,
}

impl<'t, 'b> Battle<'t, 'b> {
    pub(crate) fn new(turn: &'t Turn<'b>, courses: &'t [Course]) -> Self {
        let stays = |unit| (!arrives(turn, courses, unit)).then_some(false);
        Self { turn, courses, moves: (0..turn.units.len()).map(stays).collect() }
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

    /// Undecided moves each of which goes where the next one leaves. Whatever else a move hangs on
    /// hangs on the unit that leaves its destination, so these are all that can stay undecided.
    fn open_ring(&self) -> Vec<usize> {
        let next = |unit: usize| {
            let leaver = self.turn.at(self.turn.advance(unit)?.into)?;
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
            .expect("only rings stay undecided once the voyages are known")
    }

    /// Whether all decisions follow from each other.
    pub(crate) fn is_consistent(&self) -> bool {
        (0..self.moves.len()).all(|unit| {
            let expected = if self.arrives(unit) { self.succeeds(unit) } else { Some(false) };
            expected == self.moves[unit]
        })
    }

    fn arrives(&self, unit: usize) -> bool {
        arrives(self.turn, self.courses, unit)
    }

    /// Whether a move that arrives succeeds: it must be stronger than everything in its way.
    fn succeeds(&self, unit: usize) -> Option<bool> {
        let into = self.turn.advance(unit)?.into;
        let attack = self.attack(unit);
        let defence = match self.turn.head_to_head(unit) {
            Some(opponent) => self.strength(opponent, None),
            None => self.hold(into),
        };
        let rivals = self.turn.movers_into(into).filter(|&rival| rival != unit);
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

    /// The strength of a unit with all the support that it gets, except that of one power.
    fn strength(&self, unit: usize, except: Option<Power>) -> Strength {
        let mut strength = Strength::ONE;
        for supporter in self.turn.supporters_of(unit) {
            if Some(self.turn.power(supporter)) == except {
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

    /// The strength of whoever stays in a province.
    fn hold(&self, province: Province) -> Strength {
        let Some(unit) = self.turn.at(province) else {
            return Strength::NONE;
        };
        if self.turn.advance(unit).is_none() {
            return self.strength(unit, None);
        }
        match self.moves[unit] {
            Some(true) => Strength::NONE,
            Some(false) => Strength::ONE,
            None => Strength { least: 0, most: 1 },
        }
    }

    /// The strength of a move against whatever is in its way. It counts in full where nobody would
    /// be dislodged; else rule 12 takes away what the victim's own power adds to it.
    fn attack(&self, unit: usize) -> Strength {
        let in_full = self.strength(unit, None);
        let resident = self.turn.advance(unit).and_then(|advance| self.turn.at(advance.into));
        let Some(resident) = resident else {
            return in_full;
        };
        let victim = self.turn.power(resident);
        let against =
            if victim == self.turn.power(unit) { Strength::NONE } else { self.strength(unit, Some(victim)) };
        let leaves =
            if self.turn.advance(resident).is_none() || self.turn.head_to_head(unit) == Some(resident) {
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
        match self.silenced(unit) {
            Some(true) => Strength::NONE,
            Some(false) => strength,
            None => Strength { least: 0, ..strength },
        }
    }

    /// Whether a unit that tries to move is dislodged by one that comes from its destination, so
    /// that it has no effect there (rule 11). Only in the oldest edition also if one of them goes by
    /// sea (4.A.7).
    fn silenced(&self, unit: usize) -> Option<bool> {
        if !self.arrives(unit) {
            return Some(false);
        }
        if let Some(opponent) = self.turn.head_to_head(unit) {
            return self.moves[opponent];
        }
        match self.turn.edition {
            Edition::Y2000 => {}
            Edition::Y2023 | Edition::Datc => return Some(false),
        }
        let here = self.turn.province(unit);
        let attacker = self
            .turn
            .advance(unit)
            .and_then(|advance| self.turn.at(advance.into))
            .filter(|&other| self.turn.advance(other).is_some_and(|a| a.into == here));
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
        let Some(support) = self.turn.support(unit).filter(|support| support.matches) else {
            return Some(false);
        };
        let mut given = Some(true);
        for attacker in self.turn.movers_into(self.turn.province(unit)) {
            if !cuts_at_all(self.turn, self.courses, attacker, unit) {
                continue;
            }
            if self.turn.province(attacker) != support.into {
                return Some(false);
            }
            // From where the support is given only dislodging cuts it (rules 13, 14).
            match self.moves[attacker] {
                Some(true) => return Some(false),
                Some(false) => {}
                None => given = None,
            }
        }
        given
    }
}

/// Whether an attacker could cut this support in some way: it arrives, is foreign (rule 16) and does
/// not need the very fleet that the support is given against (rules 21, 22).
fn cuts_at_all(turn: &Turn, courses: &[Course], attacker: usize, supporter: usize) -> bool {
    if turn.power(attacker) == turn.power(supporter) {
        return false;
    }
    turn.advance(attacker).is_some_and(|advance| match advance.way {
        Way::Land => true,
        // A voyage is only ever ruled to go through if this support is against its fleet.
        Way::Voyage(voyage) => match courses[voyage] {
            Course::Shut | Course::Through => false,
            Course::Clear => true,
        },
        Way::NoRoute => false,
    })
}
