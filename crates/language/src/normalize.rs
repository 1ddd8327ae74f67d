//! Normalizes letters for lookup: no capitals, no accents, because people leave them out.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Appends the plain form of a character: `É` gives `e`, `ß` gives `ss`.
pub(crate) fn push_plain(out: &mut String, c: char) {
    if c.is_ascii() {
        out.push(c.to_ascii_lowercase());
        return;
    }
    match c {
        'ß' | 'ẞ' => out.push_str("ss"),
        'æ' | 'Æ' => out.push_str("ae"),
        'œ' | 'Œ' => out.push_str("oe"),
        'ø' | 'Ø' => out.push('o'),
        'ł' | 'Ł' => out.push('l'),
        'đ' | 'Đ' => out.push('d'),
        'ı' => out.push('i'),
        _ => {
            let plain = std::iter::once(c).nfkd().filter(|c| !is_combining_mark(*c));
            out.extend(plain.flat_map(char::to_lowercase).filter(|c| !is_combining_mark(*c)));
        }
    }
}

/// The key for looking up a word: its letters and digits in plain form, without anything between them.
pub(crate) fn lookup_key(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() || is_combining_mark(c) {
            push_plain(&mut out, c);
        }
    }
    out
}

/// The key of the other usual spelling of a text with umlauts: `Muenchen` for `München`.
pub(crate) fn transliterated(text: &str) -> Option<String> {
    if !text.contains(['ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü', 'ø', 'å']) {
        return None;
    }
    let mut out = String::with_capacity(text.len() + 4);
    for c in text.chars() {
        match c {
            'ä' | 'Ä' => out.push_str("ae"),
            'ö' | 'Ö' | 'ø' => out.push_str("oe"),
            'ü' | 'Ü' => out.push_str("ue"),
            'å' => out.push_str("aa"),
            _ => out.push(c),
        }
    }
    Some(lookup_key(&out))
}
