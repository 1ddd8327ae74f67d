//! Orders: secret sheets, drafts, and being ready (C5, E3, E4).

use rules::{Board, Entry, Judge, Location, Order, Orders, Phase, Power, Province, RetreatOrder};

use super::Course;
use crate::state::Play;
use crate::{Actor, DeskFact, Fact, Government, MAX_ENTRIES, Refusal, SeatFact, SeatId, Stage, Stance};

impl Course<'_> {
    pub(super) fn draft(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        paper: Orders,
        dated: Option<Phase>,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        check_date(play, dated)?;
        let seat = self.seat(play, actor)?;
        // While talking one may make notes for the sheet.
        let stage = match play.round.stage {
            Stage::Diplomacy => Stage::Writing,
            stage @ (Stage::Writing | Stage::Retreats | Stage::Adjustments | Stage::Resolution) => stage,
        };
        self.check_paper(judge.board(), play, seat, stage, &paper)?;
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
        check_date(play, dated)?;
        let seat = self.seat(play, actor)?;
        self.check_paper(judge.board(), play, seat, play.round.stage, &paper)?;
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

    /// Whether the sheet concerns this seat's units and only things that exist. What the orders are
    /// worth is for the judge: an illegal one is on the sheet and is not followed (E4). The one exception
    /// is closed land (K5), which nobody can mean to enter.
    fn check_paper(
        &self,
        board: &Board,
        play: &Play,
        seat: SeatId,
        stage: Stage,
        paper: &Orders,
    ) -> Result<(), Refusal> {
        let board = self.start.charter.seating().board(board, play.neutrality);
        let owns = |power: Power| self.start.powers_of(play, seat).any(|own| own == power);
        let known = |location: Location| location.index() < board.locations().len();
        let exists = |province: Province| province.index() < board.provinces().len();
        match (stage, paper) {
            (Stage::Diplomacy | Stage::Resolution, _) => return Err(Refusal::WrongStage),
            (Stage::Writing, Orders::Movement(sheet)) => {
                for (province, order) in sheet.iter() {
                    let places = exists(province)
                        && match *order {
                            Order::Hold => true,
                            Order::Move { to, .. } => known(to),
                            Order::SupportHold { of } => exists(of),
                            Order::SupportMove { from, to } => exists(from) && known(to),
                            Order::Convoy { from, to } => exists(from) && exists(to),
                        };
                    if !places {
                        return Err(Refusal::NoSuchPlace);
                    }
                    if play.position.forces.at(province).is_none_or(|unit| !owns(unit.power)) {
                        return Err(Refusal::NotYourUnit);
                    }
                    if order.goal(board).is_some_and(|goal| board.is_closed(goal)) {
                        return Err(Refusal::ClosedLand);
                    }
                }
            }
            (Stage::Retreats, Orders::Retreats(sheet)) => {
                for (province, order) in sheet.iter() {
                    let places = match *order {
                        RetreatOrder::Disband => true,
                        RetreatOrder::To(to) => known(to),
                    };
                    if !places || !exists(province) {
                        return Err(Refusal::NoSuchPlace);
                    }
                    let fallen = play.position.fallen(board, province);
                    if fallen.is_none_or(|fallen| !owns(fallen.unit.power)) {
                        return Err(Refusal::NotYourUnit);
                    }
                }
            }
            (Stage::Adjustments, Orders::Adjustments(entries)) => {
                if entries.len() > MAX_ENTRIES {
                    return Err(Refusal::TooManyEntries);
                }
                for (power, entry) in entries {
                    let places = match *entry {
                        Entry::Build { at, .. } => known(at),
                        Entry::Remove { at } => exists(at),
                        Entry::Waive => true,
                    };
                    if !places {
                        return Err(Refusal::NoSuchPlace);
                    }
                    if !owns(*power) {
                        return Err(Refusal::NotYourUnit);
                    }
                }
            }
            (
                Stage::Writing | Stage::Retreats | Stage::Adjustments,
                Orders::Movement(_) | Orders::Retreats(_) | Orders::Adjustments(_),
            ) => return Err(Refusal::WrongPaper),
        }
        if play.round.owing.contains(seat) { Ok(()) } else { Err(Refusal::NothingToWrite) }
    }
}

fn check_date(play: &Play, dated: Option<Phase>) -> Result<(), Refusal> {
    match dated {
        Some(phase) if phase != play.position.phase => Err(Refusal::WrongPaper),
        Some(_) | None => Ok(()),
    }
}
