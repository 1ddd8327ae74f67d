//! Drawings of other variants: reading their files, and reporting faults in them.

use std::path::{Path, PathBuf};

use atlas::{Variant, VariantError};
use picture::{
    Drawing, LanguageCode, LegendWordLists, Look, Painter, Palette, PowerColours, Scene, Shade, Theme,
};
use rules::Position;

fn strait() -> &'static Variant {
    atlas::built_in().iter().find(|variant| variant.key() == "strait").expect("built in")
}

fn start_svg(drawing: &Drawing, language: &str) -> String {
    let language = drawing.language(language).expect("a language");
    let start = Position::start(drawing.board());
    Painter::new(drawing, Look::new(language, 600)).expect("the width is in range").svg(&Scene::of(&start))
}

#[test]
fn every_built_in_variant_is_drawn_in_every_language() {
    for variant in atlas::built_in() {
        assert_eq!(Drawing::faults(variant), [], "{}", variant.key());
        let drawing = Drawing::new(variant).expect("a drawing");
        assert_eq!(drawing.languages().count(), 5);
        for language in drawing.languages() {
            let svg = start_svg(&drawing, language.as_str());
            let labels = drawing.labels(language);
            for power in variant.board.powers() {
                assert!(svg.contains(&format!(">{}</text>", labels.power(power))), "{language} {power:?}");
            }
        }
    }
}

#[test]
fn a_variant_has_its_own_or_generated_colours() {
    let text = strait().files().get("colours.toml").expect("it has colours");
    let own = PowerColours::read(&strait().board, text).expect("good colours");
    for palette in Palette::ALL {
        let theme = Theme::new(&own, palette, Shade::Light);
        assert_eq!((theme.land(0), theme.unit(1)), (0xe6b074, 0x125a94), "{palette:?}");
    }
    let none = Theme::new(&PowerColours::default(), Palette::Clear, Shade::Light);
    assert!((0..12).all(|power| (power + 1..12).all(|other| none.unit(power) != none.unit(other))));
}

#[test]
fn faults_in_colours_are_reported_with_file_and_line() {
    let text = strait().files().get("colours.toml").expect("it has colours");
    let faults = |text: &str| {
        let faults = PowerColours::read(&strait().board, text).expect_err("a fault");
        faults.iter().map(VariantError::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        faults(&text.replace("west =", "north =")),
        "colours.toml:2: 'west' has no colours in 'clear'\ncolours.toml:4: 'north' is no power of this board"
    );
    assert_eq!(
        faults(&text.replace("#a3450f", "#a3450")),
        "colours.toml:3: '#a3450' is no colour: write #rrggbb"
    );
    assert!(faults(&text.replace("dark_unit = \"#f2a55e\"", "")).starts_with("colours.toml:3: "));
    assert_eq!(
        faults(&text.replace("[clear]", "[gaudy]")),
        "colours.toml:2: there is no palette 'gaudy'\ncolours.toml:1: the palette 'clear' is not there"
    );
}

#[test]
fn faults_of_a_drawing_are_reported_with_file_and_line() {
    let folder = TemporaryFolder::new("faults");
    copy(&root().join("variants/strait"), &folder.0);
    let change = |file: &str, from: &str, to: &str| {
        let text = std::fs::read_to_string(folder.0.join(file)).expect("reads");
        assert!(text.contains(from), "{file}: {from}");
        std::fs::write(folder.0.join(file), text.replacen(from, to, 1)).expect("writes");
    };
    change("geometry.json", "\"ways\":[", "\"nobodys_water\":[\"lake\"],\n\"ways\":[");
    change("colours.toml", "#e6b074", "orange");
    change("labels/fr.toml", "alm =", "alp =");
    let variant = Variant::load(&folder.0).expect("the board is good");
    let faults = Drawing::new(&variant).expect_err("three faults");
    let labels = std::fs::read_to_string(folder.0.join("labels/fr.toml")).expect("reads");
    let line = |word: &str| 1 + labels.lines().position(|line| line.starts_with(word)).expect("there");
    assert_eq!(
        faults.to_string(),
        format!(
            "labels/fr.toml:{}: 'alm' has no label\nlabels/fr.toml:{}: 'alp' is not on this board\n\
             colours.toml:3: 'orange' is no colour: write #rrggbb\ngeometry.json:40: 'lake' is not in nobodys",
            line("[provinces]"),
            line("alp")
        )
    );
    assert_eq!(Drawing::faults(&variant), faults.0);
}

/// A sixth language needs files and no code.
#[test]
fn pictures_are_drawn_in_a_made_up_language() {
    let folder = TemporaryFolder::new("sixth");
    copy(&root().join("variants/strait"), &folder.0.join("strait"));
    copy(&root().join("locales"), &folder.0.join("locales"));
    let made_up = |from: &Path, to: &Path| {
        let english = std::fs::read_to_string(from).expect("reads");
        // Adds "Oj" before every text.
        std::fs::write(to, english.replace("= \"", "= \"Oj")).expect("writes");
    };
    let strait = folder.0.join("strait");
    made_up(&strait.join("labels/en.toml"), &strait.join("labels/xx.toml"));
    std::fs::create_dir_all(folder.0.join("locales/xx")).expect("a folder");
    let locales = folder.0.join("locales");
    made_up(&locales.join("en/picture.toml"), &locales.join("xx/picture.toml"));

    let variant = Variant::load(&strait).expect("a variant");
    let words = LegendWordLists::load(&locales).expect("words");
    let drawing = Drawing::with_words(&variant, &words).expect("a drawing");
    assert_eq!(drawing.languages().count(), 6);
    let svg = start_svg(&drawing, "xx");
    let english = drawing.labels(LanguageCode::ENGLISH);
    for province in variant.board.provinces() {
        assert!(svg.contains(&format!(">Oj{}</text>", english.name(province))), "{province:?}");
    }
    for power in variant.board.powers() {
        assert!(svg.contains(&format!(">Oj{}</text>", english.power(power))), "{power:?}");
    }
    assert!(svg.contains(">OjSpring 1901 · Ojmoves</text>"));

    std::fs::write(locales.join("xx/picture.toml"), "spring = 3\n").expect("writes");
    let faults = LegendWordLists::load(&locales).expect_err("a fault").to_string();
    assert!(faults.starts_with("xx/picture.toml:1: "), "{faults}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A temporary folder that is removed at the end.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("detente-picture-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").map(Result::unwrap) {
        if entry.path().is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()));
        } else {
            std::fs::copy(entry.path(), to.join(entry.file_name())).expect("copies");
        }
    }
}
