//! Words that say no: what they stand before is never followed (E4, E5).

use super::lexicon::{Languages, Lexicon, Meaning};
use super::tokens::{Token, is_apostrophe};

/// By word: whether it says no. A name is a name first, and a word of the writer's language is not
/// another language's no: "pas" is a waived build in Dutch.
pub(crate) fn negations(lexicon: &Lexicon, piece: &str, tokens: &[Token], writer: Languages) -> Vec<bool> {
    let mut found = vec![false; tokens.len()];
    for (i, token) in tokens.iter().enumerate() {
        found[i] |= says_no(lexicon, &token.key, writer);
        // "n'avance"
        if piece[token.span.end..].starts_with(is_apostrophe) {
            found[i] |= says_no(lexicon, &format!("{}'", token.key), writer);
        }
        // "don't" is two words here.
        if let Some(letter) = tokens.get(i + 1).and_then(|next| next.key.strip_prefix('\''))
            && says_no(lexicon, &format!("{}{letter}", token.key), writer)
        {
            found[i] = true;
            found[i + 1] = true;
        }
    }
    found
}

fn says_no(lexicon: &Lexicon, key: &str, writer: Languages) -> bool {
    let entries = lexicon.meanings(key);
    let Some(no) = entries.iter().find(|entry| entry.meaning == Meaning::Not) else { return false };
    let is_name = entries.iter().any(|entry| matches!(entry.meaning, Meaning::Place(_)));
    let means_else =
        || entries.iter().any(|entry| entry.meaning != Meaning::Not && entry.languages.meets(writer));
    !is_name && (no.languages.meets(writer) || !means_else())
}
