//! The grammar of the parts of an order: units, places, destinations, routes.

use rules::{Coast, Power, Terrain, UnitKind};

use super::{Found, Grammar, WordIndexSet};
use crate::locale::ActionWord;
use crate::read::candidate_order::{Place, WrittenRoute, WrittenUnit};
use crate::read::lexicon::Meaning;

impl Grammar<'_> {
    /// The helped unit after a support or convoy: "the move of A Mar", "A Mar".
    pub(super) fn helped(&mut self, at: usize) -> Vec<Found<WrittenUnit>> {
        let mut found = Vec::new();
        for (start, _) in self.after_moves(at) {
            for unit in self.unit(start) {
                if !found.contains(&unit) {
                    found.push(unit);
                }
            }
        }
        // "the army that goes from Marseilles": the place comes behind the verb.
        for (kind, start, cost) in self.kinds(at).into_iter().filter(|(kind, ..)| kind.is_some()) {
            for (start, goes) in self.after_moves(start) {
                for origin in if goes { self.after_from(start) } else { Vec::new() } {
                    for (unit, end, more) in self.unit(origin) {
                        let unit = (WrittenUnit { kind: unit.kind.or(kind), ..unit }, end, cost + more);
                        if !found.contains(&unit) {
                            found.push(unit);
                        }
                    }
                }
            }
        }
        found
    }

    /// A unit: its kind and its power in any order, then its place (E9).
    pub(super) fn unit(&mut self, at: usize) -> Vec<Found<WrittenUnit>> {
        let mut found = Vec::new();
        let mut heads: Vec<(Option<UnitKind>, Option<Power>, usize, u32)> = vec![(None, None, at, 0)];
        let mut next = 0;
        while let Some(&(kind, power, at, cost)) = heads.get(next) {
            next += 1;
            for (place, end, more) in self.place(self.after_skips(at)) {
                let mut units = vec![(WrittenUnit { kind, power, at: place }, end, cost + more)];
                // "A Bur (Fra)"
                if power.is_none() && self.lattice.bracketed.get(end) == Some(&true) {
                    for i in 0..self.phrase_count(end) {
                        let phrase = self.lattice.starting_at[end][i];
                        if let (true, Meaning::Power(said)) =
                            (self.is_in_tried_languages(&phrase), phrase.meaning)
                        {
                            let unit = WrittenUnit { kind, power: Some(said), at: place };
                            units.push((unit, phrase.end, cost + more + phrase.cost));
                        }
                    }
                }
                for unit in units {
                    if !found.contains(&unit) {
                        found.push(unit);
                    }
                }
            }
            for start in self.after_skips(at) {
                for i in 0..self.phrase_count(start) {
                    let phrase = self.lattice.starting_at[start][i];
                    let head = match phrase.meaning {
                        _ if !self.is_in_tried_languages(&phrase) => continue,
                        Meaning::Kind(said) if kind.is_none() => {
                            // Tables of starting units print "A - Berlin".
                            let dash = self.lattice.dashes.get(phrase.end) == Some(&true);
                            let end = phrase.end + usize::from(dash);
                            (Some(said), power, end, cost + phrase.cost)
                        }
                        Meaning::Power(said) if power.is_none() => {
                            (kind, Some(said), phrase.end, cost + phrase.cost)
                        }
                        Meaning::Kind(_)
                        | Meaning::Power(_)
                        | Meaning::Place(_)
                        | Meaning::Action(_)
                        | Meaning::Coast(_)
                        | Meaning::Via
                        | Meaning::Skip
                        | Meaning::Heading
                        | Meaning::Season(_)
                        | Meaning::Closed
                        | Meaning::Inside(_)
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

    /// A place that starts at one of these words, with its coast before or after it.
    pub(super) fn place(&mut self, starts: WordIndexSet) -> Vec<Found<Place>> {
        let mut found = Vec::new();
        for start in starts {
            for i in 0..self.phrase_count(start) {
                let phrase = self.lattice.starting_at[start][i];
                if !self.is_in_tried_languages(&phrase) {
                    continue;
                }
                if let Meaning::Place(province) = phrase.meaning {
                    found.push((Place { province, coast: None }, phrase.end, phrase.cost));
                    // Otherwise "Atlantique Nord" would be a coast of the Atlantic.
                    if self.board.has_several_coasts(province) {
                        for (coast, end, cost) in self.coasts(phrase.end) {
                            let place = Place { province, coast: Some(coast) };
                            found.push((place, end, phrase.cost + cost));
                        }
                    }
                }
            }
            for (coast, end, cost) in self.coasts(start) {
                for start in self.after_skips(end) {
                    for i in 0..self.phrase_count(start) {
                        let phrase = self.lattice.starting_at[start][i];
                        if let (true, Meaning::Place(province)) =
                            (self.is_in_tried_languages(&phrase), phrase.meaning)
                            && self.board.has_several_coasts(province)
                        {
                            let place = Place { province, coast: Some(coast) };
                            found.push((place, phrase.end, cost + phrase.cost));
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
            for i in 0..self.phrase_count(start) {
                let phrase = self.lattice.starting_at[start][i];
                if let (true, Meaning::Coast(coast)) = (self.is_in_tried_languages(&phrase), phrase.meaning) {
                    found.push((coast, phrase.end, phrase.cost));
                }
            }
        }
        found
    }

    /// A dash or a word for a move, then the destination, up to the end of the piece.
    pub(super) fn move_destinations(&mut self, at: usize) -> Vec<(Place, WrittenRoute, u32)> {
        let mut found = Vec::new();
        // Words for a move and "via convoy" may come in any order: "moves by convoy to Bel".
        let mut heads: Vec<(usize, bool, bool, u32)> = vec![(at, false, false, 0)];
        let mut next = 0;
        while let Some(&(at, moved, by_sea, cost)) = heads.get(next) {
            next += 1;
            if moved {
                for (to, route, more) in self.final_destinations(at) {
                    let route = if by_sea { WrittenRoute::Convoy } else { route };
                    found.push((to, route, cost + more));
                }
            }
            for start in self.after_skips(at) {
                for i in 0..self.phrase_count(start) {
                    let phrase = self.lattice.starting_at[start][i];
                    let head = match phrase.meaning {
                        _ if !self.is_in_tried_languages(&phrase) => continue,
                        Meaning::Action(ActionWord::Move | ActionWord::Attack) => {
                            (phrase.end, true, by_sea, cost + phrase.cost)
                        }
                        Meaning::Via => (phrase.end, moved, true, cost + phrase.cost),
                        Meaning::Kind(_)
                        | Meaning::Power(_)
                        | Meaning::Place(_)
                        | Meaning::Action(_)
                        | Meaning::Coast(_)
                        | Meaning::Skip
                        | Meaning::Heading
                        | Meaning::Season(_)
                        | Meaning::Closed
                        | Meaning::Inside(_)
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

    /// A destination at the end of the piece, with or without a route after it.
    pub(super) fn final_destinations(&mut self, at: usize) -> Vec<(Place, WrittenRoute, u32)> {
        let mut found = Vec::new();
        for (to, end, cost) in self.place(self.after_skips_except_from(at)) {
            if self.ends(end) {
                found.push((to, WrittenRoute::Unstated, cost));
            }
            for start in self.after_skips(end) {
                for i in 0..self.phrase_count(start) {
                    let phrase = self.lattice.starting_at[start][i];
                    if !self.is_in_tried_languages(&phrase) {
                        continue;
                    }
                    if phrase.meaning == Meaning::Via && self.ends_after_waters(phrase.end) {
                        found.push((to, WrittenRoute::Convoy, cost + phrase.cost));
                    }
                    let named_water = self.board.terrain(to.province) == Terrain::Water;
                    if phrase.meaning.is_action(ActionWord::Move) && named_water {
                        for (last, _, more) in self.final_destinations(phrase.end) {
                            if self.board.terrain(last.province) == Terrain::Coastal {
                                found.push((last, WrittenRoute::NamedSeas, cost + more));
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// A destination before the unit, up to the end of the piece: "Burgundy from Paris", "army to Burgundy
    /// from Paris".
    pub(super) fn destinations_before_unit(&mut self, at: usize) -> Vec<(WrittenUnit, Place, u32)> {
        let mut found = Vec::new();
        for (kind, start, cost) in self.kinds(at) {
            for (start, _) in self.after_moves(start) {
                for (to, end, more) in self.place(self.after_skips_except_from(start)) {
                    for origin in self.after_from(end) {
                        for (unit, end, last) in self.unit(origin) {
                            if self.ends(end) {
                                let kind = unit.kind.or(kind);
                                found.push((WrittenUnit { kind, ..unit }, to, cost + more + last));
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// This index, and those after each word for a kind of unit.
    fn kinds(&mut self, at: usize) -> Vec<Found<Option<UnitKind>>> {
        let mut found = vec![(None, at, 0)];
        for start in self.after_skips(at) {
            for i in 0..self.phrase_count(start) {
                let phrase = self.lattice.starting_at[start][i];
                if let (true, Meaning::Kind(kind)) = (self.is_in_tried_languages(&phrase), phrase.meaning) {
                    found.push((Some(kind), phrase.end, phrase.cost));
                }
            }
        }
        found
    }

    /// Whether only names of seas follow, or nothing: "via NTH".
    pub(super) fn ends_after_waters(&mut self, at: usize) -> bool {
        if self.ends(at) {
            return true;
        }
        self.place(self.after_skips(at)).into_iter().any(|(place, end, _)| {
            self.board.terrain(place.province) == Terrain::Water && self.ends_after_waters(end)
        })
    }
}
