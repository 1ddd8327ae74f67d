//! `cargo xtask reading-speed`: measures how long it takes to read a line of orders.

use std::time::{Duration, Instant};

use language::{Locale, OrderParser, OrderWriter, ReadingContext, Style};
use rules::{Edition, Position};

use test_kit::orders::random::{SeededRandom, legal_orders, position};

pub(crate) fn run() {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    let start = Instant::now();
    let reader = OrderParser::new(variant, &locales);
    println!("{:<28} {:>9.1} µs", "making a reader", start.elapsed().as_secs_f64() * 1e6);
    for style in Style::ALL {
        for locale in &locales {
            measure_typical_lines(&reader, &locales, &locale.language, style);
        }
    }
    let position = Position::start(&variant.board);
    let desk = ReadingContext {
        language: reader.language("en").expect("English is built in"),
        power: variant.board.powers().nth(2).expect("the board has seven powers"),
        board: &variant.board,
        position: &position,
        edition: Edition::Y2000,
    };
    let rows: [(&str, String); 7] = [
        ("a slip", "A Pairs - Burgandy".to_owned()),
        ("an illegal order", "A Paris - Moscow".to_owned()),
        ("prose", "I think that we should attack the Germans next turn".to_owned()),
        ("the longest of words", "a den la in de ".repeat(26)),
        ("places without end", "par bur mar spa den con por ".repeat(14)),
        ("64 unknown words, commas", "qwertz,".repeat(63)),
        ("a line of 1 MB", "A Par - Bur ".repeat(90_000)),
    ];
    for (name, text) in rows {
        let mut times: Vec<Duration> = (0..20)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(reader.read(&text, &desk));
                start.elapsed()
            })
            .collect();
        times.sort();
        println!("{name:<28} {:>9.1} µs", times[10].as_secs_f64() * 1e6);
    }
}

/// Reads lines that our own writer wrote, like those of a typical player, long or short.
fn measure_typical_lines(reader: &OrderParser<'_>, locales: &[Locale], code: &str, style: Style) {
    let variant = atlas::standard();
    let writer = OrderWriter::new(variant, locales, code).expect("the language is built in");
    let language = reader.language(code).expect("the language is built in");
    let mut times: Vec<Duration> = Vec::new();
    for seed in 0..20 {
        let position = position(&variant.board, &mut SeededRandom::new(seed));
        for power in variant.board.powers() {
            let desk = ReadingContext {
                language,
                power,
                board: &variant.board,
                position: &position,
                edition: Edition::Y2000,
            };
            for command in legal_orders(&variant.board, &position, power) {
                let written = writer.write(&command, &position.forces, style);
                let start = Instant::now();
                std::hint::black_box(reader.read(&written, &desk));
                times.push(start.elapsed());
            }
        }
    }
    times.sort();
    let at = |share: f64| times[(times.len() as f64 * share) as usize].as_secs_f64() * 1e6;
    println!("{:<28} {:>9.1} µs, 99 of 100 below {:.1}", format!("{code}, {style:?}"), at(0.5), at(0.99));
}
