//! Text as outlines: before our SVG is rendered as pixels, each `<text>` becomes a `<path>`.
//!
//! The pictures have one font and simple lines of Latin letters. So letters, their widths and kerning are enough,
//! and the program needs no text shaper, which would be a tenth of the time to build the painter.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

/// How the letters of a CSS class look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextStyle {
    pub(crate) face: FontFace,
    /// Space after each letter, in parts of the font size.
    pub(crate) spacing: f32,
    pub(crate) anchor: Anchor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FontFace {
    Regular,
    Italic,
    Bold,
}

/// Which part of the text is at its `x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// The classes that style text. The style sheet of the pictures is made from this table too.
pub(crate) const TEXT_CLASSES: [(&str, TextStyle); 5] = [
    ("t1", TextStyle { face: FontFace::Regular, spacing: 0.02, anchor: Anchor::Middle }),
    ("t2", TextStyle { face: FontFace::Italic, spacing: 0.06, anchor: Anchor::Middle }),
    ("t3", TextStyle { face: FontFace::Bold, spacing: 0.0, anchor: Anchor::Middle }),
    ("t4", TextStyle { face: FontFace::Bold, spacing: 0.0, anchor: Anchor::Middle }),
    ("em", TextStyle { face: FontFace::Bold, spacing: 0.0, anchor: Anchor::Middle }),
];

impl TextStyle {
    /// The style as declarations for a style sheet.
    pub(crate) fn css(&self) -> String {
        let mut out = String::new();
        match self.face {
            FontFace::Regular => {}
            FontFace::Italic => out.push_str(";font-style:italic"),
            FontFace::Bold => out.push_str(";font-weight:700"),
        }
        if self.spacing > 0.0 {
            let _ = write!(out, ";letter-spacing:{}em", self.spacing.to_string().trim_start_matches('0'));
        }
        match self.anchor {
            Anchor::Start => {}
            Anchor::Middle => out.push_str(";text-anchor:middle"),
        }
        out
    }
}

/// The same SVG with paths instead of text. It must be our own: a `<text>` has only attributes that we write, and
/// no elements inside.
pub fn outline_text(svg: &str) -> Cow<'_, str> {
    if !svg.contains("<text ") {
        return Cow::Borrowed(svg);
    }
    let mut out = String::with_capacity(svg.len() * 4);
    let mut rest = svg;
    while let Some((before, element)) = rest.split_once("<text ") {
        out.push_str(before);
        let (attributes, element) = element.split_once('>').expect("our own tags are closed");
        let (text, after) = element.split_once("</text>").expect("our own elements are closed");
        push_path(&mut out, attributes, &unescape(text));
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Writes the path of one `<text>`. What is not about letters (class, stroke) stays as it is.
fn push_path(out: &mut String, attributes: &str, text: &str) {
    let mut style = TextStyle { face: FontFace::Regular, spacing: 0.0, anchor: Anchor::Start };
    let (mut size, mut x, mut y) = (16.0, 0.0, 0.0);
    out.push_str("<path");
    let mut rest = attributes;
    while let Some((name, value)) = rest.split_once("=\"") {
        let (value, after) = value.split_once('"').expect("our own attributes are quoted");
        rest = after;
        let name = name.trim();
        let number = || value.parse::<f32>().unwrap_or_default();
        match name {
            "font-size" => size = number(),
            "x" => x = number(),
            "y" => y = number(),
            "font-weight" if number() >= 600.0 => style.face = FontFace::Bold,
            "font-weight" => {}
            "text-anchor" if value == "middle" => style.anchor = Anchor::Middle,
            _ => {
                if name == "class" {
                    let known = |class: &str| TEXT_CLASSES.iter().find(|(name, _)| *name == class);
                    if let Some((_, found)) = value.split(' ').find_map(known) {
                        style = *found;
                    }
                }
                let _ = write!(out, r#" {name}="{value}""#);
            }
        }
    }
    out.push_str(r#" d=""#);
    FONTS.of(style.face).push_line(out, text, &style, size, (x, y));
    out.push_str(r#""/>"#);
}

fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let plain = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    Cow::Owned(plain.replace("&amp;", "&"))
}

struct Fonts {
    regular: Font,
    italic: Font,
    bold: Font,
}

/// Only our own fonts, so that every machine gives the same pixels.
static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts {
    regular: Font::new(include_bytes!("../fonts/regular.otf")),
    italic: Font::new(include_bytes!("../fonts/italic.otf")),
    bold: Font::new(include_bytes!("../fonts/bold.ttf")),
});

impl Fonts {
    fn of(&self, face: FontFace) -> &Font {
        match face {
            FontFace::Regular => &self.regular,
            FontFace::Italic => &self.italic,
            FontFace::Bold => &self.bold,
        }
    }
}

struct Font {
    face: Face<'static>,
    /// The pair adjustments of the feature `kern`, one list per lookup.
    kerning: Vec<Vec<PairAdjustment<'static>>>,
}

impl Font {
    fn new(file: &'static [u8]) -> Self {
        let face = Face::parse(file, 0).expect("the built-in fonts are whole");
        let kerning = kern_lookups(&face);
        Self { face, kerning }
    }

    /// Writes the outlines of a line of text at a place, as path data.
    fn push_line(&self, out: &mut String, text: &str, style: &TextStyle, size: f32, at: (f32, f32)) {
        let scale = size / f32::from(self.face.units_per_em());
        let spacing = style.spacing * size / scale;
        // A letter that the font lacks is left out: labels of other scripts need a font of their own.
        let glyphs: Vec<GlyphId> = text.chars().filter_map(|letter| self.face.glyph_index(letter)).collect();
        let mut starts = Vec::with_capacity(glyphs.len());
        let mut width = 0.0;
        for (number, glyph) in glyphs.iter().enumerate() {
            starts.push(width);
            width += f32::from(self.face.glyph_hor_advance(*glyph).unwrap_or_default());
            // There is no space after the last letter: the text is centred by what one sees.
            if let Some(next) = glyphs.get(number + 1) {
                width += spacing + f32::from(self.kerning(*glyph, *next));
            }
        }
        let left = match style.anchor {
            Anchor::Start => at.0,
            Anchor::Middle => at.0 - width * scale / 2.0,
        };
        for (glyph, start) in glyphs.iter().zip(starts) {
            let mut path = PathWriter { out, x: left + start * scale, y: at.1, scale };
            // A space has no outline.
            let _ = self.face.outline_glyph(*glyph, &mut path);
        }
    }

    /// How much further the second letter is than without kerning, in units of the font.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> i16 {
        // In each lookup, the first subtable that knows the pair decides.
        let sum_of_lookups = self.kerning.iter().filter_map(|subtables| {
            subtables.iter().find_map(|pairs| match pairs {
                PairAdjustment::Format1 { coverage, sets } => {
                    Some(sets.get(coverage.get(left)?)?.get(right)?.0.x_advance)
                }
                PairAdjustment::Format2 { coverage, classes, matrix } => {
                    coverage.get(left)?;
                    Some(matrix.get((classes.0.get(left), classes.1.get(right)))?.0.x_advance)
                }
            })
        });
        sum_of_lookups.sum()
    }
}

fn kern_lookups(face: &Face<'static>) -> Vec<Vec<PairAdjustment<'static>>> {
    let Some(gpos) = face.tables().gpos else { return Vec::new() };
    let features = gpos.features.into_iter().filter(|feature| feature.tag == Tag::from_bytes(b"kern"));
    let mut numbers: Vec<u16> = features.flat_map(|feature| feature.lookup_indices).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let pairs = |subtable| match subtable {
        PositioningSubtable::Pair(pairs) => Some(pairs),
        PositioningSubtable::Single(_)
        | PositioningSubtable::Cursive(_)
        | PositioningSubtable::MarkToBase(_)
        | PositioningSubtable::MarkToLigature(_)
        | PositioningSubtable::MarkToMark(_)
        | PositioningSubtable::Context(_)
        | PositioningSubtable::ChainContext(_) => None,
    };
    let lookups = numbers.into_iter().filter_map(|number| gpos.lookups.get(number));
    lookups.map(|lookup| lookup.subtables.into_iter().filter_map(pairs).collect()).collect()
}

/// Writes an outline as path data. Fonts have their y upwards, pictures downwards.
struct PathWriter<'o> {
    out: &'o mut String,
    x: f32,
    y: f32,
    scale: f32,
}

impl PathWriter<'_> {
    fn push(&mut self, command: char, points: &[(f32, f32)]) {
        self.out.push(command);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            let _ = write!(self.out, "{x:.2} {y:.2} ");
        }
    }
}

impl OutlineBuilder for PathWriter<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.push('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.push('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}
