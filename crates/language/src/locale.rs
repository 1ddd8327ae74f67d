//! Loads and checks the words and sentences for orders in one language: `locales/*/orders.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use rules::{Coast, UnitKind};
use serde::Deserialize;

use crate::ReadingProblem;

// The build script writes `BUILT_IN_ORDERS`: the `orders.toml` of every locale folder.
include!(concat!(env!("OUT_DIR"), "/orders.rs"));

/// The largest file that is read.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The action that a word of an order names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum ActionWord {
    Hold,
    Move,
    /// A move as well. It makes clear that a unit moves: the name after "supports the attack on" is a
    /// destination, but the name after "gives support to" can be a unit.
    Attack,
    Support,
    Convoy,
    Retreat,
    /// Removals as well: the phase decides which of the two it is.
    Disband,
    Build,
    Waive,
}

/// What a word says about the phase of a date.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum SeasonWord {
    Spring,
    /// Some people call the retreats after Spring so.
    Summer,
    Fall,
    /// Adjustments.
    Winter,
}

/// The words and sentences with which orders are read and written in one language.
#[derive(Clone, Debug)]
pub struct Locale {
    /// The code of the language, which is the name of its folder: `en`, `nl`.
    pub language: String,
    pub(crate) kinds: Vec<(UnitKind, String)>,
    pub(crate) actions: Vec<(ActionWord, String)>,
    pub(crate) via: Vec<String>,
    pub(crate) coasts: Vec<(Coast, String)>,
    pub(crate) skip: Vec<String>,
    pub(crate) from: Vec<String>,
    pub(crate) and: Vec<String>,
    pub(crate) not: Vec<String>,
    pub(crate) supported_by: Vec<String>,
    pub(crate) convoyed_by: Vec<String>,
    pub(crate) everyone: Vec<String>,
    /// Between an order and the same order in other words.
    pub(crate) or: Vec<String>,
    pub(crate) headings: Vec<String>,
    pub(crate) remarks: Vec<String>,
    pub(crate) seasons: Vec<(SeasonWord, String)>,
    pub(crate) long: OrderTemplates,
    pub(crate) short: OrderTemplates,
    /// The sentence for each problem, by the problem's key.
    pub(crate) problems: BTreeMap<String, String>,
}

/// Templates for writing orders. The blanks are `{unit}`, `{helped}`, `{to}`, `{place}` and `{coast}`.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderTemplates {
    pub(crate) army: String,
    pub(crate) fleet: String,
    pub(crate) coast: String,
    pub(crate) coasts: CoastNames,
    pub(crate) hold: String,
    #[serde(rename = "move")]
    pub(crate) go: String,
    pub(crate) via: String,
    pub(crate) support_hold: String,
    pub(crate) support_move: String,
    pub(crate) convoy: String,
    pub(crate) retreat: String,
    pub(crate) disband: String,
    pub(crate) build: String,
    pub(crate) remove: String,
    pub(crate) waive: String,
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CoastNames {
    nc: String,
    ec: String,
    sc: String,
    wc: String,
}

/// An error in an `orders.toml`, with its file and line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocaleError {
    /// `nl/orders.toml`
    pub file: String,
    /// The line number, from 1; 0 if the error is about the whole file.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrdersFile {
    units: UnitWords,
    deeds: ActionWords,
    coasts: CoastWords,
    text: TextWords,
    long: OrderTemplates,
    short: OrderTemplates,
    problems: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitWords {
    army: Vec<String>,
    fleet: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionWords {
    hold: Vec<String>,
    #[serde(rename = "move")]
    go: Vec<String>,
    attack: Vec<String>,
    support: Vec<String>,
    convoy: Vec<String>,
    retreat: Vec<String>,
    disband: Vec<String>,
    build: Vec<String>,
    remove: Vec<String>,
    waive: Vec<String>,
    via: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CoastWords {
    nc: Vec<String>,
    ec: Vec<String>,
    sc: Vec<String>,
    wc: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextWords {
    skip: Vec<String>,
    from: Vec<String>,
    and: Vec<String>,
    not: Vec<String>,
    supported_by: Vec<String>,
    convoyed_by: Vec<String>,
    everyone: Vec<String>,
    or: Vec<String>,
    headings: Vec<String>,
    remarks: Vec<String>,
    seasons: SeasonWords,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonWords {
    spring: Vec<String>,
    summer: Vec<String>,
    fall: Vec<String>,
    winter: Vec<String>,
}

impl std::error::Error for LocaleError {}

impl std::fmt::Display for LocaleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

impl CoastNames {
    pub(crate) fn of(&self, coast: Coast) -> &str {
        match coast {
            Coast::North => &self.nc,
            Coast::East => &self.ec,
            Coast::South => &self.sc,
            Coast::West => &self.wc,
        }
    }
}

impl Locale {
    /// All languages that are built into the program.
    pub fn built_in() -> Vec<Self> {
        let read = |(language, text): &(&str, &str)| match Self::parse(language, text) {
            Ok(locale) => locale,
            Err(fault) => panic!("built-in orders.toml is invalid: {fault}"),
        };
        BUILT_IN_ORDERS.iter().map(read).collect()
    }

    /// Loads every language of a folder. Each is a subfolder with an `orders.toml`.
    pub fn load_all(folder: &Path) -> Result<Vec<Self>, LocaleError> {
        let fault = |file: &str, message: String| LocaleError { file: file.to_owned(), line: 0, message };
        let entries = std::fs::read_dir(folder).map_err(|error| fault("", error.to_string()))?;
        let mut languages = BTreeMap::new();
        for entry in entries.flatten() {
            if let Ok(language) = entry.file_name().into_string() {
                languages.insert(language, entry.path().join("orders.toml"));
            }
        }
        let mut locales = Vec::new();
        for (language, path) in languages {
            let file = format!("{language}/orders.toml");
            let Ok(size) = std::fs::metadata(&path).map(|found| found.len()) else { continue };
            if size > MAX_FILE_BYTES {
                return Err(fault(&file, "the file is larger than 1 MB".to_owned()));
            }
            let text = std::fs::read_to_string(&path).map_err(|error| fault(&file, error.to_string()))?;
            locales.push(Self::parse(&language, &text)?);
        }
        Ok(locales)
    }

    /// Parses and checks the `orders.toml` of one language.
    pub fn parse(language: &str, text: &str) -> Result<Self, LocaleError> {
        let fault = |line: usize, message: String| LocaleError {
            file: format!("{language}/orders.toml"),
            line,
            message,
        };
        let file: OrdersFile = toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map_or(0, |span| 1 + text.bytes().take(span.start).filter(|byte| *byte == b'\n').count());
            fault(line, error.message().to_owned())
        })?;
        check(text, &file).map_err(|(line, message)| fault(line, message))?;
        Ok(Self::from_file(language, file))
    }

    fn from_file(language: &str, file: OrdersFile) -> Self {
        let deeds = [
            (ActionWord::Hold, file.deeds.hold),
            (ActionWord::Move, file.deeds.go),
            (ActionWord::Attack, file.deeds.attack),
            (ActionWord::Support, file.deeds.support),
            (ActionWord::Convoy, file.deeds.convoy),
            (ActionWord::Retreat, file.deeds.retreat),
            (ActionWord::Disband, file.deeds.disband),
            (ActionWord::Disband, file.deeds.remove),
            (ActionWord::Build, file.deeds.build),
            (ActionWord::Waive, file.deeds.waive),
        ];
        let coasts = [
            (Coast::North, file.coasts.nc),
            (Coast::East, file.coasts.ec),
            (Coast::South, file.coasts.sc),
            (Coast::West, file.coasts.wc),
        ];
        let seasons = [
            (SeasonWord::Spring, file.text.seasons.spring),
            (SeasonWord::Summer, file.text.seasons.summer),
            (SeasonWord::Fall, file.text.seasons.fall),
            (SeasonWord::Winter, file.text.seasons.winter),
        ];
        let kinds = [(UnitKind::Army, file.units.army), (UnitKind::Fleet, file.units.fleet)];
        Self {
            language: language.to_owned(),
            kinds: pair_with_meaning(kinds),
            actions: pair_with_meaning(deeds),
            via: file.deeds.via,
            coasts: pair_with_meaning(coasts),
            skip: file.text.skip,
            from: file.text.from,
            and: file.text.and,
            not: file.text.not,
            supported_by: file.text.supported_by,
            convoyed_by: file.text.convoyed_by,
            everyone: file.text.everyone,
            or: file.text.or,
            headings: file.text.headings,
            remarks: file.text.remarks,
            seasons: pair_with_meaning(seasons),
            long: file.long,
            short: file.short,
            problems: file.problems,
        }
    }
}

/// Pairs each word with the meaning of its list.
fn pair_with_meaning<T: Copy, const N: usize>(lists: [(T, Vec<String>); N]) -> Vec<(T, String)> {
    lists
        .into_iter()
        .flat_map(|(meaning, words)| words.into_iter().map(move |word| (meaning, word)))
        .collect()
}

/// Checks that each problem has a sentence and that no unknown problem has one.
fn check_problems(text: &str, problems: &BTreeMap<String, String>) -> Result<(), (usize, String)> {
    if let Some(problem) = ReadingProblem::all().find(|problem| !problems.contains_key(problem.key())) {
        return Err((0, format!("[problems] lacks '{}'", problem.key())));
    }
    let known = |key: &str| ReadingProblem::all().any(|problem| problem.key() == key);
    match problems.keys().find(|key| !known(key)) {
        None => Ok(()),
        Some(key) => {
            let line = text.lines().position(|line| line.starts_with(key.as_str())).map_or(0, |i| i + 1);
            Err((line, format!("there is no problem '{key}'")))
        }
    }
}

/// Checks that each template has every blank that it needs, once, and no other.
fn check(text: &str, file: &OrdersFile) -> Result<(), (usize, String)> {
    for (table, s) in [("[long]", &file.long), ("[short]", &file.short)] {
        let sentences: [(&str, &str, &[&str]); 14] = [
            ("army", &s.army, &["place"]),
            ("fleet", &s.fleet, &["place"]),
            ("coast", &s.coast, &["place", "coast"]),
            ("hold", &s.hold, &["unit"]),
            ("move", &s.go, &["unit", "to"]),
            ("via", &s.via, &["unit", "to"]),
            ("support_hold", &s.support_hold, &["unit", "helped"]),
            ("support_move", &s.support_move, &["unit", "helped", "to"]),
            ("convoy", &s.convoy, &["unit", "helped", "to"]),
            ("retreat", &s.retreat, &["unit", "to"]),
            ("disband", &s.disband, &["unit"]),
            ("build", &s.build, &["unit"]),
            ("remove", &s.remove, &["unit"]),
            ("waive", &s.waive, &[]),
        ];
        let start = text.lines().position(|line| line.trim() == table).unwrap_or(0);
        for (name, sentence, blanks) in sentences {
            let found = text.lines().skip(start).position(|line| line.starts_with(name));
            let line = found.map_or(0, |i| start + i + 1);
            if let Some(blank) =
                blanks.iter().find(|blank| sentence.matches(&format!("{{{blank}}}")).count() != 1)
            {
                return Err((line, format!("'{name}' needs {{{blank}}} once")));
            }
            if sentence.matches('{').count() != blanks.len() {
                return Err((line, format!("'{name}' has a blank that it has no use for")));
            }
        }
    }
    check_problems(text, &file.problems)
}
