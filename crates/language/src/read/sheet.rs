//! What an order that leaves something open means beside the other orders of its sheet: "supports
//! Brest" where Brest moves, "supports the attack on Ruhr", "convoys London", "all others hold".

use std::ops::Range;

use rules::{Board, Location, Order, Province, Stage, Unit};

use super::decide::Verdict;
use super::draft::{Deed, Draft, Place};
use super::legal::{Bench, Objection};
use super::pieces::{Pieces, Verdicts};
use super::{How, ReadingProblem, Refusal, Taken};
use crate::Command;

/// One piece of a text with what was read from it.
pub(crate) struct Piece {
    /// From 1.
    pub(crate) line: usize,
    /// None if it is not to be read again.
    pub(crate) span: Option<Range<usize>>,
    pub(crate) verdicts: Verdicts,
}

/// Where the sheet sends the units of its power.
#[derive(Clone, Default, Debug)]
pub(crate) struct Moves(Vec<(Province, Location)>);

impl Moves {
    /// The moves among some orders. A unit with two different orders is sent nowhere.
    fn of(board: &Board, pieces: &[Piece]) -> Self {
        let mut orders: Vec<(Province, Order)> = Vec::new();
        let mut torn: Vec<Province> = Vec::new();
        for (unit, order) in taken(pieces) {
            let province = board.province_of(unit.location);
            match orders.iter().find(|(other, _)| *other == province) {
                Some((_, known)) if *known != order => torn.push(province),
                Some(_) => {}
                None => orders.push((province, order)),
            }
        }
        orders.retain(|(province, _)| !torn.contains(province));
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

/// The orders that were taken.
fn taken(pieces: &[Piece]) -> impl Iterator<Item = (Unit, Order)> {
    pieces.iter().flat_map(|piece| &piece.verdicts).filter_map(|(_, verdict)| match verdict {
        Verdict::Taken(Taken { command: Command::Order { unit, order }, .. }) => Some((*unit, *order)),
        Verdict::Taken(_) | Verdict::Others | Verdict::Refused(_) => None,
    })
}

/// Whether it took the other orders of the sheet to make this command of a deed.
pub(crate) fn is_filled_in(deed: &Deed, command: &Command) -> bool {
    match deed {
        Deed::SupportOf { .. } | Deed::SupportTo { .. } | Deed::ConvoyOf { .. } => true,
        Deed::SupportHold { .. } => {
            !matches!(command, Command::Order { order: Order::SupportHold { .. }, .. })
        }
        Deed::Unsaid
        | Deed::Hold
        | Deed::Move { .. }
        | Deed::SupportMove { .. }
        | Deed::Convoy { .. }
        | Deed::OthersHold
        | Deed::Retreat { .. }
        | Deed::Disband
        | Deed::Build
        | Deed::Waive => false,
    }
}

impl Bench<'_> {
    /// What a draft can tell its unit to do beside the other orders of the sheet.
    pub(crate) fn filled_in(&self, draft: &Draft) -> Result<Vec<Deed>, Objection> {
        let deed = draft.deed;
        let place =
            |to: Location| Place { province: self.board.province_of(to), coast: self.board.coast(to) };
        let support = |from: Province, to: Location| Deed::SupportMove { from, to: place(to) };
        let attacks = |goal: Place| {
            let there = move |said: Place| {
                said.province == goal.province && (goal.coast.is_none() || goal.coast == said.coast)
            };
            let moves = self.moves.0.iter().filter(move |(_, to)| there(place(*to)));
            moves.map(move |(from, to)| support(*from, *to))
        };
        let of = match deed {
            Deed::SupportTo { to } => {
                let meant: Vec<Deed> = attacks(to).collect();
                return if meant.is_empty() { Err(Objection::NoUnit) } else { Ok(meant) };
            }
            // "supports Ruhr", where the sheet attacks Ruhr: who stands there, or who goes there?
            Deed::SupportHold { of, said: false } if draft.helped.is_none() && !self.is_mine(of) => {
                let there = Place { province: of, coast: None };
                return Ok(std::iter::once(deed).chain(attacks(there)).collect());
            }
            Deed::SupportHold { of, said: false } => match self.moves.from(of) {
                Some(to) => Some(support(of, to)),
                None => Some(deed),
            },
            // "the invasion of Ruhr" may be the one that Ruhr suffers.
            Deed::SupportOf { from } if !self.is_mine(from) => return Err(Objection::NoUnit),
            Deed::SupportOf { from } => self.moves.from(from).map(|to| support(from, to)),
            Deed::ConvoyOf { from } => {
                let to = self.moves.from(from).map(|to| self.board.province_of(to));
                to.map(|to| Deed::Convoy { from, to })
            }
            Deed::Unsaid
            | Deed::Hold
            | Deed::Move { .. }
            | Deed::SupportHold { .. }
            | Deed::SupportMove { .. }
            | Deed::Convoy { .. }
            | Deed::OthersHold
            | Deed::Retreat { .. }
            | Deed::Disband
            | Deed::Build
            | Deed::Waive => Some(deed),
        };
        of.map(|deed| vec![deed]).ok_or(Objection::NoGoal)
    }
}

impl Pieces<'_> {
    /// Reads again what could mean something else now that all lines are known.
    pub(crate) fn read_together(&mut self, pieces: &mut [Piece]) {
        if self.bench.position.phase.stage() != Stage::Movement {
            return;
        }
        self.bench.moves = Moves::of(self.bench.board, pieces);
        if !self.bench.moves.0.is_empty() {
            for piece in pieces.iter_mut().filter(|piece| piece.verdicts.iter().any(|(_, v)| leaves_open(v)))
            {
                if let Some(span) = &piece.span {
                    piece.verdicts = self.read(span.clone());
                }
            }
        }
        self.order_the_others(pieces);
    }

    /// "All others hold" is one order for each unit that has none. Said again, it is for nobody: a long text
    /// of it stays small.
    fn order_the_others(&self, pieces: &mut [Piece]) {
        let board = self.bench.board;
        let ordered: Vec<Province> =
            taken(pieces).map(|(unit, _)| board.province_of(unit.location)).collect();
        let units = self.bench.position.forces.units().iter();
        let idle = units.filter(|unit| {
            unit.power == self.bench.power && !ordered.contains(&board.province_of(unit.location))
        });
        let mut holds: Vec<Command> =
            idle.map(|unit| Command::Order { unit: *unit, order: Order::Hold }).collect();
        for piece in pieces {
            let others = |(_, verdict): &(_, Verdict)| matches!(verdict, Verdict::Others);
            if !piece.verdicts.iter().any(others) {
                continue;
            }
            let mut verdicts = Verdicts::new();
            for (span, verdict) in std::mem::take(&mut piece.verdicts) {
                match verdict {
                    Verdict::Others if holds.is_empty() => {
                        let refusal = Refusal::bare(ReadingProblem::NoUnit);
                        verdicts.push((span, Verdict::Refused(refusal)));
                    }
                    Verdict::Others => {
                        verdicts.extend(holds.drain(..).map(|command| {
                            (span.clone(), Verdict::Taken(Taken { command, how: How::Plain }))
                        }))
                    }
                    Verdict::Taken(_) | Verdict::Refused(_) => verdicts.push((span, verdict)),
                }
            }
            piece.verdicts = verdicts;
        }
    }
}

/// Whether the rest of the sheet could change what was read.
fn leaves_open(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Taken(taken) => {
            matches!(taken.command, Command::Order { order: Order::SupportHold { .. }, .. })
        }
        Verdict::Others => false,
        Verdict::Refused(refusal) => refusal.problem != ReadingProblem::TooLong,
    }
}
