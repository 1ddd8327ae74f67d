//! Tests that explanations in a new language need files only, no code, and that errors in the files are
//! reported.

use std::path::{Path, PathBuf};

use language::explain::{Explainer, Language, LanguageSources};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The English files. A translator starts from them.
fn english() -> LanguageSources {
    LanguageSources::read(&root().join("locales"), &root().join("variants/standard"), "en").unwrap()
}

/// A made-up language: units have a grammatical case (`-um`) that no other language here has, and places have
/// an ending instead of a preposition.
fn made_up() -> LanguageSources {
    let english = english();
    let rulings = english
        .rulings
        .replace(
            "the = \"the {power:adjective} army {place:in}\"",
            "the = \"army {power:adjective} {place:at}\"\nhit = \"armyum {power:adjective} {place:at}\"",
        )
        .replace(
            "the = \"the {power:adjective} fleet {place:in}\"",
            "the = \"fleet {power:adjective} {place:at}\"\nhit = \"fleetum {power:adjective} {place:at}\"",
        )
        .replace("holds against {other},", "holdu {other:hit},");
    let grammar = english
        .grammar
        .replace("in = \"in {}\"", "in = \"in {}\"\nat = \"{}-ka\"")
        .replace("in = \"in the {}\"", "in = \"in the {}\"\nat = \"{}-ko\"");
    LanguageSources { code: "xx".to_owned(), rulings, rules: english.rules, grammar }
}

#[test]
fn a_new_language_needs_files_only() {
    let folder = std::env::temp_dir().join(format!("detente-sixth-language-{}", std::process::id()));
    let (locales, variant) = (folder.join("locales"), folder.join("variant"));
    std::fs::create_dir_all(locales.join("xx")).unwrap();
    std::fs::create_dir_all(variant.join("grammar")).unwrap();
    let sources = made_up();
    std::fs::write(locales.join("xx/rulings.toml"), sources.rulings).unwrap();
    std::fs::write(locales.join("xx/rules.toml"), sources.rules).unwrap();
    std::fs::write(variant.join("grammar/xx.toml"), sources.grammar).unwrap();
    let language = Language::load(&locales, &variant, atlas::standard(), "xx");
    std::fs::remove_dir_all(&folder).unwrap();
    let language = language.unwrap();
    let explainer = Explainer::new(atlas::standard(), &language);
    let board = &atlas::standard().board;
    let places = [board.location("edi").unwrap(), board.location("nth").unwrap()];
    assert_eq!(
        explainer.example_sentence("hold.stronger", &places, 0).unwrap(),
        "Army Austrian Edinburgh-ka holdu fleetum German North Sea-ko, 2 against 1."
    );
}

/// The errors in a language's files.
fn faults(sources: LanguageSources) -> String {
    let faults = sources.into_language(atlas::standard()).unwrap_err();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_missing_sentence_is_reported() {
    let mut sources = english();
    sources.rulings = sources.rulings.replace("\nrotation = ", "\nrotating = ");
    let reported = faults(sources);
    assert!(reported.contains("there is no text for 'move.rotation'"), "{reported}");
    assert!(reported.contains("nothing asks for 'move.rotating'"), "{reported}");
}

#[test]
fn a_missing_rule_is_reported() {
    let mut sources = english();
    sources.rules = sources.rules.replace("\n22 = ", "\n23 = ");
    assert!(faults(sources).contains("rule 22 has no text"));
}

#[test]
fn a_fact_that_the_sentence_does_not_have_is_reported() {
    let mut sources = english();
    sources.rulings = sources.rulings.replace("{unit} holds; nobody attacks it", "{unit} holds {there:in}");
    assert!(faults(sources).contains("'hold.unopposed' asks for 'there', which is not known there"));
}

#[test]
fn a_missing_form_of_a_place_is_reported() {
    let mut sources = english();
    sources.grammar =
        sources.grammar.replace("par = [\"bare\", \"Paris\"]", "par = { name = \"Paris\", the = \"Paris\" }");
    let reported = faults(sources);
    assert!(reported.contains("Paris has no form 'in', which 'army.the' needs"), "{reported}");
}

#[test]
fn errors_name_their_line() {
    let mut sources = english();
    sources.grammar = sources.grammar.replace("par = [\"bare\", \"Paris\"]", "par = [\"bear\", \"Paris\"]");
    let line = sources.grammar.lines().position(|line| line.starts_with("par =")).unwrap() + 1;
    let reported = faults(sources);
    assert!(reported.contains(&format!("grammar:{line}: 'par' is of the class 'bear'")), "{reported}");
    let mut sources = english();
    sources.rulings = sources.rulings.replace("{unit} holds; nobody", "{unit holds; nobody");
    let line = sources.rulings.lines().position(|line| line.contains("{unit holds;")).unwrap() + 1;
    assert!(
        faults(sources).contains(&format!("rulings.toml:{line}: 'hold.unopposed': a '{{' is not closed"))
    );
}

/// A place has the same name on the map, in orders and in sentences. Sentences may write it with a small
/// first letter.
#[test]
fn a_place_has_one_name_in_every_language() {
    let variant = atlas::standard();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../variants/standard/labels");
    let alike = |text: &str| text.to_lowercase();
    for language in Language::all() {
        let code = language.code();
        let labels = std::fs::read_to_string(folder.join(format!("{code}.toml"))).unwrap();
        let names = variant.names().iter().find(|names| names.language == code).unwrap();
        let label = |key: &str| {
            let start = format!("{key} = {{ name = \"");
            let line = labels.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default();
            line.split('"').next().unwrap_or_default().to_owned()
        };
        for province in variant.board.provinces() {
            let key = variant.board.province_key(province);
            let name = &names.province(province).full;
            assert_eq!(alike(name), alike(language.place(province, "name").unwrap()), "{code} {key}");
            assert_eq!(name, &label(key), "{code} {key}: the label on the map");
        }
        for power in variant.board.powers() {
            let key = variant.board.power_key(power);
            let name = &names.power(power).full;
            assert_eq!(name, language.power(power, "name").unwrap(), "{code} {key}");
            assert_eq!(name, &label(key), "{code} {key}: the label on the map");
        }
    }
}
