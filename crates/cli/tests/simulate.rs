//! `detente simulate` plays whole games, breaks nothing and saves what happened.

#![allow(clippy::unwrap_used, reason = "a test may stop anywhere")]

use std::process::Command;

#[test]
fn a_few_games_of_every_table_are_played_and_saved() {
    let folder = std::env::temp_dir().join(format!("detente-simulate-{}", std::process::id()));
    let run = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_detente"));
        command.args(["simulate", "--games", "18", "--seed", "7", "--years", "3", "--out"]).arg(&folder);
        command.output().unwrap()
    };
    let output = run();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("no invariant broken"), "{text}");
    let saved = || {
        let mut games: Vec<(String, String)> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|file| {
                let path = file.unwrap().path();
                (path.display().to_string(), std::fs::read_to_string(&path).unwrap())
            })
            .collect();
        games.sort();
        games
    };
    let games = saved();
    assert_eq!(games.len(), 18);
    for (path, game) in &games {
        let mut lines = game.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        assert!(lines.next().unwrap()["players"].is_u64(), "{path}");
        assert_eq!(lines.next_back().unwrap()["fact"], "ended", "{path}");
    }
    // The same seed is the same game to the last letter.
    run();
    assert_eq!(saved(), games);
    std::fs::remove_dir_all(&folder).unwrap();
}
