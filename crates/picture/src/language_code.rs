//! The code of a language, such as `fr`.

use std::fmt;

const MAX_BYTES: usize = 8;

/// The code of a language, such as `fr` or `pt-BR`: 2 to 8 letters, digits and hyphens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LanguageCode {
    /// Padded with zeros.
    bytes: [u8; MAX_BYTES],
    length: usize,
}

impl LanguageCode {
    /// Every variant can be drawn in English.
    pub const ENGLISH: Self = Self { bytes: [b'e', b'n', 0, 0, 0, 0, 0, 0], length: 2 };

    /// `None` if the text is not a valid code.
    pub fn new(code: &str) -> Option<Self> {
        let is_code = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if !(2..=MAX_BYTES).contains(&code.len()) || !code.bytes().all(is_code) {
            return None;
        }
        let mut bytes = [0; MAX_BYTES];
        bytes[..code.len()].copy_from_slice(code.as_bytes());
        Some(Self { bytes, length: code.len() })
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.length]).expect("a code is ASCII")
    }
}

impl fmt::Display for LanguageCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for LanguageCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
