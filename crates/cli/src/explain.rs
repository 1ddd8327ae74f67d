//! `detente explain`: reads positions with orders and writes a commentary in the reader's language.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use cases::Case;
use language::explain::{Explainer, Format, Language};
use language::{Locale, OrderWriter};
use notation::Notation;
use rules::{Edition, Position, Power};

use crate::phase_input;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// JSON objects as `adjudicate` takes them, or a game as the page, `store export`, `simulate` or `arena`
    /// writes it; standard input if left out.
    file: Option<PathBuf>,
    /// The reader's language: en, nl, fr, es or de.
    #[arg(long, short, default_value = "en")]
    language: String,
    #[arg(long, short, value_enum, default_value_t = Style::Plain)]
    format: Style,
    /// How orders are written.
    #[arg(long, value_enum, default_value_t = OrderNotation::Own)]
    notation: OrderNotation,
    /// Explain the rulebook's sample game.
    #[arg(long, conflicts_with_all = ["file", "case_file"])]
    sample_game: bool,
    /// Explain the cases of a case file.
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    case_file: Option<PathBuf>,
    /// Only the case with this id.
    #[arg(long, value_name = "ID", requires = "case_file")]
    case: Option<String>,
}

/// The format of the commentary.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Failed orders between underscores.
    Plain,
    /// Failed orders underlined on the terminal.
    Ansi,
    Markdown,
    Html,
}

/// How orders are written.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum OrderNotation {
    /// As the rulebook of the reader's language writes them: E Bud-Gli, F StP CS – Bot.
    Own,
    /// A BUD - GAL, F STP/SC - BOT.
    International,
}

impl Style {
    const fn format(self) -> Format {
        match self {
            Self::Plain => Format::Plain,
            Self::Ansi => Format::Ansi,
            Self::Markdown => Format::Markdown,
            Self::Html => Format::Html,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let variant = atlas::standard();
    let writer = OrderWriter::new(variant, &Locale::built_in(), &args.language);
    let explainer = Explainer::new(variant, language(&args.language)?);
    let explainer = match (args.notation, &writer) {
        (OrderNotation::Own, Some(writer)) => explainer.in_notation_of(writer),
        (OrderNotation::Own, None) | (OrderNotation::International, _) => explainer,
    };
    let format = args.format.format();
    let mut faults = Vec::new();
    let text = match (&args.case_file, args.sample_game) {
        (None, true) => {
            let heading = format.heading(&explainer.sample_game_title());
            heading + &explain_cases(&explainer, cases::files::SAMPLE_GAME, None, format, &mut faults)?
        }
        (Some(path), _) => {
            let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
            explain_cases(&explainer, &text, args.case.as_deref(), format, &mut faults)?
        }
        (None, false) => {
            explain_json(&explainer, &phase_input::read_text(args.file.as_deref())?, format, &mut faults)
        }
    };
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write to standard output")?;
    for fault in &faults {
        let _ = writeln!(std::io::stderr(), "{fault}");
    }
    match faults.len() {
        0 => Ok(()),
        count => bail!("not explained: {count}"),
    }
}

fn language(code: &str) -> anyhow::Result<&'static Language> {
    Language::built_in(code).with_context(|| {
        let known: Vec<&str> = Language::all().iter().map(Language::code).collect();
        format!("no language '{code}'; there are {}", known.join(", "))
    })
}

/// Explains one object after another. An object that cannot be explained is reported with its line and id.
fn explain_json(explainer: &Explainer<'_>, text: &str, format: Format, faults: &mut Vec<String>) -> String {
    let board = explainer.board();
    let mut out = String::new();
    for object in phase_input::read_each(board, text).into_iter().filter(|object| !object.is_current_position)
    {
        let turn = match object.turn {
            Ok(turn) => turn,
            Err(error) => {
                let id = object.id.map(|id| format!(" (id {id})")).unwrap_or_default();
                faults.push(format!("line {}{id}: {error:#}", object.line));
                continue;
            }
        };
        let own_board = turn.board(board);
        let explainer = explainer.for_board(&own_board);
        let mut position = turn.position;
        let lines: Vec<(Power, &str)> =
            turn.orders.iter().map(|(power, text)| (*power, text.as_str())).collect();
        out.push_str(
            &explainer
                .resolve_and_explain(&mut position, turn.edition.unwrap_or(Edition::Y2000), &lines)
                .render(format),
        );
    }
    out
}

/// Explains the cases of a file, each under the first edition that it names. A case that cannot be explained
/// is reported, and the next one follows.
fn explain_cases(
    explainer: &Explainer<'_>,
    text: &str,
    id: Option<&str>,
    format: Format,
    faults: &mut Vec<String>,
) -> anyhow::Result<String> {
    let cases = cases::parse(text).map_err(anyhow::Error::msg)?;
    let chosen: Vec<&Case> = cases.iter().filter(|case| id.is_none_or(|id| case.id == id)).collect();
    if chosen.is_empty() {
        bail!(
            "no such case; the file has {}",
            cases.iter().map(|case| case.id.as_str()).collect::<Vec<_>>().join(", ")
        );
    }
    let mut out = String::new();
    for case in &chosen {
        let edition = case.editions.first().copied().unwrap_or(Edition::Y2000);
        if chosen.len() > 1 || id.is_some() {
            out.push_str(&format.heading(&format!("{} {} ({})", case.id, case.title, edition.key())));
        }
        if let Err(error) = explain_case(explainer, case, edition, format, &mut out) {
            let (id, line) = (&case.id, case.line);
            faults.push(format!("line {line}, case {id}, edition {}: {error:#}", edition.key()));
        }
    }
    Ok(out)
}

fn explain_case(
    explainer: &Explainer<'_>,
    case: &Case,
    edition: Edition,
    format: Format,
    out: &mut String,
) -> anyhow::Result<()> {
    let Some(first) = case.sections.first() else { return Ok(()) };
    let board = cases::board_of(explainer.board(), first).map_err(anyhow::Error::msg)?;
    let explainer = explainer.for_board(&board);
    let notation = Notation::new(&board);
    let mut position: Option<Position> = None;
    for section in &case.sections {
        let position = match &mut position {
            Some(position) => position,
            none => none.insert(cases::starting_position(&notation, section).map_err(anyhow::Error::msg)?),
        };
        let ordered = section.orders.iter().filter(|line| !line.is_unordered());
        let line =
            |line: &cases::OrderLine| notation.power(&line.power).map(|power| (power, line.order.clone()));
        let lines: Vec<(Power, String)> = ordered.filter_map(line).collect();
        let lines: Vec<(Power, &str)> = lines.iter().map(|(power, text)| (*power, text.as_str())).collect();
        out.push_str(&explainer.resolve_and_explain(position, edition, &lines).render(format));
    }
    Ok(())
}
