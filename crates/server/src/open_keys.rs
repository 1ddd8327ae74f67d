//! Which keys have event streams open, so that the streams end when their key ends.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use store::SecretHash;
use tokio::sync::watch;

/// A channel for each key with an open stream. It receives `true` when the key ends.
#[derive(Debug, Default)]
pub(crate) struct OpenKeys(Mutex<Channels>);

#[derive(Debug, Default)]
struct Channels {
    by_key: HashMap<SecretHash, watch::Sender<bool>>,
    /// At this many channels, those that nobody listens to are removed.
    next_cleanup: usize,
}

const MIN_CLEANUP: usize = 256;

impl OpenKeys {
    pub(crate) fn subscribe(&self, key: SecretHash) -> watch::Receiver<bool> {
        let mut channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if channels.by_key.len() >= channels.next_cleanup.max(MIN_CLEANUP) {
            channels.by_key.retain(|_, channel| channel.receiver_count() > 0);
            channels.next_cleanup = channels.by_key.len() * 2;
        }
        channels.by_key.entry(key).or_insert_with(|| watch::channel(false).0).subscribe()
    }

    pub(crate) fn end(&self, key: &SecretHash) {
        let gone = self.0.lock().unwrap_or_else(PoisonError::into_inner).by_key.remove(key);
        if let Some(channel) = gone {
            channel.send_replace(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ended_key_ends_its_own_streams_only() {
        let keys = OpenKeys::default();
        let (ann, other_ann, ben) =
            (keys.subscribe([1; 32]), keys.subscribe([1; 32]), keys.subscribe([2; 32]));
        keys.end(&[1; 32]);
        assert_eq!([*ann.borrow(), *other_ann.borrow(), *ben.borrow()], [true, true, false]);
        assert!(!*keys.subscribe([1; 32]).borrow(), "a new key with the same hash starts anew");
    }

    #[test]
    fn channels_that_nobody_listens_to_are_removed() {
        let keys = OpenKeys::default();
        let kept = keys.subscribe([0; 32]);
        for number in 1..2000_u32 {
            let mut key = [9; 32];
            key[..4].copy_from_slice(&number.to_le_bytes());
            drop(keys.subscribe(key));
        }
        assert!(keys.0.lock().expect("no panic").by_key.len() <= 2 * MIN_CLEANUP);
        keys.end(&[0; 32]);
        assert!(*kept.borrow());
    }
}
