//! Whatever we write, we read back as itself: every legal order of random positions, in every language
//! and style. `DETENTE_POSITIONS=10000 cargo test --release -p language --test round_trip` is the full run.

#[path = "support/random.rs"]
mod random;

use language::{Desk, Locale, Reader, Style, Writer};
use rules::Edition;

use random::{Dice, commands, position};

#[test]
fn every_legal_order_is_read_as_it_was_written() {
    let positions: u64 =
        std::env::var("DETENTE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(16);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let counts: Vec<u64> = std::thread::scope(|scope| {
        let run = |thread| move || (thread..positions).step_by(threads as usize).map(check).sum();
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(run(thread))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    println!("{} orders of {positions} positions", counts.iter().sum::<u64>());
}

/// Checks one position; answers how many lines were read.
fn check(seed: u64) -> u64 {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    thread_local!(static READER: Reader<'static> = Reader::new(atlas::standard(), &Locale::built_in()));
    let position = position(&variant.board, &mut Dice(seed));
    let mut count = 0;
    READER.with(|reader| {
        for power in variant.board.powers() {
            let commands = commands(&variant.board, &position, power);
            for locale in &locales {
                let writer = Writer::new(variant, &locales, &locale.language).unwrap();
                let language = reader.language(&locale.language).unwrap();
                let desk = Desk { language, power, position: &position, edition: Edition::Y2000 };
                for style in Style::ALL {
                    for command in &commands {
                        let written = writer.write(command, &position.forces, style);
                        let readings = reader.read(&written, &desk);
                        let [reading] = readings.as_slice() else {
                            panic!("seed {seed}, {}: '{written}' gave {readings:?}", locale.language);
                        };
                        let taken = reading.result.as_ref().map(|taken| taken.command);
                        assert_eq!(
                            taken.as_ref().ok(),
                            Some(command),
                            "seed {seed}, {}: '{written}' {:?}",
                            locale.language,
                            reading.result,
                        );
                        count += 1;
                    }
                }
            }
        }
    });
    count
}
