//! Lists the languages in `locales/`, so that a new one is a folder of files and no code.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let folder =
        Path::new(&std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../locales");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut languages: Vec<String> = std::fs::read_dir(&folder)
        .expect("locales is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|language| folder.join(language).join("orders.toml").is_file())
        .collect();
    languages.sort();
    let mut code = String::from("const BUILT_IN_ORDERS: &[(&str, &str)] = &[\n");
    for language in languages {
        let path = folder.join(&language).join("orders.toml");
        let _ = writeln!(code, "    ({language:?}, include_str!({:?})),", path.display().to_string());
    }
    code.push_str("];\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")).join("orders.rs");
    std::fs::write(out, code).expect("OUT_DIR can be written");
}
