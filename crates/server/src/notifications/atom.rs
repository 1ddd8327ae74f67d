//! Feeds as Atom (RFC 4287).

use std::fmt::Write as _;

use jiff::Timestamp as Instant;

use crate::html::escape;

/// A feed with its entries, the newest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Feed {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) entries: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) at: i64,
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) text: String,
}

/// The feed as XML.
pub(crate) fn write(feed: &Feed) -> String {
    let updated = feed.entries.iter().map(|entry| entry.at).max().unwrap_or(0);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
    );
    let _ = write!(
        out,
        "<id>{}</id>\n<title>{}</title>\n<link href=\"{}\"/>\n<updated>{}</updated>\n\
         <author><name>Detente</name></author>\n",
        text(&feed.id),
        text(&feed.title),
        text(&feed.url),
        time(updated)
    );
    for entry in &feed.entries {
        let _ = writeln!(
            out,
            "<entry><id>{}</id><title>{}</title><link href=\"{}\"/><updated>{}</updated><content>{}</content></entry>",
            text(&entry.id),
            text(&entry.title),
            text(&entry.url),
            time(entry.at),
            text(&entry.text)
        );
    }
    out.push_str("</feed>\n");
    out
}

/// XML cannot have control characters, even escaped.
fn text(text: &str) -> String {
    escape(&text.chars().filter(|one| !one.is_control()).collect::<String>())
}

fn time(seconds: i64) -> String {
    Instant::from_second(seconds).unwrap_or(Instant::UNIX_EPOCH).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
