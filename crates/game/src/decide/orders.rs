//! Orders: secret sheets, drafts, and being ready (C5, E3, E4).

use rules::{Board, Illegality, Intake, Judge, Orders, Phase, Power};

use super::Course;
use crate::state::Play;
use crate::{Actor, DeskFact, Fact, Game, Government, MAX_ENTRIES, Refusal, SeatFact, SeatId, Stage, Stance};

impl Course<'_> {
    pub(super) fn draft(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        paper: Orders,
        dated: Option<Phase>,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        self.start.check_date(dated)?;
        let seat = self.seat(play, actor)?;
        // While talking one may make notes for the sheet.
        let stage = match play.round.stage {
            Stage::Diplomacy => Stage::Writing,
            stage @ (Stage::Writing | Stage::Retreats | Stage::Adjustments | Stage::Resolution) => stage,
        };
        self.check_orders(judge.board(), play, seat, stage, &paper)?;
        self.happen(Fact::Desk(seat, DeskFact::Drafted(paper)));
        Ok(())
    }

    pub(super) fn hand_in(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        paper: Orders,
        dated: Option<Phase>,
        stance: Stance,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        self.start.check_date(dated)?;
        let seat = self.seat(play, actor)?;
        self.check_orders(judge.board(), play, seat, play.round.stage, &paper)?;
        if play.seats[seat.index()].government == Government::InDisorder {
            // I1: what is left of this turn is lost; disorder ends with orders for the next.
            if !play.round.stage.is_movement() {
                return Err(Refusal::InDisorder);
            }
            self.happen(Fact::Seat(seat, SeatFact::LeftDisorder));
        }
        self.happen(Fact::Desk(seat, DeskFact::HandedIn(paper, stance)));
        if stance == Stance::Ready {
            self.close_if_ready(judge);
        }
        Ok(())
    }

    pub(super) fn take_back(&mut self, actor: Actor) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, actor)?;
        if play.round.desk(seat).is_none_or(|desk| desk.paper.is_none()) {
            return Err(Refusal::NothingIn);
        }
        self.happen(Fact::Desk(seat, DeskFact::TookBack));
        Ok(())
    }

    pub(super) fn stand(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        stance: Stance,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, actor)?;
        let writes = match play.round.stage {
            Stage::Writing | Stage::Retreats | Stage::Adjustments => play.round.owing.contains(seat),
            Stage::Diplomacy | Stage::Resolution => false,
        };
        let nothing_in = play.round.desk(seat).is_none_or(|desk| desk.paper.is_none());
        if stance == Stance::Ready && writes && nothing_in {
            return Err(Refusal::NothingIn);
        }
        self.happen(Fact::Desk(seat, DeskFact::Stood(stance)));
        // Also somebody who stops waiting may be the last.
        self.close_if_ready(judge);
        Ok(())
    }

    /// Whether the sheet is for this seat's units and the phase that is played. Who writes lines has taken
    /// them in one by one before; here a sheet with a line that does not count is refused whole.
    fn check_orders(
        &self,
        board: &Board,
        play: &Play,
        seat: SeatId,
        stage: Stage,
        orders: &Orders,
    ) -> Result<(), Refusal> {
        let board = self.start.charter.seating().board(board, play.neutrality);
        if matches!(stage, Stage::Diplomacy | Stage::Resolution) {
            return Err(Refusal::WrongStage);
        }
        if !orders.fit(board) {
            return Err(Refusal::NoSuchPlace);
        }
        if matches!(orders, Orders::Adjustments(entries) if entries.len() > MAX_ENTRIES) {
            return Err(Refusal::TooManyEntries);
        }
        let powers: Vec<Power> = self.start.powers_of(play, seat).collect();
        let mut intake = Intake::new(board, &play.position, &powers);
        intake.all(orders);
        match intake.finish().refused.first() {
            Some((_, Illegality::WrongPhase)) => return Err(Refusal::WrongPaper),
            Some((_, Illegality::Closed)) => return Err(Refusal::ClosedLand),
            Some(_) => return Err(Refusal::NotYourUnit),
            // Also an empty sheet is for one kind of phase.
            None if orders.stage() != play.position.phase.stage() => return Err(Refusal::WrongPaper),
            None => {}
        }
        if play.round.owing.contains(seat) { Ok(()) } else { Err(Refusal::NothingToWrite) }
    }
}

impl Game {
    /// Whether a sheet with this date is for the phase that is played. Without a date it is for any.
    pub fn check_date(&self, dated: Option<Phase>) -> Result<(), Refusal> {
        if dated.is_none() || dated == self.phase() { Ok(()) } else { Err(Refusal::WrongPaper) }
    }
}
