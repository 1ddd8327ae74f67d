//! The grammar of orders: combines the meanings of words into candidate orders, legal or not.

mod actions;
mod parts;

use rules::Board;

use super::candidate_order::CandidateOrder;
use super::lattice::{Lattice, PhraseMeaning};
use super::lexicon::{LanguageSet, Meaning};
use crate::locale::ActionWord;

/// Whether signs may be left out, as in "A Par Bur" and "A Sil F Ber-Pru".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strictness {
    Strict,
    Lenient,
}

/// All orders that a piece could mean with the words of some languages.
pub(crate) fn candidates(
    board: &Board,
    lattice: &Lattice,
    writer: LanguageSet,
    languages: LanguageSet,
    strictness: Strictness,
) -> Vec<CandidateOrder> {
    let mut grammar = Grammar {
        board,
        lattice,
        writer,
        languages,
        strictness,
        skips: Vec::new(),
        skips_except_from: Vec::new(),
        ends: WordIndexSet(0),
        ends_without_attack: WordIndexSet(0),
        steps: 0,
        candidates: Vec::new(),
    };
    grammar.look_ahead();
    grammar.piece();
    grammar.candidates
}

/// A set of word indexes, as bits: a piece has fewer than 64 words.
#[derive(Clone, Copy)]
struct WordIndexSet(u64);

impl WordIndexSet {
    const fn contains(self, at: usize) -> bool {
        self.0 >> at & 1 != 0
    }
}

impl Iterator for WordIndexSet {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let at = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            at
        })
    }
}

/// The state of parsing one piece.
struct Grammar<'a> {
    board: &'a Board,
    lattice: &'a Lattice,
    writer: LanguageSet,
    languages: LanguageSet,
    strictness: Strictness,
    /// By word index: this index, and those after any words from here that can be left out.
    skips: Vec<WordIndexSet>,
    /// The same, but words like "from", which say where a unit comes from, are not left out.
    skips_except_from: Vec<WordIndexSet>,
    /// Where the order may end: the words that follow can be left out.
    ends: WordIndexSet,
    /// The same, and none of the words that follow names an attack.
    ends_without_attack: WordIndexSet,
    steps: u32,
    candidates: Vec<CandidateOrder>,
}

/// A part that was found, the word index after it, and its cost.
type Found<T> = (T, usize, u32);

/// Real orders need less than a tenth of this. A piece that needs more is not read.
const MAX_STEPS_PER_PIECE: u32 = 20_000;
const MAX_CANDIDATES_PER_PIECE: usize = 256;

impl Grammar<'_> {
    /// Finds the words that can be left out, from the last word to the first. A move verb at the end can be:
    /// German puts the verb last, "… von Wien nach Triest geht".
    fn look_ahead(&mut self) {
        let last = self.lattice.len();
        self.ends = WordIndexSet(1 << last);
        self.ends_without_attack = self.ends;
        self.skips = vec![WordIndexSet(0); last + 1];
        self.skips[last] = WordIndexSet(1 << last);
        self.skips_except_from = self.skips.clone();
        for at in (0..last).rev() {
            self.skips[at].0 |= 1 << at;
            self.skips_except_from[at].0 |= 1 << at;
            for phrase in &self.lattice.starting_at[at] {
                // A guessed word is never left out.
                if !self.is_in_tried_languages(phrase) || phrase.cost > 0 {
                    continue;
                }
                let idle = match phrase.meaning {
                    Meaning::Skip => {
                        self.skips[at].0 |= self.skips[phrase.end].0;
                        if !self.states_origin(at, phrase) {
                            self.skips_except_from[at].0 |= self.skips_except_from[phrase.end].0;
                        }
                        true
                    }
                    Meaning::Action(ActionWord::Move | ActionWord::Attack) => !self.lattice.dashes[at],
                    Meaning::Action(_)
                    | Meaning::Kind(_)
                    | Meaning::Power(_)
                    | Meaning::Place(_)
                    | Meaning::Coast(_)
                    | Meaning::Via
                    | Meaning::Heading
                    | Meaning::Season(_)
                    | Meaning::Closed
                    | Meaning::Inside(_)
                    | Meaning::From
                    | Meaning::And
                    | Meaning::Everyone
                    | Meaning::Not => false,
                };
                if idle && self.ends.contains(phrase.end) {
                    self.ends.0 |= 1 << at;
                    let goes = phrase.meaning == Meaning::Action(ActionWord::Attack);
                    if !goes && self.ends_without_attack.contains(phrase.end) {
                        self.ends_without_attack.0 |= 1 << at;
                    }
                }
            }
        }
    }

    /// Whether a word that can be left out says where a unit comes from: "North Sea from London". The Dutch
    /// article "de" means "from" in French. The writer's language decides. If signs may be left out as well,
    /// "from" in any language counts, to be safe.
    fn states_origin(&self, at: usize, skip: &PhraseMeaning) -> bool {
        let same = |s: &&PhraseMeaning| s.meaning == Meaning::From && s.end == skip.end;
        self.lattice.starting_at[at].iter().find(same).is_some_and(|from| {
            let foreign = self.strictness == Strictness::Lenient && self.languages == LanguageSet::ALL;
            from.languages.overlaps(self.writer)
                || foreign
                || !skip.languages.without(from.languages).overlaps(self.languages)
        })
    }

    /// Reads one or more words of an action: "convoys", "gives support". Returns each possible end once.
    fn after_action_words(&mut self, at: usize, word: ActionWord) -> Vec<(usize, u32)> {
        let mut ends: Vec<(usize, u32)> = Vec::new();
        let mut heads = vec![(at, 0)];
        while let Some((at, cost)) = heads.pop() {
            for start in self.after_skips(at) {
                for i in 0..self.phrase_count(start) {
                    let phrase = self.lattice.starting_at[start][i];
                    if phrase.meaning.is_action(word) && self.is_in_tried_languages(&phrase) {
                        let end = (phrase.end, cost + phrase.cost);
                        if !ends.contains(&end) {
                            ends.push(end);
                            heads.push(end);
                        }
                    }
                }
            }
        }
        ends
    }

    /// This index, and those after any words for a move, but not after a dash: "the move of A Mar", "to
    /// hold". With each, whether one of the words names an attack.
    fn after_moves(&mut self, at: usize) -> Vec<(usize, bool)> {
        let mut found = vec![(at, false)];
        let mut next = 0;
        while let Some(&(at, goes)) = found.get(next) {
            next += 1;
            for start in self.after_skips(at) {
                for i in 0..self.phrase_count(start) {
                    let phrase = self.lattice.starting_at[start][i];
                    let word = phrase.meaning.is_action(ActionWord::Move) && !self.lattice.dashes[start];
                    let goes = goes || phrase.meaning == Meaning::Action(ActionWord::Attack);
                    if word && self.is_in_tried_languages(&phrase) && !found.contains(&(phrase.end, goes)) {
                        found.push((phrase.end, goes));
                    }
                }
            }
        }
        found
    }

    /// This index, and those after any words that can be left out.
    fn after_skips(&self, at: usize) -> WordIndexSet {
        self.skips.get(at).copied().unwrap_or(WordIndexSet(0))
    }

    /// The same, but words like "from" are not left out.
    fn after_skips_except_from(&self, at: usize) -> WordIndexSet {
        self.skips_except_from.get(at).copied().unwrap_or(WordIndexSet(0))
    }

    /// The indexes after each word like "from" that may follow here.
    fn after_from(&mut self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for start in self.after_skips(at) {
            for i in 0..self.phrase_count(start) {
                let phrase = self.lattice.starting_at[start][i];
                let from = phrase.meaning == Meaning::From && self.is_in_tried_languages(&phrase);
                if from && !found.contains(&phrase.end) {
                    found.push(phrase.end);
                }
            }
        }
        found
    }

    /// Whether the order may end here.
    fn ends(&self, at: usize) -> bool {
        self.ends.contains(at)
    }

    /// Whether the order may end here, and no word that follows names an attack.
    fn ends_without_attack(&self, at: usize) -> bool {
        self.ends_without_attack.contains(at)
    }

    /// The number of phrases that start at a word; 0 once the piece has taken too many steps.
    fn phrase_count(&mut self, at: usize) -> usize {
        self.steps += 1;
        if self.steps > MAX_STEPS_PER_PIECE {
            return 0;
        }
        self.lattice.starting_at.get(at).map_or(0, Vec::len)
    }

    /// Whether a phrase is in one of the languages that are tried.
    const fn is_in_tried_languages(&self, phrase: &PhraseMeaning) -> bool {
        phrase.languages.overlaps(self.languages)
    }
}
