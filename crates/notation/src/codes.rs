//! A hash table from codes (`PAR`, `STP/SC`) to places. Bulk adjudication does millions of lookups.

use detente_rules::{Board, Location, Province};

/// The codes of all places of a board in capitals: place by code and code by place.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// A hash table of packed codes, at most a quarter full.
    table: Vec<Option<(u64, Location)>>,
    by_location: Vec<String>,
    by_province: Vec<String>,
}

impl Codes {
    /// The codes of this board.
    pub(crate) fn new(board: &Board) -> Self {
        let by_location: Vec<String> =
            board.locations().map(|location| board.location_key(location).to_uppercase()).collect();
        let by_province =
            board.provinces().map(|province| board.province_key(province).to_uppercase()).collect();
        let size = (by_location.len() * 4).next_power_of_two();
        let mut codes = Self { table: vec![None; size], by_location, by_province };
        for location in board.locations() {
            if let Some(packed) = pack(codes.of_location(location)) {
                let mut at = codes.first_index(packed);
                while codes.table[at].is_some() {
                    at = (at + 1) % size;
                }
                codes.table[at] = Some((packed, location));
            }
        }
        codes
    }

    /// The index in the table where the search for a code starts.
    fn first_index(&self, packed: u64) -> usize {
        (packed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % self.table.len()
    }

    /// The location with this code. Capitals and small letters are the same.
    pub(crate) fn location(&self, code: &str) -> Option<Location> {
        let Some(packed) = pack(code) else {
            // Too long to be packed: compare with each code.
            let i = self.by_location.iter().position(|known| known.eq_ignore_ascii_case(code))?;
            return Some(Location::new(i));
        };
        let mut at = self.first_index(packed);
        while let Some((known, location)) = self.table[at] {
            if known == packed {
                return Some(location);
            }
            at = (at + 1) % self.table.len();
        }
        None
    }

    /// The code of a location, with its coast.
    pub(crate) fn of_location(&self, location: Location) -> &str {
        &self.by_location[location.index()]
    }

    /// The code of a province.
    pub(crate) fn of_province(&self, province: Province) -> &str {
        &self.by_province[province.index()]
    }
}

/// A code of up to 8 ASCII characters as one number; upper and lower case give the same.
fn pack(code: &str) -> Option<u64> {
    // A NUL byte would not change the number, so that two codes could have the same one.
    if code.is_empty() || code.len() > 8 || !code.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    Some(code.bytes().fold(0, |packed, byte| packed << 8 | u64::from(byte.to_ascii_uppercase())))
}
