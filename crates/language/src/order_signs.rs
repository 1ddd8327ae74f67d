//! The letters and words of orders in one language, for a table that people read (E7).

use rules::{Coast, UnitKind};

use crate::locale::{ActionWord, Locale};

/// A part of an order: its short form, and everything that is understood for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderSign {
    /// `army`, `support`, `nc`.
    pub key: &'static str,
    /// The short form: `A`, `S`. Empty if there is none.
    pub sign: String,
    pub words: Vec<String>,
}

impl Locale {
    /// The signs of this language: units, actions, "via convoy" and coasts.
    pub fn order_signs(&self) -> Vec<OrderSign> {
        let short = &self.short;
        let kind = |key, kind: UnitKind, template: &str| OrderSign {
            key,
            sign: sign_of(template),
            words: words_of(&self.kinds, kind),
        };
        let action = |key, action: ActionWord, template: &str| OrderSign {
            key,
            sign: sign_of(template),
            words: words_of(&self.actions, action),
        };
        let mut signs = vec![
            kind("army", UnitKind::Army, &short.army),
            kind("fleet", UnitKind::Fleet, &short.fleet),
            action("hold", ActionWord::Hold, &short.hold),
            action("move", ActionWord::Move, &short.go),
            action("support", ActionWord::Support, &short.support_hold),
            action("convoy", ActionWord::Convoy, &short.convoy),
            OrderSign { key: "via", sign: String::new(), words: self.via.clone() },
            action("retreat", ActionWord::Retreat, ""),
            action("disband", ActionWord::Disband, ""),
            action("build", ActionWord::Build, ""),
            action("waive", ActionWord::Waive, ""),
        ];
        signs.extend(Coast::ALL.into_iter().map(|coast| OrderSign {
            key: coast.key(),
            sign: short.coasts.of(coast).to_owned(),
            words: words_of(&self.coasts, coast),
        }));
        signs
    }
}

fn words_of<T: Copy + PartialEq>(words: &[(T, String)], wanted: T) -> Vec<String> {
    words.iter().filter(|(what, _)| *what == wanted).map(|(_, word)| word.clone()).collect()
}

/// The sign of a template, which stands behind its first blank, or before it: `S` of `{unit} S {helped}-{to}`.
fn sign_of(template: &str) -> String {
    let (before, rest) = template.split_once('{').unwrap_or((template, ""));
    let behind = rest.split_once('}').map_or("", |(_, behind)| behind);
    let sign = if before.trim().is_empty() { behind.split('{').next().unwrap_or_default() } else { before };
    sign.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters of the rulebooks' table (E7).
    #[test]
    fn e7_each_language_has_the_letters_of_its_rulebook() {
        let signs = |language: &str| {
            let locale = Locale::built_in().into_iter().find(|locale| locale.language == language).unwrap();
            let sign = |key| locale.order_signs().into_iter().find(|sign| sign.key == key).unwrap().sign;
            ["army", "fleet", "move", "support", "convoy", "nc", "sc", "ec"].map(sign).join(" ")
        };
        assert_eq!(signs("en"), "A F - S C nc sc ec");
        assert_eq!(signs("nl"), "A F - S C NC SC EC");
        assert_eq!(signs("fr"), "A F – S C CN CS CE");
        assert_eq!(signs("es"), "E F - A T CN CS CE");
        assert_eq!(signs("de"), "A F – S C nc sc ec");
        for locale in Locale::built_in() {
            for sign in locale.order_signs() {
                let letter_is_read =
                    sign.sign.is_empty() || sign.key == "move" || sign.words.contains(&sign.sign);
                assert!(letter_is_read, "{} {}: {}", locale.language, sign.key, sign.sign);
            }
        }
    }
}
