//! A cache of painters and canvases, for a program that makes many pictures of one board.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{Canvas, Drawing, Look, PaintError, Painter, Scene, WidthOutOfRange};

/// A cache of the painters and canvases of one drawing, one per look, the most recently used first. Threads
/// can share it.
#[derive(Debug)]
pub struct PainterCache {
    drawing: &'static Drawing,
    painters: Mutex<Vec<Arc<Painter<'static>>>>,
    canvases: Mutex<Vec<Arc<Canvas<'static>>>>,
}

/// The maximum number of canvases. A canvas of the widest picture takes 170 MB, a usual one 15 MB.
const MAX_CANVASES: usize = 4;
/// The maximum number of painters. A painter takes half a megabyte.
const MAX_PAINTERS: usize = 24;

/// Why a picture could not be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureError {
    Width(WidthOutOfRange),
    Paint(PaintError),
}

impl std::fmt::Display for PictureError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Width(why) => why.fmt(f),
            Self::Paint(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for PictureError {}

impl From<WidthOutOfRange> for PictureError {
    fn from(why: WidthOutOfRange) -> Self {
        Self::Width(why)
    }
}

impl From<PaintError> for PictureError {
    fn from(why: PaintError) -> Self {
        Self::Paint(why)
    }
}

impl PainterCache {
    pub const fn new(drawing: &'static Drawing) -> Self {
        Self { drawing, painters: Mutex::new(Vec::new()), canvases: Mutex::new(Vec::new()) }
    }

    /// The painter for a look.
    pub fn painter(&self, look: Look) -> Result<Arc<Painter<'static>>, WidthOutOfRange> {
        get_or_make(
            &self.painters,
            MAX_PAINTERS,
            |painter| *painter.look() == look,
            || Painter::new(self.drawing, look),
        )
    }

    pub fn svg(&self, look: Look, scene: &Scene<'_>) -> Result<String, WidthOutOfRange> {
        Ok(self.painter(look)?.svg(scene))
    }

    pub fn png(&self, look: Look, scene: &Scene<'_>) -> Result<Vec<u8>, PictureError> {
        Ok(self.canvas(look)?.png(scene)?)
    }

    /// A smaller file with 255 colours. This takes longer.
    pub fn small_png(&self, look: Look, scene: &Scene<'_>) -> Result<Vec<u8>, PictureError> {
        Ok(self.canvas(look)?.small_png(scene)?)
    }

    fn canvas(&self, look: Look) -> Result<Arc<Canvas<'static>>, PictureError> {
        let painter = self.painter(look)?;
        // Crops differ from picture to picture, so only canvases of the whole board are kept.
        if look.crop.is_some() {
            return Ok(Arc::new(Canvas::new(painter)?));
        }
        let is_wanted = |canvas: &Canvas<'_>| *canvas.look() == look;
        Ok(get_or_make(&self.canvases, MAX_CANVASES, is_wanted, || Canvas::new(painter))?)
    }
}

/// Returns an entry of the cache, or makes it and adds it. The lock is not held while it is made, so two
/// threads may make the same entry.
fn get_or_make<T, E>(
    kept: &Mutex<Vec<Arc<T>>>,
    max_entries: usize,
    is_wanted: impl Fn(&T) -> bool,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<Arc<T>, E> {
    let take = || {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|one| is_wanted(one))?;
        let one = kept.remove(found);
        kept.insert(0, Arc::clone(&one));
        Some(one)
    };
    if let Some(one) = take() {
        return Ok(one);
    }
    let one = Arc::new(make()?);
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    kept.insert(0, Arc::clone(&one));
    kept.truncate(max_entries);
    Ok(one)
}
