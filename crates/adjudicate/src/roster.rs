//! Units or centres in the order of answers: by power, armies before fleets, then by the code of the place.

use notation::Notation;
use rules::{Location, Power, UnitKind};

/// What each power has. Marking bits in the right order and reading them again takes half of the instructions of
/// sorting.
#[derive(Debug)]
pub(crate) struct Roster {
    /// All places in the alphabetical order of their codes.
    places: Vec<Location>,
    /// By location: its index in `places`.
    indices: Vec<usize>,
    /// By power and kind: one bit per place, in the order of `places`.
    rows: Vec<u64>,
    words_per_row: usize,
}

impl Roster {
    pub(crate) fn new(notation: &Notation<'_>) -> Self {
        let board = notation.board();
        let mut places: Vec<_> = board.locations().collect();
        places.sort_by_key(|place| notation.location_code(*place));
        let mut indices = vec![0; places.len()];
        for (i, place) in places.iter().enumerate() {
            indices[place.index()] = i;
        }
        let words_per_row = places.len().div_ceil(64);
        let rows = vec![0; board.powers().len() * 2 * words_per_row];
        Self { places, indices, rows, words_per_row }
    }

    pub(crate) fn clear(&mut self) {
        self.rows.fill(0);
    }

    #[inline]
    pub(crate) fn add(&mut self, power: Power, kind: UnitKind, place: Location) {
        let i = self.indices[place.index()];
        let row = (power.index() * 2 + kind as usize) * self.words_per_row;
        self.rows[row + i / 64] |= 1 << (i % 64);
    }

    fn rows_of(&self, power: Power) -> &[u64] {
        let length = 2 * self.words_per_row;
        &self.rows[power.index() * length..][..length]
    }

    pub(crate) fn has_any(&self, power: Power) -> bool {
        self.rows_of(power).iter().any(|word| *word != 0)
    }

    /// Calls `entry` for everything that a power has.
    #[inline]
    pub(crate) fn for_each(&self, power: Power, mut entry: impl FnMut(UnitKind, Location)) {
        let rows = self.rows_of(power).chunks_exact(self.words_per_row);
        for (kind, row) in UnitKind::BOTH.into_iter().zip(rows) {
            for (word, places) in row.iter().zip(self.places.chunks(64)) {
                let mut left = *word;
                while left != 0 {
                    entry(kind, places[left.trailing_zeros() as usize]);
                    left &= left - 1;
                }
            }
        }
    }
}
