//! Dates in headings: "Fall 1904", "S1901M". The date is part of a sheet (C1), so it must be that of the phase.

use rules::{Phase, PhaseKind, Season};

use crate::locale::SeasonWord;

/// What a heading says about its phase.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Date {
    season: Option<SeasonWord>,
    year: Option<Year>,
    kind: Option<PhaseKind>,
}

/// A year as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Year {
    Full(u16),
    LastTwoDigits(u16),
}

impl Date {
    pub(crate) fn says_anything(self) -> bool {
        self != Self::default()
    }

    /// Whether orders under this date can be for this phase.
    pub(crate) fn fits(self, phase: Phase) -> bool {
        let turn = phase.turn();
        let season = self.season.is_none_or(|season| match season {
            SeasonWord::Spring => turn.season == Season::Spring,
            SeasonWord::Summer => turn.season == Season::Spring && phase.kind() == PhaseKind::Retreat,
            SeasonWord::Fall => turn.season == Season::Fall,
            SeasonWord::Winter => phase.kind() == PhaseKind::Adjustment,
        });
        let year = self.year.is_none_or(|year| match year {
            Year::Full(year) => year == turn.year,
            Year::LastTwoDigits(year) => year == turn.year % 100,
        });
        season && year && self.kind.is_none_or(|kind| kind == phase.kind())
    }

    pub(crate) fn with_season(self, season: SeasonWord) -> Self {
        Self { season: Some(season), ..self }
    }

    /// This date with what a word adds to it, such as "1901", "S1901M" or "F01"; none if it is no such word.
    pub(crate) fn with_word(self, word: &str) -> Option<Self> {
        let start = word.find(|c: char| c.is_ascii_digit())?;
        let end = 1 + word.rfind(|c: char| c.is_ascii_digit())?;
        let (before, digits, after) = (&word[..start], &word[start..end], &word[end..]);
        let number: u16 = digits.parse().ok()?;
        let season = match before {
            "" => self.season,
            "s" => Some(SeasonWord::Spring),
            "f" => Some(SeasonWord::Fall),
            "w" => Some(SeasonWord::Winter),
            _ => return None,
        };
        let kind = match after {
            "" => self.kind,
            "m" => Some(PhaseKind::Movement),
            "r" => Some(PhaseKind::Retreat),
            "a" | "b" => Some(PhaseKind::Adjustment),
            _ => return None,
        };
        let year = match digits.len() {
            4 => Year::Full(number),
            2 if !before.is_empty() && after.is_empty() => Year::LastTwoDigits(number),
            _ => return None,
        };
        Some(Self { season, year: Some(year), kind })
    }
}
