//! Reads one piece of text between semicolons: as one order, or as several if it cannot be one.

use std::ops::Range;

use rules::{Order, PhaseKind};

use super::candidate_order::{Action, Place};
use super::interpret::{self, Effort, Interpretation};
use super::legality_checker::LegalityChecker;
use super::lexicon::{Help, LanguageSet, Meaning};
use super::lines::trim;
use super::tokens::{Token, tokens};
use super::{
    AcceptedOrder, MAX_ORDERS_PER_LINE, OrderParser, ReadingContext, ReadingProblem, ReadingRefusal,
};
use crate::AnyOrder;

/// What was read, with the bytes that it was read from.
pub(crate) type Interpretations = Vec<(Range<usize>, Interpretation)>;

/// A piece with more words is not split at "and" or "supported by".
const MAX_WORDS_PER_PIECE: usize = 2048;

/// So many words before a comma, none of which belongs to orders, are the beginning of a sentence in prose.
const MIN_WORDS_OF_PROSE: usize = 4;

/// Reads the pieces of one text for one power.
pub(crate) struct PieceReader<'a> {
    pub(crate) reader: &'a OrderParser<'a>,
    pub(crate) text: &'a str,
    pub(crate) context: &'a ReadingContext<'a>,
    pub(crate) checker: LegalityChecker<'a>,
}

impl PieceReader<'_> {
    pub(crate) fn read(&self, piece: Range<usize>) -> Interpretations {
        let Some(mut words) = self.words(&piece) else { return self.read_plain(piece) };
        let piece = match self.after_subject(&piece, &words) {
            Some((power, rest)) if power == self.checker.power => {
                words = self.words(&rest).unwrap_or_default();
                rest
            }
            Some(_) => {
                let refusal = ReadingRefusal::without_readings(ReadingProblem::OtherPower);
                return vec![(piece, Interpretation::Refused(refusal))];
            }
            None => piece,
        };
        self.read_separable(&piece, &words)
            .or_else(|| self.read_helped_by(&piece, &words))
            .unwrap_or_else(|| self.read_plain(piece))
    }

    /// The words of a piece that is not too long.
    fn words(&self, piece: &Range<usize>) -> Option<Vec<Token>> {
        tokens(&self.text[piece.clone()], MAX_WORDS_PER_PIECE)
    }

    fn read_plain(&self, piece: Range<usize>) -> Interpretations {
        let whole = self.interpret(&piece, Effort::AsWritten);
        if matches!(whole, Interpretation::Accepted(_)) {
            return vec![(piece, whole)];
        }
        if let Some(found) = self.read_with_remark(&piece) {
            return found;
        }
        if let Some(shared) = self.read_shared_order(&piece) {
            return shared;
        }
        for separator in [",", " / "] {
            let parts = split(self.text, piece.clone(), separator);
            if !(2..=MAX_ORDERS_PER_LINE).contains(&parts.len()) {
                continue;
            }
            let interpretations: Interpretations =
                parts.into_iter().flat_map(|part| self.read_part(part)).collect();
            // A comma can also be inside one order: all parts must be orders, or the whole is not one.
            let read = |(_, interpretation): &(_, Interpretation)| interpretation.is_understood();
            if interpretations.iter().all(read)
                || (!whole.is_understood()
                    && interpretations.iter().any(read)
                    && !self.is_prose_with_names(&interpretations))
            {
                return interpretations;
            }
        }
        if let Some(joined) = self.read_joined(&piece) {
            return joined;
        }
        if whole.is_understood() {
            return vec![(piece, whole)];
        }
        let whole = self.interpret(&piece, Effort::Full);
        if !whole.is_understood()
            && let Some(sentences) = self.read_sentences(&piece)
        {
            return sentences;
        }
        vec![(piece, whole)]
    }

    /// Whether the parts between commas are prose that names units or places. In an adjustment phase the name
    /// of a unit alone is an order, so every part must be one. In other phases a sentence that begins like
    /// "In diagram 19, …" only describes an order.
    fn is_prose_with_names(&self, parts: &Interpretations) -> bool {
        let Some((first, interpretation)) = parts.first() else { return false };
        if self.context.position.phase.kind() == PhaseKind::Adjustment {
            return true;
        }
        let Some(words) = self.words(first) else { return true };
        let writer = LanguageSet::one(self.context.language);
        let belongs_to_orders = |word: &Token| {
            self.reader.lexicon.meanings(&word.key).iter().any(|entry| {
                entry.languages.overlaps(writer)
                    && matches!(
                        entry.meaning,
                        Meaning::Place(_)
                            | Meaning::Kind(_)
                            | Meaning::Power(_)
                            | Meaning::Heading
                            | Meaning::Season(_)
                    )
            })
        };
        !interpretation.is_understood()
            && words.len() >= MIN_WORDS_OF_PROSE
            && !words.iter().any(belongs_to_orders)
    }

    /// Reads a part between commas. Its orders may be joined by "and": "…, A Mar-Spa and F Bre-Mao".
    fn read_part(&self, part: Range<usize>) -> Interpretations {
        let whole = self.interpret(&part, Effort::AsWritten);
        if matches!(whole, Interpretation::Accepted(_)) {
            return vec![(part, whole)];
        }
        self.read_shared_order(&part).or_else(|| self.read_joined(&part)).unwrap_or_else(|| {
            let whole = self.interpret(&part, Effort::Full);
            vec![(part, whole)]
        })
    }

    /// Reads orders with "and" between them. They are split only if each part alone says what a unit does.
    /// "A Par and A Mar - Bur" does not, so it is refused.
    fn read_joined(&self, piece: &Range<usize>) -> Option<Interpretations> {
        let parts = self.between_ands(piece)?;
        let joined = || {
            vec![(
                piece.clone(),
                Interpretation::Refused(ReadingRefusal::without_readings(ReadingProblem::Joined)),
            )]
        };
        if parts.len() > MAX_ORDERS_PER_LINE {
            return Some(joined());
        }
        let interpretations: Interpretations = parts
            .into_iter()
            .map(|part| {
                let interpretation = self.interpret(&part, Effort::Full);
                (part, interpretation)
            })
            .collect();
        if interpretations.len() == 1 {
            return Some(interpretations);
        }
        if !interpretations.iter().any(|(_, interpretation)| interpretation.is_understood()) {
            return None;
        }
        // "A Par supports Mar and Bur to Bel" may be one support of two units.
        let swallows = interpretations.windows(2).any(|pair| {
            let supports =
                |said: &AnyOrder| matches!(said, AnyOrder::Order { order: Order::SupportHold { .. }, .. });
            let moves = |said: &AnyOrder| matches!(said, AnyOrder::Order { order: Order::Move { .. }, .. });
            pair[0].1.orders().iter().any(supports) && pair[1].1.orders().iter().any(moves)
        });
        let whole = interpretations.iter().all(|(_, interpretation)| interpretation.is_complete());
        Some(if whole && !swallows { interpretations } else { joined() })
    }

    /// The parts between words like "and", if there is such a word.
    pub(crate) fn between_ands(&self, piece: &Range<usize>) -> Option<Vec<Range<usize>>> {
        let text = &self.text[piece.clone()];
        let words = self.words(piece)?;
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

    /// Whether a word is "and". If it has another meaning in the writer's language, it is not: "en" is "and"
    /// in Dutch, but not for a French writer.
    fn is_and(&self, key: &str) -> bool {
        let writer = LanguageSet::one(self.context.language);
        let entries = self.reader.lexicon.meanings(key);
        let and = entries.iter().find(|entry| entry.meaning == Meaning::And);
        matches!(key, "&" | "+")
            || and.is_some_and(|and| {
                let has_other_meaning = |entry: &super::lexicon::WordMeaning| {
                    entry.meaning != Meaning::And && entry.languages.overlaps(writer)
                };
                and.languages.overlaps(writer) || !entries.iter().any(has_other_meaning)
            })
    }

    /// Reads an order and the units that help it: "A Par - Bur supported by A Mar", "A Lon - Bel, convoyed by
    /// F Nth".
    fn read_helped_by(&self, piece: &Range<usize>, words: &[Token]) -> Option<Interpretations> {
        let found = (1..words.len()).find_map(|i| {
            let same = |(_, phrase): &&(Help, Vec<String>)| {
                let said = words.get(i..i + phrase.len());
                said.is_some_and(|said| said.iter().map(|word| &word.key).eq(phrase.iter()))
            };
            let phrases = self.reader.lexicon.helped_by.get(&words[i].key)?;
            let longest = phrases.iter().filter(same).max_by_key(|(_, phrase)| phrase.len());
            longest.map(|(help, phrase)| (*help, i, i + phrase.len()))
        });
        let (help, start, end) = found?;
        let head = piece.start..piece.start + words[start].span.start;
        let head =
            trim(self.text, head.start..head.start + self.text[head].trim_end_matches([' ', ',']).len());
        let tail = trim(self.text, piece.start + words[end - 1].span.end..piece.end);
        let mut interpretations = self.read_plain(head);
        let helped = match interpretations.last_mut() {
            Some((_, Interpretation::Accepted(taken))) => taken,
            Some((_, Interpretation::Refused(_) | Interpretation::OthersHold)) | None => {
                return Some(self.refuse_joined(piece));
            }
        };
        let Some(action) = self.helper_action(help, helped) else { return Some(self.refuse_joined(piece)) };
        for part in split(self.text, tail, ",") {
            for part in self.between_ands(&part).unwrap_or_else(|| vec![part]) {
                let words = &self.text[part.clone()];
                let helper = interpret::interpret_unit_with_action(
                    self.reader,
                    &self.checker,
                    self.context.language,
                    words,
                    action,
                );
                let interpretation = helper.unwrap_or_else(|| self.interpret(&part, Effort::Full));
                interpretations.push((part, interpretation));
            }
        }
        (interpretations.len() <= MAX_ORDERS_PER_LINE).then_some(interpretations)
    }

    /// The refusal of a whole piece whose joined orders cannot be split.
    fn refuse_joined(&self, piece: &Range<usize>) -> Interpretations {
        vec![(
            piece.clone(),
            Interpretation::Refused(ReadingRefusal::without_readings(ReadingProblem::Joined)),
        )]
    }

    /// The action of the units that help an order. "Convoyed by" also makes the army's move one by convoy.
    fn helper_action(&self, help: Help, helped: &mut AcceptedOrder) -> Option<Action> {
        let board = self.checker.board;
        let AnyOrder::Order { unit, order } = &mut helped.order else { return None };
        let from = board.province_of(unit.location);
        match (help, &order) {
            (Help::Support, Order::Hold) => Some(Action::SupportHold { of: from, stated: true }),
            (Help::Support, Order::Move { to, .. }) => {
                let to = Place { province: board.province_of(*to), coast: board.coast(*to) };
                Some(Action::SupportMove { from, to })
            }
            (Help::Convoy, Order::Move { to, .. }) => {
                let to = *to;
                *order = self.checker.convoyed_move(unit, to);
                Some(Action::Convoy { from, to: board.province_of(to) })
            }
            (Help::Convoy, Order::Hold)
            | (_, Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. }) => None,
        }
    }

    /// Reads orders with dots between them. A dot can also end an abbreviation, so a part that is no order is
    /// continued to the next dot. The whole piece must give orders, without guesses.
    fn read_sentences(&self, piece: &Range<usize>) -> Option<Interpretations> {
        let parts = split(self.text, piece.clone(), ". ");
        let mut found = Vec::new();
        let mut start = parts.first()?.start;
        for (i, part) in parts.iter().enumerate().take(MAX_ORDERS_PER_LINE) {
            let sentence = start..part.end;
            let interpretation = self.interpret(&sentence, Effort::AsWritten);
            if matches!(interpretation, Interpretation::Accepted(_)) {
                found.push((sentence, interpretation));
                start = parts.get(i + 1).map_or(piece.end, |next| next.start);
            }
        }
        (start == piece.end).then_some(found)
    }

    pub(crate) fn interpret(&self, range: &Range<usize>, effort: Effort) -> Interpretation {
        interpret::interpret(
            self.reader,
            &self.checker,
            self.context.language,
            &self.text[range.clone()],
            effort,
        )
    }
}

/// The trimmed parts between separators that have letters or digits in them.
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
