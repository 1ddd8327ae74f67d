//! The course: lessons with steps, and examples that can be judged again with other orders.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::keys::{FateKey, key_enum};
use super::orders::{OptionsView, OrderEntry};
use super::record::{PositionView, RecordView, UnitView};

/// A lesson of the course in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct CourseLessonTitle {
    /// `support`
    pub key: String,
    pub title: String,
    /// What it is about.
    pub about: String,
    /// How many steps it has.
    pub steps: usize,
}

/// How far somebody got in the course.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct CourseProgress {
    /// How many steps are done, by the key of a lesson.
    pub lessons: BTreeMap<String, usize>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct CourseLesson {
    pub key: String,
    pub title: String,
    pub about: String,
    pub steps: Vec<CourseStep>,
}

/// One step of a lesson: its text, what is on the board, and what the learner does.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct CourseStep {
    pub key: String,
    pub text: String,
    /// What is said when the step is done.
    #[cfg_attr(test, schema(required))]
    pub done: Option<String>,
    /// The id of the example on the board, and which of its phases it is.
    #[cfg_attr(test, schema(required))]
    pub example: Option<String>,
    pub phase: usize,
    /// The units on the board.
    #[cfg_attr(test, schema(required))]
    pub position: Option<PositionView>,
    /// The phase with the orders of the example, judged.
    #[cfg_attr(test, schema(required))]
    pub record: Option<RecordView>,
    pub task: CourseTask,
}

/// What the learner does in a step.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CourseTask {
    /// Touches these provinces and no others.
    Touch { provinces: Vec<String> },
    /// Writes orders for a power; then predicts.
    Order {
        power: String,
        options: OptionsView,
        /// Units that must be there afterwards. Empty: the orders of the example are wanted.
        goal: Vec<UnitView>,
        /// The orders of the example for this power.
        solution: Vec<OrderEntry>,
        predictions: Vec<PredictionView>,
    },
    /// Predicts what becomes of some units.
    Predict { predictions: Vec<PredictionView> },
    /// Chooses an answer, counted from 0.
    Quiz { answers: Vec<String>, right: usize },
}

/// What becomes of a unit.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PredictionView {
    /// Its province.
    pub at: String,
    pub fate: FateKey,
    /// What the learner chooses from.
    pub choices: Vec<FateKey>,
}

/// An example with what can be ordered in each of its phases.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlayableExample {
    pub id: String,
    pub records: Vec<RecordView>,
    /// One per record: the legal orders of all powers.
    pub options: Vec<OptionsView>,
}

/// Orders to judge in an example.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TryBody {
    /// The phase of the example, from 0.
    #[serde(default)]
    pub phase: usize,
    /// The power whose orders are replaced. All powers if left out.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 20))]
    pub power: Option<String>,
    #[cfg_attr(test, schema(max_items = 200))]
    pub deeds: Vec<OrderEntry>,
}

key_enum!(
    /// Where an entry of the reference comes from.
    ReferenceKind { Rule, Course, Example }
);

/// Something that the rulebooks say, in our words, with an example that can be played with.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReferenceEntry {
    pub kind: ReferenceKind,
    /// The number of the rule, or the key of the lesson that says it.
    pub key: String,
    /// What it belongs to: a lesson or a topic. Empty for a rule.
    pub topic: String,
    pub text: String,
    #[cfg_attr(test, schema(required))]
    pub example: Option<String>,
}
