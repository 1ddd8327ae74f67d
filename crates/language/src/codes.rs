//! Finding places by their code quickly: bulk adjudication looks up millions.

use rules::{Board, Location, Province};

/// The codes of a board in capitals, both ways.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    /// Packed code and location, sorted by code.
    sorted: Vec<(u128, Location)>,
    by_location: Vec<String>,
    by_province: Vec<String>,
}

impl Codes {
    pub(crate) fn new(board: &Board) -> Self {
        let by_location: Vec<String> =
            board.locations().map(|location| board.location_key(location).to_uppercase()).collect();
        let by_province =
            board.provinces().map(|province| board.province_key(province).to_uppercase()).collect();
        let mut sorted: Vec<(u128, Location)> = board
            .locations()
            .filter_map(|location| Some((pack(&by_location[location.index()])?, location)))
            .collect();
        sorted.sort_unstable();
        Self { sorted, by_location, by_province }
    }

    pub(crate) fn location(&self, code: &str) -> Option<Location> {
        match pack(code) {
            Some(packed) => {
                let i = self.sorted.binary_search_by_key(&packed, |(code, _)| *code).ok()?;
                Some(self.sorted[i].1)
            }
            // Longer than any usual code: look at each.
            None => {
                let i = self.by_location.iter().position(|known| known.eq_ignore_ascii_case(code))?;
                Some(Location::new(i))
            }
        }
    }

    pub(crate) fn of_location(&self, location: Location) -> &str {
        &self.by_location[location.index()]
    }

    pub(crate) fn of_province(&self, province: Province) -> &str {
        &self.by_province[province.index()]
    }
}

/// Up to 16 ASCII letters as one number, whatever their case.
fn pack(code: &str) -> Option<u128> {
    if code.is_empty() || code.len() > 16 {
        return None;
    }
    let packed = code.bytes().fold(0, |packed, byte| packed << 8 | u128::from(byte.to_ascii_uppercase()));
    Some(packed)
}
