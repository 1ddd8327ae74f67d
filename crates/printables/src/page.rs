//! A page: text, lines, boxes and drawings at places in points from the top left.

use std::fmt::Write as _;

use crate::pdf::{DrawingId, literal};
use crate::text::{Face, width, wrap};

/// The size of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperSize {
    A4,
    Letter,
}

/// Which side is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Orientation {
    Portrait,
    Landscape,
}

impl PaperSize {
    /// Width and height in points.
    pub(crate) const fn points(self, orientation: Orientation) -> (f32, f32) {
        let (short, long) = match self {
            Self::A4 => (595.0, 842.0),
            Self::Letter => (612.0, 792.0),
        };
        match orientation {
            Orientation::Portrait => (short, long),
            Orientation::Landscape => (long, short),
        }
    }
}

/// Home printers leave about 5 mm white at each side; this is more.
pub(crate) const MARGIN: f32 = 34.0;

/// A colour: red, green and blue from 0 to 1.
pub(crate) type Colour = [f32; 3];

pub(crate) const BLACK: Colour = [0.0, 0.0, 0.0];
pub(crate) const GREY: Colour = [0.45, 0.45, 0.45];
pub(crate) const LIGHT: Colour = [0.75, 0.75, 0.75];

#[derive(Debug)]
pub(crate) struct Page {
    width: f32,
    height: f32,
    content: Vec<u8>,
}

impl Page {
    pub(crate) fn new(paper: PaperSize, orientation: Orientation) -> Self {
        let (width, height) = paper.points(orientation);
        Self { width, height, content: Vec::new() }
    }

    pub(crate) const fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }

    pub(crate) fn into_content(self) -> Vec<u8> {
        self.content
    }

    fn push(&mut self, text: &str) {
        self.content.extend_from_slice(text.as_bytes());
    }

    /// One line of text; `y` is its baseline.
    pub(crate) fn text(&mut self, (x, y): (f32, f32), text: &str, face: Face, size: f32, colour: Colour) {
        let name = match face {
            Face::Regular => "R",
            Face::Bold => "B",
        };
        let [r, g, b] = colour;
        let mut head = String::new();
        let _ = write!(head, "BT {r} {g} {b} rg /{name} {size} Tf {x:.2} {:.2} Td ", self.height - y);
        self.push(&head);
        let text = literal(text);
        self.content.extend_from_slice(&text);
        self.push(" Tj ET\n");
    }

    /// One line of text that is made smaller if it is wider than `most`.
    pub(crate) fn fitted_text(
        &mut self,
        at: (f32, f32),
        text: &str,
        (face, size): (Face, f32),
        most: f32,
        colour: Colour,
    ) {
        let needed = width(text, face) * size;
        let size = if needed > most { size * most / needed } else { size };
        self.text(at, text, face, size, colour);
    }

    /// Text in several lines. Returns the baseline of the next line.
    pub(crate) fn paragraph(
        &mut self,
        (x, y): (f32, f32),
        text: &str,
        face: Face,
        size: f32,
        most: f32,
    ) -> f32 {
        let mut y = y;
        for line in wrap(text, face, size, most) {
            self.text((x, y), &line, face, size, BLACK);
            y += size * 1.28;
        }
        y
    }

    pub(crate) fn line(&mut self, from: (f32, f32), to: (f32, f32), thick: f32, colour: Colour) {
        let [r, g, b] = colour;
        let (y1, y2) = (self.height - from.1, self.height - to.1);
        let text = format!("{r} {g} {b} RG {thick} w {:.2} {y1:.2} m {:.2} {y2:.2} l S\n", from.0, to.0);
        self.push(&text);
    }

    pub(crate) fn dashed_line(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.push("[3 4] 0 d ");
        self.line(from, to, 0.5, GREY);
        self.push("[] 0 d\n");
    }

    pub(crate) fn frame(
        &mut self,
        (x, y): (f32, f32),
        (width, height): (f32, f32),
        thick: f32,
        colour: Colour,
    ) {
        let [r, g, b] = colour;
        let bottom = self.height - y - height;
        let text = format!("{r} {g} {b} RG {thick} w {x:.2} {bottom:.2} {width:.2} {height:.2} re S\n");
        self.push(&text);
    }

    pub(crate) fn filled(&mut self, (x, y): (f32, f32), (width, height): (f32, f32), colour: Colour) {
        let [r, g, b] = colour;
        let bottom = self.height - y - height;
        let text = format!("{r} {g} {b} rg {x:.2} {bottom:.2} {width:.2} {height:.2} re f\n");
        self.push(&text);
    }

    /// A drawing whose own top left corner is (0, 0) and whose unit is `scale` points.
    pub(crate) fn drawing(&mut self, drawing: DrawingId, (x, y): (f32, f32), scale: f32) {
        let text =
            format!("q {scale:.5} 0 0 {scale:.5} {x:.2} {:.2} cm {} Do Q\n", self.height - y, drawing.name());
        self.push(&text);
    }
}
