//! The tokenizer: splits a piece of text into words and dashes.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use crate::normalize;

/// A word or a dash.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// The word in plain letters (no capitals, no accents); empty for a dash.
    pub(crate) key: String,
    /// Bytes within the piece.
    pub(crate) span: Range<usize>,
}

impl Token {
    pub(crate) fn is_dash(&self) -> bool {
        self.key.is_empty()
    }
}

/// A piece with a longer word is not read.
const MAX_WORD_BYTES: usize = 40;

/// The words and dashes of a piece. None if there are more than `most`, or a word is too long.
pub(crate) fn tokens(piece: &str, max_tokens: usize) -> Option<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::with_capacity(16);
    let mut chars = piece.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if is_dash(c) {
            let end = start + c.len_utf8();
            match tokens.last_mut() {
                // "-->" is one dash.
                Some(last) if last.is_dash() && last.span.end == start => last.span.end = end,
                _ => tokens.push(Token { key: String::new(), span: start..end }),
            }
        } else if is_letter(c) {
            let mut token = Token { key: String::with_capacity(12), span: start..start + c.len_utf8() };
            normalize::push_plain(&mut token.key, c);
            while let Some((at, c)) = chars.next_if(|(_, c)| is_letter(*c)) {
                normalize::push_plain(&mut token.key, c);
                token.span.end = at + c.len_utf8();
            }
            if token.key.len() > MAX_WORD_BYTES {
                return None;
            }
            // A single letter after an apostrophe belongs to the word before it: "France's".
            let after = piece[..start].ends_with(is_apostrophe);
            let glued = tokens.last().is_some_and(|last| last.span.end + 3 >= start);
            if after && glued && token.key.len() == 1 {
                token.key.insert(0, '\'');
            }
            if !token.key.is_empty() {
                tokens.push(token);
            }
        }
        if tokens.len() > max_tokens {
            return None;
        }
    }
    Some(tokens)
}

fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '&' || c == '+';
    }
    c.is_alphanumeric() || is_combining_mark(c)
}

pub(crate) const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '`' | '´' | 'ʼ')
}

/// Dashes and arrows of any kind.
pub(crate) const fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '>' | '=' | '~' | '\u{ad}' | '\u{2010}'..='\u{2015}' | '\u{2190}'..='\u{21ff}' | '\u{2212}' | '\u{2500}'
            | '\u{2501}' | '\u{2794}' | '\u{2798}'..='\u{27af}' | '\u{27b1}'..='\u{27be}' | '\u{27f0}'..='\u{27ff}'
            | '\u{2900}'..='\u{297f}' | '\u{2b05}'..='\u{2b0d}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}'
    )
}
