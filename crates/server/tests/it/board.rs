//! The board asset for pages that draw it: its size, its completeness, and the script that uses it.

use std::io::Write;
use std::process::{Command, Stdio};

use picture::curve::Point;
use picture::{Drawing, HitTest, LanguageCode};
use rules::Board;
use serde_json::{Value, json};

fn board() -> &'static Board {
    &atlas::standard().board
}

fn asset(language: LanguageCode) -> Value {
    serde_json::to_value(server::board_asset(Drawing::standard(), language)).unwrap()
}

#[test]
fn the_board_is_small_and_everything_has_a_name_and_a_place() {
    for language in Drawing::standard().languages() {
        let asset = asset(language);
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
        packer.write_all(asset.to_string().as_bytes()).expect("gzip writes to memory");
        let size = packer.finish().expect("gzip writes to memory").len();
        assert!(size < 60_000, "{} {size} bytes", language.as_str());
    }
}

#[test]
fn the_board_asset_describes_the_variant() {
    let standard = asset(LanguageCode::ENGLISH);
    assert_eq!(standard["variant"], "standard");
    assert_eq!((&standard["centres"], &standard["centres_to_win"]), (&json!(34), &json!(18)));
    assert_eq!(standard["nobodys_water"], json!(["cas"]));
    assert_eq!(standard["power_order"].as_array().map(Vec::len), Some(7));
    let players = |asset: &Value| -> Vec<u64> {
        asset["tables"].as_array().unwrap().iter().map(|table| table["players"].as_u64().unwrap()).collect()
    };
    assert_eq!(players(&standard), [2, 3, 4, 5, 6, 7]);
    assert_eq!(standard["tables"][5]["seats"][0], json!(["austria"]));
    assert!(!standard["beginners"].as_array().unwrap().is_empty());

    let strait = atlas::built_in().iter().find(|variant| variant.key() == "strait").expect("built in");
    let drawing = Drawing::new(strait).expect("a drawing");
    let strait = serde_json::to_value(server::board_asset(&drawing, LanguageCode::ENGLISH)).unwrap();
    assert_eq!(strait["variant"], "strait");
    assert_eq!(strait["power_order"], json!(["east", "west"]));
    assert_eq!(strait["tables"], json!([{ "players": 2, "seats": [["east"], ["west"]] }]));
    assert_eq!((&strait["centres"], &strait["centres_to_win"]), (&json!(5), &json!(4)));
    assert!(strait["styles"]["clear-light"].as_str().unwrap().contains(".l0{fill:#e6b074}"));
}

/// Compares the script with the Rust code that does the same. Needs Node.
#[test]
fn the_script_finds_the_province_that_rust_finds() {
    let hits = HitTest::new(board(), picture::standard());
    let (reach, mut points, mut wanted) = (20.0, Vec::new(), Vec::new());
    for k in 0..400_u32 {
        let at = Point::new((k * 677 % 1500) as f32, (k * 491 % 1309) as f32);
        points.push(serde_json::json!([at.x, at.y]));
        wanted.push(hits.province_at(at, reach).map(|province| board().province_key(province)));
    }
    let program = format!(
        "{}\nconst asset = {}, all = targets(asset);\nconst path0 = path(asset, asset.provinces.par.rings);\nif (!/^M[0-9.]+ [0-9.]+[QL].*Z$/.test(path0)) throw path0;\nconsole.log(JSON.stringify({}.map(at => provinceAt(all, at, {reach}))));",
        picture::BOARD_SCRIPT,
        asset(LanguageCode::ENGLISH),
        Value::from(points)
    );
    let node = Command::new("node")
        .args(["--input-type=module", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut node) = node else {
        println!("Node is not installed: the script was not tested");
        return;
    };
    node.stdin.take().expect("piped").write_all(program.as_bytes()).expect("Node reads the program");
    let output = node.wait_with_output().expect("Node ends");
    let found: Vec<Option<String>> = serde_json::from_slice(&output.stdout).expect("Node prints JSON");
    let differ = found.iter().zip(&wanted).filter(|(found, wanted)| found.as_deref() != **wanted).count();
    // Rust calculates with f32, so a point exactly on a border may differ.
    assert!(differ <= 2, "{differ} of 400 differ");
}
