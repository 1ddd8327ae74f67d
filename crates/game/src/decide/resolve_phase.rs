//! Resolves a phase: gives the submitted orders to the judge and keeps the result (C5).

use std::sync::Arc;

use rules::{Board, Judge, Orders, PhaseKind as PhaseStage, Position, Season};

use super::EventBuilder;
use crate::state::Play;
use crate::{Fact, Game, Record, RoundFact, Timestamp};

impl EventBuilder<'_> {
    /// Resolves the phase with the submitted orders. After a Fall turn it checks whether the game ends.
    pub(super) fn resolve_phase(&mut self, judge: &mut Judge<'_>) {
        let now = self.now;
        let Some(record) = self.game().resolved_phase(judge, now) else { return };
        let (from, to) = (record.phase(), record.resolution.after.phase);
        self.emit(Fact::Round(RoundFact::PhaseResolved(Arc::new(record))));
        let turn_over = from.kind() != PhaseStage::Adjustment && to.kind() != PhaseStage::Retreat;
        if turn_over && from.turn().season == Season::Fall {
            self.end_fall(from.turn());
        }
    }
}

impl Game {
    /// What the current phase would be with the submitted orders.
    pub(crate) fn resolved_phase(&self, judge: &mut Judge<'_>, now: Timestamp) -> Option<Record> {
        let play = self.play()?;
        let mut before = (*play.position).clone();
        before.players = self.charter.seating().table(play.neutrality, play.seats_in_disorder());
        let orders = orders(judge.board(), play, &before);
        let board = self.board(judge.board());
        let resolution = if board.closed().is_empty() {
            before.resolve(judge, &orders)
        } else {
            // A new judge is cheap enough here: land is closed in a few phases only.
            before.resolve(&mut Judge::new(board, judge.edition()), &orders)
        };
        let mut resolution = resolution.expect("the orders are for this phase");
        // The judge does not know the goal of this game, so `end_fall` decides who has won.
        resolution.after.winner = None;
        Some(Record {
            number: play.records.len(),
            at: now,
            neutrality: play.neutrality,
            submitted_seats: play.round.submitted_seats(),
            resolution,
        })
    }
}

/// The submitted orders of all players together. Powers in disorder give no moves (I1).
fn orders(board: &Board, play: &Play, before: &Position) -> Orders {
    let mut all = Orders::none(board, before.phase.kind());
    for paper in play.round.seat_orders.iter().filter_map(|desk| desk.submitted.as_ref()) {
        let added = all.add(paper);
        debug_assert!(added.is_ok(), "orders for another kind of phase are refused when they are submitted");
    }
    if let Orders::Movement(sheet) = &mut all {
        for unit in before.forces.units().iter().filter(|unit| before.players.in_disorder(unit.power)) {
            sheet.remove(board.province_of(unit.location));
        }
    }
    all
}
