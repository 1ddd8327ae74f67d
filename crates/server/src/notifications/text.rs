//! The sentences of notifications, in the language of whoever reads them, and where they lead.

use jiff::Timestamp as Instant;
use jiff::tz::TimeZone;
use rules::Phase;

use super::{Facts, NotificationKind};
use crate::content::LanguagePack;

/// One notification as it is written for somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    pub(crate) sentence: String,
    /// When orders are due, in the zone of the reader.
    pub(crate) deadline: Option<String>,
    /// Below the address of this server.
    pub(crate) path: String,
}

/// How many characters of a message a notification repeats.
pub(crate) const MAX_QUOTED_CHARS: usize = 500;

/// The words of a message, and who sent it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Quote {
    pub(crate) from: String,
    pub(crate) text: String,
}

/// Writes a notification. `quote` is the message that it is about, if its words may be written here.
pub(crate) fn write(
    language: &LanguagePack,
    game: Option<&str>,
    facts: &Facts,
    quote: Option<&Quote>,
    zone: &TimeZone,
) -> Written {
    let text = |key: &str| language.phrases.get(&format!("notifications.{key}")).unwrap_or_default();
    let sentence = match quote {
        Some(quote) => {
            let quoted: String = quote.text.chars().take(MAX_QUOTED_CHARS).collect();
            // The words of players come last: what stands in braces in them is theirs.
            let sentence = text("message_full").replace("{from}", &quote.from);
            sentence.replace("{title}", &facts.title).replace("{text}", &quoted)
        }
        None => {
            let phase = facts.phase.as_deref().and_then(Phase::from_key);
            let phase = phase.map(|phase| language.explainer.turn(phase)).unwrap_or_default();
            text(facts.kind.key()).replace("{phase}", &phase).replace("{title}", &facts.title)
        }
    };
    let has_deadline = match facts.kind {
        NotificationKind::YourTurn | NotificationKind::DeadlineNear | NotificationKind::CheckIn => true,
        NotificationKind::Results
        | NotificationKind::Message
        | NotificationKind::Proposal
        | NotificationKind::Answer
        | NotificationKind::SeatOffered
        | NotificationKind::SeatOpen
        | NotificationKind::GameOver
        | NotificationKind::Channel
        | NotificationKind::ChannelLost => false,
    };
    let due = facts.due.filter(|_| has_deadline);
    let deadline = due.map(|due| text("deadline").replace("{due}", &time(due, zone)));
    Written { sentence, deadline, path: path(game, facts.kind) }
}

/// `2026-11-19 08:00 (Europe/Amsterdam)`: everybody can read it.
fn time(seconds: i64, zone: &TimeZone) -> String {
    let Ok(instant) = Instant::from_second(seconds) else { return String::new() };
    let there = instant.to_zoned(zone.clone());
    let name = zone.iana_name().unwrap_or("UTC");
    format!("{} ({name})", there.strftime("%Y-%m-%d %H:%M"))
}

/// The page of the game, and its tab.
pub(crate) fn path(game: Option<&str>, kind: NotificationKind) -> String {
    let Some(game) = game else { return "/me".to_owned() };
    let tab = match kind {
        NotificationKind::YourTurn | NotificationKind::DeadlineNear => "orders",
        NotificationKind::Results => "history",
        NotificationKind::Message => "talk",
        NotificationKind::Proposal
        | NotificationKind::Answer
        | NotificationKind::SeatOffered
        | NotificationKind::SeatOpen => "players",
        NotificationKind::GameOver => "end",
        NotificationKind::CheckIn | NotificationKind::Channel | NotificationKind::ChannelLost => {
            return format!("/g/{game}");
        }
    };
    format!("/g/{game}?tab={tab}")
}
