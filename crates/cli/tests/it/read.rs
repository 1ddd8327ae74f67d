//! `detente read` as a program.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn read(arguments: &[&str], text: &str) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_detente"))
        .arg("read")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("detente starts");
    child.stdin.take().expect("it listens").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).expect("it writes text");
    lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

#[test]
fn each_order_is_one_object() {
    let text = "Printemps 1901\nFrance :\nL'armée de Paris soutient Marseille vers la Bourgogne\nF Bre – Rom ; bof\n";
    let answers = read(&["--language", "fr", "--power", "FRANCE"], text);
    assert_eq!(answers.len(), 3);
    assert_eq!(
        answers[0],
        json!({
            "text": "L'armée de Paris soutient Marseille vers la Bourgogne", "line": 3, "span": [24, 77],
            "order": "A PAR S A MAR - BUR", "problem": null, "sentence": null, "readings": ["A PAR S A MAR - BUR"],
            "written": "Armée Paris soutient Armée Marseille → Bourgogne", "suggestions": [],
        })
    );
    assert_eq!(answers[1]["order"], Value::Null);
    assert_eq!(answers[1]["problem"], "cannot_reach");
    assert_eq!(answers[1]["sentence"], "Cette unité ne peut pas y aller.");
    assert_eq!(answers[1]["readings"], json!(["F BRE - ROM"]));
    assert_eq!(answers[2]["problem"], "unreadable");
    // Spans count characters of the whole text.
    let letters: Vec<char> = text.chars().collect();
    for answer in answers {
        let span = |i: usize| answer["span"][i].as_u64().expect("a number") as usize;
        assert_eq!(
            letters[span(0)..span(1)].iter().collect::<String>(),
            answer["text"].as_str().expect("a text")
        );
    }
}

#[test]
fn a_position_may_be_given() {
    let path = std::env::temp_dir().join(format!("detente-read-{}.json", std::process::id()));
    let position = json!({
        "phase": "F1902R", "units": {"GERMANY": ["A BUR"]}, "centers": {},
        "dislodged": {"FRANCE": {"A BUR": ["GAS", "PAR"]}},
    });
    std::fs::write(&path, position.to_string()).expect("a temporary file");
    let answers = read(
        &["--language", "nl", "--power", "france", "--position", &path.to_string_lossy()],
        "A Bur trekt terug naar Gascogne",
    );
    std::fs::remove_file(&path).expect("it is still there");
    assert_eq!(answers[0]["order"], "A BUR R GAS");
}

#[test]
fn an_order_into_closed_land_is_refused() {
    let path = std::env::temp_dir().join(format!("detente-read-closed-{}.json", std::process::id()));
    let position = json!({
        "phase": "S1914M", "closed": ["PIE", "VEN"], "units": {"FRANCE": ["A MAR", "A PAR"]}, "centers": {},
    });
    std::fs::write(&path, position.to_string()).expect("a temporary file");
    let answers = read(
        &["--language", "en", "--power", "france", "--position", &path.to_string_lossy()],
        "Marseilles to Piedmont\nParis to Burgundy",
    );
    std::fs::remove_file(&path).expect("it is still there");
    assert_eq!((&answers[0]["problem"], &answers[0]["order"]), (&json!("closed"), &json!(null)));
    assert_eq!(answers[1]["order"], "A PAR - BUR");
}

/// A line that is an order for several units gives one object per unit, all with the same span.
#[test]
fn all_others_hold_is_one_object_each() {
    let answers = read(
        &["--language", "fr", "--power", "france"],
        "Printemps\nParis vers la Bourgogne\nTous les autres tiennent\nGênes",
    );
    let orders: Vec<&Value> = answers.iter().map(|answer| &answer["order"]).collect();
    assert_eq!(orders, [&json!("A PAR - BUR"), &json!("F BRE H"), &json!("A MAR H"), &Value::Null]);
    assert_eq!(answers[1]["span"], json!([34, 58]));
    assert_eq!(answers[2]["span"], json!([34, 58]));
    assert_eq!(answers[3]["span"], json!([59, 64]));
}

#[test]
fn two_different_orders_for_one_unit_are_both_refused() {
    let text = "A Par - Bur\nA Par - Pic\nA Mar - Spa\nA Mar - Spa\n";
    let answers = read(&["--language", "en", "--power", "FRANCE"], text);
    let problems: Vec<&Value> = answers.iter().map(|answer| &answer["problem"]).collect();
    assert_eq!(problems, [&json!("two_orders"), &json!("two_orders"), &Value::Null, &Value::Null]);
    assert_eq!(answers[0]["sentence"], "This unit has two different orders.");
    assert_eq!((&answers[0]["order"], &answers[2]["order"]), (&Value::Null, &json!("A MAR - SPA")));
}
