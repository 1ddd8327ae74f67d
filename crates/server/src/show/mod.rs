//! From a game's own types to the shapes that are sent. What is shown was let through by `view`.

pub(crate) mod advice;
pub(crate) mod board;
pub(crate) mod deeds;
pub(crate) mod log;
pub(crate) mod options;
pub(crate) mod position;
pub(crate) mod record;
pub(crate) mod settings;
pub(crate) mod talk;
pub(crate) mod view;

use game::{Circle, SeatId, Stage, Stance};

use crate::wire::{StageKey, StanceKey};

pub(crate) fn seats(circle: Circle) -> Vec<usize> {
    circle.iter().map(SeatId::index).collect()
}

pub(crate) const fn stage(stage: Stage) -> StageKey {
    match stage {
        Stage::Diplomacy => StageKey::Diplomacy,
        Stage::Writing => StageKey::Writing,
        Stage::Resolution => StageKey::Resolution,
        Stage::Retreats => StageKey::Retreats,
        Stage::Adjustments => StageKey::Adjustments,
    }
}

pub(crate) const fn stance(stance: Stance) -> StanceKey {
    match stance {
        Stance::Undecided => StanceKey::Undecided,
        Stance::Ready => StanceKey::Ready,
        Stance::Waiting => StanceKey::Waiting,
    }
}
