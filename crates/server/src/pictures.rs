//! Pictures of any phase, drawn away from the requests and a few at a time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::Record;
use picture::{Drawing, Gallery, Look, NoPicture, Scene, Show};
use rules::{Position, Province, Stage};

use crate::refused::{Reason, Refused};

/// The narrowest and the widest picture that is drawn for anybody.
pub(crate) const WIDTHS: std::ops::RangeInclusive<u32> = 200..=2000;

pub(crate) const fn absurd_width() -> Refused {
    Reason::AbsurdWidth.bound(*WIDTHS.end() as usize)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Svg,
    Png,
}

/// What is on the picture.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Position(Arc<Position>),
    /// A phase, and the one before it: who was destroyed there is not in the position any more.
    Record(Arc<Record>, Option<Arc<Record>>),
}

/// Where pictures are made; painted boards are kept in one gallery for each variant, by its key.
#[derive(Debug, Default)]
pub(crate) struct Studio(Mutex<BTreeMap<String, Arc<Gallery>>>);

impl Studio {
    /// A position alone, or a record with all that was done; with the land that was closed then.
    pub(crate) fn draw(
        &self,
        drawing: &'static Drawing,
        look: Look,
        form: Form,
        what: &What,
        closed: &[Province],
    ) -> Result<Vec<u8>, Refused> {
        let gallery = self.gallery(drawing);
        let (record, before) = match what {
            What::Position(position) => {
                return paint(&gallery, look, &Scene { closed, ..Scene::of(position) }, form);
            }
            What::Record(record, before) => (record, before),
        };
        let lost = match (record.phase().stage(), before) {
            (Stage::Retreat, Some(before)) => before.resolution.destroyed(),
            (Stage::Movement | Stage::Retreat | Stage::Adjustment, _) => Vec::new(),
        };
        let show = Show::Phase(&record.resolution);
        paint(&gallery, look, &Scene { lost: &lost, closed, ..Scene::new(show) }, form)
    }

    fn gallery(&self, drawing: &'static Drawing) -> Arc<Gallery> {
        let mut galleries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = drawing.variant().key().to_owned();
        Arc::clone(galleries.entry(key).or_insert_with(|| Arc::new(Gallery::new(drawing))))
    }
}

fn paint(gallery: &Gallery, look: Look, scene: &Scene<'_>, form: Form) -> Result<Vec<u8>, Refused> {
    match form {
        Form::Svg => match gallery.svg(look, scene) {
            Ok(text) => Ok(text.into_bytes()),
            Err(_) => Err(absurd_width()),
        },
        Form::Png => gallery.png(look, scene).map_err(|why| match why {
            NoPicture::Width(_) => absurd_width(),
            NoPicture::Paint(error) => {
                tracing::error!(%error, "a picture cannot be painted");
                Reason::Broken.into()
            }
        }),
    }
}
