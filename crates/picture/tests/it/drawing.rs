//! The standard drawing agrees with the rules, and units, centres and names have enough room on it.

use picture::adjacency::{Adjacency, differences_from_rules};
use picture::curve::Point;
use picture::{Drawing, LanguageCode, Rect};
use rules::{Board, Terrain};

fn board() -> &'static Board {
    &atlas::standard().board
}

#[test]
fn the_drawing_has_the_same_borders_as_the_rules() {
    let geometry = picture::standard();
    let touching = Adjacency::of(board(), geometry);
    assert_eq!(differences_from_rules(board(), geometry), []);
    assert_eq!((touching.armies.len(), touching.fleets.len()), (111, 141));
    // Common borders are long enough to be visible.
    let short = |contacts: &picture::adjacency::BorderLengths| {
        contacts.values().copied().fold(f32::INFINITY, f32::min)
    };
    assert!(short(&touching.armies) > 15.0 && short(&touching.fleets) > 15.0);
}

#[test]
fn a_missing_border_is_reported() {
    let mut geometry = picture::standard().clone();
    let (par, bur) = (board().province("par"), board().province("bur"));
    geometry.arcs.retain(|arc| {
        let sides = arc.between.map(|side| match side {
            picture::Side::Province(province) => Some(province),
            picture::Side::Impassable(_) | picture::Side::Outside => None,
        });
        !(sides.contains(&par) && sides.contains(&bur))
    });
    let found: Vec<String> =
        differences_from_rules(board(), &geometry).into_iter().map(|(_, reported)| reported).collect();
    assert_eq!(found, ["armies go between bur and par, which do not touch on the drawing"]);
}

#[test]
fn rings_are_closed() {
    let geometry = picture::standard();
    for province in board().provinces() {
        for line in geometry.outlines(&geometry.place(province).rings) {
            let (first, last) = (line[0], line[line.len() - 1]);
            assert!(first.distance(last) < 0.05, "{} is open", board().province_key(province));
        }
    }
}

#[test]
fn units_and_centres_lie_inside_clear_of_borders_and_each_other() {
    let geometry = picture::standard();
    for province in board().provinces() {
        let place = geometry.place(province);
        let key = board().province_key(province);
        let mut spots = vec![place.unit];
        spots.extend(place.coasts.iter().map(|(_, at, _)| *at));
        for (i, spot) in spots.iter().enumerate() {
            assert!(
                geometry.depth(province, *spot) > 11.0,
                "{key}: unit {i} {}",
                geometry.depth(province, *spot)
            );
            if let Some(centre) = place.centre {
                assert!(spot.distance(centre) > 18.0, "{key}: unit {i} covers its centre");
            }
            for other in &spots[..i] {
                assert!(spot.distance(*other) > 28.0, "{key}: units stand on each other");
            }
        }
        if let Some(centre) = place.centre {
            assert!(geometry.depth(province, centre) > 3.0, "{key}: centre");
        }
        assert_eq!(board().has_several_coasts(province), !place.coasts.is_empty());
    }
}

#[test]
fn names_lie_inside_clear_of_units_in_every_language() {
    let geometry = picture::standard();
    let mut tight = Vec::new();
    for language in Drawing::standard().languages() {
        let placed =
            geometry.labels(language.as_str()).expect("the drawing has the names of all five languages");
        for province in board().provinces() {
            let label = &placed[province.index()];
            let place = geometry.place(province);
            let key = board().province_key(province);
            let letters = label.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as f32;
            // Narrower than the real text, which the map generator measures with the font.
            let at_sea = board().terrain(province) == Terrain::Water;
            let wide = letters * label.size * if at_sea { 0.40 } else { 0.38 };
            let tall = label.size * (0.6 + 0.98 * (label.lines.len() as f32 - 1.0));
            let mut spots = vec![place.unit];
            spots.extend(place.coasts.iter().map(|(_, at, _)| *at));
            let body =
                Rect { x: label.at.x - wide / 2.0, y: label.at.y - tall / 2.0, width: wide, height: tall };
            for fx in [0.0, 0.25, 0.5, 0.75, 1.0] {
                for fy in [0.0, 1.0] {
                    let corner = Point::new(body.x + wide * fx, body.y + tall * fy);
                    if geometry.depth(province, corner) < -1.0 {
                        tight.push(format!("{} {key} leaves its province", language.as_str()));
                    }
                }
            }
            for spot in spots {
                let dx = (spot.x - label.at.x).abs() - wide / 2.0;
                let dy = (spot.y - label.at.y).abs() - tall / 2.0;
                if dx.max(0.0).hypot(dy.max(0.0)) < 12.0 {
                    tight.push(format!("{} {key} is under its unit", language.as_str()));
                }
            }
            assert!(label.size >= 10.0, "{key}: too small");
        }
    }
    tight.dedup();
    assert_eq!(tight, Vec::<String>::new());
}

#[test]
fn the_placed_names_are_those_of_the_labels() {
    for language in Drawing::standard().languages() {
        let labels = Drawing::standard().labels(language);
        let placed = picture::standard()
            .labels(language.as_str())
            .expect("the drawing has the names of all five languages");
        for province in board().provinces() {
            let written: String = placed[province.index()].lines.join(" ").replace("- ", "-");
            assert_eq!(written, labels.name(province), "{}: run tools/map/build.sh again", language.as_str());
        }
    }
}

#[test]
fn english_labels_are_the_names_of_the_variant() {
    let labels = Drawing::standard().labels(LanguageCode::ENGLISH);
    for province in board().provinces() {
        assert_eq!(labels.name(province), atlas::standard().province_name(province));
    }
}
