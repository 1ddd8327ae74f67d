//! The signature of the judge: a hash that changes when the judge's behaviour changes.

use random_positions::naval_position;
use rules::{Board, Edition, Judge, Outcome};

/// The number of random positions in the signature. Each is judged under every edition.
const POSITIONS: u64 = 5_000;

/// A hash of the rulings, reasons and retreat places of a fixed set of positions.
pub(crate) fn signature(board: &Board) -> u64 {
    let mut hash = Fnv::new();
    let mut judges = Edition::ALL.map(|edition| Judge::new(board, edition));
    for seed in 0..POSITIONS {
        let position = naval_position(board, seed);
        for judge in &mut judges {
            let verdict = judge.movement(&position.forces, &position.players, &position.orders);
            for ruling in verdict.rulings() {
                hash.add(match ruling.outcome {
                    Outcome::Succeeds => 0,
                    Outcome::Fails => 1,
                    Outcome::Void => 2,
                });
                ruling.because.key().bytes().for_each(|byte| hash.add(byte));
                hash.add(ruling.because.province().map_or(0, |p| p.index() as u8 + 1));
                hash.add(ruling.dislodged_from.map_or(0, |p| p.index() as u8 + 1));
            }
            for (slot, open) in verdict.dislodged() {
                hash.add(slot as u8);
                open.iter().for_each(|place| hash.add(place.index() as u8));
            }
        }
    }
    hash.0
}

/// The hash FNV-1a. It is our own, because the signature must never change with a library.
pub(crate) struct Fnv(pub(crate) u64);

impl Fnv {
    pub(crate) const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    pub(crate) const fn add(&mut self, byte: u8) {
        self.0 = (self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01B3);
    }
}
