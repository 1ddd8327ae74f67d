//! Pictures of one board for a program that makes many: what they have in common is kept.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{AbsurdWidth, CannotPaint, Canvas, Drawing, Look, Painter, Scene};

/// Painted boards of one drawing, one for each look, the last used first. Threads can share it.
#[derive(Debug)]
pub struct Gallery {
    drawing: &'static Drawing,
    kept: Mutex<Vec<Arc<Painter<'static>>>>,
    canvases: Mutex<Vec<Arc<Canvas<'static>>>>,
}

/// A canvas of the widest picture has 170 MB, a usual one 15 MB: few are kept.
const CANVASES: usize = 4;
/// A painter has half a megabyte.
const PAINTERS: usize = 24;

/// A picture that was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoPicture {
    Width(AbsurdWidth),
    Paint(CannotPaint),
}

impl std::fmt::Display for NoPicture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Width(why) => why.fmt(f),
            Self::Paint(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NoPicture {}

impl From<AbsurdWidth> for NoPicture {
    fn from(why: AbsurdWidth) -> Self {
        Self::Width(why)
    }
}

impl From<CannotPaint> for NoPicture {
    fn from(why: CannotPaint) -> Self {
        Self::Paint(why)
    }
}

impl Gallery {
    pub const fn new(drawing: &'static Drawing) -> Self {
        Self { drawing, kept: Mutex::new(Vec::new()), canvases: Mutex::new(Vec::new()) }
    }

    /// The painter for a look.
    pub fn painter(&self, look: Look) -> Result<Arc<Painter<'static>>, AbsurdWidth> {
        find(&self.kept, PAINTERS, |painter| *painter.look() == look, || Painter::new(self.drawing, look))
    }

    pub fn svg(&self, look: Look, scene: &Scene<'_>) -> Result<String, AbsurdWidth> {
        Ok(self.painter(look)?.svg(scene))
    }

    pub fn png(&self, look: Look, scene: &Scene<'_>) -> Result<Vec<u8>, NoPicture> {
        let painter = self.painter(look)?;
        // A part of the board is asked for once; the whole of it again and again.
        if look.crop.is_some() {
            return Ok(Canvas::new(painter)?.png(scene)?);
        }
        let canvas =
            find(&self.canvases, CANVASES, |canvas| *canvas.look() == look, || Canvas::new(painter))?;
        Ok(canvas.png(scene)?)
    }
}

/// What is kept, or made and kept. The lock is not held while it is made: two threads may make the same.
fn find<T, E>(
    kept: &Mutex<Vec<Arc<T>>>,
    most: usize,
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
    kept.truncate(most);
    Ok(one)
}
