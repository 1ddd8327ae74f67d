//! "Which supports are cut?": all orders of a turn, of which some are aimed at supporters.

use rules::{Because, Order, Orders, Passage, Province, Sheet};
use seeded_random::SeededRng;

use super::{Found, Search};
use crate::puzzle::{Grade, Question};

/// A turn needs at least so many supports.
const MIN_SUPPORTS: usize = 2;
/// Supports that are seen at a glance, and those that are not too many.
const EASY_SUPPORTS: usize = 3;
const MEDIUM_SUPPORTS: usize = 5;

pub(super) fn find(search: &mut Search<'_>, chance: &mut SeededRng) -> Option<Found> {
    let Orders::Movement(given) = search.orders else { return None };
    let mut shown = given.clone();
    let attacked = attack_a_supporter(search, &mut shown, chance)?;
    let power = search.position.forces.at(attacked)?.power;
    let supports = supports(search, &shown);
    let cut: Vec<Province> = supports.iter().filter(|(_, is_cut)| *is_cut).map(|(at, _)| *at).collect();
    let supports: Vec<Province> = supports.into_iter().map(|(at, _)| at).collect();
    if supports.len() < MIN_SUPPORTS || cut.is_empty() || cut.len() == supports.len() {
        return None;
    }
    let grade = if supports.len() <= EASY_SUPPORTS {
        Grade::Easy
    } else if supports.len() <= MEDIUM_SUPPORTS {
        Grade::Medium
    } else {
        Grade::Hard
    };
    if grade != search.wanted {
        return None;
    }
    let question = Question::Cut { supports, cut };
    Some(Found { grade, power, position: None, shown: Orders::Movement(shown), question, sheets: 1 })
}

/// Bots seldom attack a supporter on purpose. One unit that does nothing else of use gets an order to do so. Returns
/// the supporter.
fn attack_a_supporter(
    search: &mut Search<'_>,
    shown: &mut Sheet<Order>,
    chance: &mut SeededRng,
) -> Option<Province> {
    let (board, forces) = (search.board, &search.position.forces);
    let mut supporters: Vec<Province> = supports(search, shown).into_iter().map(|(at, _)| at).collect();
    chance.shuffle(&mut supporters);
    for supporter in supporters {
        let owner = forces.at(supporter)?.power;
        let mut attackers: Vec<(Province, Order)> = forces
            .units()
            .iter()
            .filter(|unit| unit.power != owner)
            .filter_map(|unit| {
                let at = board.province_of(unit.location);
                let is_helped = shown
                    .iter()
                    .any(|(_, order)| matches!(order, Order::SupportMove { from, .. } if *from == at));
                let is_helper = matches!(
                    shown.get(at),
                    Some(Order::SupportMove { .. } | Order::SupportHold { .. } | Order::Convoy { .. })
                );
                let near = board.neighbours(unit.kind, unit.location).iter();
                let to = near.copied().find(|to| board.province_of(*to) == supporter)?;
                (!is_helped && !is_helper).then_some((at, Order::Move { to, passage: Passage::Unstated }))
            })
            .collect();
        attackers.sort_by_key(|(at, _)| *at);
        if let Some((at, order)) = chance.pick(&attackers) {
            shown.set(at, order);
            return Some(supporter);
        }
    }
    None
}

/// The supports that match an order, and whether each is cut or lost.
fn supports(search: &mut Search<'_>, shown: &Sheet<Order>) -> Vec<(Province, bool)> {
    let (board, position) = (search.board, search.position);
    let verdict = search.judge.movement(&position.forces, &position.players, shown);
    let units = position.forces.units().iter().zip(verdict.rulings());
    let mut supports: Vec<(Province, bool)> = units
        .filter_map(|(unit, ruling)| {
            let at = board.province_of(unit.location);
            let is_support =
                matches!(shown.get(at), Some(Order::SupportMove { .. } | Order::SupportHold { .. }));
            if !is_support {
                return None;
            }
            is_cut(ruling.because).map(|cut| (at, cut))
        })
        .collect();
    supports.sort_by_key(|(at, _)| *at);
    supports
}

/// Whether the reason says that a support was cut. None if it never was a support.
pub(crate) fn is_cut(because: Because) -> Option<bool> {
    match because {
        Because::Cut { .. }
        | Because::CutByDislodged { .. }
        | Because::CutByOtherRoute { .. }
        | Because::Dislodged { .. } => Some(true),
        Because::Given { .. }
        | Because::GivenInPlace { .. }
        | Because::NotCut { .. }
        | Because::OwnAttack { .. }
        | Because::ConvoyedAttack { .. } => Some(false),
        Because::Unopposed
        | Because::Stronger { .. }
        | Because::Weaker { .. }
        | Because::Standoff { .. }
        | Because::SparedByStandoff { .. }
        | Because::Blocked { .. }
        | Because::Swap { .. }
        | Because::Rotation { .. }
        | Because::StandoffWithDislodged { .. }
        | Because::Unhindered { .. }
        | Because::OwnUnit { .. }
        | Because::OwnSupport { .. }
        | Because::Mismatch { .. }
        | Because::Carried { .. }
        | Because::NotTaken { .. }
        | Because::NoRoute
        | Because::ConvoyBroken { .. }
        | Because::ChainBroken { .. }
        | Because::RouteBroken { .. }
        | Because::ConvoyedStandoff { .. }
        | Because::ConvoyedSwap { .. }
        | Because::OtherRoute { .. }
        | Because::Paradox
        | Because::NoOrder
        | Because::Illegal(_)
        | Because::Retreated
        | Because::Disbanded
        | Because::Clash { .. }
        | Because::NoRetreat
        | Because::Built
        | Because::Removed
        | Because::Waived
        | Because::CivilDisorder => None,
    }
}
