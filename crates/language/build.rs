//! Build script: lists the languages in `locales/`. A new language is a folder of files and needs no code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let package =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let root = package.join("../..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed={}", root.join("locales").display());
    list_orders_files(&root, &out);
    list_rulings_files(&root, &out);
    list_server_files(&root, &out);
}

/// Texts that the server shows: `locales/*/server.toml`, and those of the course, `course.toml`.
fn list_server_files(root: &Path, out: &Path) {
    let locales = root.join("locales");
    let mut list = String::from("static BUILT_IN_PHRASES: &[(&str, &str, &str)] = &[\n");
    for code in languages_with(&locales, "server.toml") {
        let texts = include(&locales.join(&code).join("server.toml"));
        let course = include(&locales.join(&code).join("course.toml"));
        writeln!(list, "    ({code:?}, {texts}, {course}),").expect("writing to a String cannot fail");
    }
    list.push_str("];\n");
    std::fs::write(out.join("phrases.rs"), list).expect("the build folder can be written");
}

/// The words with which orders are read and written: `locales/*/orders.toml`.
fn list_orders_files(root: &Path, out: &Path) {
    let locales = root.join("locales");
    let mut list = String::from("const BUILT_IN_ORDERS: &[(&str, &str)] = &[\n");
    for code in languages_with(&locales, "orders.toml") {
        let orders = include(&locales.join(&code).join("orders.toml"));
        writeln!(list, "    ({code:?}, {orders}),").expect("writing to a String cannot fail");
    }
    list.push_str("];\n");
    std::fs::write(out.join("orders.rs"), list).expect("the build folder can be written");
}

/// The texts with which rulings are explained: `locales/*/rulings.toml` and `rules.toml`.
fn list_rulings_files(root: &Path, out: &Path) {
    let locales = root.join("locales");
    let mut list = String::from("static BUILT_IN: &[(&str, &str, &str)] = &[\n");
    for code in languages_with(&locales, "rulings.toml") {
        let rulings = include(&locales.join(&code).join("rulings.toml"));
        let rules = include(&locales.join(&code).join("rules.toml"));
        writeln!(list, "    ({code:?}, {rulings}, {rules}),").expect("writing to a String cannot fail");
    }
    list.push_str("];\n");
    std::fs::write(out.join("explaining.rs"), list).expect("the build folder can be written");
}

/// The codes of the languages that have this file, sorted.
fn languages_with(locales: &Path, file: &str) -> Vec<String> {
    let mut codes: Vec<String> = std::fs::read_dir(locales)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join(file).is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    codes.sort();
    codes
}

fn include(path: &Path) -> String {
    format!("include_str!({:?})", path.display().to_string())
}
