//! The grammar of actions: hold, move, support, convoy, retreat, disband, build, waive.

use super::{Grammar, MAX_CANDIDATES_PER_PIECE, Strictness};
use crate::locale::ActionWord;
use crate::read::candidate_order::{Action, CandidateOrder, WrittenRoute, WrittenUnit};
use crate::read::lexicon::Meaning;

impl Grammar<'_> {
    pub(super) fn piece(&mut self) {
        for (unit, at, cost) in self.unit(0) {
            self.actions(Some(unit), at, cost);
        }
        if self.strictness == Strictness::Lenient {
            for (unit, to, cost) in self.destinations_before_unit(0) {
                self.add(Some(unit), Action::Move { to, route: WrittenRoute::Unstated }, cost);
            }
        }
        self.verb_first();
    }

    fn add(&mut self, unit: Option<WrittenUnit>, action: Action, cost: u32) {
        self.add_help(unit, None, action, cost);
    }

    fn add_help(
        &mut self,
        unit: Option<WrittenUnit>,
        helped: Option<WrittenUnit>,
        action: Action,
        cost: u32,
    ) {
        let helped_kind = helped.and_then(|helped| helped.kind);
        let helped_power = helped.and_then(|helped| helped.power);
        let candidate = CandidateOrder { unit, helped_kind, helped_power, action, cost };
        if self.candidates.len() < MAX_CANDIDATES_PER_PIECE && !self.candidates.contains(&candidate) {
            self.candidates.push(candidate);
        }
    }

    fn actions(&mut self, unit: Option<WrittenUnit>, at: usize, cost: u32) {
        if self.ends(at) {
            self.add(unit, Action::Unstated, cost);
        }
        for (end, more) in self.after_action_words(at, ActionWord::Hold) {
            if self.ends(end) || self.ends_at_own_place(unit, end) {
                self.add(unit, Action::Hold, cost + more);
            }
        }
        for (to, route, more) in self.move_destinations(at) {
            self.add(unit, Action::Move { to, route }, cost + more);
        }
        for (end, more) in self.after_action_words(at, ActionWord::Support) {
            self.support(unit, end, cost + more);
        }
        for (end, more) in self.after_action_words(at, ActionWord::Convoy) {
            for (helped, end, again) in self.helped(end) {
                if self.ends(end) {
                    let action = Action::ConvoyOf { from: helped.at.province };
                    self.add_help(unit, Some(helped), action, cost + more + again);
                }
                for (to, _, last) in self.move_destinations(end) {
                    let action = Action::Convoy { from: helped.at.province, to: to.province };
                    self.add_help(unit, Some(helped), action, cost + more + again + last);
                }
            }
            if self.strictness == Strictness::Lenient {
                for (helped, to, last) in self.destinations_before_unit(end) {
                    let action = Action::Convoy { from: helped.at.province, to: to.province };
                    self.add_help(unit, Some(helped), action, cost + more + last);
                }
            }
        }
        for (end, more) in self.after_action_words(at, ActionWord::Retreat) {
            for (to, _, last) in self.move_destinations(end).into_iter().chain(self.final_destinations(end)) {
                self.add(unit, Action::Retreat { to }, cost + more + last);
            }
        }
        for (word, action) in [(ActionWord::Disband, Action::Disband), (ActionWord::Build, Action::Build)] {
            for (end, more) in self.after_action_words(at, word) {
                if self.ends(end) {
                    self.add(unit, action, cost + more);
                }
            }
        }
        if self.strictness == Strictness::Lenient {
            self.signs_left_out(unit, at, cost);
        }
    }

    /// Whether the rest names the unit's own place: "Paris stays in Paris".
    fn ends_at_own_place(&mut self, unit: Option<WrittenUnit>, at: usize) -> bool {
        let home = unit.map(|words| words.at.province);
        self.after_moves(at).into_iter().any(|(start, _)| {
            let places = self.place(self.after_skips(start)).into_iter();
            places.filter(|(place, ..)| Some(place.province) == home).any(|(_, end, _)| self.ends(end))
        })
    }

    fn support(&mut self, unit: Option<WrittenUnit>, at: usize, cost: u32) {
        if self.strictness == Strictness::Lenient {
            for (helped, to, more) in self.destinations_before_unit(at) {
                let action = Action::SupportMove { from: helped.at.province, to };
                self.add_help(unit, Some(helped), action, cost + more);
            }
        }
        self.support_of_an_attack(unit, at, cost);
        for (helped, end, more) in self.helped(at) {
            let from = helped.at.province;
            // "supports F Sev to hold", "S F Sev XXX"
            for (start, _) in self.after_moves(end) {
                for (end, again) in self.after_action_words(start, ActionWord::Hold) {
                    if self.ends(end) {
                        let action = Action::SupportHold { of: from, stated: true };
                        self.add_help(unit, Some(helped), action, cost + more + again);
                    }
                }
            }
            let mut targets = self.move_destinations(end);
            if self.strictness == Strictness::Lenient {
                // A guess is not accepted here: the word may be any other word.
                targets
                    .extend(self.final_destinations(end).into_iter().filter(|(_, _, guessed)| *guessed == 0));
            }
            for (to, _, again) in targets {
                self.add_help(unit, Some(helped), Action::SupportMove { from, to }, cost + more + again);
            }
        }
    }

    /// Supports without a destination or without a unit: "supports A Mar", "supports the attack on Bur",
    /// "supports the move of A Mar", "helps Bur attack". Only the first can be a support to hold.
    fn support_of_an_attack(&mut self, unit: Option<WrittenUnit>, at: usize, cost: u32) {
        for (start, goes) in self.after_moves(at) {
            for (named, end, more) in self.unit(start) {
                let from = named.at.province;
                if !goes && self.ends_without_attack(end) {
                    let action = Action::SupportHold { of: from, stated: false };
                    self.add_help(unit, Some(named), action, cost + more);
                } else if self.ends(end) {
                    self.add_help(unit, None, Action::SupportAttackOn { to: named.at }, cost + more);
                    if !goes || named.kind.is_some() {
                        self.add_help(unit, Some(named), Action::SupportMoveOf { from }, cost + more);
                    }
                }
            }
            for origin in if goes { self.after_from(start) } else { Vec::new() } {
                for (named, end, more) in self.unit(origin) {
                    if self.ends(end) {
                        let action = Action::SupportMoveOf { from: named.at.province };
                        self.add_help(unit, Some(named), action, cost + more);
                    }
                }
            }
        }
    }

    /// Orders without signs: "A Par Bur", and "A Sil F Ber-Pru" (a support or a convoy without its letter).
    fn signs_left_out(&mut self, unit: Option<WrittenUnit>, at: usize, cost: u32) {
        // "Belgium waits" is not Belgium to Wales. Without a sign between them, both words must be exact.
        for (to, route, more) in self.final_destinations(at) {
            if cost + more == 0 {
                self.add(unit, Action::Move { to, route }, 0);
            }
        }
        for (helped, end, more) in self.unit(at) {
            if helped.kind.is_none() {
                continue;
            }
            let from = helped.at.province;
            for (to, _, again) in self.move_destinations(end) {
                self.add_help(unit, Some(helped), Action::SupportMove { from, to }, cost + more + again);
                let action = Action::Convoy { from, to: to.province };
                self.add_help(unit, Some(helped), action, cost + more + again);
            }
        }
    }

    /// Orders that start with the verb: "Build F Kie", "Retreat A Bur to Gas", "Disband", "Waive".
    fn verb_first(&mut self) {
        for (end, cost) in self.after_action_words(0, ActionWord::Waive) {
            if self.ends(end) {
                self.add(None, Action::Waive, cost);
            }
        }
        for (end, action) in self.everyone() {
            if self.ends(end) {
                self.add(None, action, 0);
            }
        }
        let heads = [
            (ActionWord::Build, Action::Build),
            (ActionWord::Disband, Action::Disband),
            (ActionWord::Hold, Action::Hold),
        ];
        for (word, action) in heads {
            for (end, cost) in self.after_action_words(0, word) {
                if action == Action::Disband && self.ends(end) {
                    self.add(None, action, cost);
                }
                for (unit, end, more) in self.unit(end) {
                    if self.ends(end) {
                        self.add(Some(unit), action, cost + more);
                    }
                }
            }
        }
        for (end, cost) in self.after_action_words(0, ActionWord::Retreat) {
            for (to, _, more) in self.move_destinations(end).into_iter().chain(self.final_destinations(end)) {
                self.add(None, Action::Retreat { to }, cost + more);
            }
            for (unit, end, more) in self.unit(end) {
                for (to, _, last) in self.move_destinations(end) {
                    self.add(Some(unit), Action::Retreat { to }, cost + more + last);
                }
            }
        }
        for (end, cost) in self.after_action_words(0, ActionWord::Move) {
            for (unit, end, more) in self.unit(end) {
                for (to, route, last) in self.move_destinations(end) {
                    self.add(Some(unit), Action::Move { to, route }, cost + more + last);
                }
            }
        }
    }

    /// "All others hold", "hold everything else". No word of it may be guessed.
    fn everyone(&mut self) -> Vec<(usize, Action)> {
        let mut ends = Vec::new();
        for named in self.after_everyone(0) {
            ends.extend(self.after_action_words(named, ActionWord::Hold));
        }
        for (end, cost) in self.after_action_words(0, ActionWord::Hold) {
            ends.extend(self.after_everyone(end).into_iter().map(|end| (end, cost)));
        }
        ends.into_iter().filter(|(_, cost)| *cost == 0).map(|(end, _)| (end, Action::OthersHold)).collect()
    }

    fn after_everyone(&mut self, at: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for start in self.after_skips(at) {
            for i in 0..self.phrase_count(start) {
                let phrase = self.lattice.starting_at[start][i];
                if phrase.meaning == Meaning::Everyone && self.is_in_tried_languages(&phrase) {
                    found.push(phrase.end);
                }
            }
        }
        found
    }
}
