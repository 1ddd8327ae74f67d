//! The sheets go to the judge, and what was ruled is kept as it was ruled (C5).

use std::sync::Arc;

use rules::{Judge, Position, Season, Sheet, Stage as PhaseStage, judge_retreats};

use super::Course;
use crate::state::Play;
use crate::{Fact, Neutrality, Paper, Record, RoundFact, Ruled, RuledOrder, RuledRetreat};

impl Course<'_> {
    /// Rules on the phase with the sheets that are in, and sees whether the game is over.
    pub(super) fn rule(&mut self, judge: &mut Judge<'_>) {
        let now = self.now;
        let game = self.game();
        let Some(play) = game.play() else { return };
        let mut before = (*play.position).clone();
        before.table = game.charter.seating().table(play.neutrality, play.away());
        let mut after = before.clone();
        let ruled = match before.phase.stage() {
            PhaseStage::Movement => match (game.charter.seating().neutral(), play.neutrality) {
                (Some(neutral), Some(Neutrality::Closed | Neutrality::Tossed(_))) => {
                    // Twice a game: it is not worth keeping.
                    let closed = judge.board().closing(&neutral.land);
                    let mut judge = Judge::new(&closed, judge.edition());
                    movement(&mut judge, play, &before, &mut after)
                }
                (Some(_), Some(Neutrality::Joined(_)) | None) | (None, _) => {
                    movement(judge, play, &before, &mut after)
                }
            },
            PhaseStage::Retreat => retreats(judge, play, &before, &mut after),
            PhaseStage::Adjustment => adjustments(judge, play, &before, &mut after),
        };
        // Who has won is for the game to say: the goal may be a player's, or another number.
        after.winner = None;
        let record = Record {
            number: play.records.len(),
            at: now,
            neutrality: play.neutrality,
            ruled,
            papers_in: play.round.papers_in(),
            before,
            after,
        };
        let (from, to) = (record.before.phase, record.after.phase);
        self.happen(Fact::Round(RoundFact::Ruled(Arc::new(record))));
        let turn_over = from.stage() != PhaseStage::Adjustment && to.stage() != PhaseStage::Retreat;
        if turn_over && from.date().season == Season::Fall {
            self.end_fall(from.date());
        }
    }
}

fn papers(play: &Play) -> impl Iterator<Item = &Paper> {
    play.round.desks.iter().filter_map(|desk| desk.paper.as_ref())
}

fn movement(judge: &mut Judge<'_>, play: &Play, before: &Position, after: &mut Position) -> Ruled {
    let board = judge.board();
    let mut orders = Sheet::new(board);
    for paper in papers(play) {
        if let Paper::Movement(sheet) = paper {
            for (province, order) in sheet.iter() {
                orders.set(province, *order);
            }
        }
    }
    let verdict = judge.movement(&before.forces, &before.table, &orders);
    let ruled = before.forces.units().iter().zip(verdict.rulings()).map(|(unit, ruling)| {
        let order = orders.get(board.province_of(unit.location)).copied();
        let order = order.filter(|_| !before.table.in_disorder(unit.power));
        RuledOrder { unit: *unit, order, ruling: *ruling }
    });
    let ruled = Ruled::Movement(ruled.collect());
    after.after_movement(board, verdict);
    ruled
}

fn retreats(judge: &Judge<'_>, play: &Play, before: &Position, after: &mut Position) -> Ruled {
    let board = judge.board();
    let mut orders = Sheet::new(board);
    for paper in papers(play) {
        if let Paper::Retreats(sheet) = paper {
            for (province, order) in sheet.iter() {
                orders.set(province, *order);
            }
        }
    }
    let rulings = judge_retreats(board, &before.forces, &before.table, &before.dislodged, &orders);
    let ruled = before.dislodged.iter().zip(&rulings).map(|(fallen, ruling)| {
        let order = orders.get(board.province_of(fallen.unit.location)).copied();
        RuledRetreat { unit: fallen.unit, order, ruling: *ruling }
    });
    let ruled = Ruled::Retreats(ruled.collect());
    after.after_retreats(board, &orders, &rulings);
    ruled
}

fn adjustments(judge: &Judge<'_>, play: &Play, before: &Position, after: &mut Position) -> Ruled {
    let board = judge.board();
    let mut entries = Vec::new();
    for paper in papers(play) {
        if let Paper::Adjustments(written) = paper {
            entries.extend_from_slice(written);
        }
    }
    let ruled = before.adjustments(board, judge.edition()).judge(&entries);
    after.after_adjustments(board, &ruled);
    Ruled::Adjustments(ruled)
}
