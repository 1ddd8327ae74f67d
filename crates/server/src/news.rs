//! What listeners are told of a change: made once for each kind of viewer, however many listen.

use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use game::{Game, View, Viewer};

use crate::show;
use crate::wire::Change;

/// A change as one viewer may know of it.
#[derive(Clone, Debug)]
pub(crate) struct News {
    pub(crate) version: u64,
    /// A number that changes whenever something that the viewer can see does.
    pub(crate) print: u64,
    /// The whole event as it is sent.
    pub(crate) text: Bytes,
}

/// The news of the version that was asked for last.
#[derive(Debug, Default)]
pub(crate) struct Newsstand(Mutex<Vec<(Viewer, News)>>);

impl Newsstand {
    pub(crate) fn get(&self, game: &Game, viewer: Viewer) -> News {
        let mut papers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Those who watch later want older news than the players; both are kept.
        if let Some((_, news)) =
            papers.iter().find(|(who, news)| *who == viewer && news.version == game.version())
        {
            return news.clone();
        }
        papers.retain(|(who, _)| *who != viewer);
        let news = print(game, viewer);
        papers.push((viewer, news.clone()));
        news
    }
}

fn print(game: &Game, viewer: Viewer) -> News {
    let view = game.view(viewer);
    let version = game.version();
    let change = Change {
        version,
        records: view.history.len(),
        messages: view.messages.len(),
        state: show::view::state(&view),
    };
    let data = serde_json::to_string(&change).unwrap_or_default();
    let text = format!("event: change\nid: {version}\ndata: {data}\n\n");
    News { version, print: footprint(&view), text: text.into() }
}

/// What grows by the end is counted; what can change in place is looked at.
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
