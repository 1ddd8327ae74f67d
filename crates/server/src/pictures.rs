//! Pictures (SVG, PNG) of a position or a phase, films of a whole game, and QR codes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use game::Record;
use picture::{
    AnimationFormat, Canvas, Drawing, Look, Painter, PainterCache, PictureError, Scene, SceneContent,
};
use qrcode::{Color, EcLevel, QrCode};
use rules::{PhaseKind, Position, Province, Unit};

use crate::asset_cache::AssetKey;
use crate::refusals::{Reason, Refused};

/// The allowed widths of a picture in pixels.
pub(crate) const ALLOWED_WIDTHS: std::ops::RangeInclusive<u32> = 200..=2000;

pub(crate) const fn width_out_of_range() -> Refused {
    Reason::WidthOutOfRange.with_limit(*ALLOWED_WIDTHS.end() as usize)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ImageFormat {
    Svg,
    Png,
    /// With fewer colours: a quarter of the bytes, and more work.
    SmallPng,
}

/// What is on the picture.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Position(Arc<Position>),
    /// A phase, and the one before it: units destroyed there are no longer in the position.
    Record(Arc<Record>, Option<Arc<Record>>),
}

/// One picture: what it shows and how. `closed` provinces are marked.
#[derive(Clone, Debug)]
pub(crate) struct PictureRequest {
    pub(crate) drawing: &'static Drawing,
    pub(crate) look: Look,
    pub(crate) form: ImageFormat,
    pub(crate) what: Subject,
    pub(crate) closed: Vec<Province>,
}

impl PictureRequest {
    /// The same for all who see the same thing.
    pub(crate) fn key(&self) -> AssetKey {
        self.with_scene(|scene| AssetKey::of((self.drawing.variant().key(), self.look, self.form, scene)))
    }

    fn with_scene<T>(&self, show: impl FnOnce(&Scene<'_>) -> T) -> T {
        let lost = self.what.lost_before();
        show(&self.what.scene(&lost, &self.closed))
    }
}

impl Subject {
    /// The units that were destroyed in the phase before.
    fn lost_before(&self) -> Vec<Unit> {
        match self {
            Self::Record(record, Some(before)) if record.phase().kind() == PhaseKind::Retreat => {
                before.resolution.destroyed()
            }
            Self::Record(..) | Self::Position(_) => Vec::new(),
        }
    }

    /// A position, or a record with its orders and results.
    fn scene<'a>(&'a self, destroyed: &'a [Unit], closed: &'a [Province]) -> Scene<'a> {
        match self {
            Self::Position(position) => Scene { closed, ..Scene::of(position) },
            Self::Record(record, _) => {
                Scene { destroyed, closed, ..Scene::new(SceneContent::Resolution(&record.resolution)) }
            }
        }
    }
}

/// The form of a film.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FilmFormat {
    Gif,
    Apng,
    /// A page on which one steps through the phases.
    Page,
}

/// A whole game as one file: its phases in order, each with its closed provinces.
#[derive(Clone, Debug)]
pub(crate) struct FilmRequest {
    pub(crate) drawing: &'static Drawing,
    pub(crate) look: Look,
    pub(crate) form: FilmFormat,
    pub(crate) title: String,
    pub(crate) phases: Vec<(Subject, Vec<Province>)>,
}

/// How many phases a film shows: the newest ones.
pub(crate) const MAX_FILM_PHASES: usize = 120;
/// The widest film in pixels. Each frame costs as much as a picture.
pub(crate) const MAX_FILM_WIDTH_PIXELS: u32 = 1000;
/// How long each frame is shown.
const FRAME_CENTISECONDS: u16 = 200;

impl FilmRequest {
    /// The same for all who see the same thing.
    pub(crate) fn key(&self) -> AssetKey {
        self.with_scenes(|scenes| {
            AssetKey::of((self.drawing.variant().key(), self.look, self.form, &self.title, scenes))
        })
    }

    fn with_scenes<T>(&self, show: impl FnOnce(&[Scene<'_>]) -> T) -> T {
        let lost: Vec<Vec<Unit>> = self.phases.iter().map(|(subject, _)| subject.lost_before()).collect();
        let phases = self.phases.iter().zip(&lost);
        let scenes: Vec<Scene<'_>> =
            phases.map(|((subject, closed), lost)| subject.scene(lost, closed)).collect();
        show(&scenes)
    }

    pub(crate) fn make(&self) -> Result<Vec<u8>, Refused> {
        let mut painter = Painter::new(self.drawing, self.look).map_err(|_| width_out_of_range())?;
        self.with_scenes(|scenes| {
            painter.align(scenes);
            let kind = match self.form {
                FilmFormat::Page => {
                    return Ok(picture::replay_page(&painter, &self.title, scenes).into_bytes());
                }
                FilmFormat::Gif => AnimationFormat::Gif,
                FilmFormat::Apng => AnimationFormat::Apng,
            };
            let canvas = Canvas::new(painter).map_err(|error| painting_failed(&error))?;
            picture::film(&canvas, scenes, kind, FRAME_CENTISECONDS, |_| {})
                .map_err(|error| painting_failed(&error))
        })
    }
}

fn painting_failed(error: &dyn std::fmt::Display) -> Refused {
    tracing::error!(%error, "painting a picture failed");
    Reason::InternalError.into()
}

/// Draws pictures. Keeps painted boards in one gallery per variant, by the variant's key.
#[derive(Debug, Default)]
pub(crate) struct Pictures(Mutex<BTreeMap<String, Arc<PainterCache>>>);

impl Pictures {
    pub(crate) fn draw(&self, request: &PictureRequest) -> Result<Vec<u8>, Refused> {
        let gallery = self.gallery(request.drawing);
        request.with_scene(|scene| paint(&gallery, request.look, scene, request.form))
    }

    fn gallery(&self, drawing: &'static Drawing) -> Arc<PainterCache> {
        let mut galleries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = drawing.variant().key().to_owned();
        Arc::clone(galleries.entry(key).or_insert_with(|| Arc::new(PainterCache::new(drawing))))
    }
}

fn paint(
    gallery: &PainterCache,
    look: Look,
    scene: &Scene<'_>,
    form: ImageFormat,
) -> Result<Vec<u8>, Refused> {
    match form {
        ImageFormat::Svg => match gallery.svg(look, scene) {
            Ok(text) => Ok(text.into_bytes()),
            Err(_) => Err(width_out_of_range()),
        },
        ImageFormat::Png => gallery.png(look, scene).map_err(picture_failed),
        ImageFormat::SmallPng => gallery.small_png(look, scene).map_err(picture_failed),
    }
}

fn picture_failed(why: PictureError) -> Refused {
    match why {
        PictureError::Width(_) => width_out_of_range(),
        PictureError::Paint(error) => painting_failed(&error),
    }
}

/// The longest text of a QR code. A phone can still read the code of such a text from a screen.
pub(crate) const MAX_QR_TEXT_BYTES: usize = 300;
/// The empty border that scanners need, in modules.
const QUIET_ZONE: usize = 4;

/// A QR code, always dark on light: scanners expect that. One unit of the picture is one module.
pub(crate) fn qr_code_svg(text: &str) -> Result<String, Refused> {
    if text.is_empty() {
        return Err(Reason::WordsEmpty.into());
    }
    if text.len() > MAX_QR_TEXT_BYTES {
        return Err(Reason::WordsTooLong.with_limit(MAX_QR_TEXT_BYTES));
    }
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(|error| {
        tracing::error!(%error, "making a QR code failed");
        Reason::InternalError
    })?;
    let side = code.width() + 2 * QUIET_ZONE;
    let mut dark = String::new();
    for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
        let mut x = 0;
        // Neighbours of one colour are one rectangle, which makes the path shorter.
        for run in row.chunk_by(Color::eq) {
            if run[0] == Color::Dark {
                let (left, top, length) = (x + QUIET_ZONE, y + QUIET_ZONE, run.len());
                let _ = write!(dark, "M{left} {top}h{length}v1h-{length}z");
            }
            x += run.len();
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path d=\"{dark}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules of a code with its border, row by row: `#` is dark.
    fn modules(svg: &str) -> Vec<String> {
        let attribute = |name: &str| svg.split(name).nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        let side: usize = attribute("<rect width=\"").parse().unwrap();
        assert_eq!(attribute("viewBox=\""), format!("0 0 {side} {side}"));
        let mut rows = vec![vec![b'.'; side]; side];
        for run in attribute("path d=\"").split('M').skip(1) {
            let (x, rest) = run.split_once(' ').unwrap();
            let (y, rest) = rest.split_once('h').unwrap();
            let (length, _) = rest.split_once('v').unwrap();
            let [x, y, length] = [x, y, length].map(|number| number.parse::<usize>().unwrap());
            rows[y][x..x + length].fill(b'#');
        }
        rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect()
    }

    /// The expected code was read back with another QR reader.
    #[test]
    fn a_qr_code_is_the_known_one_with_an_empty_border() {
        let rows = modules(&qr_code_svg("https://x.nl").unwrap());
        assert_eq!(rows.len(), 21 + 8);
        let expected = [
            "#######.#.#...#######",
            "#.....#.....#.#.....#",
            "#.###.#..#.##.#.###.#",
            "#.###.#.#..#..#.###.#",
            "#.###.#.#.###.#.###.#",
            "#.....#.##..#.#.....#",
            "#######.#.#.#.#######",
            "........###..........",
            "#...#.###.#.######..#",
            "#####...#.#.#...###..",
            ".####.##..#.######.#.",
            "..#.##.....###.......",
            "#....#######...###.#.",
            "........#...##..####.",
            "#######.##.#...###.#.",
            "#.....#...##...#.....",
            "#.###.#.#.##.#..##...",
            "#.###.#...#....##.###",
            "#.###.#...#...####...",
            "#.....#....###.......",
            "#######.#..#.#...#..#",
        ];
        for (y, row) in rows.iter().enumerate() {
            let inside = y.checked_sub(4).and_then(|y| expected.get(y)).copied();
            let expected = format!("....{}....", inside.unwrap_or("....................."));
            assert_eq!(*row, expected, "row {y}");
        }
    }

    #[test]
    fn a_qr_code_grows_with_its_text_up_to_the_limit() {
        let side = |length: usize| qr_code_svg(&"a".repeat(length)).map(|svg| modules(&svg).len() - 8);
        assert_eq!([1, 14, 15, 213, 300].map(side), [21, 21, 25, 57, 69].map(Ok));
        let too_long = Reason::WordsTooLong.with_limit(300);
        assert_eq!(side(301), Err(too_long.clone()));
        assert_eq!(qr_code_svg(&"é".repeat(151)), Err(too_long), "letters count as their bytes");
        assert_eq!(side(0), Err(Reason::WordsEmpty.into()));
    }
}
