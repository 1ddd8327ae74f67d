//! Fuzz target for reading orders: it never panics, its spans are inside the text, and every order that it
//! reads is written and read again as the same order.

#![no_main]

use std::sync::LazyLock;

use language::{ReadingContext, Locale, OrderParser, Style, OrderWriter};
use libfuzzer_sys::fuzz_target;
use rules::{Edition, Phase, Position, Power};

static LOCALES: LazyLock<Vec<Locale>> = LazyLock::new(Locale::built_in);
static READER: LazyLock<OrderParser<'static>> = LazyLock::new(|| OrderParser::new(atlas::standard(), &LOCALES));

fuzz_target!(|data: (u8, u8, u8, &str)| {
    let (language, power, phase, text) = data;
    let board = &atlas::standard().board;
    let codes: Vec<&str> = READER.languages().collect();
    let code = codes[usize::from(language) % codes.len()];
    let power = Power::new(usize::from(power) % board.powers().len());
    let mut position = Position::start(board);
    if phase % 4 == 0 {
        // Every power has lost a unit and may build it again.
        for power in board.powers() {
            let home = board.homes(power)[0];
            position.forces.remove(board, home);
        }
        position.phase = Phase::Adjustment { year: 1901 };
    }
    let language = READER.language(code).expect("the reader lists this language");
    let desk = ReadingContext { language, power, board: &atlas::standard().board, position: &position, edition: Edition::Y2000 };
    let writer = OrderWriter::new(atlas::standard(), &LOCALES, code).expect("the reader lists this language");
    for reading in READER.read(text, &desk) {
        assert!(text.get(reading.span.clone()).is_some());
        if let Ok(taken) = reading.result {
            for style in Style::ALL {
                let written = writer.write(&taken.order, &position.forces, style);
                let again = READER.read(&written, &desk);
                let same = again.first().and_then(|again| again.result.as_ref().ok()).map(|again| again.order);
                assert_eq!(same, Some(taken.order), "{written}");
            }
        }
    }
});
