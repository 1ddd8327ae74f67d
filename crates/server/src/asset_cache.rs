//! A cache of pictures and boards by their content. What is the same for several viewers is made once, also
//! if they ask at the same moment.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::refusals::Refused;
use crate::secrets::{base32, hash_bytes};

/// What is shown and how, as a hash. It never depends on who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct AssetKey([u8; 32]);

impl AssetKey {
    /// The key of something with this complete debug form.
    pub(crate) fn of(content: impl fmt::Debug) -> Self {
        let mut hash = HashWriter(Sha256::new());
        // Hashing cannot fail.
        let _ = write!(hash, "{content:?}");
        Self(hash.0.finalize().into())
    }
}

struct HashWriter(Sha256);

impl fmt::Write for HashWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// Something that was made, with its `ETag`.
#[derive(Debug)]
pub(crate) struct Asset {
    bytes: Bytes,
    etag: String,
}

impl Asset {
    fn new(bytes: Vec<u8>) -> Self {
        // Weak, because it may be sent compressed.
        let etag = format!("W/\"{}\"", base32(&hash_bytes(&bytes)[..20]));
        Self { bytes: bytes.into(), etag }
    }

    /// The response to a request with these headers: 304 if the caller has it already.
    pub(crate) fn response(
        &self,
        headers: &HeaderMap,
        content_type: &'static str,
        cache_control: &'static str,
    ) -> Response {
        let common = [(ETAG, self.etag.clone()), (CACHE_CONTROL, cache_control.to_owned())];
        let known = headers.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
        if known.split(',').any(|tag| tag.trim() == self.etag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        (common, [(CONTENT_TYPE, content_type)], self.bytes.clone()).into_response()
    }
}

/// Assets up to a number of bytes, and those that are being made. The least recently used ones are removed.
#[derive(Debug)]
pub(crate) struct AssetCache {
    max_bytes: usize,
    state: Mutex<CacheState>,
}

#[derive(Debug, Default)]
struct CacheState {
    kept: HashMap<AssetKey, Kept>,
    kept_bytes: usize,
    uses: u64,
    /// Somebody makes them, and others wait for that. They end with the last one who waits.
    in_progress: HashMap<AssetKey, Weak<OnceCell<Arc<Asset>>>>,
}

#[derive(Debug)]
struct Kept {
    asset: Arc<Asset>,
    last_use: u64,
}

/// What an entry takes besides its bytes.
const ENTRY_BYTES: usize = 300;

impl AssetCache {
    pub(crate) fn new(max_bytes: usize) -> Self {
        Self { max_bytes, state: Mutex::default() }
    }

    /// The asset with this key. It is made if it is not cached and nobody makes it yet. If whoever makes it is
    /// cancelled or refused, the next one who waits makes it.
    pub(crate) async fn get_or_make(
        &self,
        key: AssetKey,
        make: impl AsyncFnOnce() -> Result<Vec<u8>, Refused>,
    ) -> Result<Arc<Asset>, Refused> {
        let cell = {
            let mut state = self.lock();
            if let Some(asset) = state.use_kept(key) {
                return Ok(asset);
            }
            state.cell(key)
        };
        let made = cell
            .get_or_try_init(|| async {
                let asset = Arc::new(Asset::new(make().await?));
                self.lock().keep(key, Arc::clone(&asset), self.max_bytes);
                Ok(asset)
            })
            .await;
        made.map(Arc::clone)
    }

    fn lock(&self) -> MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CacheState {
    fn use_kept(&mut self, key: AssetKey) -> Option<Arc<Asset>> {
        self.uses += 1;
        let kept = self.kept.get_mut(&key)?;
        kept.last_use = self.uses;
        Some(Arc::clone(&kept.asset))
    }

    fn cell(&mut self, key: AssetKey) -> Arc<OnceCell<Arc<Asset>>> {
        if let Some(cell) = self.in_progress.get(&key).and_then(Weak::upgrade) {
            return cell;
        }
        self.in_progress.retain(|_, cell| cell.strong_count() > 0);
        let cell = Arc::default();
        self.in_progress.insert(key, Arc::downgrade(&cell));
        cell
    }

    fn keep(&mut self, key: AssetKey, asset: Arc<Asset>, max_bytes: usize) {
        self.uses += 1;
        let last_use = self.uses;
        self.kept_bytes += asset.bytes.len() + ENTRY_BYTES;
        if let Some(before) = self.kept.insert(key, Kept { asset, last_use }) {
            self.kept_bytes -= before.asset.bytes.len() + ENTRY_BYTES;
        }
        while self.kept_bytes > max_bytes {
            let Some(oldest) = self.kept.iter().min_by_key(|(_, kept)| kept.last_use).map(|(key, _)| *key)
            else {
                return;
            };
            if let Some(gone) = self.kept.remove(&oldest) {
                self.kept_bytes -= gone.asset.bytes.len() + ENTRY_BYTES;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Notify;

    use super::*;
    use crate::refusals::Reason;

    /// Asks for an asset of this many bytes. Returns whether it had to be made.
    async fn is_made(cache: &AssetCache, key: usize, bytes: usize) -> bool {
        let made = AtomicUsize::new(0);
        let asset = cache.get_or_make(AssetKey::of(key), async || {
            made.fetch_add(1, Ordering::SeqCst);
            Ok(vec![0; bytes])
        });
        assert_eq!(asset.await.expect("made").bytes.len(), bytes);
        made.into_inner() > 0
    }

    #[tokio::test]
    async fn what_was_used_least_recently_goes_first() {
        let cache = AssetCache::new(3 * (1000 + ENTRY_BYTES));
        for key in 0..3 {
            assert!(is_made(&cache, key, 1000).await);
        }
        assert!(!is_made(&cache, 0, 1000).await, "cached");
        assert!(is_made(&cache, 3, 1000).await);
        assert!(!is_made(&cache, 0, 1000).await, "used recently");
        assert!(is_made(&cache, 1, 1000).await, "removed");
        assert!(is_made(&cache, 4, 1_000_000).await && is_made(&cache, 4, 1_000_000).await, "too large");
        assert!(cache.lock().kept_bytes <= cache.max_bytes);
    }

    #[tokio::test]
    async fn those_who_ask_at_the_same_moment_get_one_asset() {
        let (cache, made, go) =
            (Arc::new(AssetCache::new(10_000)), Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
        let ask = || {
            let (cache, made, go) = (Arc::clone(&cache), Arc::clone(&made), Arc::clone(&go));
            tokio::spawn(async move {
                let make = async || {
                    made.fetch_add(1, Ordering::SeqCst);
                    go.notified().await;
                    Ok(vec![1])
                };
                cache.get_or_make(AssetKey::of("one"), make).await.map(|asset| asset.etag.clone())
            })
        };
        let first = ask();
        while made.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        let others: Vec<_> = (0..10).map(|_| ask()).collect();
        tokio::task::yield_now().await;
        // Whoever makes it disconnects: another one makes it.
        first.abort();
        assert!(first.await.is_err());
        while made.load(Ordering::SeqCst) == 1 {
            tokio::task::yield_now().await;
        }
        go.notify_one();
        for other in others {
            assert!(other.await.expect("not cancelled").is_ok());
        }
        assert_eq!(made.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_refusal_is_not_cached() {
        let cache = AssetCache::new(10_000);
        let refused = cache.get_or_make(AssetKey::of(0), async || Err(Reason::Busy.into())).await;
        assert_eq!(refused.map(drop), Err(Reason::Busy.into()));
        assert!(is_made(&cache, 0, 10).await);
        assert_eq!(cache.lock().in_progress.values().filter(|cell| cell.strong_count() > 0).count(), 0);
    }
}
