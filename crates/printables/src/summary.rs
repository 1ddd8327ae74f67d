//! The rules on one page: the summary of the pages, then the 22 rules, in two columns.

use rules::Rule;

use crate::Words;
use crate::page::{BLACK, GREY, MARGIN, Orientation, Page, PaperSize};
use crate::pdf::PdfFile;
use crate::qr::LinkCode;
use crate::text::{Face, wrap};

// The build script writes `SUMMARY_TEXTS`: the texts of the page with the summary, by language.
include!(concat!(env!("OUT_DIR"), "/summary_texts.rs"));

/// The parts of the summary, in this order. Each has a text, `KEY_text`.
const PARTS: [&str; 9] = ["aim", "units", "year", "orders", "retreats", "builds", "talk", "end", "fewer"];
/// The sizes of the text, the best first: the first with which all is on one page is taken.
const SIZES: [f32; 4] = [10.0, 9.6, 9.2, 8.8];
const COLUMN_GAP: f32 = 22.0;

pub(crate) fn texts(language: &str) -> Option<&'static [(&'static str, &'static str)]> {
    SUMMARY_TEXTS.iter().find(|(code, _)| *code == language).map(|(_, texts)| *texts)
}

pub(crate) fn add(file: &mut PdfFile, words: &Words, paper: PaperSize, link: Option<&LinkCode>) {
    let fits = |size: &f32| write(words, paper, link, *size).len() == 1;
    let size = SIZES.into_iter().find(fits).unwrap_or(SIZES[SIZES.len() - 1]);
    for page in write(words, paper, link, size) {
        file.add_page(page);
    }
}

fn write(words: &Words, paper: PaperSize, link: Option<&LinkCode>, size: f32) -> Vec<Page> {
    let text = |key: &str| words.summary.iter().find(|(known, _)| *known == key).map_or("", |(_, text)| text);
    let mut columns = Columns::new(paper, words.get("summary"), link, size);
    for part in PARTS {
        columns.heading(text(part));
        columns.paragraph(None, text(&format!("{part}_text")));
    }
    columns.heading(words.get("rules"));
    for rule in Rule::ALL {
        columns.paragraph(Some(rule.number()), words.explainer.rule(rule));
    }
    columns.full.push(columns.page);
    columns.full
}

/// Text that flows from column to column and from page to page.
struct Columns {
    /// The pages that are full.
    full: Vec<Page>,
    page: Page,
    size: f32,
    paper: PaperSize,
    column: usize,
    y: f32,
    top: f32,
}

impl Columns {
    fn new(paper: PaperSize, title: &str, link: Option<&LinkCode>, size: f32) -> Self {
        let mut page = Page::new(paper, Orientation::Portrait);
        let (wide, _) = page.size();
        page.fitted_text(
            (MARGIN, MARGIN + 16.0),
            title,
            (Face::Bold, 20.0),
            wide - 2.0 * MARGIN - 80.0,
            BLACK,
        );
        let mut top = MARGIN + 44.0;
        if let Some(link) = link {
            link.draw(&mut page, (wide - MARGIN - 56.0, MARGIN - 8.0), 56.0);
            top += 20.0;
        }
        page.line((MARGIN, top - 18.0), (wide - MARGIN, top - 18.0), 0.6, GREY);
        Self { full: Vec::new(), page, size, paper, column: 0, y: top, top }
    }

    fn column_width(&self) -> f32 {
        (self.page.size().0 - 2.0 * MARGIN - COLUMN_GAP) / 2.0
    }

    fn left(&self) -> f32 {
        MARGIN + self.column as f32 * (self.column_width() + COLUMN_GAP)
    }

    /// Goes on in the next column, or on the next page, if there is no room for so much.
    fn make_room(&mut self, height: f32) {
        if self.y + height <= self.page.size().1 - MARGIN {
            return;
        }
        if self.column == 0 {
            self.column = 1;
        } else {
            let next = Page::new(self.paper, Orientation::Portrait);
            self.full.push(std::mem::replace(&mut self.page, next));
            self.column = 0;
            self.top = MARGIN + self.size;
        }
        self.y = self.top;
    }

    fn heading(&mut self, text: &str) {
        self.make_room(self.size * 5.0);
        if self.y > self.top {
            self.y += self.size * 0.5;
        }
        let at = (self.left(), self.y);
        self.page.fitted_text(at, text, (Face::Bold, self.size + 2.0), self.column_width(), BLACK);
        self.y += self.size * 1.5;
    }

    fn paragraph(&mut self, number: Option<u8>, text: &str) {
        let indent = if number.is_some() { 18.0 } else { 0.0 };
        let most = self.column_width() - indent;
        let lines = wrap(text, Face::Regular, self.size, most).len() as f32;
        self.make_room(lines * self.size * 1.28);
        if let Some(number) = number {
            self.page.text((self.left(), self.y), &number.to_string(), Face::Bold, self.size, BLACK);
        }
        let at = (self.left() + indent, self.y);
        self.y = self.page.paragraph(at, text, Face::Regular, self.size, most) + self.size * 0.25;
    }
}
