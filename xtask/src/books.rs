//! `cargo xtask books FOLDER`: reads every line of the rulebooks in a folder, and counts what becomes of them.
//! The books are not part of this repository; without them there is nothing to do.

use std::collections::BTreeMap;
use std::path::PathBuf;

use language::{Locale, OrderParser, ReadingContext};
use rules::{Edition, Position};

/// The languages that are tried. A line counts as an order if it is one in any of them.
const LANGUAGES: [&str; 5] = ["nl", "fr", "es", "de", "en"];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with the books, as text files.
    folder: PathBuf,
    /// Print each line that is read as an order.
    #[arg(long)]
    show: bool,
}

/// What became of the lines of a book.
#[derive(Default)]
struct Counts {
    lines: usize,
    orders: usize,
    /// The text names a unit, a place or an action, but is not a legal order: by problem.
    refused: BTreeMap<&'static str, usize>,
    not_an_order: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let Ok(entries) = std::fs::read_dir(&args.folder) else {
        println!("there are no books in {}", args.folder.display());
        return Ok(());
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    let variant = atlas::standard();
    let reader = OrderParser::new(variant, &Locale::built_in());
    for path in files {
        let text = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let counts = count(variant, &reader, &text, args.show);
        let refused: usize = counts.refused.values().sum();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!(
            "{name}: {} lines, {} orders, {refused} refused, {} not an order",
            counts.lines, counts.orders, counts.not_an_order
        );
        for (problem, lines) in &counts.refused {
            println!("    {problem:<24} {lines}");
        }
    }
    Ok(())
}

/// Reads each line at the start of the game, for every power and in every language. The most favourable
/// reading counts: an order before a refusal, a refusal before "not an order".
fn count(variant: &atlas::Variant, reader: &OrderParser<'_>, text: &str, show: bool) -> Counts {
    let board = &variant.board;
    let position = Position::start(board);
    let powers: Vec<_> = board.powers().collect();
    let mut counts = Counts::default();
    for line in text.lines().filter(|line| line.contains(char::is_alphanumeric)) {
        counts.lines += 1;
        let mut is_order = false;
        let mut problem = None;
        for code in LANGUAGES {
            let (Some(language), Some(&power)) = (reader.language(code), powers.first()) else { continue };
            let context =
                ReadingContext { language, power, board, position: &position, edition: Edition::Y2000 };
            let (readings, _) = reader.read_sheet(line, &context, &powers);
            for reading in readings {
                match reading.result {
                    Ok(_) => is_order = true,
                    Err(refusal) if !matches!(refusal.problem.key(), "unreadable" | "too_long") => {
                        problem = problem.or(Some(refusal.problem.key()));
                    }
                    Err(_) => {}
                }
            }
        }
        match problem {
            _ if is_order => counts.orders += 1,
            Some(problem) => *counts.refused.entry(problem).or_default() += 1,
            None => counts.not_an_order += 1,
        }
        if is_order && show {
            println!("{line}");
        }
    }
    counts
}
