//! The board for pages that draw it, and other colours for it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;

use super::extractors::{QueryParams, RequestLanguage};
use crate::app::App;
use crate::asset_cache::AssetKey;
use crate::content::Content;
use crate::refusals::{Reason, Refused};
use crate::to_wire;
#[cfg(test)]
use crate::wire::{BoardAsset, PaletteView, Problem};

/// Which board.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct BoardQuery {
    /// The key of the variant. `standard` if left out.
    #[cfg_attr(test, param(max_length = 40))]
    variant: Option<String>,
}

impl BoardQuery {
    pub(super) fn content(&self, app: &App) -> Result<&'static Content, Refused> {
        match self.variant.as_deref() {
            None => Ok(app.standard),
            Some(key) => Ok(app.variants.get(key).ok_or(Reason::NotFound)?),
        }
    }
}

/// The drawing of the board for a page: borders, positions, names and colours.
#[cfg_attr(test, utoipa::path(get, path = "/board", tag = "learn", params(BoardQuery),
    responses((status = 200, body = BoardAsset), (status = 304), (status = 404, body = Problem))))]
pub(crate) async fn get_board(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
    QueryParams(wanted): QueryParams<BoardQuery>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let content = wanted.content(&app)?;
    let code = content.language_pack(language_id).code.clone();
    // It is the same for everybody, so it is written once.
    let board = app.boards.get_or_make(AssetKey::of((content.key(), &code)), async || {
        let written = tokio::task::spawn_blocking(move || {
            let drawing = content.drawing;
            let language = drawing.language(&code).unwrap_or(picture::LanguageCode::ENGLISH);
            serde_json::to_vec(&to_wire::board::board_asset(drawing, language)).ok()
        });
        written.await.ok().flatten().ok_or(Reason::InternalError.into())
    });
    Ok(board.await?.response(&headers, "application/json", "public, max-age=3600"))
}

/// The colours of the powers: our own, which colour-blind people can tell apart too, and those of the rulebooks.
#[cfg_attr(test, utoipa::path(get, path = "/palettes", tag = "learn", params(BoardQuery),
    responses((status = 200, body = Vec<PaletteView>), (status = 304), (status = 404, body = Problem))))]
pub(crate) async fn list_palettes(
    State(app): State<Arc<App>>,
    QueryParams(wanted): QueryParams<BoardQuery>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let content = wanted.content(&app)?;
    // It is the same for everybody, so it is written once.
    let palettes = app.boards.get_or_make(AssetKey::of(("palettes", content.key())), async || {
        let palettes = to_wire::board::palettes(content.drawing);
        serde_json::to_vec(&palettes).map_err(|_| Reason::InternalError.into())
    });
    Ok(palettes.await?.response(&headers, "application/json", "public, max-age=3600"))
}
