//! Resolved phases are written to JSON and read back unchanged.

use std::sync::Arc;

use game::{Event, Fact, Record, RoundFact, SeatSet, Timestamp};
use random_positions::RandomPosition;
use rules::{
    AdjustmentOrder, Board, Edition, Judge, Order, Orders, Passage, Phase, Position, Resolution,
    RetreatOrder, RuledOrders, Season, Sheet, Turn, UnitKind,
};
use seeded_random::SeededRng;
use store::record::{RecordError, read_event, write_event};

use crate::describe::without_locations_after;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// Counts of what the tested phases contained.
#[derive(Debug, Default)]
struct PhaseCounts {
    moved: usize,
    /// Fleets that arrived at one of several coasts.
    at_coasts: usize,
    may_retreat: usize,
    destroyed: usize,
    retreats: usize,
    adjustments: usize,
}

impl PhaseCounts {
    fn count(&mut self, resolution: &Resolution) {
        match &resolution.ruled_orders {
            RuledOrders::Movement { locations_after: stands, dislodged, .. } => {
                let units = resolution.before.forces.units().iter().zip(stands);
                for (_, stands) in units.filter(|(unit, stands)| unit.location != **stands) {
                    self.moved += 1;
                    self.at_coasts += usize::from(board().location_key(*stands).contains('/'));
                }
                self.destroyed += resolution.destroyed().len();
                self.may_retreat += dislodged.len() - resolution.destroyed().len();
            }
            RuledOrders::Retreats { rulings, .. } => self.retreats += rulings.len(),
            RuledOrders::Adjustments(list) => self.adjustments += list.len(),
        }
    }
}

fn stored(resolution: &Resolution) -> Event {
    let at = Timestamp::from_seconds(1_700_000_000);
    let resolution = resolution.clone();
    let record = Record { number: 3, at, neutrality: None, resolution, submitted_seats: SeatSet::EMPTY };
    Event { at, fact: Fact::Round(RoundFact::PhaseResolved(Arc::new(record))) }
}

/// Writes and reads a phase, also in the older format without the locations of units after the phase.
fn check(resolution: &Resolution, seen: &mut PhaseCounts) {
    seen.count(resolution);
    let event = stored(resolution);
    let known = format!("{event:?}");
    let record = write_event(board(), &event);
    for record in [without_locations_after(&record), record] {
        let read = read_event(board(), &record).unwrap();
        assert!(format!("{read:?}") == known, "{record}\nis read as\n{read:?}\ninstead of\n{known}");
    }
}

fn retreats(chance: &mut SeededRng, position: &Position) -> Orders {
    let mut orders = Sheet::new(board());
    for dislodged in &position.dislodged {
        let order = match chance.pick(&dislodged.open_retreats) {
            Some(to) if chance.percent(80) => RetreatOrder::To(to),
            Some(_) | None => RetreatOrder::Disband,
        };
        if chance.percent(80) {
            orders.set(board().province_of(dislodged.unit.location), order);
        }
    }
    Orders::Retreats(orders)
}

fn adjustments(chance: &mut SeededRng, position: &Position) -> Orders {
    let mut entries = Vec::new();
    for power in board().powers() {
        let units = position.forces.units().iter().filter(|unit| unit.power == power);
        let removals = units.map(|unit| AdjustmentOrder::Remove { at: board().province_of(unit.location) });
        let homes = board().homes(power).iter();
        let builds =
            homes.map(|home| AdjustmentOrder::Build { kind: UnitKind::Army, at: board().coastless(*home) });
        let all: Vec<AdjustmentOrder> = removals.chain(builds).chain([AdjustmentOrder::Waive]).collect();
        entries.extend((0..chance.below(4)).filter_map(|_| Some((power, chance.pick(&all)?))));
    }
    Orders::Adjustments(entries)
}

#[test]
fn resolved_phases_are_read_back_unchanged() {
    let mut seen = PhaseCounts::default();
    for edition in Edition::ALL {
        let mut judge = Judge::new(board(), edition);
        for seed in 0..200 {
            let mut chance = SeededRng::new(seed);
            let mut random = random_positions::dense_position(board(), seed);
            // A game stores no orders of powers in disorder.
            let RandomPosition { forces, players: table, orders } = &mut random;
            for unit in forces.units().iter().filter(|unit| table.in_disorder(unit.power)) {
                orders.remove(board().province_of(unit.location));
            }
            let season = if chance.percent(50) { Season::Spring } else { Season::Fall };
            let mut position = Position {
                phase: Phase::Movement(Turn { year: 1905, season }),
                forces: random.forces,
                players: random.players,
                ..Position::start(board())
            };
            let mut orders = Orders::Movement(random.orders);
            loop {
                let resolution = position.resolve(&mut judge, &orders).unwrap();
                check(&resolution, &mut seen);
                position = resolution.after;
                orders = match position.phase {
                    Phase::Movement(_) => break,
                    Phase::Retreat(_) => retreats(&mut chance, &position),
                    Phase::Adjustment { .. } => adjustments(&mut chance, &position),
                };
                if position.winner.is_some() {
                    break;
                }
            }
        }
    }
    assert!(seen.moved > 2_000 && seen.at_coasts > 50, "{seen:?}");
    assert!(seen.may_retreat > 500 && seen.destroyed > 50, "{seen:?}");
    assert!(seen.retreats > 500 && seen.adjustments > 500, "{seen:?}");
}

#[test]
fn a_record_is_accepted_or_refused_but_never_corrected() {
    let position = Position::start(board());
    let mut orders = Sheet::new(board());
    let (paris, burgundy) = (board().province("par").unwrap(), board().location("bur").unwrap());
    orders.set(paris, Order::Move { to: burgundy, passage: Passage::Unstated });
    let mut judge = Judge::new(board(), Edition::Y2000);
    let resolution = position.resolve(&mut judge, &Orders::Movement(orders)).unwrap();
    let record = write_event(board(), &stored(&resolution));
    let moved = r#""stands":[["par","bur"]]"#;
    assert!(record.contains(moved), "{record}");
    let location_of_paris_unit = |record: &str| {
        let event = read_event(board(), record)?;
        let Fact::Round(RoundFact::PhaseResolved(record)) = event.fact else { panic!("{event:?}") };
        let RuledOrders::Movement { locations_after: stands, .. } = &record.resolution.ruled_orders else {
            panic!("{record:?}")
        };
        Ok(board().location_key(stands[position.forces.slot(paris).unwrap()]).to_owned())
    };
    assert_eq!(location_of_paris_unit(&record), Ok("bur".to_owned()));
    assert_eq!(
        location_of_paris_unit(&record.replace(moved, r#""stands":[["par","gas"]]"#)),
        Ok("gas".to_owned())
    );
    assert_eq!(location_of_paris_unit(&record.replace(moved, r#""stands":[]"#)), Ok("par".to_owned()));
    let nowhere = location_of_paris_unit(&record.replace(moved, r#""stands":[["par","xyz"]]"#));
    assert!(matches!(nowhere, Err(RecordError::Unknown { what: "place", .. })), "{nowhere:?}");
    for impossible in [
        record.replace(moved, r#""stands":[["gas","bur"]]"#),
        record.replace(r#"{"unit":"france A par""#, r#"{"unit":"france A pic""#),
        record.replacen(r#""france A par","#, "", 1),
    ] {
        let read = location_of_paris_unit(&impossible);
        assert!(matches!(read, Err(RecordError::Impossible { .. })), "{impossible}: {read:?}");
    }
}
