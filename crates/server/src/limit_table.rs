//! Every limit that players, programs or hosts can meet, with its figure from the constant itself. The table in
//! `docs/hosting.md` is made from it: `UPDATE_PAGES=1 cargo test -p server --lib limit_table` writes it.
//!
//! A new limit is a row in `limit_table/rows.rs`.

mod rows;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use game::Seconds;

use self::rows::{INTERNAL, rows};
use crate::config::Config;
use crate::rate_limits::RateLimitKind;
use crate::refusals::Reason;

/// A limit as hosts read it.
struct Limit {
    /// What is limited.
    what: &'static str,
    figure: String,
    /// The option of `detente serve` that sets it.
    option: Option<&'static str>,
    /// What happens above it.
    above: String,
    /// The constants that the figure comes from, as `crate NAME`.
    constants: Vec<String>,
}

/// A constant with its path in the code.
struct Figure {
    path: &'static str,
    text: String,
}

/// What happens above a limit.
enum Above {
    Refused(Reason),
    Other(&'static str),
}

/// `{}` in the words are the figures, in this order.
fn limit<const N: usize>(what: &'static str, words: &str, figures: [Figure; N], above: Above) -> Limit {
    let mut parts = words.split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (figure, part) in figures.iter().zip(parts) {
        text += &figure.text;
        text += part;
    }
    assert_eq!(words.matches("{}").count(), N, "{what}: one figure for each place");
    let above = match above {
        Above::Refused(reason) => format!("{} `{}`", reason.status().as_u16(), reason.key()),
        Above::Other(words) => words.to_owned(),
    };
    let constants = figures.iter().map(|figure| constant_of(figure.path)).collect();
    Limit { what, figure: text, option: None, above, constants }
}

impl Limit {
    fn set_by(self, option: &'static str) -> Self {
        Self { option: Some(option), ..self }
    }
}

fn rate(what: &'static str, kind: RateLimitKind) -> Limit {
    let (per_second, burst) = kind.rate_and_burst(Config::DEFAULT_RATE);
    let pace = if per_second >= 1.0 {
        format!("{} per second", (per_second as u64).in_words())
    } else {
        format!("1 in {}", time((1.0 / per_second).round() as u64))
    };
    let words = format!("{pace}, {} at once", (burst as u64).in_words());
    limit(what, &words, [], Above::Refused(Reason::RateLimited)).set_by("--rate")
}

/// The crates whose limits people meet.
const CRATES: [&str; 4] = ["game", "language", "server", "store"];

/// `game::MAX_JOINS` and the `Timetable::MAX_STAGE_LENGTH` that is imported from `game`, as `game MAX_…`.
fn constant_of(path: &str) -> String {
    const TYPES_OF_GAME: [&str; 7] = ["Absence", "Caption", "Charter", "Name", "Text", "Timetable", "Title"];
    let path: String = path.split_whitespace().collect();
    let (first, name) = (path.split("::").next().unwrap_or_default(), path.rsplit("::").next());
    let home = match first {
        "game" | "language" | "store" => first,
        first if TYPES_OF_GAME.contains(&first) => "game",
        _ => "server",
    };
    format!("{home} {}", name.unwrap_or_default())
}

/// A figure as people read it.
trait InWords {
    fn in_words(&self) -> String;
}

macro_rules! numbers_in_words {
    ($($number:ty)+) => {$(
        impl InWords for $number {
            fn in_words(&self) -> String {
                thousands(&self.to_string())
            }
        }
    )+};
}
numbers_in_words!(u8 u16 u32 u64 usize);

impl InWords for Seconds {
    fn in_words(&self) -> String {
        time(self.count().into())
    }
}

impl InWords for Duration {
    fn in_words(&self) -> String {
        time(self.as_secs())
    }
}

/// `131072` as `131,072`.
fn thousands(digits: &str) -> String {
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn time(seconds: u64) -> String {
    match seconds {
        seconds if seconds >= 86_400 && seconds % 86_400 == 0 => format!("{} days", seconds / 86_400),
        seconds if seconds >= 120 && seconds % 60 == 0 => format!("{} minutes", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page_table() -> String {
    let mut table = String::from("| what | limit | option | above it |\n|---|---|---|---|\n");
    for Limit { what, figure, option, above, .. } in rows() {
        let option = option.map(|option| format!("`{option}`")).unwrap_or_default();
        let _ = writeln!(table, "| {what} | {figure} | {option} | {above} |");
    }
    table
}

#[test]
fn the_table_for_hosts_is_up_to_date() {
    const BEGIN: &str = "<!-- Written by a test: UPDATE_PAGES=1 cargo test -p server --lib limit_table -->\n";
    const END: &str = "<!-- end of the table -->\n";
    let path = root().join("docs/hosting.md");
    let page = std::fs::read_to_string(&path).expect("the page for hosts");
    let (before, rest) = page.split_once(BEGIN).expect("the line before the table");
    let (_, after) = rest.split_once(END).expect("the line after the table");
    let wanted = format!("{before}{BEGIN}\n{}\n{END}{after}", page_table());
    if std::env::var_os("UPDATE_PAGES").is_some() {
        std::fs::write(&path, &wanted).expect("the page can be written");
    } else {
        assert_eq!(
            page, wanted,
            "UPDATE_PAGES=1 cargo test -p server --lib limit_table writes docs/hosting.md"
        );
    }
}

/// The constants `MAX_…` and `MIN_…` of a crate: file and name.
fn constants_of(home: &str) -> Vec<(String, String)> {
    let mut folders = vec![root().join("crates").join(home).join("src")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let file =
                    path.strip_prefix(root().join("crates")).expect("below crates").display().to_string();
                found.extend(text.lines().filter_map(constant_name).map(|name| (file.clone(), name)));
            }
        }
    }
    found
}

fn constant_name(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("const ")?;
    let is_item = before.trim().is_empty() || before.trim().starts_with("pub");
    let name = rest.split(':').next()?.trim();
    (is_item && (name.starts_with("MAX_") || name.starts_with("MIN_"))).then(|| name.to_owned())
}

#[test]
fn every_limit_is_in_the_table_or_internal() {
    let in_table: Vec<String> = rows().into_iter().flat_map(|row| row.constants).collect();
    let mut internal: Vec<&str> = INTERNAL.to_vec();
    let mut missing = Vec::new();
    for home in CRATES {
        for (file, name) in constants_of(home) {
            let line = format!("{file} {name}");
            match internal.iter().position(|known| *known == line) {
                Some(at) => _ = internal.remove(at),
                None if in_table.contains(&format!("{home} {name}")) => {}
                None => missing.push(line),
            }
        }
    }
    missing.sort();
    assert!(missing.is_empty(), "add a row in rows(), or a line in INTERNAL:\n{}", missing.join("\n"));
    assert!(internal.is_empty(), "in INTERNAL but not in the code: {internal:?}");
}
