//! `detente advise` as a program.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn advise(args: &[&str], input: &str) -> (Vec<Value>, String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_detente"))
        .arg("advise")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments may end before it reads anything.
    match child.stdin.take().unwrap().write_all(input.as_bytes()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
        written => written.unwrap(),
    }
    let output = child.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    (
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        reported,
        output.status.success(),
    )
}

fn position() -> Value {
    json!({
        "id": 7, "phase": "F1903M",
        "units": {"GERMANY": ["A PRU", "A SIL"], "RUSSIA": ["A WAR"]},
        "centers": {"GERMANY": ["BER", "MUN", "KIE"], "RUSSIA": ["WAR", "MOS"]}
    })
}

#[test]
fn the_best_orders_come_with_their_worth_and_what_to_expect() {
    let (lines, _, good) = advise(&["--power", "germany", "--budget", "4000"], &position().to_string());
    assert!(good);
    let [line] = &lines[..] else { panic!("one line, not {lines:?}") };
    assert_eq!((&line["id"], &line["power"]), (&json!(7), &json!("GERMANY")));
    let best = line["suggestions"][0]["orders"].as_array().unwrap();
    assert!(best.iter().any(|order| order.as_str().unwrap().contains(" S ")), "{best:?}");
    assert!(
        line["suggestions"][0]["worth"].as_f64().unwrap()
            >= line["suggestions"][1]["worth"].as_f64().unwrap()
    );
    assert!(line["expected"]["RUSSIA"][0]["share"].as_f64().unwrap() > 0.0);
    let (again, ..) =
        advise(&["--power", "germany", "--budget", "4000", "--threads", "1"], &position().to_string());
    assert_eq!(again, lines, "the same advice on any number of threads");
}

#[test]
fn without_a_power_everybody_with_something_to_order_is_advised() {
    let (lines, ..) = advise(&["--budget", "2000"], &position().to_string());
    let powers: Vec<&str> = lines.iter().map(|line| line["power"].as_str().unwrap()).collect();
    assert_eq!(powers, ["GERMANY", "RUSSIA"]);
}

#[test]
fn a_player_is_advised_for_all_its_powers() {
    let mut both = position();
    both["players"] = json!({"Anna": ["GERMANY", "RUSSIA"]});
    for args in [&["--budget", "2000"][..], &["--budget", "2000", "--power", "RUSSIA"]] {
        let (lines, ..) = advise(args, &both.to_string());
        let [line] = &lines[..] else { panic!("one line, not {lines:?}") };
        assert_eq!(line["power"], "GERMANY+RUSSIA");
        assert_eq!(line["suggestions"][0]["orders"].as_array().unwrap().len(), 3);
        assert!(line["expected"].is_null(), "nobody else is there");
    }
    let (lines, ..) = advise(&["--power", "ITALY"], &both.to_string());
    assert_eq!(lines[0]["suggestions"], json!([]), "it has nothing to order");
}

#[test]
fn nobody_is_advised_to_enter_closed_land() {
    let scene = |closed: Value| {
        json!({
            "phase": "F1914M", "closed": closed, "units": {"AUSTRIA": ["A APU"]},
            "centers": {"AUSTRIA": ["TRI"]}
        })
    };
    let orders = |closed: Value| {
        let (lines, ..) = advise(&["--power", "austria", "--budget", "2000"], &scene(closed).to_string());
        lines[0]["suggestions"].to_string()
    };
    assert!(orders(json!([])).contains("A APU - "));
    assert!(!orders(json!(["NAP", "ROM", "VEN"])).contains("A APU - "), "all its neighbours are closed");
}

#[test]
fn retreats_and_builds_are_advised_too() {
    let retreat = json!({
        "phase": "S1902R", "units": {"GERMANY": ["A BUR"]}, "centers": {"FRANCE": ["PAR"]},
        "dislodged": {"FRANCE": {"A PAR": ["GAS", "PIC"]}}
    });
    let build = json!({
        "phase": "W1902A", "units": {"FRANCE": ["A GAS"]}, "centers": {"FRANCE": ["PAR", "MAR"]}
    });
    let both = format!("{retreat}\n{build}");
    let (lines, _, good) = advise(&["-p", "FRANCE", "--budget", "9000"], &both);
    assert!(good);
    assert!(lines[0]["suggestions"][0]["orders"][0].as_str().unwrap().starts_with("A PAR "));
    assert!(lines[1]["suggestions"][0]["orders"][0].as_str().unwrap().ends_with(" B"));
    assert!(lines[1]["suggestions"].as_array().unwrap().len() == 3);
}

#[test]
fn bad_positions_are_reported_and_the_others_get_advice() {
    let (lines, _, good) =
        advise(&["-p", "GERMANY", "--budget", "100"], &format!("nonsense\n{}", position()));
    assert!(!good);
    assert!(lines[0]["error"].as_str().unwrap().starts_with("line 1"));
    assert_eq!(lines[1]["power"], "GERMANY");
    for (args, word) in [
        (&["--power", "Atlantis"][..], "Atlantis"),
        (&["--most", "0"], "1 to 20"),
        (&["--budget", "999999999999"], "100000000"),
        (&["--threads", "0"], "1 to 64"),
    ] {
        let (lines, reported, good) = advise(args, &position().to_string());
        assert!(!good && lines.is_empty() && reported.contains(word), "{reported}");
    }
    let (_, reported, good) = advise(&[], "");
    assert!(!good && reported.contains("no position"), "{reported}");
}
