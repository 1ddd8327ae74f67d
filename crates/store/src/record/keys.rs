//! Converts provinces, locations, powers, units and seats to their stored keys and back.

use game::{SeatId, SeatSet, TextError};
use rules::{Board, Location, Phase, Power, Province, Unit, UnitKind};

use super::RecordError;

/// A board, for conversion to and from its keys.
#[derive(Clone, Copy)]
pub(super) struct BoardKeys<'b>(pub(super) &'b Board);

pub(super) fn unknown(what: &'static str, key: &str) -> RecordError {
    // A damaged record may be long.
    RecordError::Unknown { what, key: key.chars().take(60).collect() }
}

/// A text with checked contents. It was checked when somebody typed it, and is checked again here.
pub(super) fn checked_text<T>(
    new: impl Fn(&str) -> Result<T, TextError>,
    text: &str,
) -> Result<T, RecordError> {
    new(text).map_err(|_| unknown("kind of words", text))
}

pub(super) fn seat(index: usize) -> Result<SeatId, RecordError> {
    SeatId::from_index(index).ok_or_else(|| unknown("seat", &index.to_string()))
}

pub(super) fn seat_set(indices: &[usize]) -> Result<SeatSet, RecordError> {
    indices.iter().copied().map(seat).collect()
}

pub(super) fn seat_indices(circle: SeatSet) -> Vec<usize> {
    circle.iter().map(SeatId::index).collect()
}

pub(super) fn phase(key: &str) -> Result<Phase, RecordError> {
    Phase::from_key(key).ok_or_else(|| unknown("phase", key))
}

impl BoardKeys<'_> {
    pub(super) fn power_key(self, power: Power) -> String {
        self.0.power_key(power).to_owned()
    }

    pub(super) fn power(self, key: &str) -> Result<Power, RecordError> {
        self.0.power(key).ok_or_else(|| unknown("power", key))
    }

    pub(super) fn province_key(self, province: Province) -> String {
        self.0.province_key(province).to_owned()
    }

    pub(super) fn province(self, key: &str) -> Result<Province, RecordError> {
        self.0.province(key).ok_or_else(|| unknown("province", key))
    }

    pub(super) fn location_key(self, location: Location) -> String {
        self.0.location_key(location).to_owned()
    }

    pub(super) fn location(self, key: &str) -> Result<Location, RecordError> {
        self.0.location(key).ok_or_else(|| unknown("place", key))
    }

    /// A unit without its power: `A par`, `F stp/sc`.
    pub(super) fn piece_key(self, kind: UnitKind, at: Location) -> String {
        let letter = match kind {
            UnitKind::Army => 'A',
            UnitKind::Fleet => 'F',
        };
        format!("{letter} {}", self.0.location_key(at))
    }

    pub(super) fn piece(self, text: &str) -> Result<(UnitKind, Location), RecordError> {
        match text.split_once(' ') {
            Some(("A", at)) => Ok((UnitKind::Army, self.location(at)?)),
            Some(("F", at)) => Ok((UnitKind::Fleet, self.location(at)?)),
            Some(_) | None => Err(unknown("unit", text)),
        }
    }

    /// `france A par`. Keys contain no spaces.
    pub(super) fn unit_key(self, unit: &Unit) -> String {
        format!("{} {}", self.0.power_key(unit.power), self.piece_key(unit.kind, unit.location))
    }

    pub(super) fn unit(self, text: &str) -> Result<Unit, RecordError> {
        let (power, piece) = text.split_once(' ').ok_or_else(|| unknown("unit", text))?;
        let (kind, location) = self.piece(piece)?;
        Ok(Unit { kind, power: self.power(power)?, location })
    }
}
