//! From a scene to an SVG document.

use rules::{Board, Position, Power, Province};

use crate::base::{Base, push};
use crate::drawn::{Drawn, hatch_scale};
use crate::legend::{Band, legend};
use crate::marks::Marker;
use crate::names::{Moved, make_room};
use crate::tokens::SHAPES;
use crate::{AbsurdWidth, Drawing, Geometry, Labels, Legend, Look, Rect, Scene, Theme, Words};

/// A board with all that its pictures have in common, ready to be painted on.
#[derive(Clone, Debug)]
pub struct Painter<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    pub(crate) words: &'a Words,
    pub(crate) look: Look,
    pub(crate) base: Base,
    pub(crate) style: String,
    pub(crate) view: Rect,
    /// Pixels a unit of the board.
    pub(crate) scale: f32,
    /// The legend is at least so high.
    pub(crate) least_band: f32,
}

const DEFINITIONS: &str = r#"<radialGradient id="vignette" cx="50%" cy="50%" r="75%"><stop class="deep" offset=".55" stop-opacity="0"/><stop class="deep" offset="1" stop-opacity=".9"/></radialGradient>"#;

impl<'a> Painter<'a> {
    pub fn new(drawing: &'a Drawing, look: Look) -> Result<Self, AbsurdWidth> {
        let look = look.checked()?;
        let (board, geometry, labels) = (drawing.board(), drawing.geometry(), drawing.labels(look.language));
        let whole = Rect { x: 0.0, y: 0.0, width: geometry.width, height: geometry.height };
        let view = look.crop.unwrap_or(whole);
        let scale = look.width as f32 / view.width;
        let theme = Theme::new(drawing.colours(), look.palette, look.shade);
        Ok(Self {
            board,
            geometry,
            labels,
            words: drawing.words(look.language),
            base: Base::new(board, geometry, labels, &look, scale),
            style: theme.css(board.powers().len()),
            look,
            view,
            scale,
            least_band: 0.0,
        })
    }

    pub const fn look(&self) -> &Look {
        &self.look
    }

    /// Gives all pictures the height of the highest, as the frames of a film must have.
    pub fn align(&mut self, scenes: &[Scene<'_>]) {
        let highest = scenes.iter().map(|scene| self.parts(scene).band.height).fold(0.0, f32::max);
        self.least_band = highest;
    }

    /// The whole picture as an SVG document.
    pub fn svg(&self, scene: &Scene<'_>) -> String {
        let parts = self.parts(scene);
        let mut out = String::with_capacity(400_000);
        self.open(&mut out, parts.band.height);
        out.push_str(&self.base.under);
        out.push_str(&parts.lands);
        let drawn = &parts.drawn;
        let names = self.names(&parts.moved);
        for part in [&self.base.over, &drawn.lines, &self.base.signs, &names, &drawn.heads, &drawn.units] {
            out.push_str("<g>");
            out.push_str(part);
            out.push_str("</g>");
        }
        self.frame(&mut out);
        out.push_str(&parts.band.text);
        out.push_str("</svg>");
        out
    }

    pub(crate) fn parts(&self, scene: &Scene<'_>) -> Parts {
        let marker = Marker {
            board: self.board,
            geometry: self.geometry,
            labels: self.labels,
            words: &self.base.words,
            centres: &self.base.centres,
            only: self.look.only,
            scale: self.scale,
        };
        let drawn = marker.draw(scene);
        let band = match self.look.legend {
            Legend::Shown => legend(self, scene, &drawn.marks),
            Legend::Hidden => Band::default(),
        };
        let moved = make_room(self.geometry, &self.base.names, &drawn, &self.view, self.scale);
        Parts { lands: self.lands(scene.position()), drawn, moved, band }
    }

    fn names(&self, moved: &[Moved]) -> String {
        let mut out = String::with_capacity(40_000);
        let mut moved = moved.iter().peekable();
        for (number, name) in self.base.names.iter().enumerate() {
            match moved.next_if(|moved| moved.number == number) {
                Some(Moved { by, .. }) => push(
                    &mut out,
                    format_args!(r#"<g transform="translate({:.2} {:.2})">{}</g>"#, by.x, by.y, name.text),
                ),
                None => out.push_str(&name.text),
            }
        }
        out
    }

    /// The head of a document that shows the view and a band of so many units below it.
    pub(crate) fn open(&self, out: &mut String, band: f32) {
        let Rect { x, y, width, height } = self.view;
        let high = ((height + band) * self.scale).round();
        let hatch = hatch_scale(self.scale);
        push(
            out,
            format_args!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {:.1}" width="{}" height="{high}"><style>{}</style><defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)scale({hatch:.2})"><path class="ha" d="M0 0V5" stroke-width="1.1"/></pattern>{DEFINITIONS}{SHAPES}</defs>"#,
                height + band,
                self.look.width,
                self.style,
            ),
        );
    }

    /// Land in the colours of its owners.
    pub(crate) fn lands(&self, position: &Position) -> String {
        let mut out = String::with_capacity(80_000);
        out.push_str(r#"<g fill-rule="evenodd">"#);
        for (province, path) in &self.base.lands {
            let key = self.board.province_key(*province);
            push(
                &mut out,
                format_args!(
                    r#"<path id="{key}" class="{}" d="{path}"/>"#,
                    self.land_class(position, *province)
                ),
            );
        }
        out.push_str("</g>");
        out
    }

    /// A centre has its owner's colour. Other land is paler: its nation's, while that has a home.
    pub(crate) fn land_class(&self, position: &Position, province: Province) -> String {
        if self.board.is_centre(province) {
            return match position.owners.of(province) {
                Some(owner) => format!("l{}", owner.index()),
                None => "n".to_owned(),
            };
        }
        let has_home = |power: &Power| {
            self.board.homes(*power).iter().any(|home| position.owners.of(*home) == Some(*power))
        };
        match self.geometry.place(province).nation.filter(has_home) {
            Some(nation) => format!("p{}", nation.index()),
            None => "n".to_owned(),
        }
    }

    /// The rim of the picture: nothing of the board is seen outside it.
    pub(crate) fn frame(&self, out: &mut String) {
        let Rect { x, y, width, height } = self.view;
        for (inset, stroke) in [(1.25, 2.5), (6.5, 0.8)] {
            let by = inset / self.scale.max(0.5);
            push(
                out,
                format_args!(
                    r#"<rect class="fr" x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" stroke-width="{:.1}"/>"#,
                    x + by,
                    y + by,
                    width - 2.0 * by,
                    height - 2.0 * by,
                    stroke / self.scale.max(0.5)
                ),
            );
        }
    }
}

/// What changes from scene to scene.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) lands: String,
    pub(crate) drawn: Drawn,
    /// The names that make room for it, in their order.
    pub(crate) moved: Vec<Moved>,
    pub(crate) band: Band,
}
