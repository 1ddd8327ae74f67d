//! Packs what is large and the same for everybody: the board, the lessons, the presets. On a slow network
//! the board is most of what a first visit waits for.
//!
//! Nothing about a game or a person is packed: the length of a packed answer tells something about what is
//! in it, and other players choose some of the words.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use store::Hash;

use crate::identity;
use crate::refused::{Reason, Refused};

/// More than any answer that is packed; the board has 136 kB.
const MOST: usize = 4 << 20;
/// More than there are answers of this kind: the board, the presets, the lessons, in every language.
const MOST_KEPT: usize = 500;

/// What was packed before, by the hash of what it was: packing takes milliseconds, and whoever asks again
/// and again must not keep the server busy with it.
static KEPT: LazyLock<Mutex<HashMap<Hash, Bytes>>> = LazyLock::new(Mutex::default);

pub(crate) async fn pack(request: Request, next: Next) -> Response {
    let accepted = accepts(request.headers(), "gzip");
    let mut response = next.run(request).await;
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if !accepted || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, MOST).await else { return Refused::from(Reason::Broken).into_response() };
    let Ok(Ok(packed)) = tokio::task::spawn_blocking(move || packed(&plain)).await else {
        return Refused::from(Reason::Broken).into_response();
    };
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(packed))
}

/// Whether the caller takes this packing.
pub(crate) fn accepts(headers: &HeaderMap, name: &str) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.split(',').any(|one| one.trim().starts_with(name)))
}

fn packed(plain: &[u8]) -> std::io::Result<Bytes> {
    let hash = identity::hash_of(plain);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(packed) = kept().get(&hash) {
        return Ok(packed.clone());
    }
    let packed = Bytes::from(gzip(plain)?);
    let mut kept = kept();
    if kept.len() >= MOST_KEPT {
        kept.clear();
    }
    kept.insert(hash, packed.clone());
    Ok(packed)
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::with_capacity(plain.len() / 2), Compression::default());
    packer.write_all(plain)?;
    packer.finish()
}
