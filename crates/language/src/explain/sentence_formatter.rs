//! Formats sentences: fills a template with facts, in the grammatical forms of the language.

use rules::{Board, Location, Power, Unit, UnitKind};

use super::language::Language;
use super::template::{Template, TemplatePart};

/// What a placeholder is filled with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    Unit(Unit),
    Place(Location),
    Power(Power),
    Kind(UnitKind),
    Number(usize),
    Text(String),
}

/// The facts of one sentence, by the name of their placeholder.
#[derive(Clone, Default, Debug)]
pub(crate) struct Facts(Vec<(&'static str, Fact)>);

impl Facts {
    pub(crate) fn of(name: &'static str, fact: Fact) -> Self {
        Self(vec![(name, fact)])
    }

    #[must_use]
    pub(crate) fn and(mut self, name: &'static str, fact: Fact) -> Self {
        self.0.push((name, fact));
        self
    }

    #[must_use]
    pub(crate) fn unit(self, name: &'static str, unit: Unit) -> Self {
        self.and(name, Fact::Unit(unit))
    }

    #[must_use]
    pub(crate) fn place(self, name: &'static str, location: Location) -> Self {
        self.and(name, Fact::Place(location))
    }

    /// Adds the strengths that were compared: the unit's own first.
    #[must_use]
    pub(crate) fn strengths(self, (own, theirs): (usize, usize)) -> Self {
        self.and("own", Fact::Number(own)).and("theirs", Fact::Number(theirs))
    }

    fn get(&self, name: &str) -> Option<&Fact> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, fact)| fact)
    }
}

/// Formats sentences in one language about one board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SentenceFormatter<'a> {
    pub(crate) board: &'a Board,
    pub(crate) language: &'a Language,
}

impl SentenceFormatter<'_> {
    /// A sentence or other text of the language, filled with facts. Loading checks that a language has every
    /// key, so only a key that is missing in `sentence_keys.rs` gives an empty text.
    pub(crate) fn format(&self, key: &str, facts: &Facts) -> String {
        let mut out = String::new();
        if let Some(template) = self.language.sentences.get(key) {
            self.fill(&mut out, template, facts);
        }
        out
    }

    /// A text without placeholders.
    pub(crate) fn word(&self, key: &str) -> String {
        self.format(key, &Facts::default())
    }

    fn fill(&self, out: &mut String, template: &Template, facts: &Facts) {
        for piece in &template.pieces {
            match piece {
                TemplatePart::Text(text) => out.push_str(text),
                TemplatePart::Placeholder { name, form } => match facts.get(name) {
                    Some(fact) => self.push(out, fact, form),
                    None => out.push('?'),
                },
            }
        }
    }

    fn push(&self, out: &mut String, fact: &Fact, form: &str) {
        match fact {
            Fact::Unit(unit) => {
                let facts = Facts::of("power", Fact::Power(unit.power)).place("place", unit.location);
                match self.language.unit_forms(unit.kind).get(form) {
                    Some(template) => self.fill(out, template, &facts),
                    None => out.push('?'),
                }
            }
            Fact::Kind(kind) => match self.language.unit_forms(*kind).get(form) {
                Some(template) => self.fill(out, template, &Facts::default()),
                None => out.push('?'),
            },
            Fact::Place(location) => out.push_str(&self.place(*location, form)),
            Fact::Power(power) => out.push_str(self.language.power(*power, form).unwrap_or("?")),
            Fact::Number(number) => out.push_str(&number.to_string()),
            Fact::Text(text) => out.push_str(text),
        }
    }

    /// A place in a grammatical form, with its coast if it has one: `in St Petersburg (south coast)`.
    pub(crate) fn place(&self, location: Location, form: &str) -> String {
        let province = self.board.province_of(location);
        let place = self.language.place(province, form).unwrap_or("?");
        match self.board.coast(location) {
            None => place.to_owned(),
            Some(coast) => {
                let coast = self.language.coast(coast).to_owned();
                let coast = self.format("frames.coast", &Facts::of("text", Fact::Text(coast)));
                format!("{place}{coast}")
            }
        }
    }

    /// A list of places with "or": `to Gascony or to Paris`.
    pub(crate) fn list_with_or(&self, places: &[Location]) -> String {
        let item = |place: &Location| self.format("lists.item", &Facts::of("place", Fact::Place(*place)));
        let names: Vec<String> = places.iter().map(item).collect();
        match names.split_last() {
            None => String::new(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => {
                format!("{}{}{last}", others.join(&self.word("lists.comma")), self.word("lists.or"))
            }
        }
    }
}

/// The text with a capital first letter, because a sentence can begin with a unit or a place.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        None => String::new(),
        Some(first) => first.to_uppercase().chain(chars).collect(),
    }
}
