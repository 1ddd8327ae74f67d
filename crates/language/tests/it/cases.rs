//! Runs the reading cases, `cases/reading/*.reading`. Their format is in `cases/reading/README.md`.

use test_kit::orders::case_file;

use std::fmt::Write as _;
use std::path::Path;

use language::{Locale, OrderParser};
use notation::Notation;

use case_file::{parse, read};

#[test]
fn every_reading_case_holds() {
    let variant = atlas::standard();
    let notation = Notation::new(&variant.board);
    let reader = OrderParser::new(variant, &Locale::built_in());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/reading");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "reading"));
    files.sort();
    let (mut lines, mut failures) = (0, String::new());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for case in parse(&notation, &std::fs::read_to_string(&path).unwrap(), &name) {
            for line in &case.lines {
                lines += 1;
                let found = read(&reader, &notation, &case, line);
                if found != line.expected {
                    let (id, number, text, expected) = (&case.id, line.number, &line.text, &line.expected);
                    let _ =
                        writeln!(failures, "{name}:{number} {id}: '{text}' should be {expected}, is {found}");
                }
            }
        }
    }
    assert!(lines > 500, "cases are missing: {lines}");
    assert!(failures.is_empty(), "\n{failures}");
}
