//! Tests of the slow judge: a small board and a short notation for positions, orders and rulings.

mod properties;
mod rulings;

use rules::{
    Board, BoardPlan, Coast, Edition, Forces, Order, Passage, Players, Power, ProvincePlan, Season, Sheet,
    Terrain, Turn, Unit, UnitKind,
};

use crate::{SlowVerdict, judge};

/// A mainland `a b c` with the inland `i j` behind it, an island `d e`, and four seas in a ring:
/// `s t` and `u v` with `s u` and `t v`. The province `c` has a coast on `t` and one on `v`.
fn small_board() -> Board {
    let places = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
    let province = |key: &str, terrain, armies, fleets: &[(Option<Coast>, &str)]| ProvincePlan {
        key: key.to_owned(),
        terrain,
        armies: places(armies),
        fleets: fleets.iter().map(|(coast, list)| (*coast, places(list))).collect(),
        centre: key == "a",
        home: None,
    };
    let (inland, shore, water) = (Terrain::Inland, Terrain::Coastal, Terrain::Water);
    let (north, south) = (Some(Coast::North), Some(Coast::South));
    let plan = BoardPlan {
        provinces: vec![
            province("a", shore, "b i", &[(None, "b s u")]),
            province("b", shore, "a c j", &[(None, "a c/nc s t")]),
            province("c", shore, "b i j", &[(north, "b t"), (south, "v")]),
            province("d", shore, "e", &[(None, "e s t")]),
            province("e", shore, "d", &[(None, "d t u v")]),
            province("i", inland, "a c j", &[]),
            province("j", inland, "b c i", &[]),
            province("s", water, "", &[(None, "a b d t u")]),
            province("t", water, "", &[(None, "b c/nc d e s v")]),
            province("u", water, "", &[(None, "a e s v")]),
            province("v", water, "", &[(None, "c/sc e t u")]),
        ],
        powers: places("p q r"),
        centres_to_win: 1,
        first_turn: Turn { year: 1901, season: Season::Spring },
        starting_units: Vec::new(),
        player_tables: Vec::new(),
        openings: Vec::new(),
    };
    Board::new(&plan).unwrap()
}

/// Reads `p: A a - b, F s C a - d; q: A b H`.
fn read(board: &Board, text: &str) -> (Forces, Sheet<Order>) {
    let (mut forces, mut sheet) = (Forces::new(board), Sheet::new(board));
    for line in text.split(';') {
        let (power, orders) = line.split_once(':').unwrap();
        for order in orders.split(',') {
            let words: Vec<&str> = order.split_whitespace().collect();
            let kind = if words[0] == "A" { UnitKind::Army } else { UnitKind::Fleet };
            let location = board.location(words[1]).unwrap();
            let unit = Unit { kind, power: board.power(power.trim()).unwrap(), location };
            forces.place(board, unit).unwrap();
            if words.len() > 2 {
                sheet.set(board.province_of(location), read_order(board, &words[2..]));
            }
        }
    }
    (forces, sheet)
}

fn read_order(board: &Board, words: &[&str]) -> Order {
    let location = |key| board.location(key).unwrap();
    let province = |key| board.province(key).unwrap();
    match *words {
        ["H"] => Order::Hold,
        ["-", to] => Order::Move { to: location(to), passage: Passage::Unstated },
        ["-", to, "VIA"] => Order::Move { to: location(to), passage: Passage::Convoy },
        ["S", of] => Order::SupportHold { of: province(of) },
        ["S", from, "-", to] => Order::SupportMove { from: province(from), to: location(to) },
        ["C", from, "-", to] => Order::Convoy { from: province(from), to: province(to) },
        _ => panic!("cannot read {words:?}"),
    }
}

/// Judges a text of orders and returns the rulings as text: `a: fails swap b; b: fails swap a`.
fn judge_text(edition: Edition, text: &str) -> String {
    let board = small_board();
    let (forces, sheet) = read(&board, text);
    let findings = judge(&board, edition, &forces, &Players::default(), &sheet);
    rulings_text(&board, &forces, &findings)
}

fn rulings_text(board: &Board, forces: &Forces, findings: &SlowVerdict) -> String {
    let one = |(unit, ruling): (&Unit, &rules::Ruling)| {
        let place = board.location_key(unit.location);
        let outcome = format!("{:?}", ruling.outcome).to_lowercase();
        let mut words = format!("{place}: {outcome} {}", ruling.because.key());
        if let Some(cause) = ruling.because.province() {
            words += &format!(" {}", board.province_key(cause));
        }
        if let Some(from) = ruling.dislodged_from {
            words += &format!(" dislodged {}", board.province_key(from));
        }
        words
    };
    let lines: Vec<String> = forces.units().iter().zip(&findings.rulings).map(one).collect();
    lines.join("; ")
}

/// Random numbers that are the same in every run.
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// A random position with many units, and orders that mostly fit each other.
fn random_phase(board: &Board, chance: &mut TestRng) -> (Forces, Sheet<Order>) {
    let mut forces = Forces::new(board);
    for province in board.provinces() {
        let kind = UnitKind::BOTH[chance.below(2)];
        let places = board.locations_for(kind, province);
        if places.is_empty() || chance.below(5) == 0 {
            continue;
        }
        let location = places[chance.below(places.len())];
        forces.place(board, Unit { kind, power: Power::new(chance.below(3)), location }).unwrap();
    }
    let mut sheet = Sheet::new(board);
    for helpers_now in [false, true] {
        for unit in forces.units() {
            let province = board.province_of(unit.location);
            let mut options = crate::options(board, &forces, unit);
            let helps = |order: &Order| !matches!(order, Order::Move { .. } | Order::Hold);
            if helpers_now {
                options.retain(|order| helps(order) && fits(board, &sheet, *order));
                let convoys = |order: &Order| matches!(order, Order::Convoy { .. });
                if options.iter().any(convoys) && chance.below(4) > 0 {
                    options.retain(convoys);
                }
            } else {
                options.retain(|order| !helps(order));
            }
            let is_free = sheet.get(province).is_none();
            // Fleets at sea mostly wait for the convoys.
            let waits = match board.terrain(province) {
                Terrain::Water => chance.below(4) > 0,
                Terrain::Coastal | Terrain::Inland => chance.below(2) > 0,
            };
            if is_free && !options.is_empty() && (helpers_now || !waits) {
                sheet.set(province, options[chance.below(options.len())]);
            }
        }
    }
    (forces, sheet)
}

/// Whether the order helps a unit to do what it is really ordered to do.
fn fits(board: &Board, sheet: &Sheet<Order>, order: Order) -> bool {
    let destination = |from| match sheet.get(from) {
        Some(Order::Move { to, .. }) => Some(board.province_of(*to)),
        _ => None,
    };
    match order {
        Order::SupportHold { of } => destination(of).is_none(),
        Order::SupportMove { from, to } => destination(from) == Some(board.province_of(to)),
        Order::Convoy { from, to } => destination(from) == Some(to),
        Order::Hold | Order::Move { .. } => true,
    }
}
