//! The puzzle of a day, the same for everybody.

use crate::puzzle::Kind;

/// A day of the calendar. The caller says which: there is no clock here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Daily puzzles have numbers of their own, from here on.
const FIRST_DAILY: u32 = 900_000_000;

impl Date {
    /// Reads `2026-11-18`. None if there is no such day, or if it is before 2000 or after 2999.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' || !text.is_ascii() {
            return None;
        }
        let number =
            |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?;
        let year: u16 = number(&text[..4])?;
        let (month, day) = (number(&text[5..7])? as u8, number(&text[8..])? as u8);
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if is_leap => 29,
            2 => 28,
            _ => return None,
        };
        ((2000..3000).contains(&year) && (1..=days).contains(&day)).then_some(Self { year, month, day })
    }

    /// The number of the day: the next day has the next number.
    fn days(self) -> u32 {
        // Years begin in March, so that the leap day is the last one.
        let (year, month) = if self.month > 2 {
            (u32::from(self.year), u32::from(self.month) - 3)
        } else {
            (u32::from(self.year) - 1, u32::from(self.month) + 9)
        };
        year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + u32::from(self.day)
    }
}

/// The kind and number of the puzzle of a day. Kinds take turns, and after each round the grades are shifted.
pub fn daily(date: Date) -> (Kind, u32) {
    let days = date.days();
    let kinds = Kind::ALL.len() as u32;
    (Kind::ALL[(days % kinds) as usize], FIRST_DAILY + days + days / kinds)
}
