//! The layers that are the same in every picture of a board: water, rivers, borders, supply centres, names.

use std::fmt::Write;
use std::sync::OnceLock;

use rules::{Board, Province, Terrain};

use crate::curve::{Point, push_path};
use crate::geometry::Side;
use crate::move_names::PlacedName;
use crate::name_layout::{NameContext, NameLayout};
use crate::unit_tokens::escape_xml;
use crate::{Geometry, Labels, Look, Rect};

/// The fixed layers of a board, in the order in which they are painted.
#[derive(Clone, Debug)]
pub(crate) struct BoardLayers {
    /// Below the land: water, shallows, borders at sea, the coast line.
    pub(crate) below_land: String,
    /// By land province: its SVG path.
    pub(crate) lands: Vec<(Province, String)>,
    /// Above the land, below the orders.
    pub(crate) above_land: String,
    /// The marks of the supply centres. They are above the lines of orders, so that no line hides a centre.
    pub(crate) centre_marks: String,
    /// Above the lines of orders. These are the usual places; a picture may move them.
    pub(crate) names: Vec<PlacedName>,
    /// The rectangles of the names. Lines of orders avoid them.
    pub(crate) name_boxes: Vec<Rect>,
    /// Where supply centres are. Lines of orders avoid them.
    pub(crate) centres: Vec<Point>,
}

impl BoardLayers {
    pub(crate) fn new(board: &Board, geometry: &Geometry, labels: &Labels, look: &Look, scale: f32) -> Self {
        let lands: Vec<(Province, String)> = board
            .provinces()
            .filter(|p| board.terrain(*p) != Terrain::Water)
            .map(|p| (p, geometry.svg_path(&geometry.place(p).rings)))
            .collect();
        let names = names(&NameContext { board, geometry, labels, look, scale });
        let words = names.iter().map(|name| name.bounds).collect();
        let centres: Vec<Point> =
            board.provinces().filter_map(|province| geometry.place(province).centre).collect();
        let mut signs = String::new();
        for at in &centres {
            push(&mut signs, format_args!(r##"<use href="#centre" x="{}" y="{}"/>"##, at.x, at.y));
        }
        let (under, over) = (water_and_coasts(board, geometry, &lands), rivers_and_borders(board, geometry));
        Self {
            below_land: under,
            lands,
            above_land: over,
            centre_marks: signs,
            names,
            name_boxes: words,
            centres,
        }
    }
}

fn lines(lists: &[Vec<Point>]) -> String {
    let mut out = String::new();
    for list in lists {
        push_path(&mut out, list, false, true);
    }
    out
}

/// All border lines whose two sides are wanted, as one SVG path.
fn borders(geometry: &Geometry, wanted: impl Fn(Side, Side) -> bool) -> String {
    let mut out = String::new();
    for arc in geometry.arcs.iter().filter(|arc| wanted(arc.between[0], arc.between[1])) {
        push_path(&mut out, &arc.points, false, true);
    }
    out
}

fn is_water(board: &Board, geometry: &Geometry, side: Side) -> bool {
    match side {
        Side::Province(province) => board.terrain(province) == Terrain::Water,
        Side::Impassable(number) => geometry.is_impassable_water(number),
        Side::Outside => false,
    }
}

fn water_and_coasts(board: &Board, geometry: &Geometry, lands: &[(Province, String)]) -> String {
    let (width, height) = (geometry.width, geometry.height);
    let mut out = format!(
        r##"<rect class="sea" width="{width}" height="{height}"/><rect fill="url(#vignette)" width="{width}" height="{height}"/><path class="ln gr" stroke-width=".7" d="{}"/>"##,
        lines(&geometry.graticule)
    );
    let nobodys_land = || {
        let all = geometry.impassable.iter().enumerate();
        all.filter(|(n, _)| !geometry.is_impassable_water(*n)).map(|(_, (_, rings))| geometry.svg_path(rings))
    };
    // One path for all coasts: one stroke costs a third of the work of a stroke around every province.
    let land = |side: Side| side != Side::Outside && !is_water(board, geometry, side);
    let coast = borders(geometry, |a, b| {
        land(a) && is_water(board, geometry, b) || land(b) && is_water(board, geometry, a)
    });
    push(&mut out, format_args!(r#"<defs><path id="shore" d="{coast}"/></defs>"#));
    for (i, width) in [26.0, 16.0, 7.0].iter().enumerate() {
        push(&mut out, format_args!(r##"<use href="#shore" class="ln h{i}" stroke-width="{width}"/>"##));
    }
    let at_sea = borders(geometry, |a, b| is_water(board, geometry, a) && is_water(board, geometry, b));
    push(
        &mut out,
        format_args!(r#"<path class="ln sb" stroke-width="1.3" stroke-dasharray="5 4" d="{at_sea}"/>"#),
    );
    push(&mut out, format_args!(r##"<use href="#shore" class="ln co" stroke-width="2.2"/>"##));
    let dead: String = nobodys_land().collect();
    push(
        &mut out,
        format_args!(
            r##"<path class="nb" fill-rule="evenodd" d="{dead}"/><path fill="url(#hatch)" fill-rule="evenodd" d="{dead}"/>"##
        ),
    );
    debug_assert!(!lands.is_empty(), "a board has land");
    out
}

/// Rivers, borders, lakes and straits as SVG: above the land, below the orders.
pub fn rivers_and_borders(board: &Board, geometry: &Geometry) -> String {
    let nation = |side: Side| match side {
        Side::Province(province) => {
            let power = board.home_of(province).or(geometry.place(province).nation);
            power.map_or(1000 + province.index(), rules::Power::index)
        }
        Side::Impassable(number) => 5000 + number,
        Side::Outside => usize::MAX,
    };
    let dry = |side: Side| side != Side::Outside && !is_water(board, geometry, side);
    let inner = borders(geometry, |a, b| dry(a) && dry(b) && nation(a) == nation(b));
    let outer = borders(geometry, |a, b| dry(a) && dry(b) && nation(a) != nation(b));
    let mut out = format!(
        r#"<g class="ln ri"><path stroke-width="1.3" d="{}"/><path stroke-width=".8" d="{}"/></g>"#,
        lines(&geometry.rivers[0]),
        lines(&geometry.rivers[1]),
    );
    push(&mut out, format_args!(r#"<path class="ln bo" stroke-width="1" d="{inner}"/>"#));
    push(&mut out, format_args!(r#"<path class="ln na" stroke-width="1.7" d="{outer}"/>"#));
    push(&mut out, format_args!(r#"<path class="la co" stroke-width=".7" d="{}"/>"#, lines(&geometry.lakes)));
    let straits = lines(&geometry.straits);
    push(
        &mut out,
        format_args!(
            r#"<path class="ln co" style="stroke-linecap:butt" stroke-width="4.4" d="{straits}"/><path class="ln ls" stroke-width="2.6" d="{straits}"/>"#
        ),
    );
    out
}

fn names(hand: &NameContext<'_>) -> Vec<PlacedName> {
    let mut names = Vec::new();
    for province in hand.board.provinces() {
        let Some(mut lettering) = hand.name_layout(province) else { continue };
        // A name that the edge of the picture would cut is moved a little, or left out.
        if let Some(view) = &hand.look.crop
            && !lettering.move_into(view, hand.scale)
        {
            continue;
        }
        let body = lettering.bounds();
        let NameLayout { at, size, rows, class, halo } = lettering;
        let count = rows.len() as f32;
        let mut out = String::new();
        for (k, row) in rows.iter().enumerate() {
            let y = at.y + (k as f32 - (count - 1.0) / 2.0) * size * 0.98 + size * 0.31;
            let text = escape_xml(row);
            push(
                &mut out,
                format_args!(
                    r#"<text class="{class} {halo}" stroke-width="{:.1}" font-size="{size:.0}" x="{:.1}" y="{y:.1}">{text}</text><text class="{class}" font-size="{size:.0}" x="{:.1}" y="{y:.1}">{text}</text>"#,
                    size * 0.19,
                    at.x,
                    at.x,
                ),
            );
        }
        names.push(PlacedName { province, bounds: body, text: out, outside_costs: OnceLock::new() });
    }
    names
}

pub(crate) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok(), "writing to a String cannot fail");
}
