//! The marks on a picture: moves, supports, convoys, standoffs, dislodgements, retreats, builds.

use crate::scenes;

use picture::curve::Point;
use picture::{Drawing, Legend, Look, Scene, SceneContent, Shade};
use rules::{AdjustmentOrder, Order, Orders, UnitKind};
use scenes::{ENGLISH, board, count, judged, judged_svg, paths, position, province, sheet, signs, svg, to};

const WITHOUT_LEGEND: Look = Look { legend: Legend::Hidden, ..ENGLISH };

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
    let scene = Scene::new(SceneContent::Resolution(&played));
    let picture = svg(WITHOUT_LEGEND, &scene);
    assert_eq!(count(&picture, r##"href="#clash""##), 1, "one standoff, in Silesia");
    // Both moves to Silesia fail. Paris cannot support a move to Marseilles, so the third move fails too.
    assert_eq!(count(&picture, r##"href="#cross""##), 3);
    assert_eq!(count(&picture, r##"href="#void""##), 1, "an illegal support has no effect; it did not fail");
    assert_eq!(count(&picture, r##"href="#burst""##), 0);
    let shown = Look { only_power: board().power("germany"), legend: Legend::Hidden, ..ENGLISH };
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
    let scene = Scene::new(SceneContent::Resolution(&played));
    let picture = svg(WITHOUT_LEGEND, &scene);
    assert_eq!(count(&picture, r##"href="#wave""##), 2);
    // The line is a wave that passes close to both fleets.
    let line = picture
        .split(r#"stroke-width="3.6" d=""#)
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .expect("a line");
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
fn fleet_lines_stay_on_water() {
    let geometry = picture::standard();
    for (from, goal) in [("mao", "wes"), ("bot", "stp/sc"), ("ion", "tys"), ("nwy", "stp/nc"), ("apu", "ven")]
    {
        let before = position(&[("turkey", UnitKind::Fleet, from)]);
        let picture = judged_svg(&before, &sheet(&[(from, to(goal))]), WITHOUT_LEGEND);
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
    let picture = judged_svg(&before, &sheet(&[("spa", hold("mar")), ("mar", hold("spa"))]), ENGLISH);
    let lines = paths(&picture, r#"stroke-dasharray="0.1 6.0" d=""#);
    assert_eq!(lines.len(), 2);
    let middle = |line: &[Point]| line[line.len() / 2];
    assert!(middle(&lines[0]).distance(middle(&lines[1])) > 7.0, "{lines:?}");
    // Each line has a ring at the supported unit, and none at its own unit.
    let at = |place| picture::standard().unit_at(board(), board().location(place).expect("a place"));
    for (own, helped) in [("spa/sc", "mar"), ("mar", "spa/sc")] {
        let line = lines.iter().find(|line| line[0].distance(at(own)) < 16.0).expect("a line starts there");
        let end = line[line.len() - 1];
        assert!(end.distance(at(helped)) < 26.0, "{line:?}");
        let ring = format!(r#"<circle class="tk s2" cx="{:.1}" cy="{:.1}""#, end.x, end.y);
        assert_eq!(count(&picture, &ring), 1, "{ring}");
    }
}

#[test]
fn a_second_route_is_drawn_and_marked_if_broken() {
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
    let picture = judged_svg(&before, &sheet(&orders), WITHOUT_LEGEND);
    // England's two routes: the open one is thick; the broken one is thin and has a cross, as its fleet has.
    assert_eq!(paths(&picture, r#"class="s1" stroke-width="3.6" d=""#).len(), 1);
    let broken = paths(&picture, r#"class="s1" stroke-width="2.7" d=""#);
    assert_eq!(broken.len(), 1);
    // It ends at the dislodged fleet, so that it does not seem to share the head of the other route.
    let end = broken[0][broken[0].len() - 1];
    assert!(end.distance(picture::standard().place(province("eng")).unit) < 24.0, "{end:?}");
    assert_eq!(count(&picture, r##"href="#cross""##), 2);
}

#[test]
fn destroyed_units_are_drawn_and_the_legend_explains_only_drawn_marks() {
    let before = position(&[
        ("turkey", UnitKind::Fleet, "ank"),
        ("russia", UnitKind::Army, "arm"),
        ("russia", UnitKind::Fleet, "con"),
        ("russia", UnitKind::Fleet, "bla"),
    ]);
    let help = Order::SupportMove { from: province("arm"), to: board().location("ank").expect("a place") };
    let orders = sheet(&[("ank", Order::Hold), ("arm", to("ank")), ("con", help), ("bla", help)]);
    let picture = judged_svg(&before, &orders, ENGLISH);
    assert!(picture.contains(">dislodged</text>") && !picture.contains(">holds</text>"));
    assert!(!picture.contains(">fails</text>") && !picture.contains(">stand-off</text>"));
    let played = judged(&before, &orders);
    let lost = played.destroyed();
    assert_eq!(lost.len(), 1);
    let scene = Scene { destroyed: &lost, ..Scene::of(&played.after) };
    let picture = svg(ENGLISH, &scene);
    assert!(picture.contains(r##"href="#minus""##) && picture.contains(">disbanded</text>"));
    assert_eq!(count(&picture, r##"href="#burst""##), 2, "on the board and in the legend");
}

#[test]
fn unjudged_adjustments_are_drawn_as_ordered() {
    let before = position(&[("france", UnitKind::Army, "par")]);
    let france = board().power("france").expect("a power");
    let build = |place| {
        let at = board().location(place).expect("a place");
        (france, AdjustmentOrder::Build { kind: UnitKind::Army, at })
    };
    let remove = (france, AdjustmentOrder::Remove { at: province("par") });
    // The build in Berlin is illegal, but orders without results are not judged.
    let orders =
        Orders::Adjustments(vec![build("bre"), build("ber"), remove, (france, AdjustmentOrder::Waive)]);
    let picture = svg(WITHOUT_LEGEND, &Scene::new(SceneContent::Orders(&before, &orders)));
    let marks = ["plus", "void", "minus"].map(|sign| signs(&picture, sign).len());
    assert_eq!(marks, [2, 0, 1]);
    assert_eq!(count(&picture, r#"stroke-dasharray="3 3""#), 1, "the waived build");
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
    // No unit can move there.
    let reach = SceneContent::Reach(&before, province("mar"));
    let ways =
        |closed| count(&svg(WITHOUT_LEGEND, &Scene { closed, ..Scene::new(reach) }), r#"class="u2 s2""#);
    assert_eq!(ways(&[]), ways(&italy) + 1, "not to Piedmont");
}

#[test]
fn a_standoff_where_a_unit_has_just_left_is_marked_beside_it() {
    // Diagram 17: the army in Prussia moves to Silesia, and two fleets try to enter Prussia.
    let before = position(&[
        ("russia", UnitKind::Army, "pru"),
        ("russia", UnitKind::Fleet, "bal"),
        ("germany", UnitKind::Fleet, "ber"),
    ]);
    let orders = sheet(&[("pru", to("sil")), ("bal", to("pru")), ("ber", to("pru"))]);
    let picture = judged_svg(&before, &orders, WITHOUT_LEGEND);
    let clashes = signs(&picture, "clash");
    assert_eq!(clashes.len(), 1);
    let away = clashes[0].distance(picture::standard().place(province("pru")).unit);
    assert!((20.0..45.0).contains(&away), "{away}");
    // If the unit stays, the province is not empty and has no standoff sign.
    let stays = sheet(&[("bal", to("pru")), ("ber", to("pru"))]);
    assert_eq!(count(&judged_svg(&before, &stays, WITHOUT_LEGEND), r##"href="#clash""##), 0);
}

#[test]
fn every_open_route_shows_the_outcome() {
    // Diagram 31: two open routes to a province that is held.
    let before = position(&[
        ("france", UnitKind::Army, "tun"),
        ("france", UnitKind::Fleet, "tys"),
        ("france", UnitKind::Fleet, "ion"),
        ("italy", UnitKind::Army, "nap"),
    ]);
    let convoy = Order::Convoy { from: province("tun"), to: province("nap") };
    let orders = sheet(&[("tun", to("nap")), ("tys", convoy), ("ion", convoy), ("nap", Order::Hold)]);
    let picture = judged_svg(&before, &orders, WITHOUT_LEGEND);
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
    let picture = judged_svg(&before, &orders("spa/nc"), WITHOUT_LEGEND);
    assert_eq!((count(&picture, ">nc</text>"), count(&picture, ">sc</text>")), (1, 0));
    assert_eq!(count(&picture, r##"href="#void""##), 0);
    // DATC 6.B.9: a support for the other coast has no effect, and the picture shows which coast it names.
    let picture = judged_svg(&before, &orders("spa/sc"), WITHOUT_LEGEND);
    assert_eq!((count(&picture, ">nc</text>"), count(&picture, ">sc</text>")), (1, 1));
    assert_eq!((count(&picture, r##"href="#void""##), count(&picture, r##"href="#cross""##)), (1, 0));
    let picture_with_legend = judged_svg(&before, &orders("spa/sc"), ENGLISH);
    assert!(
        picture_with_legend.contains(">north coast</text>")
            && picture_with_legend.contains(">no effect</text>")
    );
    assert!(!picture_with_legend.contains(">east coast</text>"));
}

#[test]
fn a_name_is_moved_away_from_an_arrow_head() {
    let shift = |picture: &str, name: &str| {
        let at = picture.find(&format!(">{name}</text>")).expect("the name is written");
        let group = picture[..at].rfind("<g").expect("the name is in a group");
        picture[group..at].strip_prefix(r#"<g transform="translate("#).and_then(|rest| {
            let (x, y) = rest.split(')').next()?.split_once(' ')?;
            Some(Point::new(x.parse().ok()?, y.parse().ok()?))
        })
    };
    // Diagram 13: the arrow to Rumania comes from below, over the name.
    let before = position(&[("russia", UnitKind::Army, "rum"), ("turkey", UnitKind::Army, "bul")]);
    let orders = sheet(&[("rum", Order::Hold), ("bul", to("rum"))]);
    let picture = judged_svg(&before, &orders, WITHOUT_LEGEND);
    let by = shift(&picture, "Rumania").expect("the name is moved");
    assert!(by.x.hypot(by.y) > 4.0 && by.x.hypot(by.y) < 60.0, "{by:?}");
    assert_eq!(shift(&picture, "Moscow").map(|by| by.x), None, "a name that is not covered stays");
    // Without orders all names are at their usual places.
    let start = svg(ENGLISH, &Scene::of(&rules::Position::start(board())));
    for name in
        board().provinces().map(|p| atlas::standard().province_name(p)).filter(|n| !n.contains([' ', '-']))
    {
        assert_eq!(shift(&start, name).map(|by| (by.x, by.y)), None, "{name}");
    }
}

#[test]
fn rings_around_units_are_visible_on_a_phone() {
    let before = position(&[
        ("england", UnitKind::Army, "lon"),
        ("england", UnitKind::Fleet, "nth"),
        ("germany", UnitKind::Army, "mun"),
        ("france", UnitKind::Army, "bur"),
    ]);
    let convoy = Order::Convoy { from: province("lon"), to: province("bel") };
    let orders = sheet(&[("lon", to("bel")), ("nth", convoy), ("mun", Order::Hold), ("bur", to("mun"))]);
    let look = Look { width: 390, ..WITHOUT_LEGEND };
    let picture = judged_svg(&before, &orders, look);
    let pixel = picture::standard().width / 390.0;
    // The ring of a hold: at least one pixel wide, two pixels away from the unit.
    let at = picture.find(r#"<circle class="ln s3""#).expect("the ring");
    let ring = &picture[at..at + 120];
    let value = |key: &str| -> f32 {
        let rest = ring.split(&format!(r#" {key}=""#)).nth(1).expect("the attribute is there");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
    };
    assert!(value("r") - 12.6 * 1.35 > 2.0 * pixel && value("stroke-width") > 0.95 * pixel, "{ring}");
    // The inside of a hollow head is more than four pixels wide at its base.
    let head = paths(&picture, r#"class="tk s2" stroke-width="2.6" d=""#).remove(0);
    assert!(head[1].distance(head[3]) - 2.6 > 4.0 * pixel, "{head:?}");
}
