//! Reading a variant's files.

use std::path::Path;

use rules::{
    Board, BoardPlan, Coast, Date, NeutralPlan, PlayerTablePlan, Power, ProvincePlan, Season, Terrain,
    UnitKind,
};
use serde::de::DeserializeOwned;

use crate::faults::{line_at, line_containing, locate};
use crate::files::{
    BoardFile, CoastKey, Fleets, Kind, OpeningsFile, ProvinceFile, StartFile, TableFile, TablesFile,
};
use crate::names::NamesFile;
use crate::{ENGLISH, Fault, Faults, Variant};

const TABLES: &str = "tables.toml";
const OPENINGS: &str = "openings.toml";

/// A larger file is not read.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The texts of a variant's files.
#[derive(Clone, Debug)]
pub struct Sources {
    pub board: String,
    pub start: String,
    /// `tables.toml` and `openings.toml`: empty if there is none.
    pub tables: String,
    pub openings: String,
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
        let mut read_if_there =
            |file: &str| if folder.join(file).exists() { read(file) } else { String::new() };
        let (tables, openings) = (read_if_there("tables.toml"), read_if_there("openings.toml"));
        let mut translations = Vec::new();
        for language in languages(&folder.join("names")).into_iter().filter(|l| l != ENGLISH) {
            let text = read(&format!("names/{language}.toml"));
            translations.push(Translation { language, text });
        }
        let sources = Self { board, start, tables, openings, names, translations };
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
        let tables = parse::<TablesFile>(TABLES, &self.tables, &mut faults);
        let openings = parse::<OpeningsFile>(OPENINGS, &self.openings, &mut faults);
        let (Some(board), Some(start), Some(names)) = (board, start, names) else {
            return Err(Faults(faults));
        };
        let (Some(tables), Some(openings)) = (tables, openings) else { return Err(Faults(faults)) };
        names.check("names/en.toml", &self.names, board.provinces.keys(), &board.powers, &mut faults);
        for (translation, file, names) in &translations {
            names.check(file, &translation.text, board.provinces.keys(), &board.powers, &mut faults);
        }
        let beginners = start.beginners.clone();
        let mut plan = self.plan(board, start, &names, &mut faults);
        plan.tables = tables.table.into_iter().map(|table| self.table(table, &mut faults)).collect();
        plan.openings = self.openings(openings, &mut faults);
        let mut easy = Vec::new();
        for key in &beginners {
            match plan.powers.iter().position(|power| power == key) {
                Some(i) => easy.push(Power::new(i)),
                None => faults.push(Fault {
                    file: "start.toml".to_owned(),
                    line: line_starting(&self.start, "beginners"),
                    message: format!("'{key}' is no power of this board"),
                }),
            }
        }
        match Board::new(&plan) {
            Ok(board) if faults.is_empty() => {
                let provinces = || plan.provinces.iter().map(|province| province.key.as_str());
                let powers = || plan.powers.iter().map(String::as_str);
                let english = [names.names(ENGLISH, provinces(), powers())].into_iter();
                let others = translations
                    .iter()
                    .map(|(translation, _, names)| names.names(&translation.language, provinces(), powers()));
                if easy.is_empty() {
                    easy = board.powers().collect();
                }
                Ok(Variant { names: english.chain(others).collect(), beginners: easy, board })
            }
            Ok(_) => Err(Faults(faults)),
            Err(found) => {
                faults.extend(found.iter().map(|fault| locate(fault, &self)));
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
            tables: Vec::new(),
            openings: Vec::new(),
        }
    }

    fn table(&self, table: TableFile, faults: &mut Vec<Fault>) -> PlayerTablePlan {
        let words = |list: &str| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut date = |text: &str| {
            first_turn(text).unwrap_or_else(|| {
                faults.push(Fault {
                    file: TABLES.to_owned(),
                    line: line_containing(&self.tables, text),
                    message: format!("'{text}' is not a turn: write 'S1901' or 'F1901'"),
                });
                Date { year: 1, season: Season::Spring }
            })
        };
        PlayerTablePlan {
            players: table.players,
            seats: table.seats.iter().map(|seat| words(seat)).collect(),
            unplayed: words(&table.unplayed),
            first: table.first.as_deref().map(&mut date),
            neutral: table.neutral.map(|neutral| NeutralPlan {
                toss: date(&neutral.toss),
                power: neutral.power,
                land: words(&neutral.land),
            }),
            goal_of_player: table.goal_of_player,
        }
    }

    fn openings(
        &self,
        openings: OpeningsFile,
        faults: &mut Vec<Fault>,
    ) -> Vec<(String, Vec<(String, String)>)> {
        let mut plans = Vec::new();
        for (power, lines) in openings {
            for line in lines {
                let mut moves = Vec::new();
                for written in line.split_whitespace() {
                    match written.split_once('-') {
                        Some((from, to)) => moves.push((from.to_owned(), to.to_owned())),
                        None => faults.push(Fault {
                            file: OPENINGS.to_owned(),
                            line: line_containing(&self.openings, &line),
                            message: format!("'{written}' is not a move: write 'vie-gal'"),
                        }),
                    }
                }
                plans.push((power.clone(), moves));
            }
        }
        plans
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
