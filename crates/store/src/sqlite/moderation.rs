//! Keeping order, in SQLite: administrators, suspended people, reports, the audit log, notices.

use rusqlite::{Result, Row, params};

use super::Sqlite;
use super::query::{enum_from_code, execute, first, game_id, get_u64, row_limit, rows, saturating_i64};
use crate::moderation_sql as sql;
use crate::{AuditRow, GameId, Moderation, NoticeRow, PersonStatus, Reply, ReportDetails, Restriction, Role};

impl Moderation for Sqlite {
    fn status_of(&self, person: u64) -> Reply<'_, PersonStatus> {
        self.read(move |db| {
            let found = first(db, sql::STATUS_OF, params![person.cast_signed()], |row| {
                let role = enum_from_code(row, 0, Role::from_code)?;
                Ok(PersonStatus { role, suspended_until: row.get(1)? })
            })?;
            Ok(found.unwrap_or(PersonStatus::USUAL))
        })
    }

    fn set_status(&self, person: u64, status: PersonStatus) -> Reply<'_, bool> {
        self.write(move |db| {
            let values = params![status.role.code(), status.suspended_until, person.cast_signed()];
            Ok(!rows(db, sql::SET_STATUS, values, |_| Ok(()))?.is_empty())
        })
    }

    fn administrators(&self) -> Reply<'_, Vec<u64>> {
        self.read(move |db| {
            let mut people = rows(db, sql::ADMINISTRATORS, params![], |row| get_u64(row, 0))?;
            people.sort_unstable();
            Ok(people)
        })
    }

    fn set_game_restriction(
        &self,
        person: u64,
        other: u64,
        game: GameId,
        restriction: Option<Restriction>,
    ) -> Reply<'_, ()> {
        let (person, other, game) = (person.cast_signed(), other.cast_signed(), game.to_string());
        self.write(move |db| {
            match restriction {
                Some(restriction) => {
                    execute(db, sql::SET_GAME_RESTRICTION, params![person, other, game, restriction.code()])?;
                }
                None => {
                    execute(db, sql::DELETE_GAME_RESTRICTION, params![person, other, game])?;
                }
            }
            Ok(())
        })
    }

    fn game_restrictions(&self, person: u64) -> Reply<'_, Vec<(GameId, u64, Restriction)>> {
        self.read(move |db| {
            let mut found = rows(db, sql::GAME_RESTRICTIONS, params![person.cast_signed()], |row| {
                Ok((game_id(row, 0)?, get_u64(row, 1)?, enum_from_code(row, 2, Restriction::from_code)?))
            })?;
            found.sort_by_key(|(game, other, _)| (*game, *other));
            Ok(found)
        })
    }

    fn report_details(&self, report: u64) -> Reply<'_, ReportDetails> {
        self.read(move |db| {
            let found = first(db, sql::REPORT_DETAILS, params![saturating_i64(report)], |row| {
                let message = row.get::<_, Option<i64>>(0)?.map(i64::cast_unsigned);
                Ok(ReportDetails { message, closed: row.get(1)? })
            })?;
            Ok(found.unwrap_or_default())
        })
    }

    fn set_report_details(&self, report: u64, details: ReportDetails) -> Reply<'_, ()> {
        self.write(move |db| {
            let message = details.message.map(saturating_i64);
            execute(db, sql::SET_REPORT_DETAILS, params![saturating_i64(report), message, details.closed])?;
            Ok(())
        })
    }

    fn add_audit(&self, row: AuditRow) -> Reply<'_, ()> {
        self.write(move |db| {
            let (by, about) = (row.by.map(u64::cast_signed), row.about.map(u64::cast_signed));
            let game = row.game.map(|game| game.to_string());
            execute(db, sql::ADD_AUDIT, params![row.at, row.action, by, about, game, row.reason])?;
            Ok(())
        })
    }

    fn audit_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, AuditRow)>> {
        self.read(move |db| {
            rows(db, sql::AUDIT_AFTER, params![saturating_i64(after), row_limit(limit)], audit_row)
        })
    }

    fn add_notice(&self, row: NoticeRow) -> Reply<'_, bool> {
        self.write(move |db| {
            let game = row.game.map(|game| game.to_string());
            let values = params![row.kind, row.at, game, row.reason, row.until, row.person.cast_signed()];
            Ok(!rows(db, sql::ADD_NOTICE, values, |_| Ok(()))?.is_empty())
        })
    }

    fn notices_of(&self, person: u64) -> Reply<'_, Vec<(u64, NoticeRow)>> {
        self.read(move |db| rows(db, sql::NOTICES_OF, params![person.cast_signed()], notice_row))
    }

    fn delete_notice(&self, number: u64, person: u64) -> Reply<'_, bool> {
        self.write(move |db| {
            let values = params![saturating_i64(number), person.cast_signed()];
            Ok(!rows(db, sql::DELETE_NOTICE, values, |_| Ok(()))?.is_empty())
        })
    }
}

fn audit_row(row: &Row<'_>) -> Result<(u64, AuditRow)> {
    let person =
        |column| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned));
    let audit = AuditRow {
        at: row.get(1)?,
        action: row.get(2)?,
        by: person(3)?,
        about: person(4)?,
        game: row.get::<_, Option<String>>(5)?.and_then(|id| id.parse().ok()),
        reason: row.get(6)?,
    };
    Ok((get_u64(row, 0)?, audit))
}

fn notice_row(row: &Row<'_>) -> Result<(u64, NoticeRow)> {
    let notice = NoticeRow {
        person: get_u64(row, 1)?,
        kind: row.get(2)?,
        at: row.get(3)?,
        game: row.get::<_, Option<String>>(4)?.and_then(|id| id.parse().ok()),
        reason: row.get(5)?,
        until: row.get(6)?,
    };
    Ok((get_u64(row, 0)?, notice))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop anywhere")]
mod tests {
    use rusqlite::Connection;

    use super::super::schema;

    #[test]
    fn the_audit_log_cannot_be_edited() {
        let mut db = Connection::open_in_memory().unwrap();
        schema::create_or_migrate(&mut db).unwrap();
        db.execute("INSERT INTO audit (at, action, reason) VALUES (1, 'ban', 'why')", []).unwrap();
        for change in ["UPDATE audit SET reason = 'other'", "DELETE FROM audit"] {
            let error = db.execute(change, []).unwrap_err().to_string();
            assert!(error.contains("the audit log is not"), "{change}: {error}");
        }
    }
}
