//! The table of places and of the signs of orders in every language (E6, E7).

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::board::BoardQuery;
use super::extractors::QueryParams;
use crate::app::App;
use crate::asset_cache::AssetKey;
use crate::refusals::{Reason, Refused};
use crate::to_wire;
#[cfg(test)]
use crate::wire::{PlaceTable, Problem};

/// The names and abbreviations of all places, and the signs of orders, in every language.
#[cfg_attr(test, utoipa::path(get, path = "/places", tag = "learn", params(BoardQuery),
    responses((status = 200, body = PlaceTable), (status = 304), (status = 404, body = Problem))))]
pub(crate) async fn list_places(
    State(app): State<Arc<App>>,
    QueryParams(wanted): QueryParams<BoardQuery>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let content = wanted.content(&app)?;
    // It is the same for everybody, so it is written once.
    let table = app.boards.get_or_make(AssetKey::of(("places", content.key())), async || {
        let table = to_wire::places::place_table(content.variant);
        serde_json::to_vec(&table).map_err(|_| Reason::InternalError.into())
    });
    Ok(table.await?.response(&headers, "application/json", "public, max-age=3600"))
}
