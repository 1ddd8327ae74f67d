//! Decides which convoys work, by trying every combination.
//!
//! The outcomes of the voyages decide who moves, who moves decides which fleets are dislodged, and dislodged
//! fleets decide the outcomes of the voyages. A combination of outcomes is consistent if it leads back to
//! itself.

use crate::movement_phase::{MovementPhase, Voyage};
use crate::resolve::{VoyageOutcome, resolve};

/// The outcomes of all voyages.
pub(crate) struct DecidedVoyages {
    pub(crate) outcomes: Vec<VoyageOutcome>,
    /// By voyage: whether a paradox breaks it.
    pub(crate) paradox: Vec<bool>,
}

impl DecidedVoyages {
    pub(crate) fn paradoxes(&self) -> usize {
        self.paradox.iter().filter(|&&yes| yes).count()
    }
}

/// Decides all voyages: first those with one outcome whatever the others do, then groups that depend only on
/// themselves.
pub(crate) fn decide_voyages(phase: &MovementPhase) -> DecidedVoyages {
    let mut solver = VoyageSolver {
        phase,
        decided: phase.voyages.iter().map(|v| outcome_if_safe(phase, v)).collect(),
        paradox: vec![false; phase.voyages.len()],
    };
    loop {
        let open = solver.undecided();
        if open.is_empty() {
            break;
        }
        let trials = solver.try_everything(&open);
        if !solver.decide_certain(&open, &trials) {
            solver.decide_group(&open, &trials);
        }
    }
    DecidedVoyages { outcomes: solver.decided.into_iter().flatten().collect(), paradox: solver.paradox }
}

/// The outcome of a voyage if none of its fleets is attacked with support: then no fleet is dislodged.
fn outcome_if_safe(phase: &MovementPhase, voyage: &Voyage) -> Option<VoyageOutcome> {
    let in_danger = voyage.fleets.iter().any(|&fleet| {
        phase
            .movers_into(phase.province(fleet))
            .any(|attacker| phase.supporters_of(attacker).next().is_some())
    });
    (!in_danger).then(|| voyage_outcome(voyage, |_| false))
}

/// The outcome of a voyage if these fleets are dislodged.
pub(crate) fn voyage_outcome(voyage: &Voyage, is_dislodged: impl Fn(usize) -> bool) -> VoyageOutcome {
    let open = |route: &&Vec<usize>| !route.iter().any(|&fleet| is_dislodged(fleet));
    let mut open_routes = voyage.routes.iter().filter(open).peekable();
    if open_routes.peek().is_none() {
        VoyageOutcome::Broken
    } else if open_routes.any(|route| !route.iter().any(|&fleet| Some(fleet) == voyage.rule_21_fleet)) {
        VoyageOutcome::Open
    } else {
        VoyageOutcome::ThroughRule21Fleet
    }
}

/// The outcomes that are possible with the ordered fleets.
fn possible_outcomes(voyage: &Voyage) -> Vec<VoyageOutcome> {
    let is_rule_21_fleet = |fleet: usize| Some(fleet) == voyage.rule_21_fleet;
    let mut possible = vec![VoyageOutcome::Broken];
    if voyage.rule_21_fleet.is_some() {
        possible.push(VoyageOutcome::ThroughRule21Fleet);
    }
    if voyage_outcome(voyage, is_rule_21_fleet) == VoyageOutcome::Open {
        possible.push(VoyageOutcome::Open);
    }
    possible
}

/// One combination: the assumed outcomes of the undecided voyages, and the outcomes that follow from them.
struct Trial {
    assumed: Vec<VoyageOutcome>,
    result: Vec<VoyageOutcome>,
}

/// The voyages, some of them decided.
struct VoyageSolver<'t, 'b> {
    phase: &'t MovementPhase<'b>,
    decided: Vec<Option<VoyageOutcome>>,
    paradox: Vec<bool>,
}

impl VoyageSolver<'_, '_> {
    fn undecided(&self) -> Vec<usize> {
        (0..self.decided.len()).filter(|&voyage| self.decided[voyage].is_none()).collect()
    }

    /// One trial per combination of outcomes of the undecided voyages.
    fn try_everything(&self, open: &[usize]) -> Vec<Trial> {
        let mut combinations: Vec<Vec<VoyageOutcome>> = vec![Vec::new()];
        for &voyage in open {
            let possible = possible_outcomes(&self.phase.voyages[voyage]);
            combinations = combinations
                .iter()
                .flat_map(|start| {
                    possible.iter().map(move |&course| {
                        let mut longer = start.clone();
                        longer.push(course);
                        longer
                    })
                })
                .collect();
        }
        combinations
            .into_iter()
            .map(|assumed| Trial { result: self.result(open, &assumed), assumed })
            .collect()
    }

    fn result(&self, open: &[usize], assumed: &[VoyageOutcome]) -> Vec<VoyageOutcome> {
        let mut outcomes: Vec<VoyageOutcome> =
            self.decided.iter().map(|course| course.unwrap_or(VoyageOutcome::Broken)).collect();
        for (&voyage, &course) in open.iter().zip(assumed) {
            outcomes[voyage] = course;
        }
        let resolution = resolve(self.phase, &outcomes);
        open.iter()
            .map(|&voyage| {
                voyage_outcome(&self.phase.voyages[voyage], |fleet| resolution.is_dislodged(fleet))
            })
            .collect()
    }

    /// Decides the voyages with the same outcome in every trial. Returns whether there are any.
    fn decide_certain(&mut self, open: &[usize], trials: &[Trial]) -> bool {
        let mut any = false;
        for (i, &voyage) in open.iter().enumerate() {
            let course = trials[0].result[i];
            if trials.iter().all(|trial| trial.result[i] == course) {
                self.decided[voyage] = Some(course);
                any = true;
            }
        }
        any
    }

    /// Decides a group of voyages that depend only on each other: by the only consistent combination, or as a
    /// paradox if there is none or more than one (4.A.2).
    fn decide_group(&mut self, open: &[usize], trials: &[Trial]) {
        let group = independent_group(open.len(), trials);
        // The other voyages do not matter, so they stay as in the first trial.
        let others_as_first = |trial: &&Trial| {
            (0..open.len()).all(|i| group.contains(&i) || trial.assumed[i] == trials[0].assumed[i])
        };
        let is_right = |trial: &&Trial| group.iter().all(|&i| trial.assumed[i] == trial.result[i]);
        let mut right = trials.iter().filter(others_as_first).filter(is_right);
        let only = match (right.next(), right.next()) {
            (Some(trial), None) => Some(trial),
            (None, _) | (Some(_), Some(_)) => None,
        };
        for &i in &group {
            let voyage = open[i];
            self.decided[voyage] = Some(only.map_or(VoyageOutcome::Broken, |trial| trial.assumed[i]));
            self.paradox[voyage] = only.is_none();
        }
    }
}

/// A group in which each voyage depends, directly or not, on exactly the members of the group. A voyage
/// depends on another if changing only that one changes its outcome.
fn independent_group(count: usize, trials: &[Trial]) -> Vec<usize> {
    let mut depends_on = vec![vec![false; count]; count];
    for (i, one) in trials.iter().enumerate() {
        for other in &trials[i + 1..] {
            let mut differing = (0..count).filter(|&u| one.assumed[u] != other.assumed[u]);
            if let (Some(u), None) = (differing.next(), differing.next()) {
                for (v, row) in depends_on.iter_mut().enumerate() {
                    row[u] |= one.result[v] != other.result[v];
                }
            }
        }
    }
    for by in 0..count {
        for v in 0..count {
            for u in 0..count {
                depends_on[v][u] |= depends_on[v][by] && depends_on[by][u];
            }
        }
    }
    (0..count)
        .map(|v| {
            let group: Vec<usize> = (0..count).filter(|&u| depends_on[v][u]).collect();
            (depends_on[v].clone(), group)
        })
        .find(|(row, group)| group.iter().all(|&u| depends_on[u] == *row))
        .map(|(_, group)| group)
        .expect("every chain of dependencies ends in a group that depends on itself")
}
