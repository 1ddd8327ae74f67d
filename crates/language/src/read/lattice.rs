//! The word lattice: all meanings of every sequence of words in a piece, before they are combined.

use super::lexicon::{LanguageSet, Lexicon, Meaning};
use super::negation::negations;
use super::tokens::Token;
use crate::locale::ActionWord;

/// A sequence of words up to `end`, with one of its meanings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PhraseMeaning {
    pub(crate) end: usize,
    pub(crate) meaning: Meaning,
    pub(crate) languages: LanguageSet,
    /// 0 if it is spelled exactly; higher for less certain guesses.
    pub(crate) cost: u32,
}

/// The phrases that start at each word.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    pub(crate) starting_at: Vec<Vec<PhraseMeaning>>,
    /// By word: whether it is a dash.
    pub(crate) dashes: Vec<bool>,
    /// By word: whether it follows an opening bracket.
    pub(crate) bracketed: Vec<bool>,
    /// By word: whether it is a negation.
    pub(crate) negated: Vec<bool>,
}

/// "Oostelijke Middellandse Zee", "houdt zich op": no name or verb has more words.
pub(crate) const MAX_WORDS_PER_NAME: usize = 6;

impl Lattice {
    /// A negation alone has no other meaning, but it may be part of a phrase ("ne bouge pas"). A word that is
    /// "and" in the writer's language has no meanings from other languages.
    pub(crate) fn new(lexicon: &Lexicon, piece: &str, tokens: &[Token], writer: LanguageSet) -> Self {
        let negated = negations(lexicon, piece, tokens, writer);
        let mut joined = String::with_capacity(64);
        let mut from: Vec<Vec<PhraseMeaning>> =
            (0..tokens.len()).map(|start| phrases_at(lexicon, piece, tokens, start, &mut joined)).collect();
        for (at, _) in negated.iter().enumerate().filter(|(_, negated)| **negated) {
            from[at].retain(|phrase| phrase.end > at + 1);
        }
        for (at, phrases) in from.iter_mut().enumerate() {
            if phrases.iter().any(|s| s.meaning == Meaning::And && s.languages.overlaps(writer)) {
                phrases.retain(|s| s.end > at + 1 || s.languages.overlaps(writer));
            }
        }
        for at in 1..tokens.len().saturating_sub(1) {
            if is_article(piece, tokens, &from[at - 1..=at + 1], at, writer) {
                from[at].retain(|s| s.end > at + 1 || !matches!(s.meaning, Meaning::Place(_)));
            }
        }
        let opened = |token: &Token| piece[..token.span.start].trim_end().ends_with(['(', '[']);
        Self {
            starting_at: from,
            dashes: tokens.iter().map(Token::is_dash).collect(),
            bracketed: tokens.iter().map(opened).collect(),
            negated,
        }
    }

    /// Whether a word is part of a name that is not a province's: a place that cannot be entered (B8), or a
    /// town or region in a province.
    pub(crate) fn names_no_province(&self, at: usize) -> bool {
        self.named_otherwise().any(|(start, phrase)| (start..phrase.end).contains(&at))
    }

    /// The exact names of places that are not provinces, each with its first word. A word of them may be part
    /// of a province's name: "Mer d'Irlande".
    pub(crate) fn named_otherwise(&self) -> impl Iterator<Item = (usize, &PhraseMeaning)> {
        let phrases = || {
            let starts = self.starting_at.iter().enumerate();
            starts.flat_map(|(start, phrases)| phrases.iter().map(move |phrase| (start, phrase)))
        };
        phrases().filter(move |(start, phrase)| {
            let overlaps = |(other, s): (usize, &PhraseMeaning)| {
                let place = s.cost == 0 && matches!(s.meaning, Meaning::Place(_));
                // "Brest-Litovsk" is not Brest.
                let as_long = s.end - other >= phrase.end - *start;
                place && as_long && other < phrase.end && *start < s.end
            };
            matches!(phrase.meaning, Meaning::Closed | Meaning::Inside(_)) && !phrases().any(overlaps)
        })
    }

    /// The same words, with the province for each name of a town or region in it. None if there is no such name.
    pub(crate) fn with_provinces(&self) -> Option<Self> {
        let mut lattice = self.clone();
        let mut changed = false;
        for phrase in lattice.starting_at.iter_mut().flatten() {
            if let Meaning::Inside(province) = phrase.meaning {
                phrase.meaning = Meaning::Place(province);
                changed = true;
            }
        }
        changed.then_some(lattice)
    }

    pub(crate) fn len(&self) -> usize {
        self.starting_at.len()
    }
}

/// Whether a word between "supports" and "attack" is an article and not a place: the German "den" is also
/// Denmark. `around` has the meanings of the word before it, of itself, and of the word after it.
fn is_article(
    piece: &str,
    tokens: &[Token],
    around: &[Vec<PhraseMeaning>],
    at: usize,
    writer: LanguageSet,
) -> bool {
    let says = |i: usize, meaning: Meaning| {
        around[i].iter().any(|s| s.meaning == meaning && s.languages.overlaps(writer))
    };
    piece[tokens[at].span.clone()].starts_with(char::is_lowercase)
        && says(0, Meaning::Action(ActionWord::Support))
        && says(1, Meaning::Skip)
        && says(2, Meaning::Action(ActionWord::Attack))
}

/// The phrases that start at a word. `joined` is a reused buffer.
pub(crate) fn phrases_at(
    lexicon: &Lexicon,
    piece: &str,
    tokens: &[Token],
    start: usize,
    joined: &mut String,
) -> Vec<PhraseMeaning> {
    if tokens[start].is_dash() {
        let meaning = Meaning::Action(ActionWord::Move);
        return vec![PhraseMeaning { end: start + 1, meaning, languages: LanguageSet::ALL, cost: 0 }];
    }
    let mut phrases = Vec::with_capacity(4);
    joined.clear();
    let mut firmly_apart = false;
    for (before, end) in ends(piece, tokens, start).enumerate() {
        let key = &tokens[end - 1].key;
        let hyphen = before > 0 && tokens[end - 2].is_dash();
        let lone_letter = before > 0 && (key.len() == 1 || tokens[start].key.len() == 1);
        firmly_apart |= hyphen || lone_letter;
        joined.push_str(key);
        for entry in lexicon.meanings(joined) {
            if entry.fits(before + 1, firmly_apart) {
                let (meaning, languages) = (entry.meaning, entry.languages);
                phrases.push(PhraseMeaning { end, meaning, languages, cost: 0 });
            }
        }
    }
    phrases
}

/// The indexes where a name that starts at a word could end. A name may contain a hyphen ("Mid-Atlantic"),
/// but not a dash with spaces ("Par - Bur").
pub(crate) fn ends<'t>(
    piece: &'t str,
    tokens: &'t [Token],
    start: usize,
) -> impl Iterator<Item = usize> + use<'t> {
    let mut at = start;
    let mut words = 0;
    std::iter::from_fn(move || {
        let token = tokens.get(at)?;
        if token.is_dash() {
            let hyphen = token.span.len() <= 3 && piece.get(token.span.clone()) != Some(">");
            let next = tokens.get(at + 1)?;
            let beside = |from: usize, to: usize| !piece[from..to].contains(char::is_whitespace);
            let glued = at > start
                && beside(tokens[at - 1].span.end, token.span.start)
                && beside(token.span.end, next.span.start);
            if !hyphen || !glued {
                return None;
            }
            at += 1;
        }
        if tokens.get(at)?.is_dash() || words == MAX_WORDS_PER_NAME {
            return None;
        }
        at += 1;
        words += 1;
        Some(at)
    })
}
