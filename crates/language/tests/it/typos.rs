//! Tests that typos are read as meant or refused, and almost never as another order. `cargo xtask slips` runs
//! many more.

use test_kit::orders::typo;

use language::{Locale, OrderParser};

use typo::{TypoCounts, make_and_read};

#[test]
fn most_typos_are_read_as_meant_and_almost_none_as_another_order() {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    let reader = OrderParser::new(variant, &locales);
    let mut tally = TypoCounts::default();
    for seed in 0..1500 {
        tally.count(make_and_read(&reader, variant, &locales, seed).1);
    }
    assert!(tally.as_meant * 100 >= tally.lines() * 95, "{tally}");
    assert!(tally.as_other_order * 1000 <= tally.lines(), "{tally}");
}
