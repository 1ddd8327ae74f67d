//! Random secrets, their hashes, and short texts that people can type.

use sha2::{Digest, Sha256};
use store::SecretHash;

use crate::refusals::{Reason, Refused};

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

pub(crate) fn hash_secret(secret: &str) -> SecretHash {
    hash_bytes(secret.as_bytes())
}

pub(crate) fn hash_bytes(bytes: &[u8]) -> SecretHash {
    Sha256::digest(bytes).into()
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

/// A handle as it is stored. People may write it in any case, with spaces and dashes.
pub(crate) fn normalize_handle(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric).take(40);
    letters.map(|c| c.to_ascii_lowercase()).map(|c| if c == 'o' { '0' } else { c }).collect()
}
