//! `detente bench --only`: one kind of work, for a profiler.

use std::process::Command;

#[test]
fn one_kind_of_work_is_done_as_often_as_asked() {
    for (work, rounds, done) in [
        ("units50", 0, "0 phases, check 0"),
        ("units50", 2, "400 phases, check "),
        ("convoys", 1, "500 phases, check "),
        ("realistic", 1, "500 phases, check "),
        ("listing", 1, "1000 positions, check "),
        ("options", 1, "1000 positions, check "),
        ("games", 3, "3 games, check "),
    ] {
        let rounds = rounds.to_string();
        let output = Command::new(env!("CARGO_BIN_EXE_detente"))
            .args(["bench", "--only", work, "--rounds", &rounds])
            .output()
            .expect("runs");
        let line = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && line.starts_with(done), "{work}: {output:?}");
    }
}
