//! Plays games for two between bots and checks them for orders into closed land (K5). `cargo xtask
//! closed-land` plays many of these games, the test suite plays a few.

use bots::BotKind;
use bots::arena::{Player, Setup, TableSetup, play};
use rules::{Edition, Outcome, Province, RetreatOrder, Ruling};

/// What a game shows about the land that is closed at the start.
#[derive(Debug, Default)]
pub struct ClosedLandReport {
    /// Errors, one line per error.
    pub errors: Vec<String>,
    /// All orders while the land was closed.
    pub while_closed: usize,
    /// Orders into the land after it was opened.
    pub once_open: usize,
}

/// Plays a game to the end of a year. No bot gets more than `budget` work units per set of orders.
pub fn play_game(
    gathering: &TableSetup,
    kinds: [BotKind; 2],
    budget: u64,
    until: u16,
    seed: u64,
) -> ClosedLandReport {
    let bots = kinds.map(BotKind::bot);
    let players = gathering.powers.iter().zip(kinds).zip(&bots).map(|((powers, kind), bot)| Player {
        powers: powers.clone(),
        bot: &**bot,
        budget: kind.budget().min(budget),
    });
    let setup = Setup {
        board: &gathering.board,
        edition: Edition::ALL[(seed % 3) as usize],
        start: gathering.start.clone(),
        players: players.collect(),
        goal: gathering.goal,
        neutral: gathering.neutral.as_ref(),
        until,
        end_when_out: None,
        seed,
    };
    let finished = play(&setup, &mut ());
    let mut seen = ClosedLandReport::default();
    for (player, violation) in &finished.violations {
        seen.errors.push(format!("seed {seed}, {}: {violation:?}", kinds[*player].key()));
    }
    for played in &finished.history {
        let board = gathering.board_in(played.phase().turn().year);
        let is_closed = !board.closed().is_empty();
        let mut look = |from: Province, goal: Option<Province>, ruling: &Ruling| {
            seen.while_closed += usize::from(is_closed);
            let Some(goal) = goal.filter(|goal| gathering.board.is_closed(*goal)) else { return };
            seen.once_open += usize::from(!is_closed);
            if is_closed || ruling.outcome == Outcome::Void {
                let (from, goal) = (board.province_key(from), board.province_key(goal));
                let phase = played.phase().key();
                let [one, other] = kinds.map(BotKind::key);
                seen.errors.push(format!(
                    "seed {seed}, {one} and {other}, {phase}: from {from} into {goal}, ruled {ruling:?}"
                ));
            }
        };
        for (unit, order, ruling) in played.movement_rulings() {
            if let Some(order) = order {
                look(board.province_of(unit.location), order.target_province(board), ruling);
            }
        }
        for (dislodged, order, ruling) in played.retreat_rulings(board) {
            let goal = match order {
                Some(RetreatOrder::To(to)) => Some(board.province_of(*to)),
                Some(RetreatOrder::Disband) | None => None,
            };
            look(board.province_of(dislodged.unit.location), goal, ruling);
        }
    }
    seen
}
