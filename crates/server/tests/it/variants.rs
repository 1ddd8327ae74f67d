//! Variants: built-in maps and maps from a folder can be played.

use std::sync::Arc;

use serde_json::json;
use server::content::Variants;
use server::{App, Config};

use crate::support::{TestServer, TestUser, new_store};

async fn strait(guest: &TestUser) -> String {
    guest.create_game(json!({ "preset": "bots", "variant": "strait", "join": true, "power": "west", "bots": ["novice"] })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_strait_is_played_with_its_own_names_options_and_sentences() {
    let house = TestServer::new();
    let presets = house.without_identity("fr").get("/api/presets").await.json();
    let maps: Vec<_> =
        presets["variants"].as_array().unwrap().iter().map(|map| map["name"].clone()).collect();
    assert_eq!(maps, [json!("Europe 1901"), json!("Le Détroit")]);
    let guest = house.sign_up("Ann", "fr").await;
    let game = strait(&guest).await;
    let board = guest.get("/api/board?variant=strait").await.json();
    assert_eq!(board["provinces"]["isl"]["name"], "Île");
    assert_eq!(guest.get("/api/board?variant=moon").await.status.as_u16(), 404);
    let picture = guest.get(&format!("/api/games/{game}/picture.svg")).await.text;
    assert!(picture.contains("Ormerive") && !picture.contains("Paris"), "{picture}");
    let view = guest.game(&game).await;
    assert_eq!((&view["variant"], &view["viewer"]["powers"]), (&json!("strait"), &json!(["west"])));
    let options = guest.get(&format!("/api/games/{game}/options")).await.json();
    assert_eq!(options["units"].as_array().unwrap().len(), 2);
    let done =
        guest.orders(&game, json!({ "text": "A Amande - Cap\nF Baie - Détroit", "stance": "ready" })).await;
    assert_eq!(done["taken"], true, "{done}");
    // The bot thinks in the background, so wait until the phase is resolved.
    while guest.game(&game).await["records"] == json!(0) {
        tokio::task::yield_now().await;
    }
    let record = guest.get(&format!("/api/games/{game}/records/0")).await.json();
    let moved = record["ruled"].as_array().unwrap().iter().find(|one| one["at"] == "alm").unwrap();
    let sentence = moved["sentence"].as_str().unwrap();
    assert!(sentence.contains("occidentale") && sentence.contains("Cap"), "{sentence}");
}

#[tokio::test]
async fn variants_from_a_folder_can_be_played_too() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::temp_dir().join(format!("detente-variants-{}", std::process::id()));
    let copy = folder.join("pond");
    for inner in ["names", "grammar", "labels"] {
        std::fs::create_dir_all(copy.join(inner)).unwrap();
    }
    for file in ["board.toml", "start.toml", "geometry.json", "names/en.toml", "grammar/en.toml"] {
        std::fs::copy(root.join("variants/strait").join(file), copy.join(file)).unwrap();
    }
    let variants = Variants::with_folder(&folder).unwrap();
    assert_eq!(
        variants.iter().map(|content| content.key()).collect::<Vec<_>>(),
        ["standard", "strait", "pond"]
    );
    std::fs::write(copy.join("start.toml"), "first = \"S1901\"\n[units]\neast = \"A nowhere\"\n").unwrap();
    let fault = Variants::with_folder(&folder).unwrap_err();
    assert!(fault.contains("start.toml:3: east starts in 'nowhere'"), "{fault}");
    std::fs::remove_dir_all(&folder).unwrap();

    // A language that the variant does not have falls back to English.
    let config = Config { variants, ..Config::local("unused".into()) };
    let app = App::new(config, new_store(), Arc::new(|| crate::support::START_TIME));
    let house = TestServer { router: server::router(Arc::clone(&app)), app, time: Arc::default() };
    let guest = house.sign_up("Ann", "de").await;
    let game = guest
        .create_game(json!({ "preset": "bots", "variant": "pond", "join": true, "bots": ["novice"] }))
        .await;
    assert_eq!(guest.game(&game).await["variant"], "pond");
    let answer = guest.post("/api/games", json!({ "preset": "bots", "variant": "moon" })).await;
    assert_eq!((answer.status.as_u16(), answer.refusal_id()), (422, "no_such_variant".to_owned()));
}
