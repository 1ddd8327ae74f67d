//! `detente table`: the game master's work in a terminal, on pasted sheets.

use std::io::Write as _;
use std::process::{Command, Stdio};

use fault_injection::service::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

/// Gives the command these lines, and returns what it says.
fn table(folder: &Folder, arguments: &[&str], lines: &str) -> String {
    let mut command = Command::new(PROGRAM);
    command.arg("table").arg(folder.path().join("friday.txt")).args(arguments);
    let mut running =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that refuses its file reads nothing.
    let _ = running.stdin.take().unwrap().write_all(lines.as_bytes());
    let done = running.wait_with_output().unwrap();
    String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap()
}

fn saved(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path().join("friday.txt")).unwrap()
}

const PHASES: [&str; 7] = ["S1901M", "F1901M", "W1901A", "S1902M", "F1902M", "F1902R", "W1902A"];

/// The sheets of a phase of the sample game as the Dutch rulebook prints them.
fn dutch_sheets(phase: &str) -> String {
    let names = [
        ("AUSTRIA:", "Oostenrijk"),
        ("ENGLAND:", "Engeland"),
        ("FRANCE:", "Frankrijk"),
        ("GERMANY:", "Duitsland"),
        ("ITALY:", "Italië"),
        ("RUSSIA:", "Rusland"),
        ("TURKEY:", "Turkije"),
    ];
    let file = include_str!("../../../../cases/reading/sample-game.reading");
    let at = file.find(&format!("\nphase {phase}\n")).unwrap();
    let case = file[at..].split("\ncase ").next().unwrap();
    let mut sheets = String::new();
    for line in case.lines() {
        if let Some((_, name)) = names.iter().find(|(key, _)| line.trim() == *key) {
            sheets.push_str(&format!("{name}:\n"));
        } else if let Some(order) = line.trim().strip_prefix("nl ") {
            let (text, read) = order.split_once("=>").unwrap();
            // The unit that stands in Portugal is quoted beside the builds.
            if !read.contains("refused") {
                sheets.push_str(&format!("{}\n", text.trim()));
            }
        }
    }
    sheets
}

#[test]
fn the_sample_game_from_pasted_dutch_sheets() {
    let folder = Folder::new("table-sample").unwrap();
    let mut pasted = String::new();
    for phase in PHASES {
        pasted.push_str(&dutch_sheets(phase));
        if phase == "W1902A" {
            // The file of readings has these two in other languages only.
            pasted.push_str("Engeland: F Lon\nFrankrijk: A Par\n");
        }
        pasted.push_str(":go anyway\n");
    }
    let said = table(&folder, &["--language", "nl"], &pasted);
    let explained = Command::new(PROGRAM).args(["explain", "--sample-game", "-l", "nl"]).output().unwrap();
    let explained = String::from_utf8(explained.stdout).unwrap();
    // The same results with the same reasons as the sample game of the rulebook, after its title.
    for line in explained.lines().skip(1).filter(|line| line.contains(char::is_alphanumeric)) {
        assert!(said.contains(line), "missing: {line}\n{said}");
    }
    assert!(said.contains("[ ] Engeland: Vloot Londen → Noordzee"), "{said}");
    let judged = saved(&folder).lines().filter(|line| line.ends_with(" judge")).count();
    assert_eq!(judged, PHASES.len(), "{said}");
    // Without a sheet of its own the game goes on in 1903.
    let again = table(&folder, &[], ":show\n");
    assert!(again.contains("1903"), "{again}");
}

#[test]
fn a_game_goes_on_where_it_stopped_also_in_the_middle_of_a_line() {
    let folder = Folder::new("table-resume").unwrap();
    table(&folder, &[], "Frankreich: A Par - Bur\nA Mar - Spa\n");
    let before = saved(&folder);
    assert!(before.ends_with("S1901M FRANCE: A PAR - BUR; A MAR - SPA\n"), "{before}");
    // The machine stopped while a line was being written.
    std::fs::write(folder.path().join("friday.txt"), format!("{before}S1901M ITALY: A VEN -")).unwrap();
    let said = table(&folder, &["--language", "fr"], ":show\nFrance\nF Bre - MAtl\n:show\n");
    assert!(said.contains("France: A PAR - BUR, A MAR - SPA"), "{said}");
    assert!(saved(&folder).starts_with(&before));
    // A new sheet of the same power replaces the old one.
    assert!(
        said.ends_with("\n") && saved(&folder).contains("S1901M FRANCE: F BRE - MAO"),
        "{}",
        saved(&folder)
    );
    let german = table(&folder, &[], "Deutschland\nA Mün – Ruh\n:undo\n:clear Germany\n:clear Germany\n");
    assert!(german.contains("No phase has been judged yet."), "{german}");
    assert!(german.contains("Germany has handed in nothing."), "{german}");
}

#[test]
fn wrong_input_gets_a_clear_sentence() {
    let folder = Folder::new("table-wrong").unwrap();
    let lines = "A Par - Bur\nFrance: A Par - Mos\n:go\n:frobnicate\n:language xx\n:picture\n:picture x.doc\n:clear Spain\nTurkey:\n:go anyway\n:undo\n:quit\nFrance: A Par H\n";
    let said = table(&folder, &[], lines);
    for sentence in [
        "'A Par - Bur': whose sheet is this?",
        "'A Par - Mos': ",
        "No sheet from Austria, England, Germany, Italy, Russia, Turkey.",
        "There is no command ':frobnicate'",
        "no language 'xx'; there are",
        "Name a file",
        "cannot write '.doc' files",
        "There is no power 'Spain'.",
        "The last results no longer count.",
    ] {
        assert!(said.contains(sentence), "missing: {sentence}\n{said}");
    }
    assert!(!saved(&folder).contains("A PAR H"), "nothing is read after :quit");
    let strange = Folder::new("table-strange").unwrap();
    std::fs::write(strange.path().join("friday.txt"), "Dear diary\n").unwrap();
    assert!(table(&strange, &[], "").contains("is no game of `detente table`"));
    std::fs::write(strange.path().join("friday.txt"), saved(&folder) + "F1999M judge\n").unwrap();
    let said = table(&strange, &[], "");
    assert!(said.contains("line ") && said.contains("the game is at S1901M"), "{said}");
    assert!(
        table(&Folder::new("table-rules").unwrap(), &["--rules", "1976"], "")
            .contains("there are 2000, 2023")
    );
}

#[test]
fn pictures_of_every_phase() {
    let folder = Folder::new("table-pictures").unwrap();
    let pictures = folder.path().join("pictures");
    table(&folder, &["--pictures", pictures.to_str().unwrap()], "France: A Par - Bur\n:go anyway\n");
    let picture = std::fs::read_to_string(pictures.join("001-S1901M.svg")).unwrap();
    assert!(picture.starts_with("<svg"), "{}", &picture[..40]);
}
