//! The board for a web page: paths, places, words and colours as compact JSON.

use std::collections::BTreeMap;

use rules::{Board, Terrain};
use serde_json::{Value, json};

use crate::base::Base;
use crate::curve::Point;
use crate::tokens::SHAPES;
use crate::{Geometry, Labels, Look, Palette, Shade, Theme, Tongue};

/// A script for the page: joins border lines to paths, and finds the province that a finger means.
pub const BOARD_SCRIPT: &str = include_str!("../web/board.js");

/// The asset for one language, places and lines in tenths of a unit of the board. Provinces come as
/// numbers of shared border lines; `web/board.js` joins them to paths and finds what a finger means.
pub fn web_asset(board: &Board, geometry: &Geometry, labels: &Labels, tongue: Tongue) -> Value {
    let arcs: Vec<Vec<i32>> = geometry.arcs.iter().map(|arc| steps(&arc.points)).collect();
    let ways: Vec<Value> = geometry
        .ways()
        .map(|(from, to, corners)| json!([board.location_key(from), board.location_key(to), steps(corners)]))
        .collect();
    let placed = geometry.labels(tongue.key());
    let provinces: BTreeMap<&str, Value> = board
        .provinces()
        .map(|province| {
            let place = geometry.place(province);
            let mut entry = json!({
                "name": labels.name(province),
                "short": labels.short(province),
                "rings": place.rings,
                "unit": tenths(place.unit),
                "at": [tenths(place.short.0)[0], tenths(place.short.0)[1], place.short.1.round() as i32],
            });
            if let Some(list) = placed {
                let label = &list[province.index()];
                entry["label"] =
                    json!([tenths(label.at)[0], tenths(label.at)[1], label.size.round() as i32, label.lines]);
            }
            if let Some(centre) = place.centre {
                entry["centre"] = json!(tenths(centre));
            }
            if board.terrain(province) == Terrain::Water {
                entry["water"] = json!(true);
            }
            if let Some(home) = board.home_of(province) {
                entry["home"] = json!(board.power_key(home));
            }
            if let Some(nation) = place.nation {
                entry["nation"] = json!(board.power_key(nation));
            }
            if board.terrain(province) == Terrain::Water {
                entry["water"] = json!(true);
            }
            entry["aside"] = json!(tenths(place.aside));
            for (coast, at, aside) in &place.coasts {
                entry["coasts"][coast.key()] = json!(tenths(*at));
                entry["asides"][coast.key()] = json!(tenths(*aside));
            }
            (board.province_key(province), entry)
        })
        .collect();
    let powers: BTreeMap<&str, Value> = board
        .powers()
        .map(|power| {
            (board.power_key(power), json!({"name": labels.power(power), "short": labels.emblem(power)}))
        })
        .collect();
    let nobodys: BTreeMap<&str, &Vec<Vec<i32>>> =
        geometry.nobodys.iter().map(|(key, rings)| (key.as_str(), rings)).collect();
    let drawn = Base::new(board, geometry, labels, &Look::new(tongue, 1500), 1.0);
    // Rivers, lakes and straits are drawn as they are.
    let over = drawn.over;
    let styles: BTreeMap<String, String> = Palette::ALL
        .into_iter()
        .flat_map(|palette| {
            [(Shade::Light, "light"), (Shade::Dark, "dark")].map(|(shade, name)| {
                (format!("{}-{name}", palette.key()), Theme::new(palette, shade).css(board.powers().len()))
            })
        })
        .filter(|(key, _)| key.starts_with("clear"))
        .collect();
    json!({
        "size": [geometry.width, geometry.height],
        "arcs": arcs,
        "provinces": provinces,
        "powers": powers,
        "nobodys": nobodys,
        "ways": ways,
        "coasts": labels.coasts(),
        "shapes": SHAPES,
        "over": over,
        "styles": styles,
    })
}

fn tenths(point: Point) -> [i32; 2] {
    [(point.x * 10.0).round() as i32, (point.y * 10.0).round() as i32]
}

/// The first point, then the way from one to the next.
fn steps(points: &[Point]) -> Vec<i32> {
    let mut last = [0, 0];
    let step = |point: &Point| {
        let now = tenths(*point);
        let step = [now[0] - last[0], now[1] - last[1]];
        last = now;
        step
    };
    points.iter().flat_map(step).collect()
}
