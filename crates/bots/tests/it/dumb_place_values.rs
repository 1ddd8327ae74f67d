//! The place values of DumbBot, compared with values that were calculated by hand from its description.

use bots::{NeutralCentres, PlaceValues};
use rules::{
    Board, BoardPlan, Forces, Owners, Phase, Position, ProvincePlan, Season, Terrain, Turn, Unit, UnitKind,
};

const ARMY: UnitKind = UnitKind::Army;
const FLEET: UnitKind = UnitKind::Fleet;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// Attack, defence, strength and competition of a province.
fn facts(worth: &PlaceValues, key: &str) -> [i64; 4] {
    let province = board().province(key).unwrap();
    [worth.attack(province), worth.defence(province), worth.strength(province), worth.competition(province)]
}

fn round(worth: &PlaceValues, kind: UnitKind, key: &str, round: usize) -> i64 {
    worth.round(kind, board().location(key).unwrap(), round)
}

#[test]
fn france_in_spring_1901() {
    let position = Position::start(board());
    let france = board().power("france").unwrap();
    let worth = PlaceValues::of(board(), &position, &[france], NeutralCentres::Ignored);
    // A power of 3 centres counts 9 + 12 + 16 = 37, Russia with 4 counts 48.
    // Germany reaches Munich with A Mun and A Ber, Kiel with all three.
    assert_eq!(facts(&worth, "mun"), [37, 0, 0, 2]);
    assert_eq!(facts(&worth, "kie"), [37, 0, 0, 3]);
    assert_eq!(facts(&worth, "mos"), [48, 0, 0, 2]);
    // Burgundy: A Par and A Mar against A Mun.
    assert_eq!(facts(&worth, "bur"), [0, 0, 2, 1]);
    // Own centres without a threat have the value 0.
    assert_eq!(facts(&worth, "par"), [0, 0, 1, 0]);
    assert_eq!(facts(&worth, "mar"), [0, 0, 1, 0]);
    assert_eq!(facts(&worth, "eng"), [0, 0, 1, 1]);
    assert_eq!(facts(&worth, "spa"), [0, 0, 1, 0]);
    // Spring: 37 * 700.
    assert_eq!(round(&worth, ARMY, "mun", 0), 25_900);
    // Burgundy is next to one foreign centre, Munich: 25,900 / 5.
    assert_eq!(round(&worth, ARMY, "bur", 1), 5_180);
    // Piedmont is next to Venice, the English Channel to London.
    assert_eq!(round(&worth, ARMY, "pie", 1), 5_180);
    assert_eq!(round(&worth, FLEET, "eng", 1), 5_180);
    // Gascony is next to no foreign centre. Burgundy counts from the second round on.
    assert_eq!(round(&worth, ARMY, "gas", 1), 0);
    // Bre, Bur, Mar, Par and Spa had 0, 5180, 0, 0, 0 after the first.
    assert_eq!(round(&worth, ARMY, "gas", 2), 1_036);
}

#[test]
fn neutral_centres_are_worth_one_power_that_owns_them_all() {
    let position = Position::start(board());
    let france = board().power("france").unwrap();
    let worth = PlaceValues::of(board(), &position, &[france], NeutralCentres::Valued);
    // 12 of them: 144 + 48 + 16.
    assert_eq!(facts(&worth, "spa"), [208, 0, 1, 0]);
    assert_eq!(facts(&worth, "bel"), [208, 0, 0, 0]);
    assert_eq!(round(&worth, ARMY, "spa", 0), 145_600);
    // The Mid-Atlantic is next to both coasts of Spain, which count once, to Portugal and to Brest (own).
    assert_eq!(round(&worth, FLEET, "mao", 1), (145_600 + 145_600) / 5);
}

/// Turkey against Russia and Austria in the Balkans, Fall 1902.
fn balkans() -> Position {
    let board = board();
    let mut position = Position::start(board);
    position.phase = Phase::Movement(Turn { year: 1902, season: Season::Fall });
    position.forces = Forces::new(board);
    position.owners = Owners::none(board);
    type Side<'a> = (&'a str, &'a [(UnitKind, &'a str)], &'a [&'a str]);
    let sides: [Side<'_>; 3] = [
        ("turkey", &[(ARMY, "bul"), (ARMY, "con"), (FLEET, "bla")], &["ank", "con", "smy", "bul"]),
        ("russia", &[(FLEET, "rum"), (ARMY, "sev"), (ARMY, "ukr")], &["sev", "mos", "war", "stp", "rum"]),
        ("austria", &[(ARMY, "ser"), (FLEET, "gre"), (ARMY, "bud")], &["bud", "vie", "tri", "ser", "gre"]),
    ];
    for (power, units, centres) in sides {
        let power = board.power(power).unwrap();
        for (kind, at) in units {
            let unit = Unit { kind: *kind, power, location: board.location(at).unwrap() };
            position.forces.place(board, unit).unwrap();
        }
        for centre in centres {
            position.owners.set_owner(board.province(centre).unwrap(), Some(power));
        }
    }
    position
}

#[test]
fn turkey_in_fall_1902() {
    let turkey = board().power("turkey").unwrap();
    let worth = PlaceValues::of(board(), &balkans(), &[turkey], NeutralCentres::Ignored);
    // Russia and Austria have 5 centres each: 25 + 20 + 16 = 61.
    // Bulgaria is in reach of F Rum (by the east coast), A Ser and F Gre.
    assert_eq!(facts(&worth, "bul"), [0, 61, 3, 2]);
    assert_eq!(facts(&worth, "con"), [0, 0, 3, 0]);
    assert_eq!(facts(&worth, "ank"), [0, 0, 2, 0]);
    // Russia has F Rum, A Sev and A Ukr there, Austria A Bud and A Ser.
    assert_eq!(facts(&worth, "rum"), [61, 0, 2, 3]);
    assert_eq!(facts(&worth, "gre"), [61, 0, 1, 2]);
    assert_eq!(facts(&worth, "sev"), [61, 0, 1, 3]);
    // Fall: 61 * 400 to defend, 61 * 600 to attack.
    assert_eq!(round(&worth, ARMY, "bul", 0), 24_400);
    assert_eq!(round(&worth, FLEET, "sev", 0), 36_600);
    // Bul itself, Con 0, Gre, Rum and Ser: (24,400 + 3 * 36,600) / 5.
    assert_eq!(round(&worth, ARMY, "bul", 1), 26_840);
    // The Black Sea: Bul/ec 24,400, Rum and Sev 36,600 each, Ank, Arm and Con nothing.
    assert_eq!(round(&worth, FLEET, "bla", 1), 19_520);
    assert_eq!(round(&worth, FLEET, "bul/ec", 1), (24_400 + 36_600) / 5);
    assert_eq!(round(&worth, FLEET, "bul/sc", 1), (24_400 + 36_600) / 5);
}

/// Two inland provinces, each a home centre: all ten rounds can be calculated by hand.
#[test]
fn every_round_on_a_board_of_two_provinces() {
    let province = |key: &str, other: &str, power: &str| ProvincePlan {
        key: key.to_owned(),
        terrain: Terrain::Inland,
        armies: vec![other.to_owned()],
        fleets: Vec::new(),
        centre: true,
        home: Some(power.to_owned()),
    };
    let plan = BoardPlan {
        provinces: vec![province("east", "west", "white"), province("west", "east", "black")],
        powers: vec!["white".to_owned(), "black".to_owned()],
        centres_to_win: 2,
        first_turn: Turn { year: 1, season: Season::Spring },
        starting_units: vec![("white".to_owned(), ARMY, "east".to_owned())],
        player_tables: Vec::new(),
        openings: Vec::new(),
    };
    let board = Board::new(&plan).unwrap();
    let white = board.power("white").unwrap();
    let worth = PlaceValues::of(&board, &Position::start(&board), &[white], NeutralCentres::Ignored);
    let (east, west) = (board.location("east").unwrap(), board.location("west").unwrap());
    // West: 1 + 4 + 16 = 21, times 700. Then (14,700 + 0) / 5 in both, and two fifths of it per round.
    let rounds = [14_700, 2_940, 1_176, 470, 188, 75, 30, 12, 4, 1];
    for (i, value) in rounds.into_iter().enumerate() {
        assert_eq!(worth.round(ARMY, west, i), value);
        assert_eq!(worth.round(ARMY, east, i), if i == 0 { 0 } else { value });
    }
    // 1000 * 2940 + 30 * 1176 + 10 * 470 + 6 * 188 + 5 * 75 + 4 * 30 + 3 * 12 + 2 * 4 + 1.
    assert_eq!(worth.weighted_proximity(ARMY, east), 2_981_648);
    assert_eq!(worth.weighted_proximity(ARMY, west), 100 * 14_700 + 2_981_648);
    // One own unit can reach both; no other unit can.
    assert_eq!(worth.move_value(&board, ARMY, west), 4_451_648 + 1_000);
    assert_eq!(worth.build_value(&board, ARMY, east), 2_981_648);
}
