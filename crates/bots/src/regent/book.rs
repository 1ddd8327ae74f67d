//! Openings that people play. They are ideas like any other: who finds one bad does not play it.

use rules::{Legality, Order, Passage, Phase, Power, Province, Sheet};

use crate::Seat;

/// By power: its openings, each by where units go. A unit that is not named holds.
const BOOK: [(&str, &[Opening]); 7] = [
    (
        "austria",
        &[
            &[("bud", "ser"), ("tri", "alb"), ("vie", "gal")],
            &[("bud", "ser"), ("tri", "alb"), ("vie", "bud")],
            &[("bud", "ser"), ("tri", "alb"), ("vie", "tri")],
            &[("bud", "ser"), ("tri", "ven"), ("vie", "gal")],
        ],
    ),
    (
        "england",
        &[
            &[("edi", "nwg"), ("lon", "nth"), ("lvp", "yor")],
            &[("edi", "nwg"), ("lon", "nth"), ("lvp", "edi")],
            &[("edi", "nth"), ("lon", "eng"), ("lvp", "wal")],
            &[("edi", "nth"), ("lon", "eng"), ("lvp", "yor")],
        ],
    ),
    (
        "france",
        &[
            &[("bre", "mao"), ("mar", "spa"), ("par", "bur")],
            &[("bre", "mao"), ("mar", "bur"), ("par", "pic")],
            &[("bre", "mao"), ("mar", "spa"), ("par", "pic")],
            &[("bre", "eng"), ("mar", "spa"), ("par", "bur")],
        ],
    ),
    (
        "germany",
        &[
            &[("ber", "kie"), ("kie", "den"), ("mun", "ruh")],
            &[("ber", "kie"), ("kie", "hol"), ("mun", "ruh")],
            &[("ber", "kie"), ("kie", "den"), ("mun", "bur")],
            &[("ber", "pru"), ("kie", "den"), ("mun", "sil")],
        ],
    ),
    (
        "italy",
        &[
            &[("nap", "ion"), ("rom", "apu")],
            &[("nap", "ion"), ("rom", "ven"), ("ven", "tyr")],
            &[("nap", "ion"), ("rom", "ven"), ("ven", "pie")],
            &[("nap", "ion"), ("rom", "ven"), ("ven", "tri")],
        ],
    ),
    (
        "russia",
        &[
            &[("mos", "ukr"), ("sev", "bla"), ("stp", "bot"), ("war", "gal")],
            &[("mos", "sev"), ("sev", "rum"), ("stp", "bot"), ("war", "ukr")],
            &[("mos", "stp"), ("sev", "bla"), ("stp", "bot"), ("war", "ukr")],
            &[("mos", "ukr"), ("sev", "rum"), ("stp", "bot"), ("war", "gal")],
        ],
    ),
    (
        "turkey",
        &[
            &[("ank", "bla"), ("con", "bul"), ("smy", "con")],
            &[("ank", "bla"), ("con", "bul"), ("smy", "arm")],
            &[("ank", "con"), ("con", "bul"), ("smy", "ank")],
            &[("ank", "bla"), ("con", "bul")],
        ],
    ),
];

type Opening = &'static [(&'static str, &'static str)];

/// The openings of a player in the first turn of a game, each on a sheet of its own; none later, or on
/// another map. Powers in one hand take their first lines together, then their second ones.
pub(super) fn openings(seat: &Seat<'_>) -> Vec<Sheet<Order>> {
    if seat.position.phase != Phase::Movement(seat.board.first()) {
        return Vec::new();
    }
    let lines: Vec<Vec<Line>> = seat.own_powers().map(|power| lines(seat, power)).collect();
    let most = lines.iter().map(Vec::len).max().unwrap_or(0);
    let sheet = |number| {
        let mut sheet = Sheet::new(seat.board);
        for &(from, order) in lines.iter().filter_map(|lines: &Vec<Line>| lines.get(number)).flatten() {
            sheet.set(from, order);
        }
        sheet
    };
    (0..most).map(sheet).collect()
}

type Line = Vec<(Province, Order)>;

/// What the book has for a power, as far as it can be ordered.
fn lines(seat: &Seat<'_>, power: Power) -> Vec<Line> {
    let Seat { board, position, edition, .. } = *seat;
    let legality = Legality::new(board, &position.forces, edition);
    let step = |(from, to): &(&str, &str)| {
        let (from, to) = (board.province(from)?, board.province(to)?);
        let unit = position.forces.at(from).filter(|unit| unit.power == power)?;
        let order = Order::Move { to: board.bare(to), passage: Passage::Unstated };
        Some((from, legality.check(unit, order).ok()?))
    };
    let entry = BOOK.iter().find(|(name, _)| board.power(name) == Some(power));
    let openings = entry.into_iter().flat_map(|(_, openings)| *openings);
    openings.filter_map(|opening| opening.iter().map(step).collect()).collect()
}

#[cfg(test)]
mod tests {
    use rules::{Edition, Position};

    use super::{BOOK, openings};
    use crate::{Goal, Seat};

    #[test]
    fn every_line_can_be_ordered_and_all_differ() {
        let board = &atlas::standard().board;
        let position = Position::start(board);
        for (name, lines) in BOOK {
            let powers = [board.power(name).unwrap()];
            let goal = Goal::Power(18);
            let edition = Edition::Y2000;
            let seat = Seat { board, edition, position: &position, history: &[], powers: &powers, goal };
            let sheets = openings(&seat);
            assert_eq!(sheets.len(), lines.len(), "{name}");
            for (i, sheet) in sheets.iter().enumerate() {
                assert!(sheets[..i].iter().all(|other| other != sheet), "{name} {i}");
            }
            let mut later = position.clone();
            later.phase = rules::Phase::Movement(rules::Date { year: 1902, ..board.first() });
            assert!(openings(&Seat { position: &later, ..seat }).is_empty());
        }
    }
}
