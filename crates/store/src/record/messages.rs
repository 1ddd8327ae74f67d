//! The stored format of messages, of maps in messages (sketches), and of motions to vote on.

use game::{
    Arrow, ArrowKind, Audience, Caption, Mark, Message, MessageStatus, Motion, Seconds, Sender, Sketch,
    SketchPosition, Text, Timestamp,
};
use serde::{Deserialize, Serialize};

use super::RecordError;
use super::by_key::ByKey;
use super::charter::TimetableRecord;
use super::keys::{self, BoardKeys, checked_text, seat, seat_indices, seat_set};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MessageRecord {
    at: i64,
    phase: String,
    /// A seat; None: the game master.
    from: Option<usize>,
    /// The seats; None: everybody.
    to: Option<Vec<usize>>,
    /// Whether the game master is one of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    with_master: bool,
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sketch: Option<SketchRecord>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SketchRecord {
    units: Vec<String>,
    arrows: Vec<(String, String, ByKey<ArrowKind>)>,
    marks: Vec<(String, u8)>,
    caption: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drawn_on: Option<SketchPositionRecord>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SketchPositionRecord {
    phase: String,
    /// Centre and power.
    owners: Vec<(String, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MotionRecord {
    Draw(Vec<usize>),
    Concede(usize),
    MostCentres,
    Abandon,
    /// In seconds, as is `extend`.
    Pause(u32),
    Resume,
    Extend(u32),
    Remove(usize),
    Timetable(Box<TimetableRecord>),
}

impl MessageRecord {
    pub(super) fn of(keys: BoardKeys<'_>, message: &Message) -> Self {
        // A removed message is another event.
        let Message { at, phase, from, to, text, sketch, status: _ } = message;
        Self {
            at: at.seconds(),
            phase: phase.key(),
            from: match from {
                Sender::Seat(seat) => Some(seat.index()),
                Sender::Master => None,
            },
            to: match to {
                Audience::Seats(circle) | Audience::SeatsAndMaster(circle) => Some(seat_indices(*circle)),
                Audience::Everybody => None,
            },
            with_master: matches!(to, Audience::SeatsAndMaster(_)),
            text: text.to_string(),
            sketch: sketch.as_ref().map(|sketch| SketchRecord::of(keys, sketch)),
        }
    }

    pub(super) fn message(&self, keys: BoardKeys<'_>) -> Result<Message, RecordError> {
        Ok(Message {
            at: Timestamp::from_seconds(self.at),
            phase: keys::phase(&self.phase)?,
            from: match self.from {
                Some(from) => Sender::Seat(seat(from)?),
                None => Sender::Master,
            },
            to: match &self.to {
                Some(to) if self.with_master => Audience::SeatsAndMaster(seat_set(to)?),
                Some(to) => Audience::Seats(seat_set(to)?),
                None => Audience::Everybody,
            },
            text: checked_text(Text::new, &self.text)?,
            sketch: self.sketch.as_ref().map(|sketch| sketch.sketch(keys)).transpose()?,
            status: MessageStatus::Shown,
        })
    }
}

impl SketchRecord {
    pub(super) fn of(keys: BoardKeys<'_>, sketch: &Sketch) -> Self {
        let Sketch { units, arrows, marks, caption, drawn_on } = sketch;
        let arrow = |Arrow { from, to, kind }: &Arrow| {
            (keys.location_key(*from), keys.location_key(*to), (*kind).into())
        };
        let mark = |Mark { province, colour }: &Mark| (keys.province_key(*province), *colour);
        Self {
            units: units.iter().map(|unit| keys.unit_key(unit)).collect(),
            arrows: arrows.iter().map(arrow).collect(),
            marks: marks.iter().map(mark).collect(),
            caption: caption.as_ref().map(ToString::to_string),
            drawn_on: drawn_on.as_ref().map(|position| SketchPositionRecord {
                phase: position.phase.key(),
                owners: position
                    .owners
                    .iter()
                    .map(|(centre, power)| (keys.province_key(*centre), keys.power_key(*power)))
                    .collect(),
            }),
        }
    }

    pub(super) fn sketch(&self, keys: BoardKeys<'_>) -> Result<Sketch, RecordError> {
        let arrow = |(from, to, kind): &(String, String, ByKey<ArrowKind>)| {
            Ok(Arrow { from: keys.location(from)?, to: keys.location(to)?, kind: kind.0 })
        };
        let mark = |(province, colour): &(String, u8)| {
            Ok(Mark { province: keys.province(province)?, colour: *colour })
        };
        Ok(Sketch {
            units: self.units.iter().map(|unit| keys.unit(unit)).collect::<Result<_, _>>()?,
            arrows: self.arrows.iter().map(arrow).collect::<Result<_, _>>()?,
            marks: self.marks.iter().map(mark).collect::<Result<_, _>>()?,
            caption: self.caption.as_deref().map(|text| checked_text(Caption::new, text)).transpose()?,
            drawn_on: self.drawn_on.as_ref().map(|position| position.sketch_position(keys)).transpose()?,
        })
    }
}

impl SketchPositionRecord {
    fn sketch_position(&self, keys: BoardKeys<'_>) -> Result<SketchPosition, RecordError> {
        let owner = |(centre, power): &(String, String)| Ok((keys.province(centre)?, keys.power(power)?));
        Ok(SketchPosition {
            phase: keys::phase(&self.phase)?,
            owners: self.owners.iter().map(owner).collect::<Result<_, _>>()?,
        })
    }
}

impl MotionRecord {
    pub(super) fn of(motion: Motion) -> Self {
        match motion {
            Motion::Draw(between) => Self::Draw(seat_indices(between)),
            Motion::Concede(to) => Self::Concede(to.index()),
            Motion::MostCentres => Self::MostCentres,
            Motion::Abandon => Self::Abandon,
            Motion::Pause(length) => Self::Pause(length.count()),
            Motion::Resume => Self::Resume,
            Motion::Extend(length) => Self::Extend(length.count()),
            Motion::Remove(seat) => Self::Remove(seat.index()),
            Motion::Timetable(timetable) => Self::Timetable(Box::new(TimetableRecord::of(&timetable))),
        }
    }

    pub(super) fn motion(&self) -> Result<Motion, RecordError> {
        Ok(match self {
            Self::Draw(between) => Motion::Draw(seat_set(between)?),
            Self::Concede(to) => Motion::Concede(seat(*to)?),
            Self::MostCentres => Motion::MostCentres,
            Self::Abandon => Motion::Abandon,
            Self::Pause(length) => Motion::Pause(Seconds::new(*length)),
            Self::Resume => Motion::Resume,
            Self::Extend(length) => Motion::Extend(Seconds::new(*length)),
            Self::Remove(who) => Motion::Remove(seat(*who)?),
            Self::Timetable(record) => Motion::Timetable((**record).clone().timetable()?),
        })
    }
}
