//! Reading a variant's files.

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
use crate::{ENGLISH, Fault, Faults, Variant, VariantFiles};

const TABLES: &str = "tables.toml";
const OPENINGS: &str = "openings.toml";

/// Files that a variant must have.
const BOARD: &str = "board.toml";
const START: &str = "start.toml";
const ENGLISH_NAMES: &str = "names/en.toml";

impl VariantFiles {
    /// Checks everything that makes the board and its names, or says all that is wrong with it.
    pub fn into_variant(self, key: &str) -> Result<Variant, Faults> {
        let mut faults = Vec::new();
        let board = self.parse::<BoardFile>(BOARD, &mut faults);
        let start = self.parse::<StartFile>(START, &mut faults);
        let names = self.parse::<NamesFile>(ENGLISH_NAMES, &mut faults);
        let mut translations = Vec::new();
        for (language, text) in self.folder("names").filter(|(language, _)| *language != ENGLISH) {
            let file = format!("names/{language}.toml");
            let names = self.parse::<NamesFile>(&file, &mut faults);
            translations.extend(names.map(|names| (language, text, file, names)));
        }
        let tables = self.parse_if_there::<TablesFile>(TABLES, &mut faults);
        let openings = self.parse_if_there::<OpeningsFile>(OPENINGS, &mut faults);
        let (Some(board), Some(start), Some(names)) = (board, start, names) else {
            return Err(Faults(faults));
        };
        let (Some(tables), Some(openings)) = (tables, openings) else { return Err(Faults(faults)) };
        let english = self.text(ENGLISH_NAMES);
        names.check(ENGLISH_NAMES, english, board.provinces.keys(), &board.powers, &mut faults);
        for (_, text, file, names) in &translations {
            names.check(file, text, board.provinces.keys(), &board.powers, &mut faults);
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
                    file: START.to_owned(),
                    line: line_starting(self.text(START), "beginners"),
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
                    .map(|(language, _, _, names)| names.names(language, provinces(), powers()));
                let names = english.chain(others).collect();
                if easy.is_empty() {
                    easy = board.powers().collect();
                }
                Ok(Variant { key: key.to_owned(), names, beginners: easy, board, files: self })
            }
            Ok(_) => Err(Faults(faults)),
            Err(found) => {
                faults.extend(found.iter().map(|fault| locate(fault, &self)));
                Err(Faults(faults))
            }
        }
    }

    /// The text of a file; that of a file that is not there is empty.
    pub(crate) fn text(&self, file: &str) -> &str {
        self.get(file).unwrap_or("")
    }

    fn parse<T: DeserializeOwned>(&self, file: &str, faults: &mut Vec<Fault>) -> Option<T> {
        if self.get(file).is_none() {
            faults.push(Fault { file: file.to_owned(), line: 0, message: "it is not there".to_owned() });
            return None;
        }
        self.parse_if_there(file, faults)
    }

    fn parse_if_there<T: DeserializeOwned>(&self, file: &str, faults: &mut Vec<Fault>) -> Option<T> {
        let text = self.text(file);
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
                        file: START.to_owned(),
                        line: line_starting(self.text(START), &power),
                        message: format!("'{written}' is not a unit: write 'A par' or 'F stp/sc'"),
                    }),
                }
            }
        }
        let first = first_turn(&start.first).unwrap_or_else(|| {
            faults.push(Fault {
                file: START.to_owned(),
                line: line_starting(self.text(START), "first"),
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
                    line: line_containing(self.text(TABLES), text),
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
                            line: line_containing(self.text(OPENINGS), &line),
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
