//! Tests that every reason has a correct sentence in every language.

use language::explain::{Explainer, Language, sentence_keys_of_problem, sentence_keys_of_reason};
use notation::LineProblem;
use rules::{
    Because, Edition, Illegality, Judge, Order, Orders, Passage, Phase, Position, Province, Rule,
    RuledOrders, Sheet,
};

/// One of each reason. A reason without a sentence key does not compile (`sentence_keys_of_reason`). With
/// this list the tests check the texts of each language.
fn every_reason() -> Vec<Because> {
    let p = Province::new(0);
    let mut all = vec![
        Because::Unopposed,
        Because::Stronger { than: p },
        Because::Weaker { than: p },
        Because::Standoff { with: p },
        Because::SparedByStandoff { of: p },
        Because::Blocked { at: p },
        Because::Swap { with: p },
        Because::Rotation { to: p },
        Because::StandoffWithDislodged { with: p },
        Because::Unhindered { by: p },
        Because::OwnUnit { at: p },
        Because::OwnSupport { from: p },
        Because::Given { to: p },
        Because::GivenInPlace { to: p },
        Because::Mismatch { of: p },
        Because::Cut { from: p },
        Because::NotCut { from: p },
        Because::Dislodged { from: p },
        Because::CutByDislodged { from: p },
        Because::OwnAttack { from: p },
        Because::Carried { army: p },
        Because::NotTaken { army: p },
        Because::NoRoute,
        Because::ConvoyBroken { at: p },
        Because::ChainBroken { at: p },
        Because::RouteBroken { at: p },
        Because::ConvoyedStandoff { with: p },
        Because::ConvoyedSwap { with: p },
        Because::OtherRoute { than: p },
        Because::ConvoyedAttack { from: p },
        Because::CutByOtherRoute { from: p },
        Because::Paradox,
        Because::NoOrder,
        Because::Retreated,
        Because::Disbanded,
        Because::Clash { with: p },
        Because::NoRetreat,
        Because::Built,
        Because::Removed,
        Because::Waived,
        Because::CivilDisorder,
    ];
    all.extend(Illegality::ALL.map(Because::Illegal));
    all
}

#[test]
fn five_languages_are_built_in() {
    let codes: Vec<&str> = Language::all().iter().map(Language::code).collect();
    assert_eq!(codes, ["de", "en", "es", "fr", "nl"]);
}

#[test]
fn every_reason_and_every_problem_has_a_sentence_in_every_language() {
    let board = &atlas::standard().board;
    let places: Vec<_> = board.locations().collect();
    for language in Language::all() {
        let explainer = Explainer::new(atlas::standard(), language);
        let check = |keys: &[&str], what: &str| {
            assert!(!keys.is_empty(), "{what} has no sentence");
            for key in keys {
                let sentence = explainer.example_sentence(key, &places, 0);
                let sentence = sentence.unwrap_or_else(|| panic!("{}: no {key}", language.code()));
                assert!(sentence.len() > 10, "{}: {key}: {sentence}", language.code());
            }
        };
        for because in every_reason() {
            check(sentence_keys_of_reason(because), because.key());
        }
        for illegality in Illegality::ALL {
            check(sentence_keys_of_problem(LineProblem::Illegal(illegality)), illegality.key());
        }
        check(sentence_keys_of_problem(LineProblem::Unreadable), "unreadable");
    }
}

#[test]
fn every_rule_has_its_own_text_in_every_language() {
    for language in Language::all() {
        for rule in Rule::ALL {
            let text = language.rule(rule);
            assert!(text.ends_with('.') && text.len() > 20, "{}: {}: {text}", language.code(), rule.number());
            let twice = Rule::ALL.iter().filter(|other| language.rule(**other) == text).count();
            assert_eq!(twice, 1, "{}: two rules have the same words: {text}", language.code());
        }
    }
}

#[test]
fn no_sentence_has_a_missing_part_for_any_place_or_power() {
    let board = &atlas::standard().board;
    let places: Vec<_> = board.locations().collect();
    for language in Language::all() {
        let explainer = Explainer::new(atlas::standard(), language);
        for key in Explainer::sentence_keys() {
            for turn in 0..places.len() {
                let sentence = explainer.example_sentence(key, &places, turn).expect("every key is known");
                let gap = sentence.contains(['{', '}', '?']) || sentence.contains("  ");
                assert!(!gap, "{}: {key}: {sentence}", language.code());
                assert!(sentence.ends_with('.'), "{sentence}");
                let first = sentence.chars().find(|c| c.is_alphabetic()).expect("a letter");
                let quoted = key.starts_with("refused.");
                assert!(quoted || first.is_uppercase(), "{sentence}");
            }
        }
    }
}

#[test]
fn phases_have_names_in_every_language() {
    let titles: Vec<String> = Language::all()
        .iter()
        .map(|language| {
            let explainer = Explainer::new(atlas::standard(), language);
            let phase = |text: &str| explainer.title(Phase::from_key(text).unwrap());
            format!("{} | {} | {}", phase("S1901M"), phase("F1902R"), phase("W1902A"))
        })
        .collect();
    assert_eq!(
        titles,
        [
            "Frühjahr 1901: Züge | Herbst 1902: Rückzüge | Herbst 1902: Aufbau und Abbau",
            "Spring 1901: moves | Fall 1902: retreats | Fall 1902: builds and removals",
            "Primavera de 1901: movimientos | Otoño de 1902: retiradas | Otoño de 1902: construcciones y eliminaciones",
            "Printemps 1901\u{a0}: mouvements | Automne 1902\u{a0}: retraites | Automne 1902\u{a0}: constructions et démobilisations",
            "Voorjaar 1901: zetten | Najaar 1902: terugtrekken | Najaar 1902: bouwen en opheffen",
        ]
    );
}

#[test]
fn articles_elisions_and_cases_come_from_the_grammar() {
    let board = &atlas::standard().board;
    for (code, place, form, expected) in [
        ("fr", "par", "in", "à Paris"),
        ("fr", "bur", "in", "en Bourgogne"),
        ("fr", "nth", "of", "de la mer du Nord"),
        ("fr", "edi", "of", "d’Édimbourg"),
        ("fr", "wal", "of", "du pays de Galles"),
        ("es", "eng", "of", "del canal de la Mancha"),
        ("es", "ruh", "to", "al Ruhr"),
        ("de", "ruh", "in", "im Ruhrgebiet"),
        ("de", "nth", "to", "in die Nordsee"),
        ("de", "bla", "to", "ins Schwarze Meer"),
        ("de", "iri", "in", "in der Irischen See"),
        ("nl", "eng", "to", "naar het Kanaal"),
        ("nl", "nth", "from", "uit de Noordzee"),
        ("en", "mao", "to", "to the Mid-Atlantic Ocean"),
    ] {
        let language = Language::built_in(code).unwrap();
        assert_eq!(language.place(board.province(place).unwrap(), form), Some(expected));
    }
}

/// Versions up to 0.2.0 had no reason for closed land, and stored one that is only true on the open board
/// (K5).
#[test]
fn an_old_record_of_an_order_into_closed_land_is_explained_as_closed() {
    let variant = atlas::standard();
    let place = |key| variant.board.location(key).unwrap();
    let province = |key| variant.board.province(key).unwrap();
    let closed = variant.board.with_closed(&[province("ven")]);
    let mut orders = Sheet::new(&closed);
    orders.set(province("tri"), Order::Move { to: place("ven"), passage: Passage::Unstated });
    orders.set(province("vie"), Order::Move { to: place("con"), passage: Passage::Unstated });
    let position = Position::start(&closed);
    let mut judge = Judge::new(&closed, Edition::Y2000);
    let mut resolution = position.resolve(&mut judge, &Orders::Movement(orders)).unwrap();
    let RuledOrders::Movement { rulings, .. } = &mut resolution.ruled_orders else {
        panic!("a movement phase")
    };
    let (fleet, army) =
        (position.forces.slot(province("tri")).unwrap(), position.forces.slot(province("vie")).unwrap());
    assert_eq!(rulings[fleet].because, Because::Illegal(Illegality::Closed));
    rulings[fleet].because = Because::Illegal(Illegality::CannotReach);
    let explainer = Explainer::new(variant, Language::built_in("en").unwrap());
    let sentence = |board, slot| explainer.movement_sentence(board, &resolution, slot).unwrap().text;
    assert!(sentence(&closed, fleet).contains("that land is closed"), "{}", sentence(&closed, fleet));
    assert!(!sentence(&variant.board, fleet).contains("closed"));
    assert!(!sentence(&closed, army).contains("closed"), "Constantinople is open, and too far away");
}
