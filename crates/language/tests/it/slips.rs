//! Typing slips are read as meant or refused, hardly ever as something else. The full count is
//! `cargo xtask slips`.

use crate::support::slip;

use language::{Locale, Reader};

use slip::{Tally, judge};

#[test]
fn most_slips_are_read_as_meant_and_hardly_any_otherwise() {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    let reader = Reader::new(variant, &locales);
    let mut tally = Tally::default();
    for seed in 0..1500 {
        tally.count(judge(&reader, variant, &locales, seed).1);
    }
    assert!(tally.as_meant * 100 >= tally.lines() * 95, "{tally}");
    assert!(tally.otherwise * 1000 <= tally.lines(), "{tally}");
}
