//! The players of a simulation: what they would write, given what their seat can see.

use clap::ValueEnum;
use game::Game;
use rules::{Board, Edition, Entry, Options, Orders, Position, Power, RetreatOrder, Sheet, Stage, UnitKind};
use skirmish::Chance;

/// A way of playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Mind {
    /// Any legal order, each as likely as the others.
    Random,
    /// Everything holds.
    Holding,
}

/// Writes sheets for any mind; keeps its buffers.
#[derive(Debug)]
pub(super) struct Scribe<'b> {
    board: &'b Board,
    options: Options<'b>,
}

impl<'b> Scribe<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        Self { board, options: Options::new(board) }
    }

    pub(super) fn write(
        &mut self,
        mind: Mind,
        chance: &mut Chance,
        game: &Game,
        position: &Position,
        powers: &[Power],
    ) -> Orders {
        match (position.phase.stage(), mind) {
            (Stage::Movement, Mind::Holding) => Orders::Movement(Sheet::new(self.board)),
            (Stage::Movement, Mind::Random) => {
                let board = game.board(self.board);
                if board.closed().is_empty() {
                    moves(&mut self.options, self.board, chance, position, powers)
                } else {
                    moves(&mut Options::new(board), board, chance, position, powers)
                }
            }
            // Nobody gives a unit away for nothing, not even one who only holds.
            (Stage::Retreat, Mind::Holding | Mind::Random) => self.retreats(chance, position, powers),
            (Stage::Adjustment, Mind::Holding | Mind::Random) => self.adjustments(chance, position, powers),
        }
    }

    fn retreats(&self, chance: &mut Chance, position: &Position, powers: &[Power]) -> Orders {
        let mut sheet = Sheet::new(self.board);
        for fallen in position.dislodged.iter().filter(|fallen| powers.contains(&fallen.unit.power)) {
            let order = chance.pick(&fallen.open).map_or(RetreatOrder::Disband, RetreatOrder::To);
            sheet.set(self.board.province_of(fallen.unit.location), order);
        }
        Orders::Retreats(sheet)
    }

    fn adjustments(&self, chance: &mut Chance, position: &Position, powers: &[Power]) -> Orders {
        // Which edition removes whom does not matter to what may be built.
        let adjustments = position.adjustments(self.board, Edition::Y2000);
        let mut entries = Vec::new();
        for &power in powers {
            let owed = adjustments.owed(power);
            for site in adjustments.sites(power).take(usize::try_from(owed).unwrap_or(0)) {
                let places: Vec<_> = UnitKind::BOTH
                    .into_iter()
                    .flat_map(|kind| self.board.places(kind, site).iter().map(move |at| (kind, *at)))
                    .collect();
                if let Some((kind, at)) = chance.pick(&places) {
                    entries.push((power, Entry::Build { kind, at }));
                }
            }
            let units = position.forces.units().iter().filter(|unit| unit.power == power);
            for unit in units.take(usize::try_from(-owed).unwrap_or(0)) {
                entries.push((power, Entry::Remove { at: self.board.province_of(unit.location) }));
            }
        }
        Orders::Adjustments(entries)
    }
}

fn moves(
    options: &mut Options<'_>,
    board: &Board,
    chance: &mut Chance,
    position: &Position,
    powers: &[Power],
) -> Orders {
    let mut sheet = Sheet::new(board);
    options.survey(&position.forces);
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
