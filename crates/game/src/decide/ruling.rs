//! The sheets go to the judge, and what was ruled is kept as it was ruled (C5).

use std::sync::Arc;

use rules::{Board, Judge, Orders, Position, Season, Stage as PhaseStage};

use super::Course;
use crate::state::Play;
use crate::{Fact, Record, RoundFact};

impl Course<'_> {
    /// Rules on the phase with the sheets that are in, and sees whether the game is over.
    pub(super) fn rule(&mut self, judge: &mut Judge<'_>) {
        let now = self.now;
        let game = self.game();
        let Some(play) = game.play() else { return };
        let mut before = (*play.position).clone();
        before.table = game.charter.seating().table(play.neutrality, play.away());
        let orders = orders(judge.board(), play, &before);
        let board = game.board(judge.board());
        let resolution = if board.closed().is_empty() {
            before.resolve(judge, &orders)
        } else {
            // A few times a game: it is not worth keeping.
            before.resolve(&mut Judge::new(board, judge.edition()), &orders)
        };
        let mut resolution = resolution.expect("the orders are for this phase");
        // Who has won is for the game to say: the goal may be a player's, or another number.
        resolution.after.winner = None;
        let record = Record {
            number: play.records.len(),
            at: now,
            neutrality: play.neutrality,
            papers_in: play.round.papers_in(),
            resolution,
        };
        let (from, to) = (record.phase(), record.resolution.after.phase);
        self.happen(Fact::Round(RoundFact::Ruled(Arc::new(record))));
        let turn_over = from.stage() != PhaseStage::Adjustment && to.stage() != PhaseStage::Retreat;
        if turn_over && from.date().season == Season::Fall {
            self.end_fall(from.date());
        }
    }
}

/// The sheets of all players together, without moves of powers in disorder: nobody gave them, and the judge
/// would not follow them (I1).
fn orders(board: &Board, play: &Play, before: &Position) -> Orders {
    let mut all = Orders::none(board, before.phase.stage());
    for paper in play.round.desks.iter().filter_map(|desk| desk.paper.as_ref()) {
        let added = all.add(paper);
        debug_assert!(added.is_ok(), "a sheet for another kind of phase is refused when it comes in");
    }
    if let Orders::Movement(sheet) = &mut all {
        for unit in before.forces.units().iter().filter(|unit| before.table.in_disorder(unit.power)) {
            sheet.remove(board.province_of(unit.location));
        }
    }
    all
}
