//! Tests the limits of the parser: it answers any text quickly, never panics, and its spans fit the text.

use test_kit::orders::random;

use std::time::{Duration, Instant};

use language::{Certainty, Locale, OrderParser, Reading, ReadingContext, ReadingProblem};
use rules::{Edition, Position};

use random::SeededRandom;

fn with_context<T>(language: &str, check: impl FnOnce(&OrderParser<'_>, &ReadingContext<'_>) -> T) -> T {
    let variant = atlas::standard();
    let reader = OrderParser::new(variant, &Locale::built_in());
    let position = Position::start(&variant.board);
    let power = variant.board.power("france").unwrap();
    let language = reader.language(language).unwrap();
    check(
        &reader,
        &ReadingContext {
            language,
            power,
            board: &variant.board,
            position: &position,
            edition: Edition::Y2000,
        },
    )
}

fn problem(reading: &Reading) -> Option<ReadingProblem> {
    reading.result.as_ref().err().map(|refusal| refusal.problem)
}

#[test]
fn a_line_of_a_megabyte_is_refused_and_the_others_are_read() {
    let text = format!("A Par - Bur\n{}\nF Bre H", "A Par - Bur ".repeat(90_000));
    with_context("en", |reader, context| {
        let start = Instant::now();
        let readings = reader.read(&text, context);
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
    with_context("fr", |reader, context| {
        let readings = reader.read(text, context);
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
fn a_refusal_lists_readings_and_suggestions() {
    with_context("en", |reader, context| {
        let variant = atlas::standard();
        let mut position = Position::start(&variant.board);
        let location = variant.board.location("mao").unwrap();
        let unit = rules::Unit { kind: rules::UnitKind::Fleet, power: context.power, location };
        position.forces.place(&variant.board, unit).unwrap();
        let context = ReadingContext { position: &position, ..*context };
        let readings = reader.read("F Mao - Spa", &context);
        let refusal = readings[0].result.as_ref().unwrap_err();
        assert_eq!(refusal.problem.key(), "coast_needed");
        assert_eq!(refusal.suggestions.len(), 2, "both coasts");
        assert_eq!(refusal.readings.len(), 1);
    });
}

#[test]
fn a_reading_has_its_certainty() {
    with_context("en", |reader, context| {
        let how =
            |text: &str| reader.read(text, context)[0].result.as_ref().ok().map(|taken| taken.certainty);
        assert_eq!(how("A Paris - Burgundy"), Some(Certainty::Plain));
        assert_eq!(how("A Paris - Bourgogne"), Some(Certainty::Foreign));
        assert_eq!(how("A Paris Burgundy"), Some(Certainty::Incomplete));
        assert_eq!(how("A Paris - Burgandy"), Some(Certainty::Guessed));
        // Another line says where the supported unit moves.
        assert_eq!(how("A Par S F Bre"), Some(Certainty::Plain));
        assert_eq!(how("A Par S F Bre\nF Bre - Pic"), Some(Certainty::FilledIn));
        assert_eq!(how("A Par S F Bre\nF Bre H"), Some(Certainty::Plain));
        assert_eq!(how("A Mar supports Burgundy\nA Par - Bur"), Some(Certainty::FilledIn));
    });
}

#[test]
fn random_text_is_answered_and_never_panics() {
    const FRAGMENTS: [&str; 40] = [
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
        with_context(language, |reader, context| {
            let mut dice = SeededRandom::new(7);
            for _ in 0..300 {
                let mut text = String::new();
                for _ in 0..1 + dice.below(30) {
                    text.push_str(FRAGMENTS[dice.below(FRAGMENTS.len())]);
                    if dice.below(3) > 0 {
                        text.push(' ');
                    }
                }
                for reading in reader.read(&text, context) {
                    assert!(text.get(reading.span.clone()).is_some_and(|part| !part.is_empty()));
                }
            }
        });
    }
}
