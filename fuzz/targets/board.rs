//! Fuzz target for variant files: every three texts load as a variant or are refused, and a variant that
//! loads can be played.
#![no_main]

use atlas::VariantFiles;
use libfuzzer_sys::fuzz_target;
use rules::{Edition, Judge, Options, Position};
use random_positions::{SeededRng, position_of_size};

/// Separates the texts of the board, the start and the names.
const SEPARATOR: &str = "=====\n";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut parts = text.splitn(3, SEPARATOR);
    let mut files = VariantFiles::default();
    for file in ["board.toml", "start.toml", "names/en.toml"] {
        files.set(file, parts.next().unwrap_or_default());
    }
    let Ok(variant) = files.into_variant("fuzzed") else { return };
    let board = &variant.board;
    let mut options = Options::new(board);
    for edition in Edition::ALL {
        let mut judge = Judge::new(board, edition);
        if board.powers().len() > 0 {
            let mut chance = SeededRng::new(data.len() as u64);
            let random = position_of_size(board, 40, &mut chance);
            options.compute(&random.forces);
            for slot in 0..random.forces.units().len() {
                let choices = options.of(slot);
                assert_eq!(choices.iter().count(), choices.count());
            }
            judge.movement(&random.forces, &random.players, &random.orders);
        }
        let mut position = Position::start(board);
        let verdict = judge.movement(&position.forces, &position.players, &rules::Sheet::new(board));
        position.apply_movement(board, verdict);
        position.adjustment_judge(board, edition).judge(&[]);
    }
});
