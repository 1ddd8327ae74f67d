//! How units are drawn on a picture. The shapes are in `pieces.rs`.

use std::fmt::Write;

use rules::UnitKind;

use crate::PieceShape;
use crate::curve::Point;

/// The SVG shapes of signs, for the head of a document.
const SIGNS: &str = concat!(
    r#"<g id="centre"><circle r="5.8" class="tk is" stroke-width="1.1"/><path class="in" d="M0-3.9.92-1.26 3.71-1.2 1.48.48 2.29 3.16 0 1.56-2.29 3.16-1.48.48-3.71-1.2-.92-1.26Z"/></g>"#,
    r#"<g id="burst"><path class="fs fa" fill-opacity=".16" stroke-linejoin="round" stroke-width="2.6" d="M0-24L5.3-16.2L14.1-19.4L13.8-10L22.8-7.4L17 0L22.8 7.4L13.8 10L14.1 19.4L5.3 16.2L0 24L-5.3 16.2L-14.1 19.4L-13.8 10L-22.8 7.4L-17 0L-22.8-7.4L-13.8-10L-14.1-19.4L-5.3-16.2Z"/></g>"#,
    r#"<g id="wave"><path class="ln" stroke-width="2.4" d="M20.6 0Q25.2 4.4 19.4 7Q13.5 7.8 15.8 13.2Q16.5 19.6 10.3 17.8Q5.3 14.7 3.6 20.3Q0 25.6-3.6 20.3Q-5.3 14.7-10.3 17.8Q-16.5 19.6-15.8 13.2Q-13.5 7.8-19.4 7Q-25.2 4.4-20.6 0Q-15.4-2.7-19.4-7Q-22.2-12.8-15.8-13.2Q-10-12-10.3-17.8Q-8.8-24.1-3.6-20.3Q0-15.6 3.6-20.3Q8.8-24.1 10.3-17.8Q10-12 15.8-13.2Q22.2-12.8 19.4-7Q15.4-2.7 20.6 0Z"/></g>"#,
    r#"<g id="cross"><circle r="7" class="tk fs" stroke-width="1.7"/><path class="ln fs" stroke-width="2.3" d="M-3-3 3 3M3-3-3 3"/></g>"#,
    // One stroke, and not in the colour of failure: the order did not fail, it had nothing to act on.
    r#"<g id="void"><circle r="7" class="tk is" stroke-width="1.7"/><path class="ln is" stroke-width="2.2" d="M3.4-3.4-3.4 3.4"/></g>"#,
    // Two arrow heads that meet, in a square that stands on its corner: no other mark has that shape.
    r#"<g id="clash"><path class="tk fs" stroke-width="1.9" stroke-linejoin="round" d="M0-15 15 0 0 15-15 0Z"/><path class="fa" d="M-1.5 0-9.5-4.6-7.6 0-9.5 4.6ZM1.5 0 9.5-4.6 7.6 0 9.5 4.6Z"/></g>"#,
    // These signs are square, because a centre is round.
    r#"<g id="plus"><rect x="-7.5" y="-7.5" width="15" height="15" rx="3" class="in ts" stroke-width="1.5"/><path class="ln ts" stroke-width="2.8" d="M-4 0H4M0-4V4"/></g>"#,
    r#"<g id="minus"><rect x="-7.5" y="-7.5" width="15" height="15" rx="3" class="fa ts" stroke-width="1.5"/><path class="ln ts" stroke-width="2.8" d="M-4 0H4"/></g>"#,
);

/// The SVG shapes of pieces and signs, for the head of a document.
pub(crate) fn shapes() -> String {
    let piece = |kind: UnitKind| {
        let PieceShape { body, mark, .. } = PieceShape::of(kind);
        format!(
            r#"<g id="{0}"><path d="{body}"/></g><g id="{0}-mark" fill-rule="evenodd"><path d="{mark}"/></g>"#,
            kind.key()
        )
    };
    format!("{}{}{SIGNS}", piece(UnitKind::Army), piece(UnitKind::Fleet))
}

/// The radius of a unit at scale 1, and of the box that its shapes are drawn in.
pub(crate) const UNIT_RADIUS: f32 = 14.0;
const SHAPE_RADIUS: f32 = 20.2;

/// The drawing of one unit.
pub(crate) struct UnitToken<'a> {
    pub(crate) kind: UnitKind,
    pub(crate) power: usize,
    pub(crate) at: Point,
    /// The abbreviation of the coast that a fleet is on.
    pub(crate) coast: Option<&'a str>,
    /// The size of its letters.
    pub(crate) coast_size: f32,
    pub(crate) scale: f32,
    /// Drawn faded: the unit does not exist.
    pub(crate) ghost: bool,
}

impl UnitToken<'_> {
    pub(crate) fn push(&self, out: &mut String) {
        let Self { power, at, kind, .. } = *self;
        let opacity = if self.ghost { r#" opacity=".62""# } else { "" };
        let shape = PieceShape::of(kind);
        let written = write!(
            out,
            r##"<g transform="translate({:.1} {:.1})scale({:.2})"{opacity}><g transform="scale({:.3})"><use href="#{key}" class="ts" stroke-width="4.4" stroke-linejoin="round"/><use href="#{key}" class="u{power}"/><path class="ln o{power}" {rim} d="{line}"/><use href="#{key}-mark" class="e{power}"/></g>"##,
            at.x,
            at.y,
            self.scale,
            UNIT_RADIUS / SHAPE_RADIUS,
            key = kind.key(),
            rim = shape.rim_attributes(power),
            line = shape.rim,
        );
        debug_assert!(written.is_ok(), "writing to a String cannot fail");
        if let Some(coast) = self.coast {
            let size = self.coast_size;
            let (wide, tall) = (size * 1.7, size * 1.05);
            let written = write!(
                out,
                r#"<rect class="tk s{power}" x="{:.1}" y="14" width="{wide:.1}" height="{tall:.1}" rx="{:.1}" stroke-width="1.3"/><text class="in" text-anchor="middle" font-weight="700" font-size="{size:.1}" y="{:.1}">{}</text>"#,
                wide / -2.0,
                tall / 2.0,
                14.0 + size * 0.79,
                escape_xml(coast)
            );
            debug_assert!(written.is_ok(), "writing to a String cannot fail");
        }
        out.push_str("</g>");
    }
}

/// The text with XML special characters escaped.
pub(crate) fn escape_xml(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return text.into();
    }
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").into()
}
