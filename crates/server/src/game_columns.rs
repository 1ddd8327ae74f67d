//! The facts about a game that the store keeps beside its events, so that lists and due work can be found.

use game::{Game, StateView, Timestamp, View, Viewer};
use store::GameState;

use crate::game_summary;

/// What the store's row of a game must say. All of it follows from the events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameColumns {
    pub summary: String,
    pub state: GameState,
    pub due: Option<i64>,
    /// Whether bots owe orders or votes.
    pub bots_due: bool,
    /// Sorted by id.
    pub members: Vec<u64>,
}

impl GameColumns {
    pub fn of(game: &Game) -> Self {
        let public = game.view(Viewer::Stranger);
        Self {
            summary: game_summary::write(&public, game),
            state: state(&public),
            due: game.due().map(Timestamp::seconds),
            bots_due: bots_have_work(game),
            members: game.people().into_iter().map(|who| who.0).collect(),
        }
    }
}

/// Whether bots owe orders or votes.
pub(crate) fn bots_have_work(game: &Game) -> bool {
    !game.bots_due().is_empty() || !game.votes_due_from_bots().is_empty()
}

const fn state(public: &View) -> GameState {
    match public.state {
        StateView::Gathering { .. } => GameState::Gathering,
        StateView::Underway { .. } => GameState::Underway,
        StateView::Over(_) => GameState::Over,
    }
}
