//! Plays random games to 1910: legal orders, judge, retreats, adjustments and calendar together.

use std::time::Instant;

use random_positions::SeededRng;
use rules::{
    AdjustmentOrder, Board, Edition, Judge, Options, Phase, Position, RetreatOrder, Sheet, UnitKind,
    judge_retreats,
};

/// Random games per second on one thread. Orders are uniformly random among all legal orders.
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

/// Plays all powers with random legal orders.
pub(crate) struct RandomPlayer<'b> {
    board: &'b Board,
    judge: Judge<'b>,
    options: Options<'b>,
    orders: Sheet<rules::Order>,
    retreats: Sheet<RetreatOrder>,
    entries: Vec<(rules::Power, AdjustmentOrder)>,
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

    /// Plays one game to the end of 1910 and returns its last position.
    pub(crate) fn play(&mut self, seed: u64) -> Position {
        let mut chance = SeededRng::new(seed);
        let mut position = Position::start(self.board);
        while position.winner.is_none() && position.phase.turn().year <= 1910 {
            match position.phase {
                Phase::Movement(_) => self.movement(&mut position, &mut chance),
                Phase::Retreat(_) => self.retreat(&mut position, &mut chance),
                Phase::Adjustment { .. } => self.adjust(&mut position, &mut chance),
            }
        }
        position
    }

    fn movement(&mut self, position: &mut Position, chance: &mut SeededRng) {
        self.options.compute(&position.forces);
        self.orders.clear();
        for (slot, unit) in position.forces.units().iter().enumerate() {
            let choices = self.options.of(slot);
            if let Some(order) = choices.nth(chance.below(choices.count())) {
                self.orders.set(self.board.province_of(unit.location), order);
            }
        }
        // Changes the position in place. With `Position::resolve`, which returns everything, a game takes 8 %
        // more instructions.
        let verdict = self.judge.movement(&position.forces, &position.players, &self.orders);
        position.apply_movement(self.board, verdict);
    }

    fn retreat(&mut self, position: &mut Position, chance: &mut SeededRng) {
        self.retreats.clear();
        for dislodged in &position.dislodged {
            let choice = chance.below(dislodged.open_retreats.len() + 1);
            let order =
                dislodged.open_retreats.get(choice).map_or(RetreatOrder::Disband, |to| RetreatOrder::To(*to));
            self.retreats.set(self.board.province_of(dislodged.unit.location), order);
        }
        let rulings = judge_retreats(
            self.board,
            &position.forces,
            &position.players,
            &position.dislodged,
            &self.retreats,
        );
        position.apply_retreats(self.board, &self.retreats, &rulings);
    }

    fn adjust(&mut self, position: &mut Position, chance: &mut SeededRng) {
        self.entries.clear();
        let adjustments = position.adjustment_judge(self.board, Edition::Y2000);
        for power in self.board.powers() {
            let owed = adjustments.centres_minus_units(power);
            let mut sites: Vec<_> = adjustments.build_sites(power).collect();
            for _ in 0..owed.max(0) {
                // One choice more than the sites: to waive the build.
                let Some(&site) = sites.get(chance.below(sites.len() + 1)) else {
                    self.entries.push((power, AdjustmentOrder::Waive));
                    continue;
                };
                sites.retain(|other| *other != site);
                let places = UnitKind::BOTH.map(|kind| (kind, self.board.locations_for(kind, site)));
                let count = places.iter().map(|(_, places)| places.len()).sum();
                let mut choice = chance.below(count);
                for (kind, places) in places {
                    if let Some(&at) = places.get(choice) {
                        self.entries.push((power, AdjustmentOrder::Build { kind, at }));
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
                self.entries.push((power, AdjustmentOrder::Remove { at }));
            }
        }
        let rulings = adjustments.judge(&self.entries);
        position.apply_adjustments(self.board, &rulings);
    }
}
