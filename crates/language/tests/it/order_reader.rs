//! Tests `OrderReader`: it reads a text of many lines and answers each order in the writer's language.

use language::{Locale, OrderReader, ReadingContext, ReadingProblem};
use rules::{Edition, Position};

const TEXT: &str = "Spring 1901\nA Par - Bur\nF Bre - Mos\n\nFleet Brest\nhello world; A Mar S A Par - Bur";

#[test]
fn every_line_gets_its_order_or_a_sentence() {
    let variant = atlas::standard();
    let reader = OrderReader::new(variant, &Locale::built_in());
    let position = Position::start(&variant.board);
    let power = variant.board.power("france").unwrap();
    for (code, burgundy, reach) in [
        ("en", "Army Paris moves to Burgundy", "The unit can’t go there."),
        ("nl", "Leger Parijs → Bourgondië", "Daar kan deze eenheid niet heen."),
        ("fr", "Armée Paris → Bourgogne", "Cette unité ne peut pas y aller."),
        ("es", "Ejército París → Borgoña", "Esta unidad no puede ir allí."),
        ("de", "Armee Paris → Burgund", "Da kann diese Einheit nicht hin."),
    ] {
        let language = reader.language(code).unwrap();
        let context = ReadingContext {
            language,
            power,
            board: &variant.board,
            position: &position,
            edition: Edition::Y2000,
        };
        let answers = reader.answer(TEXT, &context);
        let found: Vec<(usize, &str, &str)> = answers
            .iter()
            .map(|answer| match &answer.result {
                Ok(accepted) => (answer.line, &TEXT[answer.span.clone()], accepted.words.order.as_str()),
                Err(declined) => (answer.line, &TEXT[answer.span.clone()], declined.problem.key()),
            })
            .collect();
        let expected = [
            (2, "A Par - Bur", "A PAR - BUR"),
            (3, "F Bre - Mos", "cannot_reach"),
            (5, "Fleet Brest", "no_deed"),
            (6, "hello world", "unreadable"),
            (6, "A Mar S A Par - Bur", "A MAR S A PAR - BUR"),
        ];
        assert_eq!(found, expected, "{code}");
        assert_eq!(answers[0].result.as_ref().unwrap().words.written, burgundy);
        let declined = answers[1].result.as_ref().unwrap_err();
        assert_eq!(declined.sentence, reach);
        assert_eq!(declined.readings[0].order, "F BRE - MOS");
    }
}

#[test]
fn every_problem_has_a_whole_sentence_in_every_language() {
    let reader = OrderReader::new(atlas::standard(), &Locale::built_in());
    let languages: Vec<&str> = reader.languages().collect();
    assert_eq!(languages.len(), 5);
    for code in languages {
        let language = reader.language(code).unwrap();
        let mut seen = Vec::new();
        for problem in ReadingProblem::all() {
            let sentence = reader.sentence(problem, language);
            let first = sentence.trim_start_matches('¿').chars().next().unwrap();
            assert!(
                first.is_uppercase() && sentence.ends_with(['.', '?']),
                "{code} {}: {sentence}",
                problem.key()
            );
            assert!(!seen.contains(&sentence), "{code}: two problems say '{sentence}'");
            seen.push(sentence);
        }
    }
}

#[test]
fn a_language_without_words_cannot_be_asked_for() {
    let reader = OrderReader::new(atlas::standard(), &[]);
    assert_eq!(reader.language("en"), None);
    assert_eq!(reader.languages().count(), 0);
}

/// A suggestion is useful only if it can be submitted unchanged.
#[test]
fn every_suggestion_is_read_back_as_itself() {
    let variant = atlas::standard();
    let reader = OrderReader::new(variant, &Locale::built_in());
    let position = Position::start(&variant.board);
    let lines =
        "F Lon - Mun\nLondon\nF Edi supports Liverpool to Norway\nF Lon goes away\nA Lvp and F Edi - Nth";
    let power = variant.board.power("england").unwrap();
    for code in reader.languages() {
        let language = reader.language(code).unwrap();
        let context = ReadingContext {
            language,
            power,
            board: &variant.board,
            position: &position,
            edition: Edition::Y2000,
        };
        let mut count = 0;
        for answer in reader.answer(lines, &context) {
            let suggestions = answer.result.unwrap_err().suggestions;
            assert!((1..=3).contains(&suggestions.len()), "{code}: {}", &lines[answer.span]);
            for suggestion in suggestions {
                for text in [&suggestion.order, &suggestion.written] {
                    let again = reader.answer(text, &context).remove(0).result.unwrap();
                    assert_eq!(again.words, suggestion, "{code}: {text}");
                    count += 1;
                }
            }
        }
        assert!(count >= 20);
    }
}
