//! What holds throughout a game, if everybody orders at random.

use std::collections::BTreeSet;

use rules::{
    Board, Edition, Entry, Judge, Location, Options, Owners, Phase, Position, Power, Province, RetreatOrder,
    Season, Sheet, Stage, UnitKind, judge_retreats,
};
use skirmish::Chance;

const GAMES: u64 = 100;
const LAST_YEAR: u16 = 1912;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// Somebody who plays all powers without a thought, and also writes what cannot be.
struct Dice<'b> {
    judge: Judge<'b>,
    options: Options<'b>,
    chance: Chance,
}

impl Dice<'_> {
    fn new(edition: Edition, seed: u64) -> Self {
        Self {
            judge: Judge::new(board(), edition),
            options: Options::new(board()),
            chance: Chance::new(seed),
        }
    }

    fn play_phase(&mut self, position: &mut Position) {
        match position.phase.stage() {
            Stage::Movement => self.move_all(position),
            Stage::Retreat => self.retreat_all(position),
            Stage::Adjustment => self.adjust_all(position),
        }
    }

    fn move_all(&mut self, position: &mut Position) {
        self.options.survey(&position.forces);
        let mut orders = Sheet::new(board());
        for (slot, unit) in position.forces.units().iter().enumerate() {
            let choices = self.options.of(slot);
            let order = choices.nth(self.chance.below(choices.count())).unwrap();
            orders.set(board().province_of(unit.location), order);
        }
        let verdict = self.judge.movement(&position.forces, &position.table, &orders);
        position.after_movement(board(), verdict);
    }

    fn retreat_all(&mut self, position: &mut Position) {
        let mut orders = Sheet::new(board());
        for fallen in &position.dislodged {
            let anywhere = Location::new(self.chance.below(board().locations().len()));
            let to = match self.chance.pick(&fallen.open) {
                Some(open) if self.chance.percent(80) => open,
                _ => anywhere,
            };
            if self.chance.percent(90) {
                orders.set(board().province_of(fallen.unit.location), RetreatOrder::To(to));
            }
        }
        let Position { forces, table, dislodged, .. } = &*position;
        let rulings = judge_retreats(board(), forces, table, dislodged, &orders);
        position.after_retreats(board(), &orders, &rulings);
    }

    fn adjust_all(&mut self, position: &mut Position) {
        let mut entries = Vec::new();
        for power in board().powers() {
            for _ in 0..self.chance.below(6) {
                entries.push((power, self.any_entry(power)));
            }
        }
        let rulings = position.adjustments(board(), self.judge.edition()).judge(&entries);
        position.after_adjustments(board(), &rulings);
    }

    fn any_entry(&mut self, power: Power) -> Entry {
        let province = match self.chance.pick(board().homes(power)) {
            Some(home) if self.chance.percent(60) => home,
            _ => Province::new(self.chance.below(board().provinces().len())),
        };
        let kind = if self.chance.percent(50) { UnitKind::Army } else { UnitKind::Fleet };
        let at = match self.chance.pick(board().places(kind, province)) {
            Some(place) if self.chance.percent(80) => place,
            _ => board().bare(province),
        };
        match self.chance.below(5) {
            0 => Entry::Waive,
            1 | 2 => Entry::Remove { at: province },
            _ => Entry::Build { kind, at },
        }
    }
}

/// Plays games and shows every phase: the position before it and the one after.
fn every_phase(mut property: impl FnMut(&Position, &Position)) {
    for edition in Edition::ALL {
        for seed in 0..GAMES {
            let mut dice = Dice::new(edition, seed);
            let mut position = Position::start(board());
            while position.winner.is_none() && position.phase.date().year <= LAST_YEAR {
                let before = position.clone();
                dice.play_phase(&mut position);
                property(&before, &position);
            }
        }
    }
}

#[test]
fn provinces_have_at_most_one_unit_and_the_board_at_most_34() {
    every_phase(|_, after| {
        let units = after.forces.units();
        let provinces: BTreeSet<Province> =
            units.iter().map(|unit| board().province_of(unit.location)).collect();
        assert_eq!(provinces.len(), units.len());
        assert!(units.iter().all(|unit| board().can_stand(unit.kind, unit.location)));
        assert!(units.len() + after.dislodged.len() <= 34);
    });
}

#[test]
fn after_adjustments_nobody_has_more_units_than_centres() {
    every_phase(|before, after| {
        if before.phase.stage() == Stage::Adjustment {
            for power in board().powers() {
                assert!(after.forces.count(power) <= after.owners.count(power));
            }
        }
    });
}

#[test]
fn units_are_built_only_in_own_owned_empty_homes() {
    let mut builds = 0;
    every_phase(|before, after| {
        for unit in after.forces.units() {
            let here = board().province_of(unit.location);
            if before.phase.stage() != Stage::Adjustment || before.forces.at(here) == Some(unit) {
                continue;
            }
            builds += 1;
            assert_eq!(before.forces.at(here), None);
            assert_eq!(board().home_of(here), Some(unit.power));
            assert_eq!(before.owners.of(here), Some(unit.power));
        }
    });
    assert!(builds > 1_000, "only {builds} units were built");
}

#[test]
fn a_power_never_gets_units_but_by_building() {
    every_phase(|before, after| {
        let had = |power| {
            let fallen = before.dislodged.iter().filter(|fallen| fallen.unit.power == power).count();
            before.forces.count(power) + fallen
        };
        for power in board().powers() {
            match before.phase.stage() {
                Stage::Movement | Stage::Retreat => assert!(after.forces.count(power) <= had(power)),
                Stage::Adjustment => {
                    assert!(after.forces.count(power) <= before.owners.count(power));
                }
            }
        }
    });
}

#[test]
fn centres_change_hands_only_when_fall_ends_and_then_to_who_is_there() {
    every_phase(|before, after| {
        let fall_ended = before.phase.date().season == Season::Fall
            && before.phase.stage() != Stage::Adjustment
            && after.phase.stage() != Stage::Retreat;
        let mut expected: Owners = before.owners.clone();
        if fall_ended {
            for &centre in board().centres() {
                if let Some(unit) = after.forces.at(centre) {
                    expected.give(centre, Some(unit.power));
                }
            }
        }
        assert_eq!(after.owners, expected);
    });
}

#[test]
fn the_calendar_goes_on_and_stops_only_for_a_choice_or_a_winner() {
    every_phase(|before, after| {
        let date = before.phase.date();
        let next = Phase::Movement(date.next());
        let allowed: &[Phase] = match (before.phase, date.season) {
            (Phase::Movement(_), Season::Spring) => &[Phase::Retreat(date), next],
            (Phase::Movement(_), Season::Fall) => {
                &[Phase::Retreat(date), Phase::Adjustment { year: date.year }, next]
            }
            (Phase::Retreat(_), Season::Spring) => &[next],
            (Phase::Retreat(_), Season::Fall) => &[Phase::Adjustment { year: date.year }, next],
            (Phase::Adjustment { .. }, _) => &[next],
        };
        assert!(allowed.contains(&after.phase), "{:?} is followed by {:?}", before.phase, after.phase);
        match after.phase.stage() {
            Stage::Movement => assert!(after.dislodged.is_empty()),
            Stage::Retreat => assert!(after.dislodged.iter().any(|fallen| !fallen.open.is_empty())),
            Stage::Adjustment => {
                let needed = after.adjustments(board(), Edition::Y2000).is_needed();
                assert!(needed || after.winner.is_some());
            }
        }
        if let Some(winner) = after.winner {
            assert!(after.owners.count(winner) >= board().centres_to_win());
        }
    });
}
