//! Holds the reader to `cases/reading/*.case`; the format is in `cases/reading/README.md`.

use std::fmt::Write as _;
use std::path::Path;

use language::{Desk, Locale, Notation, Reader, read_phase};
use rules::{Dislodged, Edition, Forces, Owners, Phase, Position, Table, Unit};

/// One case: a position and lines to be read in it.
struct Case {
    id: String,
    position: Position,
    lines: Vec<Line>,
}

struct Line {
    number: usize,
    power: String,
    language: String,
    text: String,
    expected: String,
}

#[test]
fn every_reading_case_holds() {
    let variant = atlas::standard();
    let notation = Notation::new(&variant.board);
    let reader = Reader::new(variant, &Locale::built_in());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/reading");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "case"));
    files.sort();
    let (mut lines, mut failures) = (0, String::new());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for case in parse(&notation, &std::fs::read_to_string(&path).unwrap(), &name) {
            for line in &case.lines {
                lines += 1;
                let found = read(&reader, &notation, &case, line);
                if found != line.expected {
                    let (id, number, text, expected) = (&case.id, line.number, &line.text, &line.expected);
                    let _ =
                        writeln!(failures, "{name}:{number} {id}: '{text}' should be {expected}, is {found}");
                }
            }
        }
    }
    assert!(lines > 500, "the cases are there: {lines}");
    assert!(failures.is_empty(), "\n{failures}");
}

/// What a line is read as, several orders with ` | ` between them.
fn read(reader: &Reader<'_>, notation: &Notation<'_>, case: &Case, line: &Line) -> String {
    let desk = Desk {
        language: reader.language(&line.language).expect("a language that there is"),
        power: notation.power(&line.power).expect("a power that there is"),
        position: &case.position,
        edition: Edition::Y2000,
    };
    // `\n` in a case is a line's end.
    let text = line.text.replace("\\n", "\n");
    let readings = reader.read(&text, &desk);
    let results: Vec<String> = readings
        .iter()
        .map(|reading| match &reading.result {
            Ok(taken) => taken.command.international(notation, &case.position.forces),
            Err(refusal) => format!("refused {}", refusal.problem.key()),
        })
        .collect();
    if results.is_empty() { "nothing".to_owned() } else { results.join(" | ") }
}

fn parse(notation: &Notation<'_>, text: &str, file: &str) -> Vec<Case> {
    let board = notation.board();
    let mut cases: Vec<Case> = Vec::new();
    let mut power = String::new();
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("covers ") {
            continue;
        }
        if let Some(rest) = line.strip_prefix("case ") {
            let id = rest.split(' ').next().unwrap_or(rest).to_owned();
            cases.push(Case { id, position: empty(notation), lines: Vec::new() });
            power.clear();
            continue;
        }
        let wrong = || format!("{file}:{}: '{line}'", i + 1);
        let case = cases.last_mut().unwrap_or_else(|| panic!("{}", wrong()));
        let position = &mut case.position;
        if let Some((words, expected)) = line.rsplit_once(" => ") {
            let (language, text) = words.split_once(' ').unwrap_or_else(|| panic!("{}", wrong()));
            case.lines.push(Line {
                number: i + 1,
                power: power.clone(),
                language: language.to_owned(),
                text: text.trim().to_owned(),
                expected: expected.trim().to_owned(),
            });
        } else if let Some(name) = line.strip_suffix(':') {
            power = name.to_owned();
        } else if line == "start" {
            *position = Position::start(board);
        } else {
            let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("{}", wrong()));
            let (owner, list) = rest.split_once(':').unwrap_or((rest, ""));
            let owner = notation.power(owner);
            match (word, owner) {
                ("phase", _) => position.phase = read_phase(rest).unwrap_or_else(|| panic!("{}", wrong())),
                ("units", Some(power)) => {
                    for written in list.split(',') {
                        let (kind, location) =
                            notation.unit(written).unwrap_or_else(|| panic!("{}", wrong()));
                        position
                            .forces
                            .place(board, Unit { kind, power, location })
                            .unwrap_or_else(|_| panic!("{}", wrong()));
                    }
                }
                ("centres", Some(power)) => {
                    for written in list.split_whitespace() {
                        position.owners.give(notation.province(written).unwrap(), Some(power));
                    }
                }
                ("dislodged", Some(power)) => {
                    let (unit, open) = list.split_once('>').unwrap_or_else(|| panic!("{}", wrong()));
                    let (kind, location) = notation.unit(unit).unwrap_or_else(|| panic!("{}", wrong()));
                    let open = open.split_whitespace().map(|place| notation.location(place).unwrap());
                    let unit = Unit { kind, power, location };
                    position.dislodged.push(Dislodged { unit, open: open.collect() });
                }
                _ => panic!("{}", wrong()),
            }
        }
    }
    cases
}

fn empty(notation: &Notation<'_>) -> Position {
    let board = notation.board();
    Position {
        phase: Phase::Movement(board.first()),
        forces: Forces::new(board),
        owners: Owners::none(board),
        dislodged: Vec::new(),
        table: Table::default(),
        winner: None,
    }
}
