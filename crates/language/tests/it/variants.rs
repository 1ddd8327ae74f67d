//! Tests that every built-in variant works in every built-in language.

use language::explain::Language;
use language::{Locale, OrderParser, OrderWriter};

#[test]
fn every_built_in_variant_is_read_written_and_explained_in_every_language() {
    let locales = Locale::built_in();
    assert!(atlas::built_in().len() >= 2, "with two variants, code that depends on one map fails");
    for variant in atlas::built_in() {
        let reader = OrderParser::new(variant, &locales);
        for code in Language::all().iter().map(Language::code) {
            let key = variant.key();
            assert!(reader.language(code).is_some(), "{key} is not read in {code}");
            assert!(OrderWriter::new(variant, &locales, code).is_some(), "{key} is not written in {code}");
            let faults = Language::for_variant(variant, code).expect("a grammar").err().unwrap_or_default();
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            assert!(faults.is_empty(), "{key} in {code}: {faults:#?}");
        }
    }
}
