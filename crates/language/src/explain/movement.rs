//! Which sentence tells a ruling of a movement phase, and with what facts.

use rules::{Because, Illegality, Location, Order, Province, Ruling, Unit, UnitKind};

use super::Movement;
use super::keys::sentence_among;
use super::speech::{Fact, Facts};
use super::strength::Strengths;

/// Finds the words for the rulings of one turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Teller<'a> {
    pub(crate) strengths: Strengths<'a>,
}

/// A sentence to be said: its key and its facts.
pub(crate) type Told = (&'static str, Facts);

impl<'a> Teller<'a> {
    pub(crate) const fn new(board: &'a rules::Board, turn: Movement<'a>) -> Self {
        Self { strengths: Strengths { board, turn } }
    }

    const fn board(&self) -> &'a rules::Board {
        self.strengths.board
    }

    const fn turn(&self) -> Movement<'a> {
        self.strengths.turn
    }

    fn at(&self, province: Option<Province>) -> Option<Unit> {
        self.turn().forces.at(province?).copied()
    }

    /// The sentence for one unit's order. None only for reasons that belong to other phases.
    pub(crate) fn tell(&self, slot: usize) -> Option<Told> {
        let unit = *self.turn().forces.units().get(slot)?;
        let ruling = self.turn().rulings.get(slot)?;
        let here = self.board().province_of(unit.location);
        let order = self.turn().orders.get(here).copied().unwrap_or(Order::Hold);
        // A unit without an order has nothing to tell but who dislodged it.
        let other = self.at(ruling.because.province().or(ruling.dislodged_from));
        let goal = self.goal(&unit, order);
        let (key, measure) = self.sentence(&unit, ruling, order, goal, other)?;
        let mut facts = Facts::of("unit", Fact::Unit(unit)).place("here", self.board().bare(here));
        if let Some(there) = goal {
            facts = facts.place("there", there);
        }
        if let Some(from) = helped(order) {
            facts = facts.place("from", self.board().bare(from));
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
        if let Some(strengths) = self.measured(measure, &unit, other, victim) {
            facts = facts.strengths(strengths);
        }
        Some((key, facts))
    }

    fn sentence(
        &self,
        unit: &Unit,
        ruling: &Ruling,
        order: Order,
        goal: Option<Location>,
        other: Option<Unit>,
    ) -> Option<(&'static str, Measure)> {
        use Measure::{Attack, Conquest, Defence, Held, Neither, Siege, WithoutFriends};
        let is_move = matches!(order, Order::Move { .. });
        let is_convoy = matches!(order, Order::Convoy { .. });
        // The other one is a unit that was at the destination, or one that goes there too.
        let there = goal.map(|there| self.board().province_of(there));
        let stands_there = ruling.because.province() == there;
        let head_on = other.is_some_and(|other| self.is_head_to_head(unit, &other));
        Some(match ruling.because {
            Because::Unopposed if is_move && self.is_carried(unit) => ("move.unopposed_by_convoy", Neither),
            Because::Unopposed if is_move => ("move.unopposed", Neither),
            Because::Unopposed => ("hold.unopposed", Neither),
            Because::Stronger { .. } if is_move && stands_there => ("move.stronger_than_unit", Conquest),
            Because::Stronger { .. } if is_move => ("move.stronger_than_mover", Attack),
            Because::Stronger { .. } => ("hold.stronger", Defence),
            Because::Weaker { .. } if is_move && head_on => ("move.weaker_head_to_head", Attack),
            Because::Weaker { .. } if is_move && stands_there => ("move.weaker_than_unit", Siege),
            Because::Weaker { .. } if is_move => ("move.weaker_than_mover", Attack),
            Because::Weaker { .. } => ("hold.weaker", Held),
            Because::Standoff { .. } if is_move && stands_there => ("move.standoff_with_unit", Siege),
            Because::Standoff { .. } if is_move => ("move.standoff_with_mover", Attack),
            Because::Standoff { .. } => ("hold.standoff", Defence),
            Because::SparedByStandoff { .. } => ("hold.spared_by_standoff", Defence),
            Because::Blocked { .. } => ("move.blocked", Siege),
            Because::Swap { .. } => ("move.swap", Attack),
            Because::Rotation { .. } => ("move.rotation", Neither),
            Because::StandoffWithDislodged { .. } => ("move.standoff_with_dislodged", Attack),
            Because::Unhindered { .. } => ("move.unhindered", Neither),
            Because::OwnUnit { .. } if is_move => ("move.own_unit", Neither),
            Because::OwnUnit { .. } => ("hold.own_unit", Neither),
            Because::OwnSupport { .. } if is_move => ("move.own_support", WithoutFriends),
            Because::OwnSupport { .. } => ("hold.own_support", Neither),
            Because::Given { .. } => ("support.given", Neither),
            Because::GivenInPlace { .. } => ("support.given_in_place", Neither),
            Because::Mismatch { .. } if matches!(order, Order::SupportHold { .. }) => {
                ("support.mismatch_hold", Neither)
            }
            Because::Mismatch { .. } => ("support.mismatch_move", Neither),
            Because::Cut { .. } => ("support.cut", Neither),
            Because::NotCut { .. } => ("support.not_cut", Neither),
            Because::Dislodged { .. } => ("support.dislodged", Held),
            Because::CutByDislodged { .. } => ("support.cut_by_dislodged", Neither),
            Because::OwnAttack { .. } => ("support.own_attack", Neither),
            Because::Carried { .. } => ("convoy.carried", Neither),
            Because::NotTaken { .. } => ("convoy.not_taken", Neither),
            Because::NoRoute if is_convoy => ("convoy.no_route", Neither),
            Because::NoRoute => ("move.no_route", Neither),
            Because::ConvoyBroken { .. } if is_convoy => ("convoy.convoy_broken", Held),
            Because::ConvoyBroken { .. } => ("move.convoy_broken", Neither),
            Because::ConvoyedStandoff { .. } if stands_there => ("move.convoyed_standoff", Siege),
            Because::ConvoyedStandoff { .. } => ("move.convoyed_standoff", Attack),
            Because::ConvoyedSwap { .. } => ("move.convoyed_swap", Neither),
            Because::OtherRoute { .. } => ("move.other_route", Neither),
            Because::ConvoyedAttack { .. } => ("support.convoyed_attack", Neither),
            Because::CutByOtherRoute { .. } => ("support.cut_by_other_route", Neither),
            Because::Paradox if is_convoy => ("convoy.paradox", Neither),
            Because::Paradox => ("move.paradox", Neither),
            Because::NoOrder if ruling.dislodged_from.is_some() => ("hold.no_order_dislodged", Held),
            Because::NoOrder => ("hold.no_order", Neither),
            Because::Illegal(illegality) => {
                let because = Because::Illegal(self.illegality(order, illegality));
                (sentence_among(because, "void.")?, Neither)
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

    /// Why an order could not be followed. Older versions had no reason of its own for closed land (K5): what
    /// they stored would be true of the open board only.
    fn illegality(&self, order: Order, ruled: Illegality) -> Illegality {
        let board = self.board();
        let goal_is_closed = order.goal(board).is_some_and(|goal| board.is_closed(goal));
        let no_way = matches!(
            ruled,
            Illegality::CannotReach
                | Illegality::NoSeaRoute
                | Illegality::SupportOutOfReach
                | Illegality::NotOnRoute
        );
        if goal_is_closed && no_way { Illegality::Closed } else { ruled }
    }

    /// The unit's own strength and the other's, as they were compared.
    fn measured(
        &self,
        measure: Measure,
        unit: &Unit,
        other: Option<Unit>,
        victim: Option<Unit>,
    ) -> Option<(usize, usize)> {
        let strengths = &self.strengths;
        let other = other?;
        Some(match measure {
            Measure::Neither => return None,
            Measure::Attack => (strengths.of(unit), strengths.of(&other)),
            Measure::Siege => (strengths.of(unit), strengths.defence(&other)),
            Measure::Conquest => {
                let (theirs, own) = self.held_against(&other, unit);
                (own, theirs)
            }
            Measure::Defence => (strengths.defence(unit), strengths.of(&other)),
            Measure::Held => self.held_against(unit, &other),
            Measure::WithoutFriends => {
                let victim = victim?;
                let (held, own) = self.held_against(&victim, unit);
                (own, held.max(self.strongest_rival(unit, &victim)))
            }
        })
    }

    /// The strength of the strongest other unit that moves where this one does; 0 if none does.
    fn strongest_rival(&self, unit: &Unit, victim: &Unit) -> usize {
        let turn = self.turn();
        let there = self.board().province_of(victim.location);
        let rivals = turn.forces.units().iter().filter(|rival| {
            rival.location != unit.location
                && turn.destination(self.board(), rival) == Some(there)
                && !self.is_stranded(rival)
        });
        rivals.map(|rival| self.strengths.of(rival)).max().unwrap_or(0)
    }

    /// Where an order leads: of a mover that arrived, with the coast filled in.
    fn goal(&self, unit: &Unit, order: Order) -> Option<Location> {
        match order {
            Order::Hold => None,
            Order::Move { to, .. } => Some(self.arrival(unit, to)),
            Order::SupportHold { of } => Some(self.board().bare(of)),
            Order::SupportMove { to, .. } => Some(to),
            Order::Convoy { to, .. } => Some(self.board().bare(to)),
        }
    }

    /// How strongly a unit that stays is held, and how strongly it is attacked.
    pub(crate) fn held_against(&self, unit: &Unit, attacker: &Unit) -> (usize, usize) {
        // Head to head, two moves are compared, not a move and a unit that stays.
        let own = if self.is_head_to_head(unit, attacker) {
            self.strengths.of(unit)
        } else {
            self.strengths.defence(unit)
        };
        (own, self.strengths.against(attacker, unit))
    }

    /// The sentence for a unit that was dislodged: by whom, and where it may go (G1).
    pub(crate) fn tell_dislodged(
        &self,
        unit: &Unit,
        from: Province,
        open: &[Location],
        in_disorder: bool,
        places: String,
    ) -> Option<Told> {
        let attacker = self.at(Some(from))?;
        let here = self.board().province_of(unit.location);
        let facts = Facts::of("unit", Fact::Unit(*unit))
            .place("here", self.board().bare(here))
            .unit("other", attacker)
            .and("power", Fact::Power(unit.power))
            .and("places", Fact::Text(places))
            .strengths(self.held_against(unit, &attacker));
        let key = match open {
            [] if in_disorder => "dislodged.in_disorder",
            [] => "dislodged.none",
            [_] => "dislodged.one",
            [_, _, ..] => "dislodged.several",
        };
        Some((key, facts))
    }

    /// Where a mover arrived, its coast filled in, or where it would have.
    fn arrival(&self, unit: &Unit, to: Location) -> Location {
        let board = self.board();
        let slot = self.turn().forces.slot(board.province_of(unit.location));
        let stands = slot.and_then(|slot| self.turn().stands.get(slot)).copied();
        match stands {
            Some(stands) if board.province_of(stands) == board.province_of(to) => stands,
            // A coast means nothing to an army.
            _ if unit.kind == UnitKind::Army => board.bare(board.province_of(to)),
            Some(_) | None => to,
        }
    }

    /// Whether a fleet did carry the unit.
    fn is_carried(&self, unit: &Unit) -> bool {
        let here = self.board().province_of(unit.location);
        self.turn().rulings.iter().any(|ruling| ruling.because == Because::Carried { army: here })
    }

    /// Whether the unit's convoy fails: then it attacks nobody, and stays.
    fn is_stranded(&self, unit: &Unit) -> bool {
        let slot = self.turn().forces.slot(self.board().province_of(unit.location));
        let ruling = slot.and_then(|slot| self.turn().rulings.get(slot));
        ruling.is_some_and(|ruling| {
            matches!(ruling.because, Because::NoRoute | Because::ConvoyBroken { .. } | Because::Paradox)
        })
    }

    /// Whether two units move at each other and no convoy takes either out of the other's way.
    fn is_head_to_head(&self, one: &Unit, other: &Unit) -> bool {
        let goes = |from: &Unit, to: &Unit| {
            self.turn().destination(self.board(), from) == Some(self.board().province_of(to.location))
        };
        let walks = |unit: &Unit| !self.is_carried(unit) && !self.is_stranded(unit);
        goes(one, other) && goes(other, one) && walks(one) && walks(other)
    }
}

/// What is compared in a sentence that tells strengths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    Neither,
    /// Two moves.
    Attack,
    /// This unit's move and a unit that stays at its destination.
    Siege,
    /// This unit's move and the unit that it dislodges, whose own power does not help (rule 12).
    Conquest,
    /// This unit, which stays, and the strongest move at it.
    Defence,
    /// This unit and the one that dislodged it.
    Held,
    /// This unit's move without the help of the victim's power (rule 12), and the victim or whoever
    /// else goes there.
    WithoutFriends,
}

/// The unit that an order helps, by its province.
const fn helped(order: Order) -> Option<Province> {
    match order {
        Order::Hold | Order::Move { .. } => None,
        Order::SupportHold { of } => Some(of),
        Order::SupportMove { from, .. } | Order::Convoy { from, .. } => Some(from),
    }
}
