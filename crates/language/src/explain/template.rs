//! Sentences with slots: `{unit} moves {there:to}`.
//!
//! A slot names a fact and, after a colon, the form in which the sentence wants it. What forms
//! there are is the language's own affair: the code only looks them up.

use std::fmt;

/// A sentence cut at its slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Template {
    pub(crate) pieces: Vec<Piece>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    Text(String),
    Slot {
        name: String,
        /// `the` where the sentence names none.
        form: String,
    },
}

/// The form of a slot that names none.
pub(crate) const PLAIN: &str = "the";

/// Why a text is not a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Malformed {
    NotClosed,
    NotOpened,
    EmptySlot,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotClosed => "a '{' is not closed",
            Self::NotOpened => "a '}' closes nothing",
            Self::EmptySlot => "a slot has no name: write '{unit}' or '{there:to}'",
        })
    }
}

impl Template {
    pub(crate) fn parse(text: &str) -> Result<Self, Malformed> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            if rest[open..].starts_with('}') {
                return Err(Malformed::NotOpened);
            }
            if open > 0 {
                pieces.push(Piece::Text(rest[..open].to_owned()));
            }
            let inside = &rest[open + 1..];
            let close = inside.find(['{', '}']).ok_or(Malformed::NotClosed)?;
            if inside[close..].starts_with('{') {
                return Err(Malformed::NotClosed);
            }
            let slot = &inside[..close];
            let (name, form) = slot.split_once(':').unwrap_or((slot, PLAIN));
            if name.is_empty() || form.is_empty() {
                return Err(Malformed::EmptySlot);
            }
            pieces.push(Piece::Slot { name: name.to_owned(), form: form.to_owned() });
            rest = &inside[close + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self { pieces })
    }

    /// Fills slots with texts that are ready.
    pub(crate) fn fill(&self, texts: &[(&str, &str)]) -> String {
        let text = |name: &str| texts.iter().find(|(slot, _)| *slot == name).map_or("", |(_, text)| text);
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text,
            Piece::Slot { name, .. } => text(name),
        });
        pieces.collect()
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Slot { name, form } => Some((name.as_str(), form.as_str())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_cut_at_its_slots() {
        let template = Template::parse("{unit} moves {there:to}.").unwrap();
        let slots: Vec<_> = template.slots().collect();
        assert_eq!(slots, [("unit", "the"), ("there", "to")]);
        assert_eq!(template.pieces.len(), 4);
    }

    #[test]
    fn what_is_not_a_template_is_told() {
        for (text, why) in [
            ("{unit", Malformed::NotClosed),
            ("{unit {there}", Malformed::NotClosed),
            ("unit}", Malformed::NotOpened),
            ("{}", Malformed::EmptySlot),
            ("{unit:}", Malformed::EmptySlot),
        ] {
            assert_eq!(Template::parse(text), Err(why), "{text}");
        }
    }
}
