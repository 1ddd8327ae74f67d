//! The stages of a phase: which seats owe orders, when a stage closes, and which stage opens next (C2).

use rules::{Board, Judge, PhaseKind, Position, Season};

use super::EventBuilder;
use super::deadline::WaitDecision;
use crate::state::Play;
use crate::{Abandonment, Ending, Fact, Game, Neutrality, Readiness, RoundFact, SeatSet, Stage, VoteFact};

/// Why a stage closes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CloseReason {
    Due,
    AllReady,
    Forced,
}

impl Game {
    /// The seats that must submit orders in a stage.
    pub(crate) fn seats_with_orders_due(
        &self,
        board: &Board,
        play: &Play,
        position: &Position,
        stage: Stage,
    ) -> SeatSet {
        let adjustments = position.adjustment_judge(board, self.charter.settings().edition);
        let owes = |power| match stage {
            Stage::Diplomacy | Stage::Writing => position.forces.count(power) > 0,
            Stage::Resolution => false,
            Stage::Retreats => position.dislodged.iter().any(|dislodged| dislodged.unit.power == power),
            Stage::Adjustments => {
                adjustments.centres_minus_units(power) < 0 || adjustments.possible_builds(power) > 0
            }
        };
        // I1: a seat in disorder may only submit movement orders, which end the disorder.
        let barred = if stage.is_movement() { SeatSet::EMPTY } else { play.seats_in_disorder() };
        let seats = self.charter.seating().all_seats().without(barred);
        seats.iter().filter(|seat| self.powers_of(play, *seat).any(owes)).collect()
    }
}

impl EventBuilder<'_> {
    /// Ends the stage if everybody is ready and nobody waits.
    pub(super) fn close_if_ready(&mut self, judge: &mut Judge<'_>) {
        let game = self.game();
        let crate::state::State::Underway(play) = &game.state else { return };
        let awaited = game.seats_to_wait_for(play);
        let ready = play.round.seats_with_readiness(Readiness::Ready);
        // A player in disorder or without units cannot delay the others.
        let waiting = play
            .round
            .seats_with_readiness(Readiness::Waiting)
            .without(play.seats_in_disorder())
            .intersection(game.survivors(play));
        if play.round.pause.is_none() && !awaited.is_empty() && awaited.is_subset(ready) && waiting.is_empty()
        {
            self.close(judge, CloseReason::AllReady);
        }
    }

    pub(super) fn close(&mut self, judge: &mut Judge<'_>, why: CloseReason) {
        let Some(stage) = self.play().map(|play| play.round.stage) else { return };
        match stage {
            Stage::Diplomacy => self.open(judge.board(), Stage::Writing),
            Stage::Writing => {
                if self.handle_missing_orders(why) == WaitDecision::Wait {
                    return;
                }
                if self.is_deserted() {
                    self.emit(Fact::Ended(Ending::Abandoned(Abandonment::EverybodyLeft)));
                    return;
                }
                self.expire_questions();
                self.resolve_phase(judge);
                self.end_loans();
                self.seat_successors();
                let read_out = self.game().timetable().resolution.is_some();
                if read_out && self.play().is_some() {
                    self.open(judge.board(), Stage::Resolution);
                } else {
                    self.open_next_stage(judge);
                }
            }
            Stage::Resolution => self.open_next_stage(judge),
            Stage::Retreats | Stage::Adjustments => {
                self.resolve_phase(judge);
                self.end_loans();
                self.seat_successors();
                self.open_next_stage(judge);
            }
        }
    }

    /// Opens the next stage. A phase without a choice for anybody is resolved at once.
    pub(super) fn open_next_stage(&mut self, judge: &mut Judge<'_>) {
        loop {
            let diplomacy = self.game().timetable().diplomacy;
            let Some(phase) = self.play().map(|play| play.position.phase) else { return };
            let stage = match phase.kind() {
                PhaseKind::Movement => {
                    self.let_neutral_join();
                    if diplomacy.is_some() { Stage::Diplomacy } else { Stage::Writing }
                }
                PhaseKind::Retreat => Stage::Retreats,
                PhaseKind::Adjustment => Stage::Adjustments,
            };
            if stage.is_movement() || !self.seats_with_orders_due(judge.board(), stage).is_empty() {
                self.open(judge.board(), stage);
                return;
            }
            self.resolve_phase(judge);
        }
    }

    fn seats_with_orders_due(&mut self, board: &Board, stage: Stage) -> SeatSet {
        let game = self.game();
        game.play()
            .map_or(SeatSet::EMPTY, |play| game.seats_with_orders_due(board, play, &play.position, stage))
    }

    pub(super) fn open(&mut self, board: &Board, stage: Stage) {
        let now = self.now;
        let orders_due_from = self.seats_with_orders_due(board, stage);
        let game = self.game();
        let Some(play) = game.play() else { return };
        let turn = game.turn(&play.position);
        // Writing after diplomacy does not open the movement: its length counts from now.
        let opens_movement = stage.is_movement() && play.round.stage != Stage::Diplomacy;
        let movement_ended = play.movement_ended.filter(|_| opens_movement);
        let due = game.timetable().due(stage, turn, now, movement_ended);
        self.emit(Fact::Opened { stage, due, orders_due_from });
        self.use_plans_ahead(board);
        self.move_for_calendars();
    }

    /// K5: from the Spring after the toss the winner plays the neutral power.
    fn let_neutral_join(&mut self) {
        let Some(power) = self.before.charter.seating().neutral().map(|neutral| neutral.power) else {
            return;
        };
        let Some(play) = self.play() else { return };
        if let (Some(Neutrality::Tossed(seat)), Season::Spring) =
            (play.neutrality, play.position.phase.turn().season)
        {
            self.emit(Fact::Round(RoundFact::NeutralJoined { seat, power }));
        }
    }

    /// Whether every seat that has units is in disorder.
    fn is_deserted(&mut self) -> bool {
        let game = self.game();
        game.play().is_some_and(|play| {
            let seats = game.charter.seating().seats();
            !seats
                .into_iter()
                .any(|seat| play.seats[seat.index()].has_government() && game.has_units(play, seat))
        })
    }

    fn expire_questions(&mut self) {
        let Some(play) = self.play() else { return };
        let numbers: Vec<u32> = play.questions.iter().map(|question| question.number).collect();
        for number in numbers {
            self.emit(Fact::Vote(VoteFact::Expired { number }));
        }
    }
}
