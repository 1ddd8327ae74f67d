//! Which names people may have: visible, and not to be taken for somebody else's or the host's.

use game::{Game, Name, Occupant, StateView, Viewer};
use unicode_security::confusable_detection::skeleton;

use crate::refusals::{Reason, Refused};

/// Names that could be taken for the host of the server, or for a program.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "administrateur",
    "administrador",
    "beheerder",
    "moderator",
    "moderador",
    "modérateur",
    "host",
    "system",
    "server",
    "detente",
    "game master",
    "bot",
    "support",
    "root",
];

/// A name that somebody chooses.
pub(crate) fn check_name(text: &str) -> Result<Name, Refused> {
    let name = Name::new(text)?;
    if name.as_str().chars().any(is_invisible) {
        return Err(Reason::WordsUnprintable.into());
    }
    if !name.as_str().chars().any(char::is_alphanumeric) {
        return Err(Reason::WordsEmpty.into());
    }
    let looks = appearance(name.as_str());
    if RESERVED.iter().any(|reserved| appearance(reserved) == looks) {
        return Err(Reason::ReservedName.into());
    }
    Ok(name)
}

/// Refuses a name that looks like one that somebody else in the game has. If names are hidden, all answers are
/// the same.
pub(crate) fn check_name_in_game(game: &Game, name: &str) -> Result<(), Refused> {
    if game.charter().settings().names == game::Names::Hidden {
        return Ok(());
    }
    let view = game.view(Viewer::Stranger);
    let occupants: Vec<&Occupant> = match &view.state {
        StateView::Gathering { members, .. } => members.iter().map(|member| &member.who).collect(),
        StateView::Underway { .. } | StateView::Over(_) => {
            view.seats.iter().map(|seat| &seat.occupant).collect()
        }
    };
    let looks = appearance(name);
    let is_same = |occupant: &&Occupant| match occupant {
        Occupant::Person(Some(other)) => appearance(other.as_str()) == looks,
        Occupant::Person(None) | Occupant::Bot(..) | Occupant::Nobody => false,
    };
    if occupants.iter().any(is_same) { Err(game::Refusal::NameTaken.into()) } else { Ok(()) }
}

/// What a name looks like: the same for names that people cannot tell apart.
fn appearance(name: &str) -> String {
    let plain: String = name.to_lowercase().split_whitespace().collect();
    skeleton(&plain).collect()
}

/// Characters that take no place, or that look like a space.
const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}'
        | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_must_be_visible_and_not_the_hosts() {
        for name in ["Ann", "José María", "Ünal", "玲", "Ann 2", "Adminton", "O’Neill"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for (name, reason) in [
            ("\u{200b}", Reason::WordsUnprintable),
            ("An\u{200b}n", Reason::WordsUnprintable),
            ("\u{3164}", Reason::WordsUnprintable),
            ("\u{2800}\u{2800}", Reason::WordsUnprintable),
            ("...", Reason::WordsEmpty),
            ("  ", Reason::WordsEmpty),
            ("Admin", Reason::ReservedName),
            ("\u{410}dmin", Reason::ReservedName),
            ("ad min", Reason::ReservedName),
            ("MODERATOR", Reason::ReservedName),
        ] {
            assert_eq!(check_name(name).map(|_| ()), Err(reason.into()), "{name:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_appearance() {
        assert_eq!(appearance("Paul"), appearance("\u{420}\u{430}ul"), "Cyrillic letters");
        assert_eq!(appearance("Paul"), appearance("PAUL"));
        assert_ne!(appearance("Paul"), appearance("Paula"));
    }
}
