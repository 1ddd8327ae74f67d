//! Build script: builds `web/` with npm and Vite, and lists the files for `include_bytes!`.
//!
//! `DETENTE_WEB=skip` builds without the web app, `DETENTE_WEB=<folder>` uses an existing build, and
//! `DETENTE_NPM` is the path of npm if it is not on `PATH`.

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
        // One message per line, because cargo shows each message as it is.
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
        let licences = dist.join(VITE_METADATA).join("license.json");
        if licences.exists() {
            println!("cargo::metadata=licences={}", licences.display());
        }
    }
    files.sort();
    fs::write(out.join("files.rs"), list(&files)).map_err(|error| format!("files.rs: {error}"))
}

/// The folder with Vite's metadata about the build. It is not part of the pages.
const VITE_METADATA: &str = ".vite";

/// The files that the build depends on. All must exist, because a missing path would run this script every
/// time.
const SOURCES: [&str; 11] = [
    "web/src",
    "web/public",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/.npmrc",
    "web/vite.config.ts",
    "web/texts-plugin.ts",
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
    // Debug and release builds share node_modules, so only one may run at a time.
    let lock = fs::File::create(web.join("node_modules.lock")).map_err(|error| format!("web: {error}"))?;
    lock.lock().map_err(|error| format!("web: {error}"))?;
    let installed = web.join("node_modules/.package-lock.json");
    if is_older(&installed, &web.join("package-lock.json")) {
        step("the pages: npm fetches what they are built with", || {
            // Without the linter, the test runner and the like: they are most of the packages.
            run_npm(&web, &dist, &["ci", "--omit=dev", "--no-audit", "--no-fund"])
        })?;
    }
    step("the pages: Vite builds and packs them", || run_npm(&web, &dist, &["run", "build"]))?;
    Ok(dist)
}

/// Runs a slow step, and shows on the terminal that it runs and how long it took. Cargo does not show the
/// output of a build script, and it repeats warnings with every later build, so neither can be used.
fn step(title: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    let start = Instant::now();
    show_on_terminal(&format!("{title} …"));
    work()?;
    show_on_terminal(&format!("{title}: done in {:.0} s", start.elapsed().as_secs_f64()));
    Ok(())
}

/// Writes a line to the terminal, if there is one, over cargo's progress line.
fn show_on_terminal(line: &str) {
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

fn run_npm(web: &Path, dist: &Path, arguments: &[&str]) -> Result<(), String> {
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
        if path.ends_with(VITE_METADATA) {
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

/// The table of files as Rust code, with the compressed forms of each file.
fn list(files: &[(String, PathBuf)]) -> String {
    let mut out = "&[\n".to_owned();
    let compressed_form = |name: &str, ending: &str| {
        let wanted = format!("{name}.{ending}");
        let found = files.iter().find(|(name, _)| *name == wanted);
        found.map_or("None".to_owned(), |(_, path)| format!("Some(include_bytes!({path:?}))"))
    };
    for (name, path) in files.iter().filter(|(name, _)| !name.ends_with(".gz") && !name.ends_with(".br")) {
        let written = writeln!(
            out,
            "Asset {{ path: {name:?}, plain: include_bytes!({path:?}), gzip: {}, brotli: {} }},",
            compressed_form(name, "gz"),
            compressed_form(name, "br")
        );
        debug_assert!(written.is_ok(), "writing to a String cannot fail");
    }
    out.push(']');
    out
}
