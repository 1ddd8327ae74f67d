//! Enums without fields in JSON, each as its key: one string.

use std::fmt;
use std::marker::PhantomData;

use rules::Keyed;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An enum value that is serialized as its key. The enum defines its keys: stored and sent JSON use the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByKey<T>(pub T);

impl<T> From<T> for ByKey<T> {
    fn from(choice: T) -> Self {
        Self(choice)
    }
}

impl<T: Keyed> Serialize for ByKey<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.key())
    }
}

impl<'de, T: Keyed> Deserialize<'de> for ByKey<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(KeyVisitor(PhantomData))
    }
}

struct KeyVisitor<T>(PhantomData<T>);

impl<T: Keyed> Visitor<'_> for KeyVisitor<T> {
    type Value = ByKey<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", T::KEYS.join(", "))
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<ByKey<T>, E> {
        T::from_key(key).map(ByKey).ok_or_else(|| E::unknown_variant(key, T::KEYS))
    }
}
