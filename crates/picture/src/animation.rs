//! Animated pictures: a whole game as one GIF or APNG file.

use std::collections::HashMap;
use std::fmt;
use std::io::Write;

use resvg::tiny_skia::Pixmap;

use crate::png::rgb_bytes;
use crate::{Canvas, PaintError, Scene};

/// The file format of an animation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnimationFormat {
    Gif,
    Apng,
}

/// Writes pictures of the same size as the frames of an animation.
#[derive(Debug)]
pub struct Animation<W: Write> {
    width: u32,
    height: u32,
    centiseconds: u16,
    writer: Writer<W>,
    /// The pixels of the previous frame. Only what changes is written.
    before: Vec<u8>,
}

enum Writer<W: Write> {
    Gif { encoder: Box<gif::Encoder<W>>, palette: IndexedPalette },
    Apng { writer: Box<png::Writer<W>>, palette: IndexedPalette },
}

impl<W: Write> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gif { .. } => "Gif",
            Self::Apng { .. } => "Apng",
        })
    }
}

/// The animation could not be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnimationError(String);

impl fmt::Display for AnimationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the film cannot be written: {}", self.0)
    }
}

impl std::error::Error for AnimationError {}

impl From<png::EncodingError> for AnimationError {
    fn from(error: png::EncodingError) -> Self {
        Self(error.to_string())
    }
}

impl From<gif::EncodingError> for AnimationError {
    fn from(error: gif::EncodingError) -> Self {
        Self(error.to_string())
    }
}

impl From<PaintError> for AnimationError {
    fn from(error: PaintError) -> Self {
        Self(error.to_string())
    }
}

/// An animation of scenes on one canvas. `progress` gets the number of each frame, from 1.
pub fn film(
    canvas: &Canvas<'_>,
    scenes: &[Scene<'_>],
    kind: AnimationFormat,
    centiseconds: u16,
    mut progress: impl FnMut(usize),
) -> Result<Vec<u8>, AnimationError> {
    let mut bytes = Vec::new();
    // The palette is taken from the scene with the most units, which has the most colours.
    let busiest = scenes.iter().max_by_key(|scene| scene.position().forces.units().len());
    let busiest = busiest.ok_or_else(|| AnimationError("there is nothing to draw".to_owned()))?;
    let sample = canvas.pixels(busiest)?;
    let mut film = Animation::new(kind, &mut bytes, &sample, scenes.len() as u32, centiseconds)?;
    for (i, scene) in scenes.iter().enumerate() {
        progress(i + 1);
        film.push(&canvas.pixels(scene)?)?;
    }
    film.finish()?;
    Ok(bytes)
}

impl<W: Write> Animation<W> {
    /// Starts an animation. Its palette is made from `sample`, which should contain all colours.
    pub fn new(
        kind: AnimationFormat,
        out: W,
        sample: &Pixmap,
        frames: u32,
        centiseconds: u16,
    ) -> Result<Self, AnimationError> {
        let (width, height) = (sample.width(), sample.height());
        let writer = match kind {
            AnimationFormat::Gif => {
                let palette = IndexedPalette::of(&rgb_bytes(sample));
                let (w, h) = (u16::try_from(width), u16::try_from(height));
                let (Ok(w), Ok(h)) = (w, h) else {
                    return Err(AnimationError("too large for a GIF".to_owned()));
                };
                let mut encoder = gif::Encoder::new(out, w, h, &palette.bytes())?;
                encoder.set_repeat(gif::Repeat::Infinite)?;
                Writer::Gif { encoder: Box::new(encoder), palette }
            }
            AnimationFormat::Apng => {
                let palette = IndexedPalette::of(&rgb_bytes(sample));
                let mut encoder = png::Encoder::new(out, width, height);
                encoder.set_color(png::ColorType::Indexed);
                encoder.set_depth(png::BitDepth::Eight);
                encoder.set_palette(palette.bytes());
                let mut opacity = vec![255; 256];
                opacity[usize::from(IndexedPalette::UNCHANGED)] = 0;
                encoder.set_trns(opacity);
                encoder.set_animated(frames, 0)?;
                encoder.set_frame_delay(centiseconds, 100)?;
                encoder.set_blend_op(png::BlendOp::Over)?;
                Writer::Apng { writer: Box::new(encoder.write_header()?), palette }
            }
        };
        Ok(Self { width, height, centiseconds, writer, before: Vec::new() })
    }

    /// Adds a frame.
    pub fn push(&mut self, picture: &Pixmap) -> Result<(), AnimationError> {
        if (picture.width(), picture.height()) != (self.width, self.height) {
            return Err(AnimationError("the pictures differ in size".to_owned()));
        }
        let pixels = rgb_bytes(picture);
        let part = changed(&self.before, &pixels, self.width as usize);
        match &mut self.writer {
            Writer::Gif { encoder, palette } => {
                let frame = gif::Frame {
                    delay: self.centiseconds,
                    left: part.left as u16,
                    top: part.top as u16,
                    width: part.width as u16,
                    height: part.height as u16,
                    transparent: Some(IndexedPalette::UNCHANGED),
                    buffer: palette.frame(&self.before, &pixels, self.width as usize, &part).into(),
                    ..gif::Frame::default()
                };
                encoder.write_frame(&frame)?;
            }
            Writer::Apng { writer, palette } => {
                // The first frame is always the whole picture; the encoder does not accept a size or a
                // position for it.
                if !self.before.is_empty() {
                    writer.reset_frame_position()?;
                    writer.set_frame_dimension(part.width as u32, part.height as u32)?;
                    writer.set_frame_position(part.left as u32, part.top as u32)?;
                }
                writer.write_image_data(&palette.frame(&self.before, &pixels, self.width as usize, &part))?;
            }
        }
        self.before = pixels;
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(self) -> Result<(), AnimationError> {
        match self.writer {
            Writer::Gif { encoder, .. } => {
                drop(encoder.into_inner().map_err(|e| AnimationError(e.to_string()))?)
            }
            Writer::Apng { writer, .. } => writer.finish()?,
        }
        Ok(())
    }
}

/// A rectangle of a frame, in pixels.
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// The smallest rectangle that contains all changes; one pixel if nothing changed.
fn changed(before: &[u8], after: &[u8], width: usize) -> Part {
    let height = after.len() / 3 / width;
    if before.len() != after.len() {
        return Part { left: 0, top: 0, width, height };
    }
    let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
    for y in 0..height {
        let row = y * width * 3..(y + 1) * width * 3;
        let (old, new) = (&before[row.clone()], &after[row]);
        if old == new {
            continue;
        }
        top = top.min(y);
        bottom = y;
        let differs = |x: &usize| old[x * 3..x * 3 + 3] != new[x * 3..x * 3 + 3];
        left = left.min((0..width).find(differs).unwrap_or(left));
        right = right.max((0..width).rev().find(differs).unwrap_or(right));
    }
    if left > right {
        return Part { left: 0, top: 0, width: 1, height: 1 };
    }
    Part { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/// 255 colours, and one index for a pixel that has not changed.
pub(crate) struct IndexedPalette {
    colours: Vec<[u8; 3]>,
    /// By colour cell: the index of the nearest colour. Filled when a cell is first needed.
    nearest: HashMap<u16, u8>,
}

impl IndexedPalette {
    const UNCHANGED: u8 = 255;

    /// The most frequent colour cells; each colour is the mean of its cell.
    pub(crate) fn of(pixels: &[u8]) -> Self {
        let mut cells: HashMap<u16, (u32, [u32; 3])> = HashMap::new();
        for pixel in pixels.chunks_exact(3) {
            let (count, sums) = cells.entry(cell(pixel)).or_default();
            *count += 1;
            for (sum, value) in sums.iter_mut().zip(pixel) {
                *sum += u32::from(*value);
            }
        }
        let mut found: Vec<(u16, (u32, [u32; 3]))> = cells.into_iter().collect();
        // Sorted by frequency, then by cell, so that the same picture always gives the same palette.
        found.sort_unstable_by_key(|(cell, (count, _))| (std::cmp::Reverse(*count), *cell));
        found.truncate(255);
        let mut colours: Vec<[u8; 3]> =
            found.iter().map(|(_, (count, sums))| sums.map(|sum| (sum / count) as u8)).collect();
        colours.resize(255, [0; 3]);
        // A cell that is in the palette always uses its own colour.
        let nearest = found.iter().enumerate().map(|(i, (cell, _))| (*cell, i as u8)).collect();
        Self { colours, nearest }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flatten().copied().chain([0; 3]).collect()
    }

    pub(crate) fn index(&mut self, pixel: &[u8]) -> u8 {
        let colours = &self.colours;
        *self.nearest.entry(cell(pixel)).or_insert_with(|| {
            let away = |colour: &[u8; 3]| {
                let part = |k: usize| (i32::from(colour[k]) - i32::from(pixel[k])).pow(2);
                2 * part(0) + 4 * part(1) + 3 * part(2)
            };
            let best = colours.iter().enumerate().min_by_key(|(_, colour)| away(colour));
            best.map_or(0, |(i, _)| i as u8)
        })
    }

    fn frame(&mut self, before: &[u8], after: &[u8], width: usize, part: &Part) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(part.width * part.height);
        for y in part.top..part.top + part.height {
            for x in part.left..part.left + part.width {
                let at = (y * width + x) * 3;
                let pixel = &after[at..at + 3];
                let same = before.len() == after.len() && before[at..at + 3] == *pixel;
                numbers.push(if same { Self::UNCHANGED } else { self.index(pixel) });
            }
        }
        numbers
    }
}

/// The colour cell of a pixel: five bits per channel.
fn cell(pixel: &[u8]) -> u16 {
    u16::from(pixel[0] >> 3) << 10 | u16::from(pixel[1] >> 3) << 5 | u16::from(pixel[2] >> 3)
}
