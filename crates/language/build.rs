//! Lists the languages, so that a further one is a folder of files and no code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names the folder"));
    explaining(&root, &out);
}

/// The texts with which rulings are explained: `locales/*/rulings.toml` and their grammar.
fn explaining(root: &Path, out: &Path) {
    let locales = root.join("locales");
    let grammar = root.join("variants/standard/grammar");
    println!("cargo::rerun-if-changed={}", locales.display());
    println!("cargo::rerun-if-changed={}", grammar.display());
    let mut codes: Vec<String> = std::fs::read_dir(&locales)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join("rulings.toml").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    codes.sort();
    let mut list = String::from("static BUILT_IN: &[(&str, &str, &str, &str)] = &[\n");
    for code in codes {
        let rulings = locales.join(&code).join("rulings.toml");
        let rules = locales.join(&code).join("rules.toml");
        let grammar = grammar.join(format!("{code}.toml"));
        let include = |path: &Path| format!("include_str!({:?})", path.display().to_string());
        writeln!(list, "    ({code:?}, {}, {}, {}),", include(&rulings), include(&rules), include(&grammar))
            .expect("a string takes everything");
    }
    list.push_str("];\n");
    std::fs::write(out.join("explaining.rs"), list).expect("the build folder can be written");
}
