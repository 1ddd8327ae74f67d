//! Every variant that the program carries speaks every language that the program has.

use language::explain::Language;
use language::{Locale, Reader, Writer};

#[test]
fn every_built_in_variant_is_read_written_and_explained_in_every_language() {
    let locales = Locale::built_in();
    assert!(atlas::built_in().len() >= 2, "a second map shows that nothing is tied to the first");
    for variant in atlas::built_in() {
        let reader = Reader::new(variant, &locales);
        for code in Language::all().iter().map(Language::code) {
            let key = variant.key();
            assert!(reader.language(code).is_some(), "{key} is not read in {code}");
            assert!(Writer::new(variant, &locales, code).is_some(), "{key} is not written in {code}");
            let faults = Language::for_variant(variant, code).expect("a grammar").err().unwrap_or_default();
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            assert!(faults.is_empty(), "{key} in {code}: {faults:#?}");
        }
    }
}
