//! Pictures of any phase, drawn away from the requests and a few at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use game::{Record, Ruled};
use picture::{Canvas, Deeds, Labels, Look, Painter, Scene, Shade, Tongue};
use rules::{Adjustment, Position, Sheet};

use crate::refused::Refused;
use crate::show::record::sheet;
use crate::world::World;

/// The narrowest and the widest picture that is drawn for anybody.
pub(crate) const WIDTHS: std::ops::RangeInclusive<u32> = 200..=2000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Svg,
    Png,
}

/// Keeps the labels of each language.
#[derive(Debug, Default)]
pub(crate) struct Studio {
    labels: Mutex<HashMap<&'static str, Arc<Labels>>>,
}

impl Studio {
    pub(crate) fn labels(&self, tongue: Tongue) -> Arc<Labels> {
        let mut labels = self.labels.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(labels.entry(tongue.key()).or_insert_with(|| Arc::new(Labels::standard(tongue))))
    }

    /// A position alone, or a record with all that was done.
    pub(crate) fn draw(
        &self,
        world: &World,
        code: &str,
        shade: Shade,
        width: u32,
        form: Form,
        what: &What,
    ) -> Result<Vec<u8>, Refused> {
        let board = world.board();
        let tongue = Tongue::from_key(code).unwrap_or(Tongue::English);
        let labels = self.labels(tongue);
        let look = Look { shade, ..Look::new(tongue, width) };
        let painter = Painter::new(board, picture::standard(), &labels, look)
            .map_err(|_| Refused::bad("absurd_width"))?;
        match what {
            What::Position(position) => paint(&painter, &Scene::of(position), form),
            What::Record(record) => match &record.ruled {
                Ruled::Movement(ruled) => {
                    let orders = sheet(board, ruled);
                    let rulings: Vec<_> = ruled.iter().map(|one| one.ruling).collect();
                    let deeds = Deeds::Movement { orders: &orders, rulings: &rulings };
                    paint(&painter, &Scene { position: &record.before, deeds, title: None }, form)
                }
                Ruled::Retreats(ruled) => {
                    let mut orders = Sheet::new(board);
                    for one in ruled {
                        if let Some(order) = one.order {
                            orders.set(board.province_of(one.unit.location), order);
                        }
                    }
                    let rulings: Vec<_> = ruled.iter().map(|one| one.ruling).collect();
                    let deeds = Deeds::Retreats { orders: &orders, rulings: &rulings };
                    paint(&painter, &Scene { position: &record.before, deeds, title: None }, form)
                }
                Ruled::Adjustments(list) => {
                    let list: &[Adjustment] = list;
                    let deeds = Deeds::Adjustments(list);
                    paint(&painter, &Scene { position: &record.before, deeds, title: None }, form)
                }
            },
        }
    }
}

/// What is on the picture.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Position(Arc<Position>),
    Record(Arc<Record>),
}

fn paint(painter: &Painter<'_>, scene: &Scene<'_>, form: Form) -> Result<Vec<u8>, Refused> {
    match form {
        Form::Svg => Ok(painter.svg(scene).into_bytes()),
        Form::Png => Canvas::new(painter).and_then(|canvas| canvas.png(scene)).map_err(|error| {
            tracing::error!(%error, "a picture cannot be painted");
            Refused::BROKEN
        }),
    }
}
