//! No command panics when its reader closes the pipe or the disk is full.

use std::fs::OpenOptions;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Commands that print.
fn commands() -> Vec<Vec<String>> {
    let variant = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/strait");
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    vec![
        words("simulate --games 1 --years 1"),
        words("explain --sample-game"),
        words("arena random random --games 1 --until 1902"),
        vec!["variant".to_owned(), "check".to_owned(), variant.to_string_lossy().into_owned()],
    ]
}

fn run(args: &[String], to: impl Into<Stdio>) -> Output {
    Command::new(env!("CARGO_BIN_EXE_detente"))
        .args(args)
        .stdout(to)
        .stderr(Stdio::piped())
        .output()
        .expect("runs")
}

#[test]
fn a_closed_pipe_is_no_error() {
    for args in commands() {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = run(&args, writer);
        let reported = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success() && !reported.contains("panicked") && !reported.contains("Error"),
            "{args:?} {reported}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for args in commands() {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let output = run(&args, full);
        let reported = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && !reported.contains("panicked"), "{args:?} {reported}");
        assert!(reported.contains("Error: ") && reported.contains("No space left"), "{args:?} {reported}");
    }
}
