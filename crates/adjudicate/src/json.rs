//! Writes JSON directly into one buffer, because bulk answers are mostly writing.

use notation::Notation;
use rules::{Location, UnitKind};

/// An object being written.
pub(crate) struct JsonWriter<'o> {
    out: &'o mut String,
}

impl<'o> JsonWriter<'o> {
    pub(crate) fn new(out: &'o mut String) -> Self {
        out.push('{');
        JsonWriter { out }
    }

    pub(crate) fn end(&mut self) {
        self.out.push('}');
    }

    fn comma(&mut self) {
        if !matches!(self.out.as_bytes().last(), Some(b'{' | b'[' | b':') | None) {
            self.out.push(',');
        }
    }

    /// A key that needs no escapes; its value follows.
    pub(crate) fn key(&mut self, key: &str) -> &mut Self {
        self.comma();
        self.out.push('"');
        self.out.push_str(key);
        self.out.push_str("\":");
        self
    }

    /// `"A PAR":`
    pub(crate) fn unit_key(&mut self, notation: &Notation<'_>, kind: UnitKind, location: Location) {
        self.comma();
        self.out.push('"');
        notation.push_unit(self.out, kind, location);
        self.out.push_str("\":");
    }

    /// `"A PAR"` in a list.
    pub(crate) fn unit(&mut self, kind: UnitKind, place: &str) {
        self.comma();
        self.out.push_str(match kind {
            UnitKind::Army => "\"A ",
            UnitKind::Fleet => "\"F ",
        });
        self.out.push_str(place);
        self.out.push('"');
    }

    /// A plain string in a list.
    pub(crate) fn item(&mut self, text: &str) {
        self.comma();
        self.plain(text);
    }

    /// A string that needs no escapes.
    pub(crate) fn plain(&mut self, text: &str) -> &mut Self {
        self.out.push('"');
        self.out.push_str(text);
        self.out.push('"');
        self
    }

    /// Any string.
    pub(crate) fn string(&mut self, text: &str) -> &mut Self {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                c if (c as u32) < 0x20 => self.out.push_str(&format!("\\u{:04x}", c as u32)),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
        self
    }

    /// JSON that is already written.
    pub(crate) fn raw(&mut self, json: &str) -> &mut Self {
        self.out.push_str(json);
        self
    }

    pub(crate) fn open(&mut self) {
        self.out.push('{');
    }

    pub(crate) fn open_item(&mut self) {
        self.comma();
        self.out.push('{');
    }

    pub(crate) fn close(&mut self) {
        self.out.push('}');
    }

    pub(crate) fn open_list(&mut self) {
        self.out.push('[');
    }

    pub(crate) fn close_list(&mut self) {
        self.out.push(']');
    }
}

/// The number of a rule as text, without the cost of formatting.
pub(crate) const fn rule_number(n: u8) -> &'static str {
    const NUMBERS: [&str; 23] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
        "18", "19", "20", "21", "22",
    ];
    NUMBERS[n as usize]
}
