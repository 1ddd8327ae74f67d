//! People in memory.

use super::Tables;
use crate::{Hash, KeyRow, PersonRow, Shun};

impl Tables {
    /// Whether somebody else has what only one may have.
    fn clashes(&self, row: &PersonRow) -> bool {
        self.people.values().any(|other| {
            other.id != row.id
                && (other.handle == row.handle || (row.recovery.is_some() && other.recovery == row.recovery))
        })
    }

    pub(super) fn add_person(&mut self, row: PersonRow) -> bool {
        let free = !self.people.contains_key(&row.id) && !self.clashes(&row);
        if free {
            self.people.insert(row.id, row);
        }
        free
    }

    pub(super) fn update_person(&mut self, row: PersonRow) -> bool {
        let fits = self.people.contains_key(&row.id) && !self.clashes(&row);
        if fits {
            self.people.insert(row.id, row);
        }
        fits
    }

    pub(super) fn delete_person(&mut self, id: u64) -> bool {
        if self.people.remove(&id).is_none() {
            return false;
        }
        self.keys.retain(|_, key| key.person != id);
        self.shuns.retain(|(person, other), _| *person != id && *other != id);
        for kept in self.games.values_mut() {
            kept.members.retain(|member| *member != id);
        }
        for report in &mut self.reports {
            report.by = report.by.filter(|by| *by != id);
            report.about = report.about.filter(|about| *about != id);
        }
        true
    }

    pub(super) fn add_key(&mut self, row: KeyRow) -> bool {
        let fits = self.people.contains_key(&row.person) && !self.keys.contains_key(&row.hash);
        if fits {
            self.keys.insert(row.hash, row);
        }
        fits
    }

    pub(super) fn drop_key(&mut self, hash: Hash, person: u64) -> bool {
        let own = self.keys.get(&hash).is_some_and(|key| key.person == person);
        own && self.keys.remove(&hash).is_some()
    }

    pub(super) fn keys_of(&self, person: u64) -> Vec<KeyRow> {
        let mut keys: Vec<KeyRow> = self.keys.values().filter(|key| key.person == person).cloned().collect();
        keys.sort_by_key(|key| (key.made, key.hash));
        keys
    }

    pub(super) fn drop_expired_keys(&mut self, now: i64) -> u64 {
        let before = self.keys.len();
        self.keys.retain(|_, key| key.expires.is_none_or(|expires| expires > now));
        (before - self.keys.len()) as u64
    }

    pub(super) fn set_shun(&mut self, person: u64, other: u64, shun: Option<Shun>) {
        match shun {
            Some(shun) => self.shuns.insert((person, other), shun),
            None => self.shuns.remove(&(person, other)),
        };
    }

    pub(super) fn shuns(&self, person: u64) -> Vec<(u64, Shun)> {
        self.shuns.range((person, 0)..=(person, u64::MAX)).map(|((_, other), shun)| (*other, *shun)).collect()
    }
}
