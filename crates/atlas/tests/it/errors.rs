//! Errors in a variant's files are reported with file and line.

use detente_atlas::VariantFiles;

fn small() -> VariantFiles {
    let mut files = VariantFiles::default();
    files.set(
        "board.toml",
        "centres_to_win = 1\npowers = [\"red\"]\n[provinces.aaa]\nkind = \"coast\"\narmies = \"bbb\"\nfleets = \"sea\"\nhome = \"red\"\n[provinces.bbb]\nkind = \"coast\"\narmies = \"aaa\"\nfleets = \"sea\"\n[provinces.sea]\nkind = \"water\"\nfleets = \"aaa bbb\"\n",
    );
    files.set("start.toml", "first = \"S1\"\n[units]\nred = \"A aaa\"\n");
    files.set(
        "names/en.toml",
        "[powers]\nred = \"Red\"\n[provinces]\naaa = \"Aaa\"\nbbb = \"Bbb\"\nsea = \"Sea\"\n",
    );
    files
}

fn replace(files: &mut VariantFiles, file: &str, from: &str, to: &str) {
    let text = files.get(file).expect("the file exists").replace(from, to);
    files.set(file, text);
}

#[track_caller]
fn check(break_files: impl FnOnce(&mut VariantFiles), expected: &[&str]) {
    let mut sources = small();
    break_files(&mut sources);
    let errors = sources.into_variant("small").expect_err("the variant has errors");
    let found: Vec<String> = errors.0.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_small_board_loads() {
    assert!(small().into_variant("small").is_ok());
}

#[test]
fn errors_name_file_and_line() {
    check(
        |s| replace(s, "board.toml", "armies = \"bbb\"", "armies = \"bbb ccc\""),
        &["board.toml:5: aaa borders on 'ccc', which is no place of this board"],
    );
    check(
        |s| replace(s, "board.toml", "armies = \"aaa\"\n", ""),
        &["board.toml:5: armies go from aaa to bbb, but bbb does not say so"],
    );
    check(
        |s| replace(s, "board.toml", "home = \"red\"", "home = \"blue\""),
        &["board.toml:7: aaa is the home of 'blue', which is no power of this board"],
    );
    check(
        |s| replace(s, "board.toml", "centres_to_win = 1", "centres_to_win = 2"),
        &["board.toml:1: centres_to_win must be between 1 and the number of centres"],
    );
    check(|s| replace(s, "start.toml", "A aaa", "A sea"), &["start.toml:3: red's unit cannot stand in sea"]);
    check(|s| replace(s, "start.toml", "A aaa", "A aaa, F aaa"), &["start.toml:3: two units start in aaa"]);
    check(
        |s| replace(s, "start.toml", "A aaa", "X aaa"),
        &["start.toml:3: 'X aaa' is not a unit: write 'A par' or 'F stp/sc'"],
    );
    check(
        |s| replace(s, "names/en.toml", "bbb = \"Bbb\"\n", ""),
        &["names/en.toml:3: the province 'bbb' has no name"],
    );
    check(
        |s| replace(s, "start.toml", "first", "beginners = [\"blue\"]\nfirst"),
        &["start.toml:1: 'blue' is no power of this board"],
    );
    check(
        |s| s.set("tables.toml", "[two_players]\nplayers = 2\nseats = [\"red\", \"blue\"]\n"),
        &["tables.toml:3: the table for 2 players names 'blue', which this board does not have"],
    );
    check(
        |s| s.set("tables.toml", "[one_player]\nplayers = 1\nunplayed = \"\"\nfirst = \"X1\"\n"),
        &[
            "tables.toml:4: 'X1' is not a turn: write 'S1901' or 'F1901'",
            "tables.toml:2: the table for 1 players: there is one for each number of players, with as many seats, \
             two or more; each power is in one seat or unplayed; the neutral one is unplayed",
        ],
    );
    check(
        |s| s.set("openings.toml", "red = [\"aaa-bbb\", \"aaa-ccc\", \"aaa\"]\n"),
        &[
            "openings.toml:1: 'aaa' is not a move: write 'vie-gal'",
            "openings.toml:1: an opening of 'red' names 'ccc', which this board does not have",
        ],
    );
    check(
        |s| replace(s, "board.toml", "kind = \"water\"", "kind = \"lake\""),
        &["board.toml:13: unknown variant `lake`, expected one of `inland`, `coast`, `water`"],
    );
}

#[test]
fn names_in_another_language_are_checked_too() {
    let klingon = "[powers]\nred = { name = \"Doq\", adjectives = [\"Doqpu\"] }\n[provinces]\naaa = [\"Waq\", \"W\"]\nbbb = \"?\"\nccc = \"Cha\"\n";
    check(
        |s| s.set("names/tlh.toml", klingon),
        &[
            "names/tlh.toml:3: the province 'sea' has no name",
            "names/tlh.toml:6: 'ccc' is no province of this board",
            "names/tlh.toml:5: '?' is no name: use 1 to 64 letters",
        ],
    );
}

#[test]
fn all_errors_are_reported_at_once() {
    let mut sources = small();
    replace(&mut sources, "board.toml", "fleets = \"aaa bbb\"", "fleets = \"aaa zzz\"");
    let errors = sources.into_variant("small").expect_err("the variant has two errors");
    assert_eq!(errors.0.len(), 2, "{errors}");
}
