//! Single movement phases from the rulebook. The public test cases (DATC) have many more.

use rules::Edition::{self, Datc, Y2000, Y2023};
use rules::{Illegality, Order};

use super::{judge_text, read, small_board};
use crate::{check, options};

#[track_caller]
fn check_turn(editions: &[Edition], text: &str, expected: &str) {
    for &edition in editions {
        assert_eq!(judge_text(edition, text), expected, "in {edition:?}");
    }
}

#[test]
fn two_units_do_not_change_places_but_three_do() {
    check_turn(&Edition::ALL, "p: A a - b; q: A b - a", "a: fails swap b; b: fails swap a");
    check_turn(
        &Edition::ALL,
        "p: A i - j, A j - c, A c - i",
        "i: succeeds rotation j; j: succeeds rotation c; c: succeeds rotation i",
    );
}

#[test]
fn a_convoyed_army_does_not_cut_the_support_against_its_own_fleet() {
    check_turn(
        &[Y2000, Y2023],
        "p: A a - d, F s C a - d; q: F d S b - s, F b - s",
        "a: fails convoy_broken s; s: fails convoy_broken b dislodged b; \
         d: succeeds convoyed_attack a; b: succeeds stronger s",
    );
    check_turn(
        &[Datc],
        "p: A a - d, F s C a - d; q: F d S b - s, F b - s",
        "a: fails paradox; s: fails paradox dislodged b; \
         d: succeeds given b; b: succeeds stronger s",
    );
}

#[test]
fn a_convoyed_army_cuts_that_support_if_another_route_is_open() {
    let phase = "p: A a - e, F u C a - e, F s C a - e, F t C a - e; q: F e S v - u, F v - u";
    let expected = |cut| {
        format!(
            "a: fails convoyed_standoff e; u: succeeds carried a; s: succeeds carried a; \
             t: succeeds carried a; e: fails {cut} a; v: fails blocked u"
        )
    };
    check_turn(&[Y2000, Y2023], phase, &expected("cut_by_other_route"));
    check_turn(&[Datc], phase, &expected("cut"));
}

#[test]
fn a_victim_of_a_convoyed_attack_has_no_effect_only_in_the_edition_of_2000() {
    let phase = "p: A d - e VIA, F t C d - e, F v S d - e; q: A e - d; r: F s - d";
    let expected = |outcome| {
        format!(
            "d: succeeds stronger e; t: succeeds carried d; v: succeeds given d; \
             e: fails standoff s dislodged d; s: {outcome} e"
        )
    };
    check_turn(&[Y2000], phase, &expected("succeeds unhindered"));
    check_turn(&[Y2023, Datc], phase, &expected("fails standoff_with_dislodged"));
}

#[test]
fn a_fleet_that_could_be_left_out_is_on_no_route() {
    let board = small_board();
    let (forces, _) = read(&board, "p: A a, F s, F t, F u, F v");
    let convoy = |fleet: &str, to: &str| {
        let (from, to) = (board.province("a").unwrap(), board.province(to).unwrap());
        let unit = forces.at(board.province(fleet).unwrap()).unwrap();
        check(&board, Y2000, &forces, unit, Order::Convoy { from, to }).err()
    };
    // To `d` through `s` alone, or through `u v t`. To `e` through `u` alone, or through `s t`.
    for (fleet, to, expected) in [
        ("s", "d", None),
        ("t", "d", None),
        ("u", "e", None),
        ("t", "e", None),
        ("v", "e", Some(Illegality::NotOnRoute)),
        ("s", "a", Some(Illegality::SamePlace)),
        ("s", "i", Some(Illegality::NotOnRoute)),
    ] {
        assert_eq!(convoy(fleet, to), expected, "{fleet} to {to}");
    }
}

#[test]
fn each_order_is_an_option_in_one_form() {
    let board = small_board();
    let (forces, _) = read(&board, "p: A b, F t, F v");
    let count = |key: &str| {
        let unit = forces.at(board.province(key).unwrap()).unwrap();
        options(&board, &forces, unit).len()
    };
    // Hold; by land to a, c, j; by sea to c (also by land), d, e; support of t to c/nc and v to c/sc.
    assert_eq!(count("b"), 1 + 3 + 1 + 2 + 2);
    // Hold; to b, c/nc, d, e, s, v; support of b and v in place; support of b to c, and of v to c/sc and e,
    // but not of b with a convoy by this fleet; convoys to c, d, e.
    assert_eq!(count("t"), 1 + 6 + 2 + 3 + 3);
}
