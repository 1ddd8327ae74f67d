//! People in PostgreSQL: accounts, login keys, mutes and blocks, reports.

use tokio_postgres::Row;
use tokio_postgres::error::SqlState;

use super::Postgres;
use super::pool::{Pool, QueryError, Retry, Values};
use super::rows::{QueryResult, enum_from_code, first, get, get_u64, rows};
use crate::{
    KeyKind, KeyRow, People, PersonRow, Reply, ReportRow, Restriction, Scope, SecretHash, StoreError,
};

impl People for Postgres {
    fn add_person(&self, row: PersonRow) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "INSERT INTO people (id, handle, name, language, made, seen, passphrase, recovery)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id";
            was_written(write_person(&self.db, Retry::Unsafe, sql, &row).await)
        })
    }

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>> {
        Box::pin(async move {
            let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE id = $1";
            first(self.db.query(Retry::Safe, sql, &[&id.cast_signed()]).await, person_row)
        })
    }

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>> {
        let handle = handle.to_owned();
        Box::pin(async move {
            let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
                 WHERE handle = $1";
            first(self.db.query(Retry::Safe, sql, &[&handle]).await, person_row)
        })
    }

    fn person_by_recovery(&self, hash: SecretHash) -> Reply<'_, Option<PersonRow>> {
        Box::pin(async move {
            let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
                 WHERE recovery = $1";
            first(self.db.query(Retry::Safe, sql, &[&hash.as_slice()]).await, person_row)
        })
    }

    fn update_person(&self, row: PersonRow) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "UPDATE people SET handle = $2, name = $3, language = $4, made = $5, seen = $6,
                 passphrase = $7, recovery = $8 WHERE id = $1 RETURNING id";
            was_written(write_person(&self.db, Retry::Safe, sql, &row).await)
        })
    }

    fn delete_person(&self, id: u64) -> Reply<'_, bool> {
        Box::pin(async move {
            // Foreign keys delete the login keys and the progress in the course.
            let sql = "WITH gone AS (DELETE FROM people WHERE id = $1 RETURNING id),
                 seats AS (DELETE FROM members USING gone WHERE person = id),
                 appeared AS (DELETE FROM appearances USING gone WHERE person = id),
                 restrictions AS (DELETE FROM shuns USING gone WHERE person = id OR other = id),
                 in_games AS (DELETE FROM game_shuns USING gone WHERE person = id OR other = id),
                 anonymised AS (
                   UPDATE reports SET by_person = nullif(by_person, id), about = nullif(about, id)
                   FROM gone WHERE by_person = id OR about = id)
                 SELECT id FROM gone";
            was_written(self.db.query(Retry::Unsafe, sql, &[&id.cast_signed()]).await)
        })
    }

    fn add_key(&self, row: KeyRow) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "INSERT INTO keys (hash, person, kind, label, made, expires, scope, used)
                 SELECT $1, id, $3, $4, $5, $6, $7, $8 FROM people WHERE id = $2 ON CONFLICT DO NOTHING
                 RETURNING person";
            let (hash, person, kind) = (row.hash.as_slice(), row.person.cast_signed(), row.kind.code());
            let scope = row.scope.code();
            let values: Values<'_> =
                &[&hash, &person, &kind, &row.label, &row.made, &row.expires, &scope, &row.used];
            was_written(self.db.query(Retry::Unsafe, sql, values).await)
        })
    }

    fn key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        Box::pin(async move {
            let sql =
                "SELECT hash, person, kind, label, made, expires, scope, used FROM keys WHERE hash = $1";
            first(self.db.query(Retry::Safe, sql, &[&hash.as_slice()]).await, key_row)
        })
    }

    fn take_key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>> {
        Box::pin(async move {
            let sql = "DELETE FROM keys WHERE hash = $1 RETURNING hash, person, kind, label, made, expires, scope, used";
            first(self.db.query(Retry::Unsafe, sql, &[&hash.as_slice()]).await, key_row)
        })
    }

    fn delete_key(&self, hash: SecretHash, person: u64) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "DELETE FROM keys WHERE hash = $1 AND person = $2 RETURNING person";
            let (hash, person) = (hash.as_slice(), person.cast_signed());
            was_written(self.db.query(Retry::Unsafe, sql, &[&hash, &person]).await)
        })
    }

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>> {
        Box::pin(async move {
            let sql = "SELECT hash, person, kind, label, made, expires, scope, used FROM keys
                 WHERE person = $1 ORDER BY made, hash";
            rows(self.db.query(Retry::Safe, sql, &[&person.cast_signed()]).await, key_row)
        })
    }

    fn touch_key(&self, hash: SecretHash, used: i64, expires: Option<i64>) -> Reply<'_, ()> {
        Box::pin(async move {
            let sql = "UPDATE keys SET used = $2, expires = $3 WHERE hash = $1";
            self.db.query(Retry::Safe, sql, &[&hash.as_slice(), &used, &expires]).await?;
            Ok(())
        })
    }

    fn set_restriction(&self, person: u64, other: u64, restriction: Option<Restriction>) -> Reply<'_, ()> {
        Box::pin(async move {
            let (person, other) = (person.cast_signed(), other.cast_signed());
            match restriction {
                Some(restriction) => {
                    let sql = "INSERT INTO shuns (person, other, shun) VALUES ($1, $2, $3)
                         ON CONFLICT (person, other) DO UPDATE SET shun = excluded.shun";
                    self.db.query(Retry::Safe, sql, &[&person, &other, &restriction.code()]).await?;
                }
                None => {
                    let sql = "DELETE FROM shuns WHERE person = $1 AND other = $2";
                    self.db.query(Retry::Safe, sql, &[&person, &other]).await?;
                }
            }
            Ok(())
        })
    }

    fn restrictions(&self, person: u64) -> Reply<'_, Vec<(u64, Restriction)>> {
        Box::pin(async move {
            let sql = "SELECT other, shun FROM shuns WHERE person = $1";
            let found = self.db.query(Retry::Safe, sql, &[&person.cast_signed()]).await;
            let mut restrictions =
                rows(found, |row| Ok((get_u64(row, 0)?, enum_from_code(row, 1, Restriction::from_code)?)))?;
            // The database would sort large numbers as negative ones.
            restrictions.sort_by_key(|(other, _)| *other);
            Ok(restrictions)
        })
    }

    fn set_course_progress(&self, person: u64, progress: &str) -> Reply<'_, bool> {
        let progress = progress.to_owned();
        Box::pin(async move {
            let sql = "INSERT INTO course_progress (person, progress) SELECT id, $2 FROM people WHERE id = $1
                 ON CONFLICT (person) DO UPDATE SET progress = excluded.progress RETURNING person";
            was_written(self.db.query(Retry::Safe, sql, &[&person.cast_signed(), &progress]).await)
        })
    }

    fn course_progress(&self, person: u64) -> Reply<'_, Option<String>> {
        Box::pin(async move {
            let sql = "SELECT progress FROM course_progress WHERE person = $1";
            first(self.db.query(Retry::Safe, sql, &[&person.cast_signed()]).await, |row| get(row, 0))
        })
    }

    fn add_report(&self, row: ReportRow) -> Reply<'_, u64> {
        Box::pin(async move {
            let sql = "INSERT INTO reports (at, by_person, about, game, text) VALUES ($1, $2, $3, $4, $5)
                 RETURNING number";
            let (by, about) = (row.by.map(u64::cast_signed), row.about.map(u64::cast_signed));
            let game = row.game.map(|game| game.to_string());
            let values: Values<'_> = &[&row.at, &by, &about, &game, &row.text];
            let number = first(self.db.query(Retry::Unsafe, sql, values).await, |row| get_u64(row, 0))?;
            Ok(number.unwrap_or_default())
        })
    }
}

async fn write_person(db: &Pool, retry: Retry, sql: &'static str, row: &PersonRow) -> QueryResult {
    db.query(
        retry,
        sql,
        &[
            &row.id.cast_signed(),
            &row.handle,
            &row.name,
            &row.language,
            &row.made,
            &row.last_seen,
            &row.passphrase,
            &row.recovery.as_ref().map(SecretHash::as_slice),
        ],
    )
    .await
}

/// Whether a row was written. A violated unique or foreign key means that it was not.
fn was_written(written: QueryResult) -> Result<bool, StoreError> {
    match written {
        Ok(rows) => Ok(!rows.is_empty()),
        Err(QueryError::Refused(state, _))
            if state == SqlState::UNIQUE_VIOLATION || state == SqlState::FOREIGN_KEY_VIOLATION =>
        {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn person_row(row: &Row) -> Result<PersonRow, StoreError> {
    Ok(PersonRow {
        id: get_u64(row, 0)?,
        handle: get(row, 1)?,
        name: get(row, 2)?,
        language: get(row, 3)?,
        made: get(row, 4)?,
        last_seen: get(row, 5)?,
        passphrase: get(row, 6)?,
        recovery: get::<Option<Vec<u8>>>(row, 7)?.map(hash_of).transpose()?,
    })
}

fn key_row(row: &Row) -> Result<KeyRow, StoreError> {
    Ok(KeyRow {
        hash: hash_of(get(row, 0)?)?,
        person: get_u64(row, 1)?,
        kind: enum_from_code(row, 2, KeyKind::from_code)?,
        label: get(row, 3)?,
        made: get(row, 4)?,
        expires: get(row, 5)?,
        scope: enum_from_code(row, 6, Scope::from_code)?,
        used: get(row, 7)?,
    })
}

pub(super) fn report_row(row: &Row) -> Result<ReportRow, StoreError> {
    Ok(ReportRow {
        at: get(row, 0)?,
        by: get::<Option<i64>>(row, 1)?.map(i64::cast_unsigned),
        about: get::<Option<i64>>(row, 2)?.map(i64::cast_unsigned),
        game: get::<Option<String>>(row, 3)?.and_then(|id| id.parse().ok()),
        text: get(row, 4)?,
    })
}

fn hash_of(bytes: Vec<u8>) -> Result<SecretHash, StoreError> {
    bytes.try_into().map_err(|_| StoreError::Damaged("a hash has not 32 bytes".to_owned()))
}
