//! What changes from picture to picture, in layers, and the room that it takes.

use std::collections::BTreeSet;

use rules::Coast;

use crate::Rect;
use crate::base::push;
use crate::curve::Point;
use crate::trail::Trail;

/// Everything that changes from picture to picture, in layers.
#[derive(Debug)]
pub(crate) struct Drawn {
    /// How much larger than usual lines and signs are, so that they can be seen on a small picture.
    pub(crate) grown: f32,
    /// The same of heads: of a hollow one there must be room to see the inside.
    pub(crate) head: f32,
    /// The same of units and of what is drawn around them.
    pub(crate) unit: f32,
    /// Beneath the names.
    pub(crate) lines: String,
    /// Above the names: what must not be covered.
    pub(crate) heads: String,
    pub(crate) units: String,
    /// What the legend has to explain.
    pub(crate) marks: BTreeSet<Mark>,
    /// What lies above the names, so that those make room.
    pub(crate) taken: Vec<Spot>,
    pub(crate) laid: Vec<Trail>,
}

/// A mark that the legend explains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    Move,
    Carried,
    Broken,
    Support,
    Convoy,
    Hold,
    Fails,
    Void,
    Dislodged,
    Standoff,
    Retreat,
    Disband,
    Build,
    Remove,
    Waive,
    Coast(Coast),
    Closed,
}

/// A round piece of the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) at: Point,
    pub(crate) reach: f32,
}

impl Spot {
    /// How far it reaches into a rectangle.
    pub(crate) fn presses(&self, body: &Rect) -> f32 {
        let dx = (body.x - self.at.x).max(self.at.x - body.x - body.width);
        let dy = (body.y - self.at.y).max(self.at.y - body.y - body.height);
        // Most are far away, and this is asked some ten thousand times a picture.
        if dx >= self.reach || dy >= self.reach {
            return 0.0;
        }
        let (across, down) = (dx.max(0.0), dy.max(0.0));
        let away = if dx < 0.0 && dy < 0.0 { dx.max(dy) } else { (across * across + down * down).sqrt() };
        (self.reach - away).max(0.0)
    }
}

impl Drawn {
    /// Nothing yet, at so many pixels a unit of the board.
    pub(crate) const fn new(scale: f32) -> Self {
        Self {
            grown: (0.6 / scale).clamp(1.0, 1.9),
            head: (0.6 / scale).clamp(1.0, 2.3),
            unit: grown(scale),
            lines: String::new(),
            heads: String::new(),
            units: String::new(),
            marks: BTreeSet::new(),
            taken: Vec::new(),
            laid: Vec::new(),
        }
    }

    pub(crate) fn take(&mut self, at: Point, reach: f32) {
        self.taken.push(Spot { at, reach });
    }

    /// A sign on a line, large enough to be seen.
    pub(crate) fn sign(&mut self, sign: &str, at: Point, reach: f32) {
        let grown = self.grown;
        self.take(at, reach * grown);
        push_use(&mut self.heads, sign, at, grown);
    }

    /// The small sign of a unit, at one of its corners.
    pub(crate) fn badge(&mut self, sign: &str, at: Point) {
        let grown = self.badge_size();
        self.take(at, 8.5 * grown);
        push_use(&mut self.units, sign, at, grown);
    }

    pub(crate) const fn badge_size(&self) -> f32 {
        self.grown.min(1.5)
    }

    /// The sign around a unit that was driven out, beneath it.
    pub(crate) fn burst(&mut self, unit: Point) {
        self.marks.insert(Mark::Dislodged);
        self.take(unit, 22.0 * self.unit);
        push_use(&mut self.heads, "burst", unit, self.unit);
    }

    /// The letters of a coast, beside the end of a way to it.
    pub(crate) fn coast(&mut self, power: usize, coast: Coast, letters: &str, at: Point, size: f32) {
        self.marks.insert(Mark::Coast(coast));
        self.take(at, size * 0.7);
        let (wide, tall) = (size * 1.7, size * 1.05);
        push(
            &mut self.heads,
            format_args!(
                r#"<rect class="tk s{power}" x="{:.1}" y="{:.1}" width="{wide:.1}" height="{tall:.1}" rx="{:.1}" stroke-width="1.3"/><text class="in" text-anchor="middle" font-weight="700" font-size="{size:.1}" x="{:.1}" y="{:.1}">{}</text>"#,
                at.x - wide / 2.0,
                at.y - tall / 2.0,
                tall / 2.0,
                at.x,
                at.y + size * 0.265,
                crate::tokens::escaped(letters)
            ),
        );
    }
}

/// How much wider than usual hatching is, so that its lines are lines, however small the picture.
pub(crate) const fn hatch_scale(scale: f32) -> f32 {
    (0.8 / scale).clamp(1.0, 3.5)
}

/// How much larger than usual units are at a scale.
pub(crate) const fn grown(scale: f32) -> f32 {
    (8.5 / (15.0 * scale)).clamp(1.0, 1.35)
}

pub(crate) fn push_use(out: &mut String, mark: &str, at: Point, scale: f32) {
    push(
        out,
        format_args!(
            r##"<use href="#{mark}" transform="translate({:.1} {:.1})scale({scale:.2})"/>"##,
            at.x, at.y
        ),
    );
}
