//! Build script: lists the languages in `locales/` that have a `picture.toml`, so that a new language needs a
//! new file and no new code.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let locales = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"))
        .join("../../locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    let folders = std::fs::read_dir(&locales).expect("the folder locales/ exists");
    let mut codes: Vec<String> = folders
        .flatten()
        .filter(|folder| folder.path().join("picture.toml").is_file())
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    codes.sort();
    let mut list = String::from("const BUILT_IN: &[(&str, &str)] = &[\n");
    for code in codes {
        let path = locales.join(&code).join("picture.toml").display().to_string();
        writeln!(list, "    ({code:?}, include_str!({path:?})),").expect("writing to a String cannot fail");
    }
    list.push_str("];\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("words.rs");
    std::fs::write(out, list).expect("OUT_DIR is writable");
}
