//! Properties of whole games in which all orders are random.

use std::collections::BTreeSet;

use random_positions::SeededRng;
use rules::{
    AdjustmentOrder, Board, Edition, Judge, Location, Options, Owners, Phase, PhaseKind, Position, Power,
    Province, RetreatOrder, Season, Sheet, UnitKind, judge_retreats,
};

const GAMES: u64 = 100;
const LAST_YEAR: u16 = 1912;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// Plays all powers at random, with some illegal orders.
struct RandomPlayer<'b> {
    judge: Judge<'b>,
    options: Options<'b>,
    chance: SeededRng,
}

impl RandomPlayer<'_> {
    fn new(edition: Edition, seed: u64) -> Self {
        Self {
            judge: Judge::new(board(), edition),
            options: Options::new(board()),
            chance: SeededRng::new(seed),
        }
    }

    fn play_phase(&mut self, position: &mut Position) {
        match position.phase.kind() {
            PhaseKind::Movement => self.move_all(position),
            PhaseKind::Retreat => self.retreat_all(position),
            PhaseKind::Adjustment => self.adjust_all(position),
        }
    }

    fn move_all(&mut self, position: &mut Position) {
        self.options.compute(&position.forces);
        let mut orders = Sheet::new(board());
        for (slot, unit) in position.forces.units().iter().enumerate() {
            let choices = self.options.of(slot);
            let order = choices.nth(self.chance.below(choices.count())).unwrap();
            orders.set(board().province_of(unit.location), order);
        }
        let verdict = self.judge.movement(&position.forces, &position.players, &orders);
        position.apply_movement(board(), verdict);
    }

    fn retreat_all(&mut self, position: &mut Position) {
        let mut orders = Sheet::new(board());
        for dislodged in &position.dislodged {
            let anywhere = Location::new(self.chance.below(board().locations().len()));
            let to = match self.chance.pick(&dislodged.open_retreats) {
                Some(open) if self.chance.percent(80) => open,
                _ => anywhere,
            };
            if self.chance.percent(90) {
                orders.set(board().province_of(dislodged.unit.location), RetreatOrder::To(to));
            }
        }
        let Position { forces, players: table, dislodged, .. } = &*position;
        let rulings = judge_retreats(board(), forces, table, dislodged, &orders);
        position.apply_retreats(board(), &orders, &rulings);
    }

    fn adjust_all(&mut self, position: &mut Position) {
        let mut entries = Vec::new();
        for power in board().powers() {
            for _ in 0..self.chance.below(6) {
                entries.push((power, self.any_entry(power)));
            }
        }
        let rulings = position.adjustment_judge(board(), self.judge.edition()).judge(&entries);
        position.apply_adjustments(board(), &rulings);
    }

    fn any_entry(&mut self, power: Power) -> AdjustmentOrder {
        let province = match self.chance.pick(board().homes(power)) {
            Some(home) if self.chance.percent(60) => home,
            _ => Province::new(self.chance.below(board().provinces().len())),
        };
        let kind = if self.chance.percent(50) { UnitKind::Army } else { UnitKind::Fleet };
        let at = match self.chance.pick(board().locations_for(kind, province)) {
            Some(place) if self.chance.percent(80) => place,
            _ => board().coastless(province),
        };
        match self.chance.below(5) {
            0 => AdjustmentOrder::Waive,
            1 | 2 => AdjustmentOrder::Remove { at: province },
            _ => AdjustmentOrder::Build { kind, at },
        }
    }
}

/// Plays games and checks a property of every phase: the position before it and the position after it.
fn every_phase(mut property: impl FnMut(&Position, &Position)) {
    for edition in Edition::ALL {
        for seed in 0..GAMES {
            let mut player = RandomPlayer::new(edition, seed);
            let mut position = Position::start(board());
            while position.winner.is_none() && position.phase.turn().year <= LAST_YEAR {
                let before = position.clone();
                player.play_phase(&mut position);
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
        if before.phase.kind() == PhaseKind::Adjustment {
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
            if before.phase.kind() != PhaseKind::Adjustment || before.forces.at(here) == Some(unit) {
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
fn a_power_gets_units_only_by_building() {
    every_phase(|before, after| {
        let had = |power| {
            let dislodged = before.dislodged.iter().filter(|dislodged| dislodged.unit.power == power).count();
            before.forces.count(power) + dislodged
        };
        for power in board().powers() {
            match before.phase.kind() {
                PhaseKind::Movement | PhaseKind::Retreat => assert!(after.forces.count(power) <= had(power)),
                PhaseKind::Adjustment => {
                    assert!(after.forces.count(power) <= before.owners.count(power));
                }
            }
        }
    });
}

#[test]
fn centres_change_owner_only_after_fall_and_then_to_the_power_that_occupies_them() {
    every_phase(|before, after| {
        let fall_ended = before.phase.turn().season == Season::Fall
            && before.phase.kind() != PhaseKind::Adjustment
            && after.phase.kind() != PhaseKind::Retreat;
        let mut expected: Owners = before.owners.clone();
        if fall_ended {
            for &centre in board().centres() {
                if let Some(unit) = after.forces.at(centre) {
                    expected.set_owner(centre, Some(unit.power));
                }
            }
        }
        assert_eq!(after.owners, expected);
    });
}

#[test]
fn phases_follow_the_calendar_and_are_skipped_without_a_choice() {
    every_phase(|before, after| {
        let turn = before.phase.turn();
        let next = Phase::Movement(turn.next());
        let allowed: &[Phase] = match (before.phase, turn.season) {
            (Phase::Movement(_), Season::Spring) => &[Phase::Retreat(turn), next],
            (Phase::Movement(_), Season::Fall) => {
                &[Phase::Retreat(turn), Phase::Adjustment { year: turn.year }, next]
            }
            (Phase::Retreat(_), Season::Spring) => &[next],
            (Phase::Retreat(_), Season::Fall) => &[Phase::Adjustment { year: turn.year }, next],
            (Phase::Adjustment { .. }, _) => &[next],
        };
        assert!(allowed.contains(&after.phase), "{:?} is followed by {:?}", before.phase, after.phase);
        match after.phase.kind() {
            PhaseKind::Movement => assert!(after.dislodged.is_empty()),
            PhaseKind::Retreat => {
                assert!(after.dislodged.iter().any(|dislodged| !dislodged.open_retreats.is_empty()))
            }
            PhaseKind::Adjustment => {
                let needed = after.adjustment_judge(board(), Edition::Y2000).is_needed();
                assert!(needed || after.winner.is_some());
            }
        }
        if let Some(winner) = after.winner {
            assert!(after.owners.count(winner) >= board().centres_to_win());
        }
    });
}
