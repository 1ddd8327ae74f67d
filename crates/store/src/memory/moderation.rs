//! Keeping order, in the in-memory store: administrators, suspended people, reports, the audit log, notices.

use super::Memory;
use crate::{
    AuditRow, GameId, MAX_ROWS, Moderation, NoticeRow, PersonStatus, Reply, ReportDetails, Restriction, Role,
};

impl Moderation for Memory {
    fn status_of(&self, person: u64) -> Reply<'_, PersonStatus> {
        self.with_tables(|tables| tables.statuses.get(&person).copied().unwrap_or(PersonStatus::USUAL))
    }

    fn set_status(&self, person: u64, status: PersonStatus) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let exists = tables.people.contains_key(&person);
            if exists {
                tables.statuses.insert(person, status);
            }
            exists
        })
    }

    fn administrators(&self) -> Reply<'_, Vec<u64>> {
        self.with_tables(|tables| {
            let found = tables.statuses.iter().filter(|(_, status)| status.role == Role::Administrator);
            found.map(|(person, _)| *person).collect()
        })
    }

    fn set_game_restriction(
        &self,
        person: u64,
        other: u64,
        game: GameId,
        restriction: Option<Restriction>,
    ) -> Reply<'_, ()> {
        self.with_tables(|tables| {
            match restriction {
                Some(restriction) => tables.game_restrictions.insert((person, game, other), restriction),
                None => tables.game_restrictions.remove(&(person, game, other)),
            };
        })
    }

    fn game_restrictions(&self, person: u64) -> Reply<'_, Vec<(GameId, u64, Restriction)>> {
        self.with_tables(|tables| {
            let own = tables.game_restrictions.iter().filter(|((by, ..), _)| *by == person);
            own.map(|((_, game, other), restriction)| (*game, *other, *restriction)).collect()
        })
    }

    fn report_details(&self, report: u64) -> Reply<'_, ReportDetails> {
        self.with_tables(|tables| tables.report_details.get(&report).copied().unwrap_or_default())
    }

    fn set_report_details(&self, report: u64, details: ReportDetails) -> Reply<'_, ()> {
        self.with_tables(|tables| {
            tables.report_details.insert(report, details);
        })
    }

    fn add_audit(&self, row: AuditRow) -> Reply<'_, ()> {
        self.with_tables(|tables| tables.audit.push(row))
    }

    fn audit_after(&self, after: u64, limit: usize) -> Reply<'_, Vec<(u64, AuditRow)>> {
        self.with_tables(|tables| {
            let rest = (1..).zip(&tables.audit).filter(|(number, _)| *number > after);
            rest.take(limit.min(MAX_ROWS)).map(|(number, row)| (number, row.clone())).collect()
        })
    }

    fn add_notice(&self, row: NoticeRow) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let exists = tables.people.contains_key(&row.person);
            if exists {
                tables.last_notice += 1;
                tables.notices.insert(tables.last_notice, row);
            }
            exists
        })
    }

    fn notices_of(&self, person: u64) -> Reply<'_, Vec<(u64, NoticeRow)>> {
        self.with_tables(|tables| {
            let own = tables.notices.iter().filter(|(_, notice)| notice.person == person);
            own.map(|(number, notice)| (*number, notice.clone())).collect()
        })
    }

    fn delete_notice(&self, number: u64, person: u64) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let is_own = tables.notices.get(&number).is_some_and(|notice| notice.person == person);
            is_own && tables.notices.remove(&number).is_some()
        })
    }
}
