//! Any three texts are a variant or are refused; on a variant anybody can play.
#![no_main]

use atlas::VariantFiles;
use libfuzzer_sys::fuzz_target;
use rules::{Edition, Judge, Options, Position};
use skirmish::{Chance, of_size};

/// Stands between the board, the start and the names.
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
            let mut chance = Chance::new(data.len() as u64);
            let skirmish = of_size(board, 40, &mut chance);
            options.survey(&skirmish.forces);
            for slot in 0..skirmish.forces.units().len() {
                let choices = options.of(slot);
                assert_eq!(choices.iter().count(), choices.count());
            }
            judge.movement(&skirmish.forces, &skirmish.table, &skirmish.orders);
        }
        let mut position = Position::start(board);
        let verdict = judge.movement(&position.forces, &position.table, &rules::Sheet::new(board));
        position.after_movement(board, verdict);
        position.adjustments(board, edition).judge(&[]);
    }
});
