//! The layout of the name of a province at a scale: full or short form, place and size.

use std::borrow::Cow;

use rules::{Board, Province, Terrain};

use crate::curve::Point;
use crate::scene_layers::unit_scale;
use crate::{Geometry, Labels, Look, Naming, Rect};

/// Letters smaller than this cannot be read and are left out.
const MIN_LETTER_PIXELS: f32 = 6.0;
/// Full names are used if most of them are at least this large.
const MIN_FULL_NAME_PIXELS: f32 = 9.0;
/// Below this many pixels per unit, small letters look alike ("Pie", "Pic"), so capitals are used.
const CAPITALS_BELOW_SCALE: f32 = 0.4;
/// A name may be this many times larger than its province has room for. A larger name is left out.
const MAX_STRETCH: f32 = 1.25;

/// The place, size and lines of a name.
#[derive(Clone, Debug)]
pub(crate) struct NameLayout<'a> {
    /// The middle of the name.
    pub(crate) at: Point,
    pub(crate) size: f32,
    pub(crate) rows: Vec<Cow<'a, str>>,
    pub(crate) class: &'static str,
    pub(crate) halo: &'static str,
}

/// What all names of a picture share.
pub(crate) struct NameContext<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    pub(crate) look: &'a Look,
    pub(crate) scale: f32,
}

impl<'a> NameContext<'a> {
    /// The layout of the name of a province, if the picture shows it.
    pub(crate) fn name_layout(&self, province: Province) -> Option<NameLayout<'a>> {
        let full = match self.look.naming {
            Naming::None => return None,
            Naming::Full => true,
            Naming::Short => false,
            Naming::Fitting => 14.0 * self.scale >= MIN_FULL_NAME_PIXELS,
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
                NameLayout { at: label.at, size: label.size, rows, class, halo }
            }
            None => {
                let unit = self.geometry.place(province).unit;
                let rows = vec![Cow::Borrowed(self.labels.name(province))];
                NameLayout { at: Point::new(unit.x, unit.y + 26.0), size: 15.0, rows, class, halo }
            }
        };
        let is_small = lettering.size * self.scale < MIN_LETTER_PIXELS && self.look.naming == Naming::Fitting;
        (!is_small).then_some(lettering)
    }

    fn short(&self, province: Province, at_sea: bool, halo: &'static str) -> Option<NameLayout<'a>> {
        let place = self.geometry.place(province);
        let (short_at, fitting) = place.short_name;
        // Large enough to be read if there is room; a little larger than the room if necessary.
        let least = MIN_LETTER_PIXELS / self.scale;
        let mut size = (9.5 / self.scale).clamp(15.0, fitting.max(15.0));
        if self.look.naming == Naming::Fitting && size < least {
            if least > size * MAX_STRETCH {
                return None;
            }
            size = least;
        }
        // Units are larger on small pictures, so the name moves away from its unit.
        let by = (unit_scale(self.scale) - 1.0) * 14.0;
        let at = if short_at.distance(place.unit) < 40.0 {
            Point::new(short_at.x, short_at.y + by.copysign(short_at.y - place.unit.y))
        } else {
            short_at
        };
        let short = self.labels.short(province);
        let row = if self.scale < CAPITALS_BELOW_SCALE {
            Cow::Owned(short.to_uppercase())
        } else {
            Cow::Borrowed(short)
        };
        Some(NameLayout { at, size, rows: vec![row], class: if at_sea { "t4" } else { "t3" }, halo })
    }
}

impl NameLayout<'_> {
    /// The approximate bounds, from the average letter width of the font.
    pub(crate) fn bounds(&self) -> Rect {
        let Self { at, size, rows, .. } = self;
        let wide = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0) as f32 * size * 0.5;
        let tall = size * (rows.len() as f32 - 1.0) + size * 0.8;
        Rect { x: at.x - wide / 2.0, y: at.y - tall / 2.0, width: wide, height: tall }
    }

    /// Moves the name into a frame if only a little of it is outside. Returns whether it is inside then.
    pub(crate) fn move_into(&mut self, frame: &Rect, scale: f32) -> bool {
        const MAX_SHIFT: f32 = 14.0;
        let room = self.bounds_with_margin(scale);
        let into = |at: f32, size: f32, low: f32, whole: f32| {
            (low - at).max(0.0) - (at + size - low - whole).max(0.0)
        };
        let by = Point::new(
            into(room.x, room.width, frame.x, frame.width),
            into(room.y, room.height, frame.y, frame.height),
        );
        if by.x.abs() > MAX_SHIFT || by.y.abs() > MAX_SHIFT {
            return false;
        }
        self.at = Point::new(self.at.x + by.x, self.at.y + by.y);
        true
    }

    /// The space that the name needs inside a frame, with wide letters and the margin of the frame.
    pub(crate) fn bounds_with_margin(&self, scale: f32) -> Rect {
        let (body, rim) = (self.bounds(), FRAME_MARGIN_PIXELS / scale);
        let (beside, above) = (body.width * 0.02 + rim, body.height * 0.1 + rim);
        Rect {
            x: body.x - beside,
            y: body.y - above,
            width: body.width + 2.0 * beside,
            height: body.height + 2.0 * above,
        }
    }
}

/// The distance of names from the edge of a cropped picture, in pixels.
pub(crate) const FRAME_MARGIN_PIXELS: f32 = 10.0;
