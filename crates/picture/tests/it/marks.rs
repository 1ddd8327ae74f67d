//! What the marks on a picture say.

use crate::scenes;

use picture::curve::Point;
use picture::{Drawing, Legend, Look, Scene, Shade, Show};
use rules::{Entry, Order, Orders, UnitKind};
use scenes::{ENGLISH, board, count, judged, moved, paths, position, province, sheet, signs, svg, to};

const BARE: Look = Look { legend: Legend::Hidden, ..ENGLISH };

#[test]
fn a_standoff_a_cut_support_and_a_dislodgement_are_marked() {
    let before = position(&[
        ("germany", UnitKind::Army, "ber"),
        ("russia", UnitKind::Army, "war"),
        ("france", UnitKind::Army, "bur"),
        ("france", UnitKind::Army, "par"),
        ("italy", UnitKind::Army, "mar"),
    ]);
    let support = Order::SupportMove { from: province("bur"), to: board().location("mar").expect("a place") };
    let orders = sheet(&[("ber", to("sil")), ("war", to("sil")), ("bur", to("mar")), ("par", support)]);
    let played = judged(&before, &orders);
    let scene = Scene::new(Show::Phase(&played));
    let picture = svg(BARE, &scene);
    assert_eq!(count(&picture, r##"href="#clash""##), 1, "one stand-off, in Silesia");
    // Both moves to Silesia; Paris cannot support to Marseilles, so the third fails as well.
    assert_eq!(count(&picture, r##"href="#cross""##), 3);
    assert_eq!(count(&picture, r##"href="#void""##), 1, "nobody beat the support that could not be given");
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
    let convoy = Order::Convoy { from: province("lon"), to: province("por") };
    let orders = sheet(&[("lon", to("por")), ("eng", convoy), ("mao", convoy)]);
    let played = judged(&before, &orders);
    let scene = Scene::new(Show::Phase(&played));
    let picture = svg(BARE, &scene);
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
fn fleets_keep_to_the_water_of_their_way() {
    let geometry = picture::standard();
    for (from, goal) in [("mao", "wes"), ("bot", "stp/sc"), ("ion", "tys"), ("nwy", "stp/nc"), ("apu", "ven")]
    {
        let before = position(&[("turkey", UnitKind::Fleet, from)]);
        let picture = moved(&before, &sheet(&[(from, to(goal))]), BARE);
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
    let hold = |key| Order::SupportHold { of: province(key) };
    let picture = moved(&before, &sheet(&[("spa", hold("mar")), ("mar", hold("spa"))]), ENGLISH);
    let lines = paths(&picture, r#"stroke-dasharray="0.1 6.0" d=""#);
    assert_eq!(lines.len(), 2);
    let middle = |line: &[Point]| line[line.len() / 2];
    assert!(middle(&lines[0]).distance(middle(&lines[1])) > 7.0, "{lines:?}");
    // Each has a ring at the unit that it helps, and none at its own.
    let at = |place| picture::standard().unit_at(board(), board().location(place).expect("a place"));
    for (own, helped) in [("spa/sc", "mar"), ("mar", "spa/sc")] {
        let line = lines.iter().find(|line| line[0].distance(at(own)) < 16.0).expect("it begins there");
        let end = line[line.len() - 1];
        assert!(end.distance(at(helped)) < 26.0, "{line:?}");
        let ring = format!(r#"<circle class="tk s2" cx="{:.1}" cy="{:.1}""#, end.x, end.y);
        assert_eq!(count(&picture, &ring), 1, "{ring}");
    }
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
    let convoy = Order::Convoy { from: province("lon"), to: province("bel") };
    let help = Order::SupportMove { from: province("bre"), to: board().location("eng").expect("a place") };
    let orders = [("lon", to("bel")), ("nth", convoy), ("eng", convoy), ("bre", to("eng")), ("iri", help)];
    let picture = moved(&before, &sheet(&orders), BARE);
    // England's two routes: the open one thick, the broken one thin and with a cross beside that of its fleet.
    assert_eq!(paths(&picture, r#"class="s1" stroke-width="3.6" d=""#).len(), 1);
    let broken = paths(&picture, r#"class="s1" stroke-width="2.7" d=""#);
    assert_eq!(broken.len(), 1);
    // It ends at the fleet that was dislodged, or it would seem to share the head of the other.
    let end = broken[0][broken[0].len() - 1];
    assert!(end.distance(picture::standard().place(province("eng")).unit) < 24.0, "{end:?}");
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
    let help = Order::SupportMove { from: province("arm"), to: board().location("ank").expect("a place") };
    let orders = sheet(&[("ank", Order::Hold), ("arm", to("ank")), ("con", help), ("bla", help)]);
    let picture = moved(&before, &orders, ENGLISH);
    assert!(picture.contains(">dislodged</text>") && !picture.contains(">holds</text>"));
    assert!(!picture.contains(">fails</text>") && !picture.contains(">stand-off</text>"));
    let played = judged(&before, &orders);
    let lost = played.destroyed();
    assert_eq!(lost.len(), 1);
    let scene = Scene { lost: &lost, ..Scene::of(&played.after) };
    let picture = svg(ENGLISH, &scene);
    assert!(picture.contains(r##"href="#minus""##) && picture.contains(">disbanded</text>"));
    assert_eq!(count(&picture, r##"href="#burst""##), 2, "on the board and in the legend");
}

#[test]
fn adjustments_that_nobody_has_judged_are_drawn_as_ordered() {
    let before = position(&[("france", UnitKind::Army, "par")]);
    let france = board().power("france").expect("a power");
    let build = |place| {
        let at = board().location(place).expect("a place");
        (france, Entry::Build { kind: UnitKind::Army, at })
    };
    let remove = (france, Entry::Remove { at: province("par") });
    // No judge would allow Berlin, but none was asked.
    let orders = Orders::Adjustments(vec![build("bre"), build("ber"), remove, (france, Entry::Waive)]);
    let picture = svg(BARE, &Scene::new(Show::Orders(&before, &orders)));
    let marks = ["plus", "void", "minus"].map(|sign| signs(&picture, sign).len());
    assert_eq!(marks, [2, 0, 1]);
    assert_eq!(count(&picture, r#"stroke-dasharray="3 3""#), 1, "the build that was waived");
}

#[test]
fn closed_land_is_hatched_and_explained_in_every_language() {
    let before = position(&[("france", UnitKind::Army, "mar")]);
    let italy = ["apu", "nap", "pie", "rom", "tus", "ven"].map(province);
    for language in Drawing::standard().languages() {
        for shade in [Shade::Light, Shade::Dark] {
            let look = Look { shade, ..Look::new(language, 1200) };
            let open = svg(look, &Scene::of(&before));
            let closed = svg(look, &Scene { closed: &italy, ..Scene::of(&before) });
            assert_eq!(count(&closed, "url(#closed)"), 6, "{}", language.as_str());
            let word = format!(">{}</text>", Drawing::standard().words(language).closed);
            assert!(closed.contains(&word) && !open.contains(&word), "{}", language.as_str());
            assert!(!open.contains("closed"), "nothing is added to an open board");
        }
    }
    // A unit cannot go there.
    let reach = Show::Reach(&before, province("mar"));
    let ways = |closed| count(&svg(BARE, &Scene { closed, ..Scene::new(reach) }), r#"class="u2 s2""#);
    assert_eq!(ways(&[]), ways(&italy) + 1, "not to Piedmont");
}

#[test]
fn a_standoff_where_a_unit_has_just_left_is_marked_beside_it() {
    // Diagram 17: Prussia's army goes to Silesia, and two fleets want its place.
    let before = position(&[
        ("russia", UnitKind::Army, "pru"),
        ("russia", UnitKind::Fleet, "bal"),
        ("germany", UnitKind::Fleet, "ber"),
    ]);
    let orders = sheet(&[("pru", to("sil")), ("bal", to("pru")), ("ber", to("pru"))]);
    let picture = moved(&before, &orders, BARE);
    let clashes = signs(&picture, "clash");
    assert_eq!(clashes.len(), 1);
    let away = clashes[0].distance(picture::standard().place(province("pru")).unit);
    assert!((20.0..45.0).contains(&away), "{away}");
    // A unit that stays is no empty province.
    let stays = sheet(&[("bal", to("pru")), ("ber", to("pru"))]);
    assert_eq!(count(&moved(&before, &stays, BARE), r##"href="#clash""##), 0);
}

#[test]
fn every_open_route_tells_what_became_of_the_army() {
    // Diagram 31: two routes, both open, to a place that is held.
    let before = position(&[
        ("france", UnitKind::Army, "tun"),
        ("france", UnitKind::Fleet, "tys"),
        ("france", UnitKind::Fleet, "ion"),
        ("italy", UnitKind::Army, "nap"),
    ]);
    let convoy = Order::Convoy { from: province("tun"), to: province("nap") };
    let orders = sheet(&[("tun", to("nap")), ("tys", convoy), ("ion", convoy), ("nap", Order::Hold)]);
    let picture = moved(&before, &orders, BARE);
    assert_eq!(paths(&picture, r#"class="tk s2" stroke-width="1.6" d=""#).len(), 2, "two hollow heads");
    assert_eq!(paths(&picture, r#"class="u2 s2" stroke-width="1.6" d=""#).len(), 0);
    assert_eq!(count(&picture, r##"href="#cross""##), 2);
}

#[test]
fn the_coast_that_a_fleet_goes_to_is_written() {
    let before = position(&[
        ("france", UnitKind::Fleet, "mao"),
        ("france", UnitKind::Fleet, "gas"),
        ("france", UnitKind::Fleet, "por"),
    ]);
    let help = |place: &str| Order::SupportMove {
        from: province("mao"),
        to: board().location(place).expect("a place"),
    };
    let orders = |place| sheet(&[("mao", to("spa/nc")), ("gas", Order::Hold), ("por", help(place))]);
    let picture = moved(&before, &orders("spa/nc"), BARE);
    assert_eq!((count(&picture, ">nc</text>"), count(&picture, ">sc</text>")), (1, 0));
    assert_eq!(count(&picture, r##"href="#void""##), 0);
    // DATC 6.B.9: a support for the other coast is no support, and one sees which it was for.
    let picture = moved(&before, &orders("spa/sc"), BARE);
    assert_eq!((count(&picture, ">nc</text>"), count(&picture, ">sc</text>")), (1, 1));
    assert_eq!((count(&picture, r##"href="#void""##), count(&picture, r##"href="#cross""##)), (1, 0));
    let told = moved(&before, &orders("spa/sc"), ENGLISH);
    assert!(told.contains(">north coast</text>") && told.contains(">no effect</text>"));
    assert!(!told.contains(">east coast</text>"));
}

#[test]
fn a_name_makes_room_for_a_head() {
    let shift = |picture: &str, name: &str| {
        let at = picture.find(&format!(">{name}</text>")).expect("it is written");
        let group = picture[..at].rfind("<g").expect("in a group");
        picture[group..at].strip_prefix(r#"<g transform="translate("#).and_then(|rest| {
            let (x, y) = rest.split(')').next()?.split_once(' ')?;
            Some(Point::new(x.parse().ok()?, y.parse().ok()?))
        })
    };
    // Diagram 13: from below the arrow at Rumania's unit runs over its name.
    let before = position(&[("russia", UnitKind::Army, "rum"), ("turkey", UnitKind::Army, "bul")]);
    let orders = sheet(&[("rum", Order::Hold), ("bul", to("rum"))]);
    let picture = moved(&before, &orders, BARE);
    let by = shift(&picture, "Rumania").expect("it moves");
    assert!(by.x.hypot(by.y) > 4.0 && by.x.hypot(by.y) < 60.0, "{by:?}");
    assert_eq!(shift(&picture, "Moscow").map(|by| by.x), None, "what is not covered stays");
    // Without orders all names stand where they belong.
    let start = svg(ENGLISH, &Scene::of(&rules::Position::start(board())));
    for name in
        board().provinces().map(|p| atlas::standard().province_name(p)).filter(|n| !n.contains([' ', '-']))
    {
        assert_eq!(shift(&start, name).map(|by| (by.x, by.y)), None, "{name}");
    }
}

#[test]
fn what_stands_around_a_unit_is_seen_on_a_phone() {
    let before = position(&[
        ("england", UnitKind::Army, "lon"),
        ("england", UnitKind::Fleet, "nth"),
        ("germany", UnitKind::Army, "mun"),
        ("france", UnitKind::Army, "bur"),
    ]);
    let convoy = Order::Convoy { from: province("lon"), to: province("bel") };
    let orders = sheet(&[("lon", to("bel")), ("nth", convoy), ("mun", Order::Hold), ("bur", to("mun"))]);
    let look = Look { width: 390, ..BARE };
    let picture = moved(&before, &orders, look);
    let pixel = picture::standard().width / 390.0;
    // The ring of a hold: a pixel of its own colour, two of land between it and the unit.
    let at = picture.find(r#"<circle class="ln s3""#).expect("the ring");
    let ring = &picture[at..at + 120];
    let value = |key: &str| -> f32 {
        let rest = ring.split(&format!(r#" {key}=""#)).nth(1).expect("it has one");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
    };
    assert!(value("r") - 12.6 * 1.35 > 2.0 * pixel && value("stroke-width") > 0.95 * pixel, "{ring}");
    // A hollow head has an inside of two pixels at least.
    let head = paths(&picture, r#"class="tk s2" stroke-width="2.6" d=""#).remove(0);
    assert!(head[1].distance(head[3]) - 2.6 > 4.0 * pixel, "{head:?}");
}
