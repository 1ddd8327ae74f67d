//! Everything that the server stores about the caller, as one file.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use store::{KeyKind, Restriction, Scope};

use super::extractors::{ClientAddress, RequestLanguage, check_limit};
use crate::app::App;
use crate::export;
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::Caller;
#[cfg(test)]
use crate::wire::Problem;

/// How many reports are searched for those of the caller in one step.
const REPORTS_PER_PAGE: usize = 1000;

/// Everything that this server stores about the caller: account, devices, whom the caller mutes and blocks,
/// reports, notices, progress in the course, and each game as the caller may see it.
#[cfg_attr(test, utoipa::path(get, path = "/me/data", tag = "people",
    responses((status = 200, content_type = "application/json"), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn download_my_data(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
) -> Result<Response, Refused> {
    caller.require(Some(Scope::Manage))?;
    check_limit(&app, address, RateLimitKind::Expensive)?;
    let account = account(&app, caller).await?;
    let mut games = Vec::new();
    for row in app.store.games_of(caller.person.0, store::MAX_ROWS).await? {
        let live_game = app.live_game(row.id).await?;
        let game = live_game.game();
        let view = game.view(game.viewer(caller.person));
        let (content, payer) = (live_game.content, Payer::of_request(address, Some(caller.person)));
        let place = PaidPlace::enter(&app, &app.picture_pool, payer).await?;
        let write = move || export::log::write(content, content.language_pack(language_id), &game, &view);
        let log = place.run(write).await?;
        let lines: Vec<Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        games.push(json!({ "id": row.id.to_string(), "made": row.made, "log": lines }));
    }
    let data = json!({ "account": account, "games": games });
    let text = serde_json::to_string_pretty(&data).map_err(|_| Reason::InternalError)?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"detente-my-data.json\""),
    ];
    Ok((headers, text).into_response())
}

async fn account(app: &App, caller: Caller) -> Result<Value, Refused> {
    let id = caller.person.0;
    let row = app.store.person(id).await?.ok_or(Reason::IdentityNeeded)?;
    let devices: Vec<Value> = app.store.keys_of(id).await?.iter().map(device).collect();
    let mut restrictions = Vec::new();
    for (other, restriction) in app.store.restrictions(id).await? {
        let handle = app.store.person(other).await?.map(|row| row.handle);
        restrictions.push(json!({ "handle": handle, "restriction": restriction_key(restriction) }));
    }
    // Without the person: in a game with hidden names nobody knows who it is.
    for (game, _, restriction) in app.store.game_restrictions(id).await? {
        restrictions.push(json!({ "game": game.to_string(), "restriction": restriction_key(restriction) }));
    }
    let mut reports = Vec::new();
    let mut after = 0;
    loop {
        let page = app.store.reports_after(after, REPORTS_PER_PAGE).await?;
        let Some((last, _)) = page.last() else { break };
        after = *last;
        let own = page.iter().filter(|(_, report)| report.by == Some(id));
        reports.extend(own.map(|(_, report)| {
            json!({ "at": report.at, "game": report.game.map(|game| game.to_string()), "text": report.text })
        }));
    }
    let notices: Vec<Value> = app.store.notices_of(id).await?.into_iter().map(|(_, notice)| {
        json!({ "at": notice.at, "kind": notice.kind, "reason": notice.reason, "until": notice.until })
    }).collect();
    let notified: Vec<Value> = app
        .store
        .notifications_of(id, store::MAX_ROWS)
        .await?
        .into_iter()
        .map(|(_, row)| {
            let about: Option<Value> = serde_json::from_str(&row.body).ok();
            json!({ "at": row.at, "game": row.game.map(|game| game.to_string()), "about": about })
        })
        .collect();
    let accounts = app.store.notification_accounts(vec![id]).await?;
    let account = accounts.into_iter().next().unwrap_or_default();
    let channels: Vec<Value> = account.channels.iter().map(channel).collect();
    let course = app.store.course_progress(id).await?;
    let suspended_until = app.store.status_of(id).await?.suspended_until;
    Ok(json!({
        "handle": row.handle,
        "name": row.name,
        "language": row.language,
        "made": row.made,
        "last_seen": row.last_seen,
        "has_passphrase": row.passphrase.is_some(),
        "has_recovery_code": row.recovery.is_some(),
        "suspended_until": suspended_until,
        "devices": devices,
        "restrictions": restrictions,
        "reports": reports,
        "notices": notices,
        "notifications": notified,
        "notification_settings": crate::notifications::plan::settings_of(Some(&account)),
        "channels": channels,
        "course": course.as_deref().map(super::course_progress::parse),
    }))
}

fn channel(channel: &store::ChannelRow) -> Value {
    let address: Option<Value> = serde_json::from_str(&channel.address).ok();
    json!({
        "kind": channel.kind.key(),
        "address": address,
        "state": channel.state.key(),
        "made": channel.made,
        "sent": channel.sent,
    })
}

fn device(key: &store::KeyRow) -> Value {
    let scope = (key.kind == KeyKind::Program).then(|| key.scope.key());
    json!({
        "kind": key.kind.key(),
        "label": key.label,
        "made": key.made,
        "used": key.used,
        "expires": key.expires,
        "scope": scope,
    })
}

const fn restriction_key(restriction: Restriction) -> &'static str {
    match restriction {
        Restriction::Mute => "mute",
        Restriction::Block => "block",
    }
}
