//! What people type, checked once: never empty, never too long, nothing that spoils a page.

use std::fmt;

/// Why some words cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordsFault {
    Empty,
    TooLong {
        most: usize,
    },
    /// A control character, or one that turns the direction of writing around.
    Unprintable,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $most:literal, $lines:path) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(String);

        impl $name {
            /// The most characters that it may have.
            pub const MOST: usize = $most;

            pub fn new(text: &str) -> Result<Self, WordsFault> {
                check(text, Self::MOST, $lines).map(Self)
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
    /// What a game is called.
    Title, 80, Lines::One
);
words!(
    /// What a person is called.
    Name, 40, Lines::One
);
words!(
    /// Which program plays: a key that whoever runs bots understands.
    Bot, 40, Lines::One
);
words!(
    /// What is said in one message.
    Text, 4000, Lines::Many
);
words!(
    /// What stands below a sketch.
    Caption, 200, Lines::One
);

#[derive(Clone, Copy)]
enum Lines {
    One,
    Many,
}

fn check(text: &str, most: usize, lines: Lines) -> Result<String, WordsFault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(WordsFault::Empty);
    }
    // A character has at most four bytes: very long texts are not walked through.
    if text.len() > most * 4 || text.chars().count() > most {
        return Err(WordsFault::TooLong { most });
    }
    let breaks = |c| matches!(lines, Lines::Many) && matches!(c, '\n' | '\t');
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.chars().any(|c| (c.is_control() && !breaks(c)) || turns(c)) {
        return Err(WordsFault::Unprintable);
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_printable() {
        assert_eq!(Name::new("  Ann "), Ok(Name("Ann".to_owned())));
        assert_eq!(Name::new(" \n"), Err(WordsFault::Empty));
        assert_eq!(Name::new(&"é".repeat(41)), Err(WordsFault::TooLong { most: 40 }));
        assert_eq!(Name::new("Ann\u{202e}nnA"), Err(WordsFault::Unprintable));
        assert_eq!(Name::new("A\nB"), Err(WordsFault::Unprintable));
        assert!(Text::new("A\nB").is_ok());
    }
}
