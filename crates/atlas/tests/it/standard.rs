//! The built-in standard board is the board of the rulebooks (B).

use detente_rules::{Terrain, UnitKind};

#[test]
fn the_standard_board_has_what_the_rulebook_says() {
    let board = &detente_atlas::standard().board;
    assert_eq!(board.provinces().len(), 75);
    assert_eq!(board.locations().len(), 81);
    assert_eq!(board.centres().len(), 34, "B2");
    assert_eq!(board.starting_units().len(), 22, "B9");
    assert_eq!(board.powers().len(), 7, "A1");
    assert_eq!(board.centres_to_win(), 18, "J1");
    let waters = board.provinces().filter(|p| board.terrain(*p) == Terrain::Water).count();
    assert_eq!(waters, 19);
    let borders = |kind| {
        let all = board.locations().map(|l| board.neighbours(kind, l).len()).sum::<usize>();
        all / 2
    };
    assert_eq!(borders(UnitKind::Army), 111);
    assert_eq!(borders(UnitKind::Fleet), 141);
}

#[test]
fn two_coast_provinces_are_bulgaria_spain_and_st_petersburg() {
    let board = &detente_atlas::standard().board;
    let two: Vec<&str> =
        board.provinces().filter(|p| board.has_several_coasts(*p)).map(|p| board.province_key(p)).collect();
    assert_eq!(two, ["bul", "spa", "stp"], "B4");
}

#[test]
fn provinces_are_in_the_alphabet_of_their_english_names() {
    let variant = detente_atlas::standard();
    let names: Vec<&str> = variant.board.provinces().map(|p| variant.province_name(p)).collect();
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn special_borders() {
    let board = &detente_atlas::standard().board;
    let reaches = |kind, from: &str, to: &str| {
        board.can_reach(kind, board.location(from).unwrap(), board.province(to).unwrap())
    };
    for kind in UnitKind::BOTH {
        assert!(reaches(kind, "swe", "den") && reaches(kind, "den", "swe"), "B7");
        assert!(!reaches(kind, "den", "ber"), "B7");
    }
    assert!(!reaches(UnitKind::Fleet, "bal", "ska"), "B7");
    assert!(reaches(UnitKind::Fleet, "swe", "nwy"), "B7");
    assert!(reaches(UnitKind::Fleet, "rom", "nap") && !reaches(UnitKind::Fleet, "rom", "ven"), "B3");
    assert!(reaches(UnitKind::Fleet, "bla", "con") && reaches(UnitKind::Fleet, "con", "aeg"), "B6");
    assert!(!reaches(UnitKind::Fleet, "bla", "aeg"), "B6");
}

#[test]
fn five_languages_name_every_place_and_no_name_twice() {
    let variant = detente_atlas::standard();
    let languages: Vec<&str> = variant.names().iter().map(|names| names.language.as_str()).collect();
    assert_eq!(languages, ["en", "de", "es", "fr", "nl"], "English first");
    for names in variant.names() {
        let mut forms: Vec<(String, &str)> = Vec::new();
        for province in variant.board.provinces() {
            let key = variant.board.province_key(province);
            forms.extend(names.province(province).all().map(|form| (form.to_lowercase(), key)));
        }
        forms.sort();
        forms.dedup();
        let twice: Vec<&str> =
            forms.windows(2).filter(|two| two[0].0 == two[1].0).map(|two| two[0].0.as_str()).collect();
        // The sample game of the Dutch rulebook also writes Tyr for the Tyrrhenian Sea (E8).
        let allowed: &[&str] = if names.language == "nl" { &["tyr"] } else { &[] };
        assert_eq!(twice, allowed, "{}", names.language);
    }
}
