//! `detente render` and `variant check` as programs: they succeed, or report why not and leave no files
//! behind.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn detente(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_detente")).args(args).env("RUST_BACKTRACE", "0").output().expect("runs")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("plain names")
}

/// Draws from JSON that must be refused. Returns the message, and checks that nothing was written.
fn refused(name: &str, input: &str, more: &[&str]) -> String {
    let folder = folder(name);
    let file = folder.join("input.json");
    std::fs::write(&file, input).expect("writes");
    let to = folder.join("out.png");
    let mut args = vec!["render", "--input", text(&file), "--to", text(&to)];
    args.extend(more);
    let output = detente(&args);
    assert!(!output.status.success(), "{name}");
    assert_eq!(std::fs::read_dir(&folder).expect("reads").count(), 1, "{name} left something behind");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn every_diagram_is_drawn() {
    let to = folder("diagrams").join("all");
    let output =
        detente(&["render", "--diagram", "all", "--width", "160", "--lang", "es", "--to", text(&to)]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(std::fs::read_dir(&to).expect("reads").count(), 32);
    assert!(to.join("013-diagrama-13.png").exists());
}

#[test]
fn the_sample_game_is_an_animation_and_a_page() {
    let folder = folder("sample");
    for name in ["game.gif", "game.apng", "game.html"] {
        let to = folder.join(name);
        let output = detente(&["render", "--sample-game", "--width", "200", "--to", text(&to)]);
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let svg = folder.join("start.svg");
    assert!(detente(&["render", "--to", text(&svg)]).status.success());
    assert!(std::fs::read_to_string(svg).expect("reads").starts_with("<svg "));
    // Several pictures do not fit into one file.
    let one = folder.join("one.png");
    assert!(!detente(&["render", "--sample-game", "--to", text(&one)]).status.success());
    assert!(!one.exists());
}

#[test]
fn bad_input_is_reported() {
    let unit = |unit: &str| format!(r#"{{"phase":"S1901M","units":{{"FRANCE":["{unit}"]}}}}"#);
    assert!(refused("place", &unit("A XYZ"), &[]).contains("'A XYZ' is no unit of this board"));
    assert!(refused("sea", &unit("A NTH"), &[]).contains("'A NTH': such a unit cannot stand there"));
    assert!(refused("coast", &unit("F SPA"), &[]).contains("'F SPA': such a unit cannot stand there"));
    assert!(refused("twice", &unit(r#"A PAR","F PAR"#), &[]).contains("cannot stand there"));
    assert!(refused("two", &unit(r#"A PAR","A PAR"#), &[]).contains("two units are in that province"));
    let many = vec!["A PAR"; 400].join("\",\"");
    assert!(refused("many", &unit(&many), &[]).contains("two units are in that province"));
    assert!(
        refused("power", r#"{"phase":"S1901M","units":{"NARNIA":[]}}"#, &[]).contains("no power 'NARNIA'")
    );
    assert!(refused("phase", r#"{"phase":"monday"}"#, &[]).contains("there is no phase 'monday'"));
    assert!(refused("json", "{", &[]).contains("no position"));
    assert!(refused("empty", "", &[]).contains("holds no position"));
    for width in ["0", "119", "99999999"] {
        assert!(refused("width", &unit("A PAR"), &["--width", width]).contains("choose 120 to 4000"));
    }
    assert!(refused("lang", &unit("A PAR"), &["--lang", "xx"]).contains("no language 'xx'"));
    assert!(refused("only", &unit("A PAR"), &["--only", "narnia"]).contains("no power 'narnia'"));
}

#[test]
fn closed_land_is_drawn_for_its_own_phase_only() {
    let folder = folder("closed");
    let phase = |phase: &str, closed: &str| {
        let orders = r#""units":{"FRANCE":["A MAR"]},"orders":{"FRANCE":["A MAR - PIE"]}"#;
        format!(r#"{{"phase":"{phase}","closed":[{closed}],{orders}}}"#)
    };
    let input = folder.join("game.jsonl");
    let both = phase("S1914M", r#""PIE","ROM""#) + "\n" + &phase("S1915M", "");
    std::fs::write(&input, both).unwrap();
    let page = folder.join("game.html");
    let output = detente(&["render", "--input", text(&input), "--to", text(&page)]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = std::fs::read_to_string(&page).unwrap();
    let steps: Vec<&str> = page.split(r#"{"heads":"#).skip(1).collect();
    assert_eq!(steps.len(), 2);
    assert_eq!(steps.iter().map(|step| step.matches("url(#closed)").count()).collect::<Vec<_>>(), [2, 0]);
    let unknown = phase("S1914M", r#""ATLANTIS""#);
    assert!(refused("unknown", &unknown, &[]).contains("there is no province 'ATLANTIS'"));
    // The case of the rulebook's table for two.
    let case = folder.join("k5.svg");
    assert!(detente(&["render", "--case", "K5", "--to", text(&case)]).status.success());
    assert_eq!(std::fs::read_to_string(&case).unwrap().matches("url(#closed)").count(), 6);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn variants_are_checked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants");
    for name in ["standard", "strait"] {
        assert!(detente(&["variant", "check", text(&root.join(name))]).status.success(), "{name}");
    }
    let folder = folder("variant");
    std::fs::create_dir_all(folder.join("names")).expect("a folder");
    for file in ["board.toml", "start.toml", "names/en.toml", "geometry.json"] {
        std::fs::copy(root.join("strait").join(file), folder.join(file)).expect("copies");
    }
    let geometry = std::fs::read_to_string(folder.join("geometry.json")).expect("reads");
    // A border that the board does not have, and a unit in the wrong place.
    let broken = geometry.replacen(r#"["alm","bay","#, r#"["alm","str","#, 1).replacen(
        r#""unit":[6300,2000]"#,
        r#""unit":[100,100]"#,
        1,
    );
    std::fs::write(folder.join("geometry.json"), broken).expect("writes");
    let output = detente(&["variant", "check", text(&folder)]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success());
    assert!(reported.contains("fen: its unit lies outside"), "{reported}");
    assert!(
        reported.contains("armies go between alm and bay, which do not touch on the drawing"),
        "{reported}"
    );
    assert!(
        reported.lines().all(|line| !line.contains(":0:") && line.starts_with("geometry.json:")),
        "{reported}"
    );
    let own = folder.join("own.png");
    std::fs::write(folder.join("geometry.json"), geometry).expect("writes");
    assert!(detente(&["render", "--variant", text(&folder), "--to", text(&own)]).status.success());
}

#[test]
fn missing_languages_of_a_variant_are_reported() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/strait");
    let folder = folder("languages");
    for part in ["names", "labels"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    for file in ["board.toml", "start.toml", "names/en.toml", "geometry.json"] {
        std::fs::copy(root.join(file), folder.join(file)).expect("copies");
    }
    std::fs::copy(root.join("names/en.toml"), folder.join("names/fr.toml")).expect("copies");
    let labels = "[powers]\neast = { name = \"East\", short = \"E\" }\n\n[provinces]\nxyz = { name = \"X\", short = \"X\" }\n";
    std::fs::write(folder.join("labels/nl.toml"), labels).expect("writes");
    let output = detente(&["variant", "check", text(&folder)]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success());
    for line in [
        "names/de.toml:1: it is not there, others are",
        "labels/en.toml:1: it is not there, others are",
        "labels/nl.toml:1: 'west' has no label",
        "labels/nl.toml:4: 'alm' has no label",
        "labels/nl.toml:5: 'xyz' is not on this board",
    ] {
        assert!(reported.contains(line), "{line} is missing in\n{reported}");
    }
}

#[test]
fn colours_and_grammar_of_a_variant_are_checked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/strait");
    let folder = folder("facts");
    for part in ["names", "grammar"] {
        std::fs::create_dir_all(folder.join(part)).expect("a folder");
    }
    for file in ["board.toml", "start.toml", "names/en.toml", "geometry.json", "colours.toml"] {
        std::fs::copy(root.join(file), folder.join(file)).expect("copies");
    }
    let colours = std::fs::read_to_string(root.join("colours.toml")).expect("reads");
    std::fs::write(folder.join("colours.toml"), colours.replace("west", "north")).expect("writes");
    std::fs::write(folder.join("grammar/en.toml"), "[powers]\n").expect("writes");
    std::fs::write(folder.join("grammar/xx.toml"), "").expect("writes");
    let output = detente(&["variant", "check", text(&folder)]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success());
    for line in [
        "colours.toml:2: 'west' has no colours in 'clear'",
        "colours.toml:4: 'north' is no power of this board",
        "grammar/fr.toml:1: it is not there, others are",
        "grammar/xx.toml:1: the program has no such language",
    ] {
        assert!(reported.contains(line), "{line} is missing in\n{reported}");
    }
    assert!(reported.lines().any(|line| line.starts_with("grammar/en.toml:")), "{reported}");
}

#[test]
fn the_input_is_never_written_over() {
    let folder = folder("spared");
    let position = r#"{"phase":"S1901M","units":{"FRANCE":["A PAR"]}}"#;
    for name in ["x.json", "x.png"] {
        let file = folder.join(name);
        std::fs::write(&file, position).expect("writes");
        let output = detente(&["render", "--input", text(&file), "--to", text(&file)]);
        assert!(!output.status.success(), "{name}");
        assert_eq!(std::fs::read_to_string(&file).expect("reads"), position, "{name}");
    }
    let other = folder.join("y.json");
    assert!(!detente(&["render", "--sample-game", "--to", text(&other)]).status.success());
    assert!(!other.exists());
    assert!(detente(&["render", "--to", text(&other)]).status.success());
}
