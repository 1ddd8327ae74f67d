//! Votes: moving a question, voting on it, and what happens when it is carried (J2).

use rules::Judge;

use super::Course;
use crate::state::Play;
use crate::votes::MOST_QUESTIONS;
use crate::{
    Abandonment, Actor, Authority, Ballot, DrawnBy, Draws, Ending, Fact, Motion, Refusal, SeatId, Seconds,
    Victory, VoteFact,
};

impl Course<'_> {
    pub(super) fn propose(
        &mut self,
        judge: &mut Judge<'_>,
        actor: Actor,
        motion: Motion,
    ) -> Result<(), Refusal> {
        let play = self.underway()?;
        let by = self.seat(play, actor)?;
        if !self.start.voters(play).contains(by) {
            return Err(Refusal::NotAVoter);
        }
        if play.questions.iter().any(|question| question.motion == motion) {
            return Err(Refusal::AlreadyProposed);
        }
        if play.questions.iter().filter(|question| question.by == by).count() >= MOST_QUESTIONS {
            return Err(Refusal::TooManyQuestions);
        }
        self.check_motion(play, motion)?;
        let number = play.asked;
        self.happen(Fact::Vote(VoteFact::Proposed { number, by, motion }));
        if motion.electors(self.start.voters(play)).contains(by) {
            self.cast(judge, number, by, Ballot::Yes);
        }
        Ok(())
    }

    fn check_motion(&self, play: &Play, motion: Motion) -> Result<(), Refusal> {
        let survivors = self.start.survivors(play);
        match motion {
            Motion::Draw(between) => {
                if between.is_empty() || !between.is_within(survivors) {
                    return Err(Refusal::NotASurvivor);
                }
                match self.start.charter.settings().draws {
                    Draws::Survivors if between != survivors => Err(Refusal::DrawMustIncludeAll),
                    Draws::Survivors | Draws::AnyCoalition => Ok(()),
                }
            }
            Motion::Concede(to) => {
                if !survivors.contains(to) {
                    return Err(Refusal::NotASurvivor);
                }
                // Somebody must be left to concede: nobody wins by asking themselves.
                if motion.electors(self.start.voters(play)).is_empty() {
                    return Err(Refusal::NotAVoter);
                }
                Ok(())
            }
            Motion::Abandon => Ok(()),
            Motion::Pause(_) | Motion::Extend(_) => self.check_delay(play),
            Motion::Resume => {
                if play.round.pause.is_some() {
                    Ok(())
                } else {
                    Err(Refusal::NotPaused)
                }
            }
        }
    }

    /// Whether the stage may still be held up.
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
        if !question.motion.electors(self.start.voters(play)).contains(seat) {
            return Err(Refusal::NotAVoter);
        }
        self.cast(judge, number, seat, ballot);
        Ok(())
    }

    fn cast(&mut self, judge: &mut Judge<'_>, number: u32, seat: SeatId, ballot: Ballot) {
        self.happen(Fact::Vote(VoteFact::Voted { number, seat, ballot }));
        let game = self.game();
        let Some(play) = game.play() else { return };
        let Some(question) = play.questions.iter().find(|question| question.number == number) else { return };
        if question.is_carried(game.voters(play)) {
            let motion = question.motion;
            self.happen(Fact::Vote(VoteFact::Carried { number, motion }));
            self.carry_out(judge, motion);
        }
    }

    fn carry_out(&mut self, judge: &mut Judge<'_>, motion: Motion) {
        let game = self.game();
        let Some(play) = game.play() else { return };
        match motion {
            Motion::Draw(between) => {
                let survivors = game.survivors(play);
                // A unit may have been lost since the question was put.
                let between = match game.charter.settings().draws {
                    Draws::Survivors => survivors,
                    Draws::AnyCoalition => between.and(survivors),
                };
                self.happen(Fact::Ended(Ending::Drawn { between, by: DrawnBy::Agreement }));
            }
            Motion::Concede(seat) => {
                self.happen(Fact::Ended(Ending::Won { seat, by: Victory::Concession }));
            }
            Motion::Abandon => self.happen(Fact::Ended(Ending::Abandoned(Abandonment::Agreed))),
            // The clock may have been held by another since: then there is nothing left to do.
            Motion::Pause(length) => {
                let _ = self.hold_clock(Authority::Vote, length);
            }
            Motion::Resume => {
                let _ = self.let_run(judge, Authority::Vote);
            }
            Motion::Extend(length) => {
                let _ = self.put_off(Authority::Vote, length);
            }
        }
    }
}
