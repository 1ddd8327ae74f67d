//! Reading a variant's files.

use std::path::Path;

use rules::{Board, BoardPlan, Coast, Date, ProvincePlan, Season, Terrain, UnitKind};
use serde::de::DeserializeOwned;

use crate::faults::{line_at, locate};
use crate::files::{BoardFile, CoastKey, Fleets, Kind, NamesFile, ProvinceFile, StartFile};
use crate::{Fault, Faults, Variant};

/// A larger file is not read.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The texts of a variant's files.
#[derive(Clone, Debug)]
pub struct Sources {
    pub board: String,
    pub start: String,
    pub names: String,
}

impl Sources {
    pub fn read(folder: &Path) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let mut read = |file: &'static str| {
            let path = folder.join(file);
            let size = std::fs::metadata(&path).map(|found| found.len());
            let text = match size {
                Ok(size) if size > MOST_BYTES => Err("the file is larger than 4 MB".to_owned()),
                Ok(_) => std::fs::read_to_string(&path).map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            text.unwrap_or_else(|message| {
                faults.push(Fault { file, line: 0, message });
                String::new()
            })
        };
        let sources =
            Self { board: read("board.toml"), start: read("start.toml"), names: read("names/en.toml") };
        if faults.is_empty() { Ok(sources) } else { Err(Faults(faults)) }
    }

    /// Checks everything and makes the variant, or says all that is wrong.
    pub fn into_variant(self) -> Result<Variant, Faults> {
        let mut faults = Vec::new();
        let board = parse::<BoardFile>("board.toml", &self.board, &mut faults);
        let start = parse::<StartFile>("start.toml", &self.start, &mut faults);
        let names = parse::<NamesFile>("names/en.toml", &self.names, &mut faults);
        let (Some(board), Some(start), Some(names)) = (board, start, names) else {
            return Err(Faults(faults));
        };
        self.check_names(&board, &names, &mut faults);
        let plan = self.plan(board, start, &names, &mut faults);
        match Board::new(&plan) {
            Ok(board) if faults.is_empty() => Ok(Variant {
                province_names: plan.provinces.iter().map(|p| names.provinces[&p.key].clone()).collect(),
                power_names: plan.powers.iter().map(|power| names.powers[power].clone()).collect(),
                board,
            }),
            Ok(_) => Err(Faults(faults)),
            Err(found) => {
                faults.extend(found.iter().map(|fault| locate(fault, &self.board, &self.start)));
                Err(Faults(faults))
            }
        }
    }

    fn check_names(&self, board: &BoardFile, names: &NamesFile, faults: &mut Vec<Fault>) {
        let mut missing = |what: &str, key: &str| {
            faults.push(Fault {
                file: "names/en.toml",
                line: 0,
                message: format!("the {what} '{key}' has no name"),
            });
        };
        for key in board.provinces.keys().filter(|key| !names.provinces.contains_key(*key)) {
            missing("province", key);
        }
        for key in board.powers.iter().filter(|key| !names.powers.contains_key(*key)) {
            missing("power", key);
        }
        let mut named: Vec<&String> = names.provinces.values().collect();
        named.sort_unstable();
        for pair in named.windows(2).filter(|pair| pair[0] == pair[1]) {
            faults.push(Fault {
                file: "names/en.toml",
                line: 0,
                message: format!("two provinces are called '{}'", pair[0]),
            });
        }
        let unknown = |key: &&String| !board.provinces.contains_key(*key);
        for key in names.provinces.keys().filter(unknown) {
            faults.push(Fault {
                file: "names/en.toml",
                line: line_starting(&self.names, key),
                message: format!("'{key}' is no province of this board"),
            });
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
        provinces.sort_by(|a, b| names.provinces.get(&a.key).cmp(&names.provinces.get(&b.key)));
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
                        file: "start.toml",
                        line: line_starting(&self.start, &power),
                        message: format!("'{written}' is not a unit: write 'A par' or 'F stp/sc'"),
                    }),
                }
            }
        }
        let first = first_turn(&start.first).unwrap_or_else(|| {
            faults.push(Fault {
                file: "start.toml",
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

fn parse<T: DeserializeOwned>(file: &'static str, text: &str, faults: &mut Vec<Fault>) -> Option<T> {
    match toml::from_str(text) {
        Ok(value) => Some(value),
        Err(error) => {
            faults.push(Fault {
                file,
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

fn line_starting(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.trim_start().starts_with(word)).map_or(0, |i| i + 1)
}
