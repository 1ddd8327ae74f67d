//! Live news of a game: a listener that slept catches up, for each message says all that counts.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use game::Seconds;
use tokio::sync::watch;
use tokio::time::timeout;

use super::asked::Id;
use super::games::{lag, seen};
use crate::app::App;
use crate::identity::Visitor;
use crate::refused::Refused;
use crate::room::{GONE, Room};
#[cfg(test)]
use crate::wire::{Change, Problem};

/// How often a line that says nothing keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(25);
const NOTHING: Bytes = Bytes::from_static(b":\n\n");
/// Said before a connection is ended that should be opened again at once, at another node if there is one.
const MOVED: Bytes = Bytes::from_static(b"retry: 200\nevent: moved\ndata: {}\n\n");
/// How often those who watch later are looked after.
const LATER: Duration = Duration::from_secs(2);

/// Changes of a game as server-sent events: `event: change`, `id` is the version. A listener that comes
/// back with `Last-Event-ID` is told at once if it missed something. `event: moved` says that the server
/// stops and that the listener should come back at once, to another.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/events", tag = "games",
    params(("id" = String, Path), ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, body = Change, content_type = "text/event-stream"), (status = 404, body = Problem))))]
pub(crate) async fn listen(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let room = app.room(id).await?;
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let listener = Listener {
        news: room.listen(),
        last: known.map(|version| Told { version, seen: None }),
        app,
        room,
        visitor,
        quiet: Duration::ZERO,
        moved: false,
    };
    let stream = futures_util::stream::unfold(listener, |mut listener| async move {
        let text = listener.next().await?;
        Some((Ok::<_, Infallible>(text), listener))
    });
    let headers =
        // Proxies must not hold the news back until there is more of it.
        [(CONTENT_TYPE, "text/event-stream"), (HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((headers, Body::from_stream(stream)).into_response())
}

/// There may be thousands of these: they hold little.
struct Listener {
    app: Arc<App>,
    room: Arc<Room>,
    visitor: Visitor,
    news: watch::Receiver<u64>,
    /// What the listener was told last, or said that it knows.
    last: Option<Told>,
    /// How long nothing was sent, for those who are looked after now and then.
    quiet: Duration,
    /// Whether it was told to go elsewhere.
    moved: bool,
}

struct Told {
    version: u64,
    /// What could be seen then: news that shows nothing new is no news for this listener.
    seen: Option<u64>,
}

impl Listener {
    /// The next thing that this listener can see; None when the game is gone or the server stops.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if *self.news.borrow_and_update() == GONE {
                let told = std::mem::replace(&mut self.moved, true);
                return (!told).then_some(MOVED);
            }
            // Boxed, because most listeners never need it and all would carry its room.
            let game = Box::pin(seen(&self.app, &self.room, self.visitor)).await.ok()?;
            let viewer = self.visitor.viewer(&game);
            let behind = lag(&game, viewer);
            if self.last.as_ref().is_none_or(|last| last.version != game.version()) {
                let news = self.room.news(&game, viewer);
                let fresh = self.last.as_ref().is_none_or(|last| last.seen != Some(news.print));
                self.last = Some(Told { version: news.version, seen: Some(news.print) });
                if fresh {
                    self.quiet = Duration::ZERO;
                    return Some(news.text);
                }
            }
            drop(game);
            if behind == Seconds::ZERO {
                match timeout(KEEP_ALIVE, self.news.changed()).await {
                    Ok(changed) => changed.ok()?,
                    Err(_) => return Some(NOTHING),
                }
            } else {
                tokio::time::sleep(LATER).await;
                self.quiet += LATER;
                if self.quiet >= KEEP_ALIVE {
                    self.quiet = Duration::ZERO;
                    return Some(NOTHING);
                }
            }
        }
    }
}
