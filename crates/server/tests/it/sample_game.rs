//! The rulebook's sample game through the API, with the powers writing in five languages, up to the
//! documented builds and removal (F26, H).
use crate::support;

use cases::OrderLine;
use language::{AnyOrder, Locale, OrderParser, OrderWriter, ReadingContext, Style};
use notation::Notation;
use rules::{Edition, Position};
use serde_json::{Value, json};
use support::{TestServer, TestUser};

const POWERS: [(&str, &str); 7] = [
    ("AUSTRIA", "de"),
    ("ENGLAND", "en"),
    ("FRANCE", "fr"),
    ("GERMANY", "de"),
    ("ITALY", "es"),
    ("RUSSIA", "nl"),
    ("TURKEY", "en"),
];

/// An order of the case file as a player would write it in a language.
fn written(position: &Position, power: &str, line: &OrderLine, code: &str, style: Style) -> String {
    let variant = atlas::standard();
    let locales = Locale::built_in();
    let notation = Notation::new(&variant.board);
    let reader = OrderParser::new(variant, &locales);
    let writer = OrderWriter::new(variant, &locales, code).unwrap();
    let desk = ReadingContext {
        language: reader.language("en").unwrap(),
        power: notation.power(power).unwrap(),
        board: notation.board(),
        position,
        edition: Edition::Y2000,
    };
    let readings = reader.read(&line.order, &desk);
    let command: AnyOrder = readings[0].result.as_ref().unwrap_or_else(|_| panic!("{}", line.order)).order;
    writer.write(&command, &position.forces, style)
}

async fn units(guest: &TestUser, game: &str) -> Vec<(String, String)> {
    let view = guest.game(game).await;
    let mut units: Vec<(String, String)> = view["position"]["units"]
        .as_array()
        .unwrap()
        .iter()
        .map(|unit| {
            let letter = if unit["kind"] == "army" { "A" } else { "F" };
            let at = unit["at"].as_str().unwrap().to_uppercase();
            (unit["power"].as_str().unwrap().to_uppercase(), format!("{letter} {at}"))
        })
        .collect();
    units.sort();
    units
}

#[tokio::test]
async fn the_sample_game_can_be_played_in_five_languages() {
    let house = TestServer::new();
    let mut people = Vec::new();
    for (power, language) in POWERS {
        people.push(house.sign_up(power, language).await);
    }
    let mut settings = people[0].get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["allocation"] = json!("chosen");
    let game = people[0].create_game(json!({ "preset": "daily", "settings": settings })).await;
    for (i, guest) in people.iter().enumerate() {
        guest.command(&game, json!({ "do": "join", "wish": { "this": i } })).await;
    }
    let file = cases::files::SAMPLE_GAME;
    let case = cases::parse(file).unwrap().remove(0);
    let notation = Notation::new(&atlas::standard().board);
    let mut position = cases::starting_position(&notation, &case.sections[0]).unwrap();
    for (number, section) in case.sections.iter().enumerate() {
        let phase = section.phase.key();
        assert_eq!(people[0].game(&game).await["state"]["phase"], phase);
        let start = people[0].game(&game).await;
        let mut all: Vec<(rules::Power, &str)> = Vec::new();
        for (guest, (power, code)) in people.iter().zip(POWERS) {
            let lines: Vec<&OrderLine> =
                section.orders.iter().filter(|line| line.power == power && !line.is_unordered()).collect();
            all.extend(lines.iter().map(|line| (notation.power(power).unwrap(), line.order.as_str())));
            // Long sentences in one phase, the rulebook's short form in the next.
            let style = if number % 2 == 0 { Style::Long } else { Style::Short };
            let text: Vec<String> =
                lines.iter().map(|line| written(&position, power, line, code, style)).collect();
            let seat = guest.game(&game).await["viewer"]["seat"].as_u64().unwrap() as usize;
            if start["seats"][seat]["sheet"] == "not_needed" {
                assert!(text.is_empty(), "{power} has no orders in {phase}");
                continue;
            }
            let body = json!({ "text": text.join("\n"), "language": code, "stance": "ready" });
            let done = guest.orders(&game, body).await;
            let taken = done["lines"].as_array().unwrap();
            assert_eq!(taken.len(), text.len(), "{power} {phase}: {done}");
            assert!(taken.iter().all(|line| line["result"] == "taken"), "{power} {phase}: {done}");
        }
        play_phase(&notation, &mut position, &all);
        let record: Value = people[5].get(&format!("/api/games/{game}/records/{number}")).await.json();
        for line in section.orders.iter().filter(|line| !line.is_unordered() && !phase.ends_with('A')) {
            let unit = line.order.split_whitespace().nth(1).unwrap().to_lowercase();
            let ruled = record["ruled"].as_array().unwrap().iter().find(|one| one["at"] == unit.as_str());
            let ruled = ruled.unwrap_or_else(|| panic!("{phase}: {unit}"));
            let words: Vec<&str> = line.ruling.split_whitespace().collect();
            assert_eq!(ruled["outcome"], words[0], "{phase} {}", line.order);
            assert_eq!(ruled["because"], words[1], "{phase} {}", line.order);
            assert!(!ruled["sentence"].as_str().unwrap().is_empty());
        }
    }
    // F and H: the final position is the one in the rulebook.
    let mut expected: Vec<(String, String)> = position
        .forces
        .units()
        .iter()
        .map(|unit| (notation.power_code(unit.power).to_owned(), notation.write_unit(unit)))
        .collect();
    expected.sort();
    assert_eq!(units(&people[0], &game).await, expected);
    let view = people[0].game(&game).await;
    assert_eq!(view["state"]["phase"], position.phase.key());
    assert_eq!(position.forces.units().len(), 34, "one unit per centre at the end of 1902");
}

fn play_phase(notation: &Notation<'_>, position: &mut Position, lines: &[(rules::Power, &str)]) {
    let language = language::explain::Language::built_in("en").unwrap();
    let explainer = language::explain::Explainer::new(atlas::standard(), language);
    let _ = notation;
    explainer.resolve_and_explain(position, Edition::Y2000, lines);
}
