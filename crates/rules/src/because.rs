//! Rulings and their reasons.

use crate::{Illegality, Province};

/// What became of an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    Succeeds,
    Fails,
    /// It could not be followed; the unit held (E4).
    Void,
}

crate::keyed!(Outcome { Succeeds = "succeeds", Fails = "fails", Void = "void" });

/// What became of one unit's order, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    pub outcome: Outcome,
    pub because: Because,
    /// If the unit was dislodged: where the attacker came from.
    pub dislodged_from: Option<Province>,
}

/// The reason that decided. The province is the one that caused it: where the other unit of the
/// story stood when the turn began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Because {
    // Moves and holds.
    Unopposed,
    Stronger { than: Province },
    Weaker { than: Province },
    Standoff { with: Province },
    SparedByStandoff { of: Province },
    Blocked { at: Province },
    Swap { with: Province },
    Rotation { to: Province },
    StandoffWithDislodged { with: Province },
    Unhindered { by: Province },
    OwnUnit { at: Province },
    OwnSupport { from: Province },
    // Supports.
    Given { to: Province },
    GivenInPlace { to: Province },
    Mismatch { of: Province },
    Cut { from: Province },
    NotCut { from: Province },
    Dislodged { from: Province },
    CutByDislodged { from: Province },
    OwnAttack { from: Province },
    // Convoys.
    Carried { army: Province },
    NotTaken { army: Province },
    NoRoute,
    ConvoyBroken { at: Province },
    ConvoyedStandoff { with: Province },
    ConvoyedSwap { with: Province },
    OtherRoute { than: Province },
    ConvoyedAttack { from: Province },
    CutByOtherRoute { from: Province },
    Paradox,
    // Orders that were not given or could not be followed.
    NoOrder,
    Illegal(Illegality),
    // Retreats (G).
    Retreated,
    Disbanded,
    Clash { with: Province },
    NoRetreat,
    // Adjustments (H, I2).
    Built,
    Removed,
    Waived,
    CivilDisorder,
}

/// The 22 rules of the rulebooks, by what they say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    EqualUnits = 1,
    OneUnitAProvince,
    EqualForcesStandOff,
    StandoffSparesTheUnitInside,
    UnitThatStaysBlocks,
    NoSwap,
    RingsMove,
    SupportInPlace,
    SupportMustMatch,
    DislodgedStillStandsOffElsewhere,
    DislodgedHasNoEffectOnAttackersProvince,
    NoDislodgingOwnUnits,
    AttackCutsSupport,
    DislodgementCutsSupport,
    DislodgedStillCutsElsewhere,
    NoCuttingOwnSupport,
    DislodgedFleetBreaksConvoy,
    ConvoyedStandoffStaysAtStart,
    SwapByConvoy,
    OneOpenRouteSuffices,
    ConvoyedAttackSparesAttackOnItsFleet,
    OtherRouteCutsAfterAll,
}

impl Rule {
    /// In the order of the rulebooks.
    pub const ALL: [Self; 22] = [
        Self::EqualUnits,
        Self::OneUnitAProvince,
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
        Self::ConvoyedAttackSparesAttackOnItsFleet,
        Self::OtherRouteCutsAfterAll,
    ];

    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl Because {
    /// The rule that decided, if one of the 22 did.
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
            Self::ConvoyBroken { .. } => Rule::DislodgedFleetBreaksConvoy,
            Self::ConvoyedStandoff { .. } => Rule::ConvoyedStandoffStaysAtStart,
            Self::ConvoyedSwap { .. } => Rule::SwapByConvoy,
            Self::OtherRoute { .. } => Rule::OneOpenRouteSuffices,
            Self::ConvoyedAttack { .. } => Rule::ConvoyedAttackSparesAttackOnItsFleet,
            Self::CutByOtherRoute { .. } => Rule::OtherRouteCutsAfterAll,
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

    /// The province that caused it.
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

    /// The reason that has this key and was caused by this province; None if there is none such.
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
    fn every_reason_has_a_key_of_its_own_and_comes_back_from_it() {
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
