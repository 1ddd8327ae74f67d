//! Whether what a piece could say is legal for that power now (E3, E4).

use std::cell::OnceCell;

use rules::{
    Board, Edition, Entry, Illegality, Legality, Location, Order, Passage, Position, Power, Province,
    RetreatOrder, Stage, Terrain, Unit, UnitKind,
};

use super::draft::{Deed, Draft, Place, UnitWords, Way};
use super::options::options;
use super::sheet::Moves;
use crate::command::{Command, unit_there};

/// Why a draft is not followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Objection {
    Illegal(Illegality),
    /// Only a unit, and nothing that it should do.
    NoDeed,
    /// A build that doesn't say which unit, where both could stand (4.C.3).
    UnitNeeded,
    /// No unit is named and several could be meant.
    NoUnit,
    /// A unit is helped to move, and nothing says where to.
    NoGoal,
}

/// Judges drafts for one power in one position.
pub(crate) struct Bench<'a> {
    pub(crate) board: &'a Board,
    pub(crate) position: &'a Position,
    pub(crate) power: Power,
    pub(crate) edition: Edition,
    /// Where the other lines send the power's units, once they are known.
    pub(crate) moves: Moves,
    legality: Legality<'a>,
    options: OnceCell<Vec<Command>>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(board: &'a Board, position: &'a Position, power: Power, edition: Edition) -> Self {
        let legality = Legality::new(board, &position.forces, edition);
        Self { board, position, power, edition, moves: Moves::default(), legality, options: OnceCell::new() }
    }

    /// Everything that the power may write now; looked up when first asked for.
    pub(crate) fn options(&self) -> &[Command] {
        self.options.get_or_init(|| options(self))
    }

    /// The commands that a draft can mean, each with what is against it.
    pub(crate) fn judge(&self, draft: &Draft) -> Vec<(Option<Command>, Result<Command, Objection>)> {
        match self.position.phase.stage() {
            Stage::Movement => self.movements(draft),
            Stage::Retreat => self.retreats(draft),
            Stage::Adjustment => self.adjustments(draft),
        }
    }

    /// How many letters of units are wrong. That is allowed (4.C.2), but a reading that needs it gives
    /// way to one that doesn't.
    pub(crate) fn wrong_letters(&self, draft: &Draft) -> u32 {
        let helped = match draft.deed {
            Deed::SupportHold { of: from, .. }
            | Deed::SupportMove { from, .. }
            | Deed::SupportOf { from }
            | Deed::Convoy { from, .. }
            | Deed::ConvoyOf { from } => Some(from),
            Deed::SupportTo { .. }
            | Deed::OthersHold
            | Deed::Unsaid
            | Deed::Hold
            | Deed::Move { .. }
            | Deed::Retreat { .. }
            | Deed::Disband
            | Deed::Build
            | Deed::Waive => None,
        };
        let there = |province: Province| {
            let fallen = self.position.fallen(self.board, province).map(|fallen| fallen.unit.kind);
            let standing = || self.position.forces.at(province).map(|unit| unit.kind);
            fallen.or_else(standing)
        };
        let wrong = |said: Option<UnitKind>, province: Option<Province>| {
            let real = province.and_then(there);
            u32::from(said.is_some() && real.is_some() && said != real)
        };
        let unit = draft.unit.map_or(0, |words| wrong(words.kind, Some(words.at.province)));
        unit + wrong(draft.helped, helped)
    }

    /// Whether a unit of the power stands there.
    pub(crate) fn is_mine(&self, province: Province) -> bool {
        self.position.forces.at(province).is_some_and(|unit| unit.power == self.power)
    }

    fn movements(&self, draft: &Draft) -> Vec<(Option<Command>, Result<Command, Objection>)> {
        match self.filled_in(draft) {
            Ok(deeds) => deeds.iter().map(|deed| self.movement(draft.unit, deed)).collect(),
            Err(_) if draft.unit.is_some_and(|words| !self.is_mine(words.at.province)) => {
                vec![(None, Err(Objection::Illegal(Illegality::NoSuchUnit)))]
            }
            Err(objection) => vec![(None, Err(objection))],
        }
    }

    fn movement(
        &self,
        unit: Option<UnitWords>,
        deed: &Deed,
    ) -> (Option<Command>, Result<Command, Objection>) {
        let Some(words) = unit else {
            let wrong = match deed {
                Deed::Waive | Deed::Build => Objection::Illegal(Illegality::WrongPhase),
                Deed::Unsaid
                | Deed::Hold
                | Deed::Move { .. }
                | Deed::SupportHold { .. }
                | Deed::SupportMove { .. }
                | Deed::SupportOf { .. }
                | Deed::SupportTo { .. }
                | Deed::Convoy { .. }
                | Deed::ConvoyOf { .. }
                | Deed::OthersHold
                | Deed::Retreat { .. }
                | Deed::Disband => Objection::NoUnit,
            };
            return (None, Err(wrong));
        };
        let unit = unit_there(self.board, &self.position.forces, words.at.province, self.power);
        let order = match self.order(deed) {
            Ok(order) => order,
            Err(objection) => return (None, Err(objection)),
        };
        let command = Command::Order { unit, order };
        if !self.is_mine(words.at.province) {
            return (Some(command), Err(Objection::Illegal(Illegality::NoSuchUnit)));
        }
        let by_named_waters = matches!(deed, Deed::Move { way: Way::Waters, .. });
        if by_named_waters && unit.kind == UnitKind::Fleet {
            return (Some(command), Err(Objection::Illegal(Illegality::CannotReach)));
        }
        let checked = self.legality.check(&unit, order).map_err(Objection::Illegal);
        (Some(command), checked.map(|order| Command::Order { unit, order }))
    }

    /// A move by sea where that is possible.
    pub(crate) fn by_sea(&self, unit: &Unit, to: Location) -> Order {
        let plain = Order::Move { to, passage: Passage::Unstated };
        self.legality.check(unit, Order::Move { to, passage: Passage::Convoy }).unwrap_or(plain)
    }

    fn order(&self, deed: &Deed) -> Result<Order, Objection> {
        let wrong_phase = Err(Objection::Illegal(Illegality::WrongPhase));
        Ok(match *deed {
            Deed::Hold => Order::Hold,
            Deed::Move { to, way } => {
                let passage = match way {
                    Way::Convoy => Passage::Convoy,
                    Way::Unsaid | Way::Waters => Passage::Unstated,
                };
                Order::Move { to: self.location(to)?, passage }
            }
            Deed::SupportHold { of, .. } => Order::SupportHold { of },
            Deed::SupportMove { from, to } => {
                let army = self.position.forces.at(from).is_some_and(|unit| unit.kind == UnitKind::Army);
                // For an army a coast means nothing (4.B.6).
                let to = if army { self.board.bare(to.province) } else { self.location(to)? };
                Order::SupportMove { from, to }
            }
            Deed::Convoy { from, to } => Order::Convoy { from, to },
            Deed::Unsaid => return Err(Objection::NoDeed),
            Deed::SupportOf { .. } | Deed::ConvoyOf { .. } => return Err(Objection::NoGoal),
            Deed::SupportTo { .. } | Deed::OthersHold => return Err(Objection::NoUnit),
            Deed::Retreat { .. } | Deed::Disband | Deed::Build | Deed::Waive => return wrong_phase,
        })
    }

    fn location(&self, place: Place) -> Result<Location, Objection> {
        let bare = self.board.bare(place.province);
        match place.coast {
            None => Ok(bare),
            Some(coast) => {
                let coasts = self.board.coasts(place.province);
                let location = coasts.iter().find(|location| self.board.coast(**location) == Some(coast));
                location.copied().ok_or(Objection::Illegal(Illegality::WrongCoast))
            }
        }
    }

    fn retreats(&self, draft: &Draft) -> Vec<(Option<Command>, Result<Command, Objection>)> {
        let (to, disband) = match draft.deed {
            Deed::Retreat { to } | Deed::Move { to, way: Way::Unsaid } => (Some(to), false),
            Deed::Disband => (None, true),
            Deed::Unsaid => return vec![(None, Err(Objection::NoDeed))],
            Deed::Hold
            | Deed::Move { .. }
            | Deed::SupportHold { .. }
            | Deed::SupportMove { .. }
            | Deed::SupportOf { .. }
            | Deed::SupportTo { .. }
            | Deed::Convoy { .. }
            | Deed::ConvoyOf { .. }
            | Deed::OthersHold
            | Deed::Build
            | Deed::Waive => return vec![(None, Err(Objection::Illegal(Illegality::WrongPhase)))],
        };
        let mine = self.position.dislodged.iter().filter(|fallen| fallen.unit.power == self.power);
        let here = |unit: &Unit| {
            draft.unit.is_none_or(|words| words.at.province == self.board.province_of(unit.location))
        };
        let mut found = Vec::new();
        for fallen in mine.filter(|fallen| here(&fallen.unit)) {
            let unit = fallen.unit;
            let retreat = |order| Command::Retreat { unit, order };
            if disband {
                found.push((Some(retreat(RetreatOrder::Disband)), Ok(retreat(RetreatOrder::Disband))));
            } else if let Some(to) = to {
                let said = self.location(to).map(|location| retreat(RetreatOrder::To(location)));
                let open = self.open(&fallen.open, unit, to).map(|to| retreat(RetreatOrder::To(to)));
                found.push((said.ok(), open));
            }
        }
        if found.is_empty() {
            let command = draft.unit.map(|words| {
                let unit = unit_there(self.board, &self.position.forces, words.at.province, self.power);
                let order = match to {
                    Some(to) => RetreatOrder::To(self.board.bare(to.province)),
                    None => RetreatOrder::Disband,
                };
                Command::Retreat { unit, order }
            });
            found.push((command, Err(Objection::Illegal(Illegality::NoSuchUnit))));
        }
        found
    }

    /// The open place that is meant; the coast may be left out where one is open (B5).
    fn open(&self, open: &[Location], unit: Unit, to: Place) -> Result<Location, Objection> {
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

    fn adjustments(&self, draft: &Draft) -> Vec<(Option<Command>, Result<Command, Objection>)> {
        let entries = match (draft.deed, draft.unit) {
            (Deed::Waive, _) => vec![Ok(Entry::Waive)],
            (Deed::Build, Some(words)) => vec![self.build(words)],
            (Deed::Disband, Some(words)) => vec![Ok(Entry::Remove { at: words.at.province })],
            // Rulebooks print a build or a removal as the unit alone; what is owed tells them apart.
            (Deed::Unsaid, Some(words)) => {
                vec![self.build(words), Ok(Entry::Remove { at: words.at.province })]
            }
            (Deed::Build | Deed::Disband | Deed::Unsaid, None) => vec![Err(Objection::NoUnit)],
            (
                Deed::Hold
                | Deed::Move { .. }
                | Deed::SupportHold { .. }
                | Deed::SupportMove { .. }
                | Deed::SupportOf { .. }
                | Deed::SupportTo { .. }
                | Deed::Convoy { .. }
                | Deed::ConvoyOf { .. }
                | Deed::OthersHold
                | Deed::Retreat { .. },
                _,
            ) => vec![Err(Objection::Illegal(Illegality::WrongPhase))],
        };
        entries.into_iter().map(|entry| self.adjustment(entry)).collect()
    }

    fn adjustment(&self, entry: Result<Entry, Objection>) -> (Option<Command>, Result<Command, Objection>) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(objection) => return (None, Err(objection)),
        };
        let command = Command::Entry(entry);
        let adjustments = self.position.adjustments(self.board, self.edition);
        match adjustments.check(self.power, entry) {
            Ok(()) => (Some(command), Ok(command)),
            Err(illegality) => (Some(command), Err(Objection::Illegal(illegality))),
        }
    }

    /// Without a letter, inland means an army and a named coast a fleet (4.C.3).
    fn build(&self, words: UnitWords) -> Result<Entry, Objection> {
        let province: Province = words.at.province;
        let kind = match (words.kind, self.board.terrain(province)) {
            (Some(kind), _) => kind,
            (None, Terrain::Inland) => UnitKind::Army,
            (None, Terrain::Water) => UnitKind::Fleet,
            (None, Terrain::Coastal) if words.at.coast.is_some() => UnitKind::Fleet,
            (None, Terrain::Coastal) => return Err(Objection::UnitNeeded),
        };
        let at = match kind {
            UnitKind::Army => self.board.bare(province),
            UnitKind::Fleet => self.location(words.at)?,
        };
        Ok(Entry::Build { kind, at })
    }
}
