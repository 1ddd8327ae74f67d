//! Whether a language has every sentence, and every form that its sentences ask for.

use std::collections::BTreeMap;

use atlas::Variant;
use rules::{Coast, Power, Province, Rule};

use super::keys::{SENTENCES, SlotKind, WORDS, slot_kind};
use super::language::{Forms, Language, LanguageFault};
use super::template::Template;

/// Everything that is missing or cannot be filled in.
pub(crate) fn check(language: &Language, variant: &Variant) -> Vec<LanguageFault> {
    let mut check = Check { language, variant, faults: Vec::new() };
    check.sentences();
    check.units();
    check.rules_and_coasts();
    check.faults
}

struct Check<'a> {
    language: &'a Language,
    variant: &'a Variant,
    faults: Vec<LanguageFault>,
}

impl Check<'_> {
    fn fault(&mut self, file: &str, message: String) {
        let fault = LanguageFault { file: file.to_owned(), line: 0, message };
        // One place without a form would be told once a sentence.
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn sentences(&mut self) {
        for (key, facts) in SENTENCES.iter().chain(WORDS) {
            match self.language.sentences.get(*key) {
                None => self.fault("rulings.toml", format!("there is no text for '{key}'")),
                Some(template) => self.slots(key, template, facts),
            }
        }
        let known = |key: &str| SENTENCES.iter().chain(WORDS).any(|(known, _)| *known == key);
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
                self.slots(&format!("{name}.{form}"), template, "power place");
            }
        }
    }

    fn rules_and_coasts(&mut self) {
        for rule in Rule::ALL {
            if self.language.rule(rule).is_empty() {
                self.fault("rules.toml", format!("rule {} is not told", rule.number()));
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

    /// Whether everything that a text asks for is there.
    fn slots(&mut self, key: &str, template: &Template, facts: &str) {
        for (name, form) in template.slots() {
            let kind = slot_kind(name).filter(|_| facts.split(' ').any(|fact| fact == name));
            let Some(kind) = kind else {
                self.fault("rulings.toml", format!("'{key}' asks for '{name}', which is not known there"));
                continue;
            };
            match kind {
                SlotKind::Unit | SlotKind::Kind => self.unit_form(key, form),
                SlotKind::Place => {
                    let lacking = lacking(&self.language.places, form);
                    for i in lacking {
                        let name = self.variant.province_name(Province::new(i)).to_owned();
                        self.fault("grammar", format!("{name} has no form '{form}', which '{key}' needs"));
                    }
                }
                SlotKind::Power => {
                    for i in lacking(&self.language.powers, form) {
                        let name = self.variant.power_name(Power::new(i)).to_owned();
                        self.fault("grammar", format!("{name} has no form '{form}', which '{key}' needs"));
                    }
                }
                SlotKind::Number | SlotKind::Text => {
                    if form != super::template::PLAIN {
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

fn lacking(forms: &[Forms], form: &str) -> Vec<usize> {
    let lacks = |(i, forms): (usize, &Forms)| (!forms.contains_key(form)).then_some(i);
    forms.iter().enumerate().filter_map(lacks).collect()
}
