//! The short code of a game at a table: the first letters of its id, to say aloud.
//!
//! The id itself is the invitation and cannot be guessed. The code can in principle, so it counts only for games at
//! a table that are not over, and guesses are limited like passphrases.

use game::{Game, Venue};
use store::GameId;

/// How many letters and digits a code has. With six, a guess hits one of a hundred games once in ten million times.
pub(crate) const TABLE_CODE_CHARS: usize = 6;

/// The bits of an id that the code leaves open: five for each letter.
const OPEN_BITS: u32 = 80 - 5 * TABLE_CODE_CHARS as u32;

/// The code of a game: `K7Q29M`. None if it is not at a table.
pub(crate) fn table_code(id: GameId, game: &Game) -> Option<String> {
    match game.charter().settings().venue {
        Venue::Table => Some(code_of(id)),
        Venue::Anywhere => None,
    }
}

pub(crate) fn code_of(id: GameId) -> String {
    id.to_string()[..TABLE_CODE_CHARS].to_uppercase()
}

/// The first and the last id with this code. None if no game can have it. Spaces and dashes do not count, letters
/// that look alike are the same.
pub(crate) fn ids_with_code(code: &str) -> Option<(GameId, GameId)> {
    let letters: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').take(40).collect();
    if letters.chars().count() != TABLE_CODE_CHARS {
        return None;
    }
    let first: GameId = format!("{letters}{}", "0".repeat(16 - TABLE_CODE_CHARS)).parse().ok()?;
    let last = GameId::from_number(first.bits() | ((1 << OPEN_BITS) - 1));
    Some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_say_it() {
        let id = GameId::from_bits([0x9a, 0x1f, 0x00, 0xff, 1, 2, 3, 4, 5, 6]);
        let code = code_of(id);
        assert_eq!(code.len(), TABLE_CODE_CHARS);
        let (first, last) = ids_with_code(&code).expect("its own code");
        assert!(first <= id && id <= last);
        assert_eq!((code_of(first), code_of(last)), (code.clone(), code.clone()));
        let spoken = format!(" {}-{} {}", &code[..2].to_lowercase(), &code[2..4], &code[4..]);
        assert_eq!(ids_with_code(&spoken), Some((first, last)));
        assert_eq!(ids_with_code("oIl000"), ids_with_code("011000"));
        for wrong in ["", "12345", "1234567", "u00000", "é00000", "12345\u{0}"] {
            assert_eq!(ids_with_code(wrong), None, "{wrong}");
        }
    }
}
