//! Who sends a request: session cookies and bearer tokens. The store knows only their hashes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use game::Person;
use sha2::{Digest, Sha256};
use store::{KeyKind, SecretHash};

use crate::app::App;
use crate::refusals::{Reason, Refused};

/// The name of the session cookie.
pub(crate) const COOKIE_NAME: &str = "detente";
/// How long the session cookie lasts. After that the person needs another way to sign in.
pub(crate) const COOKIE_DAYS: i64 = 400;
/// How long a cached session is used without asking the store.
const SESSION_CACHE_TIME: Duration = Duration::from_secs(5);
const MAX_CACHED_SESSIONS: usize = 50_000;

/// A caller with an identity on this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) person: Person,
    pub(crate) key: SecretHash,
}

/// A caller with or without an identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visitor(pub(crate) Option<Caller>);

/// Recently looked-up keys: the person of each, or none if the key is unknown.
#[derive(Debug, Default)]
pub(crate) struct SessionCache(Mutex<HashMap<SecretHash, (Option<u64>, Instant)>>);

impl SessionCache {
    fn get(&self, hash: &SecretHash) -> Option<Option<u64>> {
        let faces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        faces.get(hash).filter(|(_, since)| since.elapsed() < SESSION_CACHE_TIME).map(|(person, _)| *person)
    }

    fn insert(&self, hash: SecretHash, person: Option<u64>) {
        let mut faces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if faces.len() >= MAX_CACHED_SESSIONS {
            faces.retain(|_, (_, since)| since.elapsed() < SESSION_CACHE_TIME);
            // A flood of invented keys must not fill the memory.
            if faces.len() >= MAX_CACHED_SESSIONS {
                faces.clear();
            }
        }
        faces.insert(hash, (person, Instant::now()));
    }

    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

pub(crate) fn hash_secret(secret: &str) -> SecretHash {
    hash_bytes(secret.as_bytes())
}

pub(crate) fn hash_bytes(bytes: &[u8]) -> SecretHash {
    Sha256::digest(bytes).into()
}

/// A new random secret of 160 bits as letters and digits.
pub(crate) fn new_secret() -> Result<String, Refused> {
    let mut bits = [0; 20];
    fill_random(&mut bits)?;
    Ok(base32(&bits))
}

/// Fills a buffer with random bytes from the system.
pub(crate) fn fill_random(bits: &mut [u8]) -> Result<(), Refused> {
    getrandom::fill(bits).map_err(|error| {
        tracing::error!(%error, "system randomness unavailable");
        Reason::InternalError.into()
    })
}

/// Crockford's base 32: letters and digits that do not look alike.
pub(crate) fn base32(bits: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut out = String::with_capacity(bits.len() * 8 / 5 + 1);
    let (mut kept, mut count) = (0_u32, 0);
    for byte in bits {
        kept = kept << 8 | u32::from(*byte);
        count += 8;
        while count >= 5 {
            count -= 5;
            out.push(char::from(LETTERS[(kept >> count & 31) as usize]));
        }
    }
    out
}

/// The caller to whom this secret belongs, if it is known and has not expired.
///
/// Secrets are looked up by their hashes, so the time of the lookup reveals nothing about the secret.
async fn find_caller(app: &App, secret: &str) -> Result<Option<Caller>, Refused> {
    if secret.len() > 100 {
        return Ok(None);
    }
    let key = hash_secret(secret);
    if let Some(person) = app.session_cache.get(&key) {
        return Ok(person.map(|person| Caller { person: Person(person), key }));
    }
    let row = app.store.key(key).await?;
    let now = app.now().seconds();
    let person = row
        .filter(|row| row.kind != KeyKind::Link && row.expires.is_none_or(|expires| expires > now))
        .map(|row| row.person);
    app.session_cache.insert(key, person);
    Ok(person.map(|person| Caller { person: Person(person), key }))
}

/// The secret in a request: the bearer token, or else the session cookie.
fn secret_of_request(parts: &Parts) -> Option<&str> {
    let bearer = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(bearer) = bearer {
        return bearer.strip_prefix("Bearer ").map(str::trim);
    }
    parts
        .headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .find_map(|cookie| cookie.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='))
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let app = Arc::<App>::from_ref(state);
        match secret_of_request(parts) {
            Some(secret) => Ok(Self(find_caller(&app, secret).await?)),
            None => Ok(Self(None)),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let Visitor(caller) = Visitor::from_request_parts(parts, state).await?;
        caller.ok_or(Reason::IdentityNeeded.into())
    }
}

impl Visitor {
    /// The role in which the caller sees a game.
    pub(crate) fn viewer(self, game: &game::Game) -> game::Viewer {
        // No person has the id 0.
        game.viewer(self.0.map_or(Person(0), |caller| caller.person))
    }
}
