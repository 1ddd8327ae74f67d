//! Parses and runs reading cases. Their format is in `cases/reading/README.md`.

use language::{OrderParser, ReadingContext};
use notation::Notation;
use rules::{Dislodged, Edition, Forces, Owners, Phase, Players, Position, Unit};

/// One case: a position, and lines to read in it.
#[derive(Debug)]
pub struct Case {
    pub id: String,
    pub position: Position,
    pub lines: Vec<Line>,
}

/// One line to read, and the expected result.
#[derive(Debug)]
pub struct Line {
    pub number: usize,
    pub power: String,
    pub language: String,
    pub text: String,
    pub expected: String,
}

/// The result of reading a line, as text. Several orders have ` | ` between them.
pub fn read(reader: &OrderParser<'_>, notation: &Notation<'_>, case: &Case, line: &Line) -> String {
    let context = ReadingContext {
        language: reader.language(&line.language).expect("a known language"),
        power: notation.power(&line.power).expect("a known power"),
        board: notation.board(),
        position: &case.position,
        edition: Edition::Y2000,
    };
    // `\n` in a case is the end of a line.
    let text = line.text.replace("\\n", "\n");
    let readings = reader.read(&text, &context);
    let results: Vec<String> = readings
        .iter()
        .map(|reading| match &reading.result {
            Ok(taken) => taken.order.international(notation, &case.position.forces),
            Err(refusal) => {
                let key = refusal.problem.key();
                let orders = |commands: &[language::AnyOrder]| -> Vec<String> {
                    commands.iter().map(|c| c.international(notation, &case.position.forces)).collect()
                };
                match () {
                    () if line.expected.contains(" suggests") => {
                        format!("refused {key} suggests {}", orders(&refusal.suggestions).join(", "))
                            .trim()
                            .to_owned()
                    }
                    () if line.expected.contains(" reads ") => {
                        format!("refused {key} reads {}", orders(&refusal.readings).join(", "))
                    }
                    () => format!("refused {key}"),
                }
            }
        })
        .collect();
    if results.is_empty() { "nothing".to_owned() } else { results.join(" | ") }
}

/// Parses a case file.
pub fn parse(notation: &Notation<'_>, text: &str, file: &str) -> Vec<Case> {
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
                ("phase", _) => {
                    position.phase = Phase::from_key(rest).unwrap_or_else(|| panic!("{}", wrong()))
                }
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
                        position.owners.set_owner(
                            notation.province(written).unwrap_or_else(|| panic!("{}", wrong())),
                            Some(power),
                        );
                    }
                }
                ("dislodged", Some(power)) => {
                    let (unit, open) = list.split_once('>').unwrap_or_else(|| panic!("{}", wrong()));
                    let (kind, location) = notation.unit(unit).unwrap_or_else(|| panic!("{}", wrong()));
                    let open = open
                        .split_whitespace()
                        .map(|place| notation.location(place).unwrap_or_else(|| panic!("{}", wrong())));
                    let unit = Unit { kind, power, location };
                    position.dislodged.push(Dislodged { unit, open_retreats: open.collect() });
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
        phase: Phase::Movement(board.first_turn()),
        forces: Forces::new(board),
        owners: Owners::none(board),
        dislodged: Vec::new(),
        players: Players::default(),
        winner: None,
    }
}
