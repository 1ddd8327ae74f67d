//! The keys of all sentences that a language must have, with the facts that each may use.

use notation::LineProblem;
use rules::{Because, Illegality};

/// The kind of fact that fills a placeholder. It depends on the placeholder's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlaceholderKind {
    Unit,
    Place,
    Power,
    /// The word for army or fleet, without a place.
    Kind,
    Number,
    Text,
}

/// The kind of a placeholder by its name. It is the same in all sentences.
pub(crate) fn placeholder_kind(name: &str) -> Option<PlaceholderKind> {
    Some(match name {
        "unit" | "other" | "helped" | "victim" => PlaceholderKind::Unit,
        "here" | "there" | "from" | "place" => PlaceholderKind::Place,
        "power" => PlaceholderKind::Power,
        "what" => PlaceholderKind::Kind,
        "own" | "theirs" | "rule" | "year" | "centres" | "units" | "count" => PlaceholderKind::Number,
        "text" | "places" | "sentence" | "turn" | "orders" => PlaceholderKind::Text,
        _ => return None,
    })
}

/// The sentences about rulings: the key, and the facts that the sentence may use.
pub(crate) const SENTENCES: &[(&str, &str)] = &[
    ("move.unopposed", "unit here there"),
    ("move.unopposed_by_convoy", "unit here there"),
    ("move.stronger_than_unit", "unit other here there own theirs"),
    ("move.stronger_than_mover", "unit other here there own theirs"),
    ("move.rotation", "unit other here there"),
    ("move.convoyed_swap", "unit other here there"),
    ("move.other_route", "unit other here there"),
    ("move.unhindered", "unit other here there"),
    ("move.standoff_with_mover", "unit other here there own theirs"),
    ("move.standoff_with_unit", "unit other here there own theirs"),
    ("move.standoff_with_dislodged", "unit other here there own theirs"),
    ("move.convoyed_standoff", "unit other here there own theirs"),
    ("move.blocked", "unit other here there own theirs"),
    ("move.swap", "unit other here there own theirs"),
    ("move.weaker_than_unit", "unit other here there own theirs"),
    ("move.weaker_than_mover", "unit other here there own theirs"),
    ("move.weaker_head_to_head", "unit other here there own theirs"),
    ("move.own_unit", "unit other here there"),
    ("move.own_support", "unit other victim here there own theirs"),
    ("move.convoy_broken", "unit other here there"),
    ("move.no_route", "unit here there"),
    ("move.paradox", "unit here there"),
    ("hold.unopposed", "unit here"),
    ("hold.stronger", "unit other here own theirs"),
    ("hold.standoff", "unit other here own theirs"),
    ("hold.spared_by_standoff", "unit other here own theirs"),
    ("hold.own_unit", "unit other here"),
    ("hold.own_support", "unit other here"),
    ("hold.weaker", "unit other here own theirs"),
    ("hold.no_order", "unit here"),
    ("hold.no_order_dislodged", "unit other here own theirs"),
    ("support.given", "unit helped here there"),
    ("support.given_in_place", "unit helped here there"),
    ("support.not_cut", "unit helped other here there"),
    ("support.convoyed_attack", "unit helped other here there"),
    ("support.own_attack", "unit helped other here there"),
    ("support.mismatch_move", "unit helped here there"),
    ("support.mismatch_hold", "unit helped here there"),
    ("support.cut", "unit helped other here there"),
    ("support.cut_by_other_route", "unit helped other here there"),
    ("support.cut_by_dislodged", "unit helped other here there"),
    ("support.dislodged", "unit helped other here there own theirs"),
    ("convoy.carried", "unit helped here there"),
    ("convoy.not_taken", "unit helped here there"),
    ("convoy.no_route", "unit helped here there"),
    ("convoy.convoy_broken", "unit helped other here there own theirs"),
    ("convoy.chain_broken", "unit helped other here there"),
    ("convoy.route_broken", "unit helped other here there own theirs"),
    ("convoy.paradox", "unit helped here there"),
    ("void.same_place", "unit here"),
    ("void.cannot_reach", "unit here there"),
    ("void.no_shared_coast", "unit here there"),
    ("void.coast_needed", "unit here there"),
    ("void.wrong_coast", "unit here there"),
    ("void.no_sea_route", "unit here there"),
    ("void.nobody_there", "unit here from"),
    ("void.helps_itself", "unit here"),
    ("void.support_out_of_reach", "unit here there"),
    ("void.support_without_shared_coast", "unit here there"),
    ("void.supported_cannot_reach", "unit helped here there"),
    ("void.supported_without_shared_coast", "unit helped here from there"),
    ("void.closed", "unit here there"),
    ("void.not_at_sea", "unit here"),
    ("void.only_armies", "unit helped here"),
    ("void.not_on_route", "unit here from there"),
    ("dislodged.one", "unit other here places own theirs"),
    ("dislodged.several", "unit other here places own theirs"),
    ("dislodged.none", "unit other here own theirs"),
    ("dislodged.in_disorder", "unit other here power own theirs"),
    ("dislodged.unplayed", "unit other here power own theirs"),
    ("retreat.retreated", "unit here there"),
    ("retreat.disbanded", "unit here"),
    ("retreat.clash", "unit other here there"),
    ("retreat.no_order", "unit here"),
    ("retreat.no_retreat", "unit here"),
    ("retreat.not_open", "unit here there"),
    ("retreat.coast_needed", "unit here there"),
    ("adjustment.built", "power what there"),
    ("adjustment.removed", "power unit here"),
    ("adjustment.waived", "power"),
    ("adjustment.civil_disorder", "power unit here"),
    ("adjustment.disorder_removal", "power unit here"),
    ("adjustment.unplayed_removal", "power unit here"),
    ("adjustment.not_a_home", "power what there"),
    ("adjustment.not_owned", "power what there"),
    ("adjustment.occupied", "power what there"),
    ("adjustment.fleet_inland", "power there"),
    ("adjustment.cannot_reach", "power what there"),
    ("adjustment.coast_needed", "power what there"),
    ("adjustment.wrong_coast", "power what there"),
    ("adjustment.too_many_builds", "power"),
    ("adjustment.too_many_removals", "power there"),
    ("adjustment.no_such_unit", "power there"),
    ("adjustment.in_disorder", "power"),
    ("adjustment.unplayed", "power"),
    ("balance.build", "power centres units count"),
    ("balance.remove", "power centres units count"),
    ("balance.even", "power centres units"),
    ("balance.no_room", "power centres units"),
    ("balance.in_disorder", "power centres units"),
    ("balance.unplayed", "power centres units"),
    ("refused.unreadable", "power text"),
    ("refused.no_such_unit", "power text"),
    ("refused.two_orders", "power text"),
    ("refused.in_disorder", "power text"),
    ("refused.unplayed", "power text"),
    ("refused.wrong_phase", "power text"),
    ("refused.closed", "power text"),
];

/// The texts around the sentences: titles, headings, lists.
pub(crate) const OTHER_TEXTS: &[(&str, &str)] = &[
    ("titles.spring", "year"),
    ("titles.fall", "year"),
    ("titles.movement", "turn"),
    ("titles.retreats", "turn"),
    ("titles.adjustments", "turn year"),
    ("titles.sample_game", ""),
    ("headings.orders", ""),
    ("headings.refused", ""),
    ("headings.cut", ""),
    ("headings.convoys", ""),
    ("headings.standoffs", ""),
    ("headings.failures", ""),
    ("headings.successes", ""),
    ("headings.dislodged", ""),
    ("headings.retreats", ""),
    ("headings.balance", ""),
    ("headings.adjustments", ""),
    ("headings.rules", ""),
    ("frames.sentence", "sentence"),
    ("frames.sentence_with_rule", "sentence rule"),
    ("frames.orders_of", "text orders"),
    ("frames.remark", "orders sentence"),
    ("frames.rule", "rule text"),
    ("frames.marked", ""),
    ("frames.coast", "text"),
    ("lists.item", "place"),
    ("lists.or", ""),
    ("lists.comma", ""),
];

/// The keys of all sentences that can explain a reason.
///
/// There is no `_` here: a new reason does not compile until it has a sentence.
pub const fn sentence_keys_of_reason(because: Because) -> &'static [&'static str] {
    match because {
        Because::Unopposed => &["move.unopposed", "move.unopposed_by_convoy", "hold.unopposed"],
        Because::Stronger { .. } => &["move.stronger_than_unit", "move.stronger_than_mover", "hold.stronger"],
        Because::Weaker { .. } => &[
            "move.weaker_than_unit",
            "move.weaker_than_mover",
            "move.weaker_head_to_head",
            "hold.weaker",
            "dislodged.one",
            "dislodged.several",
            "dislodged.none",
            "dislodged.in_disorder",
            "dislodged.unplayed",
        ],
        Because::Standoff { .. } => &["move.standoff_with_mover", "move.standoff_with_unit", "hold.standoff"],
        Because::SparedByStandoff { .. } => &["hold.spared_by_standoff"],
        Because::Blocked { .. } => &["move.blocked"],
        Because::Swap { .. } => &["move.swap"],
        Because::Rotation { .. } => &["move.rotation"],
        Because::StandoffWithDislodged { .. } => &["move.standoff_with_dislodged"],
        Because::Unhindered { .. } => &["move.unhindered"],
        Because::OwnUnit { .. } => &["move.own_unit", "hold.own_unit"],
        Because::OwnSupport { .. } => &["move.own_support", "hold.own_support"],
        Because::Given { .. } => &["support.given"],
        Because::GivenInPlace { .. } => &["support.given_in_place"],
        Because::Mismatch { .. } => &["support.mismatch_move", "support.mismatch_hold"],
        Because::Cut { .. } => &["support.cut"],
        Because::NotCut { .. } => &["support.not_cut"],
        Because::Dislodged { .. } => &["support.dislodged"],
        Because::CutByDislodged { .. } => &["support.cut_by_dislodged"],
        Because::OwnAttack { .. } => &["support.own_attack"],
        Because::Carried { .. } => &["convoy.carried"],
        Because::NotTaken { .. } => &["convoy.not_taken"],
        Because::NoRoute => &["move.no_route", "convoy.no_route"],
        Because::ConvoyBroken { .. } => &["move.convoy_broken", "convoy.convoy_broken"],
        Because::ChainBroken { .. } => &["convoy.chain_broken"],
        Because::RouteBroken { .. } => &["convoy.route_broken"],
        Because::ConvoyedStandoff { .. } => &["move.convoyed_standoff"],
        Because::ConvoyedSwap { .. } => &["move.convoyed_swap"],
        Because::OtherRoute { .. } => &["move.other_route"],
        Because::ConvoyedAttack { .. } => &["support.convoyed_attack"],
        Because::CutByOtherRoute { .. } => &["support.cut_by_other_route"],
        Because::Paradox => &["move.paradox", "convoy.paradox"],
        Because::NoOrder => &["hold.no_order", "hold.no_order_dislodged", "retreat.no_order"],
        Because::Illegal(illegality) => sentence_keys_of_problem(LineProblem::Illegal(illegality)),
        Because::Retreated => &["retreat.retreated"],
        Because::Disbanded => &["retreat.disbanded"],
        Because::Clash { .. } => &["retreat.clash"],
        Because::NoRetreat => &["retreat.no_retreat"],
        Because::Built => &["adjustment.built"],
        Because::Removed => &["adjustment.removed"],
        Because::Waived => &["adjustment.waived"],
        Because::CivilDisorder => {
            &["adjustment.civil_disorder", "adjustment.disorder_removal", "adjustment.unplayed_removal"]
        }
    }
}

/// The first sentence for a reason whose key starts with `kind`, such as `void.`.
pub(crate) fn sentence_among(because: Because, kind: &str) -> Option<&'static str> {
    sentence_keys_of_reason(because).iter().find(|key| key.starts_with(kind)).copied()
}

/// The keys of all sentences that can explain a problem of an order or a line.
pub const fn sentence_keys_of_problem(problem: LineProblem) -> &'static [&'static str] {
    let illegality = match problem {
        LineProblem::Unreadable => return &["refused.unreadable"],
        LineProblem::Illegal(illegality) => illegality,
    };
    match illegality {
        Illegality::SamePlace => &["void.same_place"],
        Illegality::CannotReach => &["void.cannot_reach", "void.no_shared_coast", "adjustment.cannot_reach"],
        Illegality::CoastNeeded => &["void.coast_needed", "retreat.coast_needed", "adjustment.coast_needed"],
        Illegality::WrongCoast => &["void.wrong_coast", "adjustment.wrong_coast"],
        Illegality::NoSeaRoute => &["void.no_sea_route"],
        Illegality::NobodyThere => &["void.nobody_there"],
        Illegality::HelpsItself => &["void.helps_itself"],
        Illegality::SupportOutOfReach => &["void.support_out_of_reach", "void.support_without_shared_coast"],
        Illegality::SupportedCannotReach => {
            &["void.supported_cannot_reach", "void.supported_without_shared_coast"]
        }
        Illegality::Closed => &["void.closed", "refused.closed"],
        Illegality::NotAtSea => &["void.not_at_sea"],
        Illegality::OnlyArmies => &["void.only_armies"],
        Illegality::NotOnRoute => &["void.not_on_route"],
        Illegality::NotOpen => &["retreat.not_open"],
        Illegality::NotAHome => &["adjustment.not_a_home"],
        Illegality::NotOwned => &["adjustment.not_owned"],
        Illegality::Occupied => &["adjustment.occupied"],
        Illegality::FleetInland => &["adjustment.fleet_inland"],
        Illegality::TooMany => &["adjustment.too_many_builds", "adjustment.too_many_removals"],
        Illegality::NoSuchUnit => &["refused.no_such_unit", "adjustment.no_such_unit"],
        Illegality::TwoOrders => &["refused.two_orders"],
        Illegality::InDisorder => {
            &["refused.in_disorder", "refused.unplayed", "adjustment.in_disorder", "adjustment.unplayed"]
        }
        Illegality::WrongPhase => &["refused.wrong_phase"],
    }
}
