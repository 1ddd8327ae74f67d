//! Games for two by bots, looked over for orders into land that is closed (K5). `cargo xtask closed-land`
//! plays many of them, the tests of the suite a few.

use bots::Kind;
use bots::arena::{Gathering, Player, Setup, play};
use rules::{Edition, Outcome, Province, RetreatOrder, Ruling};

/// What a game had to do with the land that is closed at first.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// What must not happen, one line each.
    pub(crate) faults: Vec<String>,
    /// Orders given while the land was closed, into it or not.
    pub(crate) while_closed: usize,
    /// Orders into the land once it was open.
    pub(crate) once_open: usize,
}

/// Plays a game to the end of a year. No bot gets more than `budget` work units for an answer.
pub(crate) fn play_game(gathering: &Gathering, kinds: [Kind; 2], budget: u64, until: u16, seed: u64) -> Seen {
    let bots = kinds.map(Kind::bot);
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
        hero: None,
        seed,
    };
    let finished = play(&setup, &mut ());
    let mut seen = Seen::default();
    for (player, misdeed) in &finished.misdeeds {
        seen.faults.push(format!("seed {seed}, {}: {misdeed:?}", kinds[*player].key()));
    }
    for played in &finished.history {
        let board = gathering.board_in(played.phase().date().year);
        let is_closed = !board.closed().is_empty();
        let mut look = |from: Province, goal: Option<Province>, ruling: &Ruling| {
            seen.while_closed += usize::from(is_closed);
            let Some(goal) = goal.filter(|goal| gathering.board.is_closed(*goal)) else { return };
            seen.once_open += usize::from(!is_closed);
            if is_closed || ruling.outcome == Outcome::Void {
                let (from, goal) = (board.province_key(from), board.province_key(goal));
                let phase = played.phase().key();
                let [one, other] = kinds.map(Kind::key);
                seen.faults.push(format!(
                    "seed {seed}, {one} and {other}, {phase}: from {from} into {goal}, ruled {ruling:?}"
                ));
            }
        };
        for (unit, order, ruling) in played.moves() {
            if let Some(order) = order {
                look(board.province_of(unit.location), order.goal(board), ruling);
            }
        }
        for (fallen, order, ruling) in played.retreats(board) {
            let goal = match order {
                Some(RetreatOrder::To(to)) => Some(board.province_of(*to)),
                Some(RetreatOrder::Disband) | None => None,
            };
            look(board.province_of(fallen.unit.location), goal, ruling);
        }
    }
    seen
}
