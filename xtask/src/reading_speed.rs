//! `cargo xtask reading-speed`: how long a line takes to be read.

use std::time::{Duration, Instant};

use language::{Desk, Locale, Reader, Style, Writer};
use rules::{Edition, Position};

use crate::random::{Dice, commands, position};

pub(crate) fn run() {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    let start = Instant::now();
    let reader = Reader::new(variant, &locales);
    println!("{:<28} {:>9.1} µs", "making a reader", start.elapsed().as_secs_f64() * 1e6);
    for style in Style::ALL {
        for locale in &locales {
            usual(&reader, &locales, &locale.language, style);
        }
    }
    let position = Position::start(&variant.board);
    let desk = Desk {
        language: reader.language("en").expect("English is built in"),
        power: variant.board.powers().nth(2).expect("there are seven"),
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

/// The lines that we write ourselves: what a usual player writes, long or short.
fn usual(reader: &Reader<'_>, locales: &[Locale], code: &str, style: Style) {
    let variant = atlas::standard();
    let writer = Writer::new(variant, locales, code).expect("a language of ours");
    let language = reader.language(code).expect("a language of ours");
    let mut times: Vec<Duration> = Vec::new();
    for seed in 0..20 {
        let position = position(&variant.board, &mut Dice::new(seed));
        for power in variant.board.powers() {
            let desk =
                Desk { language, power, board: &variant.board, position: &position, edition: Edition::Y2000 };
            for command in commands(&variant.board, &position, power) {
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
