//! Takes the texts of the rules summary from the texts of the pages, so that they are written once.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut folders: Vec<_> = std::fs::read_dir(&locales)
        .expect("the folder of the languages is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let mut code = String::from("const SUMMARY_TEXTS: &[(&str, &[(&str, &str)])] = &[\n");
    for folder in folders {
        let file = folder.join("web.json");
        println!("cargo::rerun-if-changed={}", file.display());
        let text = std::fs::read_to_string(&file).expect("every language has web.json");
        let texts: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&text).expect("web.json is an object");
        let language = folder.file_name().and_then(|name| name.to_str()).expect("a language code");
        writeln!(code, "({language:?}, &[").expect("a String takes everything");
        for (key, value) in &texts {
            if let (Some(key), Some(value)) = (key.strip_prefix("summary."), value.as_str()) {
                writeln!(code, "({key:?}, {value:?}),").expect("a String takes everything");
            }
        }
        code.push_str("]),\n");
    }
    code.push_str("];\n");
    let to = Path::new(&std::env::var("OUT_DIR").expect("cargo sets it")).join("summary_texts.rs");
    std::fs::write(to, code).expect("the folder for generated code can be written");
}
