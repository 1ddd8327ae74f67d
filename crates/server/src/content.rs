//! The fixed content of a variant: board, drawing, and the texts of every language.

use std::cell::RefCell;
use std::path::Path;
use std::sync::LazyLock;

use atlas::Variant;
use language::explain::{Explainer, Language as Reading};
use language::{Locale, OrderParser, OrderWriter, ServerTexts};
use notation::Notation;
use picture::Drawing;
use rules::{Board, Edition, Judge};

/// One of the supported languages, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LanguageId(usize);

/// The variants that can be played on this server, the standard one first.
#[derive(Clone, Debug)]
pub struct Variants(Vec<&'static Content>);

/// A variant with its drawing and its texts in all languages.
#[derive(Debug)]
pub struct Content {
    pub variant: &'static Variant,
    pub notation: Notation<'static>,
    pub reader: OrderParser<'static>,
    pub drawing: &'static Drawing,
    /// The same languages in every variant, in the same order.
    language_packs: Vec<LanguagePack>,
}

/// The texts of one language: writes and explains orders.
#[derive(Debug)]
pub struct LanguagePack {
    pub code: String,
    pub writer: &'static OrderWriter<'static>,
    pub explainer: Explainer<'static>,
    pub phrases: &'static ServerTexts,
}

const ENGLISH: &str = "en";

static BUILT_IN: LazyLock<Vec<&'static Content>> = LazyLock::new(|| {
    let content = |variant: &'static Variant| match Content::new(variant) {
        Ok(content) => &*Box::leak(Box::new(content)),
        Err(fault) => panic!("a built-in variant is invalid, which tests exclude: {fault}"),
    };
    let (standard, others): (Vec<_>, Vec<_>) =
        atlas::built_in().iter().map(content).partition(|content| content.key() == atlas::standard().key());
    standard.into_iter().chain(others).collect()
});

impl Variants {
    /// The variants that are part of the program.
    pub fn built_in() -> Self {
        Self(BUILT_IN.clone())
    }

    /// The built-in variants, and each subfolder with a `board.toml`. A stored game needs its variant loaded.
    pub fn with_folder(folder: &Path) -> Result<Self, String> {
        let mut variants = Self::built_in();
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut folders: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        folders.retain(|path| path.join("board.toml").is_file());
        folders.sort();
        for path in folders {
            let fault = |why: String| format!("the variant {}:\n{why}", path.display());
            let variant = Variant::load(&path).map_err(|faults| fault(faults.to_string()))?;
            if variants.get(variant.key()).is_some() {
                return Err(fault("there is another variant with this name".to_owned()));
            }
            // Leaked on purpose: games, judges and pages refer to it until the program ends.
            let content = Content::new(Box::leak(Box::new(variant))).map_err(fault)?;
            variants.0.push(Box::leak(Box::new(content)));
        }
        Ok(variants)
    }

    pub fn standard(&self) -> &'static Content {
        self.0[0]
    }

    pub fn get(&self, key: &str) -> Option<&'static Content> {
        self.0.iter().copied().find(|content| content.key() == key)
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static Content> {
        self.0.iter().copied()
    }
}

impl Content {
    /// A language for which the variant has no names or no grammar falls back to English.
    pub fn new(variant: &'static Variant) -> Result<Self, String> {
        let drawing = Drawing::new(variant).map_err(|faults| faults.to_string())?;
        let locales = Locale::built_in();
        let mut voices = Vec::new();
        for phrases in ServerTexts::all() {
            let code = phrases.language().to_owned();
            let voice = match Self::writer_and_explainer(variant, &locales, &code)? {
                Some(voice) => Some(voice),
                None => Self::writer_and_explainer(variant, &locales, ENGLISH)?,
            };
            let (writer, explainer) = voice
                .ok_or_else(|| format!("{}: names/en.toml and grammar/en.toml are needed", variant.key()))?;
            voices.push(LanguagePack { code, writer, explainer, phrases });
        }
        Ok(Self {
            variant,
            notation: Notation::new(&variant.board),
            reader: OrderParser::new(variant, &locales),
            drawing: Box::leak(Box::new(drawing)),
            language_packs: voices,
        })
    }

    fn writer_and_explainer(
        variant: &'static Variant,
        locales: &[Locale],
        code: &str,
    ) -> Result<Option<(&'static OrderWriter<'static>, Explainer<'static>)>, String> {
        let Some(writer) = OrderWriter::new(variant, locales, code) else { return Ok(None) };
        let language = match Reading::for_variant(variant, code) {
            None => return Ok(None),
            Some(Ok(language)) => language,
            Some(Err(faults)) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                return Err(faults.join("\n"));
            }
        };
        // Leaked on purpose: content lives until the program ends.
        let writer: &OrderWriter<'_> = Box::leak(Box::new(writer));
        let explainer = Explainer::new(variant, Box::leak(Box::new(language)));
        Ok(Some((writer, explainer.in_notation_of(writer))))
    }

    /// The variant's key in stored games and requests.
    pub fn key(&self) -> &'static str {
        self.variant.key()
    }

    pub const fn board(&self) -> &'static Board {
        &self.variant.board
    }

    /// The language with this code. `de-AT` finds `de`; an unsupported code finds none.
    pub fn language_id(&self, code: &str) -> Option<LanguageId> {
        let short = code.trim().split(['-', '_']).next()?.to_ascii_lowercase();
        self.language_packs.iter().position(|voice| voice.code == short).map(LanguageId)
    }

    pub fn english(&self) -> LanguageId {
        self.language_id("en").unwrap_or(LanguageId(0))
    }

    pub fn language_pack(&self, language_id: LanguageId) -> &LanguagePack {
        &self.language_packs[language_id.0]
    }

    pub fn language_codes(&self) -> impl Iterator<Item = &str> {
        self.language_packs.iter().map(|voice| voice.code.as_str())
    }

    /// Runs a function with this thread's cached judge for an edition.
    pub fn with_judge<T>(&self, edition: Edition, use_judge: impl FnOnce(&mut Judge<'static>) -> T) -> T {
        thread_local! {
            static JUDGES: RefCell<Vec<Judge<'static>>> = const { RefCell::new(Vec::new()) };
        }
        let is_ours =
            |judge: &Judge<'_>| judge.edition() == edition && std::ptr::eq(judge.board(), self.board());
        JUDGES.with_borrow_mut(|judges| {
            let i = match judges.iter().position(is_ours) {
                Some(i) => i,
                None => {
                    judges.push(Judge::new(self.board(), edition));
                    judges.len() - 1
                }
            };
            use_judge(&mut judges[i])
        })
    }
}
