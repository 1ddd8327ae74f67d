//! A board as its author writes it, before it is checked, and every error that the check can find.

use crate::{Coast, PlayerTablePlan, Power, Terrain, Turn, UnitKind};

/// A board in text keys, before it is checked. [`Board::new`](crate::Board::new) checks it.
#[derive(Clone, Debug)]
pub struct BoardPlan {
    /// In alphabetical order of the full English names: this order decides removals (I2).
    pub provinces: Vec<ProvincePlan>,
    /// The keys of the powers.
    pub powers: Vec<String>,
    /// The number of centres that wins the game (J1).
    pub centres_to_win: usize,
    /// The first turn of the game.
    pub first_turn: Turn,
    /// Power, kind and location of each starting unit.
    pub starting_units: Vec<(String, UnitKind, String)>,
    /// The player tables for fewer players than powers.
    pub player_tables: Vec<PlayerTablePlan>,
    /// Known openings: the power, and the moves of its first turn as (from, to) provinces.
    pub openings: Vec<(String, Vec<(String, String)>)>,
}

/// A province in text keys.
#[derive(Clone, Debug)]
pub struct ProvincePlan {
    /// Its own key.
    pub key: String,
    /// Inland, coastal or water.
    pub terrain: Terrain,
    /// The provinces that an army can step to from here.
    pub armies: Vec<String>,
    /// The locations that a fleet can step to from here: one list without a coast, or one list per coast.
    pub fleets: Vec<(Option<Coast>, Vec<String>)>,
    /// Whether it is a supply centre.
    pub centre: bool,
    /// The power whose home centre it is.
    pub home: Option<String>,
}

/// An error in a [`BoardPlan`]. `province` and `power` are keys as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// A key is not made of lower-case letters and digits, or it is empty or too long.
    BadKey {
        /// The key.
        key: String,
    },
    /// A key or a coast is defined twice.
    DuplicateKey {
        /// The key that occurs twice, or the province with the coast.
        key: String,
    },
    /// The plan has no provinces.
    NoProvinces,
    /// The plan has too many provinces.
    TooManyProvinces {
        /// The limit.
        max: usize,
    },
    /// The plan has too many water provinces.
    TooManySeas {
        /// The limit.
        max: usize,
    },
    /// The plan has too many coastal provinces.
    TooManyShores {
        /// The limit.
        max: usize,
    },
    /// The plan has too many powers.
    TooManyPowers {
        /// The limit.
        max: usize,
    },
    /// A list of neighbours names a location that the board does not have.
    UnknownNeighbour {
        /// The province that has the list.
        province: String,
        /// The unknown neighbour.
        neighbour: String,
    },
    /// A border is listed on one side only.
    OneSidedBorder {
        /// The location that lists the border.
        province: String,
        /// The location that does not.
        neighbour: String,
        /// The kind of unit that the list is for.
        kind: UnitKind,
    },
    /// A border leads an army to sea, a fleet inland, or a unit to a coast that does not exist.
    UnitCannotBeThere {
        /// The province that lists the border.
        province: String,
        /// The neighbour where the unit cannot be.
        neighbour: String,
        /// The kind of unit that the list is for.
        kind: UnitKind,
    },
    /// A province lists itself as a neighbour.
    BordersItself {
        /// The province.
        province: String,
    },
    /// An inland province has fleets, or a water province has armies, a centre or coasts.
    NotInThisTerrain {
        /// The province.
        province: String,
    },
    /// A province has one named coast: it must have none, or two or more.
    SingleNamedCoast {
        /// The province.
        province: String,
    },
    /// A province is the home of a power that the board does not have.
    HomeOfUnknownPower {
        /// The province.
        province: String,
        /// The unknown power.
        power: String,
    },
    /// A home is not a supply centre.
    HomeIsNoCentre {
        /// The province.
        province: String,
    },
    /// The number of centres that wins is zero, or more than there are centres.
    BadCentresToWin,
    /// A starting unit has a power or a location that the board does not have.
    UnknownStart {
        /// The power as written.
        power: String,
        /// The location as written.
        location: String,
    },
    /// A starting unit cannot be at its location.
    CannotStartThere {
        /// The power of the unit.
        power: String,
        /// The location.
        location: String,
    },
    /// Two units start in one province.
    TwoUnitsStartTogether {
        /// The location of the second unit.
        location: String,
    },
    /// A player table names a power or a province that the board does not have.
    UnknownInTable {
        /// The number of players that the table is for.
        players: usize,
        /// The unknown key.
        key: String,
    },
    /// A player table breaks a rule: each power is in one seat or unplayed, once; there are as many seats as
    /// players, at least two; the neutral power is unplayed; each number of players has at most one table.
    BadPlayerTable {
        /// The number of players that the table is for.
        players: usize,
    },
    /// An opening names a power or a province that the board does not have.
    UnknownInOpening {
        /// The power of the opening.
        power: String,
        /// The unknown key.
        key: String,
    },
}

/// All errors of a [`BoardPlan`]. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardErrors(pub Vec<BoardError>);

impl BoardPlan {
    /// A limit with room to spare: the largest public variants have fewer than 300 provinces.
    pub(crate) const MAX_PROVINCES: usize = 1000;

    /// The errors that can be found before the borders are built.
    pub(crate) fn errors(&self) -> Vec<BoardError> {
        let plan = self;
        let mut errors = Vec::new();
        let count = |terrain| plan.provinces.iter().filter(|p| p.terrain == terrain).count();
        if plan.provinces.is_empty() {
            errors.push(BoardError::NoProvinces);
        }
        if plan.provinces.len() > Self::MAX_PROVINCES {
            errors.push(BoardError::TooManyProvinces { max: Self::MAX_PROVINCES });
        }
        if count(Terrain::Water) > 128 {
            errors.push(BoardError::TooManySeas { max: 128 });
        }
        if count(Terrain::Coastal) > 128 {
            errors.push(BoardError::TooManyShores { max: 128 });
        }
        if plan.powers.len() > Power::MAX_POWERS {
            errors.push(BoardError::TooManyPowers { max: Power::MAX_POWERS });
        }
        let mut keys: Vec<&str> = Vec::new();
        for key in plan.provinces.iter().map(|p| &p.key).chain(&plan.powers) {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            if key.is_empty() || key.len() > 32 || !key.chars().all(plain) {
                errors.push(BoardError::BadKey { key: key.clone() });
            }
            if keys.contains(&key.as_str()) {
                errors.push(BoardError::DuplicateKey { key: key.clone() });
            }
            keys.push(key);
        }
        for province in &plan.provinces {
            errors.extend(province_errors(plan, province));
        }
        let centres = plan.provinces.iter().filter(|p| p.centre).count();
        if plan.centres_to_win == 0 || plan.centres_to_win > centres {
            errors.push(BoardError::BadCentresToWin);
        }
        errors
    }
}

fn province_errors(plan: &BoardPlan, province: &ProvincePlan) -> Vec<BoardError> {
    let mut errors = Vec::new();
    let key = || province.key.clone();
    let coasts = province.fleets.iter().filter(|(coast, _)| coast.is_some()).count();
    let misplaced = match province.terrain {
        Terrain::Inland => !province.fleets.is_empty(),
        Terrain::Coastal => false,
        Terrain::Water => !province.armies.is_empty() || province.centre || coasts > 0,
    };
    if misplaced {
        errors.push(BoardError::NotInThisTerrain { province: key() });
    }
    if coasts == 1 || (coasts > 1 && coasts != province.fleets.len()) {
        errors.push(BoardError::SingleNamedCoast { province: key() });
    }
    for (i, (coast, _)) in province.fleets.iter().enumerate() {
        if province.fleets[..i].iter().any(|(other, _)| other == coast) {
            errors.push(BoardError::DuplicateKey { key: key() });
        }
    }
    if let Some(power) = &province.home {
        if !plan.powers.contains(power) {
            errors.push(BoardError::HomeOfUnknownPower { province: key(), power: power.clone() });
        }
        if !province.centre {
            errors.push(BoardError::HomeIsNoCentre { province: key() });
        }
    }
    errors
}
