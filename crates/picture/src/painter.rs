//! Paints a scene as an SVG document.

use rules::{Board, Position, Power, Province};

use crate::board_layers::{BoardLayers, push};
use crate::legend::{LegendBand, legend};
use crate::move_names::{MovedName, move_covered_names};
use crate::scene_layers::{SceneLayers, hatch_scale};
use crate::scene_painter::ScenePainter;
use crate::unit_tokens::shapes;
use crate::{Drawing, Geometry, Labels, Legend, LegendWords, Look, Rect, Scene, Theme, WidthOutOfRange};

/// A board with everything that its pictures share. Paints scenes.
#[derive(Clone, Debug)]
pub struct Painter<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    pub(crate) words: &'a LegendWords,
    pub(crate) look: Look,
    pub(crate) base: BoardLayers,
    pub(crate) style: String,
    pub(crate) view: Rect,
    /// In pixels per unit of the board.
    pub(crate) scale: f32,
    /// The minimum height of the legend.
    pub(crate) min_legend_height: f32,
}

const DEFINITIONS: &str = r#"<radialGradient id="vignette" cx="50%" cy="50%" r="75%"><stop class="deep" offset=".55" stop-opacity="0"/><stop class="deep" offset="1" stop-opacity=".9"/></radialGradient>"#;

impl<'a> Painter<'a> {
    pub fn new(drawing: &'a Drawing, look: Look) -> Result<Self, WidthOutOfRange> {
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
            base: BoardLayers::new(board, geometry, labels, &look, scale),
            style: theme.css(board.powers().len()),
            look,
            view,
            scale,
            min_legend_height: 0.0,
        })
    }

    pub const fn look(&self) -> &Look {
        &self.look
    }

    /// Gives all pictures the height of the highest one, because the frames of an animation must have the
    /// same size.
    pub fn align(&mut self, scenes: &[Scene<'_>]) {
        let highest = scenes.iter().map(|scene| self.scene_parts(scene).legend.height).fold(0.0, f32::max);
        self.min_legend_height = highest;
    }

    /// The whole picture as an SVG document.
    pub fn svg(&self, scene: &Scene<'_>) -> String {
        let parts = self.scene_parts(scene);
        let mut out = String::with_capacity(400_000);
        self.push_svg_head(&mut out, parts.legend.height);
        out.push_str(&self.base.below_land);
        out.push_str(&parts.lands);
        let drawn = &parts.layers;
        let names = self.names(&parts.moved);
        for part in
            [&self.base.above_land, &drawn.lines, &self.base.centre_marks, &names, &drawn.heads, &drawn.units]
        {
            out.push_str("<g>");
            out.push_str(part);
            out.push_str("</g>");
        }
        self.frame(&mut out);
        out.push_str(&parts.legend.text);
        out.push_str("</svg>");
        out
    }

    pub(crate) fn scene_parts(&self, scene: &Scene<'_>) -> SceneParts {
        let marker = ScenePainter {
            board: self.board,
            geometry: self.geometry,
            labels: self.labels,
            name_boxes: &self.base.name_boxes,
            centres: &self.base.centres,
            only_power: self.look.only_power,
            scale: self.scale,
        };
        let drawn = marker.draw(scene);
        let band = match self.look.legend {
            Legend::Shown => legend(self, scene, &drawn.marks),
            Legend::Hidden => LegendBand::default(),
        };
        let moved = move_covered_names(self.geometry, &self.base.names, &drawn, &self.view, self.scale);
        SceneParts { lands: self.lands(scene.position()), layers: drawn, moved, legend: band }
    }

    fn names(&self, moved: &[MovedName]) -> String {
        let mut out = String::with_capacity(40_000);
        let mut moved = moved.iter().peekable();
        for (number, name) in self.base.names.iter().enumerate() {
            match moved.next_if(|moved| moved.number == number) {
                Some(MovedName { by, .. }) => push(
                    &mut out,
                    format_args!(r#"<g transform="translate({:.2} {:.2})">{}</g>"#, by.x, by.y, name.text),
                ),
                None => out.push_str(&name.text),
            }
        }
        out
    }

    /// Appends the head of a document that shows the view and a legend of height `band` below it.
    pub(crate) fn push_svg_head(&self, out: &mut String, band: f32) {
        let Rect { x, y, width, height } = self.view;
        let high = ((height + band) * self.scale).round();
        let hatch = hatch_scale(self.scale);
        push(
            out,
            format_args!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {:.1}" width="{}" height="{high}"><style>{}</style><defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)scale({hatch:.2})"><path class="ha" d="M0 0V5" stroke-width="1.1"/></pattern>{DEFINITIONS}{}</defs>"#,
                height + band,
                self.look.width,
                self.style,
                shapes(),
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

    /// The CSS class of a land province. A centre has its owner's colour. Other land has a paler colour of
    /// its nation, while that power owns one of its home centres.
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

    /// Appends the frame at the edge of the picture.
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

/// The parts of a picture that change from scene to scene.
#[derive(Debug)]
pub(crate) struct SceneParts {
    pub(crate) lands: String,
    pub(crate) layers: SceneLayers,
    /// The names that are moved, in the order of the names.
    pub(crate) moved: Vec<MovedName>,
    pub(crate) legend: LegendBand,
}
