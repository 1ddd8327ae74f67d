//! The lexicon: every word of every language with its meanings.

use std::collections::{HashMap, HashSet};

use atlas::Variant;
use rules::{Board, Coast, Power, Province, UnitKind};

use crate::Locale;
use crate::locale::{ActionWord, SeasonWord};
use crate::normalize;

/// One thing that a word can mean.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Meaning {
    Place(Province),
    Power(Power),
    Kind(UnitKind),
    Action(ActionWord),
    Coast(Coast),
    Via,
    /// An article or a preposition: it may be left out.
    Skip,
    Heading,
    /// The season of a date.
    Season(SeasonWord),
    /// A place that no unit can enter: Switzerland, an island, land outside the board (B8).
    Closed,
    /// A town or a region in a province. It does not name the province.
    Inside(Province),
    /// "from": the place where a unit comes from follows. Such words are also [`Meaning::Skip`].
    From,
    /// "and" between two orders.
    And,
    /// "all others": every unit without another order.
    Everyone,
    /// A negation: the order must not be followed.
    Not,
}

impl Meaning {
    /// Whether it is this action. An attack is also a move.
    pub(crate) fn is_action(self, word: ActionWord) -> bool {
        self == Self::Action(word) || (word == ActionWord::Move && self == Self::Action(ActionWord::Attack))
    }
}

/// How a unit helps another one to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Help {
    Support,
    Convoy,
}

/// A language that the parser knows, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LanguageId(u8);

impl LanguageId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LanguageSet(u64);

/// One meaning of a word or phrase, and the languages that have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordMeaning {
    pub(crate) meaning: Meaning,
    pub(crate) languages: LanguageSet,
    /// The numbers of words in which it is written, one bit per number: "Northsea" and "North Sea" have the
    /// same letters.
    words: u8,
}

/// One spelling of a place's name, for comparison letter by letter.
#[derive(Clone, Debug)]
pub(crate) struct PlaceSpelling {
    pub(crate) province: Province,
    pub(crate) languages: LanguageSet,
    pub(crate) letters: Vec<char>,
    /// One bit per letter that occurs.
    pub(crate) letter_mask: u32,
    /// Where each word of the name starts in `letters`.
    pub(crate) words: Vec<usize>,
}

/// A word for an action or a kind of unit, for comparison letter by letter.
#[derive(Clone, Debug)]
pub(crate) struct KeywordSpelling {
    pub(crate) meaning: Meaning,
    pub(crate) languages: LanguageSet,
    pub(crate) letters: Vec<char>,
}

/// All words of all languages of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Lexicon {
    languages: Vec<String>,
    entries: HashMap<String, Vec<WordMeaning>>,
    /// The single words of names that have several words.
    parts: HashSet<String>,
    pub(crate) place_spellings: Vec<PlaceSpelling>,
    pub(crate) keyword_spellings: Vec<KeywordSpelling>,
    /// The names of places that cannot be entered, for comparison letter by letter.
    pub(crate) closed_spellings: Vec<Vec<char>>,
    /// "supported by", "convoyed by": the plain words of each phrase, found by the first of them.
    pub(crate) helped_by: HashMap<String, Vec<(Help, Vec<String>)>>,
    /// The words for "or", plain.
    or: HashSet<String>,
    /// Remarks behind an order: the plain words; and those behind the name of a place, if there is one.
    pub(crate) remarks: Vec<(Vec<String>, Option<Vec<String>>)>,
    /// Verbs in two parts around the unit, such as "baut … ab": the plain words of both parts.
    pub(crate) separable: Vec<(ActionWord, Vec<String>, Vec<String>)>,
}

impl LanguageSet {
    pub(crate) const ALL: Self = Self(u64::MAX);
    /// The board's own keys. They belong to no language, and are read if the writer's language gives nothing.
    const INTERNATIONAL: Self = Self(1 << 63);

    pub(crate) const fn one(language: LanguageId) -> Self {
        Self(1 << language.0)
    }

    pub(crate) const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Lexicon {
    /// Further languages are not read. Bit 63 of a set is for the board's own keys.
    const MAX_LANGUAGES: usize = 63;

    pub(crate) fn new(variant: &Variant, locales: &[Locale]) -> Self {
        let mut languages: Vec<String> = locales.iter().map(|locale| locale.language.clone()).collect();
        for names in
            variant.names().iter().filter(|names| !languages.contains(&names.language)).collect::<Vec<_>>()
        {
            languages.push(names.language.clone());
        }
        languages.truncate(Self::MAX_LANGUAGES);
        let mut lexicon = Self {
            languages,
            entries: HashMap::new(),
            parts: HashSet::new(),
            place_spellings: Vec::new(),
            keyword_spellings: Vec::new(),
            closed_spellings: Vec::new(),
            helped_by: HashMap::new(),
            separable: Vec::new(),
            or: HashSet::new(),
            remarks: Vec::new(),
        };
        for locale in locales {
            lexicon.add_locale(locale);
        }
        for names in variant.names() {
            let Some(language) = lexicon.language(&names.language) else { continue };
            let language = LanguageSet::one(language);
            for province in variant.board.provinces() {
                for name in names.province(province).all() {
                    lexicon.add_place_name(province, name, language);
                }
            }
            for power in variant.board.powers() {
                for name in names.power(power).all() {
                    lexicon.add_word(Meaning::Power(power), name, language);
                }
            }
            for name in &names.closed {
                lexicon.add_word(Meaning::Closed, name, language);
                lexicon.closed_spellings.push(normalize::lookup_key(name).chars().collect());
            }
            for name in &names.outside {
                lexicon.add_word(Meaning::Closed, name, language);
            }
            for (province, name) in &names.inside {
                lexicon.add_word(Meaning::Inside(*province), name, language);
            }
        }
        lexicon.add_board_keys(&variant.board);
        lexicon
    }

    pub(crate) fn language(&self, code: &str) -> Option<LanguageId> {
        let i = self.languages.iter().position(|language| language == code)?;
        u8::try_from(i).ok().map(LanguageId)
    }

    pub(crate) fn codes(&self) -> impl Iterator<Item = &str> {
        self.languages.iter().map(String::as_str)
    }

    /// The meanings of a word in plain letters.
    pub(crate) fn meanings(&self, key: &str) -> &[WordMeaning] {
        self.entries.get(key).map_or(&[], Vec::as_slice)
    }

    /// Whether a word is part of a name of several words.
    pub(crate) fn is_part(&self, key: &str) -> bool {
        self.parts.contains(key)
    }

    /// Whether a word is "or" in any language.
    pub(crate) fn is_or(&self, key: &str) -> bool {
        self.or.contains(key)
    }

    fn add_locale(&mut self, locale: &Locale) {
        let Some(language) = self.language(&locale.language) else { return };
        let language = LanguageSet::one(language);
        self.or.extend(locale.or.iter().map(|word| normalize::lookup_key(word)));
        let by = [(Help::Support, &locale.supported_by), (Help::Convoy, &locale.convoyed_by)];
        for (help, phrase) in by.into_iter().flat_map(|(help, list)| list.iter().map(move |p| (help, p))) {
            let words = plain_words(phrase);
            if let Some(first) = words.first().cloned() {
                self.helped_by.entry(first).or_default().push((help, words));
            }
        }
        for remark in &locale.remarks {
            let (head, tail) = remark.split_once(GAP).map_or((remark.as_str(), None), |(a, b)| (a, Some(b)));
            self.remarks.push((plain_words(head), tail.map(plain_words)));
        }
        for (action, verb) in &locale.actions {
            if let Some((head, tail)) = verb.split_once(GAP) {
                self.separable.push((*action, plain_words(head), plain_words(tail)));
            }
        }
        let kinds = locale.kinds.iter().map(|(kind, word)| (Meaning::Kind(*kind), word));
        let whole = locale.actions.iter().filter(|(_, word)| !word.contains(GAP));
        let actions = whole.map(|(action, word)| (Meaning::Action(*action), word));
        let coasts = locale.coasts.iter().map(|(coast, word)| (Meaning::Coast(*coast), word));
        for (meaning, word) in kinds.chain(actions) {
            self.add_word(meaning, word, language);
            let letters: Vec<char> = normalize::lookup_key(word).chars().collect();
            self.keyword_spellings.push(KeywordSpelling { meaning, languages: language, letters });
        }
        let seasons = locale.seasons.iter().map(|(season, word)| (Meaning::Season(*season), word));
        for (meaning, word) in coasts.chain(seasons) {
            self.add_word(meaning, word, language);
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
                self.add_word(meaning, word, language);
            }
        }
    }

    fn add_board_keys(&mut self, board: &Board) {
        for province in board.provinces() {
            self.add_word(Meaning::Place(province), board.province_key(province), LanguageSet::INTERNATIONAL);
        }
        for power in board.powers() {
            self.add_word(Meaning::Power(power), board.power_key(power), LanguageSet::INTERNATIONAL);
        }
    }

    fn add_place_name(&mut self, province: Province, name: &str, language: LanguageSet) {
        self.add_word(Meaning::Place(province), name, language);
        let mut letters = Vec::new();
        let mut words = Vec::new();
        for word in name.split(|c: char| !c.is_alphanumeric()) {
            let plain = normalize::lookup_key(word);
            if !plain.is_empty() {
                words.push(letters.len());
                letters.extend(plain.chars());
                self.parts.insert(plain);
            }
        }
        if words.len() == 1 {
            self.parts.remove(&normalize::lookup_key(name));
        }
        let occurring = letter_mask(&letters);
        match self
            .place_spellings
            .iter_mut()
            .find(|form| form.province == province && form.letters == letters)
        {
            Some(form) => form.languages = form.languages.union(language),
            None => self.place_spellings.push(PlaceSpelling {
                province,
                languages: language,
                letters,
                letter_mask: occurring,
                words,
            }),
        }
    }

    fn add_word(&mut self, meaning: Meaning, word: &str, language: LanguageSet) {
        // "'s" after a name is not the S of a support.
        let plain = match word {
            _ if word.starts_with('\'') => format!("'{}", normalize::lookup_key(word)),
            // "n'avance": the letter alone is not a word.
            _ if word.ends_with('\'') => format!("{}'", normalize::lookup_key(word)),
            _ => normalize::lookup_key(word),
        };
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        let count = word.split(|c: char| !c.is_alphanumeric()).filter(is_word).count();
        let words = 1 << count.min(7);
        for key in [Some(plain), normalize::transliterated(word)].into_iter().flatten() {
            let known = self.entries.entry(key).or_default();
            match known.iter_mut().find(|entry| entry.meaning == meaning) {
                Some(entry) => {
                    entry.languages = entry.languages.union(language);
                    entry.words |= words;
                }
                None => known.push(WordMeaning { meaning, languages: language, words }),
            }
        }
    }
}

impl WordMeaning {
    /// Whether it may be written in this number of words. The words of a name may be joined or split, but
    /// not at a hyphen or into single letters: "Swe-Den" is not Sweden, and "S A" is not the French "sa".
    pub(crate) fn fits(&self, words: usize, firmly_apart: bool) -> bool {
        let as_is = self.words & 1 << words.min(7) != 0;
        match self.meaning {
            Meaning::Place(_) | Meaning::Closed | Meaning::Inside(_) => as_is || !firmly_apart,
            Meaning::Power(_)
            | Meaning::Kind(_)
            | Meaning::Action(_)
            | Meaning::Coast(_)
            | Meaning::Via
            | Meaning::Skip
            | Meaning::Heading
            | Meaning::Season(_)
            | Meaning::From
            | Meaning::And
            | Meaning::Everyone
            | Meaning::Not => as_is || words == 1,
        }
    }
}

/// Where the unit stands in a verb of two parts, "baut … ab", or the place in a remark.
const GAP: char = '…';

/// The words of a phrase in plain letters.
fn plain_words(phrase: &str) -> Vec<String> {
    let words = phrase.split(|c: char| !c.is_alphanumeric()).map(normalize::lookup_key);
    words.filter(|word| !word.is_empty()).collect()
}

/// One bit per letter of the alphabet that occurs, and one for all other characters.
pub(crate) fn letter_mask(letters: &[char]) -> u32 {
    letters.iter().fold(0, |bits, c| match c {
        'a'..='z' => bits | 1 << (*c as u32 - 'a' as u32),
        _ => bits | 1 << 31,
    })
}
