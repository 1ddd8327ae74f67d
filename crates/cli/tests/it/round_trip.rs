//! What the page and the commands write is read back by the commands. A game goes out of a server in both
//! forms, into another store, and is the same phase by phase. It is also drawn, explained and judged again
//! from the files.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::service::{Folder, Service};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");
const PLAYERS: [&str; 6] = ["2", "3", "4", "5", "6", "7"];

fn run(folder: &Folder, args: &[&str]) -> (bool, String) {
    let output = Command::new(PROGRAM).args(args).env("DETENTE_DATA", folder.data()).output().unwrap();
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

fn detente(folder: &Folder, args: &[&str]) -> String {
    let (well, said) = run(folder, args);
    assert!(well, "{args:?}: {said}");
    said
}

/// A file with a game of programs, as the store keeps it.
fn simulated(folder: &Folder, players: &str) -> String {
    let out = folder.path().join(format!("games-for-{players}"));
    let out = out.to_str().unwrap();
    let game = ["simulate", "--games", "1", "--players", players, "--seed", "7", "--years", "2"];
    detente(folder, &[&game[..], &["--minds", "random", "--out", out]].concat());
    format!("{out}/00000007.jsonl")
}

/// Imports a file, whole and without any difference; returns the name of the game.
fn imported(folder: &Folder, file: &str) -> String {
    let said = detente(folder, &["store", "import", file, "--rules", "2000"]);
    assert!(said.contains(" 0 differences") && !said.contains("everything after"), "{file}: {said}");
    said.lines().last().unwrap().split(':').next().unwrap().to_owned()
}

/// Asks a server for both exports of games and writes them into files: the Python package's form, then the
/// log.
fn exported(folder: &Folder, games: &[String]) -> Vec<[String; 2]> {
    let service = Service::start(Path::new(PROGRAM), folder, &[]).unwrap();
    let mut line = HttpClient::new(service.address);
    let mut export = |game: &String, form: &str| {
        let path = format!("/api/games/{game}/export/{form}");
        let answer = line.request("GET", &path, RequestParts::default()).unwrap();
        assert_eq!(answer.status, 200);
        let file = folder.path().join(format!("{game}.{form}"));
        std::fs::write(&file, answer.body).unwrap();
        file.to_str().unwrap().to_owned()
    };
    games.iter().map(|game| ["python", "log"].map(|form| export(game, form))).collect()
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Lists in order, without powers that have nothing.
fn sorted(lists: &Value) -> Value {
    let mut lists = lists.clone();
    let by_power = lists.as_object_mut().unwrap();
    for list in by_power.values_mut() {
        let Some(list) = list.as_array_mut() else { continue };
        // Dislodged units are listed with their retreats.
        list.retain(|one| !one.as_str().unwrap().starts_with('*'));
        list.sort_by_key(ToString::to_string);
    }
    by_power.retain(|_, list| list.as_array().is_some_and(|list| !list.is_empty()));
    lists
}

/// The units, centres and orders of each phase of a saved game.
fn positions(python: &str) -> Vec<Value> {
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(python).unwrap()).unwrap();
    let phases = saved["phases"].as_array().unwrap().iter();
    let position = |phase: &Value| {
        let state = &phase["state"];
        let stand = [sorted(&state["units"]), sorted(&state["centers"])];
        json!([phase["name"], stand, sorted(&phase["orders"]), phase.get("players"), phase.get("closed")])
    };
    phases.map(position).collect()
}

/// How a game ended, by its log.
fn ending(log: &str) -> Value {
    let text = std::fs::read_to_string(log).unwrap();
    objects(text.lines().next().unwrap())[0]["detente"]["state"].clone()
}

#[test]
fn both_exports_of_the_page_are_imported_and_are_the_same_game_for_2_to_7_players() {
    let folder = Folder::new("round-trip").unwrap();
    let games = PLAYERS.map(|players| imported(&folder, &simulated(&folder, players)));
    let files = exported(&folder, &games);
    let again: Vec<String> = files.iter().flatten().map(|file| imported(&folder, file)).collect();
    let files_again = exported(&folder, &again);
    let mut closed = 0;
    for ((first, again), players) in files.iter().zip(files_again.chunks(2)).zip(PLAYERS) {
        let played = positions(&first[0]);
        assert!(played.len() > 4, "{players}: {}", played.len());
        closed += played.iter().filter(|position| position[4].is_array()).count();
        for [python, _] in again {
            assert_eq!(positions(python), played, "{players}: {python}");
        }
        assert_eq!(ending(&first[1])["ending"]["by"], "limit", "{players}");
        assert_eq!(ending(&again[1][1]), ending(&first[1]), "{players}");
    }
    assert!(closed > 2, "Italy is closed in 1914");
}

#[test]
fn a_game_of_the_arena_is_imported_drawn_and_explained_for_2_to_7_players() {
    let folder = Folder::new("round-trip-arena").unwrap();
    let saved = |players: &str| {
        let until = if players == "2" { "1916" } else { "1903" };
        let args = ["arena", "dumb", "random", "--only", "5", "--until", until, "--players", players];
        let file = folder.path().join(format!("arena-{players}.jsonl"));
        std::fs::write(&file, detente(&folder, &args)).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let files = PLAYERS.map(saved);
    let games = files.clone().map(|file| imported(&folder, &file));
    for (file, [python, log]) in files.iter().zip(exported(&folder, &games)) {
        let lines = objects(&std::fs::read_to_string(file).unwrap());
        let played = positions(&python);
        assert_eq!(lines.len(), played.len(), "{file}");
        for (line, position) in lines.iter().zip(played) {
            let stand = [sorted(&line["units"]), sorted(&line["centers"])];
            let orders = line.get("orders").map_or_else(|| json!({}), sorted);
            let (players, closed) = (line.get("players"), line.get("closed"));
            assert_eq!(json!([line["phase"], stand, orders, players, closed]), position, "{file}");
        }
        // The position at the end has no orders and is not explained.
        assert_eq!(detente(&folder, &["explain", file]), detente(&folder, &["explain", &log]), "{file}");
        drawn(&folder, file, lines.len());
    }
}

/// Draws every phase of a file.
fn drawn(folder: &Folder, file: &str, phases: usize) {
    // The name of a folder has no dot.
    let pictures =
        folder.path().join(Path::new(file).file_name().unwrap().to_str().unwrap().replace('.', "-"));
    let to = pictures.to_str().unwrap();
    detente(folder, &["render", "--input", file, "--to", to, "--width", "200", "--names", "none"]);
    assert_eq!(std::fs::read_dir(&pictures).unwrap().count(), phases, "{file}");
}

#[test]
fn exports_are_drawn_explained_and_judged_again() {
    let folder = Folder::new("round-trip-commands").unwrap();
    for players in ["2", "4", "7"] {
        let saved = simulated(&folder, players);
        let game = imported(&folder, &saved);
        let kept = folder.path().join(format!("{game}.jsonl"));
        let kept = kept.to_str().unwrap();
        detente(&folder, &["store", "export", &game, kept]);
        let [python, log] = exported(&folder, &[game]).swap_remove(0);
        let positions = positions(&python);
        let explained = [&python, &log, kept, &saved].map(|file| detente(&folder, &["explain", file]));
        assert!(explained[0].contains("19"), "{}", explained[0]);
        assert_eq!(explained[1], explained[2], "the log has the same orders as the store");
        assert_eq!(explained[2], explained[3]);
        let judged = [&python, &log, kept, &saved].map(|file| detente(&folder, &["adjudicate", file]));
        assert_eq!(judged[1], judged[2], "the log is judged as what the store keeps");
        assert_eq!(judged[2], judged[3]);
        for answers in judged {
            let answers = objects(&answers);
            // The last phase is not judged yet.
            assert_eq!(answers.len() + 1, positions.len(), "{players}");
            for (answer, position) in answers.iter().zip(&positions[1..]) {
                let next = &answer["next"];
                assert_eq!(next["phase"], position[0], "{players}");
                let stand = json!([sorted(&next["units"]), sorted(&next["centers"])]);
                assert_eq!(stand, position[1], "{players}: {}", position[0]);
            }
        }
        for file in [&python, &log, kept] {
            drawn(&folder, file, positions.len());
        }
    }
}

/// A file has everything, whoever may watch the game on a server.
#[test]
fn a_stored_game_that_only_its_players_may_watch_is_read_completely() {
    let folder = Folder::new("round-trip-watching").unwrap();
    let file = simulated(&folder, "7");
    let open = std::fs::read_to_string(&file).unwrap();
    let hidden = open.replacen("\"watching\":\"anybody\"", "\"watching\":\"players_only\"", 1);
    assert_ne!(hidden, open);
    let judged = detente(&folder, &["adjudicate", &file]);
    assert!(judged.lines().count() > 2, "{judged}");
    std::fs::write(&file, hidden).unwrap();
    assert_eq!(detente(&folder, &["adjudicate", &file]), judged);
}

#[test]
fn games_that_cannot_be_read_are_refused_with_the_reason() {
    let folder = Folder::new("round-trip-bad").unwrap();
    let kept = std::fs::read_to_string(simulated(&folder, "3")).unwrap();
    let no_such_edition = kept.replacen("\"edition\":\"2000\"", "\"edition\":\"1066\"", 1);
    let broken_event = kept.lines().take(2).chain(["{\"v\":1}"]).collect::<Vec<_>>().join("\n");
    let log = |seats: Value| {
        let units = json!({ "phase": "S1901M", "rules": "2000", "units": {}, "centers": {} });
        json!({ "detente": { "v": 1, "variant": "standard", "seats": seats, "adjudicate": units } })
            .to_string()
    };
    let file = folder.path().join("bad.jsonl");
    let file = file.to_str().unwrap();
    for (text, reason) in [
        (no_such_edition, "line 1: "),
        (broken_event, "line 3: "),
        (log(json!([["england"], ["france", "russia"]])), "there is no table for players with these powers"),
        (log(json!([["england"], ["atlantis"]])), "there is no power 'atlantis'"),
        (
            log(json!([["austria"], ["england"], ["france"], ["germany"], ["russia"], ["turkey"]])),
            "usual units",
        ),
        ("{\"phase\":\"S1901M\"}\n{\"phase\":1}".to_owned(), "line 2: "),
    ] {
        std::fs::write(file, &text).unwrap();
        let (well, said) = run(&folder, &["store", "import", file]);
        assert!(!well && said.contains(reason), "{reason} is not in {said}");
    }
    assert!(!folder.data().exists(), "no store was made for it");
}
