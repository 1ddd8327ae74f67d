//! Checks whether a candidate order is legal for a power in a position (E3, E4).

use std::cell::OnceCell;

use rules::{
    AdjustmentOrder, Board, Edition, Illegality, Legality, Location, Order, Passage, PhaseKind, Position,
    Power, Province, RetreatOrder, Terrain, Unit, UnitKind,
};

use super::candidate_order::{Action, CandidateOrder, Place, WrittenRoute, WrittenUnit};
use super::fill_in::Moves;
use super::options::options;
use crate::any_order::{AnyOrder, unit_or_likely_unit};

/// Why a candidate order is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Objection {
    Illegal(Illegality),
    /// It names a unit, but not what it should do.
    NoAction,
    /// A build that does not say army or fleet, where both are possible (4.C.3).
    UnitNeeded,
    /// It names no unit, and several are possible.
    NoUnit,
    /// It helps a unit to move, and nothing says where to.
    NoDestination,
    /// It gives a unit the nationality of another power (E9).
    WrongNationality,
}

/// Checks candidate orders for one power in one position.
pub(crate) struct LegalityChecker<'a> {
    pub(crate) board: &'a Board,
    pub(crate) position: &'a Position,
    pub(crate) power: Power,
    pub(crate) edition: Edition,
    /// The moves of the power's units on the other lines, once these are read.
    pub(crate) moves: Moves,
    legality: Legality<'a>,
    options: OnceCell<Vec<AnyOrder>>,
}

impl<'a> LegalityChecker<'a> {
    pub(crate) fn new(board: &'a Board, position: &'a Position, power: Power, edition: Edition) -> Self {
        let legality = Legality::new(board, &position.forces, edition);
        Self { board, position, power, edition, moves: Moves::default(), legality, options: OnceCell::new() }
    }

    /// Every legal order of the power, calculated at the first call.
    pub(crate) fn options(&self) -> &[AnyOrder] {
        self.options.get_or_init(|| options(self))
    }

    /// The orders that a candidate can mean: as written, and the legal order or the objection.
    pub(crate) fn check(
        &self,
        candidate: &CandidateOrder,
    ) -> Vec<(Option<AnyOrder>, Result<AnyOrder, Objection>)> {
        match self.position.phase.kind() {
            PhaseKind::Movement => self.movements(candidate),
            PhaseKind::Retreat => self.retreats(candidate),
            PhaseKind::Adjustment => self.adjustments(candidate),
        }
    }

    /// The number of wrong unit letters. A wrong letter is allowed (4.C.2), but a candidate without one is
    /// preferred.
    pub(crate) fn wrong_letters(&self, candidate: &CandidateOrder) -> u32 {
        let helped = candidate.action.helped();
        let there = |province: Province| {
            let dislodged =
                self.position.dislodged_at(self.board, province).map(|dislodged| dislodged.unit.kind);
            let standing = || self.position.forces.at(province).map(|unit| unit.kind);
            dislodged.or_else(standing)
        };
        let wrong = |said: Option<UnitKind>, province: Option<Province>| {
            let real = province.and_then(there);
            u32::from(said.is_some() && real.is_some() && said != real)
        };
        let unit = candidate.unit.map_or(0, |words| wrong(words.kind, Some(words.at.province)));
        unit + wrong(candidate.helped_kind, helped)
    }

    /// Whether the text gives the ordered or the helped unit the nationality of another power.
    pub(crate) fn gives_wrong_nationality(&self, candidate: &CandidateOrder) -> bool {
        let own = candidate.unit.and_then(|words| words.power).is_some_and(|said| said != self.power);
        let helped = candidate.action.helped().and_then(|from| self.position.forces.at(from));
        own || helped.is_some_and(|unit| candidate.helped_power.is_some_and(|said| said != unit.power))
    }

    /// Whether a unit of the power is there.
    pub(crate) fn has_own_unit(&self, province: Province) -> bool {
        self.position.forces.at(province).is_some_and(|unit| unit.power == self.power)
    }

    fn movements(&self, candidate: &CandidateOrder) -> Vec<(Option<AnyOrder>, Result<AnyOrder, Objection>)> {
        match self.fill_in(candidate) {
            Ok(actions) => actions.iter().map(|action| self.movement(candidate.unit, action)).collect(),
            Err(_) if candidate.unit.is_some_and(|words| !self.has_own_unit(words.at.province)) => {
                vec![(None, Err(Objection::Illegal(Illegality::NoSuchUnit)))]
            }
            Err(objection) => vec![(None, Err(objection))],
        }
    }

    fn movement(
        &self,
        unit: Option<WrittenUnit>,
        action: &Action,
    ) -> (Option<AnyOrder>, Result<AnyOrder, Objection>) {
        let Some(words) = unit else {
            let wrong = match action {
                Action::Waive | Action::Build => Objection::Illegal(Illegality::WrongPhase),
                Action::Unstated
                | Action::Hold
                | Action::Move { .. }
                | Action::SupportHold { .. }
                | Action::SupportMove { .. }
                | Action::SupportMoveOf { .. }
                | Action::SupportAttackOn { .. }
                | Action::Convoy { .. }
                | Action::ConvoyOf { .. }
                | Action::OthersHold
                | Action::Retreat { .. }
                | Action::Disband => Objection::NoUnit,
            };
            return (None, Err(wrong));
        };
        let unit = unit_or_likely_unit(self.board, &self.position.forces, words.at.province, self.power);
        let order = match self.order(action) {
            Ok(order) => order,
            Err(objection) => return (None, Err(objection)),
        };
        let command = AnyOrder::Order { unit, order };
        if !self.has_own_unit(words.at.province) {
            return (Some(command), Err(Objection::Illegal(Illegality::NoSuchUnit)));
        }
        let by_named_waters = matches!(action, Action::Move { route: WrittenRoute::NamedSeas, .. });
        if by_named_waters && unit.kind == UnitKind::Fleet {
            return (Some(command), Err(Objection::Illegal(Illegality::CannotReach)));
        }
        let checked = self.legality.check(&unit, order).map_err(Objection::Illegal);
        (Some(command), checked.map(|order| AnyOrder::Order { unit, order }))
    }

    /// A move by convoy if that is legal, otherwise a plain move.
    pub(crate) fn convoyed_move(&self, unit: &Unit, to: Location) -> Order {
        let plain = Order::Move { to, passage: Passage::Unstated };
        self.legality.check(unit, Order::Move { to, passage: Passage::Convoy }).unwrap_or(plain)
    }

    fn order(&self, action: &Action) -> Result<Order, Objection> {
        let wrong_phase = Err(Objection::Illegal(Illegality::WrongPhase));
        Ok(match *action {
            Action::Hold => Order::Hold,
            Action::Move { to, route } => {
                let passage = match route {
                    WrittenRoute::Convoy => Passage::Convoy,
                    WrittenRoute::Unstated | WrittenRoute::NamedSeas => Passage::Unstated,
                };
                Order::Move { to: self.location(to)?, passage }
            }
            Action::SupportHold { of, .. } => Order::SupportHold { of },
            Action::SupportMove { from, to } => {
                let army = self.position.forces.at(from).is_some_and(|unit| unit.kind == UnitKind::Army);
                // For an army a coast means nothing (4.B.6).
                let to = if army { self.board.coastless(to.province) } else { self.location(to)? };
                Order::SupportMove { from, to }
            }
            Action::Convoy { from, to } => Order::Convoy { from, to },
            Action::Unstated => return Err(Objection::NoAction),
            Action::SupportMoveOf { .. } | Action::ConvoyOf { .. } => return Err(Objection::NoDestination),
            Action::SupportAttackOn { .. } | Action::OthersHold => return Err(Objection::NoUnit),
            Action::Retreat { .. } | Action::Disband | Action::Build | Action::Waive => return wrong_phase,
        })
    }

    fn location(&self, place: Place) -> Result<Location, Objection> {
        let bare = self.board.coastless(place.province);
        match place.coast {
            None => Ok(bare),
            Some(coast) => {
                let coasts = self.board.coasts(place.province);
                let location = coasts.iter().find(|location| self.board.coast(**location) == Some(coast));
                location.copied().ok_or(Objection::Illegal(Illegality::WrongCoast))
            }
        }
    }

    fn retreats(&self, candidate: &CandidateOrder) -> Vec<(Option<AnyOrder>, Result<AnyOrder, Objection>)> {
        let (to, disband) = match candidate.action {
            Action::Retreat { to } | Action::Move { to, route: WrittenRoute::Unstated } => (Some(to), false),
            Action::Disband => (None, true),
            Action::Unstated => return vec![(None, Err(Objection::NoAction))],
            Action::Hold
            | Action::Move { .. }
            | Action::SupportHold { .. }
            | Action::SupportMove { .. }
            | Action::SupportMoveOf { .. }
            | Action::SupportAttackOn { .. }
            | Action::Convoy { .. }
            | Action::ConvoyOf { .. }
            | Action::OthersHold
            | Action::Build
            | Action::Waive => return vec![(None, Err(Objection::Illegal(Illegality::WrongPhase)))],
        };
        let mine = self.position.dislodged.iter().filter(|dislodged| dislodged.unit.power == self.power);
        let here = |unit: &Unit| {
            candidate.unit.is_none_or(|words| words.at.province == self.board.province_of(unit.location))
        };
        let mut found = Vec::new();
        for dislodged in mine.filter(|dislodged| here(&dislodged.unit)) {
            let unit = dislodged.unit;
            let retreat = |order| AnyOrder::Retreat { unit, order };
            if disband {
                found.push((Some(retreat(RetreatOrder::Disband)), Ok(retreat(RetreatOrder::Disband))));
            } else if let Some(to) = to {
                let said = self.location(to).map(|location| retreat(RetreatOrder::To(location)));
                let open = self
                    .open_retreat(&dislodged.open_retreats, unit, to)
                    .map(|to| retreat(RetreatOrder::To(to)));
                found.push((said.ok(), open));
            }
        }
        if found.is_empty() {
            let order = candidate.unit.map(|words| {
                let unit =
                    unit_or_likely_unit(self.board, &self.position.forces, words.at.province, self.power);
                let order = match to {
                    Some(to) => RetreatOrder::To(self.board.coastless(to.province)),
                    None => RetreatOrder::Disband,
                };
                AnyOrder::Retreat { unit, order }
            });
            found.push((order, Err(Objection::Illegal(Illegality::NoSuchUnit))));
        }
        found
    }

    /// The open retreat place that is meant. The coast may be left out if only one is open (B5).
    fn open_retreat(&self, open: &[Location], unit: Unit, to: Place) -> Result<Location, Objection> {
        let named = self.location(to)?;
        let coast_unsaid = unit.kind == UnitKind::Army || to.coast.is_none();
        let fits = |place: &&Location| {
            **place == named || (coast_unsaid && self.board.province_of(**place) == to.province)
        };
        let mut fitting = open.iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(_), Some(_)) => Err(Objection::Illegal(Illegality::CoastNeeded)),
            (Some(place), None) => Ok(*place),
            (None, _) => Err(Objection::Illegal(Illegality::NotOpen)),
        }
    }

    fn adjustments(
        &self,
        candidate: &CandidateOrder,
    ) -> Vec<(Option<AnyOrder>, Result<AnyOrder, Objection>)> {
        let entries = match (candidate.action, candidate.unit) {
            (Action::Waive, _) => vec![Ok(AdjustmentOrder::Waive)],
            (Action::Build, Some(words)) => vec![self.build(words)],
            (Action::Disband, Some(words)) => vec![Ok(AdjustmentOrder::Remove { at: words.at.province })],
            // Rulebooks print a build or a removal as the unit alone. Whether the power must build or remove
            // decides which one it is.
            (Action::Unstated, Some(words)) => {
                vec![self.build(words), Ok(AdjustmentOrder::Remove { at: words.at.province })]
            }
            (Action::Build | Action::Disband | Action::Unstated, None) => vec![Err(Objection::NoUnit)],
            (
                Action::Hold
                | Action::Move { .. }
                | Action::SupportHold { .. }
                | Action::SupportMove { .. }
                | Action::SupportMoveOf { .. }
                | Action::SupportAttackOn { .. }
                | Action::Convoy { .. }
                | Action::ConvoyOf { .. }
                | Action::OthersHold
                | Action::Retreat { .. },
                _,
            ) => vec![Err(Objection::Illegal(Illegality::WrongPhase))],
        };
        entries.into_iter().map(|entry| self.adjustment(entry)).collect()
    }

    fn adjustment(
        &self,
        entry: Result<AdjustmentOrder, Objection>,
    ) -> (Option<AnyOrder>, Result<AnyOrder, Objection>) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(objection) => return (None, Err(objection)),
        };
        let order = AnyOrder::Adjustment(entry);
        let adjustments = self.position.adjustment_judge(self.board, self.edition);
        match adjustments.check(self.power, entry) {
            Ok(()) => (Some(order), Ok(order)),
            Err(illegality) => (Some(order), Err(Objection::Illegal(illegality))),
        }
    }

    /// Without a letter, an inland province means an army and a named coast means a fleet (4.C.3).
    fn build(&self, words: WrittenUnit) -> Result<AdjustmentOrder, Objection> {
        let province: Province = words.at.province;
        let kind = match (words.kind, self.board.terrain(province)) {
            (Some(kind), _) => kind,
            (None, Terrain::Inland) => UnitKind::Army,
            (None, Terrain::Water) => UnitKind::Fleet,
            (None, Terrain::Coastal) if words.at.coast.is_some() => UnitKind::Fleet,
            (None, Terrain::Coastal) => return Err(Objection::UnitNeeded),
        };
        let at = match kind {
            UnitKind::Army => self.board.coastless(province),
            UnitKind::Fleet => self.location(words.at)?,
        };
        Ok(AdjustmentOrder::Build { kind, at })
    }
}
