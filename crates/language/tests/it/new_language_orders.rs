//! Tests that reading and writing orders in a new language needs files only, no code: adds a made-up sixth
//! language and reads back every order written in it.

use test_kit::orders::random;

use std::path::{Path, PathBuf};

use atlas::Variant;
use language::{Locale, OrderParser, OrderWriter, ReadingContext, ReadingProblem, Style};
use rules::Edition;

use random::{SeededRandom, legal_orders, position};

#[test]
fn a_made_up_language_loads_from_files_and_is_read() {
    let folder = folder("sixth-language");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    copy(&root.join("variants/standard"), &folder.join("standard"));
    copy(&root.join("locales"), &folder.join("locales"));
    let names = std::fs::read_to_string(folder.join("standard/names/en.toml")).unwrap();
    std::fs::write(folder.join("standard/names/xx.toml"), translated(&names)).unwrap();
    std::fs::create_dir_all(folder.join("locales/xx")).unwrap();
    std::fs::write(folder.join("locales/xx/orders.toml"), format!("{ORDERS}{}", problems())).unwrap();

    let variant = Variant::load(&folder.join("standard")).unwrap();
    let locales = Locale::load_all(&folder.join("locales")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(variant.names().len(), 6);
    assert_eq!(locales.len(), 6);
    let reader = OrderParser::new(&variant, &locales);
    let writer = OrderWriter::new(&variant, &locales, "xx").unwrap();
    let language = reader.language("xx").unwrap();
    let mut lines = 0;
    for seed in 0..6 {
        let position = position(&variant.board, &mut SeededRandom::new(seed));
        for power in variant.board.powers() {
            let context = ReadingContext {
                language,
                power,
                board: &variant.board,
                position: &position,
                edition: Edition::Y2000,
            };
            for command in legal_orders(&variant.board, &position, power) {
                for style in Style::ALL {
                    let written = writer.write(&command, &position.forces, style);
                    let readings = reader.read(&written, &context);
                    assert_eq!(readings.len(), 1, "{written}");
                    let taken = readings[0].result.as_ref().map(|taken| taken.order);
                    assert_eq!(taken, Ok(command), "{written}");
                    lines += 1;
                }
            }
        }
    }
    assert!(lines > 1000);
}

#[test]
fn errors_in_a_language_are_reported_with_file_and_line() {
    let whole = format!("{ORDERS}{}", problems());
    let fault = |text: &str| Locale::parse("xx", text).unwrap_err().to_string();
    assert_eq!(
        fault(&whole.replace("hold = \"{unit} ob\"", "hold = \"ob\"")),
        "xx/orders.toml:36: 'hold' needs {unit} once"
    );
    assert_eq!(
        fault(&whole.replace("waive = \"nulop\"", "waive = \"nulop {unit}\"")),
        "xx/orders.toml:46: 'waive' has a blank that it has no use for"
    );
    assert!(
        fault(&whole.replace("via = [\"perob\"]", "")).starts_with("xx/orders.toml:6: missing field `via`")
    );
    assert!(fault("units = 3").starts_with("xx/orders.toml:1: "));
    assert_eq!(fault(&whole.replace("no_deed", "# ")), "xx/orders.toml: [problems] lacks 'no_deed'");
    assert!(fault(&format!("{whole}odd = \"Op.\"\n")).ends_with("there is no problem 'odd'"));
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("detente-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// English names spelled backwards between "x" and "ax". Abbreviations start with "q".
fn translated(english: &str) -> String {
    let mut out = String::new();
    for line in english.lines() {
        let Some((key, value)) = line.split_once(" = [").filter(|(key, _)| !key.contains('{')) else {
            if !line.starts_with('#') {
                out.push_str(&line.replace("name = \"", "name = \"Zu").replace("short = \"", "short = \"Zq"));
                out.push('\n');
            }
            continue;
        };
        let full = value.trim_start_matches('"').split('"').next().unwrap();
        let reversed: String = full.to_lowercase().chars().rev().collect();
        out.push_str(&format!("{key} = [\"X{reversed}ax\", \"Q{key}\"]\n"));
    }
    out
}

/// The `[problems]` table, with a sentence for every problem.
fn problems() -> String {
    let sentences = ReadingProblem::all().map(|problem| format!("{} = \"Op.\"\n", problem.key()));
    std::iter::once("[problems]\n".to_owned()).chain(sentences).collect()
}

const ORDERS: &str = r#"[units]
army = ["Ж", "войско"]
fleet = ["Ф", "флот"]

# Words of a language that nobody speaks.
[deeds]
hold = ["ob", "obob"]
move = ["pomo"]
attack = ["pokill"]
support = ["pohelp"]
convoy = ["pocarry"]
retreat = ["poback"]
disband = ["pogone"]
build = ["ponew"]
remove = ["poremove"]
waive = ["nulop"]
via = ["perob"]
[coasts]
nc = ["kn"]
ec = ["ke"]
sc = ["ks"]
wc = ["kw"]
[text]
skip = []
from = []
and = []
not = []
supported_by = []
convoyed_by = []
everyone = []
or = []
headings = []
remarks = []
seasons = { spring = [], summer = [], fall = [], winter = [] }
[long]
hold = "{unit} ob"
army = "войско {place}"
fleet = "флот {place}"
coast = "{place} {coast}"
coasts = { nc = "kn", ec = "ke", sc = "ks", wc = "kw" }
move = "{unit} pomo {to}"
via = "{unit} pomo {to} perob"
support_hold = "{unit} pohelp {helped}"
support_move = "{unit} pohelp {helped} pomo {to}"
convoy = "{unit} pocarry {helped} pomo {to}"
waive = "nulop"
retreat = "{unit} poback {to}"
disband = "{unit} pogone"
build = "ponew {unit}"
remove = "poremove {unit}"
[short]
hold = "{unit} ob"
army = "Ж {place}"
fleet = "Ф {place}"
coast = "{place}/{coast}"
coasts = { nc = "kn", ec = "ke", sc = "ks", wc = "kw" }
move = "{unit} > {to}"
via = "{unit} > {to} perob"
support_hold = "{unit} pohelp {helped}"
support_move = "{unit} pohelp {helped} > {to}"
convoy = "{unit} pocarry {helped} > {to}"
waive = "nulop"
retreat = "{unit} > {to}"
disband = "{unit} pogone"
build = "{unit}"
remove = "{unit}"
"#;
