//! Votes: proposing a motion, voting on it, and what happens when it passes (J2).

use rules::Judge;

use super::EventBuilder;
use crate::state::Play;
use crate::votes::{MAX_OPEN_QUESTIONS_PER_SEAT, MIN_VOTERS_TO_REMOVE};
use crate::{
    Abandonment, Actor, Authority, Ballot, DrawnBy, Draws, Ending, Fact, Motion, Refusal, Seat, SeatFact,
    SeatId, Seconds, Victory, VoteFact,
};

impl EventBuilder<'_> {
    pub(super) fn propose(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        motion: Motion,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        let by = self.seat(play, actor)?;
        // Bots vote, but propose nothing.
        if play.seats[by.index()].person().is_none() {
            return Err(Refusal::NotAVoter);
        }
        // Nobody proposes what it has no vote on. Otherwise a player could propose its own victory.
        if !self.before.eligible_voters(play, motion).contains(by) {
            return Err(Refusal::NotAVoter);
        }
        if play.questions.iter().any(|question| question.motion == motion) {
            return Err(Refusal::AlreadyProposed);
        }
        if play.questions.iter().filter(|question| question.by == by).count() >= MAX_OPEN_QUESTIONS_PER_SEAT {
            return Err(Refusal::TooManyQuestions);
        }
        self.check_motion(play, motion)?;
        let number = play.next_question_number;
        self.emit(Fact::Vote(VoteFact::Proposed { number, by, motion }));
        self.cast(judge, number, by, Ballot::Yes);
        Ok(())
    }

    fn check_motion(&self, play: &Play, motion: Motion) -> Result<(), Refusal> {
        let survivors = self.before.survivors(play);
        match motion {
            Motion::Draw(between) => {
                if between.is_empty() || !between.is_subset(survivors) {
                    return Err(Refusal::NotASurvivor);
                }
                match self.before.charter.settings().draws {
                    Draws::Survivors if between != survivors => Err(Refusal::DrawMustIncludeAll),
                    Draws::Survivors | Draws::AnyCoalition => Ok(()),
                }
            }
            Motion::Concede(to) => {
                if survivors.contains(to) {
                    Ok(())
                } else {
                    Err(Refusal::NotASurvivor)
                }
            }
            Motion::MostCentres | Motion::Abandon => Ok(()),
            Motion::Pause(_) | Motion::Extend(_) => self.check_delay(play),
            Motion::Timetable(timetable) => {
                if timetable.is_playable() {
                    Ok(())
                } else {
                    Err(Refusal::StageLength)
                }
            }
            Motion::Remove(seat) => {
                if play.seats.get(seat.index()).and_then(Seat::person).is_none() {
                    return Err(Refusal::NoSuchSeat);
                }
                let voters = self.before.eligible_voters(play, motion).len();
                if voters < MIN_VOTERS_TO_REMOVE { Err(Refusal::TooFewToRemove) } else { Ok(()) }
            }
            Motion::Resume => {
                if play.round.pause.is_some() {
                    Ok(())
                } else {
                    Err(Refusal::NotPaused)
                }
            }
        }
    }

    /// Checks that the stage may still be delayed.
    pub(super) fn check_delay(&self, play: &Play) -> Result<(), Refusal> {
        if play.round.pause.is_some() {
            return Err(Refusal::AlreadyPaused);
        }
        if play.round.delay_left == Seconds::ZERO { Err(Refusal::NoDelayLeft) } else { Ok(()) }
    }

    pub(super) fn vote(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        number: u32,
        ballot: Ballot,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        let seat = self.seat(play, actor)?;
        let question = play.questions.iter().find(|question| question.number == number);
        let question = question.ok_or(Refusal::NoSuchQuestion)?;
        if !self.before.eligible_voters(play, question.motion).contains(seat) {
            return Err(Refusal::NotAVoter);
        }
        self.cast(judge, number, seat, ballot);
        Ok(())
    }

    fn cast(&mut self, judge: &mut Judge<'_>, number: u32, seat: SeatId, ballot: Ballot) {
        self.emit(Fact::Vote(VoteFact::Voted { number, seat, ballot }));
        let game = self.game();
        let Some(play) = game.play() else { return };
        let Some(question) = play.questions.iter().find(|question| question.number == number) else { return };
        if question.has_passed(game.eligible_voters(play, question.motion)) {
            let motion = question.motion;
            self.emit(Fact::Vote(VoteFact::Passed { number, motion }));
            self.apply_motion(judge, motion);
            return;
        }
        // When the last vote is in, the number of vetoes is announced and the question is closed. If it stayed open,
        // a changed vote would show whose it was.
        let (motion, voters) = (question.motion, game.eligible_voters(play, question.motion));
        let counts_vetoes = game.charter.settings().ballots.hides_count(motion);
        if counts_vetoes && question.votes_missing(voters) == 0 {
            let vetoes = voters.len() - question.yes_votes(voters);
            self.emit(Fact::Vote(VoteFact::Vetoed { number, motion, vetoes }));
        }
    }

    fn apply_motion(&mut self, judge: &mut Judge<'_>, motion: Motion) {
        let game = self.game();
        let Some(play) = game.play() else { return };
        match motion {
            Motion::Draw(between) => {
                let survivors = game.survivors(play);
                // A seat may have lost its last unit since the motion was proposed.
                let between = match game.charter.settings().draws {
                    Draws::Survivors => survivors,
                    Draws::AnyCoalition => between.intersection(survivors),
                };
                self.emit(Fact::Ended(Ending::Drawn { between, by: DrawnBy::Agreement }));
            }
            Motion::Concede(seat) => {
                self.emit(Fact::Ended(Ending::Won { seat, by: Victory::Concession }));
            }
            Motion::MostCentres => {
                let ending = game.most_centres(play, DrawnBy::Agreement);
                self.emit(Fact::Ended(ending));
            }
            Motion::Abandon => self.emit(Fact::Ended(Ending::Abandoned(Abandonment::Agreed))),
            // The clock may have been paused or resumed since the proposal. Then nothing is left to do.
            Motion::Pause(length) => {
                let _ = self.pause_clock(Authority::Vote, length);
            }
            Motion::Resume => {
                let _ = self.resume_clock(judge, Authority::Vote);
            }
            Motion::Extend(length) => {
                let _ = self.extend_deadline(Authority::Vote, length);
            }
            Motion::Timetable(timetable) => {
                let _ = self.change_timetable(judge, Authority::Vote, timetable);
            }
            Motion::Remove(seat) => {
                let is_lent = play.seats.get(seat.index()).is_some_and(|seat| seat.loan.is_some());
                if is_lent {
                    // The vote is about whoever plays it now.
                    self.end_loan(seat);
                } else if let Ok(play) = self.underway() {
                    self.empty_seat(judge, play, seat, SeatFact::VotedOut);
                }
            }
        }
    }
}
