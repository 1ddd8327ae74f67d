//! Renders pictures as pixels and encodes them as PNG.

use std::fmt;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg;

use crate::animation::IndexedPalette;
use crate::board_layers::push;
use crate::curve::Point;
use crate::move_names::{MovedName, PlacedName};
use crate::text_outlines::outline_text;
use crate::{Look, Painter, Scene};

/// A board that was rendered once at one size. Scenes are painted on it.
#[derive(Debug)]
pub struct Canvas<'a> {
    painter: Arc<Painter<'a>>,
    below_land: Pixmap,
    above_land: Pixmap,
    names: Vec<NamePixels>,
}

/// A rendered name, and the place of its pixels.
#[derive(Debug)]
struct NamePixels {
    pixels: Pixmap,
    left: i32,
    top: i32,
}

/// The rasteriser rejected our SVG. This is a bug of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaintError(String);

impl fmt::Display for PaintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be painted: {}", self.0)
    }
}

impl std::error::Error for PaintError {}

impl<'a> Canvas<'a> {
    pub fn new(painter: impl Into<Arc<Painter<'a>>>) -> Result<Self, PaintError> {
        let painter: Arc<Painter<'a>> = painter.into();
        let style = text_css(&painter.style);
        let names = painter.base.names.iter().map(|name| render_name(&painter, name, &style));
        let mut canvas = Self {
            painter: Arc::clone(&painter),
            below_land: blank(&painter, painter.view.height)?,
            above_land: blank(&painter, painter.view.height)?,
            names: names.collect::<Result<_, _>>()?,
        };
        for (pixmap, part) in [
            (&mut canvas.below_land, &painter.base.below_land),
            (&mut canvas.above_land, &painter.base.above_land),
        ] {
            paint(&painter, part, 0.0, pixmap)?;
        }
        Ok(canvas)
    }

    pub fn look(&self) -> &Look {
        &self.painter.look
    }

    /// The scene as pixels: red, green, blue and full opacity.
    pub fn pixels(&self, scene: &Scene<'_>) -> Result<Pixmap, PaintError> {
        let parts = self.painter.scene_parts(scene);
        let mut picture = blank(&self.painter, self.painter.view.height + parts.legend.height)?;
        let lay = |picture: &mut Pixmap, layer: &Pixmap| {
            picture.draw_pixmap(0, 0, layer.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        };
        lay(&mut picture, &self.below_land);
        paint(&self.painter, &parts.lands, parts.legend.height, &mut picture)?;
        lay(&mut picture, &self.above_land);
        let lines = parts.layers.lines + &self.painter.base.centre_marks;
        paint(&self.painter, &lines, parts.legend.height, &mut picture)?;
        self.names(&parts.moved, &mut picture);
        let mut top = parts.layers.heads + &parts.layers.units;
        self.painter.frame(&mut top);
        top.push_str(&parts.legend.text);
        paint(&self.painter, &top, parts.legend.height, &mut picture)?;
        Ok(picture)
    }

    fn names(&self, moved: &[MovedName], picture: &mut Pixmap) {
        let mut moved = moved.iter().peekable();
        for (number, NamePixels { pixels, left, top }) in self.names.iter().enumerate() {
            let by =
                moved.next_if(|moved| moved.number == number).map_or(Point::new(0.0, 0.0), |moved| moved.by);
            let whole = |value: f32| (value * self.painter.scale).round() as i32;
            let (x, y) = (left + whole(by.x), top + whole(by.y));
            picture.draw_pixmap(x, y, pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
    }

    /// The scene as a PNG file.
    pub fn png(&self, scene: &Scene<'_>) -> Result<Vec<u8>, PaintError> {
        encode(&self.pixels(scene)?)
    }

    /// The scene as a smaller PNG file with 255 colours. This takes longer.
    pub fn small_png(&self, scene: &Scene<'_>) -> Result<Vec<u8>, PaintError> {
        let picture = self.pixels(scene)?;
        let pixels = rgb_bytes(&picture);
        let mut palette = IndexedPalette::of(&pixels);
        let numbers: Vec<u8> = pixels.chunks_exact(3).map(|pixel| palette.index(pixel)).collect();
        let mut file = Vec::with_capacity(numbers.len() / 4);
        let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.bytes());
        encoder.set_compression(png::Compression::Best);
        write(encoder, &numbers)?;
        Ok(file)
    }
}

fn blank(painter: &Painter<'_>, height: f32) -> Result<Pixmap, PaintError> {
    let rows = (height * painter.scale).round() as u32;
    Pixmap::new(painter.look.width, rows).ok_or_else(|| PaintError("no room for the pixels".to_owned()))
}

/// Renders one name on a pixmap that is large enough for its letters.
fn render_name(painter: &Painter<'_>, name: &PlacedName, style: &str) -> Result<NamePixels, PaintError> {
    let (body, view, scale) = (&name.bounds, &painter.view, painter.scale);
    let (beside, above) = (body.width * 0.25 + 12.0, body.height * 0.3 + 8.0);
    let left = ((body.x - beside - view.x) * scale).floor();
    let top = ((body.y - above - view.y) * scale).floor();
    let wide = ((body.width + 2.0 * beside) * scale).ceil() + 1.0;
    let tall = ((body.height + 2.0 * above) * scale).ceil() + 1.0;
    let mut pixels =
        Pixmap::new(wide as u32, tall as u32).ok_or_else(|| PaintError("no room for a name".to_owned()))?;
    // A small document of its own: parsing the shapes and styles of everything else would take longer than
    // the name.
    let document = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" width="{wide}" height="{tall}"><style>{style}</style>{}</svg>"#,
        view.x + left / scale,
        view.y + top / scale,
        wide / scale,
        tall / scale,
        name.text
    );
    render(&document, wide, &mut pixels)?;
    Ok(NamePixels { pixels, left: left as i32, top: top as i32 })
}

/// The rules of a style sheet that text needs.
fn text_css(style: &str) -> String {
    let rules = style.split_inclusive('}');
    rules
        .filter(|rule| {
            [".t1", ".t2", ".t3", ".t4", ".th", ".ts2", "text"].iter().any(|name| rule.starts_with(name))
        })
        .collect()
}

/// Renders a part of a document.
fn paint(painter: &Painter<'_>, part: &str, band: f32, pixmap: &mut Pixmap) -> Result<(), PaintError> {
    if part.is_empty() {
        return Ok(());
    }
    let mut document = String::with_capacity(part.len() + 8_000);
    painter.push_svg_head(&mut document, band);
    push(&mut document, format_args!("{part}</svg>"));
    render(&document, painter.look.width as f32, pixmap)
}

fn render(document: &str, width: f32, pixmap: &mut Pixmap) -> Result<(), PaintError> {
    let outlined = outline_text(document);
    let tree = usvg::Tree::from_str(&outlined, &usvg::Options::default())
        .map_err(|error| PaintError(error.to_string()))?;
    // The height of the document is rounded, so the scale is calculated from the width for both directions.
    let fit = width / tree.size().width();
    resvg::render(&tree, Transform::from_scale(fit, fit), &mut pixmap.as_mut());
    Ok(())
}

fn encode(picture: &Pixmap) -> Result<Vec<u8>, PaintError> {
    let mut file = Vec::with_capacity(picture.data().len() / 4);
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    write(encoder, &rgb_bytes(picture))?;
    Ok(file)
}

fn write(mut encoder: png::Encoder<'_, &mut Vec<u8>>, data: &[u8]) -> Result<(), PaintError> {
    let failed = |error: png::EncodingError| PaintError(error.to_string());
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(data).map_err(failed)?;
    writer.finish().map_err(failed)
}

/// The pixels as three bytes each, without opacity: a picture has no transparent pixels.
pub(crate) fn rgb_bytes(picture: &Pixmap) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(picture.data().len() / 4 * 3);
    for pixel in picture.data().chunks_exact(4) {
        bytes.extend_from_slice(&pixel[..3]);
    }
    bytes
}
