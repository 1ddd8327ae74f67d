//! Judges retreat phases (G).

use crate::{
    Because, Board, Dislodged, Forces, Illegality, Location, Outcome, Players, RetreatOrder, Ruling, Sheet,
    UnitKind,
};

/// Judges the retreats of a phase: one ruling per dislodged unit, in the same order. A unit that succeeds
/// with [`Because::Retreated`] goes where it was ordered. All others are disbanded.
pub fn judge_retreats(
    board: &Board,
    forces: &Forces,
    table: &Players,
    dislodged: &[Dislodged],
    orders: &Sheet<RetreatOrder>,
) -> Vec<Ruling> {
    let attempts: Vec<RetreatAttempt> =
        dislodged.iter().map(|dislodged| retreat_attempt(board, forces, table, dislodged, orders)).collect();
    let ruling = |(i, way): (usize, &RetreatAttempt)| {
        let (outcome, because) = match way {
            RetreatAttempt::Decided(outcome, because) => (*outcome, *because),
            RetreatAttempt::To(to) => {
                let there = board.province_of(*to);
                let clashes = attempts.iter().enumerate().filter_map(|(j, other)| match other {
                    RetreatAttempt::To(other) if i != j && board.province_of(*other) == there => {
                        Some(board.province_of(dislodged[j].unit.location))
                    }
                    RetreatAttempt::To(_) | RetreatAttempt::Decided(..) => None,
                });
                match clashes.min() {
                    Some(with) => (Outcome::Fails, Because::Clash { with }),
                    None => (Outcome::Succeeds, Because::Retreated),
                }
            }
        };
        Ruling { outcome, because, dislodged_from: None }
    };
    attempts.iter().enumerate().map(ruling).collect()
}

/// Where a unit tries to retreat, or the ruling if it tries nothing.
enum RetreatAttempt {
    To(Location),
    Decided(Outcome, Because),
}

fn retreat_attempt(
    board: &Board,
    forces: &Forces,
    table: &Players,
    dislodged: &Dislodged,
    orders: &Sheet<RetreatOrder>,
) -> RetreatAttempt {
    let here = board.province_of(dislodged.unit.location);
    if dislodged.open_retreats.is_empty() {
        return RetreatAttempt::Decided(Outcome::Fails, Because::NoRetreat);
    }
    let order = orders.get(here).filter(|_| !table.in_disorder(dislodged.unit.power));
    match order {
        None => RetreatAttempt::Decided(Outcome::Fails, Because::NoOrder),
        Some(RetreatOrder::Disband) => RetreatAttempt::Decided(Outcome::Succeeds, Because::Disbanded),
        Some(RetreatOrder::To(to)) => {
            let there = board.province_of(*to);
            // The coast may be left out where only one is open (B5). For an army it has no meaning.
            let coast_left_out = dislodged.unit.kind == UnitKind::Army || board.coastless(there) == *to;
            let mut matching = dislodged
                .open_retreats
                .iter()
                .filter(|open| *open == to || (coast_left_out && board.province_of(**open) == there));
            match (matching.next(), matching.next()) {
                (Some(_), Some(_)) => void(Illegality::CoastNeeded),
                (Some(_), None) if forces.at(there).is_some() => void(Illegality::NotOpen),
                (Some(open), None) => RetreatAttempt::To(*open),
                (None, _) => void(Illegality::NotOpen),
            }
        }
    }
}

fn void(illegality: Illegality) -> RetreatAttempt {
    RetreatAttempt::Decided(Outcome::Void, Because::Illegal(illegality))
}
