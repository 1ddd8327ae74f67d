//! Judging retreats (G).

use crate::{
    Because, Board, Dislodged, Forces, Illegality, Location, Outcome, RetreatOrder, Ruling, Sheet, Table,
    UnitKind,
};

/// Rules on the retreats of a phase: one ruling for each dislodged unit, in their order. Those that
/// succeed with [`Because::Retreated`] stand where they were sent; all others are disbanded.
pub fn judge_retreats(
    board: &Board,
    forces: &Forces,
    table: &Table,
    dislodged: &[Dislodged],
    orders: &Sheet<RetreatOrder>,
) -> Vec<Ruling> {
    let ways: Vec<Way> = dislodged.iter().map(|fallen| way(board, forces, table, fallen, orders)).collect();
    let ruling = |(i, way): (usize, &Way)| {
        let (outcome, because) = match way {
            Way::None(outcome, because) => (*outcome, *because),
            Way::To(to) => {
                let there = board.province_of(*to);
                let clashes = ways.iter().enumerate().filter_map(|(j, other)| match other {
                    Way::To(other) if i != j && board.province_of(*other) == there => {
                        Some(board.province_of(dislodged[j].unit.location))
                    }
                    Way::To(_) | Way::None(..) => None,
                });
                match clashes.min() {
                    Some(with) => (Outcome::Fails, Because::Clash { with }),
                    None => (Outcome::Succeeds, Because::Retreated),
                }
            }
        };
        Ruling { outcome, because, dislodged_from: None }
    };
    ways.iter().enumerate().map(ruling).collect()
}

/// Where a unit tries to go, or what else becomes of it.
enum Way {
    To(Location),
    None(Outcome, Because),
}

fn way(
    board: &Board,
    forces: &Forces,
    table: &Table,
    fallen: &Dislodged,
    orders: &Sheet<RetreatOrder>,
) -> Way {
    let here = board.province_of(fallen.unit.location);
    if fallen.open.is_empty() {
        return Way::None(Outcome::Fails, Because::NoRetreat);
    }
    let order = orders.get(here).filter(|_| !table.in_disorder(fallen.unit.power));
    match order {
        None => Way::None(Outcome::Fails, Because::NoOrder),
        Some(RetreatOrder::Disband) => Way::None(Outcome::Succeeds, Because::Disbanded),
        Some(RetreatOrder::To(to)) => {
            let there = board.province_of(*to);
            // The coast may be left out where only one is open (B5); for an army it means nothing.
            let coast_unsaid = fallen.unit.kind == UnitKind::Army || board.bare(there) == *to;
            let mut fits = fallen
                .open
                .iter()
                .filter(|open| *open == to || (coast_unsaid && board.province_of(**open) == there));
            match (fits.next(), fits.next()) {
                (Some(_), Some(_)) => void(Illegality::CoastNeeded),
                (Some(_), None) if forces.at(there).is_some() => void(Illegality::NotOpen),
                (Some(open), None) => Way::To(*open),
                (None, _) => void(Illegality::NotOpen),
            }
        }
    }
}

fn void(illegality: Illegality) -> Way {
    Way::None(Outcome::Void, Because::Illegal(illegality))
}
