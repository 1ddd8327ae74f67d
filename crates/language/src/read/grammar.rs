//! Putting words together: everything that a piece could say, before it is known what is legal.

use rules::{Board, Coast, Power, Province, Terrain, UnitKind};

use super::lattice::{Lattice, Stretch};
use super::lexicon::{Languages, Meaning};
use crate::locale::DeedWord;

/// A place as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) province: Province,
    pub(crate) coast: Option<Coast>,
}

/// A unit as written: its letter may be left out or wrong (E2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnitWords {
    pub(crate) kind: Option<UnitKind>,
    pub(crate) at: Place,
}

/// What a piece could say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Draft {
    /// None where it can be left out: "Disband" when only one unit must go.
    pub(crate) unit: Option<UnitWords>,
    /// The kind written for a unit that is supported or convoyed.
    pub(crate) helped: Option<UnitKind>,
    pub(crate) deed: Deed,
    pub(crate) cost: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A unit and nothing else: enough for an adjustment.
    Unsaid,
    Hold,
    Move {
        to: Place,
        way: Way,
    },
    SupportHold {
        of: Province,
    },
    SupportMove {
        from: Province,
        to: Place,
    },
    Convoy {
        from: Province,
        to: Province,
    },
    Retreat {
        to: Place,
    },
    Disband,
    Build,
    Waive,
}

/// What is written about the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Unsaid,
    /// "via convoy"
    Convoy,
    /// "A Lon - Nth - Nwy": the waters are named, which says no more than the destination (4.A.6).
    Waters,
}

/// Whether signs may be left out: "A Par Bur", "A Sil F Ber-Pru".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Care {
    Strict,
    Lenient,
}

/// All that a piece could say with the words of some languages.
pub(crate) fn drafts(board: &Board, lattice: &Lattice, languages: Languages, care: Care) -> Vec<Draft> {
    let mut grammar = Grammar {
        board,
        lattice,
        languages,
        care,
        skips: Vec::with_capacity(lattice.len() + 1),
        ends: Positions(0),
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
    languages: Languages,
    care: Care,
    /// By word: here, and after any words from here that can be left out.
    skips: Vec<Positions>,
    /// Where nothing that matters follows.
    ends: Positions,
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
        self.skips = vec![Positions(0); last + 1];
        self.skips[last] = Positions(1 << last);
        for at in (0..last).rev() {
            self.skips[at].0 |= 1 << at;
            for stretch in &self.lattice.from[at] {
                // A word that was guessed at is there for something.
                if !self.counts(stretch) || stretch.cost > 0 {
                    continue;
                }
                let idle = match stretch.meaning {
                    Meaning::Skip => {
                        self.skips[at].0 |= self.skips[stretch.end].0;
                        true
                    }
                    Meaning::Deed(DeedWord::Move) => !self.lattice.dashes[at],
                    Meaning::Deed(_)
                    | Meaning::Kind(_)
                    | Meaning::Power(_)
                    | Meaning::Place(_)
                    | Meaning::Coast(_)
                    | Meaning::Via
                    | Meaning::Heading => false,
                };
                if idle && self.ends.contains(stretch.end) {
                    self.ends.0 |= 1 << at;
                }
            }
        }
    }

    fn piece(&mut self) {
        for (unit, at, cost) in self.unit(0) {
            self.deeds(Some(unit), at, cost);
        }
        self.verb_first();
    }

    fn add(&mut self, unit: Option<UnitWords>, deed: Deed, cost: u32) {
        self.add_help(unit, None, deed, cost);
    }

    fn add_help(&mut self, unit: Option<UnitWords>, helped: Option<UnitKind>, deed: Deed, cost: u32) {
        let draft = Draft { unit, helped, deed, cost };
        if self.drafts.len() < MOST_DRAFTS && !self.drafts.contains(&draft) {
            self.drafts.push(draft);
        }
    }

    // What a unit does.

    fn deeds(&mut self, unit: Option<UnitWords>, at: usize, cost: u32) {
        if self.ends(at) {
            self.add(unit, Deed::Unsaid, cost);
        }
        for (end, more) in self.run(at, DeedWord::Hold) {
            if self.ends(end) {
                self.add(unit, Deed::Hold, cost + more);
            }
        }
        for (to, way, more) in self.going(at) {
            self.add(unit, Deed::Move { to, way }, cost + more);
        }
        for (end, more) in self.run(at, DeedWord::Support) {
            self.support(unit, end, cost + more);
        }
        for (end, more) in self.run(at, DeedWord::Convoy) {
            for (helped, end, again) in self.helped(end) {
                for (to, _, last) in self.going(end) {
                    let deed = Deed::Convoy { from: helped.at.province, to: to.province };
                    self.add_help(unit, helped.kind, deed, cost + more + again + last);
                }
            }
        }
        for (end, more) in self.run(at, DeedWord::Retreat) {
            for (to, _, last) in self.going(end).into_iter().chain(self.arriving(end)) {
                self.add(unit, Deed::Retreat { to }, cost + more + last);
            }
        }
        for (word, deed) in [(DeedWord::Disband, Deed::Disband), (DeedWord::Build, Deed::Build)] {
            for (end, more) in self.run(at, word) {
                if self.ends(end) {
                    self.add(unit, deed, cost + more);
                }
            }
        }
        if self.care == Care::Lenient {
            self.signs_left_out(unit, at, cost);
        }
    }

    fn support(&mut self, unit: Option<UnitWords>, at: usize, cost: u32) {
        for (helped, end, more) in self.helped(at) {
            let from = helped.at.province;
            if self.ends(end) {
                self.add_help(unit, helped.kind, Deed::SupportHold { of: from }, cost + more);
            }
            // "supports F Sev to hold", "S F Sev XXX"
            for start in self.after_moves(end) {
                for (end, again) in self.run(start, DeedWord::Hold) {
                    if self.ends(end) {
                        let deed = Deed::SupportHold { of: from };
                        self.add_help(unit, helped.kind, deed, cost + more + again);
                    }
                }
            }
            let mut targets = self.going(end);
            if self.care == Care::Lenient {
                targets.extend(self.arriving(end));
            }
            for (to, _, again) in targets {
                self.add_help(unit, helped.kind, Deed::SupportMove { from, to }, cost + more + again);
            }
        }
    }

    /// "A Par Bur" and "A Sil F Ber-Pru" (a support or a convoy without its letter).
    fn signs_left_out(&mut self, unit: Option<UnitWords>, at: usize, cost: u32) {
        for (to, way, more) in self.arriving(at) {
            self.add(unit, Deed::Move { to, way }, cost + more);
        }
        for (helped, end, more) in self.unit(at) {
            if helped.kind.is_none() {
                continue;
            }
            let from = helped.at.province;
            for (to, _, again) in self.going(end) {
                self.add_help(unit, helped.kind, Deed::SupportMove { from, to }, cost + more + again);
                let deed = Deed::Convoy { from, to: to.province };
                self.add_help(unit, helped.kind, deed, cost + more + again);
            }
        }
    }

    /// "Build F Kie", "Retreat A Bur to Gas", "Move A Par to Bur", "Disband", "Waive".
    fn verb_first(&mut self) {
        for (end, cost) in self.run(0, DeedWord::Waive) {
            if self.ends(end) {
                self.add(None, Deed::Waive, cost);
            }
        }
        let heads = [
            (DeedWord::Build, Deed::Build),
            (DeedWord::Disband, Deed::Disband),
            (DeedWord::Hold, Deed::Hold),
        ];
        for (word, deed) in heads {
            for (end, cost) in self.run(0, word) {
                if deed == Deed::Disband && self.ends(end) {
                    self.add(None, deed, cost);
                }
                for (unit, end, more) in self.unit(end) {
                    if self.ends(end) {
                        self.add(Some(unit), deed, cost + more);
                    }
                }
            }
        }
        for (end, cost) in self.run(0, DeedWord::Retreat) {
            for (to, _, more) in self.going(end).into_iter().chain(self.arriving(end)) {
                self.add(None, Deed::Retreat { to }, cost + more);
            }
            for (unit, end, more) in self.unit(end) {
                for (to, _, last) in self.going(end) {
                    self.add(Some(unit), Deed::Retreat { to }, cost + more + last);
                }
            }
        }
        for (end, cost) in self.run(0, DeedWord::Move) {
            for (unit, end, more) in self.unit(end) {
                for (to, way, last) in self.going(end) {
                    self.add(Some(unit), Deed::Move { to, way }, cost + more + last);
                }
            }
        }
    }

    // Parts.

    /// The helped unit after a support or convoy: "the move of A Mar", "A Mar".
    fn helped(&mut self, at: usize) -> Vec<Found<UnitWords>> {
        let mut found = Vec::new();
        for start in self.after_moves(at) {
            for unit in self.unit(start) {
                if !found.contains(&unit) {
                    found.push(unit);
                }
            }
        }
        found
    }

    /// A unit: its kind and its nationality in any order, and its place (E9).
    fn unit(&mut self, at: usize) -> Vec<Found<UnitWords>> {
        let mut found = Vec::new();
        let mut heads: Vec<(Option<UnitKind>, Option<Power>, usize, u32)> = vec![(None, None, at, 0)];
        let mut next = 0;
        while let Some(&(kind, power, at, cost)) = heads.get(next) {
            next += 1;
            for (place, end, more) in self.place(at) {
                let unit = (UnitWords { kind, at: place }, end, cost + more);
                if !found.contains(&unit) {
                    found.push(unit);
                }
            }
            for start in self.after_skips(at) {
                for i in 0..self.stretches(start) {
                    let stretch = self.lattice.from[start][i];
                    let head = match stretch.meaning {
                        _ if !self.counts(&stretch) => continue,
                        Meaning::Kind(said) if kind.is_none() => {
                            // "A - Berlin", as set-up tables print it.
                            let dash = self.lattice.dashes.get(stretch.end) == Some(&true);
                            let end = stretch.end + usize::from(dash);
                            (Some(said), power, end, cost + stretch.cost)
                        }
                        Meaning::Power(said) if power.is_none() => {
                            (kind, Some(said), stretch.end, cost + stretch.cost)
                        }
                        Meaning::Kind(_)
                        | Meaning::Power(_)
                        | Meaning::Place(_)
                        | Meaning::Deed(_)
                        | Meaning::Coast(_)
                        | Meaning::Via
                        | Meaning::Skip
                        | Meaning::Heading => continue,
                    };
                    if !heads.contains(&head) {
                        heads.push(head);
                    }
                }
            }
        }
        found
    }

    /// A place, its coast before or after it.
    fn place(&mut self, at: usize) -> Vec<Found<Place>> {
        let mut found = Vec::new();
        for start in self.after_skips(at) {
            for i in 0..self.stretches(start) {
                let stretch = self.lattice.from[start][i];
                if !self.counts(&stretch) {
                    continue;
                }
                if let Meaning::Place(province) = stretch.meaning {
                    found.push((Place { province, coast: None }, stretch.end, stretch.cost));
                    // Else "Atlantique Nord" would be a coast of the Atlantic.
                    if self.board.has_several_coasts(province) {
                        for (coast, end, cost) in self.coasts(stretch.end) {
                            let place = Place { province, coast: Some(coast) };
                            found.push((place, end, stretch.cost + cost));
                        }
                    }
                }
            }
            for (coast, end, cost) in self.coasts(start) {
                for start in self.after_skips(end) {
                    for i in 0..self.stretches(start) {
                        let stretch = self.lattice.from[start][i];
                        if let (true, Meaning::Place(province)) = (self.counts(&stretch), stretch.meaning)
                            && self.board.has_several_coasts(province)
                        {
                            let place = Place { province, coast: Some(coast) };
                            found.push((place, stretch.end, cost + stretch.cost));
                        }
                    }
                }
            }
        }
        found
    }

    fn coasts(&mut self, at: usize) -> Vec<Found<Coast>> {
        let mut found = Vec::new();
        for start in self.after_skips(at) {
            for i in 0..self.stretches(start) {
                let stretch = self.lattice.from[start][i];
                if let (true, Meaning::Coast(coast)) = (self.counts(&stretch), stretch.meaning) {
                    found.push((coast, stretch.end, stretch.cost));
                }
            }
        }
        found
    }

    /// A sign or word of moving, and where to, up to the end of the piece.
    fn going(&mut self, at: usize) -> Vec<(Place, Way, u32)> {
        let mut found = Vec::new();
        // Moves and "via convoy" in any order before the place: "moves by convoy to Bel".
        let mut heads: Vec<(usize, bool, bool, u32)> = vec![(at, false, false, 0)];
        let mut next = 0;
        while let Some(&(at, moved, by_sea, cost)) = heads.get(next) {
            next += 1;
            if moved {
                for (to, way, more) in self.arriving(at) {
                    let way = if by_sea { Way::Convoy } else { way };
                    found.push((to, way, cost + more));
                }
            }
            for start in self.after_skips(at) {
                for i in 0..self.stretches(start) {
                    let stretch = self.lattice.from[start][i];
                    let head = match stretch.meaning {
                        _ if !self.counts(&stretch) => continue,
                        Meaning::Deed(DeedWord::Move) => (stretch.end, true, by_sea, cost + stretch.cost),
                        Meaning::Via => (stretch.end, moved, true, cost + stretch.cost),
                        Meaning::Kind(_)
                        | Meaning::Power(_)
                        | Meaning::Place(_)
                        | Meaning::Deed(_)
                        | Meaning::Coast(_)
                        | Meaning::Skip
                        | Meaning::Heading => continue,
                    };
                    if !heads.contains(&head) {
                        heads.push(head);
                    }
                }
            }
        }
        found
    }

    /// A destination at the end of the piece, perhaps with the way behind it.
    fn arriving(&mut self, at: usize) -> Vec<(Place, Way, u32)> {
        let mut found = Vec::new();
        for (to, end, cost) in self.place(at) {
            if self.ends(end) {
                found.push((to, Way::Unsaid, cost));
            }
            for start in self.after_skips(end) {
                for i in 0..self.stretches(start) {
                    let stretch = self.lattice.from[start][i];
                    if !self.counts(&stretch) {
                        continue;
                    }
                    if stretch.meaning == Meaning::Via && self.ends_after_waters(stretch.end) {
                        found.push((to, Way::Convoy, cost + stretch.cost));
                    }
                    let named_water = self.board.terrain(to.province) == Terrain::Water;
                    if stretch.meaning == Meaning::Deed(DeedWord::Move) && named_water {
                        for (last, _, more) in self.arriving(stretch.end) {
                            if self.board.terrain(last.province) == Terrain::Coastal {
                                found.push((last, Way::Waters, cost + more));
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// "via convoy" may be followed by the waters: "via NTH".
    fn ends_after_waters(&mut self, at: usize) -> bool {
        if self.ends(at) {
            return true;
        }
        self.place(at).into_iter().any(|(place, end, _)| {
            self.board.terrain(place.province) == Terrain::Water && self.ends_after_waters(end)
        })
    }

    // Words.

    /// One or more words of a deed: "convoys", "gives support", each end once.
    fn run(&mut self, at: usize, word: DeedWord) -> Vec<(usize, u32)> {
        let mut ends: Vec<(usize, u32)> = Vec::new();
        let mut heads = vec![(at, 0)];
        while let Some((at, cost)) = heads.pop() {
            for start in self.after_skips(at) {
                for i in 0..self.stretches(start) {
                    let stretch = self.lattice.from[start][i];
                    if stretch.meaning == Meaning::Deed(word) && self.counts(&stretch) {
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

    /// Here, and after any words of moving, but not a dash: "the move of A Mar", "to hold".
    fn after_moves(&mut self, at: usize) -> Vec<usize> {
        let mut found = vec![at];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for start in self.after_skips(at) {
                for i in 0..self.stretches(start) {
                    let stretch = self.lattice.from[start][i];
                    let word =
                        stretch.meaning == Meaning::Deed(DeedWord::Move) && !self.lattice.dashes[start];
                    if word && self.counts(&stretch) && !found.contains(&stretch.end) {
                        found.push(stretch.end);
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

    /// Whether nothing that matters follows.
    fn ends(&self, at: usize) -> bool {
        self.ends.contains(at)
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
