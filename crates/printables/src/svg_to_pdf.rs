//! Turns the SVG of a map into the operators of PDF: filled and stroked paths. Our maps have nothing else, once their
//! text is outlines.

use std::fmt::Write as _;

use resvg::usvg;
use resvg::usvg::tiny_skia_path::{PathSegment, Point};

use crate::PrintError;

/// A drawing with its top left corner at (0, 0), y upwards.
pub(crate) struct PdfDrawing {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) content: String,
}

pub(crate) fn convert(svg: &str) -> Result<PdfDrawing, PrintError> {
    let tree = usvg::Tree::from_str(&picture::outline_text(svg), &usvg::Options::default())
        .map_err(|error| PrintError::Drawing(error.to_string()))?;
    let size = tree.size();
    let mut content = String::from("1 j 1 J\n");
    group(tree.root(), 1.0, &mut content);
    Ok(PdfDrawing { width: size.width(), height: size.height(), content })
}

fn group(group: &usvg::Group, opacity: f32, out: &mut String) {
    let opacity = opacity * group.opacity().get();
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => self::group(inner, opacity, out),
            usvg::Node::Path(path) => self::path(path, opacity, out),
            usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
}

fn path(path: &usvg::Path, opacity: f32, out: &mut String) {
    if !path.is_visible() {
        return;
    }
    let transform = path.abs_transform();
    let Some(data) = path.data().clone().transform(transform) else { return };
    let mut segments = String::new();
    write_segments(&data, &mut segments);
    let scale = (transform.sx * transform.sy - transform.kx * transform.ky).abs().sqrt();
    if let Some(fill) = path.fill() {
        let [r, g, b] = colour(fill.paint(), opacity * fill.opacity().get());
        let operator = match fill.rule() {
            usvg::FillRule::NonZero => "f",
            usvg::FillRule::EvenOdd => "f*",
        };
        let _ = writeln!(out, "{r:.3} {g:.3} {b:.3} rg\n{segments}{operator}");
    }
    if let Some(stroke) = path.stroke() {
        let [r, g, b] = colour(stroke.paint(), opacity * stroke.opacity().get());
        let dashes: Vec<String> =
            stroke.dasharray().unwrap_or_default().iter().map(|one| format!("{:.2}", one * scale)).collect();
        let wide = stroke.width().get() * scale;
        let _ = writeln!(out, "[{}] 0 d {wide:.2} w {r:.3} {g:.3} {b:.3} RG\n{segments}S", dashes.join(" "));
    }
}

/// The colour on white paper: mixed with white, because the drawing has no transparent parts above others that matter.
fn colour(paint: &usvg::Paint, opacity: f32) -> [f32; 3] {
    let plain = match paint {
        usvg::Paint::Color(colour) => [colour.red, colour.green, colour.blue],
        // The sea is a little darker far from land; on paper it has one colour.
        usvg::Paint::LinearGradient(gradient) => middle(gradient.stops()),
        usvg::Paint::RadialGradient(gradient) => middle(gradient.stops()),
        // Our maps have none.
        usvg::Paint::Pattern(_) => [192; 3],
    };
    plain.map(|part| 1.0 - opacity * (1.0 - f32::from(part) / 255.0))
}

fn middle(stops: &[usvg::Stop]) -> [u8; 3] {
    let colour = stops.first().map_or(usvg::Color::white(), |stop| stop.color());
    [colour.red, colour.green, colour.blue]
}

fn write_segments(data: &usvg::tiny_skia_path::Path, out: &mut String) {
    let mut last = Point::from_xy(0.0, 0.0);
    let at = |point: Point| format!("{:.2} {:.2}", point.x, -point.y);
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                let _ = writeln!(out, "{} m", at(to));
                last = to;
            }
            PathSegment::LineTo(to) => {
                let _ = writeln!(out, "{} l", at(to));
                last = to;
            }
            PathSegment::QuadTo(by, to) => {
                // A quadratic curve as a cubic one.
                let near = |end: Point| {
                    Point::from_xy(end.x + 2.0 / 3.0 * (by.x - end.x), end.y + 2.0 / 3.0 * (by.y - end.y))
                };
                let _ = writeln!(out, "{} {} {} c", at(near(last)), at(near(to)), at(to));
                last = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                let _ = writeln!(out, "{} {} {} c", at(first), at(second), at(to));
                last = to;
            }
            PathSegment::Close => out.push_str("h\n"),
        }
    }
}
