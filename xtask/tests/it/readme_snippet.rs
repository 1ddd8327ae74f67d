//! The code in README.md is the tested example of the notation's README.

use std::path::Path;

/// The first block of Rust in a file, without the lines that are only for the test.
fn first_code(file: &str) -> String {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)).unwrap();
    let (_, rest) = text.split_once("```rust\n").unwrap();
    let (code, _) = rest.split_once("```").unwrap();
    let shown = code.lines().filter(|line| !line.starts_with("# ") && !line.starts_with("assert"));
    shown.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

#[test]
fn the_code_in_the_readme_is_tested() {
    assert_eq!(first_code("README.md"), first_code("crates/notation/README.md"));
}
