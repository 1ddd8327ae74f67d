//! Every word of every language, and what it can mean.

use std::collections::{HashMap, HashSet};

use atlas::Variant;
use rules::{Board, Coast, Power, Province, UnitKind};

use crate::Locale;
use crate::fold;
use crate::locale::DeedWord;

/// One thing that a word can mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Meaning {
    Place(Province),
    Power(Power),
    Kind(UnitKind),
    Deed(DeedWord),
    Coast(Coast),
    Via,
    /// An article or a preposition: it may be left out.
    Skip,
    Heading,
    /// "from": what follows is where somebody comes from. Such words are [`Meaning::Skip`] too.
    From,
    /// Between two orders.
    And,
    /// "all others": every unit that has no other order.
    Everyone,
    /// What follows should not be done.
    Not,
}

impl Meaning {
    /// Whether it tells a unit to do this; an attack is a move.
    pub(crate) fn tells(self, word: DeedWord) -> bool {
        self == Self::Deed(word) || (word == DeedWord::Move && self == Self::Deed(DeedWord::Attack))
    }
}

/// What others do for a unit that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Help {
    Support,
    Convoy,
}

/// A language that the reader knows, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LanguageId(u8);

impl LanguageId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Languages(u64);

/// What a word or phrase means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) meaning: Meaning,
    pub(crate) languages: Languages,
    /// One bit a number of words that it is written in: "Northsea" and "North Sea" have the same letters.
    words: u8,
}

/// A form of a place's name, for comparing letter by letter.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) province: Province,
    pub(crate) languages: Languages,
    pub(crate) letters: Vec<char>,
    /// One bit a letter that occurs.
    pub(crate) occurring: u32,
    /// Where each word of the name starts in `letters`.
    pub(crate) words: Vec<usize>,
}

/// A verb or a unit's word, for comparing letter by letter.
#[derive(Clone, Debug)]
pub(crate) struct Verb {
    pub(crate) meaning: Meaning,
    pub(crate) languages: Languages,
    pub(crate) letters: Vec<char>,
}

#[derive(Clone, Debug)]
pub(crate) struct Lexicon {
    languages: Vec<String>,
    entries: HashMap<String, Vec<Entry>>,
    /// The single words that longer names are made of.
    parts: HashSet<String>,
    pub(crate) forms: Vec<Form>,
    pub(crate) verbs: Vec<Verb>,
    /// "supported by", "convoyed by": the plain words of each such phrase.
    pub(crate) helped_by: Vec<(Help, Vec<String>)>,
}

impl Languages {
    pub(crate) const ALL: Self = Self(u64::MAX);
    /// The board's own keys are nobody's language: they are read when the writer's own gives nothing.
    const INTERNATIONAL: Self = Self(1 << 63);

    pub(crate) const fn one(language: LanguageId) -> Self {
        Self(1 << language.0)
    }

    pub(crate) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Lexicon {
    /// More languages than this are not read.
    const MOST_LANGUAGES: usize = 63;

    pub(crate) fn new(variant: &Variant, locales: &[Locale]) -> Self {
        let mut languages: Vec<String> = locales.iter().map(|locale| locale.language.clone()).collect();
        for names in
            variant.names().iter().filter(|names| !languages.contains(&names.language)).collect::<Vec<_>>()
        {
            languages.push(names.language.clone());
        }
        languages.truncate(Self::MOST_LANGUAGES);
        let mut lexicon = Self {
            languages,
            entries: HashMap::new(),
            parts: HashSet::new(),
            forms: Vec::new(),
            verbs: Vec::new(),
            helped_by: Vec::new(),
        };
        for locale in locales {
            lexicon.learn_words(locale);
        }
        for names in variant.names() {
            let Some(language) = lexicon.language(&names.language) else { continue };
            let language = Languages::one(language);
            for province in variant.board.provinces() {
                for name in names.province(province).all() {
                    lexicon.learn_place(province, name, language);
                }
            }
            for power in variant.board.powers() {
                for name in names.power(power).all() {
                    lexicon.learn(Meaning::Power(power), name, language);
                }
            }
        }
        lexicon.learn_keys(&variant.board);
        lexicon
    }

    pub(crate) fn language(&self, code: &str) -> Option<LanguageId> {
        let i = self.languages.iter().position(|language| language == code)?;
        u8::try_from(i).ok().map(LanguageId)
    }

    pub(crate) fn codes(&self) -> impl Iterator<Item = &str> {
        self.languages.iter().map(String::as_str)
    }

    /// What a plain word can mean, with the languages that say so.
    pub(crate) fn meanings(&self, key: &str) -> &[Entry] {
        self.entries.get(key).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn is_part(&self, key: &str) -> bool {
        self.parts.contains(key)
    }

    fn learn_words(&mut self, locale: &Locale) {
        let Some(language) = self.language(&locale.language) else { return };
        let language = Languages::one(language);
        let by = [(Help::Support, &locale.supported_by), (Help::Convoy, &locale.convoyed_by)];
        for (help, phrase) in by.into_iter().flat_map(|(help, list)| list.iter().map(move |p| (help, p))) {
            let words = phrase.split(|c: char| !c.is_alphanumeric()).map(fold::key);
            self.helped_by.push((help, words.filter(|word| !word.is_empty()).collect()));
        }
        let kinds = locale.kinds.iter().map(|(kind, word)| (Meaning::Kind(*kind), word));
        let deeds = locale.deeds.iter().map(|(deed, word)| (Meaning::Deed(*deed), word));
        let coasts = locale.coasts.iter().map(|(coast, word)| (Meaning::Coast(*coast), word));
        for (meaning, word) in kinds.chain(deeds) {
            self.learn(meaning, word, language);
            let letters: Vec<char> = fold::key(word).chars().collect();
            self.verbs.push(Verb { meaning, languages: language, letters });
        }
        for (meaning, word) in coasts {
            self.learn(meaning, word, language);
        }
        for (meaning, words) in [
            (Meaning::Via, &locale.via),
            (Meaning::Skip, &locale.skip),
            (Meaning::Skip, &locale.from),
            (Meaning::From, &locale.from),
            (Meaning::Heading, &locale.headings),
            (Meaning::And, &locale.and),
            (Meaning::Everyone, &locale.everyone),
            (Meaning::Not, &locale.not),
        ] {
            for word in words {
                self.learn(meaning, word, language);
            }
        }
    }

    fn learn_keys(&mut self, board: &Board) {
        for province in board.provinces() {
            self.learn(Meaning::Place(province), board.province_key(province), Languages::INTERNATIONAL);
        }
        for power in board.powers() {
            self.learn(Meaning::Power(power), board.power_key(power), Languages::INTERNATIONAL);
        }
    }

    fn learn_place(&mut self, province: Province, name: &str, language: Languages) {
        self.learn(Meaning::Place(province), name, language);
        let mut letters = Vec::new();
        let mut words = Vec::new();
        for word in name.split(|c: char| !c.is_alphanumeric()) {
            let plain = fold::key(word);
            if !plain.is_empty() {
                words.push(letters.len());
                letters.extend(plain.chars());
                self.parts.insert(plain);
            }
        }
        if words.len() == 1 {
            self.parts.remove(&fold::key(name));
        }
        let occurring = occurring(&letters);
        match self.forms.iter_mut().find(|form| form.province == province && form.letters == letters) {
            Some(form) => form.languages = form.languages.and(language),
            None => self.forms.push(Form { province, languages: language, letters, occurring, words }),
        }
    }

    fn learn(&mut self, meaning: Meaning, word: &str, language: Languages) {
        // "'s" after a name is not the S of a support.
        let plain = match word {
            _ if word.starts_with('\'') => format!("'{}", fold::key(word)),
            // "n'avance": the letter alone is no word.
            _ if word.ends_with('\'') => format!("{}'", fold::key(word)),
            _ => fold::key(word),
        };
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        let count = word.split(|c: char| !c.is_alphanumeric()).filter(is_word).count();
        let words = 1 << count.min(7);
        for key in [Some(plain), fold::transliterated(word)].into_iter().flatten() {
            let known = self.entries.entry(key).or_default();
            match known.iter_mut().find(|entry| entry.meaning == meaning) {
                Some(entry) => {
                    entry.languages = entry.languages.and(language);
                    entry.words |= words;
                }
                None => known.push(Entry { meaning, languages: language, words }),
            }
        }
    }
}

impl Entry {
    /// Whether it may be written in so many words. Names may be run together or torn apart, but not
    /// at a hyphen or with a letter that stands alone: "Swe-Den" is not Sweden, "S A" not the French "sa".
    pub(crate) fn fits(&self, words: usize, firmly_apart: bool) -> bool {
        let as_is = self.words & 1 << words.min(7) != 0;
        match self.meaning {
            Meaning::Place(_) => as_is || !firmly_apart,
            Meaning::Power(_)
            | Meaning::Kind(_)
            | Meaning::Deed(_)
            | Meaning::Coast(_)
            | Meaning::Via
            | Meaning::Skip
            | Meaning::Heading
            | Meaning::From
            | Meaning::And
            | Meaning::Everyone
            | Meaning::Not => as_is || words == 1,
        }
    }
}

/// One bit for each letter of the alphabet that occurs, and one for everything else.
pub(crate) fn occurring(letters: &[char]) -> u32 {
    letters.iter().fold(0, |bits, c| match c {
        'a'..='z' => bits | 1 << (*c as u32 - 'a' as u32),
        _ => bits | 1 << 31,
    })
}
