//! Small conference maps (D2): four on a page.

use picture::{Drawing, Legend, Look, Naming, Painter, Palette, Scene, SceneContent, Shade};
use rules::{Forces, Owners, Position};

use crate::page::{GREY, MARGIN, Orientation, Page, PaperSize};
use crate::pdf::PdfFile;
use crate::qr::LinkCode;
use crate::svg_to_pdf::convert;
use crate::text::Face;
use crate::{PrintError, Words};

/// The gap between two maps.
const GAP: f32 = 16.0;
/// The width of the drawing in its own pixels: so names have the size for a small map.
const WIDTH: u32 = 560;

pub(crate) fn add(
    file: &mut PdfFile,
    words: &Words,
    paper: PaperSize,
    link: Option<&LinkCode>,
) -> Result<(), PrintError> {
    let drawing = Drawing::standard();
    let language = drawing.language(&words.code).ok_or(PrintError::NoSuchLanguage)?;
    let look = Look {
        naming: Naming::Short,
        legend: Legend::Hidden,
        palette: Palette::Clear,
        shade: Shade::Light,
        ..Look::new(language, WIDTH)
    };
    let board = drawing.board();
    // Nobody owns or holds anything: players draw that themselves.
    let position =
        Position { forces: Forces::new(board), owners: Owners::none(board), ..Position::start(board) };
    let scene =
        Scene { content: SceneContent::Position(&position), destroyed: &[], closed: &[], title: None };
    let painter = Painter::new(drawing, look).map_err(|error| PrintError::Drawing(format!("{error:?}")))?;
    let map = convert(&painter.svg(&scene))?;
    let id = file.add_drawing([0.0, -map.height, map.width, 0.0], map.content);
    let mut page = Page::new(paper, Orientation::Landscape);
    let (wide, high) = page.size();
    let (most_wide, most_high) =
        ((wide - 2.0 * MARGIN - GAP) / 2.0, (high - 2.0 * MARGIN - GAP - 10.0) / 2.0);
    let scale = (most_wide / map.width).min(most_high / map.height);
    for row in 0..2 {
        for column in 0..2 {
            let x = MARGIN + column as f32 * (most_wide + GAP) + (most_wide - map.width * scale) / 2.0;
            let y = MARGIN + row as f32 * (most_high + GAP);
            page.drawing(id, (x, y), scale);
            page.frame((x, y), (map.width * scale, map.height * scale), 0.6, GREY);
        }
    }
    if let Some(link) = link {
        // Beside the lower left map, where the paper is free.
        link.draw(&mut page, (MARGIN - 8.0, high - MARGIN - 54.0), 44.0);
        let text = words.get("map").replace("{link}", &link.link);
        page.fitted_text(
            (MARGIN, high - MARGIN + 8.0),
            &text,
            (Face::Regular, 8.0),
            wide - 2.0 * MARGIN,
            GREY,
        );
    }
    file.add_page(page);
    Ok(())
}
