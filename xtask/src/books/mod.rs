//! `cargo xtask books FOLDER`: reads every line of the rulebooks in a folder, each example in its own
//! position, and compares with `cases/reading/books.answers`. The books are not part of this repository;
//! without them there is nothing to do.

mod answers;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use language::{LanguageId, Locale, OrderParser, ReadingContext};
use notation::Notation;
use rules::{Board, Edition, Position, Power};
use test_kit::orders::case_file;

use answers::{Answer, Book, Form};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder with the books, as text files.
    pub(crate) folder: PathBuf,
    /// Print each line that is not read as the book means it.
    #[arg(long)]
    pub(crate) show: bool,
}

/// What became of a book.
#[derive(Default)]
struct Counts {
    lines: usize,
    /// Orders that the book gives.
    given: usize,
    read_right: usize,
    /// Those that the book itself shows as wrong, or misprints as another real name.
    rightly_refused: usize,
    /// Orders that the book gives and that are not read.
    missed: usize,
    /// Orders that nobody gave.
    invented: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let variant = atlas::standard();
    let notation = Notation::new(&variant.board);
    let parser = OrderParser::new(variant, &Locale::built_in());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/reading");
    let positions = positions(&notation, &folder)?;
    let text = std::fs::read_to_string(folder.join("books.answers"))?;
    let mut faults = 0;
    for book in answers::parse(&text)? {
        let Ok(bytes) = std::fs::read(args.folder.join(&book.file)) else {
            println!("{}: not in {}", book.file, args.folder.display());
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let language = parser.language(&book.language).context("the language is built in")?;
        let reader = BookReader { notation: &notation, parser: &parser, language, show: args.show };
        let counts = reader.count(&book, &text, &positions)?;
        println!(
            "{}: {} lines, {} orders given: {} read right, {} refused (wrong in the book), {} missed; {} invented",
            book.file,
            counts.lines,
            counts.given,
            counts.read_right,
            counts.rightly_refused,
            counts.missed,
            counts.invented
        );
        faults += counts.missed + counts.invented;
    }
    if faults > 0 {
        bail!("{faults} orders are not read as the books mean them");
    }
    Ok(())
}

/// The positions of all reading cases, by id.
fn positions(notation: &Notation<'_>, folder: &Path) -> anyhow::Result<HashMap<String, Position>> {
    let mut positions = HashMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "reading") {
            let text = std::fs::read_to_string(&path)?;
            let cases = case_file::parse(notation, &text, &path.display().to_string());
            positions.extend(cases.into_iter().map(|case| (case.id, case.position)));
        }
    }
    Ok(positions)
}

struct BookReader<'a> {
    notation: &'a Notation<'a>,
    parser: &'a OrderParser<'a>,
    language: LanguageId,
    pub(crate) show: bool,
}

impl BookReader<'_> {
    const fn board(&self) -> &Board {
        self.notation.board()
    }

    fn count(
        &self,
        book: &Book,
        text: &str,
        positions: &HashMap<String, Position>,
    ) -> anyhow::Result<Counts> {
        let start = Position::start(self.board());
        let mut current = &start;
        let mut counts = Counts::default();
        let mut answers = book.answers.iter().peekable();
        for (i, line) in text.lines().enumerate() {
            let mut of_line: Vec<&Answer> = Vec::new();
            while let Some(answer) = answers.next_if(|answer| answer.line == i + 1) {
                of_line.push(answer);
            }
            if let Some(answer) = of_line.first() {
                current = positions.get(&answer.case).with_context(|| format!("no case {}", answer.case))?;
            }
            if !line.contains(char::is_alphanumeric) {
                continue;
            }
            counts.lines += 1;
            for answer in &of_line {
                self.compare(answer, line, current, &mut counts)?;
            }
            let whole = of_line.iter().any(|answer| answer.form == Form::Whole);
            let tried: &[&Position] = if whole { &[current] } else { &[current, &start] };
            for position in tried {
                for power in self.board().powers() {
                    for order in self.orders(line, power, position) {
                        if !of_line.iter().any(|answer| answer.orders.contains(&order)) {
                            counts.invented += 1;
                            self.report("invented", i + 1, line, &order);
                        }
                    }
                }
            }
        }
        if let Some(answer) = answers.next() {
            bail!("{}: line {} is out of order", book.file, answer.line);
        }
        Ok(counts)
    }

    /// Compares what is read with what the book gives.
    fn compare(
        &self,
        answer: &Answer,
        line: &str,
        position: &Position,
        counts: &mut Counts,
    ) -> anyhow::Result<()> {
        let power =
            self.notation.power(&answer.power).with_context(|| format!("no power {}", answer.power))?;
        let found: Vec<String> = match answer.form {
            Form::Whole => self.orders(line, power, position),
            Form::Quoted => {
                quoted(line).iter().flat_map(|piece| self.orders(piece, power, position)).collect()
            }
        };
        counts.given += answer.orders.len() + answer.refused;
        counts.rightly_refused += answer.refused;
        for order in &answer.orders {
            if found.contains(order) {
                counts.read_right += 1;
            } else {
                counts.missed += 1;
                self.report("missed", answer.line, line, order);
            }
        }
        for order in found.iter().filter(|order| !answer.orders.contains(order)) {
            counts.invented += 1;
            self.report("invented", answer.line, line, order);
        }
        Ok(())
    }

    /// The orders that a text gives a power, in international notation.
    fn orders(&self, text: &str, power: Power, position: &Position) -> Vec<String> {
        let context = ReadingContext {
            language: self.language,
            power,
            board: self.board(),
            position,
            edition: Edition::Y2000,
        };
        let readings = self.parser.read(text, &context);
        let accepted = readings.iter().filter_map(|reading| reading.result.as_ref().ok());
        accepted.map(|taken| taken.order.international(self.notation, &position.forces)).collect()
    }

    fn report(&self, what: &str, number: usize, line: &str, order: &str) {
        if self.show {
            let line: String = line.chars().take(120).collect();
            println!("    {number} {what} {order}: {line}");
        }
    }
}

/// The pieces of a line between quotation marks and brackets, also the prose between two pairs of them.
fn quoted(line: &str) -> Vec<&str> {
    let marks = ['"', '“', '”', '«', '»', '(', ')'];
    line.split(marks).skip(1).collect()
}
