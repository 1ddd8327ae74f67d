//! Choices that carry nothing, each sent as one word: the one that the choice itself has, as in stored games.

use rules::Keyed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A choice as its word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<T>(pub T);

impl<T: Keyed> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        store::record::Word(self.0).serialize(serializer)
    }
}

impl<'de, T: Keyed> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        store::record::Word::deserialize(deserializer).map(|word| Self(word.0))
    }
}

/// What a choice is called in the description of the API.
#[cfg(test)]
pub trait Described: Keyed {
    const NAME: &'static str;
    const ABOUT: Option<&'static str>;
}

#[cfg(test)]
impl<T: Described> utoipa::PartialSchema for Word<T> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(T::KEYS.iter().copied()))
            .description(T::ABOUT)
            .into()
    }
}

#[cfg(test)]
impl<T: Described> utoipa::ToSchema for Word<T> {
    fn name() -> std::borrow::Cow<'static, str> {
        T::NAME.into()
    }
}

macro_rules! words {
    ($($(#[doc = $about:literal])? $name:ident = $choice:ty;)+) => {$(
        $(#[doc = $about])?
        pub type $name = Word<$choice>;

        #[cfg(test)]
        impl Described for $choice {
            const NAME: &'static str = stringify!($name);
            const ABOUT: Option<&'static str> = [$($about.trim_ascii(),)?].as_slice().first().copied();
        }
    )+};
}

words! {
    AbandonedKey = game::Abandonment;
    AllocationKey = game::Allocation;
    AuthorityKey = game::Authority;
    BallotKey = game::Ballot;
    BallotsKey = game::Ballots;
    CardState = store::GameState;
    DrawnByKey = game::DrawnBy;
    DrawsKey = game::Draws;
    GoalOfKey = rules::GoalOf;
    NamesKey = game::Names;
    PressKey = game::Press;
    /// Whether a sheet is in.
    Sheet = game::SheetStatus;
    SightKey = game::Sight;
    StageKey = game::Stage;
    StanceKey = game::Stance;
    StrokeKind = game::ArrowKind;
    UnitKindKey = rules::UnitKind;
    VerdictKey = game::LimitVerdict;
    VictoryKey = game::Victory;
}

/// A choice that is sent without what the game's own carries: how far behind, which seat, which bot.
macro_rules! keys {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(utoipa::ToSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }
    };
}
pub(crate) use keys;
