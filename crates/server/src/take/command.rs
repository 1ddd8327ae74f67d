//! What is asked of a game.

use game::{
    Arrow, Caption, Circle, Command, Mark, Motion, Name, Person, Replacement, SeatId, Seconds, Sketch, Text,
    Wish,
};
use rules::{Board, Location, Power, Unit};

use super::settings::bot;
use crate::app::App;
use crate::refused::{Reason, Refused};
use crate::wire;
use crate::wire::{CommandBody, ReplaceWith, WishBody};
use crate::world::World;

/// The command, and the name of whoever joins or takes a seat. People are named by handle.
pub(crate) async fn command(
    app: &App,
    world: &World,
    body: CommandBody,
    name: &str,
) -> Result<Command, Refused> {
    let board = world.board();
    Ok(match body {
        CommandBody::Join { wish } => Command::Join { name: Name::new(name)?, wish: wishes(wish)? },
        CommandBody::SeatBot { bot: key } => Command::SeatBot(bot(&key)?),
        CommandBody::CheckIn => Command::CheckIn,
        CommandBody::Cancel => Command::Cancel,
        CommandBody::Leave => Command::Leave,
        CommandBody::Take { seat: number } => Command::Take { seat: seat(number)?, name: Name::new(name)? },
        CommandBody::Offer { to } => Command::Offer { to: person(app, &to).await?.0 },
        CommandBody::Return => Command::Return,
        CommandBody::TakeBack => Command::TakeBack,
        CommandBody::Stand { stance: key } => Command::Stand(key.0),
        CommandBody::Whisper { to, text, sketch: drawn } => Command::Whisper {
            to: circle(&to)?,
            text: Text::new(&text)?,
            sketch: drawn.map(|drawn| sketch(board, &drawn)).transpose()?,
        },
        CommandBody::Announce { text, sketch: drawn } => Command::Announce {
            text: Text::new(&text)?,
            sketch: drawn.map(|drawn| sketch(board, &drawn)).transpose()?,
        },
        CommandBody::KeepSketch { slot, sketch: drawn } => {
            Command::KeepSketch { slot, sketch: sketch(board, &drawn)? }
        }
        CommandBody::DropSketch { slot } => Command::DropSketch { slot },
        CommandBody::Propose { motion: moved } => Command::Propose(motion(&moved)?),
        CommandBody::Vote { question, ballot } => Command::Vote { question, ballot: ballot.0 },
        CommandBody::Pause { seconds } => Command::Pause(Seconds::new(seconds)),
        CommandBody::Resume => Command::Resume,
        CommandBody::Extend { seconds } => Command::Extend(Seconds::new(seconds)),
        CommandBody::Force => Command::Force,
        CommandBody::RollBack { to } => Command::RollBack { to },
        CommandBody::Replace { seat: number, with } => Command::Replace {
            seat: seat(number)?,
            with: match with {
                ReplaceWith::Person(handle) => {
                    let (who, name) = person(app, &handle).await?;
                    Replacement::Person { who, name }
                }
                ReplaceWith::Bot(key) => Replacement::Bot(bot(&key)?),
                ReplaceWith::Nobody => Replacement::Nobody,
            },
        },
        CommandBody::Correct { units, owners } => correct(world, &units, &owners)?,
        CommandBody::Toss { winner } => Command::Toss { winner: seat(winner)? },
        CommandBody::Stop => Command::Stop,
    })
}

fn correct(
    world: &World,
    units: &std::collections::BTreeMap<String, Vec<String>>,
    owners: &std::collections::BTreeMap<String, Option<String>>,
) -> Result<Command, Refused> {
    let board = world.board();
    let mut placed = Vec::new();
    for (key, list) in units {
        let power = power(board, key)?;
        for text in list {
            let (kind, location) = world.notation.unit(text).ok_or(Reason::NoSuchPlace)?;
            placed.push(Unit { kind, power, location });
        }
    }
    let mut given = Vec::new();
    for (centre, owner) in owners {
        let centre = board.province(centre).ok_or(Reason::NoSuchPlace)?;
        let owner = owner.as_deref().map(|key| power(board, key)).transpose()?;
        given.push((centre, owner));
    }
    Ok(Command::Correct { units: placed, owners: given })
}

pub(crate) fn power(board: &Board, key: &str) -> Result<Power, Refused> {
    board.power(key).ok_or_else(|| Reason::NoSuchPower.about(key))
}

pub(crate) fn location(board: &Board, key: &str) -> Result<Location, Refused> {
    board.location(key).ok_or_else(|| Reason::NoSuchPlace.about(key))
}

/// Somebody by their handle, with their name.
async fn person(app: &App, handle: &str) -> Result<(Person, Name), Refused> {
    let row = app.store.person_by_handle(&super::text::handle(handle)).await?;
    let row = row.ok_or(Reason::NoSuchPerson)?;
    Ok((Person(row.id), Name::new(&row.name)?))
}

pub(crate) fn seat(number: usize) -> Result<SeatId, Refused> {
    SeatId::from_index(number).ok_or(Reason::NoSuchSeat.into())
}

fn circle(numbers: &[usize]) -> Result<Circle, Refused> {
    numbers.iter().map(|number| seat(*number)).collect()
}

fn wishes(wish: Option<WishBody>) -> Result<Wish, Refused> {
    Ok(match wish {
        None => Wish::Anything,
        Some(WishBody::This(number)) => Wish::This(seat(number)?),
        Some(WishBody::Ranked(numbers)) if numbers.len() > 32 => {
            return Err(Reason::WishDoesNotFit.into());
        }
        Some(WishBody::Ranked(numbers)) => {
            Wish::Ranked(numbers.into_iter().map(seat).collect::<Result<_, _>>()?)
        }
    })
}

fn motion(motion: &wire::Motion) -> Result<Motion, Refused> {
    Ok(match motion {
        wire::Motion::Draw { between } => Motion::Draw(circle(between)?),
        wire::Motion::Concede { to } => Motion::Concede(seat(*to)?),
        wire::Motion::Abandon => Motion::Abandon,
        wire::Motion::Pause { seconds } => Motion::Pause(Seconds::new(*seconds)),
        wire::Motion::Resume => Motion::Resume,
        wire::Motion::Extend { seconds } => Motion::Extend(Seconds::new(*seconds)),
    })
}

fn sketch(board: &Board, drawn: &wire::Sketch) -> Result<Sketch, Refused> {
    // The game has the same bound: nothing longer is even looked at.
    if [drawn.units.len(), drawn.arrows.len(), drawn.marks.len()].into_iter().any(|n| n > game::MOST_STROKES)
    {
        return Err(game::Refusal::SketchTooLarge.into());
    }
    let unit = |unit: &wire::SketchUnit| {
        Ok(Unit {
            kind: unit.kind.0,
            power: power(board, &unit.power)?,
            location: location(board, &unit.at)?,
        })
    };
    let arrow = |stroke: &wire::Stroke| {
        Ok(Arrow {
            from: location(board, &stroke.from)?,
            to: location(board, &stroke.to)?,
            kind: stroke.kind.0,
        })
    };
    let mark = |(province, colour): &(String, u8)| {
        let province = board.province(province).ok_or(Reason::NoSuchPlace)?;
        Ok(Mark { province, colour: *colour })
    };
    Ok(Sketch {
        units: drawn.units.iter().map(unit).collect::<Result<_, Refused>>()?,
        arrows: drawn.arrows.iter().map(arrow).collect::<Result<_, Refused>>()?,
        marks: drawn.marks.iter().map(mark).collect::<Result<_, Refused>>()?,
        caption: drawn
            .caption
            .as_deref()
            .filter(|text| !text.trim().is_empty())
            .map(Caption::new)
            .transpose()?,
    })
}
