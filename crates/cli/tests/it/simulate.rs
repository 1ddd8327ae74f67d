//! `detente simulate` plays whole games, breaks no invariant and saves the games.

use std::process::Command;

#[test]
fn a_few_games_of_every_table_are_played_and_saved() {
    let board = &atlas::standard().board;
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
        let mut lines = game.lines();
        let charter = store::record::read_charter(board, lines.next().unwrap()).unwrap();
        let events: Vec<game::Event> =
            lines.map(|line| store::record::read_event(board, line).unwrap()).collect();
        let read = game::Game::replay(charter, &events);
        assert!(read.ending().is_some(), "{path}");
        // Read and written again, the text is the same.
        let again = events.iter().map(|event| store::record::write_event(board, event) + "\n");
        let charter = store::record::write_charter(board, read.charter()) + "\n";
        assert_eq!(std::iter::once(charter).chain(again).collect::<String>(), *game, "{path}");
    }
    // The same seed gives the same text.
    run();
    assert_eq!(saved(), games);
    std::fs::remove_dir_all(&folder).unwrap();
}
