//! Games between cheap bots: where the positions of puzzles come from.

use bots::{Bot, BotKind, Seat, WorkBudget, ask_bot, seed_for};
use rules::{Board, Goal, Judge, Orders, Position, Power};

use crate::puzzle::EDITION;

/// The bot of all powers. It wants neutral centres, so that the first years look like those of people.
const BOT: BotKind = BotKind::DumbNeutral;

/// One game, phase by phase.
pub(crate) struct SelfPlay<'b> {
    board: &'b Board,
    judge: Judge<'b>,
    bot: Box<dyn Bot>,
    position: Position,
    seed: u64,
}

impl<'b> SelfPlay<'b> {
    pub(crate) fn new(board: &'b Board, seed: u64) -> Self {
        let judge = Judge::new(board, EDITION);
        Self { board, judge, bot: BOT.bot(), position: Position::start(board), seed }
    }

    pub(crate) const fn board(&self) -> &'b Board {
        self.board
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// What the bots of all powers order in this phase.
    pub(crate) fn orders(&self) -> Orders {
        let mut all = Orders::none(self.board, self.position.phase.kind());
        for power in self.board.powers() {
            let powers: [Power; 1] = [power];
            let seat = Seat {
                board: self.board,
                edition: EDITION,
                position: &self.position,
                history: &[],
                powers: &powers,
                goal: Goal::of_board(self.board),
            };
            let seed = seed_for(self.seed, self.position.phase, &powers);
            let orders = ask_bot(&*self.bot, &seat, &mut WorkBudget::units(BOT.budget()), seed);
            all.add(&orders).expect("a bot returns orders for the current phase");
        }
        all
    }

    pub(crate) fn resolve(&mut self, orders: &Orders) {
        let resolution =
            self.position.resolve(&mut self.judge, orders).expect("the orders are for this phase");
        self.position = resolution.after;
    }
}
