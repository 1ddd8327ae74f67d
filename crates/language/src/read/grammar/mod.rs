//! Putting words together: everything that a piece could say, before it is known what is legal.

mod deeds;
mod parts;

use rules::Board;

use super::draft::Draft;
use super::lattice::{Lattice, Stretch};
use super::lexicon::{Languages, Meaning};
use crate::locale::DeedWord;

/// Whether signs may be left out: "A Par Bur", "A Sil F Ber-Pru".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Care {
    Strict,
    Lenient,
}

/// All that a piece could say with the words of some languages.
pub(crate) fn drafts(
    board: &Board,
    lattice: &Lattice,
    writer: Languages,
    languages: Languages,
    care: Care,
) -> Vec<Draft> {
    let mut grammar = Grammar {
        board,
        lattice,
        writer,
        languages,
        care,
        skips: Vec::new(),
        onward: Vec::new(),
        ends: Positions(0),
        still: Positions(0),
        steps: 0,
        drafts: Vec::new(),
    };
    grammar.look_ahead();
    grammar.piece();
    grammar.drafts
}

/// A set of places between words; a piece has fewer words than a number has bits.
#[derive(Clone, Copy)]
struct Positions(u64);

impl Positions {
    const fn contains(self, at: usize) -> bool {
        self.0 >> at & 1 != 0
    }
}

impl Iterator for Positions {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let at = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            at
        })
    }
}

struct Grammar<'a> {
    board: &'a Board,
    lattice: &'a Lattice,
    writer: Languages,
    languages: Languages,
    care: Care,
    /// By word: here, and after any words from here that can be left out.
    skips: Vec<Positions>,
    /// The same without words that say where somebody comes from.
    onward: Vec<Positions>,
    /// Where nothing that matters follows.
    ends: Positions,
    /// The same, where nothing that follows says that somebody goes.
    still: Positions,
    steps: u32,
    drafts: Vec<Draft>,
}

/// A thing found, where it ends, and what it cost.
type Found<T> = (T, usize, u32);

/// Nothing that people write needs a tenth of this; whatever does is not read.
const MOST_STEPS: u32 = 20_000;
const MOST_DRAFTS: usize = 256;

impl Grammar<'_> {
    /// Looks from the end what can be left out. German puts the verb last: "… von Wien nach Triest geht".
    fn look_ahead(&mut self) {
        let last = self.lattice.len();
        self.ends = Positions(1 << last);
        self.still = self.ends;
        self.skips = vec![Positions(0); last + 1];
        self.skips[last] = Positions(1 << last);
        self.onward = self.skips.clone();
        for at in (0..last).rev() {
            self.skips[at].0 |= 1 << at;
            self.onward[at].0 |= 1 << at;
            for stretch in &self.lattice.from[at] {
                // A word that was guessed at is there for something.
                if !self.counts(stretch) || stretch.cost > 0 {
                    continue;
                }
                let idle = match stretch.meaning {
                    Meaning::Skip => {
                        self.skips[at].0 |= self.skips[stretch.end].0;
                        if !self.tells_origin(at, stretch) {
                            self.onward[at].0 |= self.onward[stretch.end].0;
                        }
                        true
                    }
                    Meaning::Deed(DeedWord::Move | DeedWord::Attack) => !self.lattice.dashes[at],
                    Meaning::Deed(_)
                    | Meaning::Kind(_)
                    | Meaning::Power(_)
                    | Meaning::Place(_)
                    | Meaning::Coast(_)
                    | Meaning::Via
                    | Meaning::Heading
                    | Meaning::From
                    | Meaning::And
                    | Meaning::Everyone
                    | Meaning::Not => false,
                };
                if idle && self.ends.contains(stretch.end) {
                    self.ends.0 |= 1 << at;
                    let goes = stretch.meaning == Meaning::Deed(DeedWord::Attack);
                    if !goes && self.still.contains(stretch.end) {
                        self.still.0 |= 1 << at;
                    }
                }
            }
        }
    }

    /// Whether a word that can be left out says where somebody comes from: "North Sea from London". The
    /// Dutch article "de" is the French "from"; the writer's language decides, and where a sign is
    /// missing too, nothing is risked.
    fn tells_origin(&self, at: usize, skip: &Stretch) -> bool {
        let same = |s: &&Stretch| s.meaning == Meaning::From && s.end == skip.end;
        self.lattice.from[at].iter().find(same).is_some_and(|from| {
            let foreign = self.care == Care::Lenient && self.languages == Languages::ALL;
            from.languages.meets(self.writer)
                || foreign
                || !skip.languages.without(from.languages).meets(self.languages)
        })
    }

    /// One or more words of a deed: "convoys", "gives support", each end once.
    fn run(&mut self, at: usize, word: DeedWord) -> Vec<(usize, u32)> {
        let mut ends: Vec<(usize, u32)> = Vec::new();
        let mut heads = vec![(at, 0)];
        while let Some((at, cost)) = heads.pop() {
            for start in self.after_skips(at) {
                for i in 0..self.stretches(start) {
                    let stretch = self.lattice.from[start][i];
                    if stretch.meaning.tells(word) && self.counts(&stretch) {
                        let end = (stretch.end, cost + stretch.cost);
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

    /// Here, and after any words of moving, but not a dash: "the move of A Mar", "to hold". With each,
    /// whether one of the words says that somebody goes.
    fn after_moves(&mut self, at: usize) -> Vec<(usize, bool)> {
        let mut found = vec![(at, false)];
        let mut next = 0;
        while let Some(&(at, goes)) = found.get(next) {
            next += 1;
            for start in self.after_skips(at) {
                for i in 0..self.stretches(start) {
                    let stretch = self.lattice.from[start][i];
                    let word = stretch.meaning.tells(DeedWord::Move) && !self.lattice.dashes[start];
                    let goes = goes || stretch.meaning == Meaning::Deed(DeedWord::Attack);
                    if word && self.counts(&stretch) && !found.contains(&(stretch.end, goes)) {
                        found.push((stretch.end, goes));
                    }
                }
            }
        }
        found
    }

    /// Here, and after any words that can be left out.
    fn after_skips(&self, at: usize) -> Positions {
        self.skips.get(at).copied().unwrap_or(Positions(0))
    }

    /// Here, and after words that can be left out and don't say where somebody comes from.
    fn onward(&self, at: usize) -> Positions {
        self.onward.get(at).copied().unwrap_or(Positions(0))
    }

    /// After each word from here that says where somebody comes from.
    fn after_from(&mut self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for start in self.after_skips(at) {
            for i in 0..self.stretches(start) {
                let stretch = self.lattice.from[start][i];
                let from = stretch.meaning == Meaning::From && self.counts(&stretch);
                if from && !found.contains(&stretch.end) {
                    found.push(stretch.end);
                }
            }
        }
        found
    }

    /// Whether nothing that matters follows.
    fn ends(&self, at: usize) -> bool {
        self.ends.contains(at)
    }

    /// Whether nothing that matters follows, and nothing that says that somebody goes.
    fn ends_still(&self, at: usize) -> bool {
        self.still.contains(at)
    }

    /// How many stretches start at a word; none once the piece has taken too long.
    fn stretches(&mut self, at: usize) -> usize {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return 0;
        }
        self.lattice.from.get(at).map_or(0, Vec::len)
    }

    const fn counts(&self, stretch: &Stretch) -> bool {
        stretch.languages.meets(self.languages)
    }
}
