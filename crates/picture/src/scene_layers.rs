//! The SVG layers that change from picture to picture (orders, signs, units), and the space that they occupy.

use std::collections::BTreeSet;

use rules::Coast;

use crate::Rect;
use crate::board_layers::push;
use crate::curve::Point;
use crate::order_path::OrderPath;

/// The layers that change from picture to picture.
#[derive(Debug)]
pub(crate) struct SceneLayers {
    /// The scale of lines and signs. They are larger on a small picture, so that they can be seen.
    pub(crate) line_scale: f32,
    /// The scale of arrow heads. The inside of a hollow head must be visible.
    pub(crate) head_scale: f32,
    /// The scale of units and of what is drawn around them.
    pub(crate) unit_scale: f32,
    /// Below the names.
    pub(crate) lines: String,
    /// Above the names: arrow heads and signs, which must not be covered.
    pub(crate) heads: String,
    pub(crate) units: String,
    /// The marks that the legend explains.
    pub(crate) marks: BTreeSet<LegendMark>,
    /// The space that is occupied above the names. Names are moved out of it.
    pub(crate) occupied: Vec<Circle>,
    /// The lines of orders.
    pub(crate) order_paths: Vec<OrderPath>,
}

/// A mark that the legend explains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum LegendMark {
    Move,
    ConvoyedMove,
    BrokenRoute,
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

/// A circle on the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circle {
    pub(crate) at: Point,
    pub(crate) radius: f32,
}

impl Circle {
    /// How far the circle reaches into a rectangle.
    pub(crate) fn overlap(&self, body: &Rect) -> f32 {
        let dx = (body.x - self.at.x).max(self.at.x - body.x - body.width);
        let dy = (body.y - self.at.y).max(self.at.y - body.y - body.height);
        // Most circles are far away, and this function runs about ten thousand times per picture.
        if dx >= self.radius || dy >= self.radius {
            return 0.0;
        }
        let (across, down) = (dx.max(0.0), dy.max(0.0));
        let away = if dx < 0.0 && dy < 0.0 { dx.max(dy) } else { (across * across + down * down).sqrt() };
        (self.radius - away).max(0.0)
    }
}

impl SceneLayers {
    /// Empty layers. `scale` is in pixels per unit of the board.
    pub(crate) const fn new(scale: f32) -> Self {
        Self {
            line_scale: (0.6 / scale).clamp(1.0, 1.9),
            head_scale: (0.6 / scale).clamp(1.0, 2.3),
            unit_scale: unit_scale(scale),
            lines: String::new(),
            heads: String::new(),
            units: String::new(),
            marks: BTreeSet::new(),
            occupied: Vec::new(),
            order_paths: Vec::new(),
        }
    }

    /// Marks a circle as occupied.
    pub(crate) fn occupy(&mut self, at: Point, reach: f32) {
        self.occupied.push(Circle { at, radius: reach });
    }

    /// Draws a sign on a line, large enough to be seen.
    pub(crate) fn push_sign(&mut self, sign: &str, at: Point, reach: f32) {
        let grown = self.line_scale;
        self.occupy(at, reach * grown);
        push_use(&mut self.heads, sign, at, grown);
    }

    /// Draws a small sign at a corner of a unit.
    pub(crate) fn push_badge(&mut self, sign: &str, at: Point) {
        let grown = self.badge_scale();
        self.occupy(at, 8.5 * grown);
        push_use(&mut self.units, sign, at, grown);
    }

    pub(crate) const fn badge_scale(&self) -> f32 {
        self.line_scale.min(1.5)
    }

    /// Draws the sign of a dislodged unit, around and below the unit.
    pub(crate) fn push_dislodged_mark(&mut self, unit: Point) {
        self.marks.insert(LegendMark::Dislodged);
        self.occupy(unit, 22.0 * self.unit_scale);
        push_use(&mut self.heads, "burst", unit, self.unit_scale);
    }

    /// Draws the letters of a coast beside the end of the line to it.
    pub(crate) fn push_coast_label(
        &mut self,
        power: usize,
        coast: Coast,
        letters: &str,
        at: Point,
        size: f32,
    ) {
        self.marks.insert(LegendMark::Coast(coast));
        self.occupy(at, size * 0.7);
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
                crate::unit_tokens::escape_xml(letters)
            ),
        );
    }
}

/// The scale of hatching. It is larger on a small picture, so that single lines stay visible.
pub(crate) const fn hatch_scale(scale: f32) -> f32 {
    (0.8 / scale).clamp(1.0, 3.5)
}

/// The scale of units. They are larger on a small picture. `scale` is in pixels per unit of the board.
pub(crate) const fn unit_scale(scale: f32) -> f32 {
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
