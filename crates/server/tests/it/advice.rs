//! Advice for positions that the caller sends.
use crate::support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use support::{TestServer, TestUser};

/// Small, so that the tests are fast; enough to compare plans.
const BUDGET: u64 = 8_000;

async fn ask(guest: &TestUser, question: Value) -> Value {
    let answer = guest.post("/api/advice", question).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

async fn refused(guest: &TestUser, question: Value) -> String {
    guest.post("/api/advice", question).await.refusal_id()
}

fn unit(power: &str, kind: &str, at: &str) -> Value {
    json!({ "power": power, "kind": kind, "at": at })
}

/// Germany has two armies next to Warsaw; Russia has one army in Warsaw.
fn attack_on_warsaw(phase: &str) -> Value {
    json!({
        "phase": phase,
        "units": [unit("germany", "army", "sil"), unit("germany", "army", "pru"), unit("russia", "army", "war")],
        "dislodged": [],
        "owners": { "ber": "germany", "mun": "germany", "war": "russia", "mos": "russia" },
    })
}

/// France is dislodged from Marseilles and may retreat to Spain or Gascony.
fn retreat_from_marseilles() -> Value {
    json!({
        "phase": "F1902R",
        "units": [unit("italy", "army", "mar"), unit("france", "army", "par")],
        "dislodged": [{ "power": "france", "kind": "army", "at": "mar", "open": ["spa", "gas"] }],
        "owners": { "par": "france", "rom": "italy" },
    })
}

fn orders(sheet: &Value) -> Vec<&str> {
    sheet.as_array().unwrap().iter().map(|line| line["short"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_position_of_a_game_can_be_sent_as_it_was_shown() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    let game = json!({ "preset": "daily", "join": true,
        "bots": ["hold", "hold", "hold", "hold", "hold", "hold"] });
    let made = anna.post("/api/games", game).await;
    assert!(made.status.is_success(), "{}", made.text);
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let view = anna.get(&format!("/api/games/{id}")).await.json();
    let (position, power) = (view["position"].clone(), view["viewer"]["powers"][0].clone());
    assert_eq!(position["phase"], "S1901M");

    let question = json!({ "position": position, "power": power, "budget": BUDGET, "most": 2 });
    let advice = ask(&anna, question.clone()).await;
    assert_eq!(advice, ask(&anna, question).await, "the same request has the same response");
    assert_eq!(advice["powers"], json!([power]));
    let suggestions = advice["suggestions"].as_array().unwrap();
    assert_eq!(suggestions.len(), 2);
    assert!(suggestions[0]["worth"].as_f64() >= suggestions[1]["worth"].as_f64(), "the best comes first");
    assert_eq!(advice["expected"].as_array().unwrap().len(), 6, "six other players");

    // The suggested orders can be submitted to that game without changes.
    let deeds: Vec<&Value> =
        suggestions[0]["sheet"].as_array().unwrap().iter().map(|line| &line["deed"]).collect();
    assert!(deeds.len() >= 3, "an order for each unit");
    let sheet = json!({ "deeds": deeds, "draft": true });
    let answer = anna.post(&format!("/api/games/{id}/orders"), sheet).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
}

#[tokio::test]
async fn two_armies_take_warsaw_and_the_advice_is_in_the_callers_language() {
    let house = TestServer::new();
    let question = json!({ "position": attack_on_warsaw("F1901M"), "power": "germany", "budget": BUDGET });
    let joined = |advice: &Value| orders(&advice["suggestions"][0]["sheet"]).join(", ");
    let english = joined(&ask(&house.sign_up("Anna", "en").await, question.clone()).await);
    let both_ways = ["A Pru S A Sil-War, A Sil-War", "A Pru-War, A Sil S A Pru-War"].map(str::to_owned);
    assert!(both_ways.contains(&english), "{english}");
    let long =
        ask(&house.sign_up("Anne", "fr").await, question).await["suggestions"][0]["sheet"][0]["long"].clone();
    assert!(long.as_str().unwrap().contains("Armée"), "{long}");
}

#[tokio::test]
async fn retreats_builds_and_removals_are_advised_too() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    let retreat =
        ask(&anna, json!({ "position": retreat_from_marseilles(), "power": "france", "budget": BUDGET }))
            .await;
    // Spain is a supply centre, and it is Fall.
    assert_eq!(orders(&retreat["suggestions"][0]["sheet"]), ["A Mar-Spa"]);

    let mut winter = attack_on_warsaw("W1901A");
    winter["owners"]["kie"] = json!("germany");
    let build = ask(&anna, json!({ "position": winter, "power": "germany", "budget": BUDGET })).await;
    let sheet = &build["suggestions"][0]["sheet"];
    assert_eq!(sheet.as_array().unwrap().len(), 1, "three centres, two units: {sheet}");
    assert_eq!(sheet[0]["deed"]["order"], "build");

    winter["owners"] = json!({ "ber": "germany", "war": "russia" });
    let remove = ask(&anna, json!({ "position": winter, "power": "germany", "budget": BUDGET })).await;
    assert_eq!(remove["suggestions"][0]["sheet"][0]["deed"]["order"], "remove");
}

#[tokio::test]
async fn a_player_with_several_powers_is_advised_for_all_of_them() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    let question = json!({ "position": attack_on_warsaw("S1901M"), "power": "russia", "budget": BUDGET,
        "players": [["germany", "russia"]], "disorder": ["turkey"] });
    let advice = ask(&anna, question.clone()).await;
    assert_eq!(advice["powers"], json!(["germany", "russia"]));
    assert_eq!(orders(&advice["suggestions"][0]["sheet"]).len(), 3);

    let mut alone = question;
    alone["disorder"] = json!(["germany"]);
    let advice = ask(&anna, alone.clone()).await;
    assert_eq!(advice["powers"], json!(["russia"]));
    assert_eq!(orders(&advice["suggestions"][0]["sheet"]).len(), 1);
    alone["power"] = json!("italy");
    assert_eq!(ask(&anna, alone).await["suggestions"], json!([]), "it has no units");
}

#[tokio::test]
async fn invalid_positions_are_refused() {
    let house = TestServer::new();
    let anna = house.sign_up("Anna", "en").await;
    let right = json!({ "position": attack_on_warsaw("S1901M"), "power": "germany", "budget": BUDGET });
    let with = |path: &str, value: Value| {
        let mut question = right.clone();
        *question.pointer_mut(path).unwrap() = value;
        question
    };
    let also = |key: &str, value: Value| {
        let mut question = right.clone();
        question[key] = value;
        question
    };
    let at_sea = json!([unit("germany", "army", "nth")]);
    let twice = json!([unit("germany", "army", "sil"), unit("russia", "army", "sil")]);
    for (question, problem, about) in [
        (with("/power", json!("prussia")), "no_such_power", Some("prussia")),
        (with("/position/phase", json!("X1901M")), "no_such_phase", Some("X1901M")),
        (with("/position/units", at_sea), "cannot_stand", Some("nth")),
        (with("/position/units", twice), "two_units", Some("sil")),
        (with("/position/owners", json!({ "bur": "france" })), "not_a_centre", Some("bur")),
        (with("/position/owners", json!({ "oz": "france" })), "no_such_place", Some("oz")),
        (
            with("/position/dislodged", retreat_from_marseilles()["dislodged"].clone()),
            "no_retreats_now",
            None,
        ),
        (with("/budget", json!(200_001)), "too_much_work", None),
        (also("most", json!(0)), "how_many_sheets", None),
        (also("most", json!(11)), "how_many_sheets", None),
        (also("edition", json!("1959")), "no_such_edition", None),
        (also("players", json!([["france"], ["france", "italy"]])), "two_players", Some("france")),
        (also("players", json!(vec![Vec::<String>::new(); 40])), "too_many_players", None),
        (also("disorder", json!(["nobody"])), "no_such_power", Some("nobody")),
        (also("disorder", json!(["germany"])), "nobody_orders_it", None),
    ] {
        let answer = anna.post("/api/advice", question.clone()).await;
        assert_eq!(answer.refusal_id(), problem, "{question}");
        assert_eq!(answer.json()["about"].as_str(), about, "{question}");
    }
    let retreat = json!({ "position": retreat_from_marseilles(), "power": "france", "budget": BUDGET });
    for (path, value, problem) in [
        ("/position/dislodged/0/at", "par", "not_dislodged"),
        ("/position/dislodged/0/at", "bur", "not_dislodged"),
        ("/position/dislodged/0/kind", "fleet", "no_retreat_there"),
        ("/position/dislodged/0/open/0", "mun", "no_retreat_there"),
        ("/position/dislodged/0/open/0", "par", "no_retreat_there"),
    ] {
        let mut question = retreat.clone();
        *question.pointer_mut(path).unwrap() = json!(value);
        assert_eq!(refused(&anna, question).await, problem, "{path} {value}");
    }
    let wrong =
        anna.post("/api/advice", json!({ "position": { "phase": "S1901M" }, "power": "germany" })).await;
    assert_eq!(wrong.refusal_id(), "not_json");
    assert!(wrong.json()["about"].as_str().unwrap().contains("units"), "{}", wrong.text);
    let mut twice = retreat.clone();
    let dislodged = twice["position"]["dislodged"][0].clone();
    twice["position"]["dislodged"].as_array_mut().unwrap().push(dislodged);
    assert_eq!(refused(&anna, twice).await, "two_units");
    assert_eq!(refused(&house.without_identity("en"), right).await, "name_yourself");
}

/// A unit in every province. No game reaches this position, but a caller can send it.
#[tokio::test]
async fn a_board_full_of_units_gets_advice() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    let board = &atlas::standard().board;
    let powers: Vec<&str> = board.powers().map(|power| board.power_key(power)).collect();
    let mut units = Vec::new();
    for (i, province) in board.provinces().enumerate() {
        let fleets = board.locations_for(rules::UnitKind::Fleet, province);
        let (kind, place) = match fleets.first() {
            Some(place) => ("fleet", *place),
            None => ("army", board.locations_for(rules::UnitKind::Army, province)[0]),
        };
        units.push(unit(powers[i % powers.len()], kind, board.location_key(place)));
    }
    let most = rules::Forces::MAX_UNITS.min(units.len());
    let position = json!({ "phase": "F1910M", "units": &units[..most], "dislodged": [], "owners": {} });
    let advice = ask(&anna, json!({ "position": position, "power": "turkey", "budget": BUDGET })).await;
    assert!(!advice["suggestions"].as_array().unwrap().is_empty());
}
