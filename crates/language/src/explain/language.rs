//! A language for explanations: its sentences, the 22 rules, the titles of the lessons, and the grammar of a
//! variant's place names.
//!
//! All of it is data: `locales/<code>/rulings.toml` and `rules.toml`, and
//! `<variant>/grammar/<code>.toml`. A new language needs files only, no code.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

use atlas::Variant;
use rules::{Board, Coast, Power, Province, Rule, UnitKind};

use super::check_language::check;
use super::language_files::{GrammarFile, PlaceFile, read_grammar, read_texts};
use super::template::Template;

// The build script writes `BUILT_IN`: the texts of every locale folder.
include!(concat!(env!("OUT_DIR"), "/explaining.rs"));

/// The names of a place or power, by grammatical form (`name`, `in`, `to`).
pub(crate) type Forms = BTreeMap<String, String>;

/// The texts of a language's files.
#[derive(Clone, Debug)]
pub struct LanguageSources {
    /// The code of the language: `fr`.
    pub code: String,
    pub rulings: String,
    pub rules: String,
    pub grammar: String,
}

/// A language, checked for one variant: it has every sentence, and every form that its sentences need.
#[derive(Clone, Debug)]
pub struct Language {
    code: String,
    pub(crate) sentences: BTreeMap<String, Template>,
    rules: Vec<String>,
    /// The titles of lessons and examples, by `lessons.KEY`, `introductions.KEY` and `examples.ID`.
    lesson_texts: BTreeMap<String, String>,
    pub(crate) army: BTreeMap<String, Template>,
    pub(crate) fleet: BTreeMap<String, Template>,
    pub(crate) places: Vec<Forms>,
    pub(crate) powers: Vec<Forms>,
    coasts: BTreeMap<String, String>,
}

/// An error in a language's files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageError {
    pub file: String,
    /// The line number, from 1; 0 if something is missing.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl LanguageSources {
    /// Reads the files of a language from the folder of locales and that of a variant.
    pub fn read(locales: &Path, variant: &Path, code: &str) -> Result<Self, LanguageError> {
        let read = |path: std::path::PathBuf| {
            std::fs::read_to_string(&path).map_err(|error| LanguageError {
                file: path.display().to_string(),
                line: 0,
                message: error.to_string(),
            })
        };
        Ok(Self {
            code: code.to_owned(),
            rulings: read(locales.join(code).join("rulings.toml"))?,
            rules: read(locales.join(code).join("rules.toml"))?,
            grammar: read(variant.join("grammar").join(format!("{code}.toml")))?,
        })
    }

    /// Checks everything and makes the language, or returns all errors.
    pub fn into_language(self, variant: &Variant) -> Result<Language, Vec<LanguageError>> {
        let mut faults = Vec::new();
        let rulings = read_texts("rulings.toml", &self.rulings, &mut faults);
        let mut lesson_texts = read_texts("rules.toml", &self.rules, &mut faults);
        let rules =
            (1..=22).map(|n| lesson_texts.remove(&format!("rules.{n}")).unwrap_or_default()).collect();
        let grammar = read_grammar("grammar", &self.grammar, &mut faults);
        let mut language = Language {
            code: self.code,
            sentences: BTreeMap::new(),
            rules,
            lesson_texts,
            army: BTreeMap::new(),
            fleet: BTreeMap::new(),
            places: places(&variant.board, &grammar),
            powers: powers(&variant.board, &grammar),
            coasts: BTreeMap::new(),
        };
        for (key, text) in rulings {
            if let Some(coast) = key.strip_prefix("coasts.") {
                language.coasts.insert(coast.to_owned(), text);
                continue;
            }
            let template = match Template::parse(&text) {
                Ok(template) => template,
                Err(malformed) => {
                    faults.push(LanguageError {
                        file: "rulings.toml".to_owned(),
                        line: line_with(&self.rulings, &text),
                        message: format!("'{key}': {malformed}"),
                    });
                    continue;
                }
            };
            match key.split_once('.') {
                Some(("army", form)) => language.army.insert(form.to_owned(), template),
                Some(("fleet", form)) => language.fleet.insert(form.to_owned(), template),
                Some(_) | None => language.sentences.insert(key, template),
            };
        }
        faults.extend(check(&language, variant));
        if faults.is_empty() { Ok(language) } else { Err(faults) }
    }
}

impl Language {
    /// Reads a language from the folder of locales and that of a variant.
    pub fn load(
        locales: &Path,
        folder: &Path,
        variant: &Variant,
        code: &str,
    ) -> Result<Self, Vec<LanguageError>> {
        LanguageSources::read(locales, folder, code).map_err(|fault| vec![fault])?.into_language(variant)
    }

    /// A built-in language for any variant. None if there is no such language, or the variant has no grammar
    /// for it.
    pub fn for_variant(variant: &Variant, code: &str) -> Option<Result<Self, Vec<LanguageError>>> {
        let (code, rulings, rules) = BUILT_IN.iter().find(|(known, ..)| known.eq_ignore_ascii_case(code))?;
        let sources = LanguageSources {
            code: (*code).to_owned(),
            rulings: (*rulings).to_owned(),
            rules: (*rules).to_owned(),
            grammar: variant.files().get(&format!("grammar/{code}.toml"))?.to_owned(),
        };
        Some(sources.into_language(variant))
    }

    /// A built-in language for the standard board.
    pub fn built_in(code: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.code.eq_ignore_ascii_case(code))
    }

    /// All built-in languages, for the standard board.
    pub fn all() -> &'static [Self] {
        &LANGUAGES
    }

    pub fn code(&self) -> &str {
        &self.code
    }

    /// The text of one of the 22 rules, in our own words.
    pub fn rule(&self, rule: Rule) -> &str {
        self.rules.get(usize::from(rule.number()) - 1).map_or("", String::as_str)
    }

    /// A text of the lessons: `lessons.KEY`, `introductions.KEY` or `examples.ID`.
    pub fn lesson_text(&self, key: &str) -> Option<&str> {
        self.lesson_texts.get(key).map(String::as_str)
    }

    /// A province in one grammatical form of this language, such as `name` or `in`.
    pub fn place(&self, province: Province, form: &str) -> Option<&str> {
        self.places.get(province.index())?.get(form).map(String::as_str)
    }

    /// A power in one grammatical form of this language, such as `name`.
    pub fn power(&self, power: Power, form: &str) -> Option<&str> {
        self.powers.get(power.index())?.get(form).map(String::as_str)
    }

    pub fn coast(&self, coast: Coast) -> &str {
        self.coasts.get(coast.key()).map_or(coast.key(), String::as_str)
    }

    /// The grammatical forms of places in this language.
    pub fn place_forms(&self) -> impl Iterator<Item = &str> {
        self.places.first().into_iter().flat_map(|forms| forms.keys().map(String::as_str))
    }

    pub(crate) const fn unit_forms(&self, kind: UnitKind) -> &BTreeMap<String, Template> {
        match kind {
            UnitKind::Army => &self.army,
            UnitKind::Fleet => &self.fleet,
        }
    }
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let language = |(code, ..): &(&str, &str, &str)| {
        Some(Language::for_variant(atlas::standard(), code)?.unwrap_or_else(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("built-in language is invalid: {code}\n{}", faults.join("\n"))
        }))
    };
    BUILT_IN.iter().filter_map(language).collect()
});

fn places(board: &Board, grammar: &GrammarFile) -> Vec<Forms> {
    let forms = |province: Province| match grammar.places.get(board.province_key(province)) {
        None => Forms::new(),
        Some(PlaceFile::Forms(forms)) => forms.clone(),
        Some(PlaceFile::OfClass(class, name)) => {
            let patterns = grammar.classes.get(class).into_iter().flatten();
            patterns.map(|(form, pattern)| (form.clone(), pattern.replace("{}", name))).collect()
        }
    };
    board.provinces().map(forms).collect()
}

fn powers(board: &Board, grammar: &GrammarFile) -> Vec<Forms> {
    let forms = |power: Power| grammar.powers.get(board.power_key(power)).cloned().unwrap_or_default();
    board.powers().map(forms).collect()
}

/// The number of the line with this text, for error messages; 0 if there is none.
fn line_with(file: &str, text: &str) -> usize {
    file.lines().position(|line| line.contains(text)).map_or(0, |i| i + 1)
}
