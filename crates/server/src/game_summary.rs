//! The summary of a game for lists: a few public facts, stored beside the game.

use game::{Game, Occupant, StateView, TalkLanguage, Timetable, View, Watching};
use serde::{Deserialize, Serialize};

use crate::wire::{ByKey, PressKey};

/// The summary as it is stored (JSON).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredSummary {
    pub(crate) title: String,
    pub(crate) players: usize,
    pub(crate) taken: usize,
    pub(crate) bots: usize,
    pub(crate) press: PressKey,
    /// Games of version 0.2 have none of these three until their next event.
    #[serde(default)]
    pub(crate) language: Option<String>,
    #[serde(default)]
    pub(crate) turn_seconds: u32,
    #[serde(default)]
    pub(crate) hides_board: bool,
    /// Games before version 0.4 do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bots_from: Option<i64>,
    /// Games before version 0.4 have neither until their next event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) free_seats: Vec<StoredFreeSeat>,
    pub(crate) phase: Option<String>,
    pub(crate) due: Option<i64>,
    #[serde(default)]
    pub(crate) put_aside: bool,
    /// The version that outsiders see. Games of version 0.2 do not have it.
    #[serde(default)]
    pub(crate) version: u64,
}

/// A seat that anybody may take over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredFreeSeat {
    pub(crate) seat: usize,
    /// By their places on the board of the variant.
    pub(crate) powers: Vec<usize>,
    pub(crate) has_bot: bool,
}

/// The summary of a game as JSON. `view` is what a stranger sees.
pub(crate) fn write(view: &View, game: &Game) -> String {
    let card = summarize(view, game);
    // Text and numbers only, so serializing cannot fail.
    serde_json::to_string(&card).unwrap_or_default()
}

fn summarize(view: &View, game: &Game) -> StoredSummary {
    let settings = game.charter().settings();
    let occupants: Vec<&Occupant> = match &view.state {
        StateView::Gathering { members, .. } => members.iter().map(|member| &member.who).collect(),
        StateView::Underway { .. } | StateView::Over(_) => {
            view.seats.iter().map(|seat| &seat.occupant).collect()
        }
    };
    // Who watches with a delay must not learn from a list what happens now.
    let is_live = !matches!(settings.watching, Watching::Later(_)) || game.ending().is_some();
    StoredSummary {
        title: settings.title.to_string(),
        players: settings.players,
        taken: occupants.iter().filter(|who| !matches!(who, Occupant::Nobody)).count(),
        bots: occupants.iter().filter(|who| matches!(who, Occupant::Bot(..))).count(),
        press: ByKey(settings.press),
        language: settings.language.map(TalkLanguage::code),
        turn_seconds: turn_seconds(&game.timetable()),
        hides_board: matches!(settings.watching, Watching::PlayersOnly) && view.board.is_none(),
        bots_from: game.bots_from().map(game::Timestamp::seconds),
        free_seats: if is_live { free_seats(view) } else { Vec::new() },
        phase: match &view.state {
            StateView::Underway { phase, .. } if is_live => Some(phase.key()),
            StateView::Underway { .. } | StateView::Gathering { .. } | StateView::Over(_) => None,
        },
        due: shown_due(game).filter(|_| is_live),
        put_aside: is_live
            && matches!(&view.state, StateView::Underway { pause: Some(pause), .. } if pause.is_aside()),
        version: if is_live { view.version } else { 0 },
    }
}

fn free_seats(view: &View) -> Vec<StoredFreeSeat> {
    let free = view.seats.iter().filter(|seat| seat.is_free);
    free.map(|seat| StoredFreeSeat {
        seat: seat.seat.index(),
        powers: seat.powers.iter().map(|power| power.index()).collect(),
        has_bot: matches!(seat.occupant, Occupant::Bot(..)),
    })
    .collect()
}

/// The deadline of a game. None where it only means that the game is put aside: nobody has to hurry.
pub(crate) fn shown_due(game: &Game) -> Option<i64> {
    let is_put_aside_then =
        game.phase().is_some() && game.charter().settings().absence.after_grace == game::AfterGrace::PutAside;
    game.due().filter(|_| !is_put_aside_then).map(game::Timestamp::seconds)
}

/// How long a turn lasts after the first one: talk and orders, without retreats and builds.
fn turn_seconds(timetable: &Timetable) -> u32 {
    timetable.writing.count().saturating_add(timetable.diplomacy.map_or(0, game::Seconds::count))
}
