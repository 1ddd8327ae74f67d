//! `detente arena` as a program.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

fn detente(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_detente"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The units or centres of a position in order, without powers that have none.
fn holdings(position: &Value, key: &str) -> Vec<(String, Vec<String>)> {
    let powers = position[key].as_object().unwrap().iter();
    let mut all: Vec<(String, Vec<String>)> = powers
        .map(|(power, list)| {
            let list = list.as_array().unwrap().iter();
            let mut list: Vec<String> = list.map(|item| item.as_str().unwrap().to_owned()).collect();
            list.sort();
            (power.clone(), list)
        })
        .filter(|(_, list)| !list.is_empty())
        .collect();
    all.sort();
    all
}

#[test]
fn a_saved_game_can_be_judged_again() {
    for (players, until) in [("7", "1906"), ("6", "1906"), ("4", "1906"), ("2", "1919")] {
        let args = ["arena", "dumb", "random", "--only", "5", "--until", until, "--players", players];
        let game = detente(&args, "");
        let judged = detente(&["adjudicate"], &game);
        let lines: Vec<Value> = game.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let rulings: Vec<Value> = judged.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(lines.len() > 12 && lines.len() == rulings.len());
        for (ruling, after) in rulings.iter().zip(&lines[1..]) {
            assert_eq!(ruling["void"], Value::Array(Vec::new()), "{}", ruling["id"]);
            for key in ["units", "centers"] {
                assert_eq!(holdings(&ruling["next"], key), holdings(after, key), "{}", ruling["id"]);
            }
        }
    }
}

#[test]
fn wrong_arguments_are_reported_and_nothing_is_played() {
    let cases: [(&[&str], &str); 8] = [
        (&["--until", "1800"], "begins in 1901"),
        (&["--until", "1910", "--players", "2"], "begins in 1914"),
        (&["--until", "9999"], "1901 to 2900"),
        (&["--threads", "0"], "1 to 256 threads"),
        (&["--only", "9999"], "no game 9999 in a match of 700: the first is 0, the last 699"),
        (&["--games", "0"], "1 to 1000000 games"),
        (&["--games", "99999999999"], "1 to 1000000 games"),
        (&["--players", "8"], "no table for 8 players"),
    ];
    for (options, expected) in cases {
        let mut command = Command::new(env!("CARGO_BIN_EXE_detente"));
        let output = command.args(["arena", "hold", "hold"]).args(options).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output.stdout.is_empty(), "{options:?}");
        assert!(said.contains(expected), "{options:?}: {said}");
    }
}

#[test]
fn the_same_seed_gives_the_same_results_on_any_number_of_threads() {
    let figures = |threads: &str| {
        let args = ["arena", "dumb", "hold", "--games", "14", "--until", "1908", "--seed", "3", "--both"];
        let text = detente(&[&args[..], &["--threads", threads, "--json", "-"]].concat(), "");
        let mut json: Value = serde_json::from_str(&text).unwrap();
        for cell in json["cells"].as_array_mut().unwrap() {
            cell.as_object_mut().unwrap().remove("times");
        }
        json
    };
    let (one, three) = (figures("1"), figures("3"));
    assert_eq!(one, three);
    assert_eq!(one["cells"][0]["all"]["games"], 14);
    assert_eq!(one["cells"][0]["misdeeds"], 0);
    assert_eq!(one["cells"].as_array().unwrap().len(), 2);
}

#[test]
fn while_alive_does_not_change_the_challengers_results() {
    let figures = |more: &[&str]| -> Value {
        let mut args =
            vec!["arena", "hold", "planner", "--games", "7", "--until", "1908", "--quiet", "--json", "-"];
        args.extend(more);
        serde_json::from_str(&detente(&args, "")).unwrap()
    };
    let (whole, short) = (figures(&[]), figures(&["--while-alive"]));
    let (whole, short) = (&whole["cells"][0], &short["cells"][0]);
    assert_eq!(whole["all"], short["all"]);
    assert_eq!(whole["seats"], short["seats"]);
    assert!(whole["field_each"].is_object() && short.get("field_each").is_none());
    let years = |cell: &Value| -> Vec<u64> {
        cell["games"].as_array().unwrap().iter().map(|game| game["last_year"].as_u64().unwrap()).collect()
    };
    let (whole, short) = (years(whole), years(short));
    assert!(whole.iter().zip(&short).all(|(whole, short)| short <= whole) && short != whole, "{short:?}");
}
