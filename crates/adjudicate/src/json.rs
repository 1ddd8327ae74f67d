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
    pub(crate) fn unit_key(&mut self, unit: &str) {
        self.comma();
        self.out.push_str(unit);
        self.out.push(':');
    }

    /// A list of strings with their quotes.
    pub(crate) fn list<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let mut before = "[";
        for name in names {
            self.out.push_str(before);
            self.out.push_str(name);
            before = ",";
        }
        self.out.push_str(if before == "[" { "[]" } else { "]" });
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

/// The names of all units and places with their quotes. Most strings of an answer are names: each is one copy.
#[derive(Debug)]
pub(crate) struct JsonNames {
    /// By location: `"PAR"`.
    places: Vec<String>,
    /// By kind and location: `"A PAR"`.
    units: [Vec<String>; 2],
}

impl JsonNames {
    pub(crate) fn new(notation: &Notation<'_>) -> Self {
        let all = |before: &str| {
            let codes = notation.board().locations().map(|location| notation.location_code(location));
            codes.map(|code| format!("\"{before}{code}\"")).collect()
        };
        Self { places: all(""), units: [all("A "), all("F ")] }
    }

    pub(crate) fn place(&self, location: Location) -> &str {
        &self.places[location.index()]
    }

    pub(crate) fn unit(&self, kind: UnitKind, location: Location) -> &str {
        &self.units[kind as usize][location.index()]
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
