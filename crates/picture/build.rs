//! Lists the languages in `locales/` that have words for pictures, so that a new one is a file and no code.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let locales =
        Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    let folders = std::fs::read_dir(&locales).expect("the folder of languages is there");
    let mut codes: Vec<String> = folders
        .flatten()
        .filter(|folder| folder.path().join("picture.toml").is_file())
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    codes.sort();
    let mut list = String::from("const BUILT_IN: &[(&str, &str)] = &[\n");
    for code in codes {
        let path = locales.join(&code).join("picture.toml").display().to_string();
        writeln!(list, "    ({code:?}, include_str!({path:?})),").expect("a string takes everything");
    }
    list.push_str("];\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")).join("words.rs");
    std::fs::write(out, list).expect("OUT_DIR can be written");
}
