//! What administrators did and said, from the pages of a damaged file.

use std::collections::{BTreeMap, BTreeSet};

use super::pages::Value;
use super::{Salvage, integer, optional_integer, text};
use crate::{AuditRow, Fault, GameId, NoticeRow, PersonStatus, ReportDetails, Restriction, Role};

/// The rows of the tables for keeping order.
#[derive(Debug, Default)]
pub(super) struct ModerationRows {
    audit: BTreeMap<i64, AuditRow>,
    notices: BTreeMap<i64, NoticeRow>,
    game_restrictions: BTreeMap<(u64, GameId, u64), Restriction>,
    /// Rows of two tables that have the same form: of person_status by the id of a person, and of report_details
    /// by the number of a report. Ids of people are large random numbers.
    numbers: BTreeMap<i64, (Option<i64>, Option<i64>)>,
}

impl ModerationRows {
    pub(super) fn add_table_row(&mut self, rowid: i64, values: &[Value]) {
        if let Some(row) = audit_row(values) {
            self.audit.insert(rowid, row);
        } else if let Some(row) = notice_row(values) {
            self.notices.insert(rowid, row);
        } else if let [Value::Null, first, second] = values
            && let (Some(first), Some(second)) = (optional_integer(first), optional_integer(second))
        {
            self.numbers.insert(rowid, (first, second));
        }
    }

    pub(super) fn add_index_row(&mut self, values: &[Value]) {
        if let [Value::Integer(person), Value::Text(game), Value::Integer(other), Value::Integer(code)] =
            values
            && let (Ok(game), Ok(code)) = (game.parse(), i16::try_from(*code))
            && let Some(restriction) = Restriction::from_code(code)
        {
            self.game_restrictions.insert((person.cast_unsigned(), game, other.cast_unsigned()), restriction);
        }
    }
}

impl Salvage {
    /// What administrators did, oldest first.
    pub fn audit(&self) -> impl Iterator<Item = &AuditRow> {
        self.moderation.audit.values()
    }

    /// What administrators announced to people, oldest first.
    pub fn notices(&self) -> impl Iterator<Item = &NoticeRow> {
        self.moderation.notices.values()
    }

    /// Who mutes or blocks whom in one game only.
    pub fn game_restrictions(&self) -> impl Iterator<Item = (u64, GameId, u64, Restriction)> {
        let rows = self.moderation.game_restrictions.iter();
        rows.map(|((person, game, other), restriction)| (*person, *game, *other, *restriction))
    }

    /// Administrators and suspended people.
    pub fn statuses(&self) -> impl Iterator<Item = (u64, PersonStatus)> {
        let rows = self.moderation.numbers.iter().filter(|(id, _)| self.people.contains_key(id));
        rows.filter_map(|(id, (role, suspended_until))| {
            let role = Role::from_code(i16::try_from((*role)?).ok()?)?;
            // A role that was taken away must not come back.
            let role = if self.pages.knows_free_pages() { role } else { Role::Player };
            Some((id.cast_unsigned(), PersonStatus { role, suspended_until: *suspended_until }))
        })
    }

    /// What is known of a report besides its row.
    pub fn report_details(&self, report: u64) -> ReportDetails {
        let row = self.moderation.numbers.get(&report.cast_signed());
        let row = row.filter(|_| !self.people.contains_key(&report.cast_signed()));
        row.map_or_else(ReportDetails::default, |(message, closed)| ReportDetails {
            message: message.map(i64::cast_unsigned),
            closed: *closed,
        })
    }

    /// Entries of the audit log are never deleted, so a missing number is a lost entry.
    pub(super) fn report_lost_audit(&mut self) {
        let found: BTreeSet<i64> = self.moderation.audit.keys().copied().collect();
        let lost = found.last().map_or(0, |last| last - found.len() as i64);
        if lost > 0 {
            self.lost.push(Fault::of_store(format!("{lost} entries of the audit log")));
        }
    }
}

fn audit_row(values: &[Value]) -> Option<AuditRow> {
    let [Value::Null, Value::Integer(at), Value::Text(action), by, about, game, Value::Text(reason)] = values
    else {
        return None;
    };
    Some(AuditRow {
        at: *at,
        action: action.clone(),
        by: optional_integer(by)?.map(i64::cast_unsigned),
        about: optional_integer(about)?.map(i64::cast_unsigned),
        game: optional_game(game)?,
        reason: reason.clone(),
    })
}

fn notice_row(values: &[Value]) -> Option<NoticeRow> {
    let [Value::Null, _, _, _, game, _, until] = values else { return None };
    Some(NoticeRow {
        person: integer(values, 1)?.cast_unsigned(),
        kind: text(values, 2)?,
        at: integer(values, 3)?,
        game: optional_game(game)?,
        reason: text(values, 5)?,
        until: optional_integer(until)?,
    })
}

/// A game or nothing; None for anything else.
fn optional_game(value: &Value) -> Option<Option<GameId>> {
    match value {
        Value::Null => Some(None),
        Value::Text(game) => Some(game.parse().ok()),
        Value::Integer(_) | Value::Real | Value::Blob(_) => None,
    }
}
