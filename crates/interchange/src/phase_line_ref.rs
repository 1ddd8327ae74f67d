//! The input of `adjudicate`: one phase per line, with the names of the Python package `diplomacy`.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// A phase as it is sent. Unknown keys are ignored, missing ones are empty.
#[derive(serde::Deserialize, Debug)]
pub struct PhaseLineRef<'a> {
    #[serde(borrow, default)]
    pub id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub phase: Text<'a>,
    #[serde(borrow, default)]
    pub units: Pairs<'a, Texts<'a>>,
    #[serde(borrow, default)]
    pub centers: Pairs<'a, Texts<'a>>,
    #[serde(borrow, default)]
    pub orders: Pairs<'a, Option<Texts<'a>>>,
    #[serde(borrow, default)]
    pub dislodged: Pairs<'a, Pairs<'a, Texts<'a>>>,
    #[serde(borrow, default)]
    pub rules: Option<Text<'a>>,
    #[serde(borrow, default)]
    pub players: Pairs<'a, Texts<'a>>,
    #[serde(borrow, default)]
    pub disorder: Texts<'a>,
    /// Powers that nobody plays (K1), also if `disorder` does not list them.
    #[serde(borrow, default)]
    pub unplayed: Texts<'a>,
    /// Provinces that nobody may enter (K5).
    #[serde(borrow, default)]
    pub closed: Texts<'a>,
    /// The game ended with this position: nobody orders anything in it.
    #[serde(default)]
    pub over: Option<IgnoredAny>,
}

/// Only the id, for lines with an error elsewhere.
#[derive(serde::Deserialize, Debug)]
pub struct IdOnly<'a> {
    #[serde(borrow, default)]
    pub id: Option<&'a RawValue>,
}

/// A string, borrowed from the line if it has no escapes.
#[derive(Debug)]
pub struct Text<'a>(pub Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(TextVisitor)
    }
}

/// A list of strings. It starts with capacity for a typical list: growing costs more than some unused space.
#[derive(Default, Debug)]
pub struct Texts<'a>(pub Vec<Text<'a>>);

impl<'de: 'a, 'a> Deserialize<'de> for Texts<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextsVisitor;
        impl<'de> Visitor<'de> for TextsVisitor {
            type Value = Texts<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut texts = Vec::with_capacity(16);
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                }
                Ok(Texts(texts))
            }
        }
        deserializer.deserialize_seq(TextsVisitor)
    }
}

/// An object as a list: cheaper than a map, and it keeps the order given.
#[derive(Debug)]
pub struct Pairs<'a, T>(pub Vec<(Text<'a>, T)>);

impl<T> Default for Pairs<'_, T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Pairs<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for PairsVisitor<T> {
            type Value = Vec<(Text<'de>, T)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::with_capacity(map.size_hint().unwrap_or(8).min(64));
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs)
            }
        }
        deserializer.deserialize_map(PairsVisitor(PhantomData)).map(Pairs)
    }
}
