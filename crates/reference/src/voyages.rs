//! Which convoys work.
//!
//! How the voyages go decides who moves; who moves decides which fleets are dislodged, and that how
//! the voyages go. A way to see it all is right if it leads back to itself. This is found out by
//! trying every combination.

use crate::resolve::{Course, resolve};
use crate::turn::{Turn, Voyage};

/// How every voyage goes.
pub(crate) struct Settlement {
    pub(crate) courses: Vec<Course>,
    /// Whether a voyage is shut by a paradox.
    pub(crate) paradox: Vec<bool>,
}

impl Settlement {
    pub(crate) fn paradoxes(&self) -> usize {
        self.paradox.iter().filter(|&&yes| yes).count()
    }
}

/// Settles all voyages: first those that go in one way whatever the others do, then groups that
/// hang on themselves only.
pub(crate) fn settle(turn: &Turn) -> Settlement {
    let mut harbour = Harbour {
        turn,
        settled: turn.voyages.iter().map(|v| safe_course(turn, v)).collect(),
        paradox: vec![false; turn.voyages.len()],
    };
    loop {
        let open = harbour.open();
        if open.is_empty() {
            break;
        }
        let trials = harbour.try_everything(&open);
        if !harbour.settle_certain(&open, &trials) {
            harbour.settle_group(&open, &trials);
        }
    }
    Settlement { courses: harbour.settled.into_iter().flatten().collect(), paradox: harbour.paradox }
}

/// How a voyage goes if none of its fleets is attacked with any support: they all stay.
fn safe_course(turn: &Turn, voyage: &Voyage) -> Option<Course> {
    let in_danger = voyage.fleets.iter().any(|&fleet| {
        turn.movers_into(turn.province(fleet)).any(|attacker| turn.supporters_of(attacker).next().is_some())
    });
    (!in_danger).then(|| course(voyage, |_| false))
}

/// How a voyage goes when these fleets are dislodged.
pub(crate) fn course(voyage: &Voyage, is_dislodged: impl Fn(usize) -> bool) -> Course {
    let open = |route: &&Vec<usize>| !route.iter().any(|&fleet| is_dislodged(fleet));
    let mut open_routes = voyage.routes.iter().filter(open).peekable();
    if open_routes.peek().is_none() {
        Course::Shut
    } else if open_routes.any(|route| !route.iter().any(|&fleet| Some(fleet) == voyage.hunted)) {
        Course::Clear
    } else {
        Course::Through
    }
}

/// The courses that the ordered fleets allow at all.
fn possible_courses(voyage: &Voyage) -> Vec<Course> {
    let is_hunted = |fleet: usize| Some(fleet) == voyage.hunted;
    let mut possible = vec![Course::Shut];
    if voyage.hunted.is_some() {
        possible.push(Course::Through);
    }
    if course(voyage, is_hunted) == Course::Clear {
        possible.push(Course::Clear);
    }
    possible
}

/// What comes of supposing that the open voyages go like this.
struct Trial {
    supposed: Vec<Course>,
    result: Vec<Course>,
}

struct Harbour<'t, 'b> {
    turn: &'t Turn<'b>,
    settled: Vec<Option<Course>>,
    paradox: Vec<bool>,
}

impl Harbour<'_, '_> {
    fn open(&self) -> Vec<usize> {
        (0..self.settled.len()).filter(|&voyage| self.settled[voyage].is_none()).collect()
    }

    /// One trial for each combination of courses of the open voyages.
    fn try_everything(&self, open: &[usize]) -> Vec<Trial> {
        let mut combinations: Vec<Vec<Course>> = vec![Vec::new()];
        for &voyage in open {
            let possible = possible_courses(&self.turn.voyages[voyage]);
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
            .map(|supposed| Trial { result: self.result(open, &supposed), supposed })
            .collect()
    }

    fn result(&self, open: &[usize], supposed: &[Course]) -> Vec<Course> {
        let mut courses: Vec<Course> =
            self.settled.iter().map(|course| course.unwrap_or(Course::Shut)).collect();
        for (&voyage, &course) in open.iter().zip(supposed) {
            courses[voyage] = course;
        }
        let resolution = resolve(self.turn, &courses);
        open.iter()
            .map(|&voyage| course(&self.turn.voyages[voyage], |fleet| resolution.is_dislodged(fleet)))
            .collect()
    }

    /// Settles the voyages that go in one way in every trial; answers whether there were any.
    fn settle_certain(&mut self, open: &[usize], trials: &[Trial]) -> bool {
        let mut any = false;
        for (i, &voyage) in open.iter().enumerate() {
            let course = trials[0].result[i];
            if trials.iter().all(|trial| trial.result[i] == course) {
                self.settled[voyage] = Some(course);
                any = true;
            }
        }
        any
    }

    /// Settles a group of voyages that hang on each other and on no others: as they must go if that
    /// can be in one way only, else as a paradox (4.A.2).
    fn settle_group(&mut self, open: &[usize], trials: &[Trial]) {
        let group = bottom_group(open.len(), trials);
        // The others do not matter, so they are kept as in the first trial.
        let others_as_first = |trial: &&Trial| {
            (0..open.len()).all(|i| group.contains(&i) || trial.supposed[i] == trials[0].supposed[i])
        };
        let is_right = |trial: &&Trial| group.iter().all(|&i| trial.supposed[i] == trial.result[i]);
        let mut right = trials.iter().filter(others_as_first).filter(is_right);
        let only = match (right.next(), right.next()) {
            (Some(trial), None) => Some(trial),
            (None, _) | (Some(_), Some(_)) => None,
        };
        for &i in &group {
            let voyage = open[i];
            self.settled[voyage] = Some(only.map_or(Course::Shut, |trial| trial.supposed[i]));
            self.paradox[voyage] = only.is_none();
        }
    }
}

/// A group each member of which hangs, directly or not, on exactly the members of the group. A
/// voyage hangs on another if changing that one alone changes how it goes.
fn bottom_group(count: usize, trials: &[Trial]) -> Vec<usize> {
    let mut hangs = vec![vec![false; count]; count];
    for (i, one) in trials.iter().enumerate() {
        for other in &trials[i + 1..] {
            let mut differing = (0..count).filter(|&u| one.supposed[u] != other.supposed[u]);
            if let (Some(u), None) = (differing.next(), differing.next()) {
                for (v, row) in hangs.iter_mut().enumerate() {
                    row[u] |= one.result[v] != other.result[v];
                }
            }
        }
    }
    for by in 0..count {
        for v in 0..count {
            for u in 0..count {
                hangs[v][u] |= hangs[v][by] && hangs[by][u];
            }
        }
    }
    (0..count)
        .map(|v| {
            let group: Vec<usize> = (0..count).filter(|&u| hangs[v][u]).collect();
            (hangs[v].clone(), group)
        })
        .find(|(row, group)| group.iter().all(|&u| hangs[u] == *row))
        .map(|(_, group)| group)
        .expect("whatever hangs on something ends in a group that hangs on itself")
}
