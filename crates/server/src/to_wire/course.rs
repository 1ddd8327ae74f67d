//! The lessons of the course as wire types, in the reader's language.

use game::{Record, RecordStatus};
use rules::{Board, Power, Province, Rule};

use super::options::options_in;
use super::position::{position, unit};
use crate::content::LanguagePack;
use crate::course::{self, Fate, Lesson, Prediction, Step, Task, order_at};
use crate::rulebook_examples::{self, EDITION, LESSONS, RulebookExample};
use crate::wire::{
    ByKey, CourseLesson, CourseLessonTitle, CourseStep, CourseTask, PlayableExample, PredictionView,
    RecordView, ReferenceEntry, ReferenceKind,
};

pub(crate) fn title(voice: &LanguagePack, lesson: &Lesson) -> CourseLessonTitle {
    CourseLessonTitle {
        key: lesson.key.clone(),
        title: text(voice, lesson, "title"),
        about: text(voice, lesson, "about"),
        steps: lesson.steps.len(),
    }
}

pub(crate) fn lesson(board: &Board, voice: &LanguagePack, lesson: &Lesson) -> CourseLesson {
    CourseLesson {
        key: lesson.key.clone(),
        title: text(voice, lesson, "title"),
        about: text(voice, lesson, "about"),
        steps: lesson.steps.iter().map(|one| step(board, voice, lesson, one)).collect(),
    }
}

pub(crate) fn step(board: &Board, voice: &LanguagePack, lesson: &Lesson, step: &Step) -> CourseStep {
    let judged = step.scene.as_ref().map(|scene| scene.record());
    let shown = judged.map(|record| record_view(board, voice, record));
    let say = |key: &str| with_orders(text(voice, lesson, key), shown.as_ref());
    let done = format!("{}_done", step.key);
    CourseStep {
        key: step.key.clone(),
        text: say(&step.key),
        done: optional_text(voice, lesson, &done).map(|text| with_orders(text, shown.as_ref())),
        example: step.scene.as_ref().map(|scene| scene.example.id.clone()),
        phase: step.scene.as_ref().map_or(0, |scene| scene.phase),
        position: step.scene.as_ref().map(|scene| {
            let resolution = &scene.record().resolution;
            position(board, if scene.shows_after { &resolution.after } else { &resolution.before })
        }),
        task: task(board, voice, lesson, step, judged),
        // Whoever looks at a position needs no results.
        record: shown.filter(|_| !matches!(step.task, Task::Touch(_))),
    }
}

fn task(
    board: &Board,
    voice: &LanguagePack,
    lesson: &Lesson,
    step: &Step,
    judged: Option<&Record>,
) -> CourseTask {
    let key = |province: &Province| board.province_key(*province).to_owned();
    let predicted = |predictions: &[Prediction]| -> Vec<PredictionView> {
        let choices = |at| Fate::possible(judged.and_then(|record| order_at(record, at)));
        let view = |one: &Prediction| PredictionView {
            at: key(&one.at),
            fate: ByKey(one.fate),
            choices: choices(one.at).iter().copied().map(ByKey).collect(),
        };
        predictions.iter().map(view).collect()
    };
    match &step.task {
        Task::Touch(provinces) => CourseTask::Touch { provinces: provinces.iter().map(key).collect() },
        Task::Predict(predictions) => CourseTask::Predict { predictions: predicted(predictions) },
        Task::Quiz { answers, right } => {
            let answer = |n: usize| text(voice, lesson, &format!("{}_{n}", step.key));
            CourseTask::Quiz { answers: (1..=*answers).map(answer).collect(), right: *right }
        }
        Task::Order { power, goal, predictions } => {
            let before = judged.map(|record| &record.resolution.before);
            let options = before.map(|before| options_in(board, EDITION, before, &[*power]));
            CourseTask::Order {
                power: board.power_key(*power).to_owned(),
                // An order step always has a case.
                options: options.unwrap_or_default(),
                goal: goal.iter().map(|one| unit(board, one)).collect(),
                solution: judged.map_or(Vec::new(), |record| orders_of(board, voice, record, *power)),
                predictions: predicted(predictions),
            }
        }
    }
}

/// The orders that a power gives in an example.
fn orders_of(
    board: &Board,
    voice: &LanguagePack,
    record: &Record,
    power: Power,
) -> Vec<crate::wire::OrderEntry> {
    let resolution = &record.resolution;
    let lines = super::orders::sheet(board, voice, &resolution.before, &resolution.orders());
    let key = board.power_key(power);
    let owner = |place: &str| {
        let at = board.province_of(board.location(place)?);
        let there = resolution.before.forces.at(at).copied();
        let dislodged = resolution.before.dislodged_at(board, at).map(|one| one.unit);
        dislodged.or(there).map(|unit| unit.power)
    };
    let is_own = |deed: &crate::wire::OrderEntry| match deed.place() {
        Ok(place) => owner(place) == Some(power),
        Err(of) => of == key,
    };
    lines.into_iter().map(|line| line.deed).filter(is_own).collect()
}

pub(crate) fn playable(board: &Board, voice: &LanguagePack, example: &RulebookExample) -> PlayableExample {
    let powers: Vec<Power> = board.powers().collect();
    PlayableExample {
        id: example.id.clone(),
        records: example.records.iter().map(|record| record_view(board, voice, record)).collect(),
        options: example
            .records
            .iter()
            .map(|record| options_in(board, EDITION, &record.resolution.before, &powers))
            .collect(),
    }
}

pub(crate) fn record_view(board: &Board, voice: &LanguagePack, record: &Record) -> RecordView {
    super::record::record(board, voice, record, RecordStatus::Active)
}

/// All rules, what the course says, and the worked examples.
pub(crate) fn reference(board: &Board, voice: &LanguagePack) -> Vec<ReferenceEntry> {
    let rules = Rule::ALL.into_iter().map(|rule| ReferenceEntry {
        kind: ReferenceKind::Rule,
        key: rule.number().to_string(),
        topic: String::new(),
        text: voice.explainer.rule(rule).to_owned(),
        example: rulebook_examples::diagrams(rule).first().map(|example| example.id.clone()),
    });
    let course = course::lessons().iter().flat_map(|lesson| {
        lesson.steps.iter().map(move |one| {
            let shown = step(board, voice, lesson, one);
            let answer = match &shown.task {
                CourseTask::Quiz { answers, right } => answers.get(*right).map(String::as_str),
                CourseTask::Touch { .. } | CourseTask::Order { .. } | CourseTask::Predict { .. } => None,
            };
            let parts = [Some(shown.text.as_str()), answer, shown.done.as_deref()];
            ReferenceEntry {
                kind: ReferenceKind::Course,
                key: lesson.key.clone(),
                topic: text(voice, lesson, "title"),
                text: parts.into_iter().flatten().collect::<Vec<_>>().join(" "),
                example: shown.example.clone(),
            }
        })
    });
    let examples = LESSONS.iter().flat_map(|lesson| {
        let said = |section: &str, key: &str| {
            voice.explainer.lesson_text(&format!("{section}.{key}")).unwrap_or_default().to_owned()
        };
        let topic = said("lessons", lesson.key);
        lesson.examples().map(move |example| ReferenceEntry {
            kind: ReferenceKind::Example,
            key: lesson.key.to_owned(),
            topic: topic.clone(),
            text: said("examples", &example.id),
            example: Some(example.id.clone()),
        })
    });
    rules.chain(course).chain(examples).collect()
}

/// `{lon}` becomes the order of the unit in London in short notation.
fn with_orders(mut text: String, record: Option<&RecordView>) -> String {
    for one in record.iter().flat_map(|record| &record.ruled) {
        let province = one.unit.at.split('/').next().unwrap_or_default();
        text = text.replace(&format!("{{{province}}}"), &one.short);
    }
    text
}

fn optional_text(voice: &LanguagePack, lesson: &Lesson, key: &str) -> Option<String> {
    voice.phrases.get(&format!("course.{}.{key}", lesson.key)).map(str::to_owned)
}

fn text(voice: &LanguagePack, lesson: &Lesson, key: &str) -> String {
    optional_text(voice, lesson, key).unwrap_or_else(|| key.to_owned())
}
