//! The opening book: openings that people play, from the files of the variant. Candidates only; bad ones are
//! not chosen.

use rules::{Legality, Order, Passage, Phase, Power, Province, Sheet};

use crate::Seat;

/// The openings of a player in the first turn of a game, one sheet per opening. None in later turns, or on
/// another map. With several powers, sheet n combines opening n of each power.
pub(super) fn openings(seat: &Seat<'_>) -> Vec<Sheet<Order>> {
    if seat.position.phase != Phase::Movement(seat.board.first_turn()) {
        return Vec::new();
    }
    let lines: Vec<Vec<Opening>> = seat.own_powers().map(|power| legal_openings(seat, power)).collect();
    let most = lines.iter().map(Vec::len).max().unwrap_or(0);
    let sheet = |number| {
        let mut sheet = Sheet::new(seat.board);
        for &(from, order) in lines.iter().filter_map(|lines: &Vec<Opening>| lines.get(number)).flatten() {
            sheet.set(from, order);
        }
        sheet
    };
    (0..most).map(sheet).collect()
}

type Opening = Vec<(Province, Order)>;

/// The openings of a power that are legal in this position.
fn legal_openings(seat: &Seat<'_>, power: Power) -> Vec<Opening> {
    let Seat { board, position, edition, .. } = *seat;
    let legality = Legality::new(board, &position.forces, edition);
    let step = |&(from, to): &(Province, Province)| {
        let unit = position.forces.at(from).filter(|unit| unit.power == power)?;
        let order = Order::Move { to: board.coastless(to), passage: Passage::Unstated };
        Some((from, legality.check(unit, order).ok()?))
    };
    let openings = board.openings(power).iter();
    openings.filter_map(|opening| opening.iter().map(step).collect()).collect()
}

#[cfg(test)]
mod tests {
    use rules::{Edition, Goal, Position};

    use super::openings;
    use crate::Seat;

    #[test]
    fn every_line_can_be_ordered_and_all_differ() {
        let board = &atlas::standard().board;
        let position = Position::start(board);
        for power in board.powers() {
            let (name, powers) = (board.power_key(power), [power]);
            let goal = Goal::of_board(board);
            let edition = Edition::Y2000;
            let seat = Seat { board, edition, position: &position, history: &[], powers: &powers, goal };
            let sheets = openings(&seat);
            assert_eq!(sheets.len(), 4, "{name}");
            for (i, sheet) in sheets.iter().enumerate() {
                assert!(sheets[..i].iter().all(|other| other != sheet), "{name} {i}");
            }
            let mut later = position.clone();
            later.phase = rules::Phase::Movement(rules::Turn { year: 1902, ..board.first_turn() });
            assert!(openings(&Seat { position: &later, ..seat }).is_empty());
        }
    }
}
