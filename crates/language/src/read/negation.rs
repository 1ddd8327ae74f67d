//! Negations such as "not": an order that a negation applies to is never followed (E4, E5).

use super::lexicon::{LanguageSet, Lexicon, Meaning};
use super::tokens::{Token, is_apostrophe};

/// For each word, whether it is a negation. A word that is also a place name is not one. Nor is a word that
/// has another meaning in the writer's language: "pas" is French for "not", but a waived build in Dutch.
pub(crate) fn negations(lexicon: &Lexicon, piece: &str, tokens: &[Token], writer: LanguageSet) -> Vec<bool> {
    let mut found = vec![false; tokens.len()];
    for (i, token) in tokens.iter().enumerate() {
        found[i] |= is_negation(lexicon, &token.key, writer);
        // "n'avance"
        if piece[token.span.end..].starts_with(is_apostrophe) {
            found[i] |= is_negation(lexicon, &format!("{}'", token.key), writer);
        }
        // The tokenizer splits "don't" into two words.
        if let Some(letter) = tokens.get(i + 1).and_then(|next| next.key.strip_prefix('\''))
            && is_negation(lexicon, &format!("{}{letter}", token.key), writer)
        {
            found[i] = true;
            found[i + 1] = true;
        }
    }
    found
}

fn is_negation(lexicon: &Lexicon, key: &str, writer: LanguageSet) -> bool {
    let entries = lexicon.meanings(key);
    let Some(no) = entries.iter().find(|entry| entry.meaning == Meaning::Not) else { return false };
    let is_name = entries.iter().any(|entry| matches!(entry.meaning, Meaning::Place(_)));
    let means_else =
        || entries.iter().any(|entry| entry.meaning != Meaning::Not && entry.languages.overlaps(writer));
    !is_name && (no.languages.overlaps(writer) || !means_else())
}
