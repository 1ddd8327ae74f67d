//! The invariants of every simulated game.

use std::fmt::Write as _;

use game::{Game, Record, RecordStatus, Viewer};
use rules::{Board, PhaseKind, Resolution, RuledOrders};

use super::simulation::SimulatedGame;

/// All broken invariants, in words for a developer.
pub(super) fn broken_invariants(board: &Board, played: &SimulatedGame) -> Vec<String> {
    let mut faults = Vec::new();
    if played.game.ending().is_none() {
        faults.push("the game never ended".to_owned());
    }
    if played.clock_refusals > 0 {
        faults.push(format!("the clock was refused {} times", played.clock_refusals));
    }
    let again = Game::replay(played.charter.clone(), &played.events);
    if state_hash(&again) != state_hash(&played.game) {
        faults.push("replaying the events gives another game".to_owned());
    }
    let half = &played.events[..played.events.len() / 2];
    if Game::replay(played.charter.clone(), half).version() != half.len() as u64 {
        faults.push("half of the events give another version".to_owned());
    }
    let history = played.game.view(Viewer::Spectator).history;
    let counting = history.iter().filter(|(_, counts)| *counts == RecordStatus::Active);
    let records: Vec<&Record> = counting.map(|(record, _)| &**record).collect();
    for pair in records.windows(2) {
        if pair[0].resolution.after.phase != pair[1].phase() || pair[0].phase() == pair[1].phase() {
            faults.push(format!("{:?} does not follow from {:?}", pair[1].phase(), pair[0].phase()));
        }
    }
    for record in records {
        check_record(board, record, &mut faults);
    }
    faults
}

fn check_record(board: &Board, record: &Record, faults: &mut Vec<String>) {
    let Resolution { before, ruled_orders: ruled, after } = &record.resolution;
    let units = after.forces.units().len() + after.dislodged.len();
    if units > board.centres().len() {
        faults.push(format!("{units} units after {:?}", record.phase()));
    }
    let is_whole = match ruled {
        RuledOrders::Movement { rulings, locations_after: stands, .. } => {
            let units = before.forces.units().len();
            rulings.len() == units && stands.len() == units
        }
        RuledOrders::Retreats { rulings, .. } => rulings.len() == before.dislodged.len(),
        RuledOrders::Adjustments(_) => record.phase().kind() == PhaseKind::Adjustment,
    };
    if !is_whole {
        faults.push(format!("not every unit was ruled on in {:?}", record.phase()));
    }
    if record.phase().kind() == PhaseKind::Adjustment {
        for power in board.powers() {
            let (units, centres) = (after.forces.count(power), after.owners.count(power));
            if units > centres {
                faults.push(format!(
                    "{} has {units} units and {centres} centres after {:?}",
                    board.power_key(power),
                    record.phase()
                ));
            }
        }
    }
}

/// A hash over the whole state of a game.
fn state_hash(game: &Game) -> u64 {
    struct Fnv1a(u64);
    impl std::fmt::Write for Fnv1a {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for byte in text.bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
            Ok(())
        }
    }
    let mut print = Fnv1a(0xcbf2_9ce4_8422_2325);
    // Writing into a number cannot fail.
    let _ = write!(print, "{game:?}");
    print.0
}
