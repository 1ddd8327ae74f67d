//! Order sheets: two on a page, to be cut apart.

use rules::{Order, Passage, Unit};

use crate::Words;
use crate::page::{BLACK, GREY, LIGHT, MARGIN, Orientation, Page, PaperSize};
use crate::pdf::PdfFile;
use crate::qr::LinkCode;
use crate::text::{Face, width};
use language::{AnyOrder, Style};

/// As many orders as a power with seventeen units needs: one more, and the game is won.
const ORDER_LINES: usize = 17;
const RETREAT_LINES: usize = 3;
const BUILD_LINES: usize = 4;
const LINE: f32 = 15.2;

pub(crate) fn add(file: &mut PdfFile, words: &Words, paper: PaperSize, link: Option<&LinkCode>) {
    let mut page = Page::new(paper, Orientation::Landscape);
    let (wide, high) = page.size();
    let half = wide / 2.0;
    page.dashed_line((half, 12.0), (half, high - 12.0));
    for left in [0.0, half] {
        sheet(&mut page, words, left + MARGIN, half - 2.0 * MARGIN, link);
    }
    file.add_page(page);
}

fn sheet(page: &mut Page, words: &Words, left: f32, wide: f32, link: Option<&LinkCode>) {
    let right = left + wide;
    let mut y = MARGIN + 14.0;
    page.fitted_text((left, y), words.get("sheet"), (Face::Bold, 17.0), wide * 0.7, BLACK);
    if let Some(link) = link {
        link.draw(page, (right - 58.0, MARGIN - 6.0), 58.0);
    }
    y += 26.0;
    let end = if link.is_some() { right - 70.0 } else { right };
    blank(page, (left, y), words.get("power"), end - left);
    y += 20.0;
    let third = (end - left - 16.0) / 2.0;
    blank(page, (left, y), words.get("season"), third);
    blank(page, (left + third + 16.0, y), words.get("year"), third);
    y += 22.0;
    y = lines(page, words.get("orders"), (left, right), y, ORDER_LINES);
    y = lines(page, words.get("retreats"), (left, right), y + 4.0, RETREAT_LINES);
    y = lines(page, words.get("builds"), (left, right), y + 4.0, BUILD_LINES);
    page.fitted_text((left, y + 6.0), &examples(words), (Face::Regular, 8.0), wide, GREY);
}

/// A label and a line to write on.
fn blank(page: &mut Page, (x, y): (f32, f32), label: &str, wide: f32) {
    page.text((x, y), label, Face::Regular, 10.0, BLACK);
    let from = x + width(label, Face::Regular) * 10.0 + 5.0;
    page.line((from, y + 2.0), (x + wide, y + 2.0), 0.6, GREY);
}

/// A title and numbered lines. Returns where the next part begins.
fn lines(page: &mut Page, title: &str, (left, right): (f32, f32), y: f32, count: usize) -> f32 {
    page.text((left, y), title, Face::Bold, 10.0, BLACK);
    for i in 1..=count {
        let below = y + LINE * i as f32 + 2.0;
        page.text((left, below - 2.5), &i.to_string(), Face::Regular, 7.0, GREY);
        page.line((left + 14.0, below), (right, below), 0.5, LIGHT);
    }
    y + LINE * count as f32 + 15.0
}

/// How orders are written in this language: hold, move, support, convoy.
fn examples(words: &Words) -> String {
    let board = &atlas::standard().board;
    let position = rules::Position::start(board);
    let forces = &position.forces;
    let province = |key: &str| board.province(key);
    let place = |key: &str| board.location(key);
    let order = |at: &str, order: Option<Order>| {
        let unit: Unit = *forces.at(province(at)?)?;
        Some(words.writer.write(&AnyOrder::Order { unit, order: order? }, forces, Style::Short))
    };
    let moved = |to: &str| Some(Order::Move { to: place(to)?, passage: Passage::Unstated });
    let shown = [
        order("par", Some(Order::Hold)),
        order("par", moved("bur")),
        order("mar", province("par").zip(place("bur")).map(|(from, to)| Order::SupportMove { from, to })),
        order("lon", province("lvp").zip(province("nwy")).map(|(from, to)| Order::Convoy { from, to })),
    ];
    shown.into_iter().flatten().collect::<Vec<_>>().join("     ")
}
