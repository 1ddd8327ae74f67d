//! Reading a variant's files.

use std::path::Path;

use rules::{Board, BoardPlan, Coast, Date, ProvincePlan, Season, Terrain, UnitKind};
use serde::de::DeserializeOwned;

use crate::faults::{line_at, locate};
use crate::files::{BoardFile, CoastKey, Fleets, Kind, ProvinceFile, StartFile};
use crate::names::NamesFile;
use crate::{ENGLISH, Fault, Faults, Variant};

/// A larger file is not read.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The texts of a variant's files.
#[derive(Clone, Debug)]
pub struct Sources {
    pub board: String,
    pub start: String,
    /// The English names.
    pub names: String,
    pub translations: Vec<Translation>,
}

/// The text of a names file in another language than English.
#[derive(Clone, Debug)]
pub struct Translation {
    pub language: String,
    pub text: String,
}

impl Sources {
    pub fn read(folder: &Path) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let mut read = |file: &str| {
            read_file(&folder.join(file)).unwrap_or_else(|message| {
                faults.push(Fault { file: file.to_owned(), line: 0, message });
                String::new()
            })
        };
        let (board, start, names) = (read("board.toml"), read("start.toml"), read("names/en.toml"));
        let mut translations = Vec::new();
        for language in languages(&folder.join("names")).into_iter().filter(|l| l != ENGLISH) {
            let text = read(&format!("names/{language}.toml"));
            translations.push(Translation { language, text });
        }
        let sources = Self { board, start, names, translations };
        if faults.is_empty() { Ok(sources) } else { Err(Faults(faults)) }
    }

    /// Checks everything and makes the variant, or says all that is wrong.
    pub fn into_variant(self) -> Result<Variant, Faults> {
        let mut faults = Vec::new();
        let board = parse::<BoardFile>("board.toml", &self.board, &mut faults);
        let start = parse::<StartFile>("start.toml", &self.start, &mut faults);
        let names = parse::<NamesFile>("names/en.toml", &self.names, &mut faults);
        let mut translations = Vec::new();
        for translation in &self.translations {
            let file = format!("names/{}.toml", translation.language);
            let names = parse::<NamesFile>(&file, &translation.text, &mut faults);
            translations.extend(names.map(|names| (translation, file, names)));
        }
        let (Some(board), Some(start), Some(names)) = (board, start, names) else {
            return Err(Faults(faults));
        };
        names.check("names/en.toml", &self.names, board.provinces.keys(), &board.powers, &mut faults);
        for (translation, file, names) in &translations {
            names.check(file, &translation.text, board.provinces.keys(), &board.powers, &mut faults);
        }
        let plan = self.plan(board, start, &names, &mut faults);
        match Board::new(&plan) {
            Ok(board) if faults.is_empty() => {
                let provinces = || plan.provinces.iter().map(|province| province.key.as_str());
                let powers = || plan.powers.iter().map(String::as_str);
                let english = [names.names(ENGLISH, provinces(), powers())].into_iter();
                let others = translations
                    .iter()
                    .map(|(translation, _, names)| names.names(&translation.language, provinces(), powers()));
                Ok(Variant { names: english.chain(others).collect(), board })
            }
            Ok(_) => Err(Faults(faults)),
            Err(found) => {
                faults.extend(found.iter().map(|fault| locate(fault, &self.board, &self.start)));
                Err(Faults(faults))
            }
        }
    }

    fn plan(
        &self,
        board: BoardFile,
        start: StartFile,
        names: &NamesFile,
        faults: &mut Vec<Fault>,
    ) -> BoardPlan {
        let mut provinces: Vec<ProvincePlan> = board.provinces.into_iter().map(province).collect();
        // The alphabet of the full names is what the rules count by (I2).
        let full_name =
            |plan: &ProvincePlan| names.provinces.get(&plan.key).map(|entry| entry.full().to_owned());
        provinces.sort_by_cached_key(full_name);
        let mut units = Vec::new();
        for (power, list) in start.units {
            for written in list.split(',').map(str::trim).filter(|unit| !unit.is_empty()) {
                match written.split_once(' ') {
                    Some(("A", place)) => {
                        units.push((power.clone(), UnitKind::Army, place.trim().to_owned()))
                    }
                    Some(("F", place)) => {
                        units.push((power.clone(), UnitKind::Fleet, place.trim().to_owned()))
                    }
                    _ => faults.push(Fault {
                        file: "start.toml".to_owned(),
                        line: line_starting(&self.start, &power),
                        message: format!("'{written}' is not a unit: write 'A par' or 'F stp/sc'"),
                    }),
                }
            }
        }
        let first = first_turn(&start.first).unwrap_or_else(|| {
            faults.push(Fault {
                file: "start.toml".to_owned(),
                line: line_starting(&self.start, "first"),
                message: format!("'{}' is not a turn: write 'S1901' or 'F1901'", start.first),
            });
            Date { year: 1, season: Season::Spring }
        });
        BoardPlan {
            provinces,
            powers: board.powers,
            centres_to_win: board.centres_to_win,
            first,
            start: units,
        }
    }
}

fn read_file(path: &Path) -> Result<String, String> {
    match std::fs::metadata(path).map(|found| found.len()) {
        Ok(size) if size > MOST_BYTES => Err("the file is larger than 4 MB".to_owned()),
        Ok(_) => std::fs::read_to_string(path).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// The languages that a folder has names in, by the alphabet.
fn languages(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let language = |name: String| name.strip_suffix(".toml").map(str::to_owned);
    let mut found: Vec<String> =
        entries.filter_map(|entry| language(entry.ok()?.file_name().into_string().ok()?)).collect();
    found.sort();
    found
}

fn parse<T: DeserializeOwned>(file: &str, text: &str, faults: &mut Vec<Fault>) -> Option<T> {
    match toml::from_str(text) {
        Ok(value) => Some(value),
        Err(error) => {
            faults.push(Fault {
                file: file.to_owned(),
                line: error.span().map_or(0, |span| line_at(text, span.start)),
                message: error.message().to_owned(),
            });
            None
        }
    }
}

fn province((key, file): (String, ProvinceFile)) -> ProvincePlan {
    let words = |list: &str| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let fleets = match file.fleets {
        None => Vec::new(),
        Some(Fleets::OneCoast(list)) => vec![(None, words(&list))],
        Some(Fleets::Coasts(coasts)) => {
            coasts.into_iter().map(|(coast, list)| (Some(coast_of(coast)), words(&list))).collect()
        }
    };
    ProvincePlan {
        terrain: match file.kind {
            Kind::Inland => Terrain::Inland,
            Kind::Coast => Terrain::Coastal,
            Kind::Water => Terrain::Water,
        },
        armies: words(&file.armies),
        fleets,
        centre: file.centre || file.home.is_some(),
        home: file.home,
        key,
    }
}

const fn coast_of(key: CoastKey) -> Coast {
    match key {
        CoastKey::Nc => Coast::North,
        CoastKey::Ec => Coast::East,
        CoastKey::Sc => Coast::South,
        CoastKey::Wc => Coast::West,
    }
}

fn first_turn(text: &str) -> Option<Date> {
    let season = match text.get(..1)? {
        "S" => Season::Spring,
        "F" => Season::Fall,
        _ => return None,
    };
    let year = text.get(1..)?.parse().ok()?;
    Some(Date { year, season })
}

pub(crate) fn line_starting(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.trim_start().starts_with(word)).map_or(0, |i| i + 1)
}
