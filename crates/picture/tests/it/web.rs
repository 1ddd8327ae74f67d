//! What a page gets: the board small and whole, the script that joins it, pictures from a gallery.

use std::io::Write;
use std::process::{Command, Stdio};

use picture::curve::Point;
use picture::{Canvas, Gallery, Hits, Labels, Look, Painter, Scene, Tongue};
use rules::{Board, Position};
use serde_json::Value;

fn board() -> &'static Board {
    &atlas::standard().board
}

fn asset(tongue: Tongue) -> Value {
    picture::web_asset(board(), picture::standard(), Labels::standard(tongue), tongue)
}

#[test]
fn the_board_is_small_and_everything_has_a_name_and_a_place() {
    for tongue in Tongue::ALL {
        let asset = asset(tongue);
        for province in board().provinces() {
            let entry = &asset["provinces"][board().province_key(province)];
            assert!(entry["name"].as_str().is_some_and(|name| !name.is_empty()));
            for place in ["unit", "aside", "label", "at", "rings"] {
                assert!(entry[place].is_array(), "{} {place}", board().province_key(province));
            }
            assert_eq!(entry["centre"].is_array(), board().is_centre(province));
        }
        assert_eq!(asset["provinces"]["stp"]["asides"].as_object().map(serde_json::Map::len), Some(2));
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        packer.write_all(asset.to_string().as_bytes()).expect("packs");
        let size = packer.finish().expect("packs").len();
        assert!(size < 60_000, "{} {size} bytes", tongue.key());
    }
}

/// The script against the Rust that it repeats. Without Node there is nothing to run it with.
#[test]
fn the_script_finds_the_province_that_rust_finds() {
    let hits = Hits::new(board(), picture::standard());
    let (reach, mut touches, mut wanted) = (20.0, Vec::new(), Vec::new());
    for k in 0..400_u32 {
        let at = Point::new((k * 677 % 1500) as f32, (k * 491 % 1309) as f32);
        touches.push(serde_json::json!([at.x, at.y]));
        wanted.push(hits.find(at, reach).map(|province| board().province_key(province)));
    }
    let program = format!(
        "{}\nconst asset = {}, all = targets(asset);\nconst path0 = path(asset, asset.provinces.par.rings);\nif (!/^M[0-9.]+ [0-9.]+[QL].*Z$/.test(path0)) throw path0;\nconsole.log(JSON.stringify({}.map(at => provinceAt(all, at, {reach}))));",
        picture::BOARD_SCRIPT,
        asset(Tongue::English),
        Value::from(touches)
    );
    let node = Command::new("node")
        .args(["--input-type=module", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut node) = node else {
        println!("no Node here: the script was not run");
        return;
    };
    node.stdin.take().expect("piped").write_all(program.as_bytes()).expect("takes the program");
    let output = node.wait_with_output().expect("ends");
    let found: Vec<Option<String>> = serde_json::from_slice(&output.stdout).expect("answers");
    let differ = found.iter().zip(&wanted).filter(|(found, wanted)| found.as_deref() != **wanted).count();
    // Rust reckons with fewer digits: a touch on the very border may go either way.
    assert!(differ <= 2, "{differ} of 400 differ");
}

#[test]
fn a_gallery_gives_what_a_canvas_gives() {
    let start = Position::start(board());
    let gallery = Gallery::new();
    for tongue in [Tongue::English, Tongue::German, Tongue::English] {
        let look = Look::new(tongue, 200);
        let painter =
            Painter::new(board(), picture::standard(), Labels::standard(tongue), look).expect("a width");
        let svg = painter.svg(&Scene::of(&start));
        assert_eq!(gallery.svg(look, &Scene::of(&start)).expect("a width"), svg);
        let png = Canvas::new(painter).expect("paintable").png(&Scene::of(&start)).expect("paintable");
        assert!(gallery.png(look, &Scene::of(&start)).expect("paintable") == png);
    }
    assert!(gallery.png(Look::new(Tongue::English, 9), &Scene::of(&start)).is_err());
}

#[test]
fn a_page_gets_the_board_once_and_the_rest_by_steps() {
    let start = Position::start(board());
    let painter = Gallery::new().painter(Look::new(Tongue::English, 1200)).expect("a width");
    let svg = painter.board_svg(Some(&Scene::of(&start)));
    for group in ["lines", "heads", "units"] {
        assert_eq!(svg.matches(&format!(r#"<g id="{group}"></g>"#)).count(), 1);
    }
    let step = painter.step(&Scene::of(&start));
    assert_eq!(step.units.matches("href=").count(), 22);
    assert!(step.lands.contains(&("vie".to_owned(), "l0".to_owned())));
    assert!(step.lines.is_empty() && step.heads.is_empty());
}
