//! Talk: whether it is open, to whom, and how much of it (C4, D1, D2).

use std::sync::Arc;

use rules::{Board, Judge};

use super::Course;
use crate::state::Play;
use crate::talk::{MOST_MESSAGES, MOST_SKETCHES, MOST_STROKES};
use crate::{
    Actor, Circle, Fact, Hearers, Message, Openness, Refusal, SeatId, Sketch, Text, Voice, WordsFact,
};

impl Course<'_> {
    pub(super) fn whisper(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        to: Circle,
        text: Text,
        sketch: Option<Sketch>,
    ) -> Result<(), Refusal> {
        let play = self.start.play().ok_or(Refusal::NotUnderway)?;
        let from = self.voice(play, actor, Openness::Private)?;
        let (own, circle) = match from {
            Voice::Seat(seat) => (seat.into(), to.with(seat)),
            Voice::Master => (Circle::NOBODY, to),
        };
        let strangers = !to.is_within(self.start.charter.seating().everybody());
        if strangers || to.without(own).is_empty() {
            return Err(Refusal::NobodyToTalkTo);
        }
        self.say(judge.board(), play, from, Hearers::Circle(circle), text, sketch)
    }

    pub(super) fn announce(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        text: Text,
        sketch: Option<Sketch>,
    ) -> Result<(), Refusal> {
        let play = self.start.play().ok_or(Refusal::NotUnderway)?;
        let from = self.voice(play, actor, Openness::Public)?;
        self.say(judge.board(), play, from, Hearers::Everybody, text, sketch)
    }

    /// In whose name the actor speaks, if they may.
    fn voice(&self, play: &Play, actor: Actor, openness: Openness) -> Result<Voice, Refusal> {
        if let Actor::Person(person) = actor
            && self.start.charter.is_master(person)
        {
            return Ok(Voice::Master);
        }
        let seat = self.seat(play, actor)?;
        let press = self.start.charter.settings().press;
        let open = self.start.moment().is_some_and(|moment| press.allows(openness, moment));
        if open { Ok(Voice::Seat(seat)) } else { Err(Refusal::TalkIsClosed) }
    }

    fn say(
        &mut self,
        board: &Board,
        play: &Play,
        from: Voice,
        to: Hearers,
        text: Text,
        sketch: Option<Sketch>,
    ) -> Result<(), Refusal> {
        let recent = play.messages.iter().rev().take_while(|message| message.at >= play.round.opened);
        if recent.filter(|message| message.from == from).count() >= MOST_MESSAGES {
            return Err(Refusal::TooManyMessages);
        }
        if let Some(sketch) = &sketch {
            check_sketch(board, sketch)?;
        }
        let message = Message { at: self.now, phase: play.position.phase, from, to, text, sketch };
        self.happen(Fact::Words(WordsFact::Said(Arc::new(message))));
        Ok(())
    }

    pub(super) fn keep_sketch(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        slot: u8,
        sketch: Sketch,
    ) -> Result<(), Refusal> {
        let seat = self.sketcher(actor)?;
        if slot >= MOST_SKETCHES {
            return Err(Refusal::TooManySketches);
        }
        check_sketch(judge.board(), &sketch)?;
        self.happen(Fact::Words(WordsFact::SketchKept { seat, slot, sketch: Arc::new(sketch) }));
        Ok(())
    }

    pub(super) fn drop_sketch(&mut self, actor: Actor, slot: u8) -> Result<(), Refusal> {
        let seat = self.sketcher(actor)?;
        let play = self.start.play().ok_or(Refusal::NotUnderway)?;
        if !play.sketches.iter().any(|(by, kept, _)| (*by, *kept) == (seat, slot)) {
            return Err(Refusal::NoSuchSketch);
        }
        self.happen(Fact::Words(WordsFact::SketchDropped { seat, slot }));
        Ok(())
    }

    fn sketcher(&self, actor: Actor) -> Result<SeatId, Refusal> {
        let play = self.start.play().ok_or(Refusal::NotUnderway)?;
        self.seat(play, actor)
    }
}

fn check_sketch(board: &Board, sketch: &Sketch) -> Result<(), Refusal> {
    let most = sketch.units.len().max(sketch.arrows.len()).max(sketch.marks.len());
    if most > MOST_STROKES {
        return Err(Refusal::SketchTooLarge);
    }
    let known = |location: rules::Location| location.index() < board.locations().len();
    let units =
        sketch.units.iter().all(|unit| known(unit.location) && unit.power.index() < board.powers().len());
    let arrows = sketch.arrows.iter().all(|arrow| known(arrow.from) && known(arrow.to));
    let marks = sketch.marks.iter().all(|mark| mark.province.index() < board.provinces().len());
    if units && arrows && marks { Ok(()) } else { Err(Refusal::NoSuchPlace) }
}
