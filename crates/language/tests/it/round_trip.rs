//! Tests that every written order is read back as the same order: every legal order of random positions, in
//! every language and style. The full run is
//! `DETENTE_POSITIONS=10000 cargo test --release -p language --test it round_trip`.

use test_kit::orders::random;

use language::{Locale, OrderParser, OrderWriter, Reading, ReadingContext, Style};
use rules::Edition;

use random::{SeededRandom, legal_orders, position};

#[test]
fn every_legal_order_is_read_as_it_was_written() {
    let positions: u64 =
        std::env::var("DETENTE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(24);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let checked: Vec<Checked> = std::thread::scope(|scope| {
        let run = |thread| {
            move || {
                let mut checked = Checked::default();
                let mine = |seed: &u64| seed % threads == thread;
                (0..positions)
                    .chain(REGRESSION_SEEDS)
                    .filter(mine)
                    .for_each(|seed| check(seed, &mut checked));
                checked
            }
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(run(thread))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    println!("{} lines of {positions} positions", checked.iter().map(|c| c.lines).sum::<u64>());
    let failures: Vec<&String> = checked.iter().flat_map(|c| &c.failures).take(40).collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Seeds of positions that failed once: "Gal" and "Tyr" with units in both places, "A Den disbands".
const REGRESSION_SEEDS: [u64; 4] = [360, 602, 624, 656];

#[derive(Default)]
struct Checked {
    lines: u64,
    failures: Vec<String>,
}

/// Checks one position.
fn check(seed: u64, checked: &mut Checked) {
    let variant = atlas::standard();
    thread_local!(static LOCALES: Vec<Locale> = Locale::built_in());
    thread_local!(static READER: OrderParser<'static> = OrderParser::new(atlas::standard(), &Locale::built_in()));
    let position = position(&variant.board, &mut SeededRandom::new(seed));
    let locales = LOCALES.with(Clone::clone);
    READER.with(|reader| {
        for power in variant.board.powers() {
            let commands = legal_orders(&variant.board, &position, power);
            for locale in &locales {
                let writer = OrderWriter::new(variant, &locales, &locale.language).unwrap();
                let language = reader.language(&locale.language).unwrap();
                let context = ReadingContext {
                    language,
                    power,
                    board: &variant.board,
                    position: &position,
                    edition: Edition::Y2000,
                };
                for style in Style::ALL {
                    for command in &commands {
                        let written = writer.write(command, &position.forces, style);
                        let readings = reader.read(&written, &context);
                        checked.lines += 1;
                        let taken = |reading: &Reading| reading.result.as_ref().ok().map(|t| t.order);
                        if readings.len() != 1 || taken(&readings[0]) != Some(*command) {
                            let result = readings.first().map(|reading| &reading.result);
                            checked
                                .failures
                                .push(format!("seed {seed}, {}: '{written}' {result:?}", locale.language));
                        }
                    }
                }
            }
        }
    });
}
