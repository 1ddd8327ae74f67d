//! Enums without data that are sent as one word: their key, which stored games use too.

use rules::Keyed;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An enum value that is serialized as its key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByKey<T>(pub T);

impl<T: Keyed> Serialize for ByKey<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        store::record::ByKey(self.0).serialize(serializer)
    }
}

impl<'de, T: Keyed> Deserialize<'de> for ByKey<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        store::record::ByKey::deserialize(deserializer).map(|word| Self(word.0))
    }
}

/// The name and description of such an enum in OpenAPI.
#[cfg(test)]
pub trait NamedInOpenApi: Keyed {
    const NAME: &'static str;
    const ABOUT: Option<&'static str>;
}

#[cfg(test)]
impl<T: NamedInOpenApi> utoipa::PartialSchema for ByKey<T> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(T::KEYS.iter().copied()))
            .description(T::ABOUT)
            .into()
    }
}

#[cfg(test)]
impl<T: NamedInOpenApi> utoipa::ToSchema for ByKey<T> {
    fn name() -> std::borrow::Cow<'static, str> {
        T::NAME.into()
    }
}

macro_rules! key_types {
    ($($(#[doc = $about:literal])? $name:ident = $choice:ty;)+) => {$(
        $(#[doc = $about])?
        pub type $name = ByKey<$choice>;

        #[cfg(test)]
        impl NamedInOpenApi for $choice {
            const NAME: &'static str = stringify!($name);
            const ABOUT: Option<&'static str> = [$($about.trim_ascii(),)?].as_slice().first().copied();
        }
    )+};
}

key_types! {
    AbandonedKey = game::Abandonment;
    AllocationKey = game::Allocation;
    AuthorityKey = game::Authority;
    BallotKey = game::Ballot;
    BallotsKey = game::Ballots;
    GameStateKey = store::GameState;
    /// Whether everybody may read all talk when the game is over.
    TalkAfterEndKey = game::TalkAfterEnd;
    /// Whether all parts of a condition must be true, or one of them.
    JoinKey = game::Join;
    /// Whether a part of a condition is meant the other way round.
    NegationKey = game::Negation;
    ChannelKindKey = store::ChannelKind;
    /// Whether a channel is used: `given_up` after too many failures, `stopped` by a link in a message.
    ChannelStateKey = store::ChannelState;
    /// Which stages end at the time of day.
    ClockStagesKey = game::ClockStages;
    /// Whether a player agrees that the game master puts their orders right.
    ConsentKey = game::Consent;
    DrawnByKey = game::DrawnBy;
    DrawsKey = game::Draws;
    /// What becomes of a unit and its order, in the course.
    FateKey = crate::course::Fate;
    /// Whether somebody who takes over a seat may read its earlier private talk.
    EarlierTalkKey = game::EarlierTalk;
    /// How a seat came to a new holder.
    HandOverKey = game::HandOver;
    GoalOfKey = rules::GoalScope;
    /// Why a hint suggests an order.
    HintReasonKey = crate::hints::HintReason;
    NamesKey = game::Names;
    PressKey = game::Press;
    /// Why no address for phones is known.
    ReachProblemKey = crate::reach::ReachProblem;
    /// Whether a sheet was submitted.
    SheetStatusKey = game::OrdersStatus;
    /// What a token may do: read; also make and play games; also change the name, mute, block and report.
    ScopeKey = store::Scope;
    SightKey = game::Sight;
    StageKey = game::Stage;
    SubmittedByKey = game::SubmittedBy;
    ReadinessKey = game::Readiness;
    ArrowKindKey = game::ArrowKind;
    UnitKindKey = rules::UnitKind;
    VerdictKey = game::LimitResult;
    /// Where the players are: anywhere, or at one table with a big screen.
    VenueKey = game::Venue;
    VictoryKey = game::Victory;
}

/// An enum that is sent without the data that the game's own enum has (a delay, a seat, a bot).
macro_rules! key_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(utoipa::ToSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }
    };
}
pub(crate) use key_enum;
