//! Calendars and feeds: of one person at a secret address, and of a public game.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use game::{Person, StateView};
use store::GameState;

use super::extractors::{ClientAddress, GameIdInPath, RequestLanguage, check_limit, public_url};
use super::notifications::{MAX_SHOWN_NOTIFICATIONS, language_of};
use crate::app::App;
use crate::notifications::atom::{self, Entry, Feed};
use crate::notifications::calendar::{self, Deadline};
use crate::notifications::{Facts, plan, text};
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::secrets::hash_secret;
use crate::session::Visitor;
use crate::visible_game::visible_game;
#[cfg(test)]
use crate::wire::Problem;

/// How many games a calendar has.
pub(crate) const MAX_CALENDAR_GAMES: usize = 200;
/// How many phases the feed of a game has.
pub(crate) const MAX_FEED_ENTRIES: usize = 50;

async fn person_of(app: &App, secret: &str) -> Result<u64, Refused> {
    app.store.person_by_feed(hash_secret(secret)).await?.ok_or(Reason::NotFound.into())
}

/// Every deadline of a person's games, as iCalendar.
#[cfg_attr(test, utoipa::path(get, path = "/feeds/{secret}/calendar.ics", tag = "feeds",
    params(("secret" = String, Path)),
    responses((status = 200, content_type = "text/calendar"), (status = 404, body = Problem))))]
pub(crate) async fn get_calendar(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    check_limit(&app, client, RateLimitKind::Expensive)?;
    let person = person_of(&app, &secret).await?;
    let language = language_of(&app, person).await?;
    let site = public_url(&app, &headers);
    let text = |key: &str| language.phrases.get(&format!("notifications.{key}")).unwrap_or_default();
    let mut deadlines = Vec::new();
    for row in app.store.games_of(person, MAX_CALENDAR_GAMES).await? {
        if row.state == GameState::Over {
            continue;
        }
        let live_game = app.live_game(row.id).await?;
        let game = live_game.game();
        let view = game.view(game.viewer(Person(person)));
        let (due, phase) = match &view.state {
            StateView::Underway { due, phase, pause: None, .. } => (*due, language.explainer.turn(*phase)),
            StateView::Gathering { check_in: Some(until), .. } => (*until, String::new()),
            StateView::Underway { .. } | StateView::Gathering { .. } | StateView::Over(_) => continue,
        };
        let title = view.settings.title.to_string();
        let key = if phase.is_empty() { "calendar_check_in" } else { "calendar_deadline" };
        deadlines.push(Deadline {
            id: format!("{}@detente", row.id),
            due: due.seconds(),
            summary: text(key).replace("{phase}", &phase).replace("{title}", &title),
            url: format!("{site}/g/{}", row.id),
            version: view.version,
        });
    }
    let body = calendar::write(text("calendar"), &deadlines, app.now().seconds());
    Ok(([(CONTENT_TYPE, "text/calendar; charset=utf-8")], body).into_response())
}

/// What a person was notified of, as Atom. Without the words of messages.
#[cfg_attr(test, utoipa::path(get, path = "/feeds/{secret}/notifications.atom", tag = "feeds",
    params(("secret" = String, Path)),
    responses((status = 200, content_type = "application/atom+xml"), (status = 404, body = Problem))))]
pub(crate) async fn get_notification_feed(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let person = person_of(&app, &secret).await?;
    let language = language_of(&app, person).await?;
    let site = public_url(&app, &headers);
    let accounts = app.store.notification_accounts(vec![person]).await?;
    let zone = plan::zone(&plan::settings_of(accounts.first()).zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let rows = app.store.notifications_of(person, MAX_SHOWN_NOTIFICATIONS).await?;
    let entries = rows.into_iter().filter_map(|(_, row)| {
        let facts: Facts = serde_json::from_str(&row.body).ok()?;
        let game = row.game.map(|game| game.to_string());
        let written = text::write(language, game.as_deref(), &facts, None, &zone);
        Some(Entry {
            id: format!("urn:detente:{}", row.id),
            at: row.at,
            title: written.sentence,
            url: format!("{site}{}", written.path),
            text: written.deadline.unwrap_or_default(),
        })
    });
    let title = language.phrases.get("notifications.feed").unwrap_or_default();
    let feed = Feed {
        id: format!("urn:detente:person:{}", crate::secrets::base32(&hash_secret(&secret)[..10])),
        title: title.to_owned(),
        url: format!("{site}/me"),
        entries: entries.collect(),
    };
    Ok(atom_response(&feed))
}

/// The phases of a public game, as Atom, as everybody may see them.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/feed.atom", tag = "feeds", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/atom+xml"), (status = 404, body = Problem))))]
pub(crate) async fn get_game_feed(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    RequestLanguage(language_id): RequestLanguage,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let live_game = app.live_game(id).await?;
    if !live_game.listed {
        return Err(Reason::NoSuchGame.into());
    }
    let outsider = Visitor(None);
    let game = visible_game(&app, &live_game, outsider).await?;
    let view = game.view(outsider.viewer(&game));
    let language = live_game.content.language_pack(language_id);
    let text = |key: &str| language.phrases.get(&format!("notifications.{key}")).unwrap_or_default();
    let (site, title) = (public_url(&app, &headers), view.settings.title.to_string());
    let url = format!("{site}/g/{id}");
    let mut entries = Vec::new();
    if let StateView::Over(_) = view.state {
        let at = view.log.last().map_or(0, |entry| entry.0.seconds());
        entries.push(Entry {
            id: format!("urn:detente:{id}:over"),
            at,
            title: text("game_over").replace("{title}", &title),
            url: format!("{url}?tab=end"),
            text: String::new(),
        });
    }
    for (record, status) in view.history.iter().rev().take(MAX_FEED_ENTRIES) {
        if *status == game::RecordStatus::Undone {
            continue;
        }
        entries.push(Entry {
            id: format!("urn:detente:{id}:record:{}", record.number),
            at: record.at.seconds(),
            title: language.explainer.title(record.phase()),
            url: format!("{url}?tab=history"),
            text: String::new(),
        });
    }
    Ok(atom_response(&Feed { id: format!("urn:detente:{id}"), title, url, entries }))
}

fn atom_response(feed: &Feed) -> Response {
    ([(CONTENT_TYPE, "application/atom+xml; charset=utf-8")], atom::write(feed)).into_response()
}
