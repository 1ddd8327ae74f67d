//! The legend below a picture: the phase, the powers and their centres, and what the marks mean.

use std::collections::BTreeSet;

use rules::{Coast, Power, UnitKind};

use crate::board_layers::push;
use crate::curve::Point;
use crate::scene_layers::{LegendMark, push_use};
use crate::unit_tokens::{UnitToken, escape_xml};
use crate::{Painter, Scene};

/// The legend as SVG, and its height in units of the board.
#[derive(Clone, Default, Debug)]
pub(crate) struct LegendBand {
    pub(crate) text: String,
    pub(crate) height: f32,
}

pub(crate) fn legend(painter: &Painter<'_>, scene: &Scene<'_>, marks: &BTreeSet<LegendMark>) -> LegendBand {
    let pixel = 1.0 / painter.scale;
    let size = if painter.look.width < 600 { 12.0 } else { 15.0 } * pixel;
    let mut band = Writer { painter, size, row: 0, x: 0.0, out: String::new() };
    band.x = painter.view.x + size;
    band.title(scene);
    let position = scene.position();
    for power in painter.board.powers() {
        let units = position.forces.count(power);
        let dislodged = position.dislodged.iter().map(|dislodged| &dislodged.unit);
        let dislodged_count = dislodged.chain(scene.destroyed).filter(|unit| unit.power == power).count();
        let centres = position.owners.count(power);
        if units + dislodged_count + centres > 0 {
            let mut of_power = position.forces.units().iter().filter(|unit| unit.power == power).peekable();
            // A power that has only fleets is shown with a fleet.
            let at_sea = of_power.peek().is_some() && of_power.all(|unit| unit.kind == UnitKind::Fleet);
            let kind = if at_sea { UnitKind::Fleet } else { UnitKind::Army };
            band.power(power, kind, centres);
        }
    }
    for mark in marks {
        band.mark(*mark);
    }
    band.finish()
}

struct Writer<'a> {
    painter: &'a Painter<'a>,
    size: f32,
    row: usize,
    x: f32,
    out: String,
}

impl Writer<'_> {
    fn row_height(&self) -> f32 {
        self.size * 1.75
    }

    /// The middle of the current row.
    fn y(&self) -> f32 {
        let view = self.painter.view;
        view.y + view.height + self.size * 0.35 + (self.row as f32 + 0.5) * self.row_height()
    }

    /// Starts a new row if something of this width does not fit into the current one.
    fn wrap_if_needed(&mut self, width: f32) {
        let view = self.painter.view;
        if self.x + width > view.x + view.width - self.size * 0.5 && self.x > view.x + self.size * 1.01 {
            self.row += 1;
            self.x = view.x + self.size;
        }
    }

    fn text(&mut self, text: &str, weight: u32) {
        let (x, y) = (self.x, self.y() + self.size * 0.32);
        let text_size = self.size;
        push(
            &mut self.out,
            format_args!(
                r#"<text class="in" font-weight="{weight}" font-size="{text_size:.1}" x="{x:.1}" y="{y:.1}">{}</text>"#,
                escape_xml(text)
            ),
        );
        self.x += width_of(text, text_size, weight);
    }

    fn title(&mut self, scene: &Scene<'_>) {
        let phase = self.painter.words.phase(scene.position().phase);
        let title = scene.title.unwrap_or(&phase);
        self.wrap_if_needed(width_of(title, self.size, 700));
        self.text(title, 700);
        self.x += self.size * 1.4;
    }

    /// Adds a power and its number of centres.
    fn power(&mut self, power: Power, kind: UnitKind, centres: usize) {
        let labels = self.painter.labels;
        let (name, size) = (labels.power(power), self.size);
        let count = if centres > 0 { centres.to_string() } else { String::new() };
        let counted = if centres > 0 { size * 1.1 + width_of(&count, size, 400) } else { 0.0 };
        self.wrap_if_needed(size * 1.5 + width_of(name, size, 400) + counted);
        let at = Point::new(self.x + size * 0.55, self.y());
        UnitToken {
            kind,
            power: power.index(),
            at,
            coast: None,
            coast_size: 0.0,
            scale: size / 24.0,
            ghost: false,
        }
        .push(&mut self.out);
        self.x += size * 1.35;
        self.text(name, 400);
        if centres > 0 {
            // The mark of a centre shows what the number counts.
            let at = Point::new(self.x + size * 0.62, self.y());
            push_use(&mut self.out, "centre", at, size / 15.0);
            self.x += size * 1.1;
            self.text(&count, 400);
        }
        self.x += size * 0.9;
    }

    fn mark(&mut self, mark: LegendMark) {
        let words = self.painter.words;
        let (word, drawing) = match mark {
            LegendMark::Move => (&words.moves, MOVE_SAMPLE),
            LegendMark::ConvoyedMove => (&words.carried, CONVOYED_MOVE_SAMPLE),
            LegendMark::BrokenRoute => (&words.broken, BROKEN_ROUTE_SAMPLE),
            LegendMark::Support => (&words.supports, SUPPORT_SAMPLE),
            LegendMark::Convoy => {
                (&words.convoys, r##"<use href="#wave" class="is" transform="scale(.85)"/>"##)
            }
            LegendMark::Hold => (&words.holds, r#"<circle class="ln is" r="17" stroke-width="3"/>"#),
            LegendMark::Fails => (&words.fails, FAILED_MOVE_SAMPLE),
            LegendMark::Void => (&words.void, r##"<use href="#void" transform="scale(1.6)"/>"##),
            LegendMark::Dislodged => (&words.dislodged, r##"<use href="#burst" transform="scale(.9)"/>"##),
            LegendMark::Standoff => (&words.standoff, r##"<use href="#clash" transform="scale(1.35)"/>"##),
            LegendMark::Retreat => (&words.retreat, RETREAT_SAMPLE),
            LegendMark::Disband => (&words.disband, r##"<use href="#minus" transform="scale(1.7)"/>"##),
            LegendMark::Build => (&words.build, r##"<use href="#plus" transform="scale(1.7)"/>"##),
            LegendMark::Remove => (&words.remove, r##"<use href="#minus" transform="scale(1.7)"/>"##),
            LegendMark::Waive => (
                &words.waive,
                r#"<circle class="tk is" r="14" stroke-width="2.4" stroke-dasharray="4 4"/><path class="ln is" stroke-width="3" d="M-6 0h12"/>"#,
            ),
            LegendMark::Coast(coast) => return self.coast(coast),
            LegendMark::Closed => (&words.closed, CLOSED_LAND_SAMPLE),
        };
        let word = word.clone();
        self.push_entry(&word, drawing);
    }

    /// Adds the abbreviation of a coast and its name.
    fn coast(&mut self, coast: Coast) {
        let words = self.painter.words;
        let word = match coast {
            Coast::North => &words.north_coast,
            Coast::East => &words.east_coast,
            Coast::South => &words.south_coast,
            Coast::West => &words.west_coast,
        };
        let drawing = format!(
            r#"<rect class="tk is" x="-21" y="-14" width="42" height="28" rx="14" stroke-width="2.6"/><text class="in" text-anchor="middle" font-weight="700" font-size="27" y="8">{}</text>"#,
            escape_xml(self.painter.labels.coast(coast))
        );
        let word = word.clone();
        self.push_entry(&word, &drawing);
    }

    /// Adds a mark and the word that explains it.
    fn push_entry(&mut self, word: &str, drawing: &str) {
        self.wrap_if_needed(self.size * 1.8 + width_of(word, self.size, 400));
        let (x, y, scale) = (self.x + self.size * 0.7, self.y(), self.size / 34.0);
        push(
            &mut self.out,
            format_args!(r#"<g transform="translate({x:.1} {y:.1})scale({scale:.3})">{drawing}</g>"#),
        );
        self.x += self.size * 1.75;
        self.text(word, 400);
        self.x += self.size * 0.9;
    }

    fn finish(self) -> LegendBand {
        let view = self.painter.view;
        let own = self.size * 0.7 + (self.row + 1) as f32 * self.row_height();
        let height = own.max(self.painter.min_legend_height);
        let text = format!(
            r#"<rect class="pa" x="{}" y="{}" width="{}" height="{:.1}"/>{}"#,
            view.x,
            view.y + view.height,
            view.width,
            height + 2.0,
            self.out
        );
        LegendBand { text, height }
    }
}

const MOVE_SAMPLE: &str =
    r#"<path class="ln is" stroke-width="5" d="M-20 0H10"/><path class="in" d="M22 0 4-9 9 0 4 9Z"/>"#;
const CONVOYED_MOVE_SAMPLE: &str = r#"<path class="ln is" stroke-width="4.4" d="M-22 0q4-9 8 0t8 0 8 0 6 0"/><path class="in" d="M23 0 5-9 10 0 5 9Z"/>"#;
/// Fine dashes, as after the break of a convoy route; a support has dots.
const BROKEN_ROUTE_SAMPLE: &str =
    r#"<path class="ln is" stroke-width="3.4" stroke-dasharray="6 7" d="M-23 0H22"/>"#;
/// A hollow head, and the sign on the line.
const FAILED_MOVE_SAMPLE: &str = r##"<path class="ln is" stroke-width="3.6" d="M-24 0H12"/><path class="tk is" stroke-width="2.6" stroke-linejoin="round" d="M25 0 9-10 13 0 9 10Z"/><use href="#cross" x="-7"/>"##;
const SUPPORT_SAMPLE: &str = r#"<path class="ln is" stroke-width="5" stroke-dasharray=".1 9" d="M-20 0H12"/><circle class="tk is" cx="16" r="6" stroke-width="3"/>"#;
/// A piece of land with the hatching of closed land.
const CLOSED_LAND_SAMPLE: &str = r#"<rect class="n is" x="-19" y="-13" width="38" height="26" stroke-width="1.6"/><path class="ln is" stroke-width="2.4" opacity=".6" d="M-16 13 10-13M-6 13 19-12M4 13 19-2M-19 6 0-13M-19-4-10-13"/>"#;
const RETREAT_SAMPLE: &str = r#"<path class="ln is" stroke-width="5" stroke-dasharray="11 8 .1 8" d="M-20 0H8"/><path class="in" d="M22 0 4-9 9 0 4 9Z"/>"#;

/// The approximate width of a text, from average letter widths of the font.
fn width_of(text: &str, size: f32, weight: u32) -> f32 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | ' ' | '.' | ',' | '·' => 0.26,
        't' | 'f' | 'r' | 's' | '-' => 0.35,
        'a' | 'c' | 'e' | 'z' | 'á' | 'à' | 'ä' | 'é' | 'è' => 0.42,
        'm' | 'w' | 'M' | 'W' => 0.8,
        c if c.is_uppercase() => 0.66,
        _ => 0.51,
    };
    let plain: f32 = text.chars().map(letter).sum();
    plain * size * if weight > 500 { 1.08 } else { 1.0 }
}
