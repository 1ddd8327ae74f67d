//! What administrators read: reports with the words concerned, and the audit log.

use std::sync::Arc;

use axum::extract::State;
use game::MessageStatus;
use serde::Deserialize;
use store::ReportRow;

use super::extractors::{Json, QueryParams};
use crate::app::App;
use crate::moderation::{Administrator, person_ref};
use crate::refusals::Refused;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{AuditLog, AuditView, ReportView, ReportedMessage, Reports};

/// How many reports, or entries of the audit log, one response has.
pub(crate) const MAX_ADMIN_ROWS: usize = 200;

/// Which rows.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct AdminQuery {
    /// Only rows with a higher number.
    after: Option<u64>,
}

/// The reports of people, the oldest first, with the words concerned.
#[cfg_attr(test, utoipa::path(get, path = "/admin/reports", tag = "administrators", params(AdminQuery),
    responses((status = 200, body = Reports), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem))))]
pub(crate) async fn list_reports(
    State(app): State<Arc<App>>,
    _: Administrator,
    QueryParams(from): QueryParams<AdminQuery>,
) -> Result<Json<Reports>, Refused> {
    let mut reports = Vec::new();
    for (number, row) in app.store.reports_after(from.after.unwrap_or(0), MAX_ADMIN_ROWS).await? {
        reports.push(report_view(&app, number, row).await?);
    }
    Ok(Json(Reports { reports }))
}

async fn report_view(app: &App, number: u64, row: ReportRow) -> Result<ReportView, Refused> {
    let details = app.store.report_details(number).await?;
    // The game may be deleted.
    let live_game = match row.game {
        Some(id) => app.live_game(id).await.ok(),
        None => None,
    };
    let game = live_game.map(|live_game| live_game.game());
    let index = details.message.and_then(|index| usize::try_from(index).ok());
    let words = game.as_ref().zip(index).and_then(|(game, index)| {
        let message = game.message_at(index)?;
        let removed = message.status == MessageStatus::Removed;
        Some(ReportedMessage {
            number: index,
            at: message.at.seconds(),
            text: message.text.to_string(),
            removed,
        })
    });
    Ok(ReportView {
        number,
        at: row.at,
        closed: details.closed,
        by: person_ref(app, row.by).await?,
        about: person_ref(app, row.about).await?,
        game: row.game.map(|id| id.to_string()),
        title: game.map(|game| game.charter().settings().title.to_string()),
        text: row.text,
        message: words,
    })
}

/// What administrators did, the oldest first. Nobody can change it.
#[cfg_attr(test, utoipa::path(get, path = "/admin/audit", tag = "administrators", params(AdminQuery),
    responses((status = 200, body = AuditLog), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem))))]
pub(crate) async fn list_audit(
    State(app): State<Arc<App>>,
    _: Administrator,
    QueryParams(from): QueryParams<AdminQuery>,
) -> Result<Json<AuditLog>, Refused> {
    let mut entries = Vec::new();
    for (number, row) in app.store.audit_after(from.after.unwrap_or(0), MAX_ADMIN_ROWS).await? {
        entries.push(AuditView {
            number,
            at: row.at,
            action: row.action,
            by: person_ref(&app, row.by).await?,
            about: person_ref(&app, row.about).await?,
            game: row.game.map(|id| id.to_string()),
            reason: row.reason,
        });
    }
    Ok(Json(AuditLog { entries }))
}
