//! Orders: submitting them, withdrawing them, saving drafts, and being ready (C5, E3, E4).

use rules::{Board, Illegality, Judge, OrderCollector, Orders, Phase, Power};

use super::EventBuilder;
use crate::state::Play;
use crate::{
    Actor, Consent, Fact, Game, Government, MAX_ADJUSTMENT_ENTRIES, OrdersFact, Pause, Readiness, Refusal,
    SeatFact, SeatId, Stage, Venue,
};

impl EventBuilder<'_> {
    pub(super) fn draft(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        paper: Orders,
        dated: Option<Phase>,
    ) -> Result<(), Refusal> {
        let seat = self.check_draft(judge, actor, &paper, dated)?;
        self.emit(Fact::Orders(seat, OrdersFact::DraftSaved(paper)));
        Ok(())
    }

    /// The seat that a draft is for, if it can be kept.
    pub(super) fn check_draft(
        &self,
        judge: &Judge<'_>,
        actor: Actor,
        paper: &Orders,
        dated: Option<Phase>,
    ) -> Result<SeatId, Refusal> {
        let play = self.underway()?;
        self.before.check_phase(dated)?;
        let seat = self.seat(play, actor)?;
        // A draft may be written during diplomacy.
        let stage = match play.round.stage {
            Stage::Diplomacy => Stage::Writing,
            stage @ (Stage::Writing | Stage::Retreats | Stage::Adjustments | Stage::Resolution) => stage,
        };
        self.check_orders(judge.board(), play, seat, stage, paper)?;
        Ok(seat)
    }

    pub(super) fn submit_orders(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        paper: Orders,
        dated: Option<Phase>,
        readiness: Readiness,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        self.before.check_phase(dated)?;
        let seat = self.seat(play, actor)?;
        self.check_orders(judge.board(), play, seat, play.round.stage, &paper)?;
        if play.seats[seat.index()].government == Government::InDisorder {
            // I1: the rest of this turn is lost. Orders for the next turn end the disorder.
            if !play.round.stage.is_movement() {
                return Err(Refusal::InDisorder);
            }
            self.emit(Fact::Seat(seat, SeatFact::LeftDisorder));
        }
        // Who hands in continues a game that was put aside.
        if play.round.pause.is_some_and(Pause::is_aside) {
            self.continue_game(seat);
        }
        self.emit(Fact::Orders(seat, OrdersFact::Submitted(paper, readiness)));
        if readiness == Readiness::Ready {
            self.close_if_ready(judge);
        }
        Ok(())
    }

    /// The game master submits orders for a seat. The player may still change them, so the seat is not ready,
    /// unless the master says that it is.
    pub(super) fn enter_orders(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        (seat, paper, dated): (SeatId, Orders, Option<Phase>),
        readiness: Readiness,
        consent: Consent,
    ) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.underway()?;
        self.before.check_phase(dated)?;
        let held = play.seats.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        self.check_orders(judge.board(), play, seat, play.round.stage, &paper)?;
        let replaces = play.round.orders_of(seat).is_some_and(|desk| desk.submitted.is_some());
        let at_table = self.before.charter.settings().venue == Venue::Table;
        if replaces && at_table && consent == Consent::NotAsked {
            return Err(Refusal::ConsentNeeded);
        }
        // There is nothing to agree to.
        let consent = if replaces { consent } else { Consent::NotAsked };
        if held.government == Government::InDisorder {
            if !play.round.stage.is_movement() {
                return Err(Refusal::InDisorder);
            }
            self.emit(Fact::Seat(seat, SeatFact::LeftDisorder));
        }
        let fact = match (readiness, consent) {
            (Readiness::Undecided, Consent::NotAsked) => OrdersFact::EnteredByMaster(paper),
            (Readiness::Undecided | Readiness::Waiting | Readiness::Ready, _) => {
                OrdersFact::EnteredFor { orders: paper, readiness, consent }
            }
        };
        self.emit(Fact::Orders(seat, fact));
        self.close_if_ready(judge);
        Ok(())
    }

    /// The game master says for somebody without a screen whether they are ready.
    pub(super) fn set_readiness_for(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        seat: SeatId,
        readiness: Readiness,
    ) -> Result<(), Refusal> {
        self.check_master(actor)?;
        let play = self.underway()?;
        if play.seats.get(seat.index()).is_none() {
            return Err(Refusal::NoSuchSeat);
        }
        self.check_readiness(play, seat, readiness)?;
        self.emit(Fact::Orders(seat, OrdersFact::ReadinessSetByMaster(readiness)));
        self.close_if_ready(judge);
        Ok(())
    }

    pub(super) fn withdraw_orders(&mut self, actor: Actor) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, actor)?;
        if play.round.orders_of(seat).is_none_or(|desk| desk.submitted.is_none()) {
            return Err(Refusal::NothingIn);
        }
        self.emit(Fact::Orders(seat, OrdersFact::Withdrawn));
        Ok(())
    }

    pub(super) fn set_readiness(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        readiness: Readiness,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, actor)?;
        self.check_readiness(play, seat, readiness)?;
        self.emit(Fact::Orders(seat, OrdersFact::ReadinessSet(readiness)));
        // A player who stops waiting may be the last one.
        self.close_if_ready(judge);
        Ok(())
    }

    /// Nobody who owes orders is ready without them.
    fn check_readiness(&self, play: &Play, seat: SeatId, readiness: Readiness) -> Result<(), Refusal> {
        let writes = match play.round.stage {
            Stage::Writing | Stage::Retreats | Stage::Adjustments => {
                play.round.orders_due_from.contains(seat)
            }
            Stage::Diplomacy | Stage::Resolution => false,
        };
        let nothing_in = play.round.orders_of(seat).is_none_or(|desk| desk.submitted.is_none());
        if readiness == Readiness::Ready && writes && nothing_in {
            return Err(Refusal::NothingIn);
        }
        Ok(())
    }

    /// Checks that the orders are for units of this seat and for the current phase. One illegal order
    /// refuses the whole sheet. Text orders are checked line by line before this.
    fn check_orders(
        &self,
        board: &Board,
        play: &Play,
        seat: SeatId,
        stage: Stage,
        orders: &Orders,
    ) -> Result<(), Refusal> {
        let board = self.before.charter.seating().board(board, play.neutrality);
        if matches!(stage, Stage::Diplomacy | Stage::Resolution) {
            return Err(Refusal::WrongStage);
        }
        if !orders.fits_board(board) {
            return Err(Refusal::NoSuchPlace);
        }
        if matches!(orders, Orders::Adjustments(entries) if entries.len() > MAX_ADJUSTMENT_ENTRIES) {
            return Err(Refusal::TooManyEntries);
        }
        let powers: Vec<Power> = self.before.powers_of(play, seat).collect();
        let mut intake = OrderCollector::new(board, &play.position, &powers);
        intake.add_all(orders);
        match intake.finish().refused.first() {
            Some((_, Illegality::WrongPhase)) => return Err(Refusal::WrongPaper),
            Some((_, Illegality::Closed)) => return Err(Refusal::ClosedLand),
            Some(_) => return Err(Refusal::NotYourUnit),
            // An empty sheet is also for one kind of phase.
            None if orders.phase_kind() != play.position.phase.kind() => return Err(Refusal::WrongPaper),
            None => {}
        }
        if play.round.orders_due_from.contains(seat) { Ok(()) } else { Err(Refusal::NothingToWrite) }
    }
}

impl Game {
    /// Checks that orders for this phase are for the current phase. None is for any phase.
    pub fn check_phase(&self, dated: Option<Phase>) -> Result<(), Refusal> {
        if dated.is_none() || dated == self.phase() { Ok(()) } else { Err(Refusal::WrongPaper) }
    }
}
