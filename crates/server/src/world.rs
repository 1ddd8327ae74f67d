//! What every game shares and never changes: the board, and the words of every language.

use std::cell::RefCell;

use atlas::Variant;
use language::explain::{Explainer, Language as Reading};
use language::{Locale, Notation, Phrases, Reader, Writer};
use rules::{Board, Edition, Judge};

/// One of the languages that the program speaks, by number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tongue(usize);

/// The standard board with everything that is said about it.
#[derive(Debug)]
pub struct World {
    pub variant: &'static Variant,
    pub notation: Notation<'static>,
    pub reader: Reader<'static>,
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

/// The key of the only variant that is served.
pub const VARIANT: &str = "standard";

impl World {
    pub fn standard() -> Self {
        let variant = atlas::standard();
        let locales = Locale::built_in();
        let reader = Reader::new(variant, &locales);
        let codes: Vec<String> = reader.languages().map(str::to_owned).collect();
        // A language is spoken only if it can read, write, explain and refuse.
        let voices = codes.into_iter().filter_map(|code| {
            Some(Voice {
                writer: Writer::new(variant, &locales, &code)?,
                explainer: Explainer::new(variant, Reading::built_in(&code)?),
                phrases: Phrases::built_in(&code)?,
                code,
            })
        });
        let voices = voices.collect();
        Self { variant, notation: Notation::new(&variant.board), reader, voices }
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
        JUDGES.with_borrow_mut(|judges| {
            let i = match judges.iter().position(|judge| judge.edition() == edition) {
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
