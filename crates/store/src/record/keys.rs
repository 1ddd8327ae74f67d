//! The names of a board's things in stored forms, both ways.

use game::{Circle, SeatId, WordsFault};
use rules::{Board, Location, Phase, Power, Province, Unit, UnitKind};

use super::RecordFault;

/// A board by its keys.
#[derive(Clone, Copy)]
pub(super) struct Keys<'b>(pub(super) &'b Board);

pub(super) fn unknown(what: &'static str, key: &str) -> RecordFault {
    // A damaged record may be long.
    RecordFault::Unknown { what, key: key.chars().take(60).collect() }
}

/// Words that were checked when they were typed.
pub(super) fn checked<T>(new: impl Fn(&str) -> Result<T, WordsFault>, text: &str) -> Result<T, RecordFault> {
    new(text).map_err(|_| unknown("kind of words", text))
}

pub(super) fn seat(index: usize) -> Result<SeatId, RecordFault> {
    SeatId::from_index(index).ok_or_else(|| unknown("seat", &index.to_string()))
}

pub(super) fn circle(indices: &[usize]) -> Result<Circle, RecordFault> {
    indices.iter().copied().map(seat).collect()
}

pub(super) fn indices(circle: Circle) -> Vec<usize> {
    circle.iter().map(SeatId::index).collect()
}

pub(super) fn phase(key: &str) -> Result<Phase, RecordFault> {
    Phase::from_key(key).ok_or_else(|| unknown("phase", key))
}

impl Keys<'_> {
    pub(super) fn power_key(self, power: Power) -> String {
        self.0.power_key(power).to_owned()
    }

    pub(super) fn power(self, key: &str) -> Result<Power, RecordFault> {
        self.0.power(key).ok_or_else(|| unknown("power", key))
    }

    pub(super) fn province_key(self, province: Province) -> String {
        self.0.province_key(province).to_owned()
    }

    pub(super) fn province(self, key: &str) -> Result<Province, RecordFault> {
        self.0.province(key).ok_or_else(|| unknown("province", key))
    }

    pub(super) fn location_key(self, location: Location) -> String {
        self.0.location_key(location).to_owned()
    }

    pub(super) fn location(self, key: &str) -> Result<Location, RecordFault> {
        self.0.location(key).ok_or_else(|| unknown("place", key))
    }

    /// `A par`, `F stp/sc`.
    pub(super) fn piece_key(self, kind: UnitKind, at: Location) -> String {
        let letter = match kind {
            UnitKind::Army => 'A',
            UnitKind::Fleet => 'F',
        };
        format!("{letter} {}", self.0.location_key(at))
    }

    pub(super) fn piece(self, text: &str) -> Result<(UnitKind, Location), RecordFault> {
        match text.split_once(' ') {
            Some(("A", at)) => Ok((UnitKind::Army, self.location(at)?)),
            Some(("F", at)) => Ok((UnitKind::Fleet, self.location(at)?)),
            Some(_) | None => Err(unknown("unit", text)),
        }
    }

    /// `france A par`: keys have no blanks.
    pub(super) fn unit_key(self, unit: &Unit) -> String {
        format!("{} {}", self.0.power_key(unit.power), self.piece_key(unit.kind, unit.location))
    }

    pub(super) fn unit(self, text: &str) -> Result<Unit, RecordFault> {
        let (power, piece) = text.split_once(' ').ok_or_else(|| unknown("unit", text))?;
        let (kind, location) = self.piece(piece)?;
        Ok(Unit { kind, power: self.power(power)?, location })
    }
}
