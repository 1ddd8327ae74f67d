//! What a table needs on paper, as PDF: order sheets, small conference maps, a summary of the rules, power cards.
//!
//! The files are made without a browser and without other programs. Text is set in Helvetica, which every reader of
//! PDF has; the map is drawn from the same SVG as all pictures.

mod cards;
mod maps;
mod order_sheets;
mod page;
mod pdf;
mod qr;
mod summary;
mod svg_to_pdf;
mod text;

use language::explain::{Explainer, Language};
use language::{Locale, OrderWriter, ServerTexts};

pub use page::PaperSize;

/// What can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printable {
    OrderSheets,
    Maps,
    Rules,
    Cards,
}

impl Printable {
    pub const ALL: [Self; 4] = [Self::OrderSheets, Self::Maps, Self::Rules, Self::Cards];
}

/// The longest link that a QR code may have.
pub const MAX_LINK_BYTES: usize = 300;

/// Why nothing is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PrintError {
    NoSuchLanguage,
    LinkTooLong,
    /// The drawing could not be read. This is a bug of ours.
    Drawing(String),
}

impl std::fmt::Display for PrintError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchLanguage => f.write_str("there is no such language"),
            Self::LinkTooLong => write!(f, "the link has more than {MAX_LINK_BYTES} bytes"),
            Self::Drawing(what) => write!(f, "the map cannot be drawn: {what}"),
        }
    }
}

impl std::error::Error for PrintError {}

/// The words of one language.
struct Words {
    explainer: Explainer<'static>,
    writer: OrderWriter<'static>,
    texts: &'static ServerTexts,
    summary: &'static [(&'static str, &'static str)],
    /// Its code: `nl`.
    code: String,
}

impl Words {
    fn new(code: &str) -> Option<Self> {
        let variant = atlas::standard();
        Some(Self {
            explainer: Explainer::new(variant, Language::built_in(code)?),
            writer: OrderWriter::new(variant, &Locale::built_in(), code)?,
            texts: ServerTexts::built_in(code)?,
            summary: summary::texts(code)?,
            code: code.to_owned(),
        })
    }

    fn get(&self, key: &str) -> &str {
        self.texts.get(&format!("print.{key}")).unwrap_or_default()
    }
}

/// A PDF file with these parts, each on pages of its own. With a link every part shows the QR code of the game.
pub fn pdf(
    language: &str,
    paper: PaperSize,
    parts: &[Printable],
    link: Option<&str>,
) -> Result<Vec<u8>, PrintError> {
    if link.is_some_and(|link| link.len() > MAX_LINK_BYTES) {
        return Err(PrintError::LinkTooLong);
    }
    let words = Words::new(language).ok_or(PrintError::NoSuchLanguage)?;
    let link = link.map(qr::LinkCode::new).transpose()?;
    let mut file = pdf::PdfFile::new();
    for part in Printable::ALL.iter().filter(|part| parts.contains(part)) {
        match part {
            Printable::OrderSheets => order_sheets::add(&mut file, &words, paper, link.as_ref()),
            Printable::Maps => maps::add(&mut file, &words, paper, link.as_ref())?,
            Printable::Rules => summary::add(&mut file, &words, paper, link.as_ref()),
            Printable::Cards => cards::add(&mut file, &words, paper, link.as_ref()),
        }
    }
    Ok(file.finish(words.get("title")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: [&str; 5] = ["en", "nl", "fr", "es", "de"];

    fn count(bytes: &[u8], text: &str) -> usize {
        bytes.windows(text.len()).filter(|window| *window == text.as_bytes()).count()
    }

    /// The offsets in the table at the end lead to the objects, so that every reader finds them.
    fn check_offsets(file: &[u8]) {
        // "startxref" comes after it.
        let table = file.windows(6).rposition(|window| window == b"\nxref\n").expect("a table");
        let text = String::from_utf8_lossy(&file[table..]);
        let offsets = text.lines().filter_map(|line| line.strip_suffix(" 00000 n "));
        for (i, offset) in offsets.enumerate() {
            let offset: usize = offset.parse().expect("a number");
            assert!(file[offset..].starts_with(format!("{} 0 obj", i + 1).as_bytes()), "object {}", i + 1);
        }
    }

    #[test]
    fn every_part_is_one_page_in_every_language_and_size() {
        for language in LANGUAGES {
            for paper in [PaperSize::A4, PaperSize::Letter] {
                let link = Some("http://192.168.1.7:1901/g/k7q29m0123456789");
                let file = pdf(language, paper, &Printable::ALL, link).expect("a file");
                assert!(file.starts_with(b"%PDF-1.4") && file.ends_with(b"%%EOF\n"));
                assert_eq!(count(&file, "/Type/Page/"), 4, "{language} {paper:?}");
                check_offsets(&file);
            }
        }
        let cards = pdf("en", PaperSize::A4, &[Printable::Cards], None).expect("a file");
        assert_eq!(count(&cards, "/Type/Page/"), 1);
    }

    #[test]
    fn every_letter_can_be_printed() {
        for language in LANGUAGES {
            let words = Words::new(language).expect("a language");
            let rules = rules::Rule::ALL.map(|rule| words.explainer.rule(rule));
            let texts = words.texts.below("print").map(|(_, text)| text);
            for text in words.summary.iter().map(|(_, text)| *text).chain(rules).chain(texts) {
                let marks = text.matches('?').count();
                assert_eq!(text::encode(text).iter().filter(|byte| **byte == b'?').count(), marks, "{text}");
            }
        }
    }

    #[test]
    fn what_cannot_be_printed_is_refused() {
        let all = &Printable::ALL;
        assert_eq!(pdf("xx", PaperSize::A4, all, None), Err(PrintError::NoSuchLanguage));
        let long = format!("http://{}", "a".repeat(MAX_LINK_BYTES));
        assert_eq!(pdf("en", PaperSize::A4, all, Some(&long)), Err(PrintError::LinkTooLong));
    }
}
