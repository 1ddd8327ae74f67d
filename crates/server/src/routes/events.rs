//! Live news of a game: a listener that slept catches up, for each message says all that counts.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use game::{Game, Seconds, View};
use tokio::sync::watch;

use super::asked::Id;
use super::games::{lag, seen};
use crate::app::App;
use crate::identity::Visitor;
use crate::refused::Refused;
use crate::room::Room;
use crate::show;
use crate::wire::{Change, Problem};

/// How often a line that says nothing keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(25);
/// How often those who watch later are looked after.
const LATER: Duration = Duration::from_secs(2);

/// Changes of a game as server-sent events: `event: change`, `id` is the version. A listener that comes
/// back with `Last-Event-ID` is told at once if it missed something.
#[utoipa::path(get, path = "/games/{id}/events", tag = "games",
    params(("id" = String, Path), ("Last-Event-ID" = Option<String>, Header)),
    responses((status = 200, body = Change, content_type = "text/event-stream"), (status = 404, body = Problem)))]
pub(crate) async fn listen(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refused> {
    let room = app.room(id).await?;
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.parse().ok());
    let listener = Listener {
        news: room.listen(),
        last: known.map(|version| Told { version, seen: None }),
        app,
        room,
        visitor,
    };
    let stream = futures_util::stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)))
}

struct Listener {
    app: Arc<App>,
    room: Arc<Room>,
    visitor: Visitor,
    news: watch::Receiver<u64>,
    /// What the listener was told last, or said that it knows.
    last: Option<Told>,
}

struct Told {
    version: u64,
    /// What could be seen then: news that shows nothing new is no news for this listener.
    seen: Option<u64>,
}

impl Listener {
    /// The next thing that this listener can see; None when the server stops.
    async fn next(&mut self) -> Option<Event> {
        loop {
            self.news.borrow_and_update();
            let game = seen(&self.app, &self.room, self.visitor).await.ok()?;
            let viewer = self.visitor.viewer(&game);
            let behind = lag(&game, viewer);
            if self.last.as_ref().is_none_or(|last| last.version != game.version()) {
                let view = game.view(viewer);
                let print = footprint(&view);
                let fresh = self.last.as_ref().is_none_or(|last| last.seen != Some(print));
                self.last = Some(Told { version: game.version(), seen: Some(print) });
                if fresh {
                    return Some(event(&game, &view));
                }
            }
            if behind == Seconds::ZERO {
                self.news.changed().await.ok()?;
            } else {
                tokio::time::sleep(LATER).await;
            }
        }
    }
}

fn event(game: &Game, view: &View) -> Event {
    let change = Change {
        version: game.version(),
        records: view.history.len(),
        messages: view.messages.len(),
        state: show::view::state(view),
    };
    let data = serde_json::to_string(&change).unwrap_or_default();
    Event::default().event("change").id(game.version().to_string()).data(data)
}

/// A number that changes whenever something that the viewer can see does. What grows by the end is
/// counted; what can change in place is looked at.
fn footprint(view: &View) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (view.history.len(), view.messages.len(), view.log.len()).hash(&mut hasher);
    view.history.iter().filter(|(_, counts)| *counts == game::Counts::Undone).count().hash(&mut hasher);
    format!(
        "{:?}{:?}{:?}{:?}{:?}{:?}",
        view.state, view.seats, view.desk, view.sheets, view.sketches, view.questions
    )
    .hash(&mut hasher);
    hasher.finish()
}
