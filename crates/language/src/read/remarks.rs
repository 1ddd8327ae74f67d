//! What rulebooks print behind an order: its meaning in words, a remark such as "<goed>", or another order.

use std::ops::Range;

use rules::AdjustmentOrder;

use super::interpret::{Effort, Interpretation};
use super::lattice::phrases_at;
use super::lexicon::{LanguageSet, Lexicon, Meaning};
use super::lines::trim;
use super::piece_reader::{Interpretations, PieceReader};
use super::tokens::{Token, is_dash, tokens};
use crate::AnyOrder;

/// A longer text is prose.
const MAX_WORDS_WITH_REMARK: usize = 32;

impl PieceReader<'_> {
    /// Reads an order with a remark behind it, or with the same order in other words, or with a second order
    /// that begins with its unit: "A Lon - Bel F Eng C A Lon - Bel". Both must be orders as they are written:
    /// prose behind an order, such as a condition, is not left out.
    pub(crate) fn read_with_remark(&self, piece: &Range<usize>) -> Option<Interpretations> {
        let text = &self.text[piece.clone()];
        let words = tokens(text, MAX_WORDS_WITH_REMARK)?;
        let lexicon = &self.reader.lexicon;
        let mut joined = String::new();
        // An order has at least a unit and a sign.
        for at in 2..words.len() {
            let rest = &words[at..];
            let starts_unit = || {
                let phrases = phrases_at(lexicon, text, &words, at, &mut String::new());
                let writer = LanguageSet::one(self.context.language);
                let kind = |s: &super::lattice::PhraseMeaning| {
                    matches!(s.meaning, Meaning::Kind(_)) && s.languages.overlaps(writer)
                };
                phrases.iter().any(kind)
            };
            let remark = is_remark(lexicon, text, rest, &mut joined);
            if !remark && !starts_unit() {
                continue;
            }
            let (order, alternative) =
                self.before_or(self.trimmed(piece.start..piece.start + words[at].span.start));
            let first = self.interpret(&order, Effort::AsWritten);
            let Interpretation::Accepted(taken) = &first else { continue };
            // "do not build A Mos" is not a waived build and a build.
            if taken.order == AnyOrder::Adjustment(AdjustmentOrder::Waive) {
                continue;
            }
            if remark {
                return Some(vec![(order, first)]);
            }
            let tail = self.trimmed(piece.start + words[at].span.start..piece.end);
            let second = self.interpret(&tail, Effort::AsWritten);
            let Interpretation::Accepted(again) = &second else { continue };
            let same = taken.order == again.order;
            // "A Par - Bur or A Par - Pic" is a choice, and not an order.
            if alternative && !same {
                continue;
            }
            let mut found = vec![(order, first)];
            if !same {
                found.push((tail, second));
            }
            return Some(found);
        }
        None
    }

    /// A part without the "or" at its end, and whether there is one.
    fn before_or(&self, range: Range<usize>) -> (Range<usize>, bool) {
        let text = &self.text[range.clone()];
        let Some(last) = tokens(text, MAX_WORDS_WITH_REMARK).and_then(|words| words.last().cloned()) else {
            return (range, false);
        };
        if self.reader.lexicon.is_or(&last.key) {
            (self.trimmed(range.start..range.start + last.span.start), true)
        } else {
            (range, false)
        }
    }

    /// A part without the signs between an order and its remark.
    fn trimmed(&self, range: Range<usize>) -> Range<usize> {
        let between = |c: char| is_dash(c) || c.is_whitespace() || ",.(<[=:\"".contains(c);
        let range = trim(self.text, range);
        let end = range.start + self.text[range.clone()].trim_end_matches(between).len();
        range.start..end
    }
}

/// Whether some words are a remark of any language and nothing else. A place may stand in its gap.
pub(crate) fn is_remark(lexicon: &Lexicon, text: &str, words: &[Token], joined: &mut String) -> bool {
    let words: Vec<Token> = words.iter().filter(|word| !word.is_dash()).cloned().collect();
    let is = |said: &[Token], phrase: &[String]| said.iter().map(|word| &word.key).eq(phrase);
    lexicon.remarks.iter().any(|(head, gap)| {
        let Some(rest) = words.len().checked_sub(head.len()).map(|_| &words[head.len()..]) else {
            return false;
        };
        let Some(tail) = gap else { return is(&words, head) };
        is(&words[..head.len()], head)
            && rest.len() > tail.len()
            && is(&rest[rest.len() - tail.len()..], tail)
            && {
                let inner = &rest[..rest.len() - tail.len()];
                let phrases = phrases_at(lexicon, text, inner, 0, joined);
                phrases.iter().any(|s| s.end == inner.len() && matches!(s.meaning, Meaning::Place(_)))
            }
    })
}
