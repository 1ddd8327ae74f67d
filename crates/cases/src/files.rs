//! The case files of the repository.

pub const CLARIFICATIONS: &str = include_str!("../../../cases/rulebook/clarifications.case");
pub const DIAGRAMS: &str = include_str!("../../../cases/rulebook/diagrams.case");
pub const GERMAN: &str = include_str!("../../../cases/rulebook/german.case");
pub const POINTS: &str = include_str!("../../../cases/rulebook/points.case");
pub const SAMPLE_GAME: &str = include_str!("../../../cases/rulebook/sample-game.case");

/// Positions that only the course needs.
pub const COURSE: &str = include_str!("../../../cases/course/course.case");
/// The lessons of the course: steps that name cases, and what they ask.
pub const LESSONS: &str = include_str!("../../../cases/course/lessons.toml");

pub const DATC_6A: &str = include_str!("../../../cases/datc/6a-basic.case");
pub const DATC_6B: &str = include_str!("../../../cases/datc/6b-coasts.case");
pub const DATC_6C: &str = include_str!("../../../cases/datc/6c-circular.case");
pub const DATC_6D: &str = include_str!("../../../cases/datc/6d-supports.case");
pub const DATC_6E: &str = include_str!("../../../cases/datc/6e-battles.case");
pub const DATC_6F: &str = include_str!("../../../cases/datc/6f-convoys.case");
pub const DATC_6G: &str = include_str!("../../../cases/datc/6g-adjacent-convoys.case");
pub const DATC_6H: &str = include_str!("../../../cases/datc/6h-retreats.case");
pub const DATC_6I: &str = include_str!("../../../cases/datc/6i-builds.case");
pub const DATC_6J: &str = include_str!("../../../cases/datc/6j-disorder.case");

/// Every case file, the rulebook's first. A test compares it with the folder.
pub const ALL: [&str; 16] = [
    DIAGRAMS,
    SAMPLE_GAME,
    CLARIFICATIONS,
    GERMAN,
    POINTS,
    COURSE,
    DATC_6A,
    DATC_6B,
    DATC_6C,
    DATC_6D,
    DATC_6E,
    DATC_6F,
    DATC_6G,
    DATC_6H,
    DATC_6I,
    DATC_6J,
];
