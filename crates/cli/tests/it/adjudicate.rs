//! `detente adjudicate` as a program.

use std::io::Write;
use std::process::{Command, Stdio};

use interchange::{PhaseLineRef, ReadLine, read_position};
use notation::Notation;
use rules::Position;
use serde_json::{Value, json};

/// Sends lines to the command. Returns its output lines and whether it succeeded.
fn adjudicate(lines: &[String]) -> (Vec<Value>, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_detente"))
        .arg("adjudicate")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = lines.join("\n");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (answers, output.status.success())
}

fn one(line: Value) -> Value {
    let (mut answers, _) = adjudicate(&[line.to_string()]);
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

#[test]
fn the_answer_to_a_movement_phase_is_complete() {
    let answer = one(json!({
        "id": {"any": [1]}, "phase": "S1901M", "unknown": true,
        "units": {"FRANCE": ["A MAR", "A GAS"], "GERMANY": ["A BUR"], "RUSSIA": ["F STP/SC"]},
        "centers": {"FRANCE": ["MAR"]},
        "orders": {"FRANCE": ["A MAR - BUR", "A GAS S A MAR - BUR"], "GERMANY": ["A BUR H"]},
    }));
    assert_eq!(
        answer,
        json!({
            "id": {"any": [1]}, "phase": "S1901M",
            "results": {
                "A MAR": {"outcome": "succeeds", "because": "stronger", "province": "BUR", "rule": null},
                "A GAS": {"outcome": "succeeds", "because": "given", "province": "MAR", "rule": null},
                "A BUR": {"outcome": "fails", "because": "weaker", "province": "MAR", "rule": null, "dislodged_from": "MAR"},
                "F STP/SC": {"outcome": "succeeds", "because": "no_order", "province": null, "rule": null},
            },
            "void": [],
            "next": {
                "phase": "S1901R",
                "units": {"FRANCE": ["A BUR", "A GAS"], "RUSSIA": ["F STP/SC"]},
                "dislodged": {"GERMANY": {"A BUR": ["BEL", "MUN", "PAR", "PIC", "RUH"]}},
                "centers": {"FRANCE": ["MAR"]},
            },
        })
    );
}

#[test]
fn retreat_places_are_taken_as_given() {
    let answer = one(json!({
        "id": 1, "phase": "F1901R",
        "units": {"FRANCE": ["A BUR", "A PAR"]},
        "dislodged": {"GERMANY": {"A BUR": ["PAR", "TUN", "NOWHERE"], "A RUH": []}, "ITALY": {"F TUN": ["WES"]}},
        "orders": {"GERMANY": ["A BUR R PAR", "A RUH D"]},
    }));
    // To an occupied place: void. Nowhere to go: destroyed. No order: disbanded.
    assert_eq!(answer["results"]["A BUR"]["because"], "not_open");
    assert_eq!(answer["results"]["A BUR"]["outcome"], "void");
    assert_eq!(answer["results"]["A RUH"]["because"], "no_retreat");
    assert_eq!(answer["results"]["F TUN"]["because"], "no_order");
    assert_eq!(answer["void"], json!([{"power": "GERMANY", "order": "A BUR R PAR", "problem": "not_open"}]));
    assert_eq!(answer["next"]["units"], json!({"FRANCE": ["A BUR", "A PAR"]}));
    assert_eq!(answer["next"]["phase"], "W1901A", "France has two units and one centre");
    assert_eq!(answer["next"]["centers"], json!({"FRANCE": ["PAR"]}), "centres change when Fall is left");
}

#[test]
fn adjustments_are_judged_in_the_given_order() {
    let answer = one(json!({
        "id": 1, "phase": "W1901A",
        "units": {"RUSSIA": ["A SWE", "A LVN"]},
        "centers": {"FRANCE": ["BRE", "PAR"], "RUSSIA": ["STP"]},
        "orders": {"FRANCE": ["F PAR B", "A BRE B", "F BRE B", "WAIVE", "A PAR B"]},
    }));
    let because = |unit: &str| answer["results"][unit]["because"].as_str().map(str::to_owned);
    assert_eq!(because("A BRE").as_deref(), Some("built"));
    assert_eq!(because("A SWE").as_deref(), Some("civil_disorder"), "I2");
    let problems: Vec<&str> =
        answer["void"].as_array().unwrap().iter().map(|v| v["problem"].as_str().unwrap()).collect();
    assert_eq!(
        problems,
        ["too_many", "occupied", "fleet_inland"],
        "sorted by order: A PAR B, F BRE B, F PAR B"
    );
    assert_eq!(answer["next"]["phase"], "S1902M");
    assert_eq!(answer["next"]["units"], json!({"FRANCE": ["A BRE"], "RUSSIA": ["A LVN"]}));
}

#[test]
fn eighteen_centres_complete_the_game() {
    let centres = "BRE PAR MAR SPA POR BEL HOL DEN KIE BER MUN LON EDI LVP VEN ROM NAP";
    let centres: Vec<&str> = centres.split(' ').collect();
    let answer = one(json!({
        "id": 1, "phase": "F1907M", "units": {"FRANCE": ["A PIE", "F WES"]},
        "centers": {"FRANCE": centres}, "orders": {"FRANCE": ["F WES - TUN"]},
    }));
    assert_eq!(answer["next"]["phase"], "COMPLETED");
    assert_eq!(answer["next"]["centers"]["FRANCE"].as_array().unwrap().len(), 18);
}

#[test]
fn bad_orders_are_listed_and_their_units_hold() {
    let answer = one(json!({
        "id": 1, "phase": "S1901M",
        "units": {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]},
        "orders": {"FRANCE": ["A PAR - BUR", "A PAR H", "F BRE - PAR", "A MUN H", "blah", "WAIVE"]},
    }));
    let void: Vec<(&str, &str)> = answer["void"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| (v["order"].as_str().unwrap(), v["problem"].as_str().unwrap()))
        .collect();
    assert_eq!(
        void,
        [
            ("A MUN H", "no_such_unit"),
            ("A PAR - BUR", "two_orders"),
            ("A PAR H", "two_orders"),
            ("F BRE - PAR", "cannot_reach"),
            ("WAIVE", "wrong_phase"),
            ("blah", "unreadable"),
        ]
    );
    assert_eq!(answer["next"]["units"]["FRANCE"], json!(["A PAR", "F BRE"]));
}

#[test]
fn players_disorder_and_rules_are_used() {
    let line = |rules: &str, players: Value| {
        json!({
            "id": 1, "phase": "S1901M", "rules": rules, "players": players, "disorder": ["ITALY"],
            "units": {"ENGLAND": ["A NWY"], "GERMANY": ["F SKA"], "RUSSIA": ["A SWE"], "ITALY": ["A ROM", "A VEN"]},
            "orders": {
                "ENGLAND": ["A NWY - SWE"], "GERMANY": ["F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"],
                "ITALY": ["A ROM - NAP"],
            },
        })
    };
    // F23: a fleet of the player's other power makes it a convoy, so the two swap.
    let alone = one(line("2000", json!({})));
    assert_eq!(alone["results"]["A NWY"]["because"], "swap");
    assert_eq!(alone["void"][0]["problem"], "in_disorder");
    let together = one(line("2000", json!({"one": ["ENGLAND", "GERMANY"]})));
    assert_eq!(together["results"]["A NWY"]["because"], "convoyed_swap");
}

#[test]
fn closed_land_applies_to_its_own_line_only() {
    let line = |closed: Value| {
        json!({
            "id": 1, "phase": "S1914M", "closed": closed,
            "units": {"FRANCE": ["A MAR"]}, "orders": {"FRANCE": ["A MAR - PIE"]},
        })
        .to_string()
    };
    let (answers, success) = adjudicate(&[line(json!(["PIE", "ven"])), line(json!([]))]);
    assert!(success);
    assert_eq!(answers[0]["void"][0]["problem"], "closed", "K5");
    assert_eq!(answers[0]["next"]["units"]["FRANCE"], json!(["A MAR"]));
    assert_eq!(answers[1]["next"]["units"]["FRANCE"], json!(["A PIE"]));
}

#[test]
fn bad_lines_are_reported_and_the_others_are_judged() {
    let good =
        json!({"id": "good", "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {}}).to_string();
    let with = |key: &str, value: Value| {
        let mut line: Value = serde_json::from_str(&good).unwrap();
        line[key] = value;
        line["id"] = json!(key);
        line.to_string()
    };
    let bad = [
        "not json".to_owned(),
        "[]".to_owned(),
        r#"["list", "S1901M", {"FRANCE": ["A PAR"]}]"#.to_owned(),
        with("phase", json!("S1901X")),
        with("rules", json!("1971")),
        with("units", json!({"ATLANTIS": ["A PAR"]})),
        with("units", json!({"FRANCE": ["A XYZ"]})),
        with("units", json!({"FRANCE": ["A NTH"]})),
        with("units", json!({"FRANCE": ["F SPA"]})),
        with("units", json!({"FRANCE": ["A PAR"], "ITALY": ["A PAR"]})),
        with("centers", json!({"FRANCE": ["BUR"]})),
        with("orders", json!({"ATLANTIS": ["A PAR H"]})),
        with("players", json!({"a": ["FRANCE"], "b": ["FRANCE"]})),
        with("disorder", json!(["ATLANTIS"])),
        with("closed", json!(["ATLANTIS"])),
        "x".repeat((1 << 20) + 10),
    ];
    for line in &bad {
        let (answers, success) = adjudicate(&[good.clone(), line.clone(), good.clone()]);
        assert!(!success, "{:.80}", line);
        assert_eq!(answers.len(), 3, "{:.80}", line);
        assert_eq!(answers[0]["next"], answers[2]["next"]);
        assert!(answers[1]["error"].as_str().is_some_and(|error| !error.is_empty()), "{:.80}", line);
    }
    let (_, success) = adjudicate(&[good]);
    assert!(success);
}

#[test]
fn answers_come_in_the_order_of_the_lines() {
    let line = |id: usize| {
        json!({"id": id, "phase": "S1901M", "units": {"FRANCE": ["A PAR", "A MAR"], "ITALY": ["A PIE"]},
               "orders": {"FRANCE": ["A PAR - BUR"], "ITALY": ["A PIE - MAR"]}})
        .to_string()
    };
    let lines: Vec<String> = (0..5_000).map(line).collect();
    let (answers, success) = adjudicate(&lines);
    assert!(success);
    assert!(answers.iter().enumerate().all(|(i, answer)| answer["id"] == i), "all in order");
    assert_eq!(answers.len(), lines.len());
}

#[test]
fn a_line_that_is_read_quickly_is_read_as_serde_reads_it() {
    let movement = r#"{"id":"a/1","agreed":true,"phase":"S1901M","units":{"FRANCE":["A PAR","F BRE"],"RUSSIA":["F STP/SC"]}, "centers" : {"FRANCE":["PAR"],"ITALY":[]},"orders":{"FRANCE":["A PAR S F BRE - PIC"]},"dislodged":{"ITALY":{"A ROM":["NAP"]}},"rules":"datc","expect":{"a":[{},[],null,false]}}"#;
    let retreat = r#"{"dislodged":{"ITALY":{"A ROM":["NAP","XYZ"]}},"units":{"FRANCE":["A ROM"]},"phase":"F1901R","orders":{"ITALY":["A ROM R NAP"]}}"#;
    let notation = Notation::new(&atlas::standard().board);
    let mut read_quickly = 0;
    for line in [movement, retreat] {
        assert!(check_quick_reading(&notation, line), "{line}");
        for at in 0..line.len() {
            let (before, after) = (&line[..at], &line[at + 1..]);
            // Another byte instead of each byte, one more, and one less.
            for other in
                ["", "\"", "\\", "{", "}", "[", "]", ":", ",", " ", "1", "é", "\t", "\u{1}", "\"id\":\"b\","]
            {
                for text in [format!("{before}{other}{after}"), format!("{before}{other}{}", &line[at..])] {
                    read_quickly += usize::from(check_quick_reading(&notation, &text));
                }
            }
        }
    }
    assert!(read_quickly > 1_000, "{read_quickly}");
}

/// Returns whether a line is read quickly. Then it must be read as serde reads it.
fn check_quick_reading(notation: &Notation<'_>, text: &str) -> bool {
    let mut position = Position::start(notation.board());
    let Some(quick) = ReadLine::read_quickly(notation, text, &mut position) else { return false };
    let slow = serde_json::from_str::<PhaseLineRef<'_>>(text).expect(text);
    let mut slow_position = Position::start(notation.board());
    let edition = read_position(notation, &slow, &mut slow_position).expect(text);
    assert_eq!(format!("{position:?}"), format!("{slow_position:?}"), "{text}");
    let orders = slow.orders.0.iter().flat_map(|(power, orders)| {
        let power = notation.power(&power.0).expect(text);
        orders.iter().flat_map(|orders| &orders.0).map(move |order| (power, order.0.as_ref()))
    });
    assert_eq!(quick.orders, orders.collect::<Vec<_>>(), "{text}");
    assert_eq!((quick.edition, quick.phase), (edition, slow.phase.0.as_ref()), "{text}");
    assert_eq!(quick.id, slow.id.map(|id| id.get()), "{text}");
    true
}
