//! The lessons of the course: what each step shows and asks, and the answers, which the judge gives.
//!
//! The lessons are data, `cases/course/lessons.toml`; their texts are in `locales/*/course.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use game::Record;
use notation::Notation;
use rules::{AdjustmentOrder, Because, Board, Order, Outcome, Power, Province, Ruling, Unit};
use serde::Deserialize;

use crate::rulebook_examples::{self, RulebookExample};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonsFile {
    lesson: Vec<LessonFile>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonFile {
    key: String,
    step: Vec<StepFile>,
}

/// A step as `lessons.toml` describes it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct StepFile {
    key: Option<String>,
    case: Option<String>,
    phase: usize,
    shows: Vec<String>,
    touch: Option<String>,
    play: Option<String>,
    goal: Vec<String>,
    ask: BTreeMap<String, String>,
    answers: usize,
    right: usize,
}

#[derive(Debug)]
pub(crate) struct Lesson {
    pub(crate) key: String,
    pub(crate) steps: Vec<Step>,
}

#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) key: String,
    pub(crate) scene: Option<Scene>,
    pub(crate) task: Task,
}

/// What is on the board: one phase of an example.
#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) example: &'static RulebookExample,
    pub(crate) phase: usize,
    /// Whether the units stand as after the phase: the learner looks at a unit that was dislodged in it.
    pub(crate) shows_after: bool,
}

impl Scene {
    pub(crate) fn record(&self) -> &'static Record {
        &self.example.records[self.phase]
    }
}

/// What the learner does.
#[derive(Debug)]
pub(crate) enum Task {
    /// Touches these provinces, no others.
    Touch(BTreeSet<Province>),
    /// Writes orders for a power, so that these units are there afterwards. Without a goal: the orders of the
    /// example. Then predicts what becomes of some units.
    Order { power: Power, goal: Vec<Unit>, predictions: Vec<Prediction> },
    /// Predicts what becomes of some units.
    Predict(Vec<Prediction>),
    /// Chooses one of several answers, counted from 0.
    Quiz { answers: usize, right: usize },
}

/// What becomes of one unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Prediction {
    pub(crate) at: Province,
    pub(crate) fate: Fate,
}

/// What becomes of a unit and its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    Arrives,
    Stays,
    Dislodged,
    Counts,
    DoesNotCount,
    Carries,
    DoesNotCarry,
}

rules::keyed!(Fate {
    Arrives = "arrives",
    Stays = "stays",
    Dislodged = "dislodged",
    Counts = "counts",
    DoesNotCount = "does_not_count",
    Carries = "carries",
    DoesNotCarry = "does_not_carry",
});

impl Fate {
    /// What the judge decided for a unit with this order.
    pub(crate) fn of(order: Option<&Order>, ruling: &Ruling) -> Self {
        let is_good = ruling.outcome == Outcome::Succeeds;
        match order {
            Some(Order::SupportHold { .. } | Order::SupportMove { .. }) if is_good => Self::Counts,
            Some(Order::SupportHold { .. } | Order::SupportMove { .. }) => Self::DoesNotCount,
            Some(Order::Convoy { .. }) if is_good => Self::Carries,
            Some(Order::Convoy { .. }) => Self::DoesNotCarry,
            _ if ruling.dislodged_from.is_some() => Self::Dislodged,
            Some(Order::Move { .. }) if is_good => Self::Arrives,
            Some(Order::Move { .. } | Order::Hold) | None => Self::Stays,
        }
    }

    /// What could become of a unit with this order.
    pub(crate) fn possible(order: Option<&Order>) -> &'static [Self] {
        match order {
            Some(Order::SupportHold { .. } | Order::SupportMove { .. }) => {
                &[Self::Counts, Self::DoesNotCount]
            }
            Some(Order::Convoy { .. }) => &[Self::Carries, Self::DoesNotCarry],
            Some(Order::Move { .. }) => &[Self::Arrives, Self::Stays, Self::Dislodged],
            Some(Order::Hold) | None => &[Self::Stays, Self::Dislodged],
        }
    }
}

/// All lessons, from easy to difficult.
pub(crate) fn lessons() -> &'static [Lesson] {
    &LESSONS
}

/// The key of the lesson about a reason that is not one of the 22 rules: those have a page of their own.
pub(crate) const fn lesson_about(because: Because) -> Option<&'static str> {
    Some(match because {
        Because::Unopposed => "units",
        Because::Stronger { .. } | Because::Weaker { .. } | Because::Given { .. } => "support",
        Because::Carried { .. } | Because::NotTaken { .. } | Because::NoRoute => "convoys",
        Because::Paradox => "seas",
        Because::NoOrder | Because::Illegal(_) => "orders",
        Because::Retreated | Because::Disbanded | Because::Clash { .. } | Because::NoRetreat => "retreats",
        Because::Built | Because::Removed | Because::Waived => "builds",
        Because::CivilDisorder => "disorder",
        Because::Standoff { .. }
        | Because::SparedByStandoff { .. }
        | Because::Blocked { .. }
        | Because::Swap { .. }
        | Because::Rotation { .. }
        | Because::GivenInPlace { .. }
        | Because::Mismatch { .. }
        | Because::StandoffWithDislodged { .. }
        | Because::Unhindered { .. }
        | Because::OwnUnit { .. }
        | Because::OwnSupport { .. }
        | Because::Cut { .. }
        | Because::NotCut { .. }
        | Because::Dislodged { .. }
        | Because::CutByDislodged { .. }
        | Because::OwnAttack { .. }
        | Because::ConvoyBroken { .. }
        | Because::ChainBroken { .. }
        | Because::ConvoyedStandoff { .. }
        | Because::ConvoyedSwap { .. }
        | Because::OtherRoute { .. }
        | Because::RouteBroken { .. }
        | Because::ConvoyedAttack { .. }
        | Because::CutByOtherRoute { .. } => return None,
    })
}

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| match read_lessons(cases::files::LESSONS) {
    Ok(lessons) => lessons,
    Err(fault) => panic!("cases/course/lessons.toml is invalid, which tests exclude: {fault}"),
});

fn read_lessons(text: &str) -> Result<Vec<Lesson>, String> {
    let file: LessonsFile = toml::from_str(text).map_err(|fault| fault.to_string())?;
    let lesson = |lesson: LessonFile| -> Result<Lesson, String> {
        let steps: Result<_, _> = lesson.step.iter().map(step).collect();
        Ok(Lesson { steps: steps.map_err(|fault| format!("{}: {fault}", lesson.key))?, key: lesson.key })
    };
    file.lesson.into_iter().map(lesson).collect()
}

fn step(file: &StepFile) -> Result<Step, String> {
    let key = file.key.as_ref().or(file.case.as_ref()).ok_or("a step without key and case")?.clone();
    let fault = |why: &str| format!("{key}: {why}");
    let mut scene = match &file.case {
        None => None,
        Some(id) => {
            let example =
                rulebook_examples::find(id).ok_or_else(|| fault(&format!("there is no case {id}")))?;
            example.records.get(file.phase).ok_or_else(|| fault("the case has no such phase"))?;
            Some(Scene { example, phase: file.phase, shows_after: false })
        }
    };
    for id in &file.shows {
        rulebook_examples::find(id).ok_or_else(|| fault(&format!("there is no case {id}")))?;
    }
    let record = || scene.as_ref().map(Scene::record).ok_or_else(|| fault("it needs a case"));
    let task = match (&file.touch, &file.play, file.answers) {
        (Some(what), None, 0) => {
            let (provinces, shows_after) = provinces_to_touch(record()?, what)
                .ok_or_else(|| fault(&format!("nothing to touch: {what}")))?;
            if let Some(scene) = &mut scene {
                scene.shows_after = shows_after;
            }
            Task::Touch(provinces)
        }
        (None, Some(power), 0) => {
            let notation = notation();
            let power = notation.power(power).ok_or_else(|| fault("there is no such power"))?;
            let unit = |text: &String| {
                let (kind, location) = notation.unit(text)?;
                Some(Unit { kind, power, location })
            };
            let goal: Option<Vec<Unit>> = file.goal.iter().map(unit).collect();
            let goal = goal.ok_or_else(|| fault("the goal has no such unit"))?;
            Task::Order {
                power,
                goal,
                predictions: predictions(record()?, &file.ask).map_err(|why| fault(&why))?,
            }
        }
        (None, None, 0) => Task::Predict(predictions(record()?, &file.ask).map_err(|why| fault(&why))?),
        (None, None, answers) if (1..=answers).contains(&file.right) => {
            Task::Quiz { answers, right: file.right - 1 }
        }
        _ => return Err(fault("it asks for several things, or for none")),
    };
    Ok(Step { key, scene, task })
}

fn board() -> &'static Board {
    &atlas::standard().board
}

fn notation() -> Notation<'static> {
    Notation::new(board())
}

/// The predictions that the file asks for. They must be what the judge decides.
fn predictions(record: &Record, asked: &BTreeMap<String, String>) -> Result<Vec<Prediction>, String> {
    let mut predictions = Vec::new();
    for (key, said) in asked {
        let at = board().province(key).ok_or_else(|| format!("there is no province {key}"))?;
        let fate = fate_at(record, at).ok_or_else(|| format!("no unit is in {key}"))?;
        if fate.key() != said {
            return Err(format!("the judge says {fate:?} for {key}, the file {said}"));
        }
        predictions.push(Prediction { at, fate });
    }
    Ok(predictions)
}

/// What becomes of the unit in a province.
pub(crate) fn fate_at(record: &Record, at: Province) -> Option<Fate> {
    let mut rulings = record.resolution.movement_rulings();
    let (_, order, ruling) = rulings.find(|(unit, ..)| board().province_of(unit.location) == at)?;
    Some(Fate::of(order, ruling))
}

/// The order of the unit in a province.
pub(crate) fn order_at(record: &Record, at: Province) -> Option<&Order> {
    let mut rulings = record.resolution.movement_rulings();
    rulings.find(|(unit, ..)| board().province_of(unit.location) == at)?.1
}

/// The provinces that `touch` means, and whether they are about the position after the phase.
fn provinces_to_touch(record: &Record, touch: &str) -> Option<(BTreeSet<Province>, bool)> {
    let board = board();
    let resolution = &record.resolution;
    let (what, whose) = touch.split_once(' ').unwrap_or((touch, ""));
    let provinces = |locations: &[rules::Location]| {
        locations.iter().map(|location| board.province_of(*location)).collect::<BTreeSet<_>>()
    };
    let (found, shows_after) = match what {
        "moves" => {
            let unit = resolution.before.forces.at(board.province(whose)?)?;
            (provinces(board.neighbours(unit.kind, unit.location)), false)
        }
        "retreats" => {
            let at = board.province(whose)?;
            let before = resolution.before.dislodged_at(board, at);
            let after = resolution.after.dislodged_at(board, at);
            (provinces(&before.or(after)?.open_retreats), before.is_none())
        }
        "centres" => {
            let power = notation().power(whose)?;
            let is_owned = |centre: &&Province| resolution.before.owners.of(**centre) == Some(power);
            (board.centres().iter().filter(is_owned).copied().collect(), false)
        }
        "builds" => {
            let power = notation().power(whose)?;
            let judge = resolution.before.adjustment_judge(board, rulebook_examples::EDITION);
            (judge.build_sites(power).collect(), false)
        }
        "removed" => {
            let removed = resolution.adjustment_rulings().iter().filter_map(|one| match one.order {
                AdjustmentOrder::Remove { at } if one.ruling.outcome == Outcome::Succeeds => Some(at),
                AdjustmentOrder::Remove { .. } | AdjustmentOrder::Build { .. } | AdjustmentOrder::Waive => {
                    None
                }
            });
            (removed.collect(), false)
        }
        _ => return None,
    };
    (!found.is_empty()).then_some((found, shows_after))
}

#[cfg(test)]
mod tests {
    use language::ServerTexts;
    use rules::Position;

    use super::*;
    use crate::content::Variants;
    use crate::rulebook_examples::judge_with;

    /// Whether the units of the goal are there after the phase.
    fn reaches(record: &Record, goal: &[Unit]) -> bool {
        let units = record.resolution.after.forces.units();
        goal.iter().all(|wanted| units.contains(wanted))
    }

    fn steps() -> impl Iterator<Item = (&'static Lesson, &'static Step)> {
        lessons().iter().flat_map(|lesson| lesson.steps.iter().map(move |step| (lesson, step)))
    }

    /// Every case that a step names.
    fn shown_cases() -> BTreeSet<String> {
        let file: LessonsFile = toml::from_str(cases::files::LESSONS).unwrap();
        let steps = file.lesson.into_iter().flat_map(|lesson| lesson.step);
        steps.flat_map(|step| step.case.into_iter().chain(step.shows)).collect()
    }

    #[test]
    fn the_course_has_15_to_20_small_lessons() {
        assert!((15..=20).contains(&lessons().len()), "{}", lessons().len());
        let keys: BTreeSet<&str> = lessons().iter().map(|lesson| lesson.key.as_str()).collect();
        assert_eq!(keys.len(), lessons().len());
        for lesson in lessons() {
            assert!((2..=6).contains(&lesson.steps.len()), "{}", lesson.key);
            let keys: BTreeSet<&str> = lesson.steps.iter().map(|step| step.key.as_str()).collect();
            assert_eq!(keys.len(), lesson.steps.len(), "{}", lesson.key);
        }
    }

    /// Every "why?" leads to a rule or to a lesson.
    #[test]
    fn every_reason_has_its_place_in_the_reference() {
        let scenes = steps().filter_map(|(_, step)| step.scene.as_ref());
        let shown = scenes.flat_map(|scene| &scene.example.records).chain(rulebook_examples::sample_game());
        let rulings = shown.flat_map(|record| {
            let units = record.resolution.rulings().into_iter().map(|(_, ruling)| ruling.because);
            let builds = record.resolution.adjustment_rulings().iter().map(|one| one.ruling.because);
            units.chain(builds).collect::<Vec<_>>()
        });
        let mut lessons_named = BTreeSet::new();
        for because in rulings {
            let lesson = lesson_about(because);
            assert_eq!(lesson.is_some(), because.rule().is_none(), "{because:?}");
            lessons_named.extend(lesson);
        }
        let known: BTreeSet<&str> = lessons().iter().map(|lesson| lesson.key.as_str()).collect();
        assert!(lessons_named.len() > 3 && lessons_named.is_subset(&known), "{lessons_named:?}");
    }

    #[test]
    fn all_32_diagrams_and_their_variants_are_in_the_course() {
        let shown = shown_cases();
        let missing: Vec<String> = cases::parse(cases::files::DIAGRAMS)
            .unwrap()
            .into_iter()
            .map(|case| case.id)
            .filter(|id| !shown.contains(id))
            .collect();
        assert!(missing.is_empty(), "no step shows {missing:?}");
        let unused: Vec<String> = cases::parse(cases::files::COURSE)
            .unwrap()
            .into_iter()
            .map(|case| case.id)
            .filter(|id| !shown.contains(id))
            .collect();
        assert!(unused.is_empty(), "no step uses {unused:?}");
    }

    /// Diagrams 1 to 3: the provinces to touch are those that the cases reach, and none that they do not.
    #[test]
    fn where_a_unit_goes_is_what_the_cases_say() {
        let file: LessonsFile = toml::from_str(cases::files::LESSONS).unwrap();
        let steps = file.lesson.into_iter().flat_map(|lesson| lesson.step);
        let mut compared = 0;
        for file in steps.filter(|step| !step.shows.is_empty()) {
            let read = step(&file).unwrap();
            let Task::Touch(provinces) = read.task else { panic!("{} touches nothing", read.key) };
            let mut reached = BTreeSet::new();
            for id in file.case.iter().chain(&file.shows) {
                let record = &rulebook_examples::find(id).unwrap().records[0];
                let (_, order, ruling) = record.resolution.movement_rulings().next().unwrap();
                let Some(Order::Move { to, .. }) = order else { panic!("{id} is no move") };
                let to = board().province_of(*to);
                match ruling.outcome {
                    Outcome::Succeeds => assert!(reached.insert(to), "{id}"),
                    Outcome::Fails | Outcome::Void => assert!(!provinces.contains(&to), "{id}"),
                }
                compared += 1;
            }
            assert_eq!(reached, provinces, "{}", read.key);
        }
        assert_eq!(compared, 19, "the cases of diagrams 1 to 3");
    }

    #[test]
    fn the_orders_of_a_case_reach_the_goal_and_no_orders_do_not() {
        let mut goals = 0;
        for (lesson, step) in steps() {
            let Task::Order { power, goal, .. } = &step.task else { continue };
            let scene = step.scene.as_ref().unwrap();
            let is_own = |unit: &Unit| unit.power == *power;
            let before: &Position = &scene.record().resolution.before;
            let may_order = before.forces.units().iter().any(is_own)
                || before.dislodged.iter().any(|dislodged| is_own(&dislodged.unit));
            assert!(may_order, "{} {}", lesson.key, step.key);
            if goal.is_empty() {
                continue;
            }
            goals += 1;
            assert!(reaches(scene.record(), goal), "{} {}", lesson.key, step.key);
            let idle = judge_with(scene.record(), Some(*power), &[]).unwrap();
            // Removals that nobody orders are made by rule, and may be the right ones.
            let is_by_rule = step.key == "remove";
            assert!(
                is_by_rule || !reaches(&idle, goal),
                "{} {} is reached by doing nothing",
                lesson.key,
                step.key
            );
        }
        assert!(goals >= 15, "{goals}");
    }

    #[test]
    fn every_step_has_its_texts_in_every_language() {
        for texts in ServerTexts::all() {
            let mut wanted = BTreeSet::new();
            let mut optional = BTreeSet::new();
            for lesson in lessons() {
                wanted.extend(["title", "about"].map(|key| format!("course.{}.{key}", lesson.key)));
            }
            for (lesson, step) in steps() {
                let key = format!("course.{}.{}", lesson.key, step.key);
                if let Task::Quiz { answers, .. } = step.task {
                    wanted.extend((1..=answers).map(|n| format!("{key}_{n}")));
                }
                optional.insert(format!("{key}_done"));
                wanted.insert(key);
            }
            let there: BTreeSet<String> =
                texts.keys().filter(|key| key.starts_with("course.")).map(str::to_owned).collect();
            let missing: Vec<&String> = wanted.difference(&there).collect();
            assert!(missing.is_empty(), "{}: course.toml has no {missing:?}", texts.language());
            let unknown: Vec<&String> =
                there.iter().filter(|key| !wanted.contains(*key) && !optional.contains(*key)).collect();
            assert!(unknown.is_empty(), "{}: nothing shows {unknown:?}", texts.language());
        }
    }

    #[test]
    fn every_order_that_a_text_quotes_is_on_the_board() {
        let standard = Variants::built_in().standard();
        for texts in ServerTexts::all() {
            let voice = standard.language_pack(standard.language_id(texts.language()).unwrap());
            for (lesson, step) in steps() {
                let shown = crate::to_wire::course::step(board(), voice, lesson, step);
                let all = [Some(&shown.text), shown.done.as_ref()];
                for text in all.into_iter().flatten() {
                    assert!(!text.contains('{'), "{} {}: {text}", texts.language(), step.key);
                }
            }
        }
    }
}
