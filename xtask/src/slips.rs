//! `cargo xtask slips`: how many orders with a typing slip in a name are read as meant, how many refused,
//! and how many silently read as something else.

#[path = "../../crates/language/tests/it/support/case_file.rs"]
mod case_file;
#[path = "../../crates/language/tests/it/support/slip.rs"]
mod slip;

use std::path::Path;

use language::{Locale, Notation, Reader};

use crate::random;
use slip::{Kind, Tally, judge};

const LINES: u64 = 20_000;
const SEED: u64 = 1901;

pub(crate) fn run() {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    let reader = Reader::new(variant, &locales);
    let mut all = Tally::default();
    let mut by_kind = [Tally::default(); Kind::ALL.len()];
    let start = std::time::Instant::now();
    for number in 0..LINES {
        let (slip, outcome) = judge(&reader, variant, &locales, SEED + number);
        all.count(outcome);
        by_kind[slip.kind as usize].count(outcome);
        if std::env::args().any(|arg| arg == "--show") && outcome != slip::Outcome::AsMeant {
            println!("{outcome:?} {} {:?}: {} (meant {})", slip.language, slip.kind, slip.text, slip.meant);
        }
    }
    for kind in Kind::ALL {
        println!("{:<18} {}", kind.name(), by_kind[kind as usize]);
    }
    println!("{:<18} {all}", "generated");
    println!("{:<18} {}", "by hand", by_hand(&reader));
    println!("{} lines from seed {SEED} in {:.1} s", LINES, start.elapsed().as_secs_f64());
}

fn by_hand(reader: &Reader<'_>) -> Tally {
    let notation = Notation::new(&atlas::standard().board);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/reading/by-hand.slips");
    let text = std::fs::read_to_string(path).expect("cases/reading/by-hand.slips is there");
    let mut tally = Tally::default();
    for case in case_file::parse(&notation, &text, "by-hand.slips") {
        for line in &case.lines {
            let found = case_file::read(reader, &notation, &case, line);
            let outcome = slip::compare(&found, &line.expected);
            tally.count(outcome);
            if std::env::args().any(|arg| arg == "--show") && outcome != slip::Outcome::AsMeant {
                println!("{outcome:?} {}: {} is {found}, meant {}", line.language, line.text, line.expected);
            }
        }
    }
    tally
}
