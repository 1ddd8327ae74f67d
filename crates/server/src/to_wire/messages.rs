//! Messages and sketches as wire types.

use game::{Arrow, Message, MessageStatus};
use rules::Board;

use super::position::unit;
use super::seats;
use crate::wire::{Audience, ByKey, MessageView, Sender, Sketch, SketchArrow, SketchPosition, SketchUnit};

pub(crate) fn message(board: &Board, number: usize, message: &Message, muted: bool) -> MessageView {
    let removed = message.status == MessageStatus::Removed;
    let shown = !muted && !removed;
    MessageView {
        number,
        at: message.at.seconds(),
        phase: message.phase.key(),
        from: match message.from {
            game::Sender::Seat(seat) => Sender::Seat(seat.index()),
            game::Sender::Master => Sender::Master,
        },
        to: match message.to {
            game::Audience::Seats(circle) => Audience::Circle(seats(circle)),
            game::Audience::SeatsAndMaster(circle) => Audience::SeatsAndMaster(seats(circle)),
            game::Audience::Everybody => Audience::Everybody,
        },
        text: if shown { message.text.to_string() } else { String::new() },
        sketch: message.sketch.as_ref().filter(|_| shown).map(|drawn| sketch(board, drawn)),
        muted,
        removed,
    }
}

pub(crate) fn sketch(board: &Board, sketch: &game::Sketch) -> Sketch {
    let place = |location| board.location_key(location).to_owned();
    let arrow =
        |arrow: &Arrow| SketchArrow { from: place(arrow.from), to: place(arrow.to), kind: ByKey(arrow.kind) };
    let drawn = |one: &rules::Unit| {
        let one = unit(board, one);
        SketchUnit { power: one.power, kind: one.kind, at: one.at }
    };
    Sketch {
        units: sketch.units.iter().map(drawn).collect(),
        arrows: sketch.arrows.iter().map(arrow).collect(),
        marks: sketch
            .marks
            .iter()
            .map(|mark| (board.province_key(mark.province).to_owned(), mark.colour))
            .collect(),
        caption: sketch.caption.as_ref().map(ToString::to_string),
        drawn_on: sketch.drawn_on.as_ref().map(|position| SketchPosition {
            phase: position.phase.key(),
            owners: position
                .owners
                .iter()
                .map(|(centre, power)| {
                    (board.province_key(*centre).to_owned(), board.power_key(*power).to_owned())
                })
                .collect(),
        }),
    }
}
