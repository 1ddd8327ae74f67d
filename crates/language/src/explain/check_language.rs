//! Checks that a language has every sentence, and every grammatical form that its sentences need.

use std::collections::BTreeMap;

use atlas::Variant;
use rules::{Coast, Power, Province, Rule};

use super::language::{Forms, Language, LanguageError};
use super::sentence_keys::{OTHER_TEXTS, PlaceholderKind, SENTENCES, placeholder_kind};
use super::template::Template;

/// All errors: what is missing, and what no fact can fill.
pub(crate) fn check(language: &Language, variant: &Variant) -> Vec<LanguageError> {
    let mut check = LanguageChecker { language, variant, faults: Vec::new() };
    check.sentences();
    check.units();
    check.rules_and_coasts();
    check.faults
}

struct LanguageChecker<'a> {
    language: &'a Language,
    variant: &'a Variant,
    faults: Vec<LanguageError>,
}

impl LanguageChecker<'_> {
    fn fault(&mut self, file: &str, message: String) {
        let fault = LanguageError { file: file.to_owned(), line: 0, message };
        // Otherwise a place without a form would be reported once per sentence.
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn sentences(&mut self) {
        for (key, facts) in SENTENCES.iter().chain(OTHER_TEXTS) {
            match self.language.sentences.get(*key) {
                None => self.fault("rulings.toml", format!("there is no text for '{key}'")),
                Some(template) => self.placeholders(key, template, facts),
            }
        }
        let known = |key: &str| SENTENCES.iter().chain(OTHER_TEXTS).any(|(known, _)| *known == key);
        let unknown: Vec<String> =
            self.language.sentences.keys().filter(|key| !known(key)).cloned().collect();
        for key in unknown {
            self.fault("rulings.toml", format!("nothing asks for '{key}'"));
        }
    }

    fn units(&mut self) {
        let language = self.language;
        for (name, forms) in [("army", &language.army), ("fleet", &language.fleet)] {
            for (form, template) in forms {
                self.placeholders(&format!("{name}.{form}"), template, "power place");
            }
        }
    }

    fn rules_and_coasts(&mut self) {
        for rule in Rule::ALL {
            if self.language.rule(rule).is_empty() {
                self.fault("rules.toml", format!("rule {} has no text", rule.number()));
            }
        }
        for coast in Coast::ALL {
            if self.language.coast(coast) == coast.key() {
                self.fault("rulings.toml", format!("the coast '{}' has no name", coast.key()));
            }
        }
        let named = |forms: &[Forms]| forms.iter().position(|forms| !forms.contains_key("name"));
        if let Some(i) = named(&self.language.places) {
            let province = Province::new(i);
            let name = self.variant.province_name(province);
            self.fault("grammar", format!("{name} has no 'name'"));
        }
        if let Some(i) = named(&self.language.powers) {
            let name = self.variant.power_name(Power::new(i));
            self.fault("grammar", format!("{name} has no 'name'"));
        }
    }

    /// Checks that each placeholder of a text has a fact, and that the fact has the form.
    fn placeholders(&mut self, key: &str, template: &Template, facts: &str) {
        for (name, form) in template.placeholders() {
            let kind = placeholder_kind(name).filter(|_| facts.split(' ').any(|fact| fact == name));
            let Some(kind) = kind else {
                self.fault("rulings.toml", format!("'{key}' asks for '{name}', which is not known there"));
                continue;
            };
            match kind {
                PlaceholderKind::Unit | PlaceholderKind::Kind => self.unit_form(key, form),
                PlaceholderKind::Place => {
                    let lacking = lacking(&self.language.places, form);
                    for i in lacking {
                        let name = self.variant.province_name(Province::new(i)).to_owned();
                        self.fault("grammar", format!("{name} has no form '{form}', which '{key}' needs"));
                    }
                }
                PlaceholderKind::Power => {
                    for i in lacking(&self.language.powers, form) {
                        let name = self.variant.power_name(Power::new(i)).to_owned();
                        self.fault("grammar", format!("{name} has no form '{form}', which '{key}' needs"));
                    }
                }
                PlaceholderKind::Number | PlaceholderKind::Text => {
                    if form != super::template::DEFAULT_FORM {
                        self.fault("rulings.toml", format!("'{key}': '{name}' has no forms"));
                    }
                }
            }
        }
    }

    fn unit_form(&mut self, key: &str, form: &str) {
        let has = |forms: &BTreeMap<String, Template>| forms.contains_key(form);
        if !has(&self.language.army) || !has(&self.language.fleet) {
            self.fault("rulings.toml", format!("units have no form '{form}', which '{key}' needs"));
        }
    }
}

/// The indexes of the entries without this form.
fn lacking(forms: &[Forms], form: &str) -> Vec<usize> {
    let lacks = |(i, forms): (usize, &Forms)| (!forms.contains_key(form)).then_some(i);
    forms.iter().enumerate().filter_map(lacks).collect()
}
