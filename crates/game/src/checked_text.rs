//! Texts that people type (titles, names, messages, captions), checked once: not empty, not too long, only
//! printable characters.

use std::fmt;

/// Why a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextError {
    Empty,
    TooLong {
        max_chars: usize,
    },
    /// A control character, or one that changes the direction of writing.
    Unprintable,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $most:literal, $lines:path) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(String);

        impl $name {
            /// The maximum number of characters.
            pub const MAX_CHARS: usize = $most;

            pub fn new(text: &str) -> Result<Self, TextError> {
                check(text, Self::MAX_CHARS, $lines).map(Self)
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

words!(
    /// The title of a game.
    Title, 80, Lines::One
);
words!(
    /// The name of a person.
    Name, 40, Lines::One
);
words!(
    /// The key of a bot. The program that runs the bots knows what it means.
    Bot, 40, Lines::One
);
words!(
    /// The text of one message.
    Text, 4000, Lines::Many
);
words!(
    /// The key of another game: the same people play once more.
    NextGame, 40, Lines::One
);
words!(
    /// The name of a draft of orders.
    DraftName, 40, Lines::One
);
words!(
    /// The caption of a sketch.
    Caption, 200, Lines::One
);

#[derive(Clone, Copy)]
enum Lines {
    One,
    Many,
}

fn check(text: &str, most: usize, lines: Lines) -> Result<String, TextError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    // A character has at most four bytes, so a very long text is refused without counting.
    if text.len() > most * 4 || text.chars().count() > most {
        return Err(TextError::TooLong { max_chars: most });
    }
    let breaks = |c| matches!(lines, Lines::Many) && matches!(c, '\n' | '\t');
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.chars().any(|c| (c.is_control() && !breaks(c)) || turns(c)) {
        return Err(TextError::Unprintable);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_printable() {
        assert_eq!(Name::new("  Ann "), Ok(Name("Ann".to_owned())));
        assert_eq!(Name::new(" \n"), Err(TextError::Empty));
        assert_eq!(Name::new(&"é".repeat(41)), Err(TextError::TooLong { max_chars: 40 }));
        assert_eq!(Name::new("Ann\u{202e}nnA"), Err(TextError::Unprintable));
        assert_eq!(Name::new("A\nB"), Err(TextError::Unprintable));
        assert!(Text::new("A\nB").is_ok());
    }
}
