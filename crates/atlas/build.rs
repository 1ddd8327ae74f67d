//! Lists the files of every variant, so that a new map or language needs only files and no code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let package = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets this variable"));
    // `variants` is a link to the folder at the root of the repository. A package has the files themselves. A
    // checkout without symbolic links, as on Windows, has neither.
    let inside = package.join("variants");
    let folder = if inside.is_dir() { inside } else { package.join("../../variants") };
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut code = String::from("const BUILT_IN: &[(&str, &[(&str, &str)])] = &[\n");
    for variant in sorted(&folder) {
        let _ = writeln!(code, "    ({:?}, &[", name(&variant));
        for path in sorted(&variant) {
            if path.is_dir() {
                for file in sorted(&path) {
                    list(&mut code, &format!("{}/{}", name(&path), name(&file)), &file);
                }
            } else {
                list(&mut code, &name(&path), &path);
            }
        }
        code.push_str("    ]),\n");
    }
    code.push_str("];\n");
    let out = Path::new(&std::env::var("OUT_DIR").expect("cargo sets this variable")).join("variants.rs");
    std::fs::write(out, code).expect("OUT_DIR can be written");
}

fn list(code: &mut String, file: &str, path: &Path) {
    let _ = writeln!(code, "        ({file:?}, include_str!({:?})),", path.display().to_string());
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of variants exists");
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
