//! One piece between semicolons: one order, or several where that is the only way to read it.

use std::ops::Range;

use rules::Order;

use super::decide::{self, Effort, Verdict};
use super::draft::{Deed, Place};
use super::legal::Bench;
use super::lexicon::{Help, Languages, Meaning};
use super::lines::trim;
use super::tokens::{Token, tokens};
use super::{Desk, MOST_PARTS, Reader, ReadingProblem, Refusal, Taken};
use crate::Command;

/// Orders with the bytes that they were read from.
pub(crate) type Verdicts = Vec<(Range<usize>, Verdict)>;

/// A line has no more words than this.
const MOST_WORDS: usize = 2048;

/// A piece on somebody's desk.
pub(crate) struct Pieces<'a> {
    pub(crate) reader: &'a Reader<'a>,
    pub(crate) text: &'a str,
    pub(crate) desk: &'a Desk<'a>,
    pub(crate) bench: Bench<'a>,
}

impl Pieces<'_> {
    pub(crate) fn read(&self, piece: Range<usize>) -> Verdicts {
        match self.helped(&piece) {
            Some(verdicts) => verdicts,
            None => self.read_plain(piece),
        }
    }

    fn read_plain(&self, piece: Range<usize>) -> Verdicts {
        let whole = self.decide(&piece, Effort::AsWritten);
        if matches!(whole, Verdict::Taken(_)) {
            return vec![(piece, whole)];
        }
        if let Some(shared) = self.shared(&piece) {
            return shared;
        }
        for separator in [",", " / "] {
            let parts = split(self.text, piece.clone(), separator);
            if !(2..=MOST_PARTS).contains(&parts.len()) {
                continue;
            }
            let verdicts: Verdicts = parts.into_iter().flat_map(|part| self.part(part)).collect();
            // A comma also stands in sentences.
            let read = |(_, verdict): &(_, Verdict)| verdict.is_read();
            if verdicts.iter().all(read) || (!whole.is_read() && verdicts.iter().any(read)) {
                return verdicts;
            }
        }
        if let Some(joined) = self.joined(&piece) {
            return joined;
        }
        if whole.is_read() {
            return vec![(piece, whole)];
        }
        let whole = self.decide(&piece, Effort::Full);
        if !whole.is_read()
            && let Some(sentences) = self.sentences(&piece)
        {
            return sentences;
        }
        vec![(piece, whole)]
    }

    /// A part between commas, in which orders may still be joined: "…, A Mar-Spa and F Bre-Mao".
    fn part(&self, part: Range<usize>) -> Verdicts {
        let whole = self.decide(&part, Effort::AsWritten);
        if matches!(whole, Verdict::Taken(_)) {
            return vec![(part, whole)];
        }
        self.shared(&part).or_else(|| self.joined(&part)).unwrap_or_else(|| {
            let whole = self.decide(&part, Effort::Full);
            vec![(part, whole)]
        })
    }

    /// Orders with "and" between them. They are taken apart if each says by itself what a unit does;
    /// "A Par and A Mar - Bur" does not, and nobody guesses what belongs to which.
    fn joined(&self, piece: &Range<usize>) -> Option<Verdicts> {
        let parts = self.between_ands(piece)?;
        let joined = || vec![(piece.clone(), Verdict::Refused(Refusal::bare(ReadingProblem::Joined)))];
        if parts.len() > MOST_PARTS {
            return Some(joined());
        }
        let verdicts: Verdicts = parts
            .into_iter()
            .map(|part| {
                let verdict = self.decide(&part, Effort::Full);
                (part, verdict)
            })
            .collect();
        if verdicts.len() == 1 {
            return Some(verdicts);
        }
        if !verdicts.iter().any(|(_, verdict)| verdict.is_read()) {
            return None;
        }
        // "A Par supports Mar and Bur to Bel" may be one support of two units.
        let swallows = verdicts.windows(2).any(|pair| {
            let supports =
                |said: &Command| matches!(said, Command::Order { order: Order::SupportHold { .. }, .. });
            let moves = |said: &Command| matches!(said, Command::Order { order: Order::Move { .. }, .. });
            pair[0].1.says().iter().any(supports) && pair[1].1.says().iter().any(moves)
        });
        let whole = verdicts.iter().all(|(_, verdict)| verdict.is_whole());
        Some(if whole && !swallows { verdicts } else { joined() })
    }

    /// The parts between words like "and", if there is such a word.
    pub(crate) fn between_ands(&self, piece: &Range<usize>) -> Option<Vec<Range<usize>>> {
        let text = &self.text[piece.clone()];
        let words = tokens(text, MOST_WORDS)?;
        let ands: Vec<&Token> = words.iter().filter(|word| self.is_and(&word.key)).collect();
        if ands.is_empty() {
            return None;
        }
        let starts = std::iter::once(0).chain(ands.iter().map(|word| word.span.end));
        let ends = ands.iter().map(|word| word.span.start).chain([text.len()]);
        let parts = starts.zip(ends).map(|(start, end)| {
            let part = trim(self.text, piece.start + start..piece.start + end);
            let end = part.start + self.text[part.clone()].trim_end_matches([',', '.']).len();
            part.start..end
        });
        let parts: Vec<_> =
            parts.filter(|part| self.text[part.clone()].contains(char::is_alphanumeric)).collect();
        (!parts.is_empty()).then_some(parts)
    }

    /// The Dutch "en" is no "and" to somebody who writes French.
    fn is_and(&self, key: &str) -> bool {
        let writer = Languages::one(self.desk.language);
        let entries = self.reader.lexicon.meanings(key);
        let and = entries.iter().find(|entry| entry.meaning == Meaning::And);
        matches!(key, "&" | "+")
            || and.is_some_and(|and| {
                let else_ = |entry: &super::lexicon::Entry| {
                    entry.meaning != Meaning::And && entry.languages.meets(writer)
                };
                and.languages.meets(writer) || !entries.iter().any(else_)
            })
    }

    /// "A Par - Bur supported by A Mar", "A Lon - Bel, convoyed by F Nth": an order, and units that help it.
    fn helped(&self, piece: &Range<usize>) -> Option<Verdicts> {
        let text = &self.text[piece.clone()];
        let phrases = &self.reader.lexicon.helped_by;
        let words = tokens(text, MOST_WORDS)?;
        let found = (1..words.len()).find_map(|i| {
            let same = |(_, phrase): &&(Help, Vec<String>)| {
                let said = words.get(i..i + phrase.len());
                said.is_some_and(|said| said.iter().map(|word| &word.key).eq(phrase.iter()))
            };
            let longest = phrases.iter().filter(same).max_by_key(|(_, phrase)| phrase.len());
            longest.map(|(help, phrase)| (*help, i, i + phrase.len()))
        });
        let (help, start, end) = found?;
        let head = piece.start..piece.start + words[start].span.start;
        let head =
            trim(self.text, head.start..head.start + self.text[head].trim_end_matches([' ', ',']).len());
        let tail = trim(self.text, piece.start + words[end - 1].span.end..piece.end);
        let mut verdicts = self.read_plain(head);
        let helped = match verdicts.last_mut() {
            Some((_, Verdict::Taken(taken))) => taken,
            Some((_, Verdict::Refused(_) | Verdict::Others)) | None => return Some(self.in_one(piece)),
        };
        let Some(deed) = self.help(help, helped) else { return Some(self.in_one(piece)) };
        for part in split(self.text, tail, ",") {
            for part in self.between_ands(&part).unwrap_or_else(|| vec![part]) {
                let words = &self.text[part.clone()];
                let helper = decide::with_deed(self.reader, &self.bench, self.desk.language, words, deed);
                let verdict = helper.unwrap_or_else(|| self.decide(&part, Effort::Full));
                verdicts.push((part, verdict));
            }
        }
        (verdicts.len() <= MOST_PARTS).then_some(verdicts)
    }

    fn in_one(&self, piece: &Range<usize>) -> Verdicts {
        vec![(piece.clone(), Verdict::Refused(Refusal::bare(ReadingProblem::Joined)))]
    }

    /// What those who help an order do. An army that is said to be convoyed goes by sea.
    fn help(&self, help: Help, helped: &mut Taken) -> Option<Deed> {
        let board = self.bench.board;
        let Command::Order { unit, order } = &mut helped.command else { return None };
        let from = board.province_of(unit.location);
        match (help, &order) {
            (Help::Support, Order::Hold) => Some(Deed::SupportHold { of: from, said: true }),
            (Help::Support, Order::Move { to, .. }) => {
                let to = Place { province: board.province_of(*to), coast: board.coast(*to) };
                Some(Deed::SupportMove { from, to })
            }
            (Help::Convoy, Order::Move { to, .. }) => {
                let to = *to;
                *order = self.bench.by_sea(unit, to);
                Some(Deed::Convoy { from, to: board.province_of(to) })
            }
            (Help::Convoy, Order::Hold)
            | (_, Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. }) => None,
        }
    }

    /// Orders with dots between them. A dot also stands behind abbreviations: a part that is no order
    /// goes on to the next dot, and all of it must come out as orders without guessing.
    fn sentences(&self, piece: &Range<usize>) -> Option<Verdicts> {
        let parts = split(self.text, piece.clone(), ". ");
        let mut found = Vec::new();
        let mut start = parts.first()?.start;
        for (i, part) in parts.iter().enumerate().take(MOST_PARTS) {
            let sentence = start..part.end;
            let verdict = self.decide(&sentence, Effort::AsWritten);
            if matches!(verdict, Verdict::Taken(_)) {
                found.push((sentence, verdict));
                start = parts.get(i + 1).map_or(piece.end, |next| next.start);
            }
        }
        (start == piece.end).then_some(found)
    }

    pub(crate) fn decide(&self, range: &Range<usize>, effort: Effort) -> Verdict {
        decide::decide(self.reader, &self.bench, self.desk.language, &self.text[range.clone()], effort)
    }
}

/// The parts between separators that have letters in them, trimmed.
pub(crate) fn split(text: &str, range: Range<usize>, separator: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    for part in text[range].split(separator) {
        let found = trim(text, start..start + part.len());
        start += part.len() + separator.len();
        if text[found.clone()].contains(char::is_alphanumeric) {
            parts.push(found);
        }
    }
    parts
}
