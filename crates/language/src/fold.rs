//! Letters without what people leave out: capitals and accents.

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

/// The letters and digits of a text in plain form, nothing between them: how words are looked up.
pub(crate) fn key(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_alphanumeric() || is_combining_mark(c) {
            push_plain(&mut out, c);
        }
    }
    out
}

/// The other usual spelling of a text with umlauts: `München`, `Muenchen`.
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
    Some(key(&out))
}
