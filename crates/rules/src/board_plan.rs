//! A board as an author writes it down, and everything that can be wrong with it.

use crate::{Coast, Date, PlayerTablePlan, Power, Terrain, UnitKind};

/// A board by its keys, before it is checked. [`Board::new`](crate::Board::new) checks it.
#[derive(Clone, Debug)]
pub struct BoardPlan {
    /// In the alphabet of the English full names: the order decides removals (I2).
    pub provinces: Vec<ProvincePlan>,
    pub powers: Vec<String>,
    pub centres_to_win: usize,
    pub first: Date,
    /// Power, kind and location of each starting unit.
    pub start: Vec<(String, UnitKind, String)>,
    /// For other numbers of players than one for each power.
    pub tables: Vec<PlayerTablePlan>,
    /// By power: moves of a first turn that people play together, from province to province.
    pub openings: Vec<(String, Vec<(String, String)>)>,
}

/// A province by its keys.
#[derive(Clone, Debug)]
pub struct ProvincePlan {
    pub key: String,
    pub terrain: Terrain,
    /// The provinces that an army walks to from here.
    pub armies: Vec<String>,
    /// The locations that a fleet sails to from here: one list without a coast, or one a coast.
    pub fleets: Vec<(Option<Coast>, Vec<String>)>,
    pub centre: bool,
    /// The power whose home centre it is.
    pub home: Option<String>,
}

/// What is wrong with a [`BoardPlan`]. `province` and `power` are keys as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardFault {
    /// Keys are lower-case letters and digits.
    BadKey {
        key: String,
    },
    TwiceNamed {
        key: String,
    },
    NoProvinces,
    TooManyProvinces {
        most: usize,
    },
    TooManySeas {
        most: usize,
    },
    TooManyShores {
        most: usize,
    },
    TooManyPowers {
        most: usize,
    },
    UnknownNeighbour {
        province: String,
        neighbour: String,
    },
    /// A border that is written on one side only.
    OneSidedBorder {
        province: String,
        neighbour: String,
        kind: UnitKind,
    },
    /// An army at sea, a fleet inland, or a coast where there is none.
    NoPlaceFor {
        province: String,
        neighbour: String,
        kind: UnitKind,
    },
    BordersItself {
        province: String,
    },
    /// Inland provinces have no fleets; water has no armies, no centre and no coasts.
    NotInThisTerrain {
        province: String,
    },
    /// A province with coasts has two or more.
    LonelyCoast {
        province: String,
    },
    HomeOfNobody {
        province: String,
        power: String,
    },
    HomeIsNoCentre {
        province: String,
    },
    /// The win needs at least one centre and not more than there are.
    BadWin,
    UnknownStart {
        power: String,
        location: String,
    },
    CannotStartThere {
        power: String,
        location: String,
    },
    StartsTwice {
        location: String,
    },
    /// A player table names a power or a province that the board does not have.
    UnknownInTable {
        players: usize,
        key: String,
    },
    /// In a player table each power is in one seat or unplayed, once; there are as many seats as players, at
    /// least two; the neutral power is unplayed; no number of players has two tables.
    TableNotWhole {
        players: usize,
    },
    /// An opening names a power or a place that the board does not have.
    UnknownInOpening {
        power: String,
        key: String,
    },
}

impl BoardPlan {
    /// The largest public variants have fewer than 300.
    pub(crate) const MOST_PROVINCES: usize = 1000;

    /// What can be seen to be wrong before anything is joined.
    pub(crate) fn faults(&self) -> Vec<BoardFault> {
        let plan = self;
        let mut faults = Vec::new();
        let count = |terrain| plan.provinces.iter().filter(|p| p.terrain == terrain).count();
        if plan.provinces.is_empty() {
            faults.push(BoardFault::NoProvinces);
        }
        if plan.provinces.len() > Self::MOST_PROVINCES {
            faults.push(BoardFault::TooManyProvinces { most: Self::MOST_PROVINCES });
        }
        if count(Terrain::Water) > 128 {
            faults.push(BoardFault::TooManySeas { most: 128 });
        }
        if count(Terrain::Coastal) > 128 {
            faults.push(BoardFault::TooManyShores { most: 128 });
        }
        if plan.powers.len() > Power::MOST {
            faults.push(BoardFault::TooManyPowers { most: Power::MOST });
        }
        let mut keys: Vec<&str> = Vec::new();
        for key in plan.provinces.iter().map(|p| &p.key).chain(&plan.powers) {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            if key.is_empty() || key.len() > 32 || !key.chars().all(plain) {
                faults.push(BoardFault::BadKey { key: key.clone() });
            }
            if keys.contains(&key.as_str()) {
                faults.push(BoardFault::TwiceNamed { key: key.clone() });
            }
            keys.push(key);
        }
        for province in &plan.provinces {
            faults.extend(province_faults(plan, province));
        }
        let centres = plan.provinces.iter().filter(|p| p.centre).count();
        if plan.centres_to_win == 0 || plan.centres_to_win > centres {
            faults.push(BoardFault::BadWin);
        }
        faults
    }
}

fn province_faults(plan: &BoardPlan, province: &ProvincePlan) -> Vec<BoardFault> {
    let mut faults = Vec::new();
    let key = || province.key.clone();
    let coasts = province.fleets.iter().filter(|(coast, _)| coast.is_some()).count();
    let misplaced = match province.terrain {
        Terrain::Inland => !province.fleets.is_empty(),
        Terrain::Coastal => false,
        Terrain::Water => !province.armies.is_empty() || province.centre || coasts > 0,
    };
    if misplaced {
        faults.push(BoardFault::NotInThisTerrain { province: key() });
    }
    if coasts == 1 || (coasts > 1 && coasts != province.fleets.len()) {
        faults.push(BoardFault::LonelyCoast { province: key() });
    }
    for (i, (coast, _)) in province.fleets.iter().enumerate() {
        if province.fleets[..i].iter().any(|(other, _)| other == coast) {
            faults.push(BoardFault::TwiceNamed { key: key() });
        }
    }
    if let Some(power) = &province.home {
        if !plan.powers.contains(power) {
            faults.push(BoardFault::HomeOfNobody { province: key(), power: power.clone() });
        }
        if !province.centre {
            faults.push(BoardFault::HomeIsNoCentre { province: key() });
        }
    }
    faults
}
