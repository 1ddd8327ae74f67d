//! Finding places by their code quickly: bulk adjudication looks up millions.

use rules::{Board, Location, Province};

/// The codes of a board in capitals, both ways.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// A hash table of packed codes, at most a quarter full.
    table: Vec<Option<(u64, Location)>>,
    by_location: Vec<String>,
    by_province: Vec<String>,
}

impl Codes {
    pub(crate) fn new(board: &Board) -> Self {
        let by_location: Vec<String> =
            board.locations().map(|location| board.location_key(location).to_uppercase()).collect();
        let by_province =
            board.provinces().map(|province| board.province_key(province).to_uppercase()).collect();
        let size = (by_location.len() * 4).next_power_of_two();
        let mut codes = Self { table: vec![None; size], by_location, by_province };
        for location in board.locations() {
            if let Some(packed) = pack(codes.of_location(location)) {
                let mut at = codes.home(packed);
                while codes.table[at].is_some() {
                    at = (at + 1) % size;
                }
                codes.table[at] = Some((packed, location));
            }
        }
        codes
    }

    /// Where a code would be in the table.
    fn home(&self, packed: u64) -> usize {
        (packed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % self.table.len()
    }

    pub(crate) fn location(&self, code: &str) -> Option<Location> {
        let Some(packed) = pack(code) else {
            // Longer than any usual code: look at each.
            let i = self.by_location.iter().position(|known| known.eq_ignore_ascii_case(code))?;
            return Some(Location::new(i));
        };
        let mut at = self.home(packed);
        while let Some((known, location)) = self.table[at] {
            if known == packed {
                return Some(location);
            }
            at = (at + 1) % self.table.len();
        }
        None
    }

    pub(crate) fn of_location(&self, location: Location) -> &str {
        &self.by_location[location.index()]
    }

    pub(crate) fn of_province(&self, province: Province) -> &str {
        &self.by_province[province.index()]
    }
}

/// Up to 8 ASCII letters as one number, whatever their case.
fn pack(code: &str) -> Option<u64> {
    // Bytes that could be packed away (NUL) are no part of any code.
    if code.is_empty() || code.len() > 8 || !code.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    Some(code.bytes().fold(0, |packed, byte| packed << 8 | u64::from(byte.to_ascii_uppercase())))
}
