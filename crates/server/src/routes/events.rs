//! Live events of a game (server-sent events). Each event contains the whole state that matters, so a
//! listener that missed some needs only the latest.

use std::convert::Infallible;
use std::net::IpAddr;
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

use super::extractors::{ClientAddress, GameIdInPath};
use crate::app::App;
use crate::live_game::{LiveGame, RETIRED};
use crate::open_counts::{OpenCounts, Place, Share};
use crate::rate_limits::Source;
use crate::refusals::{Reason, Refused};
use crate::session::Visitor;
use crate::visible_game::{spectator_delay, visible_game};
#[cfg(test)]
use crate::wire::{Change, Problem};

/// How often an empty line is sent to keep the connection open.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(25);
const KEEP_ALIVE_LINE: Bytes = Bytes::from_static(b":\n\n");
/// The last event before the server closes a connection: the client should connect again at once.
const MOVED_EVENT: Bytes = Bytes::from_static(b"retry: 200\nevent: moved\ndata: {}\n\n");
/// How often the game is checked for delayed spectators.
const DELAYED_CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// Changes of a game as server-sent events: `event: change`, `id` is the version.
///
/// A listener that connects again with `Last-Event-ID` gets an event at once if it missed a change.
/// `event: moved` says that this server stops and that the listener should connect again at once.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/events", tag = "games",
    params(("id" = String, Path), ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, body = Change, content_type = "text/event-stream"), (status = 404, body = Problem),
        (status = 429, body = Problem))))]
pub(crate) async fn stream_events(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let places = enter(&app, visitor, address)?;
    let live_game = app.live_game(id).await?;
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let listener = Listener {
        versions: live_game.subscribe(),
        last: known.map(|version| LastEvent { version, fingerprint: None }),
        ended: visitor.0.map(|caller| app.open_keys.subscribe(caller.key)),
        visitor,
        app,
        live_game,
        quiet: Duration::ZERO,
        moved: false,
        _places: places,
    };
    let stream = futures_util::stream::unfold(listener, |mut listener| async move {
        let text = listener.next().await?;
        Some((Ok::<_, Infallible>(text), listener))
    });
    let headers =
        // Proxies must not buffer events.
        [(CONTENT_TYPE, "text/event-stream"), (HeaderName::from_static("x-accel-buffering"), "no")];
    Ok((headers, Body::from_stream(stream)).into_response())
}

/// One open connection. There may be thousands, so it is kept small.
struct Listener {
    app: Arc<App>,
    live_game: Arc<LiveGame>,
    visitor: Visitor,
    versions: watch::Receiver<u64>,
    /// Receives `true` when the caller's key ends.
    ended: Option<watch::Receiver<bool>>,
    /// The last event that was sent, or that the client says it has.
    last: Option<LastEvent>,
    /// How long nothing was sent, for delayed spectators.
    quiet: Duration,
    /// Whether the `moved` event was sent.
    moved: bool,
    _places: StreamPlaces,
}

/// A stream counts for its address, and for its person if it is known.
struct StreamPlaces {
    _of_address: Place,
    _of_person: Option<Place>,
}

fn enter(app: &App, visitor: Visitor, address: IpAddr) -> Result<StreamPlaces, Refused> {
    let enter = |streams: &Arc<OpenCounts>, source| {
        let limit = streams.max_per_source();
        streams.enter(source, Share::Limited).map_err(|_| Reason::TooManyStreams.with_limit(limit))
    };
    let person = visitor.person().map(Source::Person);
    Ok(StreamPlaces {
        _of_address: enter(&app.open.streams_by_address, Source::of_address(address))?,
        _of_person: person.map(|person| enter(&app.open.streams_by_person, person)).transpose()?,
    })
}

struct LastEvent {
    version: u64,
    /// The fingerprint of what was visible then. A change that shows nothing new is not sent.
    fingerprint: Option<u64>,
}

impl Listener {
    /// The next event that this listener may see. None when the game is deleted or the server stops.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if *self.versions.borrow_and_update() == RETIRED {
                let already_sent = std::mem::replace(&mut self.moved, true);
                return (!already_sent).then_some(MOVED_EVENT);
            }
            // Boxed, because it would make every listener larger and few need it.
            let game = Box::pin(visible_game(&self.app, &self.live_game, self.visitor)).await.ok()?;
            let viewer = self.visitor.viewer(&game);
            let delay = spectator_delay(&game, viewer);
            let version = game.version_for(viewer);
            if self.last.as_ref().is_none_or(|last| last.version != version) {
                let news = self.live_game.change_event(&game, viewer);
                let fresh = self.last.as_ref().is_none_or(|last| last.fingerprint != Some(news.fingerprint));
                self.last = Some(LastEvent { version: news.version, fingerprint: Some(news.fingerprint) });
                if fresh {
                    self.quiet = Duration::ZERO;
                    return Some(news.text);
                }
            }
            drop(game);
            if delay == Seconds::ZERO {
                let changed = tokio::select! {
                    changed = timeout(KEEP_ALIVE_INTERVAL, self.versions.changed()) => changed,
                    () = key_end(&mut self.ended) => return None,
                };
                match changed {
                    Ok(changed) => changed.ok()?,
                    // Another node may have ended the key.
                    Err(_) if self.app.has_other_nodes() && !self.has_valid_key().await => return None,
                    Err(_) => return Some(KEEP_ALIVE_LINE),
                }
            } else {
                tokio::select! {
                    () = tokio::time::sleep(DELAYED_CHECK_INTERVAL) => {}
                    () = key_end(&mut self.ended) => return None,
                }
                self.quiet += DELAYED_CHECK_INTERVAL;
                if self.quiet >= KEEP_ALIVE_INTERVAL {
                    self.quiet = Duration::ZERO;
                    return Some(KEEP_ALIVE_LINE);
                }
            }
        }
    }

    async fn has_valid_key(&self) -> bool {
        match self.visitor.0 {
            Some(caller) => !matches!(self.app.store.key(caller.key).await, Ok(None)),
            None => true,
        }
    }
}

/// Resolves when the key ends. Never for a caller without one.
async fn key_end(ended: &mut Option<watch::Receiver<bool>>) {
    match ended {
        Some(ended) => {
            let _ = ended.wait_for(|ended| *ended).await;
        }
        None => std::future::pending().await,
    }
}
