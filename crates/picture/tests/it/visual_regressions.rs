//! Regression tests for faults that people found in pictures: names cut by the frame, signs on arrow heads,
//! lines that run together or over other provinces, and details that are lost on a phone.

use crate::scenes;

use std::sync::{Arc, LazyLock};

use picture::curve::Point;
use picture::{Drawing, LanguageCode, Legend, Look, Rect, Scene, SceneContent, Shade};
use resvg::usvg::{self, Node, fontdb};
use rules::{Orders, Position, RetreatOrder, Sheet, UnitKind};
use scenes::diagrams::{NamedPhase, crowded, diagrams};
use scenes::{ENGLISH, board, count, judged_svg, paths, position, province, sheet, signs, svg, to};

const WITHOUT_LEGEND: Look = Look { legend: Legend::Hidden, ..ENGLISH };

static FONTS: LazyLock<usvg::Options<'static>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/regular.otf").to_vec());
    fonts.load_font_data(include_bytes!("../../fonts/italic.otf").to_vec());
    fonts.load_font_data(include_bytes!("../../fonts/bold.ttf").to_vec());
    usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() }
});

/// Every text of a picture and the bounds of its letters, in pixels.
fn texts(svg: &str) -> Vec<(String, Rect)> {
    bounds_of_nodes(&only_names(svg))
}

/// The texts and paths of a document, with their bounds. A path has no text.
fn bounds_of_nodes(document: &str) -> Vec<(String, Rect)> {
    fn walk(group: &usvg::Group, found: &mut Vec<(String, Rect)>) {
        for node in group.children() {
            match node {
                Node::Group(group) => walk(group, found),
                Node::Text(text) => {
                    let written: String = text.chunks().iter().map(usvg::TextChunk::text).collect();
                    let at = text.abs_bounding_box();
                    found.push((
                        written,
                        Rect { x: at.x(), y: at.y(), width: at.width(), height: at.height() },
                    ));
                }
                Node::Path(path) => {
                    let at = path.abs_bounding_box();
                    found.push((
                        String::new(),
                        Rect { x: at.x(), y: at.y(), width: at.width(), height: at.height() },
                    ));
                }
                Node::Image(_) => {}
            }
        }
    }
    let tree = usvg::Tree::from_str(document, &FONTS).expect("the document can be parsed");
    let mut found = Vec::new();
    walk(tree.root(), &mut found);
    found
}

/// The names of a picture as a document of their own, because parsing the rest of the board takes long.
fn only_names(svg: &str) -> String {
    let mut names = Vec::new();
    let mut shift = "";
    for part in svg.split(r#"<text class="t"#) {
        let (text, after) = part.split_once("</text>").unwrap_or(("", part));
        if !text.is_empty() {
            names.push(format!(r#"<g transform="{shift}"><text class="t{text}</text></g>"#));
        }
        if after.contains("</g>") {
            shift = "";
        }
        if let Some((_, last)) = after.rsplit_once(r#"<g transform=""#) {
            shift = last.strip_suffix(r#"">"#).unwrap_or("");
        }
    }
    let head = &svg[..svg.find("<defs>").expect("the document has a head")];
    format!("{head}{}</svg>", names.concat())
}

/// Pixels are painted from outlines that we lay out ourselves. A text shaper puts the letters at the same places.
#[test]
fn outlines_of_names_are_where_a_text_shaper_puts_them() {
    for language in Drawing::standard().languages() {
        let names = only_names(&judged_svg(
            &Position::start(board()),
            &Sheet::new(board()),
            Look { language, ..WITHOUT_LEGEND },
        ));
        let shaped = bounds_of_nodes(&names);
        let ours = bounds_of_nodes(&picture::outline_text(&names));
        assert!(shaped.len() > 100, "the map has names");
        assert_eq!(ours.len(), shaped.len());
        for ((text, shaped), (_, ours)) in shaped.iter().zip(&ours) {
            let (right, shaped_right) = (ours.x + ours.width, shaped.x + shaped.width);
            let apart = (ours.x - shaped.x).abs().max((right - shaped_right).abs());
            // The box of a text reaches from the start of its first letter to the end of its last one, somewhat
            // beside their ink (the tail of an f). It has the height of a line, with room for accents and tails.
            let beside = shaped.height * 0.2;
            assert!(apart < beside, "{} {text}: {apart} pixels apart", language.as_str());
            let (bottom, shaped_bottom) = (ours.y + ours.height, shaped.y + shaped.height);
            let is_on_line = shaped.y - 2.0 < ours.y && bottom < shaped_bottom + 2.0;
            assert!(is_on_line, "{} {text}: {ours:?} is not in {shaped:?}", language.as_str());
        }
    }
}

#[test]
fn every_place_of_a_diagram_has_its_full_name_in_the_frame() {
    let diagrams = diagrams();
    let mut faults = Vec::new();
    for language in Drawing::standard().languages() {
        let labels = Drawing::standard().labels(language);
        let placed = picture::standard()
            .labels(language.as_str())
            .expect("the drawing has the names of all five languages");
        for shown in &diagrams {
            let look = shown.cropped(language, 520);
            let frame = look.crop.expect("the picture is cropped");
            let scale = 520.0 / frame.width;
            let (wide, high) = (520.0, frame.height * scale);
            let texts = texts(&shown.svg(look));
            // The inner line of the frame is seven pixels from the edge.
            let is_whole = |row: &str| {
                texts.iter().any(|(text, at)| {
                    let (right, bottom) = (at.x + at.width, at.y + at.height);
                    text == row && at.x > 6.5 && at.y > 6.5 && right < wide - 6.5 && bottom < high - 6.5
                })
            };
            for province in shown.provinces_involved() {
                let rows = &placed[province.index()].lines;
                if !rows.iter().all(|row| is_whole(row)) && !is_whole(labels.short(province)) {
                    let key = board().province_key(province);
                    faults.push(format!("{} {}: {key}", language.as_str(), shown.name));
                }
            }
        }
    }
    faults.dedup();
    assert_eq!(faults, Vec::<String>::new());
}

/// The arrow heads of a picture: their four corners, the tip first.
fn heads(svg: &str) -> Vec<Vec<Point>> {
    let mut all = Vec::new();
    for power in 0..7 {
        for class in [format!("u{power} s{power}"), format!("tk s{power}")] {
            for part in svg.split(&format!(r#"<path class="{class}" stroke-width=""#)).skip(1) {
                let part = part.split_inclusive("\"/>").next().unwrap_or_default();
                all.extend(paths(part, " d=\"").into_iter().filter(|head| head.len() == 4));
            }
        }
    }
    all
}

/// The signs of failed orders and orders without effect: their middle and their radius.
fn crosses(svg: &str) -> Vec<(Point, f32)> {
    let grown = |rest: &str| rest.split("scale(").nth(1)?.split(')').next()?.parse::<f32>().ok();
    let mut all = Vec::new();
    for sign in ["cross", "void"] {
        let start = format!(r##"href="#{sign}" transform="translate("##);
        let sizes = svg.split(&start).skip(1).filter_map(grown).map(|grown| 7.5 * grown);
        all.extend(signs(svg, sign).into_iter().zip(sizes));
    }
    all
}

#[test]
fn no_head_lies_under_a_sign() {
    let mut shown = diagrams();
    shown.push(crowded());
    let mut faults = Vec::new();
    for (n, shown) in shown.iter().enumerate() {
        for width in [390, 520, 1200] {
            let look = if n == 32 {
                Look::new(LanguageCode::ENGLISH, width)
            } else {
                shown.cropped(LanguageCode::ENGLISH, width)
            };
            let picture = shown.svg(Look { legend: Legend::Hidden, ..look });
            assert!(!heads(&picture).is_empty(), "{}", shown.name);
            for head in heads(&picture) {
                // The tip shows the target; the area behind it shows whether the head is hollow.
                let body = head[0].towards(head[2], 0.55);
                for (cross, reach) in crosses(&picture) {
                    let near = cross.distance(body).min(cross.distance(head[0]));
                    if near < reach {
                        faults.push(format!(
                            "{} at {width}: {cross:?} on {body:?}, {near:.1} of {reach:.1}",
                            shown.name
                        ));
                    }
                }
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

/// The smallest distance between two lines, except near their ends.
fn gap(one: &[Point], other: &[Point], ends: f32) -> f32 {
    let fine = |line: &[Point]| -> Vec<Point> {
        line.windows(2).flat_map(|pair| (0..8).map(|k| pair[0].towards(pair[1], k as f32 / 8.0))).collect()
    };
    let (one, other) = (fine(one), fine(other));
    let is_inner = |at: &&Point| {
        [&one, &other]
            .iter()
            .all(|line| at.distance(line[0]) > ends && at.distance(line[line.len() - 1]) > ends)
    };
    let near = one.iter().filter(is_inner).flat_map(|a| other.iter().map(move |b| a.distance(*b)));
    near.fold(f32::INFINITY, f32::min)
}

#[test]
fn two_fleets_at_gibraltar_have_two_lines() {
    for width in [1200, 800] {
        let picture = crowded().svg(Look { width, ..WITHOUT_LEGEND });
        let lines: Vec<Vec<Point>> = paths(&picture, r#" d=""#);
        let at =
            |place: &str| picture::standard().unit_at(board(), board().location(place).expect("a place"));
        let from = |place: &str| {
            let own = |line: &&Vec<Point>| line.len() > 8 && (line[0].distance(at(place)) - 15.0).abs() < 1.0;
            lines.iter().find(own).expect("a line starts there")
        };
        let gap = gap(from("mao"), from("spa/sc"), 30.0);
        assert!(gap > 8.0, "at width {width} the gap is {gap}");
    }
}

#[test]
fn lines_avoid_other_provinces() {
    use UnitKind::{Army, Fleet};
    let moves = [
        (Army, "ruh", "bur"),
        (Army, "bur", "gas"),
        (Army, "sev", "rum"),
        (Fleet, "lyo", "tys"),
        (Fleet, "ion", "tys"),
        (Fleet, "mao", "spa/sc"),
        (Fleet, "mao", "wes"),
        (Fleet, "tys", "wes"),
        (Fleet, "spa/sc", "por"),
    ];
    for (kind, from, goal) in moves {
        let before = position(&[("france", kind, from)]);
        let picture = judged_svg(&before, &sheet(&[(&from[..3], to(goal))]), WITHOUT_LEGEND);
        let way = paths(&picture, r#"stroke-width="3.6" d=""#).remove(0);
        // Half of a line and its halo may cross a border.
        let own = [province(&from[..3]), province(&goal[..3])];
        for third in board().provinces().filter(|p| !own.contains(p)) {
            let may_sail = kind == Fleet && board().terrain(third) == rules::Terrain::Water;
            let deepest = way.iter().map(|at| picture::standard().depth(third, *at)).fold(-99.0, f32::max);
            assert!(
                may_sail || deepest < 3.5,
                "{from}-{goal}: {deepest} over {}",
                board().province_key(third)
            );
        }
        for (name, rings) in &picture::standard().impassable {
            for line in picture::standard().outlines(rings) {
                let inside = way.iter().any(|at| {
                    let (is_inside, depth) = picture::curve::inside_and_distance(&line, *at);
                    is_inside && depth > 3.5
                });
                assert!(!inside, "{from}-{goal} over {name}");
            }
        }
    }
}

#[test]
fn centres_lie_above_the_lines_of_orders() {
    let picture = crowded().svg(WITHOUT_LEGEND);
    let last_line = picture.rfind(r#"class="ln"><path class="ts" stroke-width="7.0""#).expect("a line");
    assert!(picture.find(r##"<use href="#centre""##).expect("a centre") > last_line);
    assert_eq!(count(&picture, r##"<use href="#centre""##), 34);
}

#[test]
fn a_broken_route_ends_at_its_fleet_whether_or_not_another_is_open() {
    let convoy = |from, goal| rules::Order::Convoy { from: province(from), to: province(goal) };
    let help = |from, goal| rules::Order::SupportMove {
        from: province(from),
        to: board().location(goal).expect("a place"),
    };
    // Diagram 30, and the same with a second fleet.
    for second in [false, true] {
        let mut units = vec![
            ("france", UnitKind::Army, "tun"),
            ("france", UnitKind::Fleet, "tys"),
            ("italy", UnitKind::Fleet, "rom"),
            ("italy", UnitKind::Fleet, "tus"),
        ];
        let mut orders = vec![
            ("tun", to("nap")),
            ("tys", convoy("tun", "nap")),
            ("rom", to("tys")),
            ("tus", help("rom", "tys")),
        ];
        if second {
            units.push(("france", UnitKind::Fleet, "ion"));
            orders.push(("ion", convoy("tun", "nap")));
        }
        let picture = judged_svg(&position(&units), &sheet(&orders), WITHOUT_LEGEND);
        let fleet = picture::standard().place(province("tys")).unit;
        let broken = paths(&picture, r#"class="s2" stroke-width="2.7" d=""#);
        let ends_there = |line: &&Vec<Point>| line[line.len() - 1].distance(fleet) < 24.0;
        assert_eq!(broken.iter().filter(ends_there).count(), 1, "{second}");
        // The army has a head only on an open route.
        let own = heads(&picture).iter().filter(|head| head[0].distance(fleet) > 30.0).count();
        assert_eq!(own, usize::from(second), "{second}");
        // The sign is after the fleet: nearer to Naples than the fleet.
        let nap = picture::standard().place(province("nap")).unit;
        let beyond = |(at, _): &&(Point, f32)| {
            at.distance(nap) < fleet.distance(nap) - 12.0 && at.distance(fleet) > 20.0
        };
        assert!(crosses(&picture).iter().any(|cross| beyond(&cross)), "{second}: {:?}", crosses(&picture));
    }
}

#[test]
fn a_support_of_a_move_by_two_routes_has_a_ring_on_each() {
    let shown = &diagrams()[31];
    let picture = shown.svg(WITHOUT_LEGEND);
    let at = picture::standard().place(province("apu")).unit;
    let lines = paths(&picture, r#"stroke-dasharray="0.1 6.0" d=""#);
    let own: Vec<Point> =
        lines.iter().filter(|line| line[0].distance(at) < 16.0).map(|line| line[line.len() - 1]).collect();
    assert_eq!(own.len(), 2);
    assert!(own[0].distance(own[1]) > 40.0, "{own:?}");
}

#[test]
fn a_broken_route_looks_different_from_a_support() {
    // Diagram 30 has a broken route, diagram 31 two open ones.
    let shown = |number: usize| diagrams()[number - 1].svg(Look::new(LanguageCode::ENGLISH, 620));
    let (broken, open) = (shown(30), shown(31));
    assert!(broken.contains("route broken") && !open.contains("route broken"));
    let dashes =
        |number: usize| diagrams()[number - 1].svg(WITHOUT_LEGEND).contains(r#"stroke-dasharray="5.0 5.0""#);
    assert!(dashes(30) && !dashes(31));
}

#[test]
fn a_failed_convoyed_move_has_its_cross_after_the_last_fleet() {
    // Diagram 31: both routes are open, and Naples is held.
    let picture = diagrams()[30].svg(WITHOUT_LEGEND);
    let (ion, nap) = ("ion", "nap");
    let [ion, nap] = [ion, nap].map(|key| picture::standard().place(province(key)).unit);
    let on_last_leg = |at: &Point| at.y < ion.y - 15.0 && at.x > nap.x + 10.0;
    assert!(signs(&picture, "cross").iter().any(on_last_leg), "{:?}", signs(&picture, "cross"));
}

#[test]
fn names_retreats_and_closed_land_are_visible_on_a_phone() {
    let pixel = picture::standard().width / 390.0;
    for language in Drawing::standard().languages() {
        let look = Look { legend: Legend::Hidden, ..Look::new(language, 390) };
        let picture = svg(look, &Scene::of(&Position::start(board())));
        let labels = Drawing::standard().labels(language);
        let mut seen = Vec::new();
        for province in board().provinces() {
            let written = labels.short(province).to_uppercase();
            assert!(picture.contains(&format!(">{written}</text>")), "{}: {written}", language.as_str());
            seen.push(written);
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), board().provinces().len(), "{}", language.as_str());
    }
    // The army in Burgundy is dislodged and retreats to Gascony.
    let mut before = position(&[("germany", UnitKind::Army, "bur")]);
    let dislodged = rules::Unit {
        kind: UnitKind::Army,
        power: board().power("france").expect("a power"),
        location: board().location("bur").expect("a place"),
    };
    let open = vec![board().location("gas").expect("a place")];
    before.dislodged.push(rules::Dislodged { unit: dislodged, open_retreats: open });
    let mut orders: Sheet<RetreatOrder> = Sheet::new(board());
    orders.set(province("bur"), RetreatOrder::To(board().location("gas").expect("a place")));
    let orders = Orders::Retreats(orders);
    let picture =
        svg(Look { width: 390, ..WITHOUT_LEGEND }, &Scene::new(SceneContent::Orders(&before, &orders)));
    let value = |text: &str, key: &str| -> Vec<f32> {
        let rest = text.split(&format!(r#" {key}=""#)).nth(1).expect("the attribute is there");
        rest.split('"').next().unwrap_or_default().split(' ').filter_map(|n| n.parse().ok()).collect()
    };
    let line = picture.split(r#"<path class="s2""#).nth(1).expect("the line of the retreat");
    let (wide, steps) = (value(line, "stroke-width")[0], value(line, "stroke-dasharray"));
    // Round line ends fill half a line width on both sides of a gap.
    assert!(steps[1] - wide > 1.5 * pixel && steps[3] - wide > 1.5 * pixel, "{wide} {steps:?}");
    let hatch = picture.split(r#"id="hatch""#).nth(1).expect("hatching");
    let scale: f32 =
        hatch.split("scale(").nth(1).and_then(|rest| rest.split(')').next()?.parse().ok()).expect("a scale");
    assert!(5.0 * scale > 4.0 * pixel, "hatching lines are {} pixels apart", 5.0 * scale / pixel);
}

#[test]
fn legend_words_differ_and_powers_show_their_unit_kind() {
    for language in Drawing::standard().languages() {
        let words = Drawing::standard().words(language);
        let all = [
            &words.moves,
            &words.carried,
            &words.supports,
            &words.convoys,
            &words.holds,
            &words.fails,
            &words.void,
            &words.dislodged,
            &words.standoff,
            &words.retreat,
            &words.disband,
            &words.closed,
        ];
        for (i, one) in all.iter().enumerate() {
            for other in all.iter().skip(i + 1) {
                let begins = |a: &str, b: &str| {
                    let mut words = a.split(' ').flat_map(|x| b.split(' ').map(move |y| (x, y)));
                    words.any(|(x, y)| y.chars().count() > 5 && x.starts_with(y))
                };
                let alike = begins(one, other) || begins(other, one);
                assert!(!alike, "{}: {one} and {other}", language.as_str());
            }
        }
    }
    let mut before = position(&[("italy", UnitKind::Fleet, "rom"), ("turkey", UnitKind::Army, "con")]);
    before.owners.set_owner(province("con"), board().power("turkey"));
    let picture = svg(ENGLISH, &Scene::of(&before));
    assert_eq!(
        (count(&picture, r##"href="#fleet-mark""##), count(&picture, r##"href="#army-mark""##)),
        (2, 2)
    );
    // 34 on the board, and one in the legend beside the number of centres.
    assert_eq!(count(&picture, r##"href="#centre""##), 35);
    assert!(picture.contains(">Turkey</text>") && picture.contains(">1</text>"));
}

#[test]
fn dark_pictures_have_the_same_lines() {
    let shown: NamedPhase = crowded();
    let lines =
        |shade| paths(&shown.svg(Look { shade, ..WITHOUT_LEGEND }), r#"stroke-width="3.6" d=""#).len();
    assert!(lines(Shade::Light) > 5 && lines(Shade::Light) == lines(Shade::Dark));
}
