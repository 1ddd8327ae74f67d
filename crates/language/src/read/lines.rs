//! Classifies the lines of a pasted text: removes bullets and comments, and finds dates and headings.

use std::ops::Range;

use rules::Power;

use super::dates::Date;
use super::lattice::phrases_at;
use super::lexicon::{Lexicon, Meaning};
use super::remarks::is_remark;
use super::tokens::{Token, is_dash, tokens};

/// What a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LineKind {
    /// The line is too long to be read.
    TooLong(Range<usize>),
    /// The line has no words of an order: it is empty, a comment, a remark or a ruler.
    Nothing,
    /// The line starts with a date or a power's name. Orders may follow on the same line.
    Heading {
        power: Option<Power>,
        date: Date,
        rest: Range<usize>,
    },
    Orders(Range<usize>),
}

/// A line can hold a whole sheet of 34 orders in long form.
pub const MAX_LINE_BYTES: usize = 4096;
const MAX_HEADING_WORDS: usize = 12;

/// Classifies one line of a text.
pub(crate) fn classify_line(lexicon: &Lexicon, text: &str, line: Range<usize>) -> LineKind {
    let whole = trim(text, line);
    if whole.len() > MAX_LINE_BYTES {
        return LineKind::TooLong(whole);
    }
    let body = without_bullet(text, without_comment(text, whole));
    if !text[body.clone()].contains(char::is_alphanumeric) {
        return LineKind::Nothing;
    }
    if let Some(words) = tokens(&text[body.clone()], MAX_HEADING_WORDS) {
        if is_remark(lexicon, &text[body.clone()], &words, &mut String::new()) {
            return LineKind::Nothing;
        }
        if let Some(HeadingWords { power, date, .. }) =
            heading(lexicon, &text[body.clone()], &words, Ending::Line)
        {
            return LineKind::Heading { power, date, rest: body.end..body.end };
        }
    }
    // "France: A Par-Bur", "Italië ---> F Tyrrheense Zee xxx"
    for (at, sign) in text[body.clone()].match_indices([':', '>', '→']).take(2) {
        let head = text[body.start..body.start + at].trim_end_matches(is_dash);
        let ending = if sign == ":" { Ending::Colon } else { Ending::Line };
        let Some(words) = tokens(head, MAX_HEADING_WORDS) else { continue };
        if let Some(HeadingWords { power, date, .. }) = heading(lexicon, head, &words, ending) {
            let rest = trim(text, body.start + at + sign.len()..body.end);
            return LineKind::Heading { power, date, rest: without_bullet(text, rest) };
        }
    }
    LineKind::Orders(body)
}

/// The range without white space at both ends.
pub(crate) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = start + part.trim().len();
    start..end
}

/// The line without its comment, which begins with `#` or `//` at the start or after a space.
fn without_comment(text: &str, line: Range<usize>) -> Range<usize> {
    let body = &text[line.clone()];
    let cut = ["#", "//"].into_iter().filter_map(|sign| {
        body.match_indices(sign)
            .map(|(at, _)| at)
            .find(|at| *at == 0 || body[..*at].ends_with(char::is_whitespace))
    });
    let end = cut.min().map_or(line.end, |at| line.start + at);
    trim(text, line.start..end)
}

/// The line without a bullet at its start: "- ", "* ", "1. ", "a) ", "> ".
fn without_bullet(text: &str, line: Range<usize>) -> Range<usize> {
    let body = &text[line.clone()];
    let is_bullet = |c: char| is_dash(c) || c.is_whitespace() || "*•·◦▪●○–—|_[]\u{feff}".contains(c);
    let mut rest = body.trim_start_matches(is_bullet);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let numbered =
        if digits > 0 { digits } else { usize::from(rest.starts_with(|c: char| c.is_ascii_lowercase())) };
    if (1..4).contains(&numbered)
        && let Some(after) = rest[numbered..].strip_prefix([')', '.'])
        && (digits > 0 || rest[numbered..].starts_with(')'))
    {
        rest = after.trim_start_matches(is_bullet);
    }
    line.end - rest.len()..line.end
}

/// What comes after a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Line,
    Colon,
}

/// What the words of a heading say so far.
#[derive(Clone, Copy, Default)]
struct HeadingWords {
    power: Option<Power>,
    date: Date,
    /// Whether any word has a meaning of its own.
    says_anything: bool,
}

/// Whether a text has only a date, a power's name and words of headings; and what it says.
fn heading(lexicon: &Lexicon, text: &str, words: &[Token], ending: Ending) -> Option<HeadingWords> {
    if words.is_empty() {
        return None;
    }
    let mut joined = String::new();
    // By word index: what the words before it say, if they can be a heading.
    let mut reached: Vec<Option<HeadingWords>> = vec![None; words.len() + 1];
    reached[0] = Some(HeadingWords::default());
    for at in 0..words.len() {
        let Some(before) = reached[at] else { continue };
        let saying = HeadingWords { says_anything: true, ..before };
        if let Some(date) = before.date.with_word(&words[at].key) {
            reached[at + 1] = Some(HeadingWords { date, ..saying });
        }
        if words[at].is_dash() {
            reached[at + 1] = reached[at + 1].or(Some(before));
        }
        let found = phrases_at(lexicon, text, words, at, &mut joined);
        for phrase in &found {
            // "Eng" alone is the Channel. Before a colon, or as a full name, it is a power.
            let place = found.iter().any(|s| s.end == phrase.end && matches!(s.meaning, Meaning::Place(_)));
            let after = match phrase.meaning {
                Meaning::Power(power) if ending == Ending::Colon || !place => {
                    Some(HeadingWords { power: Some(power), ..saying })
                }
                Meaning::Heading => Some(saying),
                Meaning::Season(season) => {
                    Some(HeadingWords { date: before.date.with_season(season), ..saying })
                }
                // "Den" is Denmark rather than an article.
                Meaning::Skip if !place => Some(before),
                Meaning::Power(_)
                | Meaning::Skip
                | Meaning::Place(_)
                | Meaning::Closed
                | Meaning::Inside(_)
                | Meaning::Kind(_)
                | Meaning::Action(_)
                | Meaning::Coast(_)
                | Meaning::Via
                | Meaning::From
                | Meaning::And
                | Meaning::Everyone
                | Meaning::Not => None,
            };
            let known = &mut reached[phrase.end];
            *known = match (*known, after) {
                (Some(HeadingWords { power: None, .. }), Some(HeadingWords { power: Some(_), .. }))
                | (None, _) => after,
                (Some(_), _) => *known,
            };
        }
    }
    reached[words.len()].filter(|heading| heading.says_anything)
}
