//! The contents and layers of pictures, reproducible output, colours, hit test, animations and the replay
//! page.

use crate::scenes;

use std::sync::Arc;

use picture::curve::Point;
use picture::{
    Animation, AnimationFormat, Canvas, ColourVision, Drawing, Geometry, LanguageCode, Legend, Look, Naming,
    Painter, Palette, Scene, Shade, Theme, closest_colours, contrast,
};
use rules::{Position, Power, UnitKind};
use scenes::{ENGLISH, board, count, position, svg};

#[test]
fn the_start_has_22_units_34_centres_and_75_names() {
    let picture = svg(ENGLISH, &Scene::of(&Position::start(board())));
    // The legend has seven more armies, one per power.
    assert_eq!(
        (count(&picture, r##"href="#army-mark""##), count(&picture, r##"href="#fleet-mark""##)),
        (13 + 7, 9)
    );
    // The legend has seven more, beside the numbers of centres.
    assert_eq!(count(&picture, r##"href="#centre""##), 34 + 7);
    // 56 land provinces, and the coast line that is drawn several times.
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
        ">Austria</text>",
        "</svg>",
    ];
    let found: Vec<Option<usize>> = layers.iter().map(|layer| picture.find(layer)).collect();
    assert!(found.iter().all(Option::is_some), "{found:?}");
    assert!(found.is_sorted(), "{found:?}");
    let paths = picture.matches("<path").count();
    assert_eq!(paths, picture.matches(" d=\"M").count(), "every path starts with a move");
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
    let look = Look { naming: Naming::None, legend: Legend::Hidden, ..Look::new(LanguageCode::ENGLISH, 600) };
    let painter = Arc::new(Painter::new(Drawing::standard(), look).expect("the width is in range"));
    let canvas = Canvas::new(Arc::clone(&painter)).expect("the scene can be painted");
    let first = canvas.png(&Scene::of(&start)).expect("the scene can be painted");
    let again = Canvas::new(painter)
        .expect("the scene can be painted")
        .png(&Scene::of(&start))
        .expect("the scene can be painted");
    assert!(first == again);
    let pixels = canvas.pixels(&Scene::of(&start)).expect("the scene can be painted");
    let theme = Theme::new(Drawing::standard().colours(), Palette::Clear, Shade::Light);
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
    // Beside the unit of Moscow is Russian land; Spain is neutral.
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
    for width in [0, 119, 4001, u32::MAX] {
        let refused = Painter::new(Drawing::standard(), Look::new(LanguageCode::ENGLISH, width));
        assert!(refused.is_err_and(|error| error.to_string().contains("choose 120 to 4000")));
    }
}

#[test]
fn colour_blind_people_can_distinguish_the_powers() {
    for variant in atlas::built_in() {
        let drawing = Drawing::new(variant).expect("a drawing");
        for palette in Palette::ALL {
            for shade in [Shade::Light, Shade::Dark] {
                let theme = Theme::new(drawing.colours(), palette, shade);
                let powers = || variant.board.powers().map(Power::index);
                let units: Vec<u32> = powers().map(|power| theme.unit(power)).collect();
                let mut lands: Vec<u32> = powers().map(|power| theme.land(power)).collect();
                lands.push(theme.neutral);
                for sight in ColourVision::ALL {
                    let (land, unit) = (closest_colours(&lands, sight), closest_colours(&units, sight));
                    let what = format!("{} {palette:?} {shade:?} {sight:?}", variant.key());
                    assert!(land.0 >= 15.5, "{what} land {land:?}");
                    assert!(unit.0 >= 17.5, "{what} units {unit:?}");
                }
                for power in powers() {
                    let what = format!("{} {palette:?} {shade:?} power {power}", variant.key());
                    let mark = contrast(theme.emblem(power), theme.unit(power));
                    // The rulebooks' own colours leave less choice.
                    let least = if palette == Palette::Clear { 4.5 } else { 3.5 };
                    assert!(mark >= least, "{what}: the picture on its pieces has contrast {mark}");
                }
            }
        }
    }
}

#[test]
fn emblems_differ_in_every_language() {
    for language in Drawing::standard().languages() {
        let labels = Drawing::standard().labels(language);
        let mut emblems: Vec<&str> = board().powers().map(|power| labels.emblem(power)).collect();
        emblems.sort_unstable();
        emblems.dedup();
        assert_eq!(emblems.len(), 7, "{}", language.as_str());
        assert!(!Drawing::standard().words(language).moves.is_empty());
    }
}

#[test]
fn animations_contain_every_scene() {
    let start = Position::start(board());
    let empty = position(&[]);
    let look = Look { legend: Legend::Hidden, ..Look::new(LanguageCode::ENGLISH, 200) };
    let painter = Arc::new(Painter::new(Drawing::standard(), look).expect("the width is in range"));
    let canvas = Canvas::new(Arc::clone(&painter)).expect("the scene can be painted");
    let frames: Vec<_> = [&start, &empty, &start]
        .map(|p| canvas.pixels(&Scene::of(p)).expect("the scene can be painted"))
        .into_iter()
        .collect();
    for (kind, head) in [(AnimationFormat::Gif, &b"GIF89a"[..]), (AnimationFormat::Apng, &b"\x89PNG"[..])] {
        let mut bytes = Vec::new();
        let mut film = Animation::new(kind, &mut bytes, &frames[0], 3, 100).expect("the animation starts");
        for frame in &frames {
            film.push(frame).expect("the frame is added");
        }
        film.finish().expect("the animation ends");
        assert!(bytes.starts_with(head));
        if kind == AnimationFormat::Gif {
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
fn a_replay_page_needs_no_other_file() {
    let start = Position::start(board());
    let dutch = LanguageCode::new("nl").expect("a code");
    let painter = Painter::new(Drawing::standard(), Look::new(dutch, 1200)).expect("the width is in range");
    let page = picture::replay_page(&painter, "A & B", &[Scene::of(&start), Scene::of(&start)]);
    assert!(
        page.starts_with("<!doctype html>") && page.contains("A &amp; B") && page.contains("Voorjaar 1901")
    );
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"));
    assert_eq!(count(&page, "</script>"), 1);
}

#[test]
fn all_faults_of_a_drawing_are_reported() {
    let text = include_str!("../../../../variants/standard/geometry.json");
    let broken = text.replacen("\"par\":{\"rings\":[[", "\"par\":{\"rings\":[[9999,", 1).replacen(
        "\"nation\":\"austria\"",
        "\"nation\":\"narnia\"",
        1,
    );
    let bad = Geometry::read(board(), &broken).expect_err("the file has faults");
    let message = bad.to_string();
    assert!(
        message.contains("par: a ring names an arc that is not there")
            && message.contains("'narnia' is no power"),
        "{message}"
    );
    assert!(bad.0.iter().all(|fault| fault.line > 0));
    assert!(Geometry::read(board(), "{").is_err());
}
