//! What every stretch of words can mean, before anything is put together.

use super::lexicon::{Languages, Lexicon, Meaning};
use super::negation::negations;
use super::tokens::Token;
use crate::locale::DeedWord;

/// A stretch of words from somewhere to `end` that can mean something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stretch {
    pub(crate) end: usize,
    pub(crate) meaning: Meaning,
    pub(crate) languages: Languages,
    /// 0 if it is written so; more the more it had to be guessed.
    pub(crate) cost: u32,
}

/// The stretches that start at each word.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    pub(crate) from: Vec<Vec<Stretch>>,
    /// By word: whether it is a dash.
    pub(crate) dashes: Vec<bool>,
    /// By word: whether it says no.
    pub(crate) negated: Vec<bool>,
}

/// "Oostelijke Middellandse Zee", "houdt zich op": no name or verb has more words.
pub(crate) const MOST_WORDS: usize = 6;

impl Lattice {
    /// A word that says no has no meaning of its own; it may be part of a phrase ("ne bouge pas").
    /// The writer's "and" is nothing else in other languages.
    pub(crate) fn new(lexicon: &Lexicon, piece: &str, tokens: &[Token], writer: Languages) -> Self {
        let negated = negations(lexicon, piece, tokens, writer);
        let mut joined = String::with_capacity(64);
        let mut from: Vec<Vec<Stretch>> =
            (0..tokens.len()).map(|start| stretches(lexicon, piece, tokens, start, &mut joined)).collect();
        for (at, _) in negated.iter().enumerate().filter(|(_, negated)| **negated) {
            from[at].retain(|stretch| stretch.end > at + 1);
        }
        for (at, stretches) in from.iter_mut().enumerate() {
            if stretches.iter().any(|s| s.meaning == Meaning::And && s.languages.meets(writer)) {
                stretches.retain(|s| s.end > at + 1 || s.languages.meets(writer));
            }
        }
        for at in 1..tokens.len().saturating_sub(1) {
            if is_article(piece, tokens, &from[at - 1..=at + 1], at, writer) {
                from[at].retain(|s| s.end > at + 1 || !matches!(s.meaning, Meaning::Place(_)));
            }
        }
        Self { from, dashes: tokens.iter().map(Token::is_dash).collect(), negated }
    }

    pub(crate) fn len(&self) -> usize {
        self.from.len()
    }
}

/// Whether a small word between "supports" and "attack" is an article and no place: the German "den" is
/// Denmark elsewhere. `around` is what the word before it, it and the word behind it can mean.
fn is_article(piece: &str, tokens: &[Token], around: &[Vec<Stretch>], at: usize, writer: Languages) -> bool {
    let says = |i: usize, meaning: Meaning| {
        around[i].iter().any(|s| s.meaning == meaning && s.languages.meets(writer))
    };
    piece[tokens[at].span.clone()].starts_with(char::is_lowercase)
        && says(0, Meaning::Deed(DeedWord::Support))
        && says(1, Meaning::Skip)
        && says(2, Meaning::Deed(DeedWord::Attack))
}

/// The stretches that start at a word; `joined` is a buffer.
pub(crate) fn stretches(
    lexicon: &Lexicon,
    piece: &str,
    tokens: &[Token],
    start: usize,
    joined: &mut String,
) -> Vec<Stretch> {
    if tokens[start].is_dash() {
        let meaning = Meaning::Deed(DeedWord::Move);
        return vec![Stretch { end: start + 1, meaning, languages: Languages::ALL, cost: 0 }];
    }
    let mut stretches = Vec::with_capacity(4);
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
                stretches.push(Stretch { end, meaning, languages, cost: 0 });
            }
        }
    }
    stretches
}

/// Where a name that starts at a word could end, after each of its words. It may contain hyphens, but
/// not a dash that stands free: "Mid-Atlantic", but "Par - Bur".
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
        if tokens.get(at)?.is_dash() || words == MOST_WORDS {
            return None;
        }
        at += 1;
        words += 1;
        Some(at)
    })
}
