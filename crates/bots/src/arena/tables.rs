//! The player tables of the rulebook: who has which powers when fewer than seven play (K).

use rules::{Board, Position, Power, Province};

use super::Goal;

/// How a number of players sits down.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// The board, with the provinces closed that nobody may enter.
    pub board: Board,
    pub start: Position,
    /// By player: the powers.
    pub powers: Vec<Vec<Power>>,
    pub goal: Goal,
}

/// The table for 2 to 7 players on a board with the seven classic powers.
pub fn gathering(board: &Board, players: usize) -> Option<Gathering> {
    let (seats, unplayed): (&[&[&str]], &[&str]) = match players {
        2 => (&[&["england", "france", "russia"], &["austria", "germany", "turkey"]], &["italy"]),
        3 => (&[&["england", "germany", "austria"], &["russia", "italy"], &["france", "turkey"]], &[]),
        4 => (&[&["england"], &["austria", "france"], &["germany", "turkey"], &["italy", "russia"]], &[]),
        5 => (&[&["austria"], &["england"], &["france"], &["russia"], &["turkey"]], &["germany", "italy"]),
        6 => (&[&["austria"], &["england"], &["france"], &["germany"], &["russia"], &["turkey"]], &["italy"]),
        7 => (
            &[&["austria"], &["england"], &["france"], &["germany"], &["italy"], &["russia"], &["turkey"]],
            &[],
        ),
        _ => return None,
    };
    let named = |keys: &[&str]| keys.iter().map(|key| board.power(key)).collect::<Option<Vec<Power>>>();
    let powers: Vec<Vec<Power>> = seats.iter().map(|keys| named(keys)).collect::<Option<_>>()?;
    let unplayed = named(unplayed)?;
    let mut start = Position::start(board);
    for (player, powers) in powers.iter().enumerate() {
        for power in powers {
            start.table.player[power.index()] = player as u8;
        }
    }
    for (i, power) in unplayed.iter().enumerate() {
        start.table.player[power.index()] = (powers.len() + i) as u8;
        start.table.set_disorder(*power, true);
    }
    // With two players nobody may enter Italy (K5). Who wins the toss for it is not played here.
    let (board, goal) = if players == 2 {
        let italy = ["apu", "nap", "pie", "rom", "tus", "ven"];
        let closed: Vec<Province> = italy.iter().filter_map(|key| board.province(key)).collect();
        (board.closing(&closed), Goal::Player(24))
    } else {
        (board.clone(), Goal::Power)
    };
    Some(Gathering { board, start, powers, goal })
}
