//! `detente explain` as a program, and the sample game's commentary in `docs/sample-game/`. `UPDATE_PAGES=1
//! cargo test -p cli --test it explain` writes the pages again.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const LANGUAGES: [&str; 5] = ["en", "nl", "fr", "es", "de"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn explain(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_detente"))
        .arg("explain")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails early may not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn the_sample_game_is_explained_in_five_languages() {
    let update = std::env::var_os("UPDATE_PAGES").is_some();
    let folder = root().join("docs/sample-game");
    for language in LANGUAGES {
        let reported = text(&explain(&["--sample-game", "--language", language, "--format", "markdown"], ""));
        let reported = format!("{}\n", reported.trim_end());
        let path = folder.join(format!("{language}.md"));
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &reported).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == reported, "{} is stale: write it again with UPDATE_PAGES=1", path.display());
    }
}

const CUT: &str = r#"{"id":1, "phase":"S1901M",
  "units":{"FRANCE":["A PAR","A MAR"],"GERMANY":["A BUR","A GAS"]},
  "orders":{"FRANCE":["A PAR S A MAR - BUR","A MAR - BUR"],"GERMANY":["A GAS - PAR","A BUR H"]}}"#;

#[test]
fn a_position_with_orders_is_explained() {
    let reported = text(&explain(&["--language", "fr"], CUT));
    let sentence = "Le soutien de l’armée française de Paris à l’armée française de Marseille est bloqué par \
                    l’attaque de l’armée allemande de Gascogne (règle 13).";
    assert!(reported.contains(sentence), "{reported}");
    assert!(reported.starts_with("Printemps 1901\u{a0}: mouvements\n"), "{reported}");
}

#[test]
fn retreats_and_adjustments_are_explained() {
    let retreat = r#"{"phase":"F1902R","units":{"GERMANY":["A BUR"]},
      "dislodged":{"FRANCE":{"A BUR":["GAS","PAR"]}},"orders":{"FRANCE":["A BUR R GAS"]}}"#;
    let reported = text(&explain(&["--language", "de"], retreat));
    assert!(
        reported
            .contains("Die aus Burgund vertriebene französische Armee zieht sich in die Gascogne zurück."),
        "{reported}"
    );
    let builds = r#"{"phase":"W1901A","units":{"RUSSIA":["A UKR"]},"centers":{"RUSSIA":["STP","MOS"]},
      "orders":{"RUSSIA":["F STP B"]}}"#;
    let reported = text(&explain(&["--language", "es"], builds));
    assert!(
        reported.contains("Rusia no puede construir una flota en San Petersburgo sin decir en qué costa."),
        "{reported}"
    );
}

#[test]
fn closed_land_applies_to_its_own_line_only() {
    let line = |closed: &str| {
        format!(
            r#"{{"phase":"S1914M","closed":[{closed}],"units":{{"FRANCE":["A MAR"]}},
            "orders":{{"FRANCE":["A MAR - PIE"]}}}}"#
        )
    };
    let reported = text(&explain(&[], &format!("{}\n{}", line(r#""PIE""#), line(""))));
    let refused = "“A MAR - PIE” does not count, as nobody may enter that land now";
    assert_eq!(
        (reported.matches(refused).count(), reported.matches("moves to Piedmont").count()),
        (1, 1),
        "{reported}"
    );
    let cases = root().join("cases/rulebook/points.case");
    let reported = text(&explain(&["--case-file", &cases.to_string_lossy(), "--case", "K5"], ""));
    assert_eq!(reported.matches("nobody may enter that land now").count(), 7, "{reported}");
}

#[test]
fn orders_are_in_the_readers_own_notation_or_in_the_international_one() {
    let own = text(&explain(&["--language", "es"], CUT));
    assert!(own.contains("_E Par A E Mar-Bor_") && !own.contains("A PAR"), "{own}");
    let international = text(&explain(&["--language", "es", "--notation", "international"], CUT));
    assert!(international.contains("_A PAR S A MAR - BUR_"), "{international}");
    let html = text(&explain(&["--language", "fr", "--format", "html"], CUT));
    assert!(html.contains("<u class=\"failed\">A Par S A Mar – Bou</u>"), "{html}");
}

#[test]
fn several_objects_are_explained_one_after_another() {
    let reported = text(&explain(&[], &format!("{CUT}\n{CUT}")));
    assert_eq!(reported.matches("Spring 1901: moves").count(), 2);
}

#[test]
fn a_bad_line_is_reported_and_the_others_are_explained() {
    let bad = r#"{"id":"b7","phase":"S1901M","units":{"SPAIN":["A PAR"]}}"#;
    let output = explain(&[], &format!("{CUT}\n{bad}\nnonsense\n{{\"id\":9}}\n{CUT}\n"));
    let (reported, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success());
    assert_eq!(reported.matches("Spring 1901: moves").count(), 2, "{reported}");
    // The first object takes three lines.
    assert!(errors.contains("line 4 (id \"b7\"): there is no power 'SPAIN'"), "{errors}");
    assert!(errors.contains("line 5: this is no position with orders"), "{errors}");
    assert!(errors.contains("line 6 (id 9): this is no position with orders"), "{errors}");
    assert!(errors.contains("not explained: 3"), "{errors}");
}

#[test]
fn a_bad_case_is_reported_with_its_edition_and_the_others_are_explained() {
    let path = std::env::temp_dir().join(format!("detente-explain-{}.case", std::process::id()));
    let case = |id: &str, unit: &str| {
        format!(
            "case {id} A story\ncovers F1\neditions 2023\n\nFRANCE:\n  {unit} H  => succeeds unopposed\n\n"
        )
    };
    std::fs::write(&path, [case("one", "A NTH"), case("two", "A PAR")].concat()).unwrap();
    let output = explain(&["--case-file", path.to_str().unwrap()], "");
    std::fs::remove_file(&path).unwrap();
    let (reported, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success());
    assert!(
        reported.contains("two A story (2023)") && reported.contains("army in Paris holds"),
        "{reported}"
    );
    assert!(errors.contains("line 1, case one, edition 2023: "), "{errors}");
}

#[test]
fn a_case_is_explained_by_its_id() {
    let file = root().join("cases/datc/6a-basic.case");
    let file = file.to_str().unwrap();
    let reported = text(&explain(&["--case-file", file, "--case", "6.A.11", "--language", "nl"], ""));
    assert!(reported.contains("regel 3"), "{reported}");
    let unknown = explain(&["--case-file", file, "--case", "none"], "");
    assert!(!unknown.status.success());
}

#[test]
fn errors_are_reported() {
    for (args, input, said) in [
        (&["--language", "tlh"][..], CUT, "no language 'tlh'; there are de, en, es, fr, nl"),
        (&[], "{", "is no position with orders"),
        (&[], r#"{"phase":"X"}"#, "no phase 'X'"),
        (&[], r#"{"phase":"S1901M","units":{"FRANCE":["A XYZ"]}}"#, "'A XYZ' is no unit of this board"),
        (&[], r#"{"phase":"S1901M","units":{"SPAIN":["A PAR"]}}"#, "no power 'SPAIN'"),
    ] {
        let output = explain(args, input);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(said), "{errors}");
    }
}
