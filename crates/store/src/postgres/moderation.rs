//! Keeping order, in PostgreSQL: administrators, suspended people, reports, the audit log, notices.

use tokio_postgres::Row;

use super::Postgres;
use super::pool::{Retry, Values};
use super::rows::{enum_from_code, first, game_id, get, get_u64, row_limit, rows, saturating_i64};
use crate::moderation_sql as sql;
use crate::{
    AuditRow, GameId, Moderation, NoticeRow, PersonStatus, Reply, ReportDetails, Restriction, Role,
    StoreError,
};

impl Moderation for Postgres {
    fn status_of(&self, person: u64) -> Reply<'_, PersonStatus> {
        Box::pin(async move {
            let found =
                first(self.db.query(Retry::Safe, sql::STATUS_OF, &[&person.cast_signed()]).await, |row| {
                    let role = enum_from_code(row, 0, Role::from_code)?;
                    Ok(PersonStatus { role, suspended_until: get(row, 1)? })
                })?;
            Ok(found.unwrap_or(PersonStatus::USUAL))
        })
    }

    fn set_status(&self, person: u64, status: PersonStatus) -> Reply<'_, bool> {
        Box::pin(async move {
            let role = status.role.code();
            let values: Values<'_> = &[&role, &status.suspended_until, &person.cast_signed()];
            Ok(!self.db.query(Retry::Safe, sql::SET_STATUS, values).await?.is_empty())
        })
    }

    fn administrators(&self) -> Reply<'_, Vec<u64>> {
        Box::pin(async move {
            let mut people =
                rows(self.db.query(Retry::Safe, sql::ADMINISTRATORS, &[]).await, |row| get_u64(row, 0))?;
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
        Box::pin(async move {
            let (person, other, game) = (person.cast_signed(), other.cast_signed(), game.to_string());
            match restriction {
                Some(restriction) => {
                    self.db
                        .query(
                            Retry::Safe,
                            sql::SET_GAME_RESTRICTION,
                            &[&person, &other, &game, &restriction.code()],
                        )
                        .await?;
                }
                None => {
                    self.db
                        .query(Retry::Safe, sql::DELETE_GAME_RESTRICTION, &[&person, &other, &game])
                        .await?;
                }
            }
            Ok(())
        })
    }

    fn game_restrictions(&self, person: u64) -> Reply<'_, Vec<(GameId, u64, Restriction)>> {
        Box::pin(async move {
            let found = self.db.query(Retry::Safe, sql::GAME_RESTRICTIONS, &[&person.cast_signed()]).await;
            let mut found = rows(found, |row| {
                Ok((game_id(row, 0)?, get_u64(row, 1)?, enum_from_code(row, 2, Restriction::from_code)?))
            })?;
            found.sort_by_key(|(game, other, _)| (*game, *other));
            Ok(found)
        })
    }

    fn report_details(&self, report: u64) -> Reply<'_, ReportDetails> {
        Box::pin(async move {
            let found = first(
                self.db.query(Retry::Safe, sql::REPORT_DETAILS, &[&saturating_i64(report)]).await,
                |row| {
                    let message = get::<Option<i64>>(row, 0)?.map(i64::cast_unsigned);
                    Ok(ReportDetails { message, closed: get(row, 1)? })
                },
            )?;
            Ok(found.unwrap_or_default())
        })
    }

    fn set_report_details(&self, report: u64, details: ReportDetails) -> Reply<'_, ()> {
        Box::pin(async move {
            let message = details.message.map(saturating_i64);
            self.db
                .query(
                    Retry::Safe,
                    sql::SET_REPORT_DETAILS,
                    &[&saturating_i64(report), &message, &details.closed],
                )
                .await?;
            Ok(())
        })
    }

    fn add_audit(&self, row: AuditRow) -> Reply<'_, ()> {
        Box::pin(async move {
            let (by, about) = (row.by.map(u64::cast_signed), row.about.map(u64::cast_signed));
            let game = row.game.map(|game| game.to_string());
            let values: Values<'_> = &[&row.at, &row.action, &by, &about, &game, &row.reason];
            self.db.query(Retry::Unsafe, sql::ADD_AUDIT, values).await?;
            Ok(())
        })
    }

    fn audit_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, AuditRow)>> {
        Box::pin(async move {
            let found = self
                .db
                .query(Retry::Safe, sql::AUDIT_AFTER, &[&saturating_i64(after), &row_limit(limit)])
                .await;
            rows(found, audit_row)
        })
    }

    fn add_notice(&self, row: NoticeRow) -> Reply<'_, bool> {
        Box::pin(async move {
            let game = row.game.map(|game| game.to_string());
            let person = row.person.cast_signed();
            let values: Values<'_> = &[&row.kind, &row.at, &game, &row.reason, &row.until, &person];
            Ok(!self.db.query(Retry::Unsafe, sql::ADD_NOTICE, values).await?.is_empty())
        })
    }

    fn notices_of(&self, person: u64) -> Reply<'_, Vec<(u64, NoticeRow)>> {
        Box::pin(async move {
            rows(self.db.query(Retry::Safe, sql::NOTICES_OF, &[&person.cast_signed()]).await, notice_row)
        })
    }

    fn delete_notice(&self, number: u64, person: u64) -> Reply<'_, bool> {
        Box::pin(async move {
            let values: Values<'_> = &[&saturating_i64(number), &person.cast_signed()];
            Ok(!self.db.query(Retry::Unsafe, sql::DELETE_NOTICE, values).await?.is_empty())
        })
    }
}

fn audit_row(row: &Row) -> Result<(u64, AuditRow), StoreError> {
    let person = |column| Ok::<_, StoreError>(get::<Option<i64>>(row, column)?.map(i64::cast_unsigned));
    let audit = AuditRow {
        at: get(row, 1)?,
        action: get(row, 2)?,
        by: person(3)?,
        about: person(4)?,
        game: get::<Option<String>>(row, 5)?.and_then(|id| id.parse().ok()),
        reason: get(row, 6)?,
    };
    Ok((get_u64(row, 0)?, audit))
}

fn notice_row(row: &Row) -> Result<(u64, NoticeRow), StoreError> {
    let notice = NoticeRow {
        person: get_u64(row, 1)?,
        kind: get(row, 2)?,
        at: get(row, 3)?,
        game: get::<Option<String>>(row, 4)?.and_then(|id| id.parse().ok()),
        reason: get(row, 5)?,
        until: get(row, 6)?,
    };
    Ok((get_u64(row, 0)?, notice))
}
