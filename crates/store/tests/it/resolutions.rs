//! A phase that was resolved comes back with everything that is known of it.

use std::sync::Arc;

use chance::Chance;
use game::{Circle, Event, Fact, Record, RoundFact, Timestamp};
use rules::{
    Board, Date, Edition, Entry, Judge, Order, Orders, Passage, Phase, Position, Resolution, RetreatOrder,
    Ruled, Season, Sheet, UnitKind,
};
use skirmish::Skirmish;
use store::record::{RecordFault, read_event, write_event};

use crate::games::tell::without_stands;

fn board() -> &'static Board {
    &atlas::standard().board
}

/// What there was to read back.
#[derive(Debug, Default)]
struct Seen {
    moved: usize,
    /// Fleets that arrived at one of several coasts.
    at_coasts: usize,
    may_retreat: usize,
    destroyed: usize,
    retreats: usize,
    adjustments: usize,
}

impl Seen {
    fn count(&mut self, resolution: &Resolution) {
        match &resolution.ruled {
            Ruled::Movement { stands, dislodged, .. } => {
                let units = resolution.before.forces.units().iter().zip(stands);
                for (_, stands) in units.filter(|(unit, stands)| unit.location != **stands) {
                    self.moved += 1;
                    self.at_coasts += usize::from(board().location_key(*stands).contains('/'));
                }
                self.destroyed += resolution.destroyed().len();
                self.may_retreat += dislodged.len() - resolution.destroyed().len();
            }
            Ruled::Retreats { rulings, .. } => self.retreats += rulings.len(),
            Ruled::Adjustments(list) => self.adjustments += list.len(),
        }
    }
}

fn stored(resolution: &Resolution) -> Event {
    let at = Timestamp::from_seconds(1_700_000_000);
    let resolution = resolution.clone();
    let record = Record { number: 3, at, neutrality: None, resolution, papers_in: Circle::NOBODY };
    Event { at, fact: Fact::Round(RoundFact::Ruled(Arc::new(record))) }
}

/// Also as older versions wrote it, without where the units ended.
fn check(resolution: &Resolution, seen: &mut Seen) {
    seen.count(resolution);
    let event = stored(resolution);
    let known = format!("{event:?}");
    let record = write_event(board(), &event);
    for record in [without_stands(&record), record] {
        let read = read_event(board(), &record).unwrap();
        assert!(format!("{read:?}") == known, "{record}\nis read as\n{read:?}\nand was\n{known}");
    }
}

fn retreats(chance: &mut Chance, position: &Position) -> Orders {
    let mut orders = Sheet::new(board());
    for fallen in &position.dislodged {
        let order = match chance.pick(&fallen.open) {
            Some(to) if chance.percent(80) => RetreatOrder::To(to),
            Some(_) | None => RetreatOrder::Disband,
        };
        if chance.percent(80) {
            orders.set(board().province_of(fallen.unit.location), order);
        }
    }
    Orders::Retreats(orders)
}

fn adjustments(chance: &mut Chance, position: &Position) -> Orders {
    let mut entries = Vec::new();
    for power in board().powers() {
        let units = position.forces.units().iter().filter(|unit| unit.power == power);
        let removals = units.map(|unit| Entry::Remove { at: board().province_of(unit.location) });
        let homes = board().homes(power).iter();
        let builds = homes.map(|home| Entry::Build { kind: UnitKind::Army, at: board().bare(*home) });
        let all: Vec<Entry> = removals.chain(builds).chain([Entry::Waive]).collect();
        entries.extend((0..chance.below(4)).filter_map(|_| Some((power, chance.pick(&all)?))));
    }
    Orders::Adjustments(entries)
}

#[test]
fn what_was_resolved_comes_back() {
    let mut seen = Seen::default();
    for edition in Edition::ALL {
        let mut judge = Judge::new(board(), edition);
        for seed in 0..200 {
            let mut chance = Chance::new(seed);
            let mut skirmish = skirmish::dense(board(), seed);
            // A game keeps no orders of powers in disorder.
            let Skirmish { forces, table, orders } = &mut skirmish;
            for unit in forces.units().iter().filter(|unit| table.in_disorder(unit.power)) {
                orders.remove(board().province_of(unit.location));
            }
            let season = if chance.percent(50) { Season::Spring } else { Season::Fall };
            let mut position = Position {
                phase: Phase::Movement(Date { year: 1905, season }),
                forces: skirmish.forces,
                table: skirmish.table,
                ..Position::start(board())
            };
            let mut orders = Orders::Movement(skirmish.orders);
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
fn a_record_is_believed_or_refused_and_never_corrected() {
    let position = Position::start(board());
    let mut orders = Sheet::new(board());
    let (paris, burgundy) = (board().province("par").unwrap(), board().location("bur").unwrap());
    orders.set(paris, Order::Move { to: burgundy, passage: Passage::Unstated });
    let mut judge = Judge::new(board(), Edition::Y2000);
    let resolution = position.resolve(&mut judge, &Orders::Movement(orders)).unwrap();
    let record = write_event(board(), &stored(&resolution));
    let moved = r#""stands":[["par","bur"]]"#;
    assert!(record.contains(moved), "{record}");
    let ended = |record: &str| {
        let event = read_event(board(), record)?;
        let Fact::Round(RoundFact::Ruled(record)) = event.fact else { panic!("{event:?}") };
        let Ruled::Movement { stands, .. } = &record.resolution.ruled else { panic!("{record:?}") };
        Ok(board().location_key(stands[position.forces.slot(paris).unwrap()]).to_owned())
    };
    assert_eq!(ended(&record), Ok("bur".to_owned()));
    assert_eq!(ended(&record.replace(moved, r#""stands":[["par","gas"]]"#)), Ok("gas".to_owned()));
    assert_eq!(ended(&record.replace(moved, r#""stands":[]"#)), Ok("par".to_owned()));
    let nowhere = ended(&record.replace(moved, r#""stands":[["par","xyz"]]"#));
    assert!(matches!(nowhere, Err(RecordFault::Unknown { what: "place", .. })), "{nowhere:?}");
    for impossible in [
        record.replace(moved, r#""stands":[["gas","bur"]]"#),
        record.replace(r#"{"unit":"france A par""#, r#"{"unit":"france A pic""#),
        record.replacen(r#""france A par","#, "", 1),
    ] {
        let read = ended(&impossible);
        assert!(matches!(read, Err(RecordFault::Impossible { .. })), "{impossible}: {read:?}");
    }
}
