//! What lists show of a game: what everybody may know, and little of it.

use game::{Game, Occupant, StateView, View};
use serde::{Deserialize, Serialize};

use crate::wire::{PressKey, Word};

/// The stored card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredCard {
    pub(crate) title: String,
    pub(crate) players: usize,
    pub(crate) taken: usize,
    pub(crate) bots: usize,
    pub(crate) press: PressKey,
    pub(crate) phase: Option<String>,
    pub(crate) due: Option<i64>,
}

/// The card of a game, from what a stranger sees of it.
pub(crate) fn write(view: &View, game: &Game) -> String {
    let card = of(view, game);
    // A card is made of text and numbers: it can always be written.
    serde_json::to_string(&card).unwrap_or_default()
}

fn of(view: &View, game: &Game) -> StoredCard {
    let settings = game.charter().settings();
    let occupants: Vec<&Occupant> = match &view.state {
        StateView::Gathering { members, .. } => members.iter().map(|member| &member.who).collect(),
        StateView::Underway { .. } | StateView::Over(_) => {
            view.seats.iter().map(|seat| &seat.occupant).collect()
        }
    };
    StoredCard {
        title: settings.title.to_string(),
        players: settings.players,
        taken: occupants.iter().filter(|who| !matches!(who, Occupant::Nobody)).count(),
        bots: occupants.iter().filter(|who| matches!(who, Occupant::Bot(..))).count(),
        press: Word(settings.press),
        phase: match &view.state {
            StateView::Underway { phase, .. } => Some(phase.key()),
            StateView::Gathering { .. } | StateView::Over(_) => None,
        },
        due: game.due().map(game::Timestamp::seconds),
    }
}
