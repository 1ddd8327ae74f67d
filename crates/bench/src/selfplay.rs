//! Random games to 1910: options, judge and calendar together.

use std::time::Instant;

use rules::{
    Board, Edition, Entry, Judge, Options, Phase, Position, RetreatOrder, Sheet, UnitKind, judge_retreats,
};
use skirmish::Chance;

/// Random games a second on one thread, uniform over all legal orders.
pub(crate) fn games_per_second(board: &Board) -> f64 {
    let mut player = RandomPlayer::new(board);
    let figures = (0..super::RUNS).map(|run| {
        let games = 1_000;
        let start = Instant::now();
        for game in 0..games {
            player.play(run as u64 * 1_000_000 + game);
        }
        games as f64 / start.elapsed().as_secs_f64()
    });
    super::median(figures.collect())
}

pub(crate) struct RandomPlayer<'b> {
    board: &'b Board,
    judge: Judge<'b>,
    options: Options<'b>,
    orders: Sheet<rules::Order>,
    retreats: Sheet<RetreatOrder>,
    entries: Vec<(rules::Power, Entry)>,
}

impl<'b> RandomPlayer<'b> {
    pub(crate) fn new(board: &'b Board) -> Self {
        Self {
            board,
            judge: Judge::new(board, Edition::Y2000),
            options: Options::new(board),
            orders: Sheet::new(board),
            retreats: Sheet::new(board),
            entries: Vec::new(),
        }
    }

    /// Plays one game up to and with the year 1910; answers its last position.
    pub(crate) fn play(&mut self, seed: u64) -> Position {
        let mut chance = Chance::new(seed);
        let mut position = Position::start(self.board);
        while position.winner.is_none() && position.phase.date().year <= 1910 {
            match position.phase {
                Phase::Movement(_) => self.movement(&mut position, &mut chance),
                Phase::Retreat(_) => self.retreat(&mut position, &mut chance),
                Phase::Adjustment { .. } => self.adjust(&mut position, &mut chance),
            }
        }
        position
    }

    fn movement(&mut self, position: &mut Position, chance: &mut Chance) {
        self.options.survey(&position.forces);
        self.orders.clear();
        for (slot, unit) in position.forces.units().iter().enumerate() {
            let choices = self.options.of(slot);
            if let Some(order) = choices.nth(chance.below(choices.count())) {
                self.orders.set(self.board.province_of(unit.location), order);
            }
        }
        // In place: with `Position::resolve`, which keeps everything, a game takes 8 % more instructions.
        let verdict = self.judge.movement(&position.forces, &position.table, &self.orders);
        position.after_movement(self.board, verdict);
    }

    fn retreat(&mut self, position: &mut Position, chance: &mut Chance) {
        self.retreats.clear();
        for fallen in &position.dislodged {
            let choice = chance.below(fallen.open.len() + 1);
            let order = fallen.open.get(choice).map_or(RetreatOrder::Disband, |to| RetreatOrder::To(*to));
            self.retreats.set(self.board.province_of(fallen.unit.location), order);
        }
        let rulings = judge_retreats(
            self.board,
            &position.forces,
            &position.table,
            &position.dislodged,
            &self.retreats,
        );
        position.after_retreats(self.board, &self.retreats, &rulings);
    }

    fn adjust(&mut self, position: &mut Position, chance: &mut Chance) {
        self.entries.clear();
        let adjustments = position.adjustments(self.board, Edition::Y2000);
        for power in self.board.powers() {
            let owed = adjustments.owed(power);
            let mut sites: Vec<_> = adjustments.sites(power).collect();
            for _ in 0..owed.max(0) {
                // One more than the sites: a build may be waived.
                let Some(&site) = sites.get(chance.below(sites.len() + 1)) else {
                    self.entries.push((power, Entry::Waive));
                    continue;
                };
                sites.retain(|other| *other != site);
                let places = UnitKind::BOTH.map(|kind| (kind, self.board.places(kind, site)));
                let count = places.iter().map(|(_, places)| places.len()).sum();
                let mut choice = chance.below(count);
                for (kind, places) in places {
                    if let Some(&at) = places.get(choice) {
                        self.entries.push((power, Entry::Build { kind, at }));
                        break;
                    }
                    choice -= places.len();
                }
            }
            let mut units: Vec<_> =
                position.forces.units().iter().filter(|unit| unit.power == power).collect();
            for _ in 0..(-owed).max(0) {
                let unit = units.swap_remove(chance.below(units.len()));
                let at = self.board.province_of(unit.location);
                self.entries.push((power, Entry::Remove { at }));
            }
        }
        let rulings = adjustments.judge(&self.entries);
        position.after_adjustments(self.board, &rulings);
    }
}
