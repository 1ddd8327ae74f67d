//! Whole games as scripts: commands with chosen times as input, events as output, kept as snapshots.
//!
//! A script has one command per line (`tests/scripts/*.game`). The snapshot repeats it and adds the events
//! below each line. `INSTA_UPDATE=always cargo test -p game` updates the snapshots.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use game::Game;

fn check(name: &str) {
    let path = folder().join(format!("{name}.game"));
    let text = std::fs::read_to_string(&path).unwrap();
    let script = test_kit::games::script_player::play(&text);
    // A replay of the events gives the same game.
    let again = Game::replay(script.game.charter().clone(), &script.events);
    assert_eq!(format!("{again:?}"), format!("{:?}", script.game));
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, script.output);
    });
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scripts")
}

macro_rules! scripts {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check(stringify!($name)); })*
        const ALL: &[&str] = &[$(stringify!($name)),*];
    };
}

scripts! {
    a2_powers_by_lot
    a2_powers_by_preference
    c2_phases_of_a_year
    c3_a_live_game_goes_over_to_days
    c3_by_correspondence
    c3_pauses_and_extensions_by_vote
    c3_put_aside
    c3_ready_unless_somebody_waits
    c3_the_clock_was_ahead
    c3_the_clock_was_ahead_before_the_game
    c3_times_changed_by_the_master
    d1_hidden_names
    d1_no_press
    d1_public_only
    d1_talk
    d1_talk_opened_after_the_end
    d4_a_blind_game_master
    d4_at_a_table
    d4_no_master_to_write_to
    d4_private_talk_with_the_master
    d4_roll_back
    d4_roll_back_from_the_end
    d4_the_game_master
    d4_the_master_enters_a_sheet
    e3_drafts_by_name
    e3_e4_orders
    e3_orders_ahead
    e3_plans_wait_for_the_time_to_write
    f26_sample_game
    i1_a_bot_stands_in
    i1_a_deadline_waits_for_a_bot
    i1_disorder
    i2_removals_in_disorder
    i3_calendar
    i3_check_in
    i3_a_late_table_starts_when_it_is_full
    i3_a_lent_seat_with_open_talk
    i3_a_seat_is_lent
    i3_bots_after_a_stated_wait
    i3_bots_from_the_start_stay
    i3_hand_over
    i3_nobody_came_to_the_stated_hour
    i3_removed_before_the_start
    i3_replacement
    i3_starts_at_a_stated_hour
    i3_take_over_from_a_stand_in
    i3_time_bank
    i3_two_cannot_remove_each_other
    i3_voted_out
    j1_eighteen_centres_win
    j2_a_question_lapses_with_the_turn
    j2_a_set_time
    j2_bots_vote_on_the_result
    j2_concession
    j2_draw_by_a_coalition
    j2_draw_by_all_survivors
    j2_most_centres_at_a_set_year
    j2_most_centres_by_agreement
    j2_most_centres_by_agreement_tied
    j2_most_centres_tied
    j2_only_the_vetoes_are_shown
    j2_shared_at_a_set_year
    j_abandoned_by_agreement
    j_abandonment
    j_cancelled
    j_nobody_came
    k1_six_players
    k1_unplayed_powers_can_be_supported
    k2_five_players
    k3_four_players
    k4_three_players
    k5_a_real_coin
    k5_twenty_four_centres_win
    k5_two_players_1914
    k6_the_count_per_player
    k6_the_count_per_power
}

#[test]
fn every_script_is_run() {
    let mut found: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    found.sort();
    let mut listed: Vec<&str> = ALL.to_vec();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

/// The points of the rulebook index that are about a game and not about the judge.
#[test]
fn every_point_of_the_rulebook_has_a_script() {
    let mut covered = BTreeSet::new();
    for name in ALL {
        let text = std::fs::read_to_string(folder().join(format!("{name}.game"))).unwrap();
        for line in text.lines().filter_map(|line| line.strip_prefix("covers ")) {
            covered.extend(line.split_whitespace().map(str::to_owned));
        }
    }
    let points = "A1 A2 A3 C1 C2 C3 C4 C5 D1 D2 D3 D4 E3 E4 I1 I2 I3 J1 J2 K1 K2 K3 K4 K5 K6";
    let mut missing = String::new();
    for point in points.split_whitespace().filter(|point| !covered.contains(*point)) {
        write!(missing, "{point} ").unwrap();
    }
    assert_eq!(missing, "");
}
