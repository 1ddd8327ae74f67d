//! Who is calling: a cookie or a token, known to the store by its hash alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use game::Person;
use sha2::{Digest, Sha256};
use store::{Hash, KeyKind};

use crate::app::App;
use crate::refused::{Reason, Refused};

/// The name of the cookie.
pub(crate) const COOKIE_NAME: &str = "detente";
/// A browser that has been away for longer needs its recovery code.
pub(crate) const COOKIE_DAYS: i64 = 400;
/// How long a key is believed without asking the store.
const BELIEVED: Duration = Duration::from_secs(5);
const MOST_FACES: usize = 50_000;

/// Somebody who has a name here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    pub(crate) person: Person,
    pub(crate) key: Hash,
}

/// Somebody, named or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visitor(pub(crate) Option<Caller>);

/// Keys that were looked up a moment ago.
#[derive(Debug, Default)]
pub(crate) struct Faces(Mutex<HashMap<Hash, (Option<u64>, Instant)>>);

impl Faces {
    fn get(&self, hash: &Hash) -> Option<Option<u64>> {
        let faces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        faces.get(hash).filter(|(_, since)| since.elapsed() < BELIEVED).map(|(person, _)| *person)
    }

    fn note(&self, hash: Hash, person: Option<u64>) {
        let mut faces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if faces.len() >= MOST_FACES {
            faces.retain(|_, (_, since)| since.elapsed() < BELIEVED);
            // A flood of made-up keys must not fill the memory.
            if faces.len() >= MOST_FACES {
                faces.clear();
            }
        }
        faces.insert(hash, (person, Instant::now()));
    }

    pub(crate) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

pub(crate) fn hash(secret: &str) -> Hash {
    hash_of(secret.as_bytes())
}

pub(crate) fn hash_of(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// A new secret of 160 bits: letters and digits that nobody can guess.
pub(crate) fn secret() -> Result<String, Refused> {
    let mut bits = [0; 20];
    fill(&mut bits)?;
    Ok(base32(&bits))
}

pub(crate) fn fill(bits: &mut [u8]) -> Result<(), Refused> {
    getrandom::fill(bits).map_err(|error| {
        tracing::error!(%error, "the system gives no chance");
        Reason::Broken.into()
    })
}

/// Crockford's letters: none that look alike.
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

/// Who presents this secret, if it is somebody's and has not expired.
///
/// Secrets are compared by their hashes, as keys of a table: how long that takes tells nothing about
/// the secret itself.
async fn recognise(app: &App, secret: &str) -> Result<Option<Caller>, Refused> {
    if secret.len() > 100 {
        return Ok(None);
    }
    let key = hash(secret);
    if let Some(person) = app.faces.get(&key) {
        return Ok(person.map(|person| Caller { person: Person(person), key }));
    }
    let row = app.store.key(key).await?;
    let now = app.now().seconds();
    let person = row
        .filter(|row| row.kind != KeyKind::Link && row.expires.is_none_or(|expires| expires > now))
        .map(|row| row.person);
    app.faces.note(key, person);
    Ok(person.map(|person| Caller { person: Person(person), key }))
}

/// The secret that a request carries.
fn presented(parts: &Parts) -> Option<&str> {
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
        match presented(parts) {
            Some(secret) => Ok(Self(recognise(&app, secret).await?)),
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
        caller.ok_or(Reason::NameYourself.into())
    }
}

impl Visitor {
    /// As whom they look at a game.
    pub(crate) fn viewer(self, game: &game::Game) -> game::Viewer {
        // Nobody has the number 0.
        game.viewer(self.0.map_or(Person(0), |caller| caller.person))
    }
}
