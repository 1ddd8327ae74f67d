//! Phases as written in the international notation: `S1901M`, `F1901R`, `W1901A`.

use rules::{Date, Phase, Season};

pub fn read_phase(text: &str) -> Option<Phase> {
    let bytes = text.as_bytes();
    let (first, last) = (*bytes.first()?, *bytes.last()?);
    let digits = text.get(1..text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let year: u16 = digits.parse().ok()?;
    let season = match first {
        b'S' => Some(Season::Spring),
        b'F' => Some(Season::Fall),
        b'W' => None,
        _ => return None,
    };
    match (season, last) {
        (Some(season), b'M') => Some(Phase::Movement(Date { year, season })),
        (Some(season), b'R') => Some(Phase::Retreat(Date { year, season })),
        (None, b'A') => Some(Phase::Adjustment { year }),
        _ => None,
    }
}

pub fn write_phase(phase: Phase) -> String {
    let season = |season| match season {
        Season::Spring => 'S',
        Season::Fall => 'F',
    };
    match phase {
        Phase::Movement(date) => format!("{}{:04}M", season(date.season), date.year),
        Phase::Retreat(date) => format!("{}{:04}R", season(date.season), date.year),
        Phase::Adjustment { year } => format!("W{year:04}A"),
    }
}
