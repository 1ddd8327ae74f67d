//! What games of one map share and never changes: the board, and the words of every language.

use std::cell::RefCell;
use std::path::Path;
use std::sync::LazyLock;

use atlas::Variant;
use language::explain::{Explainer, Language as Reading};
use language::{Locale, Notation, Phrases, Reader, Writer};
use picture::Drawing;
use rules::{Board, Edition, Judge};

/// One of the languages that the program speaks, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tongue(usize);

/// The maps that are played here, the standard one first.
#[derive(Clone, Debug)]
pub struct Worlds(Vec<&'static World>);

/// A variant with everything that is said about it.
#[derive(Debug)]
pub struct World {
    pub variant: &'static Variant,
    pub notation: Notation<'static>,
    pub reader: Reader<'static>,
    pub drawing: &'static Drawing,
    /// The same languages in every world, in the same order.
    voices: Vec<Voice>,
}

/// One language, ready to write and explain.
#[derive(Debug)]
pub struct Voice {
    pub code: String,
    pub writer: Writer<'static>,
    pub explainer: Explainer<'static>,
    pub phrases: &'static Phrases,
}

const ENGLISH: &str = "en";

static BUILT_IN: LazyLock<Vec<&'static World>> = LazyLock::new(|| {
    let world = |variant: &'static Variant| match World::new(variant) {
        Ok(world) => &*Box::leak(Box::new(world)),
        Err(fault) => panic!("the built-in variants are checked by the tests: {fault}"),
    };
    let (standard, others): (Vec<_>, Vec<_>) =
        atlas::built_in().iter().map(world).partition(|world| world.key() == atlas::standard().key());
    standard.into_iter().chain(others).collect()
});

impl Worlds {
    /// The maps that the program carries.
    pub fn built_in() -> Self {
        Self(BUILT_IN.clone())
    }

    /// Those, and every variant in a folder of folders. Games of a map need it for as long as they are stored.
    pub fn with_folder(folder: &Path) -> Result<Self, String> {
        let mut worlds = Self::built_in();
        let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut folders: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        folders.retain(|path| path.join("board.toml").is_file());
        folders.sort();
        for path in folders {
            let fault = |why: String| format!("the variant {}:\n{why}", path.display());
            let variant = Variant::load(&path).map_err(|faults| fault(faults.to_string()))?;
            if worlds.get(variant.key()).is_some() {
                return Err(fault("there is another variant with this name".to_owned()));
            }
            // It lives as long as the program: games, judges and pages refer to it.
            let world = World::new(Box::leak(Box::new(variant))).map_err(fault)?;
            worlds.0.push(Box::leak(Box::new(world)));
        }
        Ok(worlds)
    }

    pub fn standard(&self) -> &'static World {
        self.0[0]
    }

    pub fn get(&self, key: &str) -> Option<&'static World> {
        self.0.iter().copied().find(|world| world.key() == key)
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static World> {
        self.0.iter().copied()
    }
}

impl World {
    /// A language in which the variant has no names or no grammar is spoken in English.
    pub fn new(variant: &'static Variant) -> Result<Self, String> {
        let drawing = Drawing::new(variant).map_err(|faults| faults.to_string())?;
        let locales = Locale::built_in();
        let mut voices = Vec::new();
        for phrases in Phrases::all() {
            let code = phrases.language().to_owned();
            let voice = match Self::voice_in(variant, &locales, &code)? {
                Some(voice) => Some(voice),
                None => Self::voice_in(variant, &locales, ENGLISH)?,
            };
            let (writer, explainer) = voice
                .ok_or_else(|| format!("{}: names/en.toml and grammar/en.toml are needed", variant.key()))?;
            voices.push(Voice { code, writer, explainer, phrases });
        }
        Ok(Self {
            variant,
            notation: Notation::new(&variant.board),
            reader: Reader::new(variant, &locales),
            drawing: Box::leak(Box::new(drawing)),
            voices,
        })
    }

    fn voice_in(
        variant: &'static Variant,
        locales: &[Locale],
        code: &str,
    ) -> Result<Option<(Writer<'static>, Explainer<'static>)>, String> {
        let Some(writer) = Writer::new(variant, locales, code) else { return Ok(None) };
        let language = match Reading::for_variant(variant, code) {
            None => return Ok(None),
            Some(Ok(language)) => language,
            Some(Err(faults)) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                return Err(faults.join("\n"));
            }
        };
        Ok(Some((writer, Explainer::new(variant, Box::leak(Box::new(language))))))
    }

    /// What the variant is called in stored games and requests.
    pub fn key(&self) -> &'static str {
        self.variant.key()
    }

    pub const fn board(&self) -> &'static Board {
        &self.variant.board
    }

    /// The language with this code: also `de-AT`, `pt` gives none.
    pub fn tongue(&self, code: &str) -> Option<Tongue> {
        let short = code.trim().split(['-', '_']).next()?.to_ascii_lowercase();
        self.voices.iter().position(|voice| voice.code == short).map(Tongue)
    }

    pub fn english(&self) -> Tongue {
        self.tongue("en").unwrap_or(Tongue(0))
    }

    pub fn voice(&self, tongue: Tongue) -> &Voice {
        &self.voices[tongue.0]
    }

    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.voices.iter().map(|voice| voice.code.as_str())
    }

    /// The first language of an `Accept-Language` header that is spoken here.
    pub fn accepted(&self, header: &str) -> Option<Tongue> {
        let mut wished: Vec<(f32, &str)> = header
            .split(',')
            .take(20)
            .map(|part| {
                let (code, rest) = part.split_once(';').unwrap_or((part, ""));
                let weight = rest.trim().strip_prefix("q=").and_then(|q| q.parse().ok()).unwrap_or(1.0);
                (weight, code)
            })
            .collect();
        wished.sort_by(|a, b| b.0.total_cmp(&a.0));
        wished.into_iter().find_map(|(_, code)| self.tongue(code))
    }

    /// Runs something with this thread's judge for an edition.
    pub fn judging<T>(&self, edition: Edition, deed: impl FnOnce(&mut Judge<'static>) -> T) -> T {
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
            deed(&mut judges[i])
        })
    }
}
