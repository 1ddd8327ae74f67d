//! Printing to standard output, as all commands do it.

use std::io::{ErrorKind, Write};

use anyhow::Context;

/// Prints a line or returns an error. `println!` would panic on a closed pipe.
macro_rules! print_line {
    ($($words:tt)*) => {
        $crate::output::write_line(format_args!($($words)*))?
    };
}
pub(crate) use print_line;

pub(crate) fn write_line(words: std::fmt::Arguments<'_>) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_fmt(words)
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush())
        .context("cannot write to standard output")
}

/// Whether the error only means that the reader closed the pipe.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let in_json = || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        kind.or_else(in_json) == Some(ErrorKind::BrokenPipe)
    })
}
