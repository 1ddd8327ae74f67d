//! Writes JSON directly into one buffer, because bulk answers are mostly writing.

/// An object being written.
pub(crate) struct JsonWriter<'o> {
    out: &'o mut Vec<u8>,
}

impl<'o> JsonWriter<'o> {
    pub(crate) fn new(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        JsonWriter { out }
    }

    pub(crate) fn end(&mut self) {
        self.out.push(b'}');
    }

    /// A comma, if something stands before it in the list or object.
    #[inline]
    pub(crate) fn comma(&mut self) {
        if !matches!(self.out.last(), Some(b'{' | b'[' | b':') | None) {
            self.out.push(b',');
        }
    }

    /// A key that needs no escapes; its value follows.
    #[inline]
    pub(crate) fn key(&mut self, key: &str) -> &mut Self {
        self.comma();
        self.raw("\"").raw(key).raw("\":")
    }

    /// A plain string in a list.
    pub(crate) fn item(&mut self, text: &str) {
        self.comma();
        self.plain(text);
    }

    /// A string that needs no escapes.
    pub(crate) fn plain(&mut self, text: &str) -> &mut Self {
        self.raw("\"").raw(text).raw("\"")
    }

    /// Any string.
    pub(crate) fn string(&mut self, text: &str) -> &mut Self {
        self.out.push(b'"');
        for c in text.chars() {
            match c {
                '"' => self.raw("\\\""),
                '\\' => self.raw("\\\\"),
                '\n' => self.raw("\\n"),
                c if (c as u32) < 0x20 => self.raw(&format!("\\u{:04x}", c as u32)),
                c => self.raw(c.encode_utf8(&mut [0; 4])),
            };
        }
        self.out.push(b'"');
        self
    }

    /// JSON that is already written.
    #[inline]
    pub(crate) fn raw(&mut self, json: &str) -> &mut Self {
        self.out.extend_from_slice(json.as_bytes());
        self
    }

    /// JSON that is already written, with a fixed size.
    #[inline]
    pub(crate) fn block<const SIZE: usize>(&mut self, block: &Block<SIZE>) -> &mut Self {
        if let Some(long) = &block.long {
            return self.raw(long);
        }
        let end = self.out.len() + usize::from(block.length);
        self.out.extend_from_slice(&block.bytes);
        self.out.truncate(end);
        self
    }

    /// Ends a list or object of blocks, each of which ends with a comma.
    pub(crate) fn close_blocks(&mut self, end: u8) {
        self.out.pop_if(|last| *last == b',');
        self.out.push(end);
    }

    pub(crate) fn open(&mut self) {
        self.out.push(b'{');
    }

    pub(crate) fn open_item(&mut self) {
        self.comma();
        self.out.push(b'{');
    }

    pub(crate) fn close(&mut self) {
        self.out.push(b'}');
    }

    pub(crate) fn open_list(&mut self) {
        self.out.push(b'[');
    }

    pub(crate) fn close_list(&mut self) {
        self.out.push(b']');
    }
}

/// A text that is always copied whole, `SIZE` bytes, and then cut to its length. A copy of a fixed size is a
/// few moves: half of the instructions of a copy of any length.
#[derive(Clone, Debug)]
pub(crate) struct Block<const SIZE: usize> {
    bytes: [u8; SIZE],
    length: u8,
    /// A text that does not fit. No code of a usual board is so long.
    long: Option<Box<str>>,
}

impl<const SIZE: usize> Block<SIZE> {
    pub(crate) fn new(text: &str) -> Self {
        let mut bytes = [0; SIZE];
        match bytes.get_mut(..text.len()) {
            Some(start) => {
                start.copy_from_slice(text.as_bytes());
                Self { bytes, length: text.len() as u8, long: None }
            }
            None => Self { bytes, length: 0, long: Some(text.into()) },
        }
    }
}
