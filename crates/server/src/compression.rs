//! Compression (gzip) of large responses that are the same for everybody: the board, the lessons, the
//! presets. On a slow network the board is most of what a first visit waits for.
//!
//! Nothing about a game or a person is compressed. The length of a compressed response reveals something
//! about its content, and other players choose some of that content (decision 78).

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use store::SecretHash;

use crate::refusals::{Reason, Refused};
use crate::secrets::hash_bytes;

/// The largest response that is compressed. The board has 136 kB.
const MAX_RESPONSE_BYTES: usize = 4 << 20;
/// How many compressed responses are cached. There are fewer: board, presets and lessons in each language.
const MAX_CACHED: usize = 500;

/// Compressed responses by the hash of the plain response. Compression takes milliseconds; repeated requests
/// must not keep the server busy with it.
static CACHE: LazyLock<Mutex<HashMap<SecretHash, Bytes>>> = LazyLock::new(Mutex::default);

/// Middleware: compresses the response if the caller accepts gzip.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let accepted = accepts_encoding(request.headers(), "gzip");
    let mut response = next.run(request).await;
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    if !accepted || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, MAX_RESPONSE_BYTES).await else {
        return Refused::from(Reason::InternalError).into_response();
    };
    let etag = parts.headers.get(ETAG).cloned();
    let compressing = move || gzip_cached(&plain, etag.as_ref().map(HeaderValue::as_bytes));
    let Ok(Ok(packed)) = tokio::task::spawn_blocking(compressing).await else {
        return Refused::from(Reason::InternalError).into_response();
    };
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(packed))
}

/// Whether the `Accept-Encoding` header contains this encoding.
pub(crate) fn accepts_encoding(headers: &HeaderMap, name: &str) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.split(',').any(|one| one.trim().starts_with(name)))
}

/// An `ETag` is a hash of the content already, so only the tag is hashed.
fn gzip_cached(plain: &[u8], etag: Option<&[u8]>) -> std::io::Result<Bytes> {
    let hash = hash_bytes(etag.unwrap_or(plain));
    let kept = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(packed) = kept().get(&hash) {
        return Ok(packed.clone());
    }
    let packed = Bytes::from(gzip(plain)?);
    let mut kept = kept();
    if kept.len() >= MAX_CACHED {
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
