//! Hash tables from codes (`PAR`, `STP/SC`) to places and powers. Bulk adjudication does millions of lookups.

use detente_rules::{Board, Location, Province};

/// The codes of all places of a board in capitals: place by code and code by place.
#[derive(Clone, Debug)]
pub(crate) struct Codes {
    locations: CodeTable<Location>,
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
        let codes = by_location.iter().map(String::as_str).zip(board.locations());
        Self { locations: CodeTable::new(codes), by_location, by_province }
    }

    /// The location with this code. Capitals and small letters are the same.
    #[inline]
    pub(crate) fn location(&self, code: &str) -> Option<Location> {
        match pack(code.as_bytes()) {
            Some(packed) => self.packed_location(packed),
            None => self.long_location(code),
        }
    }

    /// The location with this packed code.
    #[inline]
    pub(crate) fn packed_location(&self, packed: u64) -> Option<Location> {
        self.locations.get(packed)
    }

    /// The location with a code that is too long to be packed.
    #[cold]
    fn long_location(&self, code: &str) -> Option<Location> {
        let i = self.by_location.iter().position(|known| known.eq_ignore_ascii_case(code))?;
        Some(Location::new(i))
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

/// A hash table by packed code, at most an eighth full: most searches end where they start.
#[derive(Clone, Debug)]
pub(crate) struct CodeTable<T> {
    entries: Vec<Option<(u64, T)>>,
}

impl<T: Copy> CodeTable<T> {
    /// A table of the codes that can be packed.
    pub(crate) fn new<'c>(codes: impl ExactSizeIterator<Item = (&'c str, T)>) -> Self {
        let size = (codes.len() * 8).next_power_of_two();
        let mut table = Self { entries: vec![None; size] };
        for (code, value) in codes {
            if let Some(packed) = pack(code.as_bytes()) {
                let mut at = table.first_index(packed);
                while table.entries[at].is_some() {
                    at = (at + 1) % size;
                }
                table.entries[at] = Some((packed, value));
            }
        }
        table
    }

    /// The index where the search for a code starts.
    #[inline]
    fn first_index(&self, packed: u64) -> usize {
        // The size is a power of two, so this is a remainder without a division.
        (packed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, packed: u64) -> Option<T> {
        let mut at = self.first_index(packed);
        while let Some((known, value)) = self.entries[at] {
            if known == packed {
                return Some(value);
            }
            at = (at + 1) & (self.entries.len() - 1);
        }
        None
    }
}

/// A code of up to 7 bytes as one number with its length; upper and lower case give the same.
///
/// Names are most of what bulk lines consist of, so the usual lengths are read without a loop: finding a place
/// takes 50 instead of 100 instructions.
#[inline]
pub(crate) fn pack(code: &[u8]) -> Option<u64> {
    let low = |bytes| u64::from(u32::from_le_bytes(bytes));
    let packed = match *code {
        [a, b, c] => u64::from(u16::from_le_bytes([a, b])) | u64::from(c) << 16,
        [a, b, c, d, e, f] => low([a, b, c, d]) | u64::from(u16::from_le_bytes([e, f])) << 32,
        // The two halves overlap in one byte, which is the same in both.
        [a, b, c, d, e, f, g] => low([a, b, c, d]) | low([d, e, f, g]) << 24,
        ref other if other.len() < 8 => {
            other.iter().rev().fold(0, |packed, byte| packed << 8 | u64::from(*byte))
        }
        _ => return None,
    };
    Some(to_upper_case(packed) | (code.len() as u64) << 56)
}

/// Eight bytes with their small ASCII letters as capitals. Other bytes stay as they are.
const fn to_upper_case(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = 0x80 * ONES;
    // No sum overflows into the next byte: its highest bit is set if the byte is at least 'a', or above 'z'.
    let low = eight & !HIGHEST;
    let from_a = low + (0x80 - b'a' as u64) * ONES;
    let after_z = low + (0x7F - b'z' as u64) * ONES;
    let small = (from_a ^ after_z) & !eight & HIGHEST;
    // The bit of the highest value, moved to the bit by which small letters and capitals differ.
    eight ^ small >> 2
}

#[cfg(test)]
mod tests {
    use super::pack;

    #[test]
    fn only_the_case_of_ascii_letters_makes_no_difference() {
        for byte in 0..=u8::MAX {
            for length in 1..=7 {
                let text = |byte: u8| String::from_utf8(vec![byte; length]).ok();
                let (Some(one), Some(other)) = (text(byte), text(byte.to_ascii_uppercase())) else {
                    continue;
                };
                let pack = |text: &str| pack(text.as_bytes());
                assert_eq!(pack(&one), pack(&other), "{one:?}");
                assert_eq!(pack(&one) == pack(&text(b'A').expect("ASCII")), byte == b'a' || byte == b'A');
            }
        }
        assert_ne!(pack(b"PAR"), pack(b"PAR\0"));
        assert_ne!(pack("é".as_bytes()), pack("É".as_bytes()));
        assert_eq!(pack(b"12345678"), None);
    }
}
