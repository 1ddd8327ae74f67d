//! `cargo xtask slips`: counts how many orders with a typing error in a name are read as meant, refused, or
//! silently read as another order.

use std::path::Path;

use language::{Locale, OrderParser};
use notation::Notation;

use test_kit::orders::{case_file, typo};
use typo::{TypoCounts, TypoKind, make_and_read};

const LINES: u64 = 20_000;
const SEED: u64 = 1901;

pub(crate) fn run() {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    let reader = OrderParser::new(variant, &locales);
    let mut all = TypoCounts::default();
    let mut by_kind = [TypoCounts::default(); TypoKind::ALL.len()];
    let start = std::time::Instant::now();
    for number in 0..LINES {
        let (slip, outcome) = make_and_read(&reader, variant, &locales, SEED + number);
        all.count(outcome);
        by_kind[slip.kind as usize].count(outcome);
        if std::env::args().any(|arg| arg == "--show") && outcome != typo::TypoOutcome::AsMeant {
            println!("{outcome:?} {} {:?}: {} (meant {})", slip.language, slip.kind, slip.text, slip.meant);
        }
    }
    for kind in TypoKind::ALL {
        println!("{:<18} {}", kind.name(), by_kind[kind as usize]);
    }
    println!("{:<18} {all}", "generated");
    println!("{:<18} {}", "by hand", by_hand(&reader));
    println!("{} lines from seed {SEED} in {:.1} s", LINES, start.elapsed().as_secs_f64());
}

fn by_hand(reader: &OrderParser<'_>) -> TypoCounts {
    let notation = Notation::new(&atlas::standard().board);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/reading/by-hand.slips");
    let text = std::fs::read_to_string(path).expect("cases/reading/by-hand.slips is there");
    let mut tally = TypoCounts::default();
    for case in case_file::parse(&notation, &text, "by-hand.slips") {
        for line in &case.lines {
            let found = case_file::read(reader, &notation, &case, line);
            let outcome = typo::compare(&found, &line.expected);
            tally.count(outcome);
            if std::env::args().any(|arg| arg == "--show") && outcome != typo::TypoOutcome::AsMeant {
                println!("{outcome:?} {}: {} is {found}, meant {}", line.language, line.text, line.expected);
            }
        }
    }
    tally
}
