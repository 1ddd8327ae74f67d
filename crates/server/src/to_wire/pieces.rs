//! What to do with the pieces of a wooden board, as a wire type.

use rules::{Board, Location, PieceStep};

use super::position::unit;
use crate::wire::PieceStepKind;

pub(crate) fn piece_step(board: &Board, step: PieceStep) -> PieceStepKind {
    let place = |location: Location| board.location_key(location).to_owned();
    match step {
        PieceStep::Move { unit: piece, to } => {
            PieceStepKind::Move { unit: unit(board, &piece), to: place(to) }
        }
        PieceStep::Lift(piece) => PieceStepKind::Lift { unit: unit(board, &piece) },
        PieceStep::PutDown { unit: piece, to } => {
            PieceStepKind::PutDown { unit: unit(board, &piece), to: place(to) }
        }
        PieceStep::LayDown(piece) => PieceStepKind::LayDown { unit: unit(board, &piece) },
        PieceStep::Remove(piece) => PieceStepKind::Remove { unit: unit(board, &piece) },
        PieceStep::Build(piece) => PieceStepKind::Build { unit: unit(board, &piece) },
        PieceStep::Mark { centre, owner } => PieceStepKind::Mark {
            centre: board.province_key(centre).to_owned(),
            owner: owner.map(|power| board.power_key(power).to_owned()),
        },
    }
}
