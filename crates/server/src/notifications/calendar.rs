//! Deadlines as iCalendar (RFC 5545).

use std::fmt::Write as _;

use jiff::Timestamp as Instant;

/// The longest line in bytes, without its end.
const MAX_LINE_BYTES: usize = 75;

/// One deadline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deadline {
    /// The same as long as it is the deadline of the same game, so that it moves in the calendar.
    pub(crate) id: String,
    pub(crate) due: i64,
    pub(crate) summary: String,
    pub(crate) url: String,
    /// Rises when the deadline moves.
    pub(crate) version: u64,
}

/// The calendar as text.
pub(crate) fn write(name: &str, deadlines: &[Deadline], now: i64) -> String {
    let mut out = String::new();
    let mut line = |text: &str| write_line(&mut out, text);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Detente//Deadlines//EN");
    line("CALSCALE:GREGORIAN");
    line(&format!("X-WR-CALNAME:{}", escape(name)));
    line("REFRESH-INTERVAL;VALUE=DURATION:PT1H");
    for deadline in deadlines {
        line("BEGIN:VEVENT");
        line(&format!("UID:{}", escape(&deadline.id)));
        line(&format!("DTSTAMP:{}", time(now)));
        line(&format!("DTSTART:{}", time(deadline.due)));
        line(&format!("SEQUENCE:{}", deadline.version));
        line(&format!("SUMMARY:{}", escape(&deadline.summary)));
        line(&format!("URL:{}", deadline.url));
        line("TRANSP:TRANSPARENT");
        line("END:VEVENT");
    }
    line("END:VCALENDAR");
    out
}

fn time(seconds: i64) -> String {
    let instant = Instant::from_second(seconds).unwrap_or(Instant::UNIX_EPOCH);
    instant.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '\n' => escaped.push_str("\\n"),
            other if other.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// Writes a line in pieces that are short enough, never inside a letter.
fn write_line(out: &mut String, text: &str) {
    let mut length = 0;
    for letter in text.chars() {
        if length + letter.len_utf8() > MAX_LINE_BYTES {
            out.push_str("\r\n ");
            length = 1;
        }
        out.push(letter);
        length += letter.len_utf8();
    }
    let _ = write!(out, "\r\n");
}
