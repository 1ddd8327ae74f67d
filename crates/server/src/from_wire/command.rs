//! Commands to a game, from the wire type.

use game::{
    Arrow, Caption, Command, DraftName, Mark, Motion, Name, Person, Replacement, SeatPreference, SeatSet,
    Seconds, Sketch, SketchPosition, Text, Timestamp,
};
use rules::{Board, Phase, Unit};

use super::settings::{bot, timetable};
use super::{location, power, seat};
use crate::app::App;
use crate::content::Content;
use crate::refusals::{Reason, Refused};
use crate::secrets::normalize_handle;
use crate::wire;
use crate::wire::{CommandBody, ReplaceWith, SeatPreferenceBody};

/// The game's command. `name` is for whoever joins or takes a seat. Other people are named by handle.
pub(crate) async fn command(
    app: &App,
    content: &Content,
    body: CommandBody,
    name: &str,
) -> Result<Command, Refused> {
    let board = content.board();
    Ok(match body {
        CommandBody::Join { wish } => {
            Command::Join { name: Name::new(name)?, preference: seat_preference(wish)? }
        }
        // Whoever sends it is not the one who joins.
        CommandBody::SeatGuest { name: guest } => {
            Command::Join { name: Name::new(&guest)?, preference: SeatPreference::Anything }
        }
        CommandBody::SeatBot { bot: key } => Command::SeatBot(bot(&key)?),
        CommandBody::FillWithBots => Command::FillWithBots(bot("amateur")?),
        CommandBody::CheckIn => Command::CheckIn,
        CommandBody::Remove { member } => Command::Remove { member },
        CommandBody::Cancel => Command::Cancel,
        CommandBody::Leave => Command::Leave,
        CommandBody::Take { seat: number } => Command::Take { seat: seat(number)?, name: Name::new(name)? },
        CommandBody::Offer { to } => Command::Offer { to: person(app, &to).await?.0 },
        CommandBody::Return => Command::Return,
        CommandBody::SayAway { from, until } => {
            Command::SayAway { from: Timestamp::from_seconds(from), until: Timestamp::from_seconds(until) }
        }
        CommandBody::CancelAway { from } => Command::CancelAway { from: Timestamp::from_seconds(from) },
        CommandBody::UseTimeBank { seconds } => Command::UseTimeBank(Seconds::new(seconds)),
        CommandBody::Lend { to, until } => {
            Command::Lend { to: person(app, &to).await?.0, until: Timestamp::from_seconds(until) }
        }
        CommandBody::DeleteDraft { name } => Command::DeleteNamedDraft { name: DraftName::new(&name)? },
        CommandBody::PlanAhead { plans } => Command::PlanAhead(super::ahead::plans(board, &plans)?),
        CommandBody::TakeBack => Command::WithdrawOrders,
        CommandBody::Stand { stance: key } => Command::SetReadiness(key.0),
        CommandBody::Whisper { to, text, sketch: drawn } => Command::SendMessage {
            to: seat_set(&to)?,
            text: Text::new(&text)?,
            sketch: drawn.map(|drawn| sketch(board, &drawn)).transpose()?,
        },
        CommandBody::WriteToMaster { text, sketch: drawn } => Command::WriteToMaster {
            text: Text::new(&text)?,
            sketch: drawn.map(|drawn| sketch(board, &drawn)).transpose()?,
        },
        CommandBody::Announce { text, sketch: drawn } => Command::Announce {
            text: Text::new(&text)?,
            sketch: drawn.map(|drawn| sketch(board, &drawn)).transpose()?,
        },
        CommandBody::KeepSketch { slot, sketch: drawn } => {
            Command::SaveSketch { slot, sketch: sketch(board, &drawn)? }
        }
        CommandBody::DropSketch { slot } => Command::DeleteSketch { slot },
        CommandBody::Propose { motion: moved } => Command::Propose(motion(&moved)?),
        CommandBody::Vote { question, ballot } => Command::Vote { question, ballot: ballot.0 },
        CommandBody::StandFor { seat: number, stance } => {
            Command::SetReadinessFor { seat: seat(number)?, readiness: stance.0 }
        }
        CommandBody::Pause { seconds } => Command::Pause(Seconds::new(seconds)),
        CommandBody::Resume => Command::Resume,
        CommandBody::Extend { seconds } => Command::Extend(Seconds::new(seconds)),
        CommandBody::SetTimetable { timetable: body } => Command::SetTimetable(timetable(&body)?),
        CommandBody::Force => Command::ForceClose,
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
        CommandBody::Correct { units, owners } => correction(content, &units, &owners)?,
        CommandBody::Toss { winner } => Command::Toss { winner: seat(winner)? },
        CommandBody::Stop => Command::Stop,
    })
}

fn correction(
    content: &Content,
    units: &std::collections::BTreeMap<String, Vec<String>>,
    owners: &std::collections::BTreeMap<String, Option<String>>,
) -> Result<Command, Refused> {
    let board = content.board();
    let mut placed = Vec::new();
    for (key, list) in units {
        let power = power(board, key)?;
        for text in list {
            let (kind, location) = content.notation.unit(text).ok_or(Reason::NoSuchPlace)?;
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

/// The person with this handle, and their name.
async fn person(app: &App, handle: &str) -> Result<(Person, Name), Refused> {
    let row = app.store.person_by_handle(&normalize_handle(handle)).await?;
    let row = row.ok_or(Reason::NoSuchPerson)?;
    Ok((Person(row.id), Name::new(&row.name)?))
}

fn seat_set(numbers: &[usize]) -> Result<SeatSet, Refused> {
    numbers.iter().map(|number| seat(*number)).collect()
}

fn seat_preference(wish: Option<SeatPreferenceBody>) -> Result<SeatPreference, Refused> {
    Ok(match wish {
        None => SeatPreference::Anything,
        Some(SeatPreferenceBody::This(number)) => SeatPreference::This(seat(number)?),
        Some(SeatPreferenceBody::Ranked(numbers)) if numbers.len() > 32 => {
            return Err(Reason::WishDoesNotFit.into());
        }
        Some(SeatPreferenceBody::Ranked(numbers)) => {
            SeatPreference::Ranked(numbers.into_iter().map(seat).collect::<Result<_, _>>()?)
        }
    })
}

fn motion(motion: &wire::Motion) -> Result<Motion, Refused> {
    Ok(match motion {
        wire::Motion::Draw { between } => Motion::Draw(seat_set(between)?),
        wire::Motion::Concede { to } => Motion::Concede(seat(*to)?),
        wire::Motion::MostCentres => Motion::MostCentres,
        wire::Motion::Abandon => Motion::Abandon,
        wire::Motion::Pause { seconds } => Motion::Pause(Seconds::new(*seconds)),
        wire::Motion::Resume => Motion::Resume,
        wire::Motion::Extend { seconds } => Motion::Extend(Seconds::new(*seconds)),
        wire::Motion::Timetable { timetable: body } => Motion::Timetable(timetable(body)?),
        wire::Motion::Remove { seat: who } => Motion::Remove(seat(*who)?),
    })
}

fn sketch(board: &Board, drawn: &wire::Sketch) -> Result<Sketch, Refused> {
    // The game has the same limit. Checked here first, so that nothing longer is converted.
    if [drawn.units.len(), drawn.arrows.len(), drawn.marks.len()]
        .into_iter()
        .any(|n| n > game::MAX_SKETCH_PARTS)
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
    let arrow = |stroke: &wire::SketchArrow| {
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
        drawn_on: drawn.drawn_on.as_ref().map(|position| sketch_position(board, position)).transpose()?,
    })
}

fn sketch_position(board: &Board, position: &wire::SketchPosition) -> Result<SketchPosition, Refused> {
    if position.owners.len() > board.centres().len() {
        return Err(game::Refusal::SketchTooLarge.into());
    }
    let owner = |(centre, owner): (&String, &String)| {
        Ok((board.province(centre).ok_or(Reason::NoSuchPlace)?, power(board, owner)?))
    };
    Ok(SketchPosition {
        phase: Phase::from_key(&position.phase).ok_or(Reason::NoSuchPhase)?,
        owners: position.owners.iter().map(owner).collect::<Result<_, Refused>>()?,
    })
}
