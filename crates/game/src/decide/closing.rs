//! The end of a stage: who was absent, what is ruled, what comes next (C2, I).

use rules::{Board, Judge, Position, Season, Stage as PhaseStage};

use super::Course;
use crate::state::Play;
use crate::{
    Abandonment, AfterGrace, Authority, Circle, Ending, Fact, Game, Holder, Neutrality, RoundFact, SeatFact,
    Seconds, Stage, Stance, VoteFact, Waited,
};

/// What ends a stage.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    Due,
    AllReady,
    Forced,
}

/// Whether the round goes on because somebody is waited for.
#[derive(PartialEq, Eq)]
enum Patience {
    Waits,
    Over,
}

impl Game {
    /// The seats that have something to write in a stage.
    pub(crate) fn owing(&self, board: &Board, play: &Play, position: &Position, stage: Stage) -> Circle {
        let adjustments = position.adjustments(board, self.charter.settings().edition);
        let owes = |power| match stage {
            Stage::Diplomacy | Stage::Writing => position.forces.count(power) > 0,
            Stage::Resolution => false,
            Stage::Retreats => position.dislodged.iter().any(|fallen| fallen.unit.power == power),
            Stage::Adjustments => adjustments.owed(power) < 0 || adjustments.builds(power) > 0,
        };
        // I1: in disorder there is nothing to write but the orders that end it.
        let barred = if stage.is_movement() { Circle::NOBODY } else { play.away() };
        let seats = self.charter.seating().everybody().without(barred);
        seats.iter().filter(|seat| self.powers_of(play, *seat).any(owes)).collect()
    }
}

impl Course<'_> {
    /// The clock has come to the end of a pause or a deadline.
    pub(super) fn close_due(&mut self, judge: &mut Judge<'_>) {
        let paused = self.play().is_some_and(|play| play.round.pause.is_some());
        if paused {
            // It was looked at just now, so it can be ended.
            let _ = self.let_run(judge, Authority::Clock);
        } else {
            self.close(judge, Why::Due);
        }
    }

    /// Ends the stage if everybody is ready and nobody waits.
    pub(super) fn close_if_ready(&mut self, judge: &mut Judge<'_>) {
        let game = self.game();
        let crate::state::State::Underway(play) = &game.state else { return };
        let awaited = game.awaited(play);
        let ready = play.round.standing(Stance::Ready);
        // Who is out of the game, or away, does not hold the others up.
        let waiting = play.round.standing(Stance::Waiting).without(play.away()).and(game.survivors(play));
        if play.round.pause.is_none() && !awaited.is_empty() && awaited.is_within(ready) && waiting.is_empty()
        {
            self.close(judge, Why::AllReady);
        }
    }

    pub(super) fn close(&mut self, judge: &mut Judge<'_>, why: Why) {
        let Some(stage) = self.play().map(|play| play.round.stage) else { return };
        match stage {
            Stage::Diplomacy => self.open(judge.board(), Stage::Writing),
            Stage::Writing => {
                if self.wait_for_absent(why) == Patience::Waits {
                    return;
                }
                if self.is_deserted() {
                    self.happen(Fact::Ended(Ending::Abandoned(Abandonment::EverybodyLeft)));
                    return;
                }
                self.lapse_questions();
                self.rule(judge);
                let read_out = self.start.charter.settings().timetable.resolution.is_some();
                if read_out && self.play().is_some() {
                    self.open(judge.board(), Stage::Resolution);
                } else {
                    self.go_on(judge);
                }
            }
            Stage::Resolution => self.go_on(judge),
            Stage::Retreats | Stage::Adjustments => {
                self.rule(judge);
                self.go_on(judge);
            }
        }
    }

    /// Opens the stage that the position asks for; phases in which nobody has a choice are ruled on
    /// the way.
    pub(super) fn go_on(&mut self, judge: &mut Judge<'_>) {
        loop {
            let diplomacy = self.start.charter.settings().timetable.diplomacy;
            let Some(phase) = self.play().map(|play| play.position.phase) else { return };
            let stage = match phase.stage() {
                PhaseStage::Movement => {
                    self.let_neutral_join();
                    if diplomacy.is_some() { Stage::Diplomacy } else { Stage::Writing }
                }
                PhaseStage::Retreat => Stage::Retreats,
                PhaseStage::Adjustment => Stage::Adjustments,
            };
            if stage.is_movement() || !self.owing(judge.board(), stage).is_empty() {
                self.open(judge.board(), stage);
                return;
            }
            self.rule(judge);
        }
    }

    fn owing(&mut self, board: &Board, stage: Stage) -> Circle {
        let game = self.game();
        game.play().map_or(Circle::NOBODY, |play| game.owing(board, play, &play.position, stage))
    }

    fn open(&mut self, board: &Board, stage: Stage) {
        let now = self.now;
        let owing = self.owing(board, stage);
        let game = self.game();
        let Some(play) = game.play() else { return };
        let turn = game.turn(&play.position);
        let due = game.charter.settings().timetable.due(stage, turn, now);
        self.happen(Fact::Opened { stage, due, owing });
    }

    /// K5: from the Spring after the toss the neutral power is the winner's.
    fn let_neutral_join(&mut self) {
        let Some(power) = self.start.charter.seating().neutral().map(|neutral| neutral.power) else { return };
        let Some(play) = self.play() else { return };
        if let (Some(Neutrality::Tossed(seat)), Season::Spring) =
            (play.neutrality, play.position.phase.date().season)
        {
            self.happen(Fact::Round(RoundFact::NeutralJoined { seat, power }));
        }
    }

    /// What is done about those who gave no orders, as agreed before the game (I1, I3). A round
    /// waits at most once for the absent and once for those who come instead.
    fn wait_for_absent(&mut self, why: Why) -> Patience {
        let absence = &self.start.charter.settings().absence;
        let now = self.now;
        let Some(play) = self.play() else { return Patience::Over };
        let missing = play.round.owing.without(play.round.papers_in()).without(play.away());
        if missing.is_empty() {
            return Patience::Over;
        }
        if why == Why::Due {
            if play.round.grace == Waited::NotYet && absence.grace > Seconds::ZERO {
                let waited_for = missing.iter().filter(|seat| {
                    let seat = &play.seats[seat.index()];
                    seat.person().is_some() && seat.graces < absence.graces
                });
                let to: Circle = waited_for.collect();
                if !to.is_empty() {
                    let due = now.plus(absence.grace);
                    self.happen(Fact::Round(RoundFact::GraceGiven { to, due }));
                    return Patience::Waits;
                }
            }
            let relief = play.round.relief;
            if let Some(within) = self.relieve(missing)
                && relief == Waited::NotYet
            {
                self.happen(Fact::Round(RoundFact::ReliefAwaited { due: now.plus(within) }));
                return Patience::Waits;
            }
        }
        for seat in missing.iter() {
            self.happen(Fact::Seat(seat, SeatFact::FellIntoDisorder));
        }
        Patience::Over
    }

    /// Lets others into the seats of the absent; answers how long to wait for them, if anybody is
    /// to be waited for.
    fn relieve(&mut self, missing: Circle) -> Option<Seconds> {
        let charter = std::sync::Arc::clone(&self.start.charter);
        let holders: Vec<_> = {
            let play = self.play()?;
            missing.iter().map(|seat| (seat, play.seats[seat.index()].holder.clone())).collect()
        };
        let mut wait = None;
        match &charter.settings().absence.then {
            AfterGrace::Disorder => {}
            AfterGrace::StandIn { bot, within } => {
                for (seat, holder) in holders {
                    match holder {
                        Holder::Taken { .. } | Holder::GivenUp => {
                            self.happen(Fact::Seat(seat, SeatFact::BotStoodIn(bot.clone())));
                            wait = Some(*within);
                        }
                        // A program that gives no orders is in disorder like anybody else.
                        Holder::Bot { .. } => {}
                    }
                }
            }
            AfterGrace::Replacement { within } => {
                for (seat, holder) in holders {
                    match holder {
                        Holder::Taken { .. } => {
                            self.happen(Fact::Seat(seat, SeatFact::Vacated));
                            wait = Some(*within);
                        }
                        Holder::GivenUp => wait = Some(*within),
                        Holder::Bot { .. } => {}
                    }
                }
            }
        }
        wait
    }

    /// Nobody who still has units gives orders.
    fn is_deserted(&mut self) -> bool {
        let game = self.game();
        game.play().is_some_and(|play| {
            let seats = game.charter.seating().seats();
            !seats.into_iter().any(|seat| play.seats[seat.index()].stands() && game.has_units(play, seat))
        })
    }

    fn lapse_questions(&mut self) {
        let Some(play) = self.play() else { return };
        let numbers: Vec<u32> = play.questions.iter().map(|question| question.number).collect();
        for number in numbers {
            self.happen(Fact::Vote(VoteFact::Lapsed { number }));
        }
    }
}
