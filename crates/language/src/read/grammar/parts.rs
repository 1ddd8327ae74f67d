//! The parts of an order: units, places, ways.

use rules::{Coast, Power, Terrain, UnitKind};

use super::{Found, Grammar, Positions};
use crate::locale::DeedWord;
use crate::read::draft::{Place, UnitWords, Way};
use crate::read::lexicon::Meaning;

impl Grammar<'_> {
    /// The helped unit after a support or convoy: "the move of A Mar", "A Mar".
    pub(super) fn helped(&mut self, at: usize) -> Vec<Found<UnitWords>> {
        let mut found = Vec::new();
        for (start, _) in self.after_moves(at) {
            for unit in self.unit(start) {
                if !found.contains(&unit) {
                    found.push(unit);
                }
            }
        }
        found
    }

    /// A unit: its kind and its nationality in any order, and its place (E9).
    pub(super) fn unit(&mut self, at: usize) -> Vec<Found<UnitWords>> {
        let mut found = Vec::new();
        let mut heads: Vec<(Option<UnitKind>, Option<Power>, usize, u32)> = vec![(None, None, at, 0)];
        let mut next = 0;
        while let Some(&(kind, power, at, cost)) = heads.get(next) {
            next += 1;
            for (place, end, more) in self.place(self.after_skips(at)) {
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
                        | Meaning::Heading
                        | Meaning::From
                        | Meaning::And
                        | Meaning::Everyone
                        | Meaning::Not => continue,
                    };
                    if !heads.contains(&head) {
                        heads.push(head);
                    }
                }
            }
        }
        found
    }

    /// A place that starts at one of some words, its coast before or after it.
    pub(super) fn place(&mut self, starts: Positions) -> Vec<Found<Place>> {
        let mut found = Vec::new();
        for start in starts {
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
    pub(super) fn going(&mut self, at: usize) -> Vec<(Place, Way, u32)> {
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
                        Meaning::Deed(DeedWord::Move | DeedWord::Attack) => {
                            (stretch.end, true, by_sea, cost + stretch.cost)
                        }
                        Meaning::Via => (stretch.end, moved, true, cost + stretch.cost),
                        Meaning::Kind(_)
                        | Meaning::Power(_)
                        | Meaning::Place(_)
                        | Meaning::Deed(_)
                        | Meaning::Coast(_)
                        | Meaning::Skip
                        | Meaning::Heading
                        | Meaning::From
                        | Meaning::And
                        | Meaning::Everyone
                        | Meaning::Not => continue,
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
    pub(super) fn arriving(&mut self, at: usize) -> Vec<(Place, Way, u32)> {
        let mut found = Vec::new();
        for (to, end, cost) in self.place(self.onward(at)) {
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
                    if stretch.meaning.tells(DeedWord::Move) && named_water {
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

    /// Where to before where from, up to the end of the piece: "Burgundy from Paris", "army to
    /// Burgundy from Paris".
    pub(super) fn coming(&mut self, at: usize) -> Vec<(UnitWords, Place, u32)> {
        let mut found = Vec::new();
        for (kind, start, cost) in self.kinds(at) {
            for (start, _) in self.after_moves(start) {
                for (to, end, more) in self.place(self.onward(start)) {
                    for origin in self.after_from(end) {
                        for (unit, end, last) in self.unit(origin) {
                            if self.ends(end) {
                                let kind = unit.kind.or(kind);
                                found.push((UnitWords { kind, ..unit }, to, cost + more + last));
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// Here, and after each word for a kind of unit.
    fn kinds(&mut self, at: usize) -> Vec<Found<Option<UnitKind>>> {
        let mut found = vec![(None, at, 0)];
        for start in self.after_skips(at) {
            for i in 0..self.stretches(start) {
                let stretch = self.lattice.from[start][i];
                if let (true, Meaning::Kind(kind)) = (self.counts(&stretch), stretch.meaning) {
                    found.push((Some(kind), stretch.end, stretch.cost));
                }
            }
        }
        found
    }

    /// "via convoy" may be followed by the waters: "via NTH".
    pub(super) fn ends_after_waters(&mut self, at: usize) -> bool {
        if self.ends(at) {
            return true;
        }
        self.place(self.after_skips(at)).into_iter().any(|(place, end, _)| {
            self.board.terrain(place.province) == Terrain::Water && self.ends_after_waters(end)
        })
    }
}
