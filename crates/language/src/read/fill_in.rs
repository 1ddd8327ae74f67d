//! Completes orders with the help of the other lines of the sheet: "supports Brest" where Brest moves,
//! "supports the attack on Ruhr", "convoys London", "all others hold".

use std::ops::Range;

use rules::{Board, Location, Order, PhaseKind, Province, Unit};

use super::candidate_order::{Action, CandidateOrder, Place};
use super::interpret::Interpretation;
use super::legality_checker::{LegalityChecker, Objection};
use super::piece_reader::{Interpretations, PieceReader};
use super::{AcceptedOrder, Certainty, ReadingProblem, ReadingRefusal};
use crate::AnyOrder;

/// One piece of a text, and what it was read as.
pub(crate) struct ReadPiece {
    /// The line number, from 1.
    pub(crate) line: usize,
    /// The bytes of the piece; none if it must not be read again.
    pub(crate) span: Option<Range<usize>>,
    pub(crate) interpretations: Interpretations,
}

/// The moves of a power's units on the sheet: from, to.
#[derive(Clone, Default, Debug)]
pub(crate) struct Moves(Vec<(Province, Location)>);

impl Moves {
    /// The moves among the accepted orders. A unit with two different orders has no move.
    fn of(board: &Board, pieces: &[ReadPiece]) -> Self {
        let mut orders: Vec<(Province, Order)> = Vec::new();
        let mut contradictory: Vec<Province> = Vec::new();
        for (unit, order) in accepted_orders(pieces) {
            let province = board.province_of(unit.location);
            match orders.iter().find(|(other, _)| *other == province) {
                Some((_, known)) if *known != order => contradictory.push(province),
                Some(_) => {}
                None => orders.push((province, order)),
            }
        }
        orders.retain(|(province, _)| !contradictory.contains(province));
        let moves = orders.into_iter().filter_map(|(from, order)| match order {
            Order::Move { to, .. } => Some((from, to)),
            Order::Hold | Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. } => {
                None
            }
        });
        Self(moves.collect())
    }

    fn from(&self, province: Province) -> Option<Location> {
        self.0.iter().find(|(from, _)| *from == province).map(|(_, to)| *to)
    }
}

/// The orders that are accepted.
fn accepted_orders(pieces: &[ReadPiece]) -> impl Iterator<Item = (Unit, Order)> {
    pieces.iter().flat_map(|piece| &piece.interpretations).filter_map(|(_, interpretation)| {
        match interpretation {
            Interpretation::Accepted(AcceptedOrder { order: AnyOrder::Order { unit, order }, .. }) => {
                Some((*unit, *order))
            }
            Interpretation::Accepted(_) | Interpretation::OthersHold | Interpretation::Refused(_) => None,
        }
    })
}

/// Whether other lines of the sheet were needed to make this order of an action.
pub(crate) fn is_filled_in(action: &Action, order: &AnyOrder) -> bool {
    match action {
        Action::SupportMoveOf { .. } | Action::SupportAttackOn { .. } | Action::ConvoyOf { .. } => true,
        Action::SupportHold { .. } => {
            !matches!(order, AnyOrder::Order { order: Order::SupportHold { .. }, .. })
        }
        Action::Unstated
        | Action::Hold
        | Action::Move { .. }
        | Action::SupportMove { .. }
        | Action::Convoy { .. }
        | Action::OthersHold
        | Action::Retreat { .. }
        | Action::Disband
        | Action::Build
        | Action::Waive => false,
    }
}

impl LegalityChecker<'_> {
    /// The complete actions that a candidate can mean, given the other orders of the sheet.
    pub(crate) fn fill_in(&self, candidate: &CandidateOrder) -> Result<Vec<Action>, Objection> {
        let action = candidate.action;
        let place =
            |to: Location| Place { province: self.board.province_of(to), coast: self.board.coast(to) };
        let support = |from: Province, to: Location| Action::SupportMove { from, to: place(to) };
        let attacks = |goal: Place| {
            let there = move |said: Place| {
                said.province == goal.province && (goal.coast.is_none() || goal.coast == said.coast)
            };
            let moves = self.moves.0.iter().filter(move |(_, to)| there(place(*to)));
            moves.map(move |(from, to)| support(*from, *to))
        };
        let of = match action {
            Action::SupportAttackOn { to } => {
                let meant: Vec<Action> = attacks(to).collect();
                return if meant.is_empty() { Err(Objection::NoUnit) } else { Ok(meant) };
            }
            // "supports Ruhr", and the sheet attacks Ruhr: it can mean the unit there or the attacker.
            Action::SupportHold { of, stated: false }
                if candidate.helped_kind.is_none() && !self.has_own_unit(of) =>
            {
                let there = Place { province: of, coast: None };
                return Ok(std::iter::once(action).chain(attacks(there)).collect());
            }
            Action::SupportHold { of, stated: false } => match self.moves.from(of) {
                Some(to) => Some(support(of, to)),
                None => Some(action),
            },
            // "the invasion of Ruhr" can be an attack on Ruhr.
            Action::SupportMoveOf { from } if !self.has_own_unit(from) => return Err(Objection::NoUnit),
            Action::SupportMoveOf { from } => self.moves.from(from).map(|to| support(from, to)),
            Action::ConvoyOf { from } => {
                let to = self.moves.from(from).map(|to| self.board.province_of(to));
                to.map(|to| Action::Convoy { from, to })
            }
            Action::Unstated
            | Action::Hold
            | Action::Move { .. }
            | Action::SupportHold { .. }
            | Action::SupportMove { .. }
            | Action::Convoy { .. }
            | Action::OthersHold
            | Action::Retreat { .. }
            | Action::Disband
            | Action::Build
            | Action::Waive => Some(action),
        };
        of.map(|action| vec![action]).ok_or(Objection::NoDestination)
    }
}

impl PieceReader<'_> {
    /// Reads those pieces again that can mean something else now that all lines are known.
    pub(crate) fn read_again_with_other_lines(&mut self, pieces: &mut [ReadPiece]) {
        if self.checker.position.phase.kind() != PhaseKind::Movement {
            return;
        }
        self.checker.moves = Moves::of(self.checker.board, pieces);
        if !self.checker.moves.0.is_empty() {
            for piece in pieces
                .iter_mut()
                .filter(|piece| piece.interpretations.iter().any(|(_, v)| depends_on_other_lines(v)))
            {
                if let Some(span) = &piece.span {
                    piece.interpretations = self.read(span.clone());
                }
            }
        }
        self.replace_others_hold(pieces);
    }

    /// Replaces "all others hold" by a hold for each unit without an order. Repeated, it is for no unit, so
    /// that a long text of it gives a short result.
    fn replace_others_hold(&self, pieces: &mut [ReadPiece]) {
        let board = self.checker.board;
        let ordered: Vec<Province> =
            accepted_orders(pieces).map(|(unit, _)| board.province_of(unit.location)).collect();
        let units = self.checker.position.forces.units().iter();
        let idle = units.filter(|unit| {
            unit.power == self.checker.power && !ordered.contains(&board.province_of(unit.location))
        });
        let mut holds: Vec<AnyOrder> =
            idle.map(|unit| AnyOrder::Order { unit: *unit, order: Order::Hold }).collect();
        for piece in pieces {
            let others = |(_, interpretation): &(_, Interpretation)| {
                matches!(interpretation, Interpretation::OthersHold)
            };
            if !piece.interpretations.iter().any(others) {
                continue;
            }
            let mut interpretations = Interpretations::new();
            for (span, interpretation) in std::mem::take(&mut piece.interpretations) {
                match interpretation {
                    Interpretation::OthersHold if holds.is_empty() => {
                        let refusal = ReadingRefusal::without_readings(ReadingProblem::NoUnit);
                        interpretations.push((span, Interpretation::Refused(refusal)));
                    }
                    Interpretation::OthersHold => interpretations.extend(holds.drain(..).map(|command| {
                        (
                            span.clone(),
                            Interpretation::Accepted(AcceptedOrder {
                                order: command,
                                certainty: Certainty::Plain,
                            }),
                        )
                    })),
                    Interpretation::Accepted(_) | Interpretation::Refused(_) => {
                        interpretations.push((span, interpretation))
                    }
                }
            }
            piece.interpretations = interpretations;
        }
    }
}

/// Whether the rest of the sheet could change this reading.
fn depends_on_other_lines(interpretation: &Interpretation) -> bool {
    match interpretation {
        Interpretation::Accepted(taken) => {
            matches!(taken.order, AnyOrder::Order { order: Order::SupportHold { .. }, .. })
        }
        Interpretation::OthersHold => false,
        Interpretation::Refused(refusal) => refusal.problem != ReadingProblem::TooLong,
    }
}
