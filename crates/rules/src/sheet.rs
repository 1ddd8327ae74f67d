//! An order sheet: at most one entry per province, so one unit cannot have two orders.

use crate::{Board, Province};

/// One optional entry per province of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet<T> {
    entries: Vec<Option<T>>,
}

impl<T> Sheet<T> {
    /// An empty sheet.
    pub fn new(board: &Board) -> Self {
        Self { entries: std::iter::repeat_with(|| None).take(board.provinces().len()).collect() }
    }

    /// The entry of a province.
    #[inline]
    pub fn get(&self, province: Province) -> Option<&T> {
        self.entries.get(province.index())?.as_ref()
    }

    /// By province: its entry.
    #[inline]
    pub(crate) fn entries(&self) -> &[Option<T>] {
        &self.entries
    }

    /// Writes an entry and returns the one that it replaces.
    pub fn set(&mut self, province: Province, entry: T) -> Option<T> {
        self.entries[province.index()].replace(entry)
    }

    /// Removes and returns the entry of a province.
    pub fn remove(&mut self, province: Province) -> Option<T> {
        self.entries[province.index()].take()
    }

    /// Removes all entries and keeps the memory.
    pub fn clear(&mut self) {
        for entry in &mut self.entries {
            *entry = None;
        }
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.iter().all(Option::is_none)
    }

    /// The entries with their provinces, in board order.
    pub fn iter(&self) -> impl Iterator<Item = (Province, &T)> {
        self.entries.iter().enumerate().filter_map(|(i, entry)| Some((Province::new(i), entry.as_ref()?)))
    }
}
