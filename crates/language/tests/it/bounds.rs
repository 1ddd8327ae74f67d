//! Whatever is thrown at it, the reader answers, soon, and with spans that fit the text.

use crate::support::random;

use std::time::{Duration, Instant};

use language::{Desk, How, Locale, Reader, Reading, ReadingProblem};
use rules::{Edition, Position};

use random::Dice;

fn with_desk<T>(language: &str, check: impl FnOnce(&Reader<'_>, &Desk<'_>) -> T) -> T {
    let variant = atlas::standard();
    let reader = Reader::new(variant, &Locale::built_in());
    let position = Position::start(&variant.board);
    let power = variant.board.power("france").unwrap();
    let language = reader.language(language).unwrap();
    check(
        &reader,
        &Desk { language, power, board: &variant.board, position: &position, edition: Edition::Y2000 },
    )
}

fn problem(reading: &Reading) -> Option<ReadingProblem> {
    reading.result.as_ref().err().map(|refusal| refusal.problem)
}

#[test]
fn a_line_of_a_megabyte_is_refused_politely_and_the_others_are_read() {
    let text = format!("A Par - Bur\n{}\nF Bre H", "A Par - Bur ".repeat(90_000));
    with_desk("en", |reader, desk| {
        let start = Instant::now();
        let readings = reader.read(&text, desk);
        assert!(start.elapsed() < Duration::from_secs(2));
        assert_eq!(readings.len(), 3);
        assert_eq!(readings[1].line, 2);
        assert_eq!(problem(&readings[1]), Some(ReadingProblem::TooLong));
        assert!(readings[0].result.is_ok() && readings[2].result.is_ok());
    });
}

#[test]
fn spans_are_bytes_of_the_whole_text() {
    let text = "Printemps 1901\nFrance :\n  • L'armée de Paris tient ; F Bre – Man, A Mar – Esp  # été\n";
    with_desk("fr", |reader, desk| {
        let readings = reader.read(text, desk);
        let found: Vec<(usize, &str)> =
            readings.iter().map(|reading| (reading.line, &text[reading.span.clone()])).collect();
        assert_eq!(
            found,
            [(3, "L'armée de Paris tient"), (3, "F Bre – Man"), (3, "A Mar – Esp")],
            "{readings:?}"
        );
    });
}

#[test]
fn a_refusal_tells_what_could_be_meant() {
    with_desk("en", |reader, desk| {
        let variant = atlas::standard();
        let mut position = Position::start(&variant.board);
        let location = variant.board.location("mao").unwrap();
        let unit = rules::Unit { kind: rules::UnitKind::Fleet, power: desk.power, location };
        position.forces.place(&variant.board, unit).unwrap();
        let desk = Desk { position: &position, ..*desk };
        let readings = reader.read("F Mao - Spa", &desk);
        let refusal = readings[0].result.as_ref().unwrap_err();
        assert_eq!(refusal.problem.key(), "coast_needed");
        assert_eq!(refusal.suggestions.len(), 2, "both coasts");
        assert_eq!(refusal.readings.len(), 1);
    });
}

#[test]
fn how_sure_a_reading_is_is_told() {
    with_desk("en", |reader, desk| {
        let how = |text: &str| reader.read(text, desk)[0].result.as_ref().ok().map(|taken| taken.how);
        assert_eq!(how("A Paris - Burgundy"), Some(How::Plain));
        assert_eq!(how("A Paris - Bourgogne"), Some(How::Foreign));
        assert_eq!(how("A Paris Burgundy"), Some(How::Incomplete));
        assert_eq!(how("A Paris - Burgandy"), Some(How::Guessed));
        // Where the supported unit goes stands on another line.
        assert_eq!(how("A Par S F Bre"), Some(How::Plain));
        assert_eq!(how("A Par S F Bre\nF Bre - Pic"), Some(How::FilledIn));
        assert_eq!(how("A Par S F Bre\nF Bre H"), Some(How::Plain));
        assert_eq!(how("A Mar supports Burgundy\nA Par - Bur"), Some(How::FilledIn));
    });
}

#[test]
fn rubbish_is_answered_and_never_panics() {
    const SCRAPS: [&str; 40] = [
        "A",
        "F",
        "E",
        "S",
        "C",
        "T",
        "M",
        "-",
        "–",
        "->",
        "Par",
        "Bur",
        "Mar",
        "den",
        "con",
        "por",
        "par",
        "la",
        "de",
        "a",
        "à",
        "'s",
        "'",
        "(",
        ")",
        ",",
        ";",
        ".",
        ":",
        "\n",
        "#",
        "/",
        "nc",
        "via convoy",
        "1901",
        "Spring",
        "France",
        "ß",
        "\u{301}",
        "🚢",
    ];
    for language in ["en", "nl", "fr", "es", "de"] {
        with_desk(language, |reader, desk| {
            let mut dice = Dice::new(7);
            for _ in 0..300 {
                let mut text = String::new();
                for _ in 0..1 + dice.below(30) {
                    text.push_str(SCRAPS[dice.below(SCRAPS.len())]);
                    if dice.below(3) > 0 {
                        text.push(' ');
                    }
                }
                for reading in reader.read(&text, desk) {
                    assert!(text.get(reading.span.clone()).is_some_and(|part| !part.is_empty()));
                }
            }
        });
    }
}
