//! What a unit does: the shapes of orders.

use rules::UnitKind;

use super::{Care, Grammar, MOST_DRAFTS};
use crate::locale::DeedWord;
use crate::read::draft::{Deed, Draft, UnitWords, Way};
use crate::read::lexicon::Meaning;

impl Grammar<'_> {
    pub(super) fn piece(&mut self) {
        for (unit, at, cost) in self.unit(0) {
            self.deeds(Some(unit), at, cost);
        }
        if self.care == Care::Lenient {
            for (unit, to, cost) in self.coming(0) {
                self.add(Some(unit), Deed::Move { to, way: Way::Unsaid }, cost);
            }
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

    fn deeds(&mut self, unit: Option<UnitWords>, at: usize, cost: u32) {
        if self.ends(at) {
            self.add(unit, Deed::Unsaid, cost);
        }
        for (end, more) in self.run(at, DeedWord::Hold) {
            if self.ends(end) || self.ends_at_home(unit, end) {
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
                if self.ends(end) {
                    let deed = Deed::ConvoyOf { from: helped.at.province };
                    self.add_help(unit, helped.kind, deed, cost + more + again);
                }
                for (to, _, last) in self.going(end) {
                    let deed = Deed::Convoy { from: helped.at.province, to: to.province };
                    self.add_help(unit, helped.kind, deed, cost + more + again + last);
                }
            }
            if self.care == Care::Lenient {
                for (helped, to, last) in self.coming(end) {
                    let deed = Deed::Convoy { from: helped.at.province, to: to.province };
                    self.add_help(unit, helped.kind, deed, cost + more + last);
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

    /// "Paris stays in Paris".
    fn ends_at_home(&mut self, unit: Option<UnitWords>, at: usize) -> bool {
        let home = unit.map(|words| words.at.province);
        self.after_moves(at).into_iter().any(|(start, _)| {
            let places = self.place(self.after_skips(start)).into_iter();
            places.filter(|(place, ..)| Some(place.province) == home).any(|(_, end, _)| self.ends(end))
        })
    }

    fn support(&mut self, unit: Option<UnitWords>, at: usize, cost: u32) {
        if self.care == Care::Lenient {
            for (helped, to, more) in self.coming(at) {
                let deed = Deed::SupportMove { from: helped.at.province, to };
                self.add_help(unit, helped.kind, deed, cost + more);
            }
        }
        self.support_of_an_attack(unit, at, cost);
        for (helped, end, more) in self.helped(at) {
            let from = helped.at.province;
            // "supports F Sev to hold", "S F Sev XXX"
            for (start, _) in self.after_moves(end) {
                for (end, again) in self.run(start, DeedWord::Hold) {
                    if self.ends(end) {
                        let deed = Deed::SupportHold { of: from, said: true };
                        self.add_help(unit, helped.kind, deed, cost + more + again);
                    }
                }
            }
            let mut targets = self.going(end);
            if self.care == Care::Lenient {
                // A stray word is no place that somebody misspelt.
                targets.extend(self.arriving(end).into_iter().filter(|(_, _, guessed)| *guessed == 0));
            }
            for (to, _, again) in targets {
                self.add_help(unit, helped.kind, Deed::SupportMove { from, to }, cost + more + again);
            }
        }
    }

    /// What names no goal, or no unit: "supports A Mar", "supports the attack on Bur", "supports the move
    /// of A Mar", "helps Bur attack". Only the first can be a support to hold.
    fn support_of_an_attack(&mut self, unit: Option<UnitWords>, at: usize, cost: u32) {
        for (start, goes) in self.after_moves(at) {
            for (named, end, more) in self.unit(start) {
                let from = named.at.province;
                if !goes && self.ends_still(end) {
                    let deed = Deed::SupportHold { of: from, said: false };
                    self.add_help(unit, named.kind, deed, cost + more);
                } else if self.ends(end) {
                    self.add_help(unit, None, Deed::SupportTo { to: named.at }, cost + more);
                    if !goes || named.kind.is_some() {
                        self.add_help(unit, named.kind, Deed::SupportOf { from }, cost + more);
                    }
                }
            }
            for origin in if goes { self.after_from(start) } else { Vec::new() } {
                for (named, end, more) in self.unit(origin) {
                    if self.ends(end) {
                        let deed = Deed::SupportOf { from: named.at.province };
                        self.add_help(unit, named.kind, deed, cost + more);
                    }
                }
            }
        }
    }

    /// "A Par Bur" and "A Sil F Ber-Pru" (a support or a convoy without its letter).
    fn signs_left_out(&mut self, unit: Option<UnitWords>, at: usize, cost: u32) {
        // "Belgium waits" is not Belgium to Wales: where nothing joins two words, both must be names.
        for (to, way, more) in self.arriving(at) {
            if cost + more == 0 {
                self.add(unit, Deed::Move { to, way }, 0);
            }
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
        for (end, deed) in self.everyone() {
            if self.ends(end) {
                self.add(None, deed, 0);
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

    /// "All others hold", "hold everything else": never guessed at.
    fn everyone(&mut self) -> Vec<(usize, Deed)> {
        let mut ends = Vec::new();
        for named in self.after_everyone(0) {
            ends.extend(self.run(named, DeedWord::Hold));
        }
        for (end, cost) in self.run(0, DeedWord::Hold) {
            ends.extend(self.after_everyone(end).into_iter().map(|end| (end, cost)));
        }
        ends.into_iter().filter(|(_, cost)| *cost == 0).map(|(end, _)| (end, Deed::OthersHold)).collect()
    }

    fn after_everyone(&mut self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for start in self.after_skips(at) {
            for i in 0..self.stretches(start) {
                let stretch = self.lattice.from[start][i];
                if stretch.meaning == Meaning::Everyone && self.counts(&stretch) {
                    found.push(stretch.end);
                }
            }
        }
        found
    }
}
