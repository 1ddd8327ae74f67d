//! Hints: what a strong bot would order for a seat, with the reason for each unit.

use rules::{
    AdjustmentOrder, Board, Location, Order, Orders, Position, Power, Province, RetreatOrder, Unit, UnitKind,
};

/// Why an order is suggested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintReason {
    /// The centre there belongs to nobody.
    TakesFreeCentre,
    /// The centre there belongs to somebody else.
    TakesCentre,
    /// A unit of somebody else is there.
    Attacks,
    /// From there a centre is in reach, which the place names.
    HeadsForCentre,
    /// Somebody could enter this own centre.
    GuardsCentre,
    /// It stands better there.
    MovesUp,
    /// It lends its strength to a move, or to a unit that stays.
    HelpsMove,
    HelpsHold,
    Carries,
    /// Nothing better to do.
    Waits,
    RetreatsToCentre,
    SavesUnit,
    GivesUp,
    BuildsArmy,
    BuildsFleet,
    Waives,
    /// It is of least use.
    Removes,
}

rules::keyed!(HintReason {
    TakesFreeCentre = "takes_free_centre",
    TakesCentre = "takes_centre",
    Attacks = "attacks",
    HeadsForCentre = "heads_for_centre",
    GuardsCentre = "guards_centre",
    MovesUp = "moves_up",
    HelpsMove = "helps_move",
    HelpsHold = "helps_hold",
    Carries = "carries",
    Waits = "waits",
    RetreatsToCentre = "retreats_to_centre",
    SavesUnit = "saves_unit",
    GivesUp = "gives_up",
    BuildsArmy = "builds_army",
    BuildsFleet = "builds_fleet",
    Waives = "waives",
    Removes = "removes",
});

/// A reason, and the province that it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reasoned {
    pub(crate) reason: HintReason,
    pub(crate) place: Option<Province>,
}

/// The reasons of all orders of a sheet, in its order.
pub(crate) fn reasons(board: &Board, position: &Position, orders: &Orders) -> Vec<Reasoned> {
    match orders {
        Orders::Movement(sheet) => sheet
            .iter()
            .filter_map(|(at, order)| Some(movement(board, position, position.forces.at(at)?, order)))
            .collect(),
        Orders::Retreats(sheet) => sheet.iter().map(|(_, order)| retreat(board, order)).collect(),
        Orders::Adjustments(entries) => entries.iter().map(|(_, order)| adjustment(board, order)).collect(),
    }
}

fn movement(board: &Board, position: &Position, unit: &Unit, order: &Order) -> Reasoned {
    let here = board.province_of(unit.location);
    let about = |reason, place| Reasoned { reason, place: Some(place) };
    match *order {
        Order::Move { to, .. } => move_reason(board, position, unit, to),
        Order::SupportMove { to, .. } => about(HintReason::HelpsMove, board.province_of(to)),
        Order::SupportHold { of } => about(HintReason::HelpsHold, of),
        Order::Convoy { to, .. } => about(HintReason::Carries, to),
        Order::Hold if is_own_centre(board, position, unit.power, here) => {
            let reason = if is_threatened(board, position, unit.power, here) {
                HintReason::GuardsCentre
            } else {
                HintReason::Waits
            };
            about(reason, here)
        }
        Order::Hold => about(HintReason::Waits, here),
    }
}

fn move_reason(board: &Board, position: &Position, unit: &Unit, to: Location) -> Reasoned {
    let goal = board.province_of(to);
    let about = |reason, place| Reasoned { reason, place: Some(place) };
    let owner = position.owners.of(goal);
    if board.is_centre(goal) && owner != Some(unit.power) {
        let reason = if owner.is_none() { HintReason::TakesFreeCentre } else { HintReason::TakesCentre };
        return about(reason, goal);
    }
    if position.forces.at(goal).is_some_and(|other| other.power != unit.power) {
        return about(HintReason::Attacks, goal);
    }
    if is_own_centre(board, position, unit.power, goal) && is_threatened(board, position, unit.power, goal) {
        return about(HintReason::GuardsCentre, goal);
    }
    let reached = board.neighbours(unit.kind, to).iter().map(|next| board.province_of(*next));
    let wanted =
        reached.filter(|next| board.is_centre(*next) && position.owners.of(*next) != Some(unit.power));
    // A free centre is nearer to being won than one that somebody defends.
    match wanted.min_by_key(|next| (position.owners.of(*next).is_some(), *next)) {
        Some(centre) => about(HintReason::HeadsForCentre, centre),
        None => about(HintReason::MovesUp, goal),
    }
}

fn retreat(board: &Board, order: &RetreatOrder) -> Reasoned {
    match *order {
        RetreatOrder::To(to) => {
            let place = board.province_of(to);
            let reason =
                if board.is_centre(place) { HintReason::RetreatsToCentre } else { HintReason::SavesUnit };
            Reasoned { reason, place: Some(place) }
        }
        RetreatOrder::Disband => Reasoned { reason: HintReason::GivesUp, place: None },
    }
}

fn adjustment(board: &Board, order: &AdjustmentOrder) -> Reasoned {
    match *order {
        AdjustmentOrder::Build { kind, at } => {
            let reason = match kind {
                UnitKind::Army => HintReason::BuildsArmy,
                UnitKind::Fleet => HintReason::BuildsFleet,
            };
            Reasoned { reason, place: Some(board.province_of(at)) }
        }
        AdjustmentOrder::Remove { at } => Reasoned { reason: HintReason::Removes, place: Some(at) },
        AdjustmentOrder::Waive => Reasoned { reason: HintReason::Waives, place: None },
    }
}

fn is_own_centre(board: &Board, position: &Position, power: Power, province: Province) -> bool {
    board.is_centre(province) && position.owners.of(province) == Some(power)
}

/// Whether a unit of somebody else could enter a province without a convoy.
fn is_threatened(board: &Board, position: &Position, power: Power, province: Province) -> bool {
    position.forces.units().iter().filter(|other| other.power != power).any(|other| {
        let reached = board.neighbours(other.kind, other.location);
        reached.iter().any(|location| board.province_of(*location) == province)
    })
}

#[cfg(test)]
mod tests {
    use notation::Notation;

    use super::*;

    /// Each line: an order of Turkey, the key of its reason, and the province that it is about.
    fn check(units: &str, centres: &[(&str, &str)], order: &str, reason: &str, place: &str) {
        let board = &atlas::standard().board;
        let notation = Notation::new(board);
        let mut position = Position::start(board);
        position.forces.clear();
        position.owners = rules::Owners::none(board);
        for line in units.split(", ") {
            let (power, unit) = line.split_once(": ").unwrap();
            let (kind, location) = notation.unit(unit).unwrap();
            let power = notation.power(power).unwrap();
            position.forces.place(board, Unit { kind, power, location }).unwrap();
        }
        for (power, centre) in centres {
            position.owners.set_owner(notation.province(centre).unwrap(), notation.power(power));
        }
        let orders = notation.orders(&position, &format!("TURKEY: {order}")).unwrap();
        let found = reasons(board, &position, &orders);
        let [one] = found.as_slice() else { panic!("{order}: {found:?}") };
        assert_eq!(one.reason.key(), reason, "{order}");
        assert_eq!(one.place, notation.province(place), "{order}");
    }

    #[test]
    fn every_order_has_the_reason_that_a_teacher_would_give() {
        let own = [("TURKEY", "ANK"), ("TURKEY", "CON"), ("TURKEY", "SMY")];
        check("TURKEY: A CON", &own, "A CON - BUL", "takes_free_centre", "BUL");
        let taken = [own.as_slice(), &[("AUSTRIA", "SER")]].concat();
        check("TURKEY: A BUL", &taken, "A BUL - SER", "takes_centre", "SER");
        check("TURKEY: F CON, RUSSIA: F BLA", &own, "F CON - BLA", "attacks", "BLA");
        check("TURKEY: A SMY, RUSSIA: A ARM", &own, "A SMY - ANK", "guards_centre", "ANK");
        check("TURKEY: A SMY", &own, "A SMY - ARM", "heads_for_centre", "SEV");
        check("TURKEY: A CON", &own, "A CON - SMY", "moves_up", "SMY");
        check("TURKEY: A CON, TURKEY: A SER", &own, "A CON S A SER - BUL", "helps_move", "BUL");
        check("TURKEY: A CON, TURKEY: A BUL", &own, "A CON S A BUL", "helps_hold", "BUL");
        check("TURKEY: F BLA, TURKEY: A ANK", &own, "F BLA C A ANK - SEV", "carries", "SEV");
        check("TURKEY: A ANK, RUSSIA: A ARM", &own, "A ANK H", "guards_centre", "ANK");
        check("TURKEY: A ANK", &own, "A ANK H", "waits", "ANK");
    }
}
