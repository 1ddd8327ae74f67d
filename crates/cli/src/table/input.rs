//! What a typed line asks for.

use super::game::Go;

/// A line: a command, or part of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input<'t> {
    Text(&'t str),
    Go(Go),
    Show,
    Clear(&'t str),
    Board,
    Undo,
    Picture(&'t str),
    Language(&'t str),
    Help,
    Quit,
    Unknown(&'t str),
}

impl<'t> Input<'t> {
    pub(super) fn parse(line: &'t str) -> Self {
        let Some(command) = line.trim().strip_prefix(':') else { return Self::Text(line) };
        let (word, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("go", "") => Self::Go(Go::WhenComplete),
            ("go", "anyway") => Self::Go(Go::Anyway),
            ("show", _) => Self::Show,
            ("clear", name) => Self::Clear(name),
            ("board", _) => Self::Board,
            ("undo", _) => Self::Undo,
            ("picture", path) => Self::Picture(path),
            ("language", code) => Self::Language(code),
            ("help" | "h" | "?", _) => Self::Help,
            ("quit" | "q" | "exit", _) => Self::Quit,
            (_, _) => Self::Unknown(word),
        }
    }
}
