//! In the game for two no bot orders a unit into Italy before 1915 (K5).

use bots::arena::table_setup;
use bots::{BotKind, Level};

use test_kit::game_for_two::{ClosedLandReport, play_game};

#[test]
fn no_bot_orders_into_closed_land() {
    let gathering = table_setup(&atlas::standard().board, 2).unwrap();
    let mut pairs = vec![[BotKind::Random, BotKind::Dumb], [BotKind::DumbNeutral, BotKind::Planner]];
    pairs.extend(Level::ALL.iter().flat_map(|one| Level::ALL.map(|other| [one.kind(), other.kind()])));
    let (mut while_closed, mut once_open) = (0, 0);
    for (seed, kinds) in pairs.into_iter().enumerate() {
        let ClosedLandReport { errors: faults, while_closed: closed, once_open: open } =
            play_game(&gathering, kinds, 300, 1915, seed as u64);
        assert_eq!(faults, [""; 0]);
        while_closed += closed;
        once_open += open;
    }
    // Two turns of nineteen units in eighteen games. The second count shows that the check finds such orders.
    assert!(while_closed > 600 && once_open > 20, "{while_closed} {once_open}");
}
