//! Runs cases on another board, because no rule may depend on the standard map.

use std::path::Path;

use atlas::Variant;
use cases::{check, parse};

#[test]
fn the_rules_hold_on_another_board() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/small_variant");
    let variant = Variant::load(&folder).unwrap_or_else(|faults| panic!("{faults}"));
    let cases = parse(include_str!("../small_variant/small_variant.case")).unwrap();
    assert!(cases.len() >= 12);
    let mut faults = Vec::new();
    for case in &cases {
        for &edition in &case.editions {
            faults.extend(check(&variant.board, case, edition));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
