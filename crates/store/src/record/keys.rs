//! The names of a board's things in stored forms, both ways.

use game::{Circle, SeatId, WordsFault};
use rules::{Board, Date, Location, Phase, Power, Province, Season, Unit, UnitKind};

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

/// `S1901M`, `F1901R`, `W1901A`.
pub(super) fn write_phase(phase: Phase) -> String {
    let season = |date: Date| match date.season {
        Season::Spring => 'S',
        Season::Fall => 'F',
    };
    match phase {
        Phase::Movement(date) => format!("{}{:04}M", season(date), date.year),
        Phase::Retreat(date) => format!("{}{:04}R", season(date), date.year),
        Phase::Adjustment { year } => format!("W{year:04}A"),
    }
}

pub(super) fn phase(text: &str) -> Result<Phase, RecordFault> {
    let read = || {
        let (season, rest) = text.split_at_checked(1)?;
        let (year, stage) = rest.split_at_checked(rest.len().checked_sub(1)?)?;
        let year = year.parse().ok()?;
        let date = |season| Date { year, season };
        Some(match (season, stage) {
            ("S", "M") => Phase::Movement(date(Season::Spring)),
            ("F", "M") => Phase::Movement(date(Season::Fall)),
            ("S", "R") => Phase::Retreat(date(Season::Spring)),
            ("F", "R") => Phase::Retreat(date(Season::Fall)),
            ("W", "A") => Phase::Adjustment { year },
            _ => return None,
        })
    };
    read().ok_or_else(|| unknown("phase", text))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_come_back_and_others_are_refused() {
        for text in ["S1901M", "F1901M", "S1914R", "F1902R", "W1901A", "S0001M", "W65535A"] {
            assert_eq!(phase(text).map(write_phase), Ok(text.to_owned()));
        }
        for text in ["", "S", "SM", "W1901M", "X1901M", "S70000M", "é1901M", "S1901é"] {
            assert!(phase(text).is_err(), "{text}");
        }
    }
}
