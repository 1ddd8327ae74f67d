//! Lists the languages that the standard variant has names in, so that a new one is a file and no code.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"))
        .join("../../variants/standard/names");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut languages: Vec<String> = std::fs::read_dir(&folder)
        .expect("variants/standard/names is there")
        .filter_map(|entry| {
            entry.ok()?.file_name().into_string().ok()?.strip_suffix(".toml").map(str::to_owned)
        })
        .collect();
    languages.sort();
    let mut code = String::from("pub(crate) const STANDARD_NAMES: &[(&str, &str)] = &[\n");
    for language in languages {
        let path = folder.join(format!("{language}.toml"));
        let _ = writeln!(code, "    ({language:?}, include_str!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")).join("standard_names.rs");
    std::fs::write(out, code).expect("OUT_DIR can be written");
}
