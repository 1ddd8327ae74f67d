//! Line numbers in a text file, for reporting faults.

/// The line number of a byte, from 1.
pub(crate) fn line_at(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|byte| *byte == b'\n').count()
}

/// The number of the first line that starts with a word, from 1; 1 if there is none.
pub(crate) fn line_that_starts(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.trim_start().starts_with(word)).map_or(1, |i| i + 1)
}
