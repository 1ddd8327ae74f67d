//! How the name of a province is written at a scale: which form of it, where, and how large.

use std::borrow::Cow;

use rules::{Board, Province, Terrain};

use crate::curve::Point;
use crate::drawn::grown;
use crate::{Geometry, Labels, Look, Naming, Rect};

/// Letters below this many pixels cannot be read and are left out.
const LEAST_PIXELS: f32 = 6.0;
/// Names are written where most of them have so many pixels.
const NAME_PIXELS: f32 = 9.0;
/// Below so many pixels a unit, small letters look alike ("Pie", "Pic"): capitals are written.
const CAPITALS: f32 = 0.4;
/// A name may be so much larger than its province has room for, before it is left out.
const STRETCH: f32 = 1.25;

/// A name, ready to be written.
#[derive(Clone, Debug)]
pub(crate) struct Lettering<'a> {
    /// The middle.
    pub(crate) at: Point,
    pub(crate) size: f32,
    pub(crate) rows: Vec<Cow<'a, str>>,
    pub(crate) class: &'static str,
    pub(crate) halo: &'static str,
}

/// What the names of a picture have in common.
pub(crate) struct Hand<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    pub(crate) look: &'a Look,
    pub(crate) scale: f32,
}

impl<'a> Hand<'a> {
    /// The name of a province, if it has one on this picture.
    pub(crate) fn lettering(&self, province: Province) -> Option<Lettering<'a>> {
        let full = match self.look.naming {
            Naming::None => return None,
            Naming::Full => true,
            Naming::Short => false,
            Naming::Fitting => 14.0 * self.scale >= NAME_PIXELS,
        };
        let at_sea = self.board.terrain(province) == Terrain::Water;
        let halo = if at_sea { "ts2" } else { "th" };
        if !full {
            return self.short(province, at_sea, halo);
        }
        let class = if at_sea { "t2" } else { "t1" };
        let label = self.geometry.labels(self.look.language.as_str()).map(|list| &list[province.index()]);
        let lettering = match label {
            Some(label) => {
                let rows = label.lines.iter().map(|row| Cow::Borrowed(row.as_str())).collect();
                Lettering { at: label.at, size: label.size, rows, class, halo }
            }
            None => {
                let unit = self.geometry.place(province).unit;
                let rows = vec![Cow::Borrowed(self.labels.name(province))];
                Lettering { at: Point::new(unit.x, unit.y + 26.0), size: 15.0, rows, class, halo }
            }
        };
        let is_small = lettering.size * self.scale < LEAST_PIXELS && self.look.naming == Naming::Fitting;
        (!is_small).then_some(lettering)
    }

    fn short(&self, province: Province, at_sea: bool, halo: &'static str) -> Option<Lettering<'a>> {
        let place = self.geometry.place(province);
        let (short_at, fitting) = place.short;
        // Large enough to be read, as far as there is room, and a little farther if it must.
        let least = LEAST_PIXELS / self.scale;
        let mut size = (9.5 / self.scale).clamp(15.0, fitting.max(15.0));
        if self.look.naming == Naming::Fitting && size < least {
            if least > size * STRETCH {
                return None;
            }
            size = least;
        }
        // Units grow on small pictures: the name makes room.
        let by = (grown(self.scale) - 1.0) * 14.0;
        let at = if short_at.distance(place.unit) < 40.0 {
            Point::new(short_at.x, short_at.y + by.copysign(short_at.y - place.unit.y))
        } else {
            short_at
        };
        let short = self.labels.short(province);
        let row = if self.scale < CAPITALS { Cow::Owned(short.to_uppercase()) } else { Cow::Borrowed(short) };
        Some(Lettering { at, size, rows: vec![row], class: if at_sea { "t4" } else { "t3" }, halo })
    }
}

impl Lettering<'_> {
    /// The room that it takes, nearly: the letters of the font on average.
    pub(crate) fn body(&self) -> Rect {
        let Self { at, size, rows, .. } = self;
        let wide = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0) as f32 * size * 0.5;
        let tall = size * (rows.len() as f32 - 1.0) + size * 0.8;
        Rect { x: at.x - wide / 2.0, y: at.y - tall / 2.0, width: wide, height: tall }
    }

    /// Moves it into a frame if it hangs out of it a little; whether it lies inside then.
    pub(crate) fn enter(&mut self, frame: &Rect, scale: f32) -> bool {
        const LITTLE: f32 = 14.0;
        let room = self.room(scale);
        let into = |at: f32, size: f32, low: f32, whole: f32| {
            (low - at).max(0.0) - (at + size - low - whole).max(0.0)
        };
        let by = Point::new(
            into(room.x, room.width, frame.x, frame.width),
            into(room.y, room.height, frame.y, frame.height),
        );
        if by.x.abs() > LITTLE || by.y.abs() > LITTLE {
            return false;
        }
        self.at = Point::new(self.at.x + by.x, self.at.y + by.y);
        true
    }

    /// The room that it needs inside a frame: the widest letters, and the rim of the frame.
    pub(crate) fn room(&self, scale: f32) -> Rect {
        let (body, rim) = (self.body(), RIM / scale);
        let (beside, above) = (body.width * 0.02 + rim, body.height * 0.1 + rim);
        Rect {
            x: body.x - beside,
            y: body.y - above,
            width: body.width + 2.0 * beside,
            height: body.height + 2.0 * above,
        }
    }
}

/// How far inside the edge of a part of the board names keep, in pixels.
pub(crate) const RIM: f32 = 10.0;
