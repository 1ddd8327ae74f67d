//! What pictures are made of, that they are always the same, and that people can tell the powers apart.

use std::sync::Arc;

use picture::curve::Point;
use picture::{
    Canvas, Deeds, Film, FilmKind, Geometry, Hits, Labels, Legend, Look, Naming, Painter, Palette, Scene,
    Shade, Sight, Theme, Tongue, Words, closest,
};
use rules::{
    Board, Edition, Forces, Judge, Order, Owners, Passage, Position, Power, Ruling, Sheet, Unit, UnitKind,
};

fn board() -> &'static Board {
    &atlas::standard().board
}

fn position(units: &[(&str, UnitKind, &str)]) -> Position {
    let mut position = Position::start(board());
    position.forces = Forces::new(board());
    position.owners = Owners::none(board());
    for (power, kind, place) in units {
        let power = board().power(power).expect("a power");
        let location = board().location(place).expect("a place");
        position.forces.place(board(), Unit { kind: *kind, power, location }).expect("free");
    }
    position
}

fn sheet(orders: &[(&str, Order)]) -> Sheet<Order> {
    let mut sheet = Sheet::new(board());
    for (province, order) in orders {
        sheet.set(board().province(province).expect("a province"), *order);
    }
    sheet
}

fn to(place: &str) -> Order {
    Order::Move { to: board().location(place).expect("a place"), passage: Passage::Unstated }
}

fn judged(position: &Position, orders: &Sheet<Order>) -> Vec<Ruling> {
    let mut judge = Judge::new(board(), Edition::Y2000);
    judge.movement(&position.forces, &position.table, orders).rulings().to_vec()
}

fn svg(look: Look, scene: &Scene<'_>) -> String {
    let labels = Labels::standard(look.tongue);
    Painter::new(board(), picture::standard(), labels, look).expect("a width").svg(scene)
}

const ENGLISH: Look = Look::new(Tongue::English, 1200);

/// The marks of a picture: how often each shape is used.
fn count(svg: &str, what: &str) -> usize {
    svg.matches(what).count()
}

#[test]
fn the_start_has_22_units_34_centres_and_75_names() {
    let picture = svg(ENGLISH, &Scene::of(&Position::start(board())));
    // Seven more armies stand in the legend, one a power.
    assert_eq!((count(&picture, r##"href="#army""##), count(&picture, r##"href="#fleet""##)), (13 + 7, 9));
    assert_eq!(count(&picture, r##"href="#centre""##), 34);
    // 56 lands, and the shore that is drawn several times.
    assert_eq!(count(&picture, "<path id="), 57);
    assert!(picture.contains(">Constantinople</text>") && picture.contains(">sc</text>"));
    assert!(!picture.contains("NaN") && !picture.contains("inf"));
}

#[test]
fn layers_lie_in_their_order() {
    let picture = svg(ENGLISH, &Scene::of(&Position::start(board())));
    let layers = [
        "<style>",
        r#"id="hatch""#,
        r#"id="army""#,
        r#"<rect class="sea""#,
        "url(#vignette)",
        r#"class="ln gr""#,
        r#"class="ln h0""#,
        r#"class="ln h1""#,
        r#"class="ln h2""#,
        r#"class="ln sb""#,
        r#"class="ln co""#,
        r#"class="nb""#,
        r#"<g fill-rule="evenodd"><path id="alb""#,
        r#"class="ln ri""#,
        r#"class="ln bo""#,
        r#"class="ln na""#,
        r#"class="la co""#,
        r##"<use href="#centre""##,
        ">Adriatic Sea</text>",
        r##"<use href="#army""##,
        r#"class="fr""#,
        r#"class="pa""#,
        ">Austria 3</text>",
        "</svg>",
    ];
    let found: Vec<Option<usize>> = layers.iter().map(|layer| picture.find(layer)).collect();
    assert!(found.iter().all(Option::is_some), "{found:?}");
    assert!(found.is_sorted(), "{found:?}");
    let paths = picture.matches("<path").count();
    assert_eq!(paths, picture.matches(" d=\"M").count(), "every path begins somewhere");
}

#[test]
fn a_standoff_a_cut_support_and_a_dislodgement_are_marked() {
    let before = position(&[
        ("germany", UnitKind::Army, "ber"),
        ("russia", UnitKind::Army, "war"),
        ("france", UnitKind::Army, "bur"),
        ("france", UnitKind::Army, "par"),
        ("italy", UnitKind::Army, "mar"),
    ]);
    let province = |key: &str| board().province(key).expect("a province");
    let support = Order::SupportMove { from: province("bur"), to: board().location("mar").expect("a place") };
    let orders = sheet(&[("ber", to("sil")), ("war", to("sil")), ("bur", to("mar")), ("par", support)]);
    let rulings = judged(&before, &orders);
    let scene = Scene {
        position: &before,
        deeds: Deeds::Movement { orders: &orders, rulings: &rulings },
        lost: &[],
        title: None,
    };
    let picture = svg(Look { legend: Legend::Hidden, ..ENGLISH }, &scene);
    assert_eq!(count(&picture, r##"href="#clash""##), 1, "one stand-off, in Silesia");
    // Both moves to Silesia; Paris cannot support to Marseilles, so the third fails as well.
    assert_eq!(count(&picture, r##"href="#cross""##), 4);
    assert_eq!(count(&picture, r##"href="#burst""##), 0);
    let shown = Look { only: board().power("germany"), legend: Legend::Hidden, ..ENGLISH };
    assert_eq!(count(&svg(shown, &scene), r##"href="#cross""##), 1, "only Germany's order");
}

#[test]
fn a_convoy_runs_through_its_fleets() {
    let before = position(&[
        ("england", UnitKind::Army, "lon"),
        ("england", UnitKind::Fleet, "eng"),
        ("england", UnitKind::Fleet, "mao"),
    ]);
    let province = |key: &str| board().province(key).expect("a province");
    let convoy = Order::Convoy { from: province("lon"), to: province("por") };
    let orders = sheet(&[("lon", to("por")), ("eng", convoy), ("mao", convoy)]);
    let rulings = judged(&before, &orders);
    let scene = Scene {
        position: &before,
        deeds: Deeds::Movement { orders: &orders, rulings: &rulings },
        lost: &[],
        title: None,
    };
    let picture = svg(Look { legend: Legend::Hidden, ..ENGLISH }, &scene);
    assert_eq!(count(&picture, r##"href="#wave""##), 2);
    // The way is a wave that passes close by both fleets.
    let line = picture
        .split(r#"stroke-width="3.6" d=""#)
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a way");
    let spots: Vec<Point> = line
        .split(['M', 'L'])
        .filter_map(|pair| pair.split_once(' '))
        .filter_map(|(x, y)| Some(Point::new(x.parse().ok()?, y.parse().ok()?)))
        .collect();
    for sea in ["eng", "mao"] {
        let fleet = picture::standard().place(province(sea)).unit;
        assert!(spots.iter().any(|spot| spot.distance(fleet) < 4.5), "{sea}");
    }
}

#[test]
fn each_coast_has_its_own_place_and_says_which_it_is() {
    for place in ["spa/nc", "spa/sc", "stp/nc", "stp/sc", "bul/ec", "bul/sc"] {
        let before = position(&[("turkey", UnitKind::Fleet, place)]);
        let picture = svg(ENGLISH, &Scene::of(&before));
        let location = board().location(place).expect("a place");
        let at = picture::standard().unit_at(board(), location);
        assert!(picture.contains(&format!("translate({:.1} {:.1})", at.x, at.y)), "{place}");
        assert!(picture.contains(&format!(">{}</text>", &place[4..])), "{place}");
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes_and_the_right_pixels() {
    let start = Position::start(board());
    let labels = Labels::standard(Tongue::English);
    let look = Look { naming: Naming::None, legend: Legend::Hidden, ..Look::new(Tongue::English, 600) };
    let painter = Arc::new(Painter::new(board(), picture::standard(), labels, look).expect("a width"));
    let canvas = Canvas::new(Arc::clone(&painter)).expect("paintable");
    let first = canvas.png(&Scene::of(&start)).expect("paintable");
    let again = Canvas::new(painter).expect("paintable").png(&Scene::of(&start)).expect("paintable");
    assert!(first == again);
    let pixels = canvas.pixels(&Scene::of(&start)).expect("paintable");
    let theme = Theme::new(Palette::Clear, Shade::Light);
    let colour = |at: Point| {
        let pixel = pixels.pixel((at.x * 0.4) as u32, (at.y * 0.4) as u32).expect("on the board");
        [pixel.red(), pixel.green(), pixel.blue()]
    };
    let close = |found: [u8; 3], wanted: u32| {
        [16, 8, 0]
            .iter()
            .zip(found)
            .all(|(shift, value)| (i32::from(value) - (wanted >> shift & 255) as i32).abs() <= 6)
    };
    // Beside the unit of Moscow lies Russian land; in the middle of the North Sea, sea; neutral Spain.
    let near = |key: &str, dx: f32, dy: f32| {
        let unit = picture::standard().place(board().province(key).expect("a province")).unit;
        colour(Point::new(unit.x + dx, unit.y + dy))
    };
    let russia = board().power("russia").map_or(0, Power::index);
    assert!(close(near("mos", -40.0, -30.0), theme.land(russia)), "{:?}", near("mos", -40.0, -30.0));
    assert!(close(near("spa", 0.0, 0.0), theme.neutral), "{:?}", near("spa", 0.0, 0.0));
}

#[test]
fn widths_have_bounds() {
    let labels = Labels::standard(Tongue::English);
    for width in [0, 119, 4001, u32::MAX] {
        let refused = Painter::new(board(), picture::standard(), labels, Look::new(Tongue::English, width));
        assert!(refused.is_err_and(|error| error.to_string().contains("choose 120 to 4000")));
    }
}

#[test]
fn powers_can_be_told_apart_by_everybody() {
    for palette in Palette::ALL {
        for shade in [Shade::Light, Shade::Dark] {
            let theme = Theme::new(palette, shade);
            let units: Vec<u32> = (0..7).map(|power| theme.unit(power)).collect();
            let mut lands: Vec<u32> = (0..7).map(|power| theme.land(power)).collect();
            lands.push(theme.neutral);
            for sight in Sight::ALL {
                let (land, unit) = (closest(&lands, sight), closest(&units, sight));
                assert!(land.0 >= 15.5, "{palette:?} {shade:?} {sight:?} land {land:?}");
                assert!(unit.0 >= 17.5, "{palette:?} {shade:?} {sight:?} units {unit:?}");
            }
        }
    }
}

#[test]
fn emblems_differ_in_every_language() {
    for tongue in Tongue::ALL {
        let labels = Labels::standard(tongue);
        let mut emblems: Vec<&str> = board().powers().map(|power| labels.emblem(power)).collect();
        emblems.sort_unstable();
        emblems.dedup();
        assert_eq!(emblems.len(), 7, "{}", tongue.key());
        assert!(!Words::of(tongue).moves.is_empty());
    }
}

#[test]
fn a_finger_finds_its_province() {
    let hits = Hits::new(board(), picture::standard());
    let (mut right, mut all) = (0, 0);
    // 390 pixels zoomed twice.
    let unit = picture::standard().width / (390.0 * 2.0);
    for province in board().provinces() {
        let place = picture::standard().place(province);
        for at in std::iter::once(place.unit).chain(place.coasts.iter().map(|(_, at, _)| *at)) {
            for k in 0..64 {
                // Evenly over a disc of 8 pixels.
                let (turn, away) = (k as f32 * 2.399_963, ((k as f32 + 0.5) / 64.0).sqrt() * 8.0 * unit);
                let touch = Point::new(at.x + away * turn.cos(), at.y + away * turn.sin());
                all += 1;
                right += usize::from(hits.find(touch, 12.0 * unit) == Some(province));
            }
        }
    }
    println!("{right} of {all} touches found their province");
    assert!(right * 100 >= all * 98, "{right} of {all}");
}

#[test]
fn films_hold_every_scene() {
    let start = Position::start(board());
    let empty = position(&[]);
    let labels = Labels::standard(Tongue::English);
    let look = Look { legend: Legend::Hidden, ..Look::new(Tongue::English, 200) };
    let painter = Arc::new(Painter::new(board(), picture::standard(), labels, look).expect("a width"));
    let canvas = Canvas::new(Arc::clone(&painter)).expect("paintable");
    let frames: Vec<_> = [&start, &empty, &start]
        .map(|p| canvas.pixels(&Scene::of(p)).expect("paintable"))
        .into_iter()
        .collect();
    for (kind, head) in [(FilmKind::Gif, &b"GIF89a"[..]), (FilmKind::Apng, &b"\x89PNG"[..])] {
        let mut bytes = Vec::new();
        let mut film = Film::new(kind, &mut bytes, &frames[0], 3, 100).expect("begins");
        for frame in &frames {
            film.push(frame).expect("takes it");
        }
        film.finish().expect("ends");
        assert!(bytes.starts_with(head));
        if kind == FilmKind::Gif {
            let mut options = gif::DecodeOptions::new();
            options.set_color_output(gif::ColorOutput::RGBA);
            let mut decoder = options.read_info(&bytes[..]).expect("reads");
            let mut count = 0;
            while decoder.read_next_frame().expect("reads").is_some() {
                count += 1;
            }
            assert_eq!(count, 3);
        } else {
            let reader = png::Decoder::new(&bytes[..]).read_info().expect("reads");
            assert_eq!(reader.info().animation_control().map(|control| control.num_frames), Some(3));
        }
    }
}

#[test]
fn a_page_needs_nothing_else() {
    let start = Position::start(board());
    let labels = Labels::standard(Tongue::Dutch);
    let painter =
        Painter::new(board(), picture::standard(), labels, Look::new(Tongue::Dutch, 1200)).expect("a width");
    let page = picture::page(&painter, "A & B", &[Scene::of(&start), Scene::of(&start)]);
    assert!(
        page.starts_with("<!doctype html>") && page.contains("A &amp; B") && page.contains("Voorjaar 1901")
    );
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"));
    assert_eq!(count(&page, "</script>"), 1);
}

#[test]
fn a_broken_drawing_is_told_with_all_its_faults() {
    let text = include_str!("../../../variants/standard/geometry.json");
    let broken = text.replacen("\"par\":{\"rings\":[[", "\"par\":{\"rings\":[[9999,", 1).replacen(
        "\"nation\":\"austria\"",
        "\"nation\":\"narnia\"",
        1,
    );
    let bad = Geometry::read(board(), &broken).expect_err("it is broken");
    let told = bad.to_string();
    assert!(
        told.contains("par: a ring names an arc that is not there") && told.contains("'narnia' is no power"),
        "{told}"
    );
    assert!(bad.0.iter().all(|fault| fault.line > 0));
    assert!(Geometry::read(board(), "{").is_err());
}

fn moved(position: &Position, orders: &Sheet<Order>, look: Look) -> String {
    let rulings = judged(position, orders);
    let scene =
        Scene { position, deeds: Deeds::Movement { orders, rulings: &rulings }, lost: &[], title: None };
    svg(look, &scene)
}

/// The points of a path that follows a piece of text.
fn paths(svg: &str, before: &str) -> Vec<Vec<Point>> {
    let line = |rest: &str| {
        let line = rest.split('"').next().unwrap_or_default();
        line.split(['M', 'L'])
            .filter_map(|pair| pair.split_once(' '))
            .filter_map(|(x, y)| Some(Point::new(x.parse().ok()?, y.parse().ok()?)))
            .collect()
    };
    svg.split(before).skip(1).map(line).collect()
}

#[test]
fn fleets_keep_to_the_water_of_their_way() {
    let geometry = picture::standard();
    for (from, goal) in [("mao", "wes"), ("bot", "stp/sc"), ("ion", "tys"), ("nwy", "stp/nc"), ("apu", "ven")]
    {
        let before = position(&[("turkey", UnitKind::Fleet, from)]);
        let picture = moved(&before, &sheet(&[(from, to(goal))]), Look { legend: Legend::Hidden, ..ENGLISH });
        let way = paths(&picture, r#"stroke-width="3.6" d=""#).remove(0);
        let own = [from, &goal[..3]].map(|key| board().province(key).expect("a province"));
        for province in board().provinces().filter(|p| !own.contains(p)) {
            if board().terrain(province) == rules::Terrain::Water {
                continue;
            }
            for at in &way {
                assert!(
                    geometry.depth(province, *at) < 5.0,
                    "{from}-{goal} over {}",
                    board().province_key(province)
                );
            }
        }
    }
}

#[test]
fn units_that_support_each_other_have_two_lines() {
    let before = position(&[("france", UnitKind::Fleet, "spa/sc"), ("france", UnitKind::Fleet, "mar")]);
    let province = |key: &str| board().province(key).expect("a province");
    let hold = |key| Order::SupportHold { of: province(key) };
    let picture = moved(&before, &sheet(&[("spa", hold("mar")), ("mar", hold("spa"))]), ENGLISH);
    let lines = paths(&picture, r#"stroke-dasharray=".1 6.0" d=""#);
    assert_eq!(lines.len(), 2);
    let middle = |line: &[Point]| line[line.len() / 2];
    assert!(middle(&lines[0]).distance(middle(&lines[1])) > 7.0, "{lines:?}");
}

#[test]
fn a_second_route_is_drawn_and_told_if_it_was_broken() {
    let before = position(&[
        ("england", UnitKind::Army, "lon"),
        ("england", UnitKind::Fleet, "nth"),
        ("england", UnitKind::Fleet, "eng"),
        ("france", UnitKind::Fleet, "bre"),
        ("france", UnitKind::Fleet, "iri"),
    ]);
    let province = |key: &str| board().province(key).expect("a province");
    let convoy = Order::Convoy { from: province("lon"), to: province("bel") };
    let help = Order::SupportMove { from: province("bre"), to: board().location("eng").expect("a place") };
    let orders = [("lon", to("bel")), ("nth", convoy), ("eng", convoy), ("bre", to("eng")), ("iri", help)];
    let picture = moved(&before, &sheet(&orders), Look { legend: Legend::Hidden, ..ENGLISH });
    // England's two routes: the open one thick, the broken one thin and with a cross beside that of its fleet.
    assert_eq!(paths(&picture, r#"class="s1" stroke-width="3.6" d=""#).len(), 1);
    assert_eq!(paths(&picture, r#"class="s1" stroke-width="2.7" d=""#).len(), 1);
    assert_eq!(count(&picture, r##"href="#cross""##), 2);
}

#[test]
fn what_was_destroyed_is_drawn_and_only_drawn_marks_are_explained() {
    let before = position(&[
        ("turkey", UnitKind::Fleet, "ank"),
        ("russia", UnitKind::Army, "arm"),
        ("russia", UnitKind::Fleet, "con"),
        ("russia", UnitKind::Fleet, "bla"),
    ]);
    let province = |key: &str| board().province(key).expect("a province");
    let help = Order::SupportMove { from: province("arm"), to: board().location("ank").expect("a place") };
    let orders = sheet(&[("ank", Order::Hold), ("arm", to("ank")), ("con", help), ("bla", help)]);
    let picture = moved(&before, &orders, ENGLISH);
    assert!(picture.contains(">dislodged</text>") && !picture.contains(">holds</text>"));
    assert!(!picture.contains(">fails</text>") && !picture.contains(">stand-off</text>"));
    let mut judge = Judge::new(board(), Edition::Y2000);
    let verdict = judge.movement(&before.forces, &before.table, &orders);
    let mut after = before.clone();
    after.after_movement(board(), verdict);
    let lost = picture::lost(board(), &before, verdict.rulings(), &after);
    assert_eq!(lost.len(), 1);
    let scene = Scene { lost: &lost, ..Scene::of(&after) };
    let picture = svg(ENGLISH, &scene);
    assert!(picture.contains(r##"href="#minus""##) && picture.contains(">removal</text>"));
    assert_eq!(count(&picture, r##"href="#burst""##), 2, "on the board and in the legend");
}
