//! Choices that carry nothing, each as one word.

use std::fmt;
use std::marker::PhantomData;

use rules::Keyed;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A choice as its word. The words are those of the choice itself: stored and sent forms have the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<T>(pub T);

impl<T> From<T> for Word<T> {
    fn from(choice: T) -> Self {
        Self(choice)
    }
}

impl<T: Keyed> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.key())
    }
}

impl<'de, T: Keyed> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(OneOf(PhantomData))
    }
}

struct OneOf<T>(PhantomData<T>);

impl<T: Keyed> Visitor<'_> for OneOf<T> {
    type Value = Word<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", T::KEYS.join(", "))
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Word<T>, E> {
        T::from_key(key).map(Word).ok_or_else(|| E::unknown_variant(key, T::KEYS))
    }
}
