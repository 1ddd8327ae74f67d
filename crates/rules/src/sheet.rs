//! An order sheet: at most one entry a province, so two orders to one unit cannot be written down.

use crate::{Board, Province};

/// One optional entry for each province of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet<T> {
    entries: Vec<Option<T>>,
}

impl<T> Sheet<T> {
    /// An empty sheet: everybody holds.
    pub fn new(board: &Board) -> Self {
        Self { entries: std::iter::repeat_with(|| None).take(board.provinces().len()).collect() }
    }

    #[inline]
    pub fn get(&self, province: Province) -> Option<&T> {
        self.entries.get(province.index())?.as_ref()
    }

    /// Writes an entry; answers the one that stood there.
    pub fn set(&mut self, province: Province, entry: T) -> Option<T> {
        self.entries[province.index()].replace(entry)
    }

    pub fn remove(&mut self, province: Province) -> Option<T> {
        self.entries[province.index()].take()
    }

    /// Wipes the sheet and keeps its paper.
    pub fn clear(&mut self) {
        for entry in &mut self.entries {
            *entry = None;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.entries.iter().all(Option::is_none)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Province, &T)> {
        self.entries.iter().enumerate().filter_map(|(i, entry)| Some((Province::new(i), entry.as_ref()?)))
    }
}
