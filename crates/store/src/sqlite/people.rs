//! People in SQLite: accounts, login keys, mutes and blocks, reports.

use rusqlite::{Connection, Result, Row, params};

use super::Sqlite;
use super::query::{Values, enum_from_code, execute, first, get_u64, rows};
use crate::{KeyKind, KeyRow, People, PersonRow, Reply, ReportRow, Restriction, Scope, SecretHash};

impl People for Sqlite {
    fn add_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql =
                "INSERT OR IGNORE INTO people (id, handle, name, language, made, seen, passphrase, recovery)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            write_person(db, sql, &row)
        })
    }

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>> {
        self.read(move |db| {
            let sql =
                "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE id = ?1";
            first(db, sql, params![id.cast_signed()], person_row)
        })
    }

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>> {
        let handle = handle.to_owned();
        self.read(move |db| {
            let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
                 WHERE handle = ?1";
            first(db, sql, params![handle], person_row)
        })
    }

    fn person_by_recovery(&self, hash: SecretHash) -> Reply<'_, Option<PersonRow>> {
        self.read(move |db| {
            let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
                 WHERE recovery = ?1";
            first(db, sql, params![hash], person_row)
        })
    }

    fn update_person(&self, row: PersonRow) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql =
                "UPDATE OR IGNORE people SET handle = ?2, name = ?3, language = ?4, made = ?5, seen = ?6,
                 passphrase = ?7, recovery = ?8 WHERE id = ?1";
            write_person(db, sql, &row)
        })
    }

    fn delete_person(&self, id: u64) -> Reply<'_, bool> {
        self.write(move |db| delete_person(db, params![id.cast_signed()]))
    }

    fn add_key(&self, row: KeyRow) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql = "INSERT OR IGNORE INTO keys (hash, person, kind, label, made, expires, scope, used)
                 SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?8 FROM people WHERE id = ?2";
            let person = row.person.cast_signed();
            let (kind, scope) = (row.kind.code(), row.scope.code());
            let values = params![row.hash, person, kind, row.label, row.made, row.expires, scope, row.used];
            Ok(execute(db, sql, values)? > 0)
        })
    }

    fn key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        self.read(move |db| key(db, hash))
    }

    fn take_key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        self.write(move |db| {
            let taken = key(db, hash)?;
            if taken.is_some() {
                execute(db, "DELETE FROM keys WHERE hash = ?1", params![hash])?;
            }
            Ok(taken)
        })
    }

    fn delete_key(&self, hash: SecretHash, person: u64) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql = "DELETE FROM keys WHERE hash = ?1 AND person = ?2";
            Ok(execute(db, sql, params![hash, person.cast_signed()])? > 0)
        })
    }

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>> {
        self.read(move |db| {
            let sql = "SELECT hash, person, kind, label, made, expires, scope, used FROM keys
                 WHERE person = ?1 ORDER BY made, hash";
            rows(db, sql, params![person.cast_signed()], key_row)
        })
    }

    fn touch_key(&self, hash: SecretHash, used: i64, expires: Option<i64>) -> Reply<'_, ()> {
        self.write(move |db| {
            let sql = "UPDATE keys SET used = ?2, expires = ?3 WHERE hash = ?1";
            execute(db, sql, params![hash, used, expires])?;
            Ok(())
        })
    }

    fn set_restriction(&self, person: u64, other: u64, restriction: Option<Restriction>) -> Reply<'_, ()> {
        let (person, other) = (person.cast_signed(), other.cast_signed());
        self.write(move |db| {
            match restriction {
                Some(restriction) => {
                    let sql = "INSERT OR REPLACE INTO shuns (person, other, shun) VALUES (?1, ?2, ?3)";
                    execute(db, sql, params![person, other, restriction.code()])?;
                }
                None => {
                    let sql = "DELETE FROM shuns WHERE person = ?1 AND other = ?2";
                    execute(db, sql, params![person, other])?;
                }
            }
            Ok(())
        })
    }

    fn restrictions(&self, person: u64) -> Reply<'_, Vec<(u64, Restriction)>> {
        self.read(move |db| {
            let sql = "SELECT other, shun FROM shuns WHERE person = ?1";
            let mut restrictions = rows(db, sql, params![person.cast_signed()], |row| {
                Ok((get_u64(row, 0)?, enum_from_code(row, 1, Restriction::from_code)?))
            })?;
            // The database would sort large numbers as negative ones.
            restrictions.sort_by_key(|(other, _)| *other);
            Ok(restrictions)
        })
    }

    fn set_course_progress(&self, person: u64, progress: &str) -> Reply<'_, bool> {
        let progress = progress.to_owned();
        self.write(move |db| {
            let sql = "INSERT INTO course_progress (person, progress) SELECT id, ?2 FROM people WHERE id = ?1
                 ON CONFLICT (person) DO UPDATE SET progress = excluded.progress";
            Ok(execute(db, sql, params![person.cast_signed(), progress])? > 0)
        })
    }

    fn course_progress(&self, person: u64) -> Reply<'_, Option<String>> {
        self.read(move |db| {
            let sql = "SELECT progress FROM course_progress WHERE person = ?1";
            first(db, sql, params![person.cast_signed()], |row| row.get(0))
        })
    }

    fn add_report(&self, row: ReportRow) -> Reply<'_, u64> {
        self.write(move |db| {
            let sql = "INSERT INTO reports (at, by_person, about, game, text) VALUES (?1, ?2, ?3, ?4, ?5)";
            let (by, about) = (row.by.map(u64::cast_signed), row.about.map(u64::cast_signed));
            let game = row.game.map(|game| game.to_string());
            execute(db, sql, params![row.at, by, about, game, row.text])?;
            Ok(db.last_insert_rowid().cast_unsigned())
        })
    }
}

fn write_person(db: &Connection, sql: &str, row: &PersonRow) -> Result<bool> {
    let written = execute(
        db,
        sql,
        params![
            row.id.cast_signed(),
            row.handle,
            row.name,
            row.language,
            row.made,
            row.last_seen,
            row.passphrase,
            row.recovery,
        ],
    )?;
    Ok(written > 0)
}

fn delete_person(db: &Connection, id: Values<'_>) -> Result<bool> {
    // Foreign keys delete the login keys and the progress in the course.
    if execute(db, "DELETE FROM people WHERE id = ?1", id)? == 0 {
        return Ok(false);
    }
    execute(db, "DELETE FROM members WHERE person = ?1", id)?;
    execute(db, "DELETE FROM appearances WHERE person = ?1", id)?;
    execute(db, "DELETE FROM shuns WHERE person = ?1 OR other = ?1", id)?;
    execute(db, "DELETE FROM game_shuns WHERE person = ?1 OR other = ?1", id)?;
    execute(db, "UPDATE reports SET by_person = NULL WHERE by_person = ?1", id)?;
    execute(db, "UPDATE reports SET about = NULL WHERE about = ?1", id)?;
    Ok(true)
}

fn key(db: &Connection, hash: SecretHash) -> Result<Option<KeyRow>> {
    let sql = "SELECT hash, person, kind, label, made, expires, scope, used FROM keys WHERE hash = ?1";
    first(db, sql, params![hash], key_row)
}

pub(super) fn person_row(row: &Row<'_>) -> Result<PersonRow> {
    Ok(PersonRow {
        id: get_u64(row, 0)?,
        handle: row.get(1)?,
        name: row.get(2)?,
        language: row.get(3)?,
        made: row.get(4)?,
        last_seen: row.get(5)?,
        passphrase: row.get(6)?,
        recovery: row.get(7)?,
    })
}

fn key_row(row: &Row<'_>) -> Result<KeyRow> {
    Ok(KeyRow {
        hash: row.get(0)?,
        person: get_u64(row, 1)?,
        kind: enum_from_code(row, 2, KeyKind::from_code)?,
        label: row.get(3)?,
        made: row.get(4)?,
        expires: row.get(5)?,
        scope: enum_from_code(row, 6, Scope::from_code)?,
        used: row.get(7)?,
    })
}

pub(super) fn report_row(row: &Row<'_>) -> Result<ReportRow> {
    Ok(ReportRow {
        at: row.get(0)?,
        by: row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned),
        about: row.get::<_, Option<i64>>(2)?.map(i64::cast_unsigned),
        game: row.get::<_, Option<String>>(3)?.and_then(|id| id.parse().ok()),
        text: row.get(4)?,
    })
}
