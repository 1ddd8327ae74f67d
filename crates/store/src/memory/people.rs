//! People in the in-memory store: accounts, login keys, mutes and blocks, reports.

use super::{Memory, Tables};
use crate::{KeyRow, People, PersonRow, Reply, ReportRow, Restriction, SecretHash};

impl People for Memory {
    fn add_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let is_free = !tables.people.contains_key(&row.id) && !tables.clashes(&row);
            if is_free {
                tables.people.insert(row.id, row);
            }
            is_free
        })
    }

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>> {
        self.with_tables(|tables| tables.people.get(&id).cloned())
    }

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>> {
        self.with_tables(|tables| tables.people.values().find(|row| row.handle == handle).cloned())
    }

    fn person_by_recovery(&self, hash: SecretHash) -> Reply<'_, Option<PersonRow>> {
        self.with_tables(|tables| tables.people.values().find(|row| row.recovery == Some(hash)).cloned())
    }

    fn update_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let fits = tables.people.contains_key(&row.id) && !tables.clashes(&row);
            if fits {
                tables.people.insert(row.id, row);
            }
            fits
        })
    }

    fn delete_person(&self, id: u64) -> Reply<'_, bool> {
        self.with_tables(|tables| tables.delete_person(id))
    }

    fn add_key(&self, row: KeyRow) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let fits = tables.people.contains_key(&row.person) && !tables.keys.contains_key(&row.hash);
            if fits {
                tables.keys.insert(row.hash, row);
            }
            fits
        })
    }

    fn key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        self.with_tables(|tables| tables.keys.get(&hash).cloned())
    }

    fn take_key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        self.with_tables(|tables| tables.keys.remove(&hash))
    }

    fn delete_key(&self, hash: SecretHash, person: u64) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let is_own = tables.keys.get(&hash).is_some_and(|key| key.person == person);
            is_own && tables.keys.remove(&hash).is_some()
        })
    }

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>> {
        self.with_tables(|tables| {
            let own = tables.keys.values().filter(|key| key.person == person);
            let mut keys: Vec<KeyRow> = own.cloned().collect();
            keys.sort_by_key(|key| (key.made, key.hash));
            keys
        })
    }

    fn touch_key(&self, hash: SecretHash, used: i64, expires: Option<i64>) -> Reply<'_, ()> {
        self.with_tables(|tables| {
            if let Some(key) = tables.keys.get_mut(&hash) {
                (key.used, key.expires) = (Some(used), expires);
            }
        })
    }

    fn set_restriction(&self, person: u64, other: u64, restriction: Option<Restriction>) -> Reply<'_, ()> {
        self.with_tables(|tables| {
            match restriction {
                Some(restriction) => tables.restrictions.insert((person, other), restriction),
                None => tables.restrictions.remove(&(person, other)),
            };
        })
    }

    fn restrictions(&self, person: u64) -> Reply<'_, Vec<(u64, Restriction)>> {
        self.with_tables(|tables| {
            let own = tables.restrictions.range((person, 0)..=(person, u64::MAX));
            own.map(|((_, other), restriction)| (*other, *restriction)).collect()
        })
    }

    fn set_course_progress(&self, person: u64, progress: &str) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let is_known = tables.people.contains_key(&person);
            if is_known {
                tables.course_progress.insert(person, progress.to_owned());
            }
            is_known
        })
    }

    fn course_progress(&self, person: u64) -> Reply<'_, Option<String>> {
        self.with_tables(|tables| tables.course_progress.get(&person).cloned())
    }

    fn add_report(&self, row: ReportRow) -> Reply<'_, u64> {
        self.with_tables(|tables| {
            tables.reports.push(row);
            tables.reports.len() as u64
        })
    }
}

impl Tables {
    /// Whether somebody else has the handle or the recovery code, which are unique.
    fn clashes(&self, row: &PersonRow) -> bool {
        self.people.values().any(|other| {
            other.id != row.id
                && (other.handle == row.handle || (row.recovery.is_some() && other.recovery == row.recovery))
        })
    }

    fn delete_person(&mut self, id: u64) -> bool {
        if self.people.remove(&id).is_none() {
            return false;
        }
        self.keys.retain(|_, key| key.person != id);
        self.restrictions.retain(|(person, other), _| *person != id && *other != id);
        self.game_restrictions.retain(|(person, _, other), _| *person != id && *other != id);
        self.statuses.remove(&id);
        self.course_progress.remove(&id);
        self.forget_news_of(id);
        self.notices.retain(|_, notice| notice.person != id);
        for game in self.games.values_mut() {
            game.members.retain(|member| *member != id);
        }
        for report in &mut self.reports {
            report.by = report.by.filter(|by| *by != id);
            report.about = report.about.filter(|about| *about != id);
        }
        true
    }
}
