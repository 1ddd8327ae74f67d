//! The change events for listeners, made once per kind of viewer and cached.

use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use game::{Game, View, Viewer};

use crate::to_wire;
use crate::wire::Change;

/// A change event for one viewer.
#[derive(Clone, Debug)]
pub(crate) struct ChangeEvent {
    /// The version that the viewer sees.
    pub(crate) version: u64,
    /// A hash that changes whenever something that the viewer can see changes.
    pub(crate) fingerprint: u64,
    /// The complete server-sent event.
    pub(crate) text: Bytes,
}

/// The latest change event of each viewer.
#[derive(Debug, Default)]
pub(crate) struct ChangeCache(Mutex<Vec<(Viewer, ChangeEvent)>>);

impl ChangeCache {
    pub(crate) fn get(&self, game: &Game, viewer: Viewer) -> ChangeEvent {
        let mut events = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Delayed spectators need an older version than players, so the version is compared per viewer.
        let version = game.version_for(viewer);
        if let Some((_, news)) = events.iter().find(|(who, news)| *who == viewer && news.version == version) {
            return news.clone();
        }
        events.retain(|(who, _)| *who != viewer);
        let news = make_event(game, viewer);
        events.push((viewer, news.clone()));
        news
    }
}

fn make_event(game: &Game, viewer: Viewer) -> ChangeEvent {
    let view = game.view(viewer);
    let change = Change {
        version: view.version,
        records: view.history.len(),
        messages: view.messages.len(),
        state: to_wire::view::state(&view),
    };
    let data = serde_json::to_string(&change).unwrap_or_default();
    let text = format!("event: change\nid: {}\ndata: {data}\n\n", view.version);
    ChangeEvent { version: view.version, fingerprint: fingerprint(&view), text: text.into() }
}

/// Lists that only grow are counted. What can change in place is hashed.
fn fingerprint(view: &View) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (view.history.len(), view.messages.len(), view.log.len()).hash(&mut hasher);
    view.history.iter().filter(|(_, counts)| *counts == game::RecordStatus::Undone).count().hash(&mut hasher);
    format!(
        "{:?}{:?}{:?}{:?}{:?}{:?}{:?}",
        view.state,
        view.seats,
        view.own_orders,
        view.submitted_orders,
        view.sketches,
        view.questions,
        view.next_game
    )
    .hash(&mut hasher);
    hasher.finish()
}
