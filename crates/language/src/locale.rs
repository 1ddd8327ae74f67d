//! The words and sentences of orders in one language: `locales/*/orders.toml`.

use std::collections::BTreeMap;
use std::path::Path;

use rules::{Coast, UnitKind};
use serde::Deserialize;

use crate::ReadingProblem;

include!(concat!(env!("OUT_DIR"), "/orders.rs"));

/// A larger file is not read.
const MOST_BYTES: u64 = 1024 * 1024;

/// What a word of an order can tell a unit to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum DeedWord {
    Hold,
    Move,
    /// Moves too, and says that somebody goes: what stands behind "supports the attack on" is a goal and
    /// no unit, which it could be behind "gives support to".
    Attack,
    Support,
    Convoy,
    Retreat,
    /// Also removals: which of the two is meant, the phase says.
    Disband,
    Build,
    Waive,
}

/// How orders are read and written in one language.
#[derive(Clone, Debug)]
pub struct Locale {
    /// `en`, `nl`: the name of its folder.
    pub language: String,
    pub(crate) kinds: Vec<(UnitKind, String)>,
    pub(crate) deeds: Vec<(DeedWord, String)>,
    pub(crate) via: Vec<String>,
    pub(crate) coasts: Vec<(Coast, String)>,
    pub(crate) skip: Vec<String>,
    pub(crate) from: Vec<String>,
    pub(crate) and: Vec<String>,
    pub(crate) not: Vec<String>,
    pub(crate) supported_by: Vec<String>,
    pub(crate) convoyed_by: Vec<String>,
    pub(crate) everyone: Vec<String>,
    pub(crate) headings: Vec<String>,
    pub(crate) long: Sentences,
    pub(crate) short: Sentences,
    /// By the key of the problem.
    pub(crate) problems: BTreeMap<String, String>,
}

/// How orders are written: `{unit}`, `{helped}`, `{to}`, `{place}` and `{coast}` are filled in.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sentences {
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

/// What is wrong with an `orders.toml`, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocaleFault {
    /// `nl/orders.toml`
    pub file: String,
    /// From 1; 0 if the whole file is meant.
    pub line: usize,
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrdersFile {
    units: UnitWords,
    deeds: DeedWords,
    coasts: CoastWords,
    text: TextWords,
    long: Sentences,
    short: Sentences,
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
struct DeedWords {
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
    headings: Vec<String>,
    seasons: Vec<String>,
}

impl std::error::Error for LocaleFault {}

impl std::fmt::Display for LocaleFault {
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
    /// The languages built into the program.
    pub fn built_in() -> Vec<Self> {
        let read = |(language, text): &(&str, &str)| match Self::parse(language, text) {
            Ok(locale) => locale,
            Err(fault) => panic!("the built-in locales are checked by the tests: {fault}"),
        };
        BUILT_IN_ORDERS.iter().map(read).collect()
    }

    /// Every language in a folder: each a folder with an `orders.toml`.
    pub fn load_all(folder: &Path) -> Result<Vec<Self>, LocaleFault> {
        let fault = |file: &str, message: String| LocaleFault { file: file.to_owned(), line: 0, message };
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
            if size > MOST_BYTES {
                return Err(fault(&file, "the file is larger than 1 MB".to_owned()));
            }
            let text = std::fs::read_to_string(&path).map_err(|error| fault(&file, error.to_string()))?;
            locales.push(Self::parse(&language, &text)?);
        }
        Ok(locales)
    }

    /// One language from the text of its `orders.toml`.
    pub fn parse(language: &str, text: &str) -> Result<Self, LocaleFault> {
        let fault = |line: usize, message: String| LocaleFault {
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
            (DeedWord::Hold, file.deeds.hold),
            (DeedWord::Move, file.deeds.go),
            (DeedWord::Attack, file.deeds.attack),
            (DeedWord::Support, file.deeds.support),
            (DeedWord::Convoy, file.deeds.convoy),
            (DeedWord::Retreat, file.deeds.retreat),
            (DeedWord::Disband, file.deeds.disband),
            (DeedWord::Disband, file.deeds.remove),
            (DeedWord::Build, file.deeds.build),
            (DeedWord::Waive, file.deeds.waive),
        ];
        let coasts = [
            (Coast::North, file.coasts.nc),
            (Coast::East, file.coasts.ec),
            (Coast::South, file.coasts.sc),
            (Coast::West, file.coasts.wc),
        ];
        let kinds = [(UnitKind::Army, file.units.army), (UnitKind::Fleet, file.units.fleet)];
        Self {
            language: language.to_owned(),
            kinds: spread(kinds),
            deeds: spread(deeds),
            via: file.deeds.via,
            coasts: spread(coasts),
            skip: file.text.skip,
            from: file.text.from,
            and: file.text.and,
            not: file.text.not,
            supported_by: file.text.supported_by,
            convoyed_by: file.text.convoyed_by,
            everyone: file.text.everyone,
            headings: file.text.headings.into_iter().chain(file.text.seasons).collect(),
            long: file.long,
            short: file.short,
            problems: file.problems,
        }
    }
}

fn spread<T: Copy, const N: usize>(lists: [(T, Vec<String>); N]) -> Vec<(T, String)> {
    lists
        .into_iter()
        .flat_map(|(meaning, words)| words.into_iter().map(move |word| (meaning, word)))
        .collect()
}

/// Every problem needs a sentence, and there is none for anything else.
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

/// A sentence must have every blank that it needs, and no other.
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
