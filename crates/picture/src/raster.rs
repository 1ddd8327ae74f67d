//! Pixels.

use std::fmt;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, PixmapPaint, Transform};
use resvg::usvg::{self, fontdb};

use crate::base::push;
use crate::curve::Point;
use crate::film::Palette;
use crate::names::{Moved, Name};
use crate::{Look, Painter, Scene};

/// A board painted once at one size; scenes are painted over it.
#[derive(Debug)]
pub struct Canvas<'a> {
    painter: Arc<Painter<'a>>,
    under: Pixmap,
    over: Pixmap,
    names: Vec<Stamp>,
}

/// A name, and where its pixels go.
#[derive(Debug)]
struct Stamp {
    pixels: Pixmap,
    left: i32,
    top: i32,
}

/// A drawing that the rasteriser refused: a fault of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CannotPaint(String);

impl fmt::Display for CannotPaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the picture cannot be painted: {}", self.0)
    }
}

impl std::error::Error for CannotPaint {}

/// Our own fonts and no others, so that every machine paints the same.
static OPTIONS: LazyLock<usvg::Options<'static>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../fonts/regular.otf").to_vec());
    fonts.load_font_data(include_bytes!("../fonts/italic.otf").to_vec());
    fonts.load_font_data(include_bytes!("../fonts/bold.ttf").to_vec());
    usvg::Options {
        fontdb: Arc::new(fonts),
        font_family: "Detente Map".to_owned(),
        ..usvg::Options::default()
    }
});

impl<'a> Canvas<'a> {
    pub fn new(painter: impl Into<Arc<Painter<'a>>>) -> Result<Self, CannotPaint> {
        let painter: Arc<Painter<'a>> = painter.into();
        let style = style_of_letters(&painter.style);
        let names = painter.base.names.iter().map(|name| stamp(&painter, name, &style));
        let mut canvas = Self {
            painter: Arc::clone(&painter),
            under: blank(&painter, painter.view.height)?,
            over: blank(&painter, painter.view.height)?,
            names: names.collect::<Result<_, _>>()?,
        };
        for (pixmap, part) in
            [(&mut canvas.under, &painter.base.under), (&mut canvas.over, &painter.base.over)]
        {
            paint(&painter, part, 0.0, pixmap)?;
        }
        Ok(canvas)
    }

    pub fn look(&self) -> &Look {
        &self.painter.look
    }

    /// The scene as pixels, red, green, blue and full opacity a pixel.
    pub fn pixels(&self, scene: &Scene<'_>) -> Result<Pixmap, CannotPaint> {
        let parts = self.painter.parts(scene);
        let mut picture = blank(&self.painter, self.painter.view.height + parts.band.height)?;
        let lay = |picture: &mut Pixmap, layer: &Pixmap| {
            picture.draw_pixmap(0, 0, layer.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        };
        lay(&mut picture, &self.under);
        paint(&self.painter, &parts.lands, parts.band.height, &mut picture)?;
        lay(&mut picture, &self.over);
        let lines = parts.drawn.lines + &self.painter.base.signs;
        paint(&self.painter, &lines, parts.band.height, &mut picture)?;
        self.names(&parts.moved, &mut picture);
        let mut top = parts.drawn.heads + &parts.drawn.units;
        self.painter.frame(&mut top);
        top.push_str(&parts.band.text);
        paint(&self.painter, &top, parts.band.height, &mut picture)?;
        Ok(picture)
    }

    fn names(&self, moved: &[Moved], picture: &mut Pixmap) {
        let mut moved = moved.iter().peekable();
        for (number, Stamp { pixels, left, top }) in self.names.iter().enumerate() {
            let by =
                moved.next_if(|moved| moved.number == number).map_or(Point::new(0.0, 0.0), |moved| moved.by);
            let whole = |value: f32| (value * self.painter.scale).round() as i32;
            let (x, y) = (left + whole(by.x), top + whole(by.y));
            picture.draw_pixmap(x, y, pixels.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
    }

    /// The scene as a PNG file.
    pub fn png(&self, scene: &Scene<'_>) -> Result<Vec<u8>, CannotPaint> {
        encode(&self.pixels(scene)?)
    }

    /// The scene as a small PNG file of 255 colours, which takes longer.
    pub fn small_png(&self, scene: &Scene<'_>) -> Result<Vec<u8>, CannotPaint> {
        let picture = self.pixels(scene)?;
        let pixels = opaque(&picture);
        let mut palette = Palette::of(&pixels);
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

fn blank(painter: &Painter<'_>, height: f32) -> Result<Pixmap, CannotPaint> {
    let rows = (height * painter.scale).round() as u32;
    Pixmap::new(painter.look.width, rows).ok_or_else(|| CannotPaint("no room for the pixels".to_owned()))
}

/// A name alone, on as many pixels as its letters can need.
fn stamp(painter: &Painter<'_>, name: &Name, style: &str) -> Result<Stamp, CannotPaint> {
    let (body, view, scale) = (&name.body, &painter.view, painter.scale);
    let (beside, above) = (body.width * 0.25 + 12.0, body.height * 0.3 + 8.0);
    let left = ((body.x - beside - view.x) * scale).floor();
    let top = ((body.y - above - view.y) * scale).floor();
    let wide = ((body.width + 2.0 * beside) * scale).ceil() + 1.0;
    let tall = ((body.height + 2.0 * above) * scale).ceil() + 1.0;
    let mut pixels =
        Pixmap::new(wide as u32, tall as u32).ok_or_else(|| CannotPaint("no room for a name".to_owned()))?;
    // Its own small document: the shapes and colours of all else would take longer to read than the name.
    let document = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" width="{wide}" height="{tall}"><style>{style}</style>{}</svg>"#,
        view.x + left / scale,
        view.y + top / scale,
        wide / scale,
        tall / scale,
        name.text
    );
    render(&document, wide, &mut pixels)?;
    Ok(Stamp { pixels, left: left as i32, top: top as i32 })
}

/// The part of a style sheet that letters need.
fn style_of_letters(style: &str) -> String {
    let rules = style.split_inclusive('}');
    rules
        .filter(|rule| {
            [".t1", ".t2", ".t3", ".t4", ".th", ".ts2", "text"].iter().any(|name| rule.starts_with(name))
        })
        .collect()
}

/// Paints a part of a document.
fn paint(painter: &Painter<'_>, part: &str, band: f32, pixmap: &mut Pixmap) -> Result<(), CannotPaint> {
    if part.is_empty() {
        return Ok(());
    }
    let mut document = String::with_capacity(part.len() + 8_000);
    painter.open(&mut document, band);
    push(&mut document, format_args!("{part}</svg>"));
    render(&document, painter.look.width as f32, pixmap)
}

fn render(document: &str, width: f32, pixmap: &mut Pixmap) -> Result<(), CannotPaint> {
    let tree = usvg::Tree::from_str(document, &OPTIONS).map_err(|error| CannotPaint(error.to_string()))?;
    // The document's height is rounded; its scale must be the same in both directions.
    let fit = width / tree.size().width();
    resvg::render(&tree, Transform::from_scale(fit, fit), &mut pixmap.as_mut());
    Ok(())
}

fn encode(picture: &Pixmap) -> Result<Vec<u8>, CannotPaint> {
    let mut file = Vec::with_capacity(picture.data().len() / 4);
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    write(encoder, &opaque(picture))?;
    Ok(file)
}

fn write(mut encoder: png::Encoder<'_, &mut Vec<u8>>, data: &[u8]) -> Result<(), CannotPaint> {
    let failed = |error: png::EncodingError| CannotPaint(error.to_string());
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(data).map_err(failed)?;
    writer.finish().map_err(failed)
}

/// Three bytes a pixel: a picture covers its whole canvas.
pub(crate) fn opaque(picture: &Pixmap) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(picture.data().len() / 4 * 3);
    for pixel in picture.data().chunks_exact(4) {
        bytes.extend_from_slice(&pixel[..3]);
    }
    bytes
}
