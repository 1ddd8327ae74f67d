//! Chooses the sentence and its facts for each ruling of a movement phase.

use rules::{Because, Illegality, Location, Order, Province, Ruling, Terrain, Unit, UnitKind};

use super::Movement;
use super::sentence_formatter::{Fact, Facts};
use super::sentence_keys::sentence_among;
use super::strength::Strengths;

/// Chooses sentences for the rulings of one movement phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SentenceChooser<'a> {
    pub(crate) strengths: Strengths<'a>,
}

/// A chosen sentence: its key and its facts.
pub(crate) type ChosenSentence = (&'static str, Facts);

impl<'a> SentenceChooser<'a> {
    pub(crate) const fn new(board: &'a rules::Board, turn: Movement<'a>) -> Self {
        Self { strengths: Strengths { board, movement: turn } }
    }

    const fn board(&self) -> &'a rules::Board {
        self.strengths.board
    }

    const fn movement(&self) -> Movement<'a> {
        self.strengths.movement
    }

    fn at(&self, province: Option<Province>) -> Option<Unit> {
        self.movement().forces.at(province?).copied()
    }

    /// The sentence for one unit's order. None only for reasons of other phases.
    pub(crate) fn choose(&self, slot: usize) -> Option<ChosenSentence> {
        let unit = *self.movement().forces.units().get(slot)?;
        let ruling = self.movement().rulings.get(slot)?;
        let here = self.board().province_of(unit.location);
        let order = self.movement().orders.get(here).copied().unwrap_or(Order::Hold);
        // For a unit without an order, the other unit is the one that dislodged it.
        let other = self.at(ruling.because.province().or(ruling.dislodged_from));
        let goal = self.goal(&unit, order);
        let (key, comparison) = self.key_and_comparison(&unit, ruling, order, goal, other)?;
        // A fleet may reach from one coast what it cannot from another (B4).
        let here = if key == "void.cannot_reach" { unit.location } else { self.board().coastless(here) };
        let mut facts = Facts::of("unit", Fact::Unit(unit)).place("here", here);
        if let Some(there) = goal {
            facts = facts.place("there", there);
        }
        if let Some(from) = helped(order) {
            facts = facts.place("from", self.board().coastless(from));
        }
        if let Some(helped) = self.at(helped(order)) {
            facts = facts.unit("helped", helped);
        }
        if let Some(other) = other {
            facts = facts.unit("other", other);
        }
        let victim = self.at(goal.map(|there| self.board().province_of(there)));
        if let Some(victim) = victim {
            facts = facts.unit("victim", victim);
        }
        if let Some(strengths) = self.compared_strengths(comparison, &unit, other, victim) {
            facts = facts.strengths(strengths);
        }
        Some((key, facts))
    }

    /// The key of the sentence, and which strengths it compares.
    fn key_and_comparison(
        &self,
        unit: &Unit,
        ruling: &Ruling,
        order: Order,
        goal: Option<Location>,
        other: Option<Unit>,
    ) -> Option<(&'static str, StrengthComparison)> {
        use StrengthComparison::{
            DefenceAndAttack, DislodgedAndAttack, MoveAndDefence, MoveAndDislodged,
            MoveWithoutVictimsSupport, NotCompared, TwoMoves,
        };
        let is_move = matches!(order, Order::Move { .. });
        let is_convoy = matches!(order, Order::Convoy { .. });
        // The other unit was at the destination, or it also moves there.
        let there = goal.map(|there| self.board().province_of(there));
        let stands_there = ruling.because.province() == there;
        let head_on = other.is_some_and(|other| self.is_head_to_head(unit, &other));
        Some(match ruling.because {
            Because::Unopposed if is_move && self.is_carried(unit) => {
                ("move.unopposed_by_convoy", NotCompared)
            }
            Because::Unopposed if is_move => ("move.unopposed", NotCompared),
            Because::Unopposed => ("hold.unopposed", NotCompared),
            Because::Stronger { .. } if is_move && stands_there => {
                ("move.stronger_than_unit", MoveAndDislodged)
            }
            Because::Stronger { .. } if is_move => ("move.stronger_than_mover", TwoMoves),
            Because::Stronger { .. } => ("hold.stronger", DefenceAndAttack),
            Because::Weaker { .. } if is_move && head_on => ("move.weaker_head_to_head", TwoMoves),
            Because::Weaker { .. } if is_move && stands_there => ("move.weaker_than_unit", MoveAndDefence),
            Because::Weaker { .. } if is_move => ("move.weaker_than_mover", TwoMoves),
            Because::Weaker { .. } => ("hold.weaker", DislodgedAndAttack),
            Because::Standoff { .. } if is_move && stands_there => {
                ("move.standoff_with_unit", MoveAndDefence)
            }
            Because::Standoff { .. } if is_move => ("move.standoff_with_mover", TwoMoves),
            Because::Standoff { .. } => ("hold.standoff", DefenceAndAttack),
            Because::SparedByStandoff { .. } => ("hold.spared_by_standoff", DefenceAndAttack),
            Because::Blocked { .. } => ("move.blocked", MoveAndDefence),
            Because::Swap { .. } => ("move.swap", TwoMoves),
            Because::Rotation { .. } => ("move.rotation", NotCompared),
            Because::StandoffWithDislodged { .. } => ("move.standoff_with_dislodged", TwoMoves),
            Because::Unhindered { .. } => ("move.unhindered", NotCompared),
            Because::OwnUnit { .. } if is_move => ("move.own_unit", NotCompared),
            Because::OwnUnit { .. } => ("hold.own_unit", NotCompared),
            Because::OwnSupport { .. } if is_move => ("move.own_support", MoveWithoutVictimsSupport),
            Because::OwnSupport { .. } => ("hold.own_support", NotCompared),
            Because::Given { .. } => ("support.given", NotCompared),
            Because::GivenInPlace { .. } => ("support.given_in_place", NotCompared),
            Because::Mismatch { .. } if matches!(order, Order::SupportHold { .. }) => {
                ("support.mismatch_hold", NotCompared)
            }
            Because::Mismatch { .. } => ("support.mismatch_move", NotCompared),
            Because::Cut { .. } => ("support.cut", NotCompared),
            Because::NotCut { .. } => ("support.not_cut", NotCompared),
            Because::Dislodged { .. } => ("support.dislodged", DislodgedAndAttack),
            Because::CutByDislodged { .. } => ("support.cut_by_dislodged", NotCompared),
            Because::OwnAttack { .. } => ("support.own_attack", NotCompared),
            Because::Carried { .. } => ("convoy.carried", NotCompared),
            Because::NotTaken { .. } => ("convoy.not_taken", NotCompared),
            Because::NoRoute if is_convoy => ("convoy.no_route", NotCompared),
            Because::NoRoute => ("move.no_route", NotCompared),
            Because::ConvoyBroken { .. } if is_convoy => ("convoy.convoy_broken", DislodgedAndAttack),
            Because::ConvoyBroken { .. } => ("move.convoy_broken", NotCompared),
            Because::ChainBroken { .. } => ("convoy.chain_broken", NotCompared),
            Because::RouteBroken { .. } => ("convoy.route_broken", DislodgedAndAttack),
            Because::ConvoyedStandoff { .. } if stands_there => ("move.convoyed_standoff", MoveAndDefence),
            Because::ConvoyedStandoff { .. } => ("move.convoyed_standoff", TwoMoves),
            Because::ConvoyedSwap { .. } => ("move.convoyed_swap", NotCompared),
            Because::OtherRoute { .. } => ("move.other_route", NotCompared),
            Because::ConvoyedAttack { .. } => ("support.convoyed_attack", NotCompared),
            Because::CutByOtherRoute { .. } => ("support.cut_by_other_route", NotCompared),
            Because::Paradox if is_convoy => ("convoy.paradox", NotCompared),
            Because::Paradox => ("move.paradox", NotCompared),
            Because::NoOrder if ruling.dislodged_from.is_some() => {
                ("hold.no_order_dislodged", DislodgedAndAttack)
            }
            Because::NoOrder => ("hold.no_order", NotCompared),
            Because::Illegal(illegality) => {
                let illegality = self.illegality(order, illegality);
                let key = match self.no_shared_coast(unit, order, illegality) {
                    Some(key) => key,
                    None => sentence_among(Because::Illegal(illegality), "void.")?,
                };
                (key, NotCompared)
            }
            Because::Retreated
            | Because::Disbanded
            | Because::Clash { .. }
            | Because::NoRetreat
            | Because::Built
            | Because::Removed
            | Because::Waived
            | Because::CivilDisorder => return None,
        })
    }

    /// Why an order is illegal. Old versions had no separate reason for closed land (K5): the reason that
    /// they stored is only true for the open board.
    fn illegality(&self, order: Order, ruled: Illegality) -> Illegality {
        let board = self.board();
        let goal_is_closed = order.target_province(board).is_some_and(|goal| board.is_closed(goal));
        let no_way = matches!(
            ruled,
            Illegality::CannotReach
                | Illegality::NoSeaRoute
                | Illegality::SupportOutOfReach
                | Illegality::NotOnRoute
        );
        if goal_is_closed && no_way { Illegality::Closed } else { ruled }
    }

    /// The sentence for an order that is illegal because a fleet would cross from one coastal province to
    /// another: they share a border, but no coast line (B3).
    fn no_shared_coast(&self, unit: &Unit, order: Order, illegality: Illegality) -> Option<&'static str> {
        let there = order.target_province(self.board())?;
        let (fleet, key) = if illegality == Illegality::CannotReach {
            (*unit, "void.no_shared_coast")
        } else if illegality == Illegality::SupportOutOfReach {
            (*unit, "void.support_without_shared_coast")
        } else if illegality == Illegality::SupportedCannotReach {
            (self.at(helped(order))?, "void.supported_without_shared_coast")
        } else {
            return None;
        };
        self.shares_only_a_land_border(&fleet, there).then_some(key)
    }

    /// Whether an army could go to that coastal province, and no fleet, from whatever coast.
    fn shares_only_a_land_border(&self, fleet: &Unit, there: Province) -> bool {
        let board = self.board();
        let here = board.province_of(fleet.location);
        fleet.kind == UnitKind::Fleet
            && board.terrain(there) == Terrain::Coastal
            && board.can_reach(UnitKind::Army, board.coastless(here), there)
            && !board
                .locations_for(UnitKind::Fleet, here)
                .iter()
                .any(|from| board.can_reach(UnitKind::Fleet, *from, there))
    }

    /// The two strengths that were compared: the unit's own first.
    fn compared_strengths(
        &self,
        measure: StrengthComparison,
        unit: &Unit,
        other: Option<Unit>,
        victim: Option<Unit>,
    ) -> Option<(usize, usize)> {
        let strengths = &self.strengths;
        let other = other?;
        Some(match measure {
            StrengthComparison::NotCompared => return None,
            StrengthComparison::TwoMoves => (strengths.of(unit), strengths.of(&other)),
            StrengthComparison::MoveAndDefence => (strengths.of(unit), strengths.defence(&other)),
            StrengthComparison::MoveAndDislodged => {
                let (theirs, own) = self.defence_and_attack(&other, unit);
                (own, theirs)
            }
            StrengthComparison::DefenceAndAttack => (strengths.defence(unit), strengths.of(&other)),
            StrengthComparison::DislodgedAndAttack => self.defence_and_attack(unit, &other),
            StrengthComparison::MoveWithoutVictimsSupport => {
                let victim = victim?;
                let (held, own) = self.defence_and_attack(&victim, unit);
                (own, held.max(self.strongest_rival(unit, &victim)))
            }
        })
    }

    /// The strength of the strongest other unit that moves to the same place; 0 if there is none.
    fn strongest_rival(&self, unit: &Unit, victim: &Unit) -> usize {
        let turn = self.movement();
        let there = self.board().province_of(victim.location);
        let rivals = turn.forces.units().iter().filter(|rival| {
            rival.location != unit.location
                && turn.destination(self.board(), rival) == Some(there)
                && !self.convoy_failed(rival)
        });
        rivals.map(|rival| self.strengths.of(rival)).max().unwrap_or(0)
    }

    /// The place that an order aims at. For a unit that arrived, with its coast.
    fn goal(&self, unit: &Unit, order: Order) -> Option<Location> {
        match order {
            Order::Hold => None,
            Order::Move { to, .. } => Some(self.arrival(unit, to)),
            Order::SupportHold { of } => Some(self.board().coastless(of)),
            Order::SupportMove { to, .. } => Some(to),
            Order::Convoy { to, .. } => Some(self.board().coastless(to)),
        }
    }

    /// The defence of a unit that stays, and the strength of the attack on it.
    pub(crate) fn defence_and_attack(&self, unit: &Unit, attacker: &Unit) -> (usize, usize) {
        // In a head-to-head battle, two moves are compared.
        let own = if self.is_head_to_head(unit, attacker) {
            self.strengths.of(unit)
        } else {
            self.strengths.defence(unit)
        };
        (own, self.strengths.against(attacker, unit))
    }

    /// The sentence for a dislodged unit: which unit dislodged it, and where it may retreat (G1).
    pub(crate) fn choose_dislodged(
        &self,
        unit: &Unit,
        from: Province,
        open: &[Location],
        places: String,
    ) -> Option<ChosenSentence> {
        let players = self.movement().players;
        let attacker = self.at(Some(from))?;
        let here = self.board().province_of(unit.location);
        let facts = Facts::of("unit", Fact::Unit(*unit))
            .place("here", self.board().coastless(here))
            .unit("other", attacker)
            .and("power", Fact::Power(unit.power))
            .and("places", Fact::Text(places))
            .strengths(self.defence_and_attack(unit, &attacker));
        let key = match open {
            [] if players.is_unplayed(unit.power) => "dislodged.unplayed",
            [] if players.in_disorder(unit.power) => "dislodged.in_disorder",
            [] => "dislodged.none",
            [_] => "dislodged.one",
            [_, _, ..] => "dislodged.several",
        };
        Some((key, facts))
    }

    /// Where a moving unit arrived, with its coast, or where it tried to go.
    fn arrival(&self, unit: &Unit, to: Location) -> Location {
        let board = self.board();
        let slot = self.movement().forces.slot(board.province_of(unit.location));
        let stands = slot.and_then(|slot| self.movement().locations_after.get(slot)).copied();
        match stands {
            Some(stands) if board.province_of(stands) == board.province_of(to) => stands,
            // For an army a coast has no meaning.
            _ if unit.kind == UnitKind::Army => board.coastless(board.province_of(to)),
            Some(_) | None => to,
        }
    }

    /// Whether a fleet carried the unit.
    fn is_carried(&self, unit: &Unit) -> bool {
        let here = self.board().province_of(unit.location);
        self.movement().rulings.iter().any(|ruling| ruling.because == Because::Carried { army: here })
    }

    /// Whether the unit's convoy failed. Then it stays, and attacks nothing.
    fn convoy_failed(&self, unit: &Unit) -> bool {
        let slot = self.movement().forces.slot(self.board().province_of(unit.location));
        let ruling = slot.and_then(|slot| self.movement().rulings.get(slot));
        ruling.is_some_and(|ruling| {
            matches!(ruling.because, Because::NoRoute | Because::ConvoyBroken { .. } | Because::Paradox)
        })
    }

    /// Whether two units move against each other, both without a convoy.
    fn is_head_to_head(&self, one: &Unit, other: &Unit) -> bool {
        let goes = |from: &Unit, to: &Unit| {
            self.movement().destination(self.board(), from) == Some(self.board().province_of(to.location))
        };
        let walks = |unit: &Unit| !self.is_carried(unit) && !self.convoy_failed(unit);
        goes(one, other) && goes(other, one) && walks(one) && walks(other)
    }
}

/// Which two strengths a sentence compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StrengthComparison {
    NotCompared,
    /// Two moves.
    TwoMoves,
    /// This unit's move, and a unit that stays at its destination.
    MoveAndDefence,
    /// This unit's move, and the unit that it dislodges. That unit's power gives no support (rule 12).
    MoveAndDislodged,
    /// This unit, which stays, and the strongest attack on it.
    DefenceAndAttack,
    /// This unit and the one that dislodged it.
    DislodgedAndAttack,
    /// This unit's move without supports of the attacked unit's power (rule 12), and the attacked unit or the
    /// strongest other unit that moves there.
    MoveWithoutVictimsSupport,
}

/// The province of the unit that an order supports or convoys.
const fn helped(order: Order) -> Option<Province> {
    match order {
        Order::Hold | Order::Move { .. } => None,
        Order::SupportHold { of } => Some(of),
        Order::SupportMove { from, .. } | Order::Convoy { from, .. } => Some(from),
    }
}
