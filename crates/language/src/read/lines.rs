//! A pasted text as lines: bullets, comments, dates and headings set aside.

use std::ops::Range;

use rules::Power;

use super::lattice::stretches;
use super::lexicon::{Lexicon, Meaning};
use super::tokens::{is_dash, tokens};

/// What a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// Longer than anybody writes.
    TooLong(Range<usize>),
    /// Empty, a comment, a rule.
    Nothing,
    /// A date or a power's name; orders may follow on the same line.
    Heading {
        power: Option<Power>,
        rest: Range<usize>,
    },
    Orders(Range<usize>),
}

/// A whole sheet of 34 orders in long form fits.
const LONGEST: usize = 4096;
const MOST_HEADING_WORDS: usize = 12;

/// Looks at one line of a text.
pub(crate) fn look(lexicon: &Lexicon, text: &str, line: Range<usize>) -> Line {
    let whole = trim(text, line);
    if whole.len() > LONGEST {
        return Line::TooLong(whole);
    }
    let body = without_bullet(text, without_comment(text, whole));
    if !text[body.clone()].contains(char::is_alphanumeric) {
        return Line::Nothing;
    }
    if let Some(power) = heading(lexicon, &text[body.clone()], Ending::Line) {
        return Line::Heading { power, rest: body.end..body.end };
    }
    // "France: A Par-Bur", "Italië ---> F Tyrrheense Zee xxx"
    for (at, sign) in text[body.clone()].match_indices([':', '>', '→']).take(2) {
        let head = text[body.start..body.start + at].trim_end_matches(is_dash);
        if let Some(power) = heading(lexicon, head, if sign == ":" { Ending::Colon } else { Ending::Line }) {
            let rest = trim(text, body.start + at + sign.len()..body.end);
            return Line::Heading { power, rest: without_bullet(text, rest) };
        }
    }
    Line::Orders(body)
}

/// Takes white space from both ends of a range.
pub(crate) fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    let end = start + part.trim().len();
    start..end
}

/// Cuts a comment: `#` or `//` at the start, or after a space.
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

/// Takes off "- ", "* ", "1. ", "a) ", "> " at the start.
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Line,
    Colon,
}

/// Whether a text is nothing but a date, a power's name and words of headings; and whose.
fn heading(lexicon: &Lexicon, text: &str, ending: Ending) -> Option<Option<Power>> {
    let words = tokens(text, MOST_HEADING_WORDS)?;
    if words.is_empty() {
        return None;
    }
    let mut joined = String::new();
    // By word: whether the words before it are a heading, whose, and whether they say anything.
    let mut reached: Vec<Option<(Option<Power>, bool)>> = vec![None; words.len() + 1];
    reached[0] = Some((None, false));
    for at in 0..words.len() {
        let Some((power, says)) = reached[at] else { continue };
        if is_date(&words[at].key) {
            reached[at + 1] = Some((power, true));
        }
        if words[at].is_dash() {
            reached[at + 1] = reached[at + 1].or(Some((power, says)));
        }
        let found = stretches(lexicon, text, &words, at, &mut joined);
        for stretch in &found {
            // "Eng" alone is the Channel; with a colon behind it, or written out, it is a power.
            let place = found.iter().any(|s| s.end == stretch.end && matches!(s.meaning, Meaning::Place(_)));
            let says_now = match stretch.meaning {
                Meaning::Power(power) if ending == Ending::Colon || !place => Some((Some(power), true)),
                Meaning::Heading => Some((power, true)),
                // "Den" is Denmark before it is an article.
                Meaning::Skip if !place => Some((power, says)),
                Meaning::Power(_)
                | Meaning::Skip
                | Meaning::Place(_)
                | Meaning::Kind(_)
                | Meaning::Deed(_)
                | Meaning::Coast(_)
                | Meaning::Via
                | Meaning::From
                | Meaning::And
                | Meaning::Everyone
                | Meaning::Not => None,
            };
            let known = &mut reached[stretch.end];
            *known = match (*known, says_now) {
                (Some((None, _)), Some((Some(_), _))) | (None, _) => says_now,
                (Some(_), _) => *known,
            };
        }
    }
    reached[words.len()].filter(|(_, says)| *says).map(|(power, _)| power)
}

/// "1901", "S1901M", "F01".
fn is_date(word: &str) -> bool {
    let digits = word.trim_matches(|c: char| c.is_ascii_lowercase());
    let letters = word.len() - digits.len();
    let count = digits.len();
    (digits.bytes().all(|b| b.is_ascii_digit()) && count == 4 && letters <= 2)
        || (count == 2
            && letters == 1
            && word.starts_with(['s', 'f', 'w'])
            && digits.bytes().all(|b| b.is_ascii_digit()))
}
