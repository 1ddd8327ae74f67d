//! Sentence templates with placeholders: `{unit} moves {there:to}`.
//!
//! A placeholder names a fact and, after a colon, the grammatical form in which the sentence needs it. Each
//! language defines its own forms; the code only looks them up.

use std::fmt;

/// A sentence, split into texts and placeholders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Template {
    pub(crate) pieces: Vec<TemplatePart>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TemplatePart {
    Text(String),
    Placeholder {
        name: String,
        /// `the` if the sentence names none.
        form: String,
    },
}

/// The form of a placeholder that names none.
pub(crate) const DEFAULT_FORM: &str = "the";

/// Why a text is not a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TemplateError {
    NotClosed,
    NotOpened,
    EmptySlot,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotClosed => "a '{' is not closed",
            Self::NotOpened => "a '}' closes nothing",
            Self::EmptySlot => "a slot has no name: write '{unit}' or '{there:to}'",
        })
    }
}

impl Template {
    /// Splits a text at its placeholders.
    pub(crate) fn parse(text: &str) -> Result<Self, TemplateError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find(['{', '}']) {
            if rest[open..].starts_with('}') {
                return Err(TemplateError::NotOpened);
            }
            if open > 0 {
                pieces.push(TemplatePart::Text(rest[..open].to_owned()));
            }
            let inside = &rest[open + 1..];
            let close = inside.find(['{', '}']).ok_or(TemplateError::NotClosed)?;
            if inside[close..].starts_with('{') {
                return Err(TemplateError::NotClosed);
            }
            let slot = &inside[..close];
            let (name, form) = slot.split_once(':').unwrap_or((slot, DEFAULT_FORM));
            if name.is_empty() || form.is_empty() {
                return Err(TemplateError::EmptySlot);
            }
            pieces.push(TemplatePart::Placeholder { name: name.to_owned(), form: form.to_owned() });
            rest = &inside[close + 1..];
        }
        if !rest.is_empty() {
            pieces.push(TemplatePart::Text(rest.to_owned()));
        }
        Ok(Self { pieces })
    }

    /// Fills the placeholders with finished texts.
    pub(crate) fn fill(&self, texts: &[(&str, &str)]) -> String {
        let text = |name: &str| texts.iter().find(|(slot, _)| *slot == name).map_or("", |(_, text)| text);
        let pieces = self.pieces.iter().map(|piece| match piece {
            TemplatePart::Text(text) => text,
            TemplatePart::Placeholder { name, .. } => text(name),
        });
        pieces.collect()
    }

    /// The name and the form of each placeholder.
    pub(crate) fn placeholders(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pieces.iter().filter_map(|piece| match piece {
            TemplatePart::Text(_) => None,
            TemplatePart::Placeholder { name, form } => Some((name.as_str(), form.as_str())),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_split_at_its_placeholders() {
        let template = Template::parse("{unit} moves {there:to}.").unwrap();
        let slots: Vec<_> = template.placeholders().collect();
        assert_eq!(slots, [("unit", "the"), ("there", "to")]);
        assert_eq!(template.pieces.len(), 4);
    }

    #[test]
    fn malformed_templates_are_reported() {
        for (text, why) in [
            ("{unit", TemplateError::NotClosed),
            ("{unit {there}", TemplateError::NotClosed),
            ("unit}", TemplateError::NotOpened),
            ("{}", TemplateError::EmptySlot),
            ("{unit:}", TemplateError::EmptySlot),
        ] {
            assert_eq!(Template::parse(text), Err(why), "{text}");
        }
    }
}
