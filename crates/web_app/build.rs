//! Builds `web/` with npm and Vite, and lists the files for `include_bytes!`.
//!
//! `DETENTE_WEB=skip` leaves the web app out, `DETENTE_WEB=<folder>` takes a ready build,
//! `DETENTE_NPM` names npm if it is not on the path.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs, io};

fn main() {
    println!("cargo::rerun-if-env-changed=DETENTE_WEB");
    println!("cargo::rerun-if-env-changed=DETENTE_NPM");
    if let Err(problem) = build() {
        // Lines of their own: cargo shows them as they are.
        for line in problem.lines() {
            println!("cargo::error={line}");
        }
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo gave no OUT_DIR")?);
    let home = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo gave no CARGO_MANIFEST_DIR")?);
    let root = home.join("../..");
    let dist = match env::var("DETENTE_WEB").ok().filter(|value| !value.is_empty()).as_deref() {
        Some("skip") => None,
        Some(ready) => {
            println!("cargo::rerun-if-changed={ready}");
            Some(PathBuf::from(ready))
        }
        None => Some(run_vite(&root, &out)?),
    };
    let mut files = Vec::new();
    if let Some(dist) = &dist {
        collect(dist, dist, &mut files).map_err(|error| format!("{}: {error}", dist.display()))?;
        if !files.iter().any(|(name, _)| name == "index.html") {
            return Err(format!("{}: no index.html there", dist.display()));
        }
        let licences = dist.join(ABOUT).join("license.json");
        if licences.exists() {
            println!("cargo::metadata=licences={}", licences.display());
        }
    }
    files.sort();
    fs::write(out.join("files.rs"), list(&files)).map_err(|error| format!("files.rs: {error}"))
}

/// What Vite tells about the build, which is not part of the pages.
const ABOUT: &str = ".vite";

/// What the build depends on. Only what exists is named: a missing path would run this every time.
const SOURCES: [&str; 10] = [
    "web/src",
    "web/public",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/.npmrc",
    "web/vite.config.ts",
    "web/svelte.config.js",
    "web/compress.mjs",
    "crates/picture/fonts",
];

fn run_vite(root: &Path, out: &Path) -> Result<PathBuf, String> {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    for language in fs::read_dir(root.join("locales")).map_err(|error| format!("locales: {error}"))?.flatten()
    {
        for part in ["web.json", "web-game.json"] {
            let file = language.path().join(part);
            if file.exists() {
                println!("cargo::rerun-if-changed={}", file.display());
            }
        }
    }
    let web = root.join("web");
    let dist = out.join("dist");
    // Debug and release builds share node_modules: one at a time.
    let lock = fs::File::create(web.join("node_modules.lock")).map_err(|error| format!("web: {error}"))?;
    lock.lock().map_err(|error| format!("web: {error}"))?;
    let installed = web.join("node_modules/.package-lock.json");
    if is_older(&installed, &web.join("package-lock.json")) {
        step("the pages: npm fetches what they are built with", || {
            npm(&web, &dist, &["ci", "--no-audit", "--no-fund"])
        })?;
    }
    step("the pages: Vite builds and packs them", || npm(&web, &dist, &["run", "build"]))?;
    Ok(dist)
}

/// Runs a step that takes a while and shows on the terminal that it runs, and how long it took. Cargo keeps
/// what a build script prints, and repeats its warnings with every later build, so neither would do.
fn step(title: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let start = Instant::now();
    show(&format!("{title} …"));
    work()?;
    show(&format!("{title}: done in {:.0} s", start.elapsed().as_secs_f64()));
    Ok(())
}

/// A line on the terminal, if there is one, over cargo's own progress line.
fn show(line: &str) {
    if let Ok(mut terminal) = fs::OpenOptions::new().write(true).open("/dev/tty") {
        let _ = write!(terminal, "\r\x1b[K     Detente {line}\r\n");
    }
}

fn is_older(made: &Path, from: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified());
    match (time(made), time(from)) {
        (Ok(made), Ok(from)) => made < from,
        (Err(_), _) | (_, Err(_)) => true,
    }
}

fn npm(web: &Path, dist: &Path, arguments: &[&str]) -> Result<(), String> {
    let name = env::var("DETENTE_NPM").unwrap_or_else(|_| "npm".to_owned());
    let run = Command::new(&name).args(arguments).current_dir(web).env("DETENTE_WEB_OUT", dist).output();
    match run {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said);
            let last: Vec<&str> = said.lines().rev().take(25).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            Err(format!("`{name} {}` failed in web/:\n{}", arguments.join(" "), last.join("\n")))
        }
        Err(error) => Err(format!(
            "the web app needs npm (with Node 20.19 or later) to be built, and `{name}` could not be run: {error}\n\
             - install Node, which brings npm;\n\
             - or name npm's place: DETENTE_NPM=/path/to/npm;\n\
             - or use a build that is ready: DETENTE_WEB=/path/to/dist;\n\
             - or build the program without its pages: DETENTE_WEB=skip"
        )),
    }
}

fn collect(top: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.ends_with(ABOUT) {
            continue;
        }
        if path.is_dir() {
            collect(top, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(top) {
            files.push((name.to_string_lossy().replace('\\', "/"), path.clone()));
        }
    }
    Ok(())
}

/// The table of files as Rust, packed forms beside the plain ones.
fn list(files: &[(String, PathBuf)]) -> String {
    let mut out = "&[\n".to_owned();
    let packed = |name: &str, ending: &str| {
        let wanted = format!("{name}.{ending}");
        let found = files.iter().find(|(name, _)| *name == wanted);
        found.map_or("None".to_owned(), |(_, path)| format!("Some(include_bytes!({path:?}))"))
    };
    for (name, path) in files.iter().filter(|(name, _)| !name.ends_with(".gz") && !name.ends_with(".br")) {
        let written = writeln!(
            out,
            "Asset {{ path: {name:?}, plain: include_bytes!({path:?}), gzip: {}, brotli: {} }},",
            packed(name, "gz"),
            packed(name, "br")
        );
        debug_assert!(written.is_ok(), "a string takes everything");
    }
    out.push(']');
    out
}
