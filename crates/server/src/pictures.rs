//! Pictures of any phase, drawn away from the requests and a few at a time.

use std::sync::Arc;

use game::Record;
use picture::{Gallery, Look, NoPicture, Scene, Shade, Show, Tongue};
use rules::{Position, Stage};

use crate::refused::Refused;

/// The narrowest and the widest picture that is drawn for anybody.
pub(crate) const WIDTHS: std::ops::RangeInclusive<u32> = 200..=2000;

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

/// Where pictures are made; boards that were painted are kept.
#[derive(Debug, Default)]
pub(crate) struct Studio(Gallery);

impl Studio {
    /// A position alone, or a record with all that was done.
    pub(crate) fn draw(
        &self,
        code: &str,
        shade: Shade,
        width: u32,
        form: Form,
        what: &What,
    ) -> Result<Vec<u8>, Refused> {
        let tongue = Tongue::from_key(code).unwrap_or(Tongue::English);
        let look = Look { shade, ..Look::new(tongue, width) };
        let (record, before) = match what {
            What::Position(position) => return self.paint(look, &Scene::of(position), form),
            What::Record(record, before) => (record, before),
        };
        let lost = match (record.phase().stage(), before) {
            (Stage::Retreat, Some(before)) => before.resolution.destroyed(),
            (Stage::Movement | Stage::Retreat | Stage::Adjustment, _) => Vec::new(),
        };
        let show = Show::Phase(&record.resolution);
        self.paint(look, &Scene { lost: &lost, ..Scene::new(show) }, form)
    }

    fn paint(&self, look: Look, scene: &Scene<'_>, form: Form) -> Result<Vec<u8>, Refused> {
        match form {
            Form::Svg => match self.0.svg(look, scene) {
                Ok(text) => Ok(text.into_bytes()),
                Err(_) => Err(Refused::bad("absurd_width")),
            },
            Form::Png => self.0.png(look, scene).map_err(|why| match why {
                NoPicture::Width(_) => Refused::bad("absurd_width"),
                NoPicture::Paint(error) => {
                    tracing::error!(%error, "a picture cannot be painted");
                    Refused::BROKEN
                }
            }),
        }
    }
}
