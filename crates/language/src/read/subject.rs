//! Sentences about a power: "Germany builds F Kiel and A Munich", and verbs around a unit: "baut A Gal ab".

use std::ops::Range;

use rules::Power;

use super::MAX_ORDERS_PER_LINE;
use super::candidate_order::Action;
use super::interpret;
use super::lattice::phrases_at;
use super::lexicon::Meaning;
use super::lines::trim;
use super::piece_reader::{Interpretations, PieceReader, split};
use super::tokens::Token;
use crate::locale::ActionWord;

impl PieceReader<'_> {
    /// The power that a piece begins with, and the rest, if the rest begins with a verb. A word that is also a
    /// place is not such a power: "Eng moves to Bel".
    pub(crate) fn after_subject(
        &self,
        piece: &Range<usize>,
        words: &[Token],
    ) -> Option<(Power, Range<usize>)> {
        let text = &self.text[piece.clone()];
        let lexicon = &self.reader.lexicon;
        let mut joined = String::new();
        let mut at = 0;
        while at < words.len() {
            let found = phrases_at(lexicon, text, words, at, &mut joined);
            let is_place =
                |end: usize| found.iter().any(|s| s.end == end && matches!(s.meaning, Meaning::Place(_)));
            let powers = found.iter().filter(|s| s.end < words.len() && !is_place(s.end)).filter_map(|s| {
                let Meaning::Power(power) = s.meaning else { return None };
                Some((power, s.end))
            });
            if let Some((power, end)) = powers.max_by_key(|(_, end)| *end) {
                let verb = phrases_at(lexicon, text, words, end, &mut joined);
                // One letter is a sign of the notation, not a verb: "France A Par" has no verb.
                let is_verb = words[end].key.len() > 1
                    && verb.iter().any(|s| matches!(s.meaning, Meaning::Action(_)))
                    && !verb.iter().any(|s| matches!(s.meaning, Meaning::Place(_) | Meaning::Kind(_)));
                let rest = trim(self.text, piece.start + words[end].span.start..piece.end);
                return is_verb.then_some((power, rest));
            }
            if !found.iter().any(|s| s.meaning == Meaning::Skip && s.end == at + 1) {
                return None;
            }
            at += 1;
        }
        None
    }

    /// Reads units between the two parts of a verb: "baut A Gal und F Kie ab".
    pub(crate) fn read_separable(&self, piece: &Range<usize>, words: &[Token]) -> Option<Interpretations> {
        let is = |said: Option<&[Token]>, phrase: &[String]| {
            said.is_some_and(|said| said.iter().map(|word| &word.key).eq(phrase))
        };
        let (action, head, tail) = self.reader.lexicon.separable.iter().find(|(_, head, tail)| {
            words.len() > head.len() + tail.len()
                && is(words.get(..head.len()), head)
                && is(words.get(words.len() - tail.len()..), tail)
        })?;
        let action = match action {
            ActionWord::Disband => Action::Disband,
            ActionWord::Build => Action::Build,
            ActionWord::Hold
            | ActionWord::Move
            | ActionWord::Attack
            | ActionWord::Support
            | ActionWord::Convoy
            | ActionWord::Retreat
            | ActionWord::Waive => return None,
        };
        let start = piece.start + words.get(head.len())?.span.start;
        let end = piece.start + words.get(words.len() - tail.len() - 1)?.span.end;
        let mut found = Interpretations::new();
        for part in split(self.text, start..end, ",") {
            for part in self.between_ands(&part).unwrap_or_else(|| vec![part]) {
                let words = &self.text[part.clone()];
                let language = self.context.language;
                let read = interpret::interpret_unit_with_action;
                let interpretation = read(self.reader, &self.checker, language, words, action)?;
                found.push((part, interpretation));
            }
        }
        (found.len() <= MAX_ORDERS_PER_LINE).then_some(found)
    }
}
