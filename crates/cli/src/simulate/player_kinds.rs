//! The players of a simulation: which orders they write for their seat.

use clap::ValueEnum;
use game::Game;
use random_positions::SeededRng;
use rules::{
    AdjustmentOrder, Board, Edition, Options, Orders, PhaseKind, Position, Power, RetreatOrder, Sheet,
    UnitKind,
};

/// A way of playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum PlayerKind {
    /// Any legal order, all with the same probability.
    Random,
    /// Everything holds.
    Holding,
}

/// Writes order sheets for any player. Its buffers are reused.
#[derive(Debug)]
pub(super) struct OrderWriter<'b> {
    board: &'b Board,
    options: Options<'b>,
}

impl<'b> OrderWriter<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        Self { board, options: Options::new(board) }
    }

    pub(super) fn write(
        &mut self,
        mind: PlayerKind,
        chance: &mut SeededRng,
        game: &Game,
        position: &Position,
        powers: &[Power],
    ) -> Orders {
        match (position.phase.kind(), mind) {
            (PhaseKind::Movement, PlayerKind::Holding) => Orders::Movement(Sheet::new(self.board)),
            (PhaseKind::Movement, PlayerKind::Random) => {
                let board = game.board(self.board);
                if board.closed().is_empty() {
                    moves(&mut self.options, self.board, chance, position, powers)
                } else {
                    moves(&mut Options::new(board), board, chance, position, powers)
                }
            }
            // Also players who only hold retreat, so that no unit is lost for nothing.
            (PhaseKind::Retreat, PlayerKind::Holding | PlayerKind::Random) => {
                self.retreats(chance, position, powers)
            }
            (PhaseKind::Adjustment, PlayerKind::Holding | PlayerKind::Random) => {
                self.adjustments(chance, position, powers)
            }
        }
    }

    fn retreats(&self, chance: &mut SeededRng, position: &Position, powers: &[Power]) -> Orders {
        let mut sheet = Sheet::new(self.board);
        for dislodged in position.dislodged.iter().filter(|dislodged| powers.contains(&dislodged.unit.power))
        {
            let order = chance.pick(&dislodged.open_retreats).map_or(RetreatOrder::Disband, RetreatOrder::To);
            sheet.set(self.board.province_of(dislodged.unit.location), order);
        }
        Orders::Retreats(sheet)
    }

    fn adjustments(&self, chance: &mut SeededRng, position: &Position, powers: &[Power]) -> Orders {
        // The edition decides removals only, so any edition gives the same builds.
        let adjustments = position.adjustment_judge(self.board, Edition::Y2000);
        let mut entries = Vec::new();
        for &power in powers {
            let owed = adjustments.centres_minus_units(power);
            for site in adjustments.build_sites(power).take(usize::try_from(owed).unwrap_or(0)) {
                let places: Vec<_> = UnitKind::BOTH
                    .into_iter()
                    .flat_map(|kind| self.board.locations_for(kind, site).iter().map(move |at| (kind, *at)))
                    .collect();
                if let Some((kind, at)) = chance.pick(&places) {
                    entries.push((power, AdjustmentOrder::Build { kind, at }));
                }
            }
            let units = position.forces.units().iter().filter(|unit| unit.power == power);
            for unit in units.take(usize::try_from(-owed).unwrap_or(0)) {
                entries.push((power, AdjustmentOrder::Remove { at: self.board.province_of(unit.location) }));
            }
        }
        Orders::Adjustments(entries)
    }
}

fn moves(
    options: &mut Options<'_>,
    board: &Board,
    chance: &mut SeededRng,
    position: &Position,
    powers: &[Power],
) -> Orders {
    let mut sheet = Sheet::new(board);
    options.compute(&position.forces);
    for (slot, unit) in position.forces.units().iter().enumerate() {
        if powers.contains(&unit.power) {
            let choices = options.of(slot);
            if let Some(order) = choices.nth(chance.below(choices.count())) {
                sheet.set(board.province_of(unit.location), order);
            }
        }
    }
    Orders::Movement(sheet)
}
