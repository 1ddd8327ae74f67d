//! Power cards, to draw by lot and to lay down: units at the start, home centres.

use language::Style;
use rules::Power;

use crate::Words;
use crate::page::{BLACK, Colour, GREY, MARGIN, Orientation, Page, PaperSize};
use crate::pdf::PdfFile;
use crate::qr::LinkCode;
use crate::text::Face;

const ROWS: usize = 4;
const PADDING: f32 = 14.0;

pub(crate) fn add(file: &mut PdfFile, words: &Words, paper: PaperSize, link: Option<&LinkCode>) {
    let mut page = Page::new(paper, Orientation::Portrait);
    let (wide, high) = page.size();
    let size = ((wide - 2.0 * MARGIN) / 2.0, (high - 2.0 * MARGIN) / ROWS as f32);
    for (number, power) in atlas::standard().board.powers().enumerate() {
        let (row, column) = (number / 2, number % 2);
        let at = (MARGIN + column as f32 * size.0, MARGIN + row as f32 * size.1);
        card(&mut page, words, power, at, size, link);
    }
    file.add_page(page);
}

fn card(
    page: &mut Page,
    words: &Words,
    power: Power,
    (x, y): (f32, f32),
    (wide, high): (f32, f32),
    link: Option<&LinkCode>,
) {
    let board = &atlas::standard().board;
    page.frame((x, y), (wide, high), 0.5, GREY);
    page.filled((x + PADDING, y + PADDING), (wide - 2.0 * PADDING, 7.0), colour(power));
    let left = x + PADDING;
    let code = 66.0;
    let most = wide - 2.0 * PADDING - if link.is_some() { code + 8.0 } else { 0.0 };
    let mut at = y + PADDING + 34.0;
    page.fitted_text((left, at), words.explainer.power(power), (Face::Bold, 22.0), most, BLACK);
    at += 24.0;
    let units = board.starting_units().iter().filter(|unit| unit.power == power);
    let units: Vec<String> = units.map(|unit| words.writer.write_unit(unit, Style::Long)).collect();
    let homes: Vec<&str> = board.homes(power).iter().map(|home| words.explainer.province(*home)).collect();
    for (title, list) in [("units", units.join(", ")), ("homes", homes.join(", "))] {
        page.text((left, at), words.get(title), Face::Bold, 9.0, GREY);
        at = page.paragraph((left, at + 13.0), &list, Face::Regular, 10.5, most) + 5.0;
    }
    if let Some(link) = link {
        link.draw(page, (x + wide - PADDING - code, y + PADDING + 20.0), code);
    }
}

/// The colour of the pieces of a power.
fn colour(power: Power) -> Colour {
    let colours = picture::Drawing::standard().colours();
    let rgb =
        picture::Theme::new(colours, picture::Palette::Clear, picture::Shade::Light).unit(power.index());
    [16, 8, 0].map(|shift| (rgb >> shift & 255) as f32 / 255.0)
}
