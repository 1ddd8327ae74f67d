//! `detente read`: reads orders as people write them, and writes one JSON object per order.

use std::borrow::Cow;
use std::io::{BufWriter, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use language::{Locale, OrderReader, ReadingContext, ReadingProblem, Wording};
use notation::Notation;
use rules::{Board, Edition, Position, Power};
use serde::Serialize;

use crate::phase_input::{self, InputPhase};

/// Reads orders written in a language, as pasted from a message or a sheet, and says what each means.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The writer's language: en, nl, fr, es or de.
    #[arg(long)]
    language: String,
    /// Whose orders they are: FRANCE.
    #[arg(long)]
    power: String,
    /// A JSON object with phase, units, centers and dislodged; without it, the start of the game.
    #[arg(long)]
    position: Option<PathBuf>,
    /// The rules to go by.
    #[arg(long, default_value = "2000")]
    rules: String,
}

/// A longer text is refused.
const MAX_INPUT_BYTES: u64 = 64 * 1024 * 1024;
/// How much of a line that is too long is shown.
const MAX_SHOWN_BYTES: usize = 200;

#[derive(Serialize)]
struct Answer<'a> {
    text: &'a str,
    line: usize,
    /// Position in the whole text, in characters from 0. The end is not included.
    span: [usize; 2],
    order: Option<String>,
    problem: Option<&'static str>,
    /// The problem as a sentence in the writer's language.
    sentence: Option<String>,
    readings: Vec<String>,
    /// In the writer's language: the order, or the only meaning of a refused line. Empty if there is none.
    written: String,
    suggestions: Vec<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let variant = atlas::standard();
    let reader = OrderReader::new(variant, &Locale::built_in());
    let Some(language) = reader.language(&args.language) else {
        let known: Vec<&str> = reader.languages().collect();
        bail!("no language '{}': there are {}", args.language, known.join(", "));
    };
    let notation = Notation::new(&variant.board);
    let power = power(&notation, &args.power)?;
    let edition = Edition::from_key(&args.rules)
        .with_context(|| format!("no rules '{}': there are 2000, 2023 and datc", args.rules))?;
    let (board, position) = match &args.position {
        None => (Cow::Borrowed(&variant.board), Position::start(&variant.board)),
        Some(path) => {
            let turn = read_position(&variant.board, path)
                .with_context(|| format!("the position in {}", path.display()))?;
            (turn.board(&variant.board), turn.position)
        }
    };
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(MAX_INPUT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_INPUT_BYTES {
        bail!("the text is larger than 64 MB");
    }
    let text = String::from_utf8_lossy(&bytes);
    let desk = ReadingContext { language, power, board: &board, position: &position, edition };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut counter = CharacterCounter { text: &text, byte: 0, characters: 0 };
    for answer in reader.answer(&text, &desk) {
        let answer = json_answer(&text, answer, &mut counter);
        serde_json::to_writer(&mut out, &answer)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}

fn json_answer<'t>(
    text: &'t str,
    answer: language::Answer,
    counter: &mut CharacterCounter<'_>,
) -> Answer<'t> {
    let mut end = answer.span.end;
    if matches!(&answer.result, Err(declined) if declined.problem == ReadingProblem::TooLong) {
        end = end.min(answer.span.start + MAX_SHOWN_BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
    }
    let span = [counter.character_at(answer.span.start), counter.character_at(answer.span.end)];
    let (text, line) = (&text[answer.span.start..end], answer.line);
    match answer.result {
        Ok(accepted) => {
            let Wording { order, written } = accepted.words;
            let readings = vec![order.clone()];
            let (problem, sentence) = (None, None);
            let suggestions = Vec::new();
            Answer { text, line, span, order: Some(order), problem, sentence, readings, written, suggestions }
        }
        Err(declined) => {
            let written = match declined.readings.as_slice() {
                [only] => only.written.clone(),
                _ => String::new(),
            };
            let (problem, sentence) = (Some(declined.problem.key()), Some(declined.sentence));
            let readings = declined.readings.into_iter().map(|words| words.order).collect();
            let suggestions = declined.suggestions.into_iter().map(|words| words.written).collect();
            Answer { text, line, span, order: None, problem, sentence, readings, written, suggestions }
        }
    }
}

/// Converts byte positions into character positions. Most calls are in growing order; "all others hold" is
/// several orders from the same words, which goes back.
struct CharacterCounter<'t> {
    text: &'t str,
    byte: usize,
    characters: usize,
}

impl CharacterCounter<'_> {
    fn character_at(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            // Only these words are counted back: counting from the start of the text for each such line would
            // be quadratic.
            self.characters -= self.text[byte..self.byte].chars().count();
        } else {
            self.characters += self.text[self.byte..byte].chars().count();
        }
        self.byte = byte;
        self.characters
    }
}

fn power(notation: &Notation<'_>, name: &str) -> anyhow::Result<Power> {
    notation.power(name).with_context(|| format!("no power '{name}'"))
}

fn read_position(board: &Board, path: &Path) -> anyhow::Result<InputPhase> {
    let size = std::fs::metadata(path)?.len();
    if size > MAX_INPUT_BYTES {
        bail!("the file is larger than 64 MB");
    }
    let mut turns = phase_input::read_all(board, &std::fs::read_to_string(path)?)?;
    if turns.len() > 1 {
        bail!("it holds {} positions, and one is wanted", turns.len());
    }
    Ok(turns.swap_remove(0))
}
