//! Walks through a JSON text without building values. It knows only what usual lines have: objects, lists,
//! strings without escapes. Everything else is None, and left to serde.
//!
//! Bulk lines are mostly short strings. Here eight bytes are looked at together; serde looks at each byte.

/// A place in a text.
pub(crate) struct Scanner<'a> {
    rest: &'a str,
}

/// Values that are nested deeper are left to serde.
const MAX_DEPTH: usize = 16;

impl<'a> Scanner<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.rest.as_bytes().first().copied()
    }

    /// Takes exactly this character.
    #[inline]
    fn take(&mut self, character: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(character)?;
        Some(())
    }

    #[inline]
    pub(crate) fn skip_spaces(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.rest = &self.rest[1..];
        }
    }

    pub(crate) fn is_at_end(&mut self) -> bool {
        self.skip_spaces();
        self.rest.is_empty()
    }

    /// Whether another element follows in a list or object, which ends with `end`. Takes the comma or the end.
    #[inline]
    fn has_next(&mut self, first: &mut bool, end: char) -> Option<bool> {
        self.skip_spaces();
        if self.take(end).is_some() {
            return Some(false);
        }
        if !std::mem::replace(first, false) {
            self.take(',')?;
            self.skip_spaces();
        }
        Some(true)
    }

    /// Reads an object: `member` gets each key and reads its value.
    #[inline]
    pub(crate) fn object(&mut self, mut member: impl FnMut(&mut Self, &'a str) -> Option<()>) -> Option<()> {
        self.take('{')?;
        let mut first = true;
        while self.has_next(&mut first, '}')? {
            let key = self.string()?;
            self.skip_spaces();
            self.take(':')?;
            self.skip_spaces();
            member(self, key)?;
        }
        Some(())
    }

    /// Reads a list of strings.
    #[inline]
    pub(crate) fn strings(&mut self, mut entry: impl FnMut(&'a str) -> Option<()>) -> Option<()> {
        self.take('[')?;
        let (mut first, mut comma_taken) = (true, false);
        while comma_taken || self.has_next(&mut first, ']')? {
            entry(self.string()?)?;
            comma_taken = self.take_comma_before_string();
        }
        Some(())
    }

    /// Takes a comma if another string follows at once: the usual case, in a fifth of the instructions of
    /// [`has_next`](Self::has_next).
    #[inline]
    fn take_comma_before_string(&mut self) -> bool {
        let usual = matches!(self.rest.as_bytes(), [b',', b'"', ..]);
        if usual {
            self.rest = &self.rest[1..];
        }
        usual
    }

    /// A string without escapes and without control characters.
    #[inline]
    pub(crate) fn string(&mut self) -> Option<&'a str> {
        let rest = self.rest.strip_prefix('"')?;
        let stops = rest.as_bytes().first_chunk().map(|eight| special_bytes(u64::from_le_bytes(*eight)));
        let length = match stops {
            // Names of places and units end within eight bytes.
            Some(stops) if stops != 0 => stops.trailing_zeros() as usize / 8,
            Some(_) | None => length_of_string(rest.as_bytes())?,
        };
        let (string, after) = rest.split_at_checked(length)?;
        self.rest = after.strip_prefix('"')?;
        Some(string)
    }

    /// A string as it is written, with its quotes.
    pub(crate) fn raw_string(&mut self) -> Option<&'a str> {
        let start = self.rest;
        self.string()?;
        start.get(..start.len() - self.rest.len())
    }

    /// Skips a value of an unknown key. It must be JSON too.
    pub(crate) fn skip_value(&mut self) -> Option<()> {
        self.skip_nested(MAX_DEPTH)
    }

    fn skip_nested(&mut self, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match self.peek()? {
            b'"' => {
                self.string()?;
            }
            b'{' => self.object(|scanner, _| scanner.skip_nested(depth))?,
            b'[' if self.rest.as_bytes().get(1) == Some(&b'"') => self.strings(|_| Some(()))?,
            b'[' => {
                self.take('[')?;
                let mut first = true;
                while self.has_next(&mut first, ']')? {
                    self.skip_nested(depth)?;
                }
            }
            _ => {
                let word = ["true", "false", "null"];
                self.rest = word.into_iter().find_map(|word| self.rest.strip_prefix(word))?;
            }
        }
        Some(())
    }
}

/// How many bytes come before the first byte that is special.
fn length_of_string(bytes: &[u8]) -> Option<usize> {
    let (eights, rest) = bytes.as_chunks();
    for (i, eight) in eights.iter().enumerate() {
        let stops = special_bytes(u64::from_le_bytes(*eight));
        if stops != 0 {
            return Some(i * 8 + stops.trailing_zeros() as usize / 8);
        }
    }
    let is_special = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
    Some(eights.len() * 8 + rest.iter().position(is_special)?)
}

/// The highest bit of every byte that is a quote, a backslash or a control character. Bits above the lowest one
/// may be wrong, because of a carry.
#[inline]
const fn special_bytes(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = 0x80 * ONES;
    let quotes = eight ^ (b'"' as u64 * ONES);
    let escapes = eight ^ (b'\\' as u64 * ONES);
    let is_quote = quotes.wrapping_sub(ONES) & !quotes;
    let is_escape = escapes.wrapping_sub(ONES) & !escapes;
    let is_control = eight.wrapping_sub(b' ' as u64 * ONES) & !eight;
    (is_quote | is_escape | is_control) & HIGHEST
}
