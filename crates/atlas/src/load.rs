//! Loads a variant: parses its files, checks them, and builds the board and the names.

use detente_rules::{
    Board, BoardPlan, Coast, NeutralPowerPlan, PlayerTablePlan, Power, ProvincePlan, Season, Terrain, Turn,
    UnitKind,
};
use serde::de::DeserializeOwned;

use crate::errors::{line_at, line_containing, locate_error};
use crate::file_formats::{
    BoardFile, CoastKey, FleetNeighbours, OpeningsFile, ProvinceFile, StartFile, TableFile, TablesFile,
    TerrainKey,
};
use crate::names::NamesFile;
use crate::{ENGLISH, Variant, VariantError, VariantErrors, VariantFiles};

// Files that a variant may have.
const TABLES: &str = "tables.toml";
const OPENINGS: &str = "openings.toml";

// Files that a variant must have.
const BOARD: &str = "board.toml";
const START: &str = "start.toml";
const ENGLISH_NAMES: &str = "names/en.toml";

impl VariantFiles {
    /// Checks the files and builds the variant, or returns everything that is wrong with the files.
    pub fn into_variant(self, key: &str) -> Result<Variant, VariantErrors> {
        let mut errors = Vec::new();
        let board = self.parse::<BoardFile>(BOARD, &mut errors);
        let start = self.parse::<StartFile>(START, &mut errors);
        let names = self.parse::<NamesFile>(ENGLISH_NAMES, &mut errors);
        let mut translations = Vec::new();
        for (language, text) in self.folder("names").filter(|(language, _)| *language != ENGLISH) {
            let file = format!("names/{language}.toml");
            let names = self.parse::<NamesFile>(&file, &mut errors);
            translations.extend(names.map(|names| (language, text, file, names)));
        }
        let tables = self.parse_optional::<TablesFile>(TABLES, &mut errors);
        let openings = self.parse_optional::<OpeningsFile>(OPENINGS, &mut errors);
        let (Some(board), Some(start), Some(names)) = (board, start, names) else {
            return Err(VariantErrors(errors));
        };
        let (Some(tables), Some(openings)) = (tables, openings) else { return Err(VariantErrors(errors)) };
        let english = self.text(ENGLISH_NAMES);
        names.check(ENGLISH_NAMES, english, board.provinces.keys(), &board.powers, &mut errors);
        for (_, text, file, names) in &translations {
            names.check(file, text, board.provinces.keys(), &board.powers, &mut errors);
        }
        let beginners = start.beginners.clone();
        let mut plan = self.plan(board, start, &names, &mut errors);
        plan.player_tables = tables.into_values().map(|table| self.table(table, &mut errors)).collect();
        plan.openings = self.openings(openings, &mut errors);
        let mut beginner_powers = Vec::new();
        for key in &beginners {
            match plan.powers.iter().position(|power| power == key) {
                Some(i) if i < Power::MAX_POWERS => beginner_powers.push(Power::new(i)),
                // `Board::new` reports that there are too many powers.
                Some(_) => {}
                None => errors.push(VariantError {
                    file: START.to_owned(),
                    line: line_starting(self.text(START), "beginners"),
                    message: format!("'{key}' is no power of this board"),
                }),
            }
        }
        match Board::new(&plan) {
            Ok(board) if errors.is_empty() => {
                let provinces = || plan.provinces.iter().map(|province| province.key.as_str());
                let powers = || plan.powers.iter().map(String::as_str);
                let english = [names.names(ENGLISH, provinces(), powers())].into_iter();
                let others = translations
                    .iter()
                    .map(|(language, _, _, names)| names.names(language, provinces(), powers()));
                let names = english.chain(others).collect();
                if beginner_powers.is_empty() {
                    beginner_powers = board.powers().collect();
                }
                Ok(Variant { key: key.to_owned(), names, beginner_powers, board, files: self })
            }
            Ok(_) => Err(VariantErrors(errors)),
            Err(found) => {
                errors.extend(found.0.iter().map(|error| locate_error(error, &self)));
                Err(VariantErrors(errors))
            }
        }
    }

    /// The text of a file. Empty if there is no such file.
    pub(crate) fn text(&self, file: &str) -> &str {
        self.get(file).unwrap_or("")
    }

    fn parse<T: DeserializeOwned>(&self, file: &str, errors: &mut Vec<VariantError>) -> Option<T> {
        if self.get(file).is_none() {
            errors.push(VariantError {
                file: file.to_owned(),
                line: 0,
                message: "it is not there".to_owned(),
            });
            return None;
        }
        self.parse_optional(file, errors)
    }

    fn parse_optional<T: DeserializeOwned>(&self, file: &str, errors: &mut Vec<VariantError>) -> Option<T> {
        let text = self.text(file);
        match toml::from_str(text) {
            Ok(value) => Some(value),
            Err(error) => {
                errors.push(VariantError {
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
        errors: &mut Vec<VariantError>,
    ) -> BoardPlan {
        let mut provinces: Vec<ProvincePlan> = board.provinces.into_iter().map(province).collect();
        // The rules use the alphabetical order of the full names (I2, decision 0005).
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
                    _ => errors.push(VariantError {
                        file: START.to_owned(),
                        line: line_starting(self.text(START), &power),
                        message: format!("'{written}' is not a unit: write 'A par' or 'F stp/sc'"),
                    }),
                }
            }
        }
        let first = parse_turn(&start.first).unwrap_or_else(|| {
            errors.push(VariantError {
                file: START.to_owned(),
                line: line_starting(self.text(START), "first"),
                message: format!("'{}' is not a turn: write 'S1901' or 'F1901'", start.first),
            });
            Turn { year: 1, season: Season::Spring }
        });
        BoardPlan {
            provinces,
            powers: board.powers,
            centres_to_win: board.centres_to_win,
            first_turn: first,
            starting_units: units,
            player_tables: Vec::new(),
            openings: Vec::new(),
        }
    }

    fn table(&self, table: TableFile, errors: &mut Vec<VariantError>) -> PlayerTablePlan {
        let words = |list: &str| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let mut date = |text: &str| {
            parse_turn(text).unwrap_or_else(|| {
                errors.push(VariantError {
                    file: TABLES.to_owned(),
                    line: line_containing(self.text(TABLES), text),
                    message: format!("'{text}' is not a turn: write 'S1901' or 'F1901'"),
                });
                Turn { year: 1, season: Season::Spring }
            })
        };
        PlayerTablePlan {
            players: table.players,
            seats: table.seats.iter().map(|seat| words(seat)).collect(),
            unplayed: words(&table.unplayed),
            first_turn: table.first.as_deref().map(&mut date),
            neutral: table.neutral.map(|neutral| NeutralPowerPlan {
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
        errors: &mut Vec<VariantError>,
    ) -> Vec<(String, Vec<(String, String)>)> {
        let mut plans = Vec::new();
        for (power, lines) in openings {
            for line in lines {
                let mut moves = Vec::new();
                for written in line.split_whitespace() {
                    match written.split_once('-') {
                        Some((from, to)) => moves.push((from.to_owned(), to.to_owned())),
                        None => errors.push(VariantError {
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
        Some(FleetNeighbours::OneCoast(list)) => vec![(None, words(&list))],
        Some(FleetNeighbours::Coasts(coasts)) => {
            coasts.into_iter().map(|(coast, list)| (Some(coast_of(coast)), words(&list))).collect()
        }
    };
    ProvincePlan {
        terrain: match file.kind {
            TerrainKey::Inland => Terrain::Inland,
            TerrainKey::Coast => Terrain::Coastal,
            TerrainKey::Water => Terrain::Water,
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

fn parse_turn(text: &str) -> Option<Turn> {
    let season = match text.get(..1)? {
        "S" => Season::Spring,
        "F" => Season::Fall,
        _ => return None,
    };
    let year = text.get(1..)?.parse().ok()?;
    Some(Turn { year, season })
}

pub(crate) fn line_starting(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.trim_start().starts_with(word)).map_or(0, |i| i + 1)
}
