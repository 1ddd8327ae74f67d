//! Messages and sketches: whether talk is open, who may read a message, and the limits (C4, D1, D2).

use std::sync::Arc;

use rules::{Board, Judge};

use super::{EventBuilder, check_host};
use crate::messages::{MAX_MESSAGES_PER_STAGE, MAX_SKETCH_PARTS, MAX_SKETCHES_PER_SEAT};
use crate::state::{Play, State};
use crate::{
    Actor, Audience, Fact, Message, MessageFact, MessageStatus, NextGame, Refusal, SeatId, SeatSet, Sender,
    Sketch, Text, Visibility,
};

impl EventBuilder<'_> {
    pub(super) fn send_message(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        to: SeatSet,
        text: Text,
        sketch: Option<Sketch>,
    ) -> Result<(), Refusal> {
        let play = self.before.play().ok_or(Refusal::NotUnderway)?;
        let from = self.sender(play, actor, Visibility::Private)?;
        let (own, audience) = match from {
            Sender::Seat(seat) => (seat.into(), Audience::Seats(to.with(seat))),
            Sender::Master => (SeatSet::EMPTY, Audience::SeatsAndMaster(to)),
        };
        let strangers = !to.is_subset(self.before.charter.seating().all_seats());
        if strangers || to.without(own).is_empty() {
            return Err(Refusal::NobodyToTalkTo);
        }
        self.add_message(judge.board(), play, from, audience, text, sketch)
    }

    /// Players may always write to the game master, also while they may not talk to each other (D4).
    pub(super) fn write_to_master(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        text: Text,
        sketch: Option<Sketch>,
    ) -> Result<(), Refusal> {
        let play = self.before.play().ok_or(Refusal::NotUnderway)?;
        let seat = self.seat(play, actor)?;
        if self.before.charter.settings().master.is_none() {
            return Err(Refusal::NoMaster);
        }
        let audience = Audience::SeatsAndMaster(seat.into());
        self.add_message(judge.board(), play, Sender::Seat(seat), audience, text, sketch)
    }

    pub(super) fn announce(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        text: Text,
        sketch: Option<Sketch>,
    ) -> Result<(), Refusal> {
        let play = self.before.play().ok_or(Refusal::NotUnderway)?;
        let from = self.sender(play, actor, Visibility::Public)?;
        self.add_message(judge.board(), play, from, Audience::Everybody, text, sketch)
    }

    /// The first one counts: the others join it.
    pub(super) fn name_next_game(&mut self, actor: Actor, game: NextGame) -> Result<(), Refusal> {
        let State::Over(_, Some(play)) = &self.before.state else { return Err(Refusal::NotOver) };
        let by = match actor {
            Actor::Person(person) if self.before.charter.is_master(person) => Sender::Master,
            Actor::Person(_) | Actor::Bot(_) | Actor::Clock | Actor::Host => {
                Sender::Seat(self.seat(play, actor)?)
            }
        };
        if play.next_game.is_some() {
            return Err(Refusal::HasNextGame);
        }
        self.emit(Fact::Message(MessageFact::Followed { by, game }));
        Ok(())
    }

    /// The sender of a message by this actor, if they may send one now.
    fn sender(&self, play: &Play, actor: Actor, openness: Visibility) -> Result<Sender, Refusal> {
        if let Actor::Person(person) = actor
            && self.before.charter.is_master(person)
        {
            return Ok(Sender::Master);
        }
        let seat = self.seat(play, actor)?;
        let press = self.before.charter.settings().press;
        let open = self.before.talk_time().is_some_and(|moment| press.allows(openness, moment));
        if open { Ok(Sender::Seat(seat)) } else { Err(Refusal::TalkIsClosed) }
    }

    fn add_message(
        &mut self,
        board: &Board,
        play: &Play,
        from: Sender,
        to: Audience,
        text: Text,
        sketch: Option<Sketch>,
    ) -> Result<(), Refusal> {
        let recent = play.messages.iter().rev().take_while(|message| message.at >= play.round.opened);
        if recent.filter(|message| message.from == from).count() >= MAX_MESSAGES_PER_STAGE {
            return Err(Refusal::TooManyMessages);
        }
        if let Some(sketch) = &sketch {
            check_sketch(board, sketch)?;
        }
        let status = MessageStatus::Shown;
        let message = Message { at: self.now, phase: play.position.phase, from, to, text, sketch, status };
        self.emit(Fact::Message(MessageFact::Sent(Arc::new(message))));
        Ok(())
    }

    pub(super) fn remove_message(&mut self, actor: Actor, message: usize) -> Result<(), Refusal> {
        check_host(actor)?;
        let play = self.before.play().ok_or(Refusal::NotUnderway)?;
        match play.messages.get(message).map(|message| message.status) {
            Some(MessageStatus::Shown) => {}
            Some(MessageStatus::Removed) | None => return Err(Refusal::NoSuchMessage),
        }
        self.emit(Fact::Message(MessageFact::Removed { message }));
        Ok(())
    }

    pub(super) fn save_sketch(
        &mut self,
        judge: &Judge<'_>,
        actor: Actor,
        slot: u8,
        sketch: Sketch,
    ) -> Result<(), Refusal> {
        let seat = self.seat_for_sketch(actor)?;
        if slot >= MAX_SKETCHES_PER_SEAT {
            return Err(Refusal::TooManySketches);
        }
        check_sketch(judge.board(), &sketch)?;
        self.emit(Fact::Message(MessageFact::SketchSaved { seat, slot, sketch: Arc::new(sketch) }));
        Ok(())
    }

    pub(super) fn delete_sketch(&mut self, actor: Actor, slot: u8) -> Result<(), Refusal> {
        let seat = self.seat_for_sketch(actor)?;
        let play = self.before.play().ok_or(Refusal::NotUnderway)?;
        if !play.sketches.iter().any(|(by, kept, _)| (*by, *kept) == (seat, slot)) {
            return Err(Refusal::NoSuchSketch);
        }
        self.emit(Fact::Message(MessageFact::SketchDeleted { seat, slot }));
        Ok(())
    }

    fn seat_for_sketch(&self, actor: Actor) -> Result<SeatId, Refusal> {
        let play = self.before.play().ok_or(Refusal::NotUnderway)?;
        self.seat(play, actor)
    }
}

fn check_sketch(board: &Board, sketch: &Sketch) -> Result<(), Refusal> {
    let most = sketch.units.len().max(sketch.arrows.len()).max(sketch.marks.len());
    if most > MAX_SKETCH_PARTS {
        return Err(Refusal::SketchTooLarge);
    }
    let known = |location: rules::Location| location.index() < board.locations().len();
    let units =
        sketch.units.iter().all(|unit| known(unit.location) && unit.power.index() < board.powers().len());
    let arrows = sketch.arrows.iter().all(|arrow| known(arrow.from) && known(arrow.to));
    let marks = sketch.marks.iter().all(|mark| mark.province.index() < board.provinces().len());
    let on_board = sketch.drawn_on.as_ref().is_none_or(|position| {
        position.owners.len() <= board.centres().len()
            && position.owners.iter().all(|(centre, power)| {
                board.centres().contains(centre) && power.index() < board.powers().len()
            })
    });
    if units && arrows && marks && on_board { Ok(()) } else { Err(Refusal::NoSuchPlace) }
}
