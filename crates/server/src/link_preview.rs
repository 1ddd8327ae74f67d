//! What messengers and social sites show of a link to a game: Open Graph tags in the head of its page.
//!
//! A game that is not listed shows nothing of itself: its link is its invitation, and may be posted anywhere.

use std::fmt::Write as _;

use rules::Phase;
use store::{GameRow, GameState};

use crate::content::LanguagePack;
use crate::game_summary::StoredSummary;
use crate::html::escape;

/// The width of the picture in pixels. Messengers show a small picture beside the text if it is narrower.
const PICTURE_WIDTH: u32 = 1200;

/// The language that the players of a listed game talk: that of its preview if the request asks for none, as
/// those of messengers often do.
pub(crate) fn talk_language(row: &GameRow) -> Option<String> {
    let summary: StoredSummary = serde_json::from_str(&row.summary).ok().filter(|_| row.listed)?;
    summary.language
}

/// The tags for a game. `site` is the public address of this server, without a slash at its end.
pub(crate) fn tags(row: &GameRow, site: &str, language: &LanguagePack) -> String {
    let summary = serde_json::from_str::<StoredSummary>(&row.summary).ok().filter(|_| row.listed);
    let title = summary.as_ref().map_or("Detente", |summary| summary.title.as_str());
    let has_board =
        summary.as_ref().is_some_and(|summary| row.state == GameState::Gathering || !summary.hides_board);
    let picture = if has_board {
        format!("{site}/api/games/{}/picture.png?width={PICTURE_WIDTH}&parts=board", row.id)
    } else {
        format!("{site}/icon-512.png")
    };
    let card = if has_board { "summary_large_image" } else { "summary" };
    let mut tags = String::new();
    for (name, content) in [
        ("og:site_name", "Detente"),
        ("og:type", "website"),
        ("og:title", title),
        ("og:description", &description(row.state, summary.as_ref(), language)),
        ("og:url", &format!("{site}/g/{}", row.id)),
        ("og:image", &picture),
        ("twitter:card", card),
    ] {
        // Twitter's own tags have `name`, those of Open Graph `property`.
        let kind = if name.starts_with("og:") { "property" } else { "name" };
        let _ = write!(tags, "<meta {kind}=\"{name}\" content=\"{}\">", escape(content));
    }
    tags
}

fn description(state: GameState, summary: Option<&StoredSummary>, language: &LanguagePack) -> String {
    let text = |key: &str| language.phrases.get(&format!("previews.{key}")).unwrap_or_default();
    let Some(summary) = summary else { return text("any").to_owned() };
    let phase = summary.phase.as_deref().and_then(Phase::from_key);
    let sentence = match (state, phase) {
        (GameState::Gathering, _) => text("gathering").to_owned(),
        (GameState::Underway, Some(phase)) if !summary.hides_board => {
            text("underway").replace("{phase}", &language.explainer.turn(phase))
        }
        (GameState::Underway, _) => text("underway_hidden").to_owned(),
        (GameState::Over, _) => text("over").to_owned(),
    };
    sentence.replace("{taken}", &summary.taken.to_string()).replace("{players}", &summary.players.to_string())
}
