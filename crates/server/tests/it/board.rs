//! What a page gets that draws the board itself: small and whole, and the script that joins it.

use std::io::Write;
use std::process::{Command, Stdio};

use picture::curve::Point;
use picture::{Hits, Labels, Tongue};
use rules::Board;
use serde_json::Value;

fn board() -> &'static Board {
    &atlas::standard().board
}

fn asset(tongue: Tongue) -> Value {
    let labels = Labels::standard(tongue);
    serde_json::to_value(server::board_asset(board(), picture::standard(), labels, tongue)).unwrap()
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
