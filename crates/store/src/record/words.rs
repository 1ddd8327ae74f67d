//! Choices that carry nothing, each as one word.

use game::{
    Abandonment, Allocation, ArrowKind, Authority, Ballot, Ballots, DrawnBy, Draws, LimitVerdict, Names,
    Press, Sight, Stage, Stance, Victory,
};
use rules::{Edition, GoalOf, Outcome, Passage};
use serde::{Deserialize, Serialize};

/// The words are written here and not derived from the names in the code: those may change.
macro_rules! words {
    ($($record:ident for $domain:ident { $($variant:ident = $word:literal),* $(,)? })*) => {$(
        #[derive(Clone, Copy, Debug, Serialize, Deserialize)]
        pub(super) enum $record {
            $(#[serde(rename = $word)] $variant,)*
        }

        impl From<$domain> for $record {
            fn from(choice: $domain) -> Self {
                match choice {
                    $($domain::$variant => Self::$variant,)*
                }
            }
        }

        impl From<$record> for $domain {
            fn from(word: $record) -> Self {
                match word {
                    $($record::$variant => Self::$variant,)*
                }
            }
        }
    )*};
}

words! {
    EditionWord for Edition { Y2000 = "2000", Y2023 = "2023", Datc = "datc" }
    AllocationWord for Allocation { Lot = "lot", Preference = "preference", Chosen = "chosen" }
    NamesWord for Names { Shown = "shown", Hidden = "hidden" }
    PressWord for Press { Rulebook = "rulebook", Full = "full", PublicOnly = "public_only", None = "none" }
    BallotsWord for Ballots { Secret = "secret", Open = "open" }
    DrawsWord for Draws { Survivors = "survivors", AnyCoalition = "any_coalition" }
    GoalOfWord for GoalOf { OnePower = "one_power", OnePlayer = "one_player" }
    LimitVerdictWord for LimitVerdict { MostCentres = "most_centres", Shared = "shared" }
    SightWord for Sight { Blind = "blind", SeesOrders = "sees_orders" }
    StageWord for Stage {
        Diplomacy = "diplomacy",
        Writing = "writing",
        Resolution = "resolution",
        Retreats = "retreats",
        Adjustments = "adjustments",
    }
    StanceWord for Stance { Undecided = "undecided", Ready = "ready", Waiting = "waiting" }
    AuthorityWord for Authority { Master = "master", Vote = "vote", Clock = "clock" }
    VictoryWord for Victory { Centres = "centres", Concession = "concession", MostCentres = "most_centres" }
    DrawnByWord for DrawnBy { Agreement = "agreement", Limit = "limit" }
    AbandonmentWord for Abandonment {
        NobodyCame = "nobody_came",
        Cancelled = "cancelled",
        EverybodyLeft = "everybody_left",
        Agreed = "agreed",
        ByTheMaster = "by_the_master",
    }
    BallotWord for Ballot { Yes = "yes", No = "no" }
    ArrowWord for ArrowKind { Move = "move", Support = "support", Convoy = "convoy" }
    OutcomeWord for Outcome { Succeeds = "succeeds", Fails = "fails", Void = "void" }
    PassageWord for Passage { Unstated = "unstated", Convoy = "convoy" }
}
