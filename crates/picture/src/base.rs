//! What every picture of a board has: water, shallows, rivers, borders, centres, names.

use std::fmt::Write;
use std::sync::OnceLock;

use rules::{Board, Province, Terrain};

use crate::curve::{Point, push_path};
use crate::drawn::grown;
use crate::geometry::Side;
use crate::names::Name;
use crate::tokens::escaped;
use crate::{Geometry, Labels, Look, Naming, Rect};

/// The fixed layers of a board, in the order in which they are painted.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// Beneath the land: water, shallows, borders at sea, the coast line.
    pub(crate) under: String,
    /// By province of land: its path.
    pub(crate) lands: Vec<(Province, String)>,
    /// Above the land, beneath the orders.
    pub(crate) over: String,
    /// Above the orders, where nothing is in their way.
    pub(crate) names: Vec<Name>,
    /// Where words stand, for orders to keep clear of.
    pub(crate) words: Vec<Rect>,
}

impl Base {
    pub(crate) fn new(board: &Board, geometry: &Geometry, labels: &Labels, look: &Look, scale: f32) -> Self {
        let lands: Vec<(Province, String)> = board
            .provinces()
            .filter(|p| board.terrain(*p) != Terrain::Water)
            .map(|p| (p, geometry.path(&geometry.place(p).rings)))
            .collect();
        let names = names(board, geometry, labels, look, scale);
        let words = names.iter().map(|name| name.body).collect();
        Self { under: under(board, geometry, &lands), lands, over: over(board, geometry), names, words }
    }
}

fn lines(lists: &[Vec<Point>]) -> String {
    let mut out = String::new();
    for list in lists {
        push_path(&mut out, list, false, true);
    }
    out
}

/// The border lines of one sort as one path.
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
        Side::Nobodys(number) => geometry.is_nobodys_water(number),
        Side::Outside => false,
    }
}

fn under(board: &Board, geometry: &Geometry, lands: &[(Province, String)]) -> String {
    let (width, height) = (geometry.width, geometry.height);
    let mut out = format!(
        r##"<rect class="sea" width="{width}" height="{height}"/><rect fill="url(#vignette)" width="{width}" height="{height}"/><path class="ln gr" stroke-width=".7" d="{}"/>"##,
        lines(&geometry.graticule)
    );
    let nobodys_land = || {
        let all = geometry.nobodys.iter().enumerate();
        all.filter(|(n, _)| !geometry.is_nobodys_water(*n)).map(|(_, (_, rings))| geometry.path(rings))
    };
    // One path of all coasts: a stroke along it is a third of the work of one around every province.
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

fn over(board: &Board, geometry: &Geometry) -> String {
    let nation = |side: Side| match side {
        Side::Province(province) => {
            let power = board.home_of(province).or(geometry.place(province).nation);
            power.map_or(1000 + province.index(), rules::Power::index)
        }
        Side::Nobodys(number) => 5000 + number,
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
    for province in board.provinces() {
        if let Some(at) = geometry.place(province).centre {
            push(&mut out, format_args!(r##"<use href="#centre" x="{}" y="{}"/>"##, at.x, at.y));
        }
    }
    out
}

/// Letters below this many pixels cannot be read and are left out.
const LEAST_PIXELS: f32 = 6.0;
/// Names are written where most of them have so many pixels.
const NAME_PIXELS: f32 = 9.0;

fn names(board: &Board, geometry: &Geometry, labels: &Labels, look: &Look, scale: f32) -> Vec<Name> {
    let mut names = Vec::new();
    let full = match look.naming {
        Naming::None => return names,
        Naming::Full => true,
        Naming::Short => false,
        Naming::Fitting => 14.0 * scale >= NAME_PIXELS,
    };
    let placed = geometry.labels(look.tongue.key());
    for province in board.provinces() {
        let at_sea = board.terrain(province) == Terrain::Water;
        let place = geometry.place(province);
        let (short_at, fitting) = place.short;
        let label = placed.map(|list| &list[province.index()]);
        let own = [labels.name(province).to_owned()];
        let under_unit = Point::new(place.unit.x, place.unit.y + 26.0);
        let short = [labels.short(province).to_owned()];
        let (at, size, rows, class): (Point, f32, &[String], &str) = match (full, label) {
            (true, Some(label)) => (label.at, label.size, &label.lines, if at_sea { "t2" } else { "t1" }),
            (true, None) => (under_unit, 15.0, &own, if at_sea { "t2" } else { "t1" }),
            (false, _) => {
                // Large enough to be read, as far as there is room.
                let wanted = (9.5 / scale).clamp(15.0, fitting.max(15.0));
                // Units grow on small pictures: the name makes room.
                let by = (grown(scale) - 1.0) * 14.0;
                let at = if short_at.distance(place.unit) < 40.0 {
                    Point::new(short_at.x, short_at.y + by.copysign(short_at.y - place.unit.y))
                } else {
                    short_at
                };
                (at, wanted, &short, if at_sea { "t4" } else { "t3" })
            }
        };
        if size * scale < LEAST_PIXELS && look.naming == Naming::Fitting {
            continue;
        }
        let count = rows.len() as f32;
        let wide = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0) as f32 * size * 0.5;
        let tall = size * (count - 1.0) + size * 0.8;
        // A name that the edge would cut is not written.
        if look.crop.is_some_and(|view| {
            let corner = |fx: f32, fy: f32| Point::new(at.x + wide * 0.52 * fx, at.y + tall * 0.6 * fy);
            let rim = 10.0 / scale;
            let inner = Rect {
                x: view.x + rim,
                y: view.y + rim,
                width: view.width - 2.0 * rim,
                height: view.height - 2.0 * rim,
            };
            ![(-1.0, -1.0), (1.0, 1.0)].iter().all(|(fx, fy)| inner.contains(corner(*fx, *fy)))
        }) {
            continue;
        }
        let body = Rect { x: at.x - wide / 2.0, y: at.y - tall / 2.0, width: wide, height: tall };
        let mut out = String::new();
        let halo = if at_sea { "ts2" } else { "th" };
        for (k, row) in rows.iter().enumerate() {
            let y = at.y + (k as f32 - (count - 1.0) / 2.0) * size * 0.98 + size * 0.31;
            let text = escaped(row);
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
        names.push(Name { province, body, text: out, outside: OnceLock::new() });
    }
    names
}

pub(crate) fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok(), "a string takes everything");
}
