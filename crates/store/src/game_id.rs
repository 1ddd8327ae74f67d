//! Game ids: the public identifier of a game.

use std::fmt;
use std::str::FromStr;

/// The public id of a game: 80 random bits that nobody can guess, written as 16 letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(u128);

/// The error for text that is not a game id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidGameId;

/// Crockford's base 32. It has no `i`, `l`, `o` or `u`, so that an id can be read aloud without mistakes.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH: usize = 16;

impl GameId {
    /// The id with these bits, which should come from the system's random number generator.
    pub const fn from_bits(bits: [u8; 10]) -> Self {
        let mut id = 0;
        let mut i = 0;
        while i < bits.len() {
            id = id << 8 | bits[i] as u128;
            i += 1;
        }
        Self(id)
    }

    /// The id with this number. None of its bits above 80 count.
    pub const fn from_number(number: u128) -> Self {
        Self(number & ((1 << 80) - 1))
    }

    pub const fn bits(self) -> u128 {
        self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |i: usize| char::from(ALPHABET[(self.0 >> (5 * i) & 31) as usize]);
        f.write_str(&(0..ID_LENGTH).rev().map(letter).collect::<String>())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({self})")
    }
}

impl FromStr for GameId {
    type Err = InvalidGameId;

    /// Lower and upper case are the same; `o` is read as 0, `i` and `l` as 1.
    fn from_str(text: &str) -> Result<Self, InvalidGameId> {
        if text.len() != ID_LENGTH {
            return Err(InvalidGameId);
        }
        let mut id = 0;
        for byte in text.bytes() {
            let letter = match byte.to_ascii_lowercase() {
                b'o' => b'0',
                b'i' | b'l' => b'1',
                other => other,
            };
            let value = ALPHABET.iter().position(|known| *known == letter).ok_or(InvalidGameId)?;
            id = id << 5 | value as u128;
        }
        Ok(Self(id))
    }
}

impl fmt::Display for InvalidGameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not the name of a game: 16 letters and digits")
    }
}

impl std::error::Error for InvalidGameId {}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use super::*;

    #[test]
    fn ids_have_16_characters_and_parse_back() {
        for bits in [[0; 10], [255; 10], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]] {
            let id = GameId::from_bits(bits);
            let text = id.to_string();
            assert_eq!(text.len(), 16);
            assert_eq!(text.parse(), Ok(id));
            assert_eq!(text.to_uppercase().parse(), Ok(id));
        }
        assert_eq!(GameId::from_bits([255; 10]).to_string(), "zzzzzzzzzzzzzzzz");
        assert_eq!(GameId::from_bits([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).to_string(), "041061050r3gg28a");
    }

    #[test]
    fn letters_that_look_alike_are_the_same() {
        let id: GameId = "0011000000000000".parse().unwrap();
        assert_eq!("OoIl000000000000".parse(), Ok(id));
    }

    #[test]
    fn anything_else_is_no_id() {
        for text in [
            "",
            "000000000000000",
            "00000000000000000",
            "u000000000000000",
            "é00000000000000",
            "-000000000000000",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(InvalidGameId), "{text}");
        }
    }
}
