//! Rulings and their reasons, and the 22 rules that the reasons cite.

use crate::{Illegality, Province};

/// The outcome of an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The unit did what it was ordered to do.
    Succeeds,
    /// The unit tried and failed.
    Fails,
    /// The order was illegal, and the unit held (E4).
    Void,
}

crate::keyed!(Outcome { Succeeds = "succeeds", Fails = "fails", Void = "void" });

/// The outcome of one unit's order, and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason.
    pub because: Because,
    /// If the unit was dislodged: where the attacker came from.
    pub dislodged_from: Option<Province>,
}

impl Ruling {
    /// The order succeeds, and nobody opposes it.
    pub(crate) const UNOPPOSED: Self =
        Self { outcome: Outcome::Succeeds, because: Because::Unopposed, dislodged_from: None };
}

/// The reason that decided. The province is the one that caused it: where the other unit was when the turn
/// began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Because {
    // Moves and holds.
    /// Nobody was in the way of the move, or nobody attacked the unit that holds.
    Unopposed,
    /// Stronger than everybody in the way, or than every attacker.
    Stronger {
        /// The strongest of those.
        than: Province,
    },
    /// Somebody in the way, or the attacker, was stronger.
    Weaker {
        /// The stronger unit.
        than: Province,
    },
    /// Equal strength (rule 3).
    Standoff {
        /// The unit of equal strength.
        with: Province,
    },
    /// The strongest attackers were equal, so the unit stays (rule 4).
    SparedByStandoff {
        /// One of these attackers.
        of: Province,
    },
    /// A move without support, to a unit that stays and has no support (rule 5).
    Blocked {
        /// The destination.
        at: Province,
    },
    /// Head to head, with equal strength (rule 6).
    Swap {
        /// The opponent.
        with: Province,
    },
    /// Part of a ring of three or more units that move together (rule 7).
    Rotation {
        /// The destination.
        to: Province,
    },
    /// A standoff with a mover that was itself dislodged (rule 10).
    StandoffWithDislodged {
        /// The dislodged mover.
        with: Province,
    },
    /// A mover of equal or greater strength had no effect, because a unit from this destination dislodged it
    /// (rule 11).
    Unhindered {
        /// The mover without effect.
        by: Province,
    },
    /// Strong enough, but the attack would dislodge a unit of its own power (rule 12).
    OwnUnit {
        /// The destination of the move; for a unit that holds, the attacker.
        at: Province,
    },
    /// Strong enough only with support from the power that would be dislodged (rule 12).
    OwnSupport {
        /// The supporter.
        from: Province,
    },
    // Supports.
    /// The support of a move is given.
    Given {
        /// The supported unit.
        to: Province,
    },
    /// The support of a unit that stays is given (rule 8).
    GivenInPlace {
        /// The supported unit.
        to: Province,
    },
    /// The supported unit has another order (rule 9).
    Mismatch {
        /// The supported unit.
        of: Province,
    },
    /// An attack cut the support (rule 13).
    Cut {
        /// The attacker.
        from: Province,
    },
    /// The attack came from where the support is given, so it did not cut (rule 13).
    NotCut {
        /// The attacker.
        from: Province,
    },
    /// The supporter was dislodged from where the support is given (rule 14).
    Dislodged {
        /// The attacker.
        from: Province,
    },
    /// An attacker that was itself dislodged cut the support (rule 15).
    CutByDislodged {
        /// The attacker.
        from: Province,
    },
    /// The attack came from a unit of the same power, so it did not cut (rule 16).
    OwnAttack {
        /// The attacker.
        from: Province,
    },
    // Convoys.
    /// The fleet convoyed the army.
    Carried {
        /// The army.
        army: Province,
    },
    /// The army had another destination or went by land.
    NotTaken {
        /// The army.
        army: Province,
    },
    /// No complete convoy route was ordered.
    NoRoute,
    /// A fleet of the convoy was dislodged, and no route was left (rule 17).
    ConvoyBroken {
        /// For the army, the dislodged fleet; for that fleet, its attacker.
        at: Province,
    },
    /// The fleet did its part, but another fleet of the convoy was dislodged, and no route was left (rule
    /// 17).
    ChainBroken {
        /// The dislodged fleet.
        at: Province,
    },
    /// The fleet was dislodged, but another route was open for the army (rule 20).
    RouteBroken {
        /// The attacker.
        at: Province,
    },
    /// The convoyed army met equal strength (rule 18).
    ConvoyedStandoff {
        /// The unit of equal strength.
        with: Province,
    },
    /// Two units changed places, at least one of them by convoy (rule 19).
    ConvoyedSwap {
        /// The other unit.
        with: Province,
    },
    /// A fleet of the convoy was dislodged, but another route was open (rule 20).
    OtherRoute {
        /// The dislodged fleet.
        than: Province,
    },
    /// The convoyed army did not cut this support, which is against a fleet that convoys it (rule 21).
    ConvoyedAttack {
        /// The convoyed army.
        from: Province,
    },
    /// The convoyed army cut this support after all, because another route was open (rule 22).
    CutByOtherRoute {
        /// The convoyed army.
        from: Province,
    },
    /// The convoy had no effect because of a paradox.
    Paradox,
    // Orders that were not given or not legal.
    /// The unit had no order.
    NoOrder,
    /// The order was illegal.
    Illegal(Illegality),
    // Retreats (G).
    /// The unit retreated.
    Retreated,
    /// The unit disbanded, as ordered.
    Disbanded,
    /// Another unit tried to retreat to the same province, so both disband.
    Clash {
        /// The province that the other unit was dislodged from.
        with: Province,
    },
    /// The unit had no open retreat.
    NoRetreat,
    // Adjustments (H, I2).
    /// The unit was built.
    Built,
    /// The unit was removed, as ordered.
    Removed,
    /// The build was given up.
    Waived,
    /// The unit was removed without an order: a forced removal (I2).
    CivilDisorder,
}

/// The 22 rules of the rulebooks. [`number`](Self::number) is the number of the rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// All units have equal strength.
    EqualUnits = 1,
    /// A province holds at most one unit.
    OneUnitPerProvince,
    /// Equal forces that want the same province stand off.
    EqualForcesStandOff,
    /// A standoff does not dislodge the unit in the province.
    StandoffSparesTheUnitInside,
    /// A unit that stays blocks an equal unit that wants to enter.
    UnitThatStaysBlocks,
    /// Two units cannot change places without a convoy.
    NoSwap,
    /// Three or more units can move round in a ring.
    RingsMove,
    /// A unit that stays can be supported.
    SupportInPlace,
    /// A support counts only if it matches the order of the supported unit.
    SupportMustMatch,
    /// A dislodged unit can still cause a standoff in another province than its attacker's.
    DislodgedStillStandsOffElsewhere,
    /// A dislodged unit has no effect on the province that its attacker came from.
    DislodgedHasNoEffectOnAttackersProvince,
    /// A power can neither dislodge its own unit nor help to do so.
    NoDislodgingOwnUnits,
    /// An attack cuts support, except from the province that the support is given into.
    AttackCutsSupport,
    /// A supporter that is dislodged gives no support.
    DislodgementCutsSupport,
    /// A dislodged unit can still cut support in another province than its attacker's.
    DislodgedStillCutsElsewhere,
    /// An attack by a power on its own unit does not cut support.
    NoCuttingOwnSupport,
    /// A convoy is broken if one of its fleets is dislodged.
    DislodgedFleetBreaksConvoy,
    /// A convoyed army that meets a standoff stays where it started.
    ConvoyedStandoffStaysAtStart,
    /// Two units can change places if one of them is convoyed.
    SwapByConvoy,
    /// A convoy with several routes arrives if one of them is open.
    OneOpenRouteSuffices,
    /// A convoyed attack does not cut support against a fleet that it needs.
    ConvoyedAttackDoesNotCutSupportAgainstItsFleet,
    /// A convoyed attack with another open route does cut that support.
    ConvoyedAttackByOtherRouteCutsSupport,
}

impl Rule {
    /// All rules, by number.
    pub const ALL: [Self; 22] = [
        Self::EqualUnits,
        Self::OneUnitPerProvince,
        Self::EqualForcesStandOff,
        Self::StandoffSparesTheUnitInside,
        Self::UnitThatStaysBlocks,
        Self::NoSwap,
        Self::RingsMove,
        Self::SupportInPlace,
        Self::SupportMustMatch,
        Self::DislodgedStillStandsOffElsewhere,
        Self::DislodgedHasNoEffectOnAttackersProvince,
        Self::NoDislodgingOwnUnits,
        Self::AttackCutsSupport,
        Self::DislodgementCutsSupport,
        Self::DislodgedStillCutsElsewhere,
        Self::NoCuttingOwnSupport,
        Self::DislodgedFleetBreaksConvoy,
        Self::ConvoyedStandoffStaysAtStart,
        Self::SwapByConvoy,
        Self::OneOpenRouteSuffices,
        Self::ConvoyedAttackDoesNotCutSupportAgainstItsFleet,
        Self::ConvoyedAttackByOtherRouteCutsSupport,
    ];

    /// The number of the rule, 1 to 22.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl Because {
    /// The rule that decided, if it is one of the 22.
    pub const fn rule(self) -> Option<Rule> {
        Some(match self {
            Self::Standoff { .. } => Rule::EqualForcesStandOff,
            Self::SparedByStandoff { .. } => Rule::StandoffSparesTheUnitInside,
            Self::Blocked { .. } => Rule::UnitThatStaysBlocks,
            Self::Swap { .. } => Rule::NoSwap,
            Self::Rotation { .. } => Rule::RingsMove,
            Self::GivenInPlace { .. } => Rule::SupportInPlace,
            Self::Mismatch { .. } => Rule::SupportMustMatch,
            Self::StandoffWithDislodged { .. } => Rule::DislodgedStillStandsOffElsewhere,
            Self::Unhindered { .. } => Rule::DislodgedHasNoEffectOnAttackersProvince,
            Self::OwnUnit { .. } | Self::OwnSupport { .. } => Rule::NoDislodgingOwnUnits,
            Self::Cut { .. } | Self::NotCut { .. } => Rule::AttackCutsSupport,
            Self::Dislodged { .. } => Rule::DislodgementCutsSupport,
            Self::CutByDislodged { .. } => Rule::DislodgedStillCutsElsewhere,
            Self::OwnAttack { .. } => Rule::NoCuttingOwnSupport,
            Self::ConvoyBroken { .. } | Self::ChainBroken { .. } => Rule::DislodgedFleetBreaksConvoy,
            Self::ConvoyedStandoff { .. } => Rule::ConvoyedStandoffStaysAtStart,
            Self::ConvoyedSwap { .. } => Rule::SwapByConvoy,
            Self::OtherRoute { .. } | Self::RouteBroken { .. } => Rule::OneOpenRouteSuffices,
            Self::ConvoyedAttack { .. } => Rule::ConvoyedAttackDoesNotCutSupportAgainstItsFleet,
            Self::CutByOtherRoute { .. } => Rule::ConvoyedAttackByOtherRouteCutsSupport,
            Self::Unopposed
            | Self::Stronger { .. }
            | Self::Weaker { .. }
            | Self::Given { .. }
            | Self::Carried { .. }
            | Self::NotTaken { .. }
            | Self::NoRoute
            | Self::Paradox
            | Self::NoOrder
            | Self::Illegal(_)
            | Self::Retreated
            | Self::Disbanded
            | Self::Clash { .. }
            | Self::NoRetreat
            | Self::Built
            | Self::Removed
            | Self::Waived
            | Self::CivilDisorder => return None,
        })
    }

    /// The province that caused the ruling.
    pub const fn province(self) -> Option<Province> {
        match self {
            Self::Stronger { than: p }
            | Self::Weaker { than: p }
            | Self::Standoff { with: p }
            | Self::SparedByStandoff { of: p }
            | Self::Blocked { at: p }
            | Self::Swap { with: p }
            | Self::Rotation { to: p }
            | Self::StandoffWithDislodged { with: p }
            | Self::Unhindered { by: p }
            | Self::OwnUnit { at: p }
            | Self::OwnSupport { from: p }
            | Self::Given { to: p }
            | Self::GivenInPlace { to: p }
            | Self::Mismatch { of: p }
            | Self::Cut { from: p }
            | Self::NotCut { from: p }
            | Self::Dislodged { from: p }
            | Self::CutByDislodged { from: p }
            | Self::OwnAttack { from: p }
            | Self::Carried { army: p }
            | Self::NotTaken { army: p }
            | Self::ConvoyBroken { at: p }
            | Self::ChainBroken { at: p }
            | Self::RouteBroken { at: p }
            | Self::ConvoyedStandoff { with: p }
            | Self::ConvoyedSwap { with: p }
            | Self::OtherRoute { than: p }
            | Self::ConvoyedAttack { from: p }
            | Self::CutByOtherRoute { from: p }
            | Self::Clash { with: p } => Some(p),
            Self::Unopposed
            | Self::NoRoute
            | Self::Paradox
            | Self::NoOrder
            | Self::Illegal(_)
            | Self::Retreated
            | Self::Disbanded
            | Self::NoRetreat
            | Self::Built
            | Self::Removed
            | Self::Waived
            | Self::CivilDisorder => None,
        }
    }

    /// The key used in stored and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unopposed => "unopposed",
            Self::Stronger { .. } => "stronger",
            Self::Weaker { .. } => "weaker",
            Self::Standoff { .. } => "standoff",
            Self::SparedByStandoff { .. } => "spared_by_standoff",
            Self::Blocked { .. } => "blocked",
            Self::Swap { .. } => "swap",
            Self::Rotation { .. } => "rotation",
            Self::StandoffWithDislodged { .. } => "standoff_with_dislodged",
            Self::Unhindered { .. } => "unhindered",
            Self::OwnUnit { .. } => "own_unit",
            Self::OwnSupport { .. } => "own_support",
            Self::Given { .. } => "given",
            Self::GivenInPlace { .. } => "given_in_place",
            Self::Mismatch { .. } => "mismatch",
            Self::Cut { .. } => "cut",
            Self::NotCut { .. } => "not_cut",
            Self::Dislodged { .. } => "dislodged",
            Self::CutByDislodged { .. } => "cut_by_dislodged",
            Self::OwnAttack { .. } => "own_attack",
            Self::Carried { .. } => "carried",
            Self::NotTaken { .. } => "not_taken",
            Self::NoRoute => "no_route",
            Self::ConvoyBroken { .. } => "convoy_broken",
            Self::ChainBroken { .. } => "chain_broken",
            Self::RouteBroken { .. } => "route_broken",
            Self::ConvoyedStandoff { .. } => "convoyed_standoff",
            Self::ConvoyedSwap { .. } => "convoyed_swap",
            Self::OtherRoute { .. } => "other_route",
            Self::ConvoyedAttack { .. } => "convoyed_attack",
            Self::CutByOtherRoute { .. } => "cut_by_other_route",
            Self::Paradox => "paradox",
            Self::NoOrder => "no_order",
            Self::Illegal(illegality) => illegality.key(),
            Self::Retreated => "retreated",
            Self::Disbanded => "disbanded",
            Self::Clash { .. } => "clash",
            Self::NoRetreat => "no_retreat",
            Self::Built => "built",
            Self::Removed => "removed",
            Self::Waived => "waived",
            Self::CivilDisorder => "civil_disorder",
        }
    }

    /// The reason with this key and this province. None if there is no such reason.
    pub fn from_key(key: &str, province: Option<Province>) -> Option<Self> {
        Some(match (key, province) {
            ("unopposed", None) => Self::Unopposed,
            ("stronger", Some(than)) => Self::Stronger { than },
            ("weaker", Some(than)) => Self::Weaker { than },
            ("standoff", Some(with)) => Self::Standoff { with },
            ("spared_by_standoff", Some(of)) => Self::SparedByStandoff { of },
            ("blocked", Some(at)) => Self::Blocked { at },
            ("swap", Some(with)) => Self::Swap { with },
            ("rotation", Some(to)) => Self::Rotation { to },
            ("standoff_with_dislodged", Some(with)) => Self::StandoffWithDislodged { with },
            ("unhindered", Some(by)) => Self::Unhindered { by },
            ("own_unit", Some(at)) => Self::OwnUnit { at },
            ("own_support", Some(from)) => Self::OwnSupport { from },
            ("given", Some(to)) => Self::Given { to },
            ("given_in_place", Some(to)) => Self::GivenInPlace { to },
            ("mismatch", Some(of)) => Self::Mismatch { of },
            ("cut", Some(from)) => Self::Cut { from },
            ("not_cut", Some(from)) => Self::NotCut { from },
            ("dislodged", Some(from)) => Self::Dislodged { from },
            ("cut_by_dislodged", Some(from)) => Self::CutByDislodged { from },
            ("own_attack", Some(from)) => Self::OwnAttack { from },
            ("carried", Some(army)) => Self::Carried { army },
            ("not_taken", Some(army)) => Self::NotTaken { army },
            ("no_route", None) => Self::NoRoute,
            ("convoy_broken", Some(at)) => Self::ConvoyBroken { at },
            ("chain_broken", Some(at)) => Self::ChainBroken { at },
            ("route_broken", Some(at)) => Self::RouteBroken { at },
            ("convoyed_standoff", Some(with)) => Self::ConvoyedStandoff { with },
            ("convoyed_swap", Some(with)) => Self::ConvoyedSwap { with },
            ("other_route", Some(than)) => Self::OtherRoute { than },
            ("convoyed_attack", Some(from)) => Self::ConvoyedAttack { from },
            ("cut_by_other_route", Some(from)) => Self::CutByOtherRoute { from },
            ("paradox", None) => Self::Paradox,
            ("no_order", None) => Self::NoOrder,
            ("retreated", None) => Self::Retreated,
            ("disbanded", None) => Self::Disbanded,
            ("clash", Some(with)) => Self::Clash { with },
            ("no_retreat", None) => Self::NoRetreat,
            ("built", None) => Self::Built,
            ("removed", None) => Self::Removed,
            ("waived", None) => Self::Waived,
            ("civil_disorder", None) => Self::CivilDisorder,
            (key, None) => Self::Illegal(Illegality::from_key(key)?),
            (_, Some(_)) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_reason_has_its_own_key_and_is_read_back_from_it() {
        let p = Province::new(7);
        let reasons = [
            Because::Unopposed,
            Because::Stronger { than: p },
            Because::Weaker { than: p },
            Because::Standoff { with: p },
            Because::SparedByStandoff { of: p },
            Because::Blocked { at: p },
            Because::Swap { with: p },
            Because::Rotation { to: p },
            Because::StandoffWithDislodged { with: p },
            Because::Unhindered { by: p },
            Because::OwnUnit { at: p },
            Because::OwnSupport { from: p },
            Because::Given { to: p },
            Because::GivenInPlace { to: p },
            Because::Mismatch { of: p },
            Because::Cut { from: p },
            Because::NotCut { from: p },
            Because::Dislodged { from: p },
            Because::CutByDislodged { from: p },
            Because::OwnAttack { from: p },
            Because::Carried { army: p },
            Because::NotTaken { army: p },
            Because::NoRoute,
            Because::ConvoyBroken { at: p },
            Because::ChainBroken { at: p },
            Because::RouteBroken { at: p },
            Because::ConvoyedStandoff { with: p },
            Because::ConvoyedSwap { with: p },
            Because::OtherRoute { than: p },
            Because::ConvoyedAttack { from: p },
            Because::CutByOtherRoute { from: p },
            Because::Paradox,
            Because::NoOrder,
            Because::Retreated,
            Because::Disbanded,
            Because::Clash { with: p },
            Because::NoRetreat,
            Because::Built,
            Because::Removed,
            Because::Waived,
            Because::CivilDisorder,
        ];
        let illegal = Illegality::ALL.map(Because::Illegal);
        let mut keys = HashSet::new();
        for because in reasons.into_iter().chain(illegal) {
            assert_eq!(Because::from_key(because.key(), because.province()), Some(because));
            assert!(keys.insert(because.key()), "{because:?}");
        }
        assert_eq!(Because::from_key("cut", None), None);
        assert_eq!(Because::from_key("paradox", Some(p)), None);
        assert_eq!(Because::from_key("whim", None), None);
    }
}
