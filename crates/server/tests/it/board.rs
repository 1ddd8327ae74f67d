//! The board asset for pages that draw it: its size and its completeness.

use std::io::Write;

use picture::{Drawing, LanguageCode};
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

/// The board that the tests of the pages use: without style sheets and lines that they do not need.
#[test]
fn the_pages_test_with_this_board() {
    let mut asset = asset(LanguageCode::ENGLISH);
    for part in ["styles", "over"] {
        asset.as_object_mut().expect("an object").remove(part);
    }
    let text = format!("{asset}\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/tests/standard-board.json");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(path, &text).expect("the file can be written");
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        stored == text,
        "run UPDATE_TYPES=1 cargo test -p server --test it the_pages_test_with_this_board"
    );
}
