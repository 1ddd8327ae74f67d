//! The presets for a new game, the variants and the bots.

use std::sync::Arc;

use axum::extract::State;

use super::extractors::{Json, RequestLanguage};
use crate::app::App;
use crate::content::Content;
use crate::presets::Preset;
use crate::refusals::Refused;
use crate::to_wire;
use crate::wire;
use crate::wire::{Presets, SettingsBody};

/// The presets, the variants and the bots, and what each setting means.
#[cfg_attr(test, utoipa::path(get, path = "/presets", tag = "games", responses((status = 200, body = Presets))))]
pub(crate) async fn list_presets(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<Presets>, Refused> {
    let phrases = app.standard.language_pack(language_id).phrases;
    let text = |key: String| phrases.get(&key).unwrap_or_default().to_owned();
    let mut presets = Vec::new();
    for preset in Preset::ALL {
        let name = text(format!("presets.{}.name", preset.key()));
        presets.push(wire::Preset {
            key: preset.key().to_owned(),
            about: text(format!("presets.{}.about", preset.key())),
            settings: SettingsBody {
                // The form for a new game starts with the language of its reader.
                language: Some(app.standard.language_pack(language_id).code.clone()),
                ..to_wire::settings::settings(&preset.settings(app.standard.board(), &name, 7)?)
            },
            name,
        });
    }
    Ok(Json(Presets {
        presets,
        variants: app
            .variants
            .iter()
            .map(|content| variant_summary(content, &content.language_pack(language_id).code))
            .collect(),
        about: phrases.below("settings").map(|(key, text)| (key.to_owned(), text.to_owned())).collect(),
        bots: bots::Level::ALL.map(|level| level.kind().key().to_owned()).into(),
    }))
}

fn variant_summary(content: &Content, language: &str) -> wire::VariantSummary {
    let board = content.board();
    let key = |power: rules::Power| board.power_key(power).to_owned();
    let table = |players: usize| {
        let seats = board.player_table(players).map_or(&[][..], |table| &table.seats);
        wire::PlayerTableView {
            seats: seats.iter().map(|powers| powers.iter().copied().map(key).collect()).collect(),
            goal: board.player_table(players).map(|table| to_wire::settings::goal(table.goal)),
        }
    };
    wire::VariantSummary {
        key: content.key().to_owned(),
        name: content.variant.title(language).to_owned(),
        tables: board.player_counts().map(table).collect(),
        centres: board.centres().len(),
        beginners: content.variant.beginner_powers().iter().copied().map(key).collect(),
    }
}
