//! Pictures (SVG, PNG) of a position or a phase.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::Record;
use picture::{Drawing, Look, PainterCache, PictureError, Scene, SceneContent};
use rules::{PhaseKind, Position, Province};

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
}

/// What is on the picture.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Position(Arc<Position>),
    /// A phase, and the one before it: units destroyed there are no longer in the position.
    Record(Arc<Record>, Option<Arc<Record>>),
}

/// Draws pictures. Keeps painted boards in one gallery per variant, by the variant's key.
#[derive(Debug, Default)]
pub(crate) struct Pictures(Mutex<BTreeMap<String, Arc<PainterCache>>>);

impl Pictures {
    /// Draws a position, or a record with its orders and results; `closed` provinces are marked.
    pub(crate) fn draw(
        &self,
        drawing: &'static Drawing,
        look: Look,
        form: ImageFormat,
        what: &Subject,
        closed: &[Province],
    ) -> Result<Vec<u8>, Refused> {
        let gallery = self.gallery(drawing);
        let (record, before) = match what {
            Subject::Position(position) => {
                return paint(&gallery, look, &Scene { closed, ..Scene::of(position) }, form);
            }
            Subject::Record(record, before) => (record, before),
        };
        let lost = match (record.phase().kind(), before) {
            (PhaseKind::Retreat, Some(before)) => before.resolution.destroyed(),
            (PhaseKind::Movement | PhaseKind::Retreat | PhaseKind::Adjustment, _) => Vec::new(),
        };
        let show = SceneContent::Resolution(&record.resolution);
        paint(&gallery, look, &Scene { destroyed: &lost, closed, ..Scene::new(show) }, form)
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
        ImageFormat::Png => gallery.png(look, scene).map_err(|why| match why {
            PictureError::Width(_) => width_out_of_range(),
            PictureError::Paint(error) => {
                tracing::error!(%error, "painting a picture failed");
                Reason::InternalError.into()
            }
        }),
    }
}
