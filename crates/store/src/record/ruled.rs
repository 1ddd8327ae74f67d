//! A phase as it was ruled.

use game::{Neutrality, Record, Timestamp};
use rules::{
    Adjustment, Because, Board, Dislodged, Location, Order, Outcome, Position, Resolution, Ruled, Ruling,
    Sheet, Unit,
};
use serde::{Deserialize, Serialize};

use super::RecordFault;
use super::keys::{Keys, circle, indices, seat, unknown};
use super::paper::{EntryRecord, OrderRecord, RetreatRecord};
use super::position::PositionRecord;
use super::word::Word;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PhaseRecord {
    number: usize,
    at: i64,
    before: PositionRecord,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    neutrality: Option<NeutralityRecord>,
    ruled: RuledRecord,
    papers_in: Vec<usize>,
    after: PositionRecord,
    /// The units that a movement phase moved: the province where each was, and the place where it ended.
    /// Version 0.2.0 and older did not write it, and a node of them does not read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stands: Option<Vec<(String, String)>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NeutralityRecord {
    Closed,
    Tossed(usize),
    Joined(usize),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RuledRecord {
    Movement(Vec<UnitRecord<OrderRecord>>),
    Retreats(Vec<UnitRecord<RetreatRecord>>),
    Adjustments(Vec<AdjustmentRecord>),
}

#[derive(Debug, Serialize, Deserialize)]
struct UnitRecord<O> {
    unit: String,
    order: Option<O>,
    ruling: RulingRecord,
}

#[derive(Debug, Serialize, Deserialize)]
struct AdjustmentRecord {
    power: String,
    entry: EntryRecord,
    ruling: RulingRecord,
}

#[derive(Debug, Serialize, Deserialize)]
struct RulingRecord {
    outcome: Word<Outcome>,
    because: String,
    /// The province that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    province: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dislodged_from: Option<String>,
}

impl PhaseRecord {
    pub(super) fn of(keys: Keys<'_>, record: &Record) -> Self {
        let Record { number, at, neutrality, resolution, papers_in } = record;
        Self {
            number: *number,
            at: at.seconds(),
            before: PositionRecord::of(keys, &resolution.before),
            neutrality: neutrality.map(|neutrality| match neutrality {
                Neutrality::Closed => NeutralityRecord::Closed,
                Neutrality::Tossed(to) => NeutralityRecord::Tossed(to.index()),
                Neutrality::Joined(to) => NeutralityRecord::Joined(to.index()),
            }),
            ruled: RuledRecord::of(keys, resolution),
            papers_in: indices(*papers_in),
            after: PositionRecord::of(keys, &resolution.after),
            stands: moved(keys, resolution),
        }
    }

    pub(super) fn record(&self, keys: Keys<'_>) -> Result<Record, RecordFault> {
        let neutrality = |neutrality: &NeutralityRecord| {
            Ok(match neutrality {
                NeutralityRecord::Closed => Neutrality::Closed,
                NeutralityRecord::Tossed(to) => Neutrality::Tossed(seat(*to)?),
                NeutralityRecord::Joined(to) => Neutrality::Joined(seat(*to)?),
            })
        };
        Ok(Record {
            number: self.number,
            at: Timestamp::from_seconds(self.at),
            neutrality: self.neutrality.as_ref().map(neutrality).transpose()?,
            resolution: self.resolution(keys)?,
            papers_in: circle(&self.papers_in)?,
        })
    }

    fn resolution(&self, keys: Keys<'_>) -> Result<Resolution, RecordFault> {
        let (before, after) = (self.before.position(keys)?, self.after.position(keys)?);
        let ruled = match &self.ruled {
            RuledRecord::Movement(lines) => {
                let units = before.forces.units().iter();
                let (orders, rulings) = read_lines(keys, units, lines, |order| order.order(keys))?;
                let stands = match &self.stands {
                    Some(moved) => read_stands(keys, &before, moved)?,
                    None => guess_stands(keys.0, &before, &orders, &rulings, &after),
                };
                let dislodged = dislodged(keys.0, &before, &rulings, &after);
                Ruled::Movement { orders, rulings, stands, dislodged }
            }
            RuledRecord::Retreats(lines) => {
                let units = before.dislodged.iter().map(|fallen| &fallen.unit);
                let (orders, rulings) = read_lines(keys, units, lines, |order| order.order(keys))?;
                Ruled::Retreats { orders, rulings }
            }
            RuledRecord::Adjustments(lines) => {
                let entry = |line: &AdjustmentRecord| {
                    Ok(Adjustment {
                        power: keys.power(&line.power)?,
                        entry: line.entry.entry(keys)?,
                        ruling: line.ruling.ruling(keys)?,
                    })
                };
                Ruled::Adjustments(lines.iter().map(entry).collect::<Result<_, _>>()?)
            }
        };
        Ok(Resolution { before, ruled, after })
    }
}

impl RuledRecord {
    fn of(keys: Keys<'_>, resolution: &Resolution) -> Self {
        match &resolution.ruled {
            Ruled::Movement { .. } => {
                let lines = resolution.moves().map(|(unit, order, ruling)| UnitRecord {
                    unit: keys.unit_key(unit),
                    order: order.map(|order| OrderRecord::of(keys, order)),
                    ruling: RulingRecord::of(keys, ruling),
                });
                Self::Movement(lines.collect())
            }
            Ruled::Retreats { .. } => {
                let lines = resolution.retreats(keys.0).map(|(fallen, order, ruling)| UnitRecord {
                    unit: keys.unit_key(&fallen.unit),
                    order: order.map(|order| RetreatRecord::of(keys, order)),
                    ruling: RulingRecord::of(keys, ruling),
                });
                Self::Retreats(lines.collect())
            }
            Ruled::Adjustments(entries) => {
                let line = |Adjustment { power, entry, ruling }: &Adjustment| AdjustmentRecord {
                    power: keys.power_key(*power),
                    entry: EntryRecord::of(keys, entry),
                    ruling: RulingRecord::of(keys, ruling),
                };
                Self::Adjustments(entries.iter().map(line).collect())
            }
        }
    }
}

/// The orders as one sheet, and the rulings in the order of the units.
fn read_lines<'u, O, T>(
    keys: Keys<'_>,
    units: impl ExactSizeIterator<Item = &'u Unit>,
    lines: &[UnitRecord<O>],
    read_order: impl Fn(&O) -> Result<T, RecordFault>,
) -> Result<(Sheet<T>, Vec<Ruling>), RecordFault> {
    let other_units = RecordFault::Impossible { what: "rulings on other units than the position has" };
    if units.len() != lines.len() {
        return Err(other_units);
    }
    let mut orders = Sheet::new(keys.0);
    let mut rulings = Vec::with_capacity(lines.len());
    for (unit, line) in units.zip(lines) {
        if keys.unit(&line.unit)? != *unit {
            return Err(other_units);
        }
        if let Some(order) = &line.order {
            orders.set(keys.0.province_of(unit.location), read_order(order)?);
        }
        rulings.push(line.ruling.ruling(keys)?);
    }
    Ok((orders, rulings))
}

/// Only the units that moved, so that a record stays small.
fn moved(keys: Keys<'_>, resolution: &Resolution) -> Option<Vec<(String, String)>> {
    match &resolution.ruled {
        Ruled::Movement { stands, .. } => {
            let units = resolution.before.forces.units().iter().zip(stands);
            let moved = units.filter(|(unit, stands)| unit.location != **stands);
            let from = |unit: &Unit| keys.province_key(keys.0.province_of(unit.location));
            Some(moved.map(|(unit, stands)| (from(unit), keys.location_key(*stands))).collect())
        }
        Ruled::Retreats { .. } | Ruled::Adjustments(_) => None,
    }
}

fn read_stands(
    keys: Keys<'_>,
    before: &Position,
    moved: &[(String, String)],
) -> Result<Vec<Location>, RecordFault> {
    let mut stands: Vec<Location> = before.forces.units().iter().map(|unit| unit.location).collect();
    for (from, to) in moved {
        let slot = before.forces.slot(keys.province(from)?);
        let nobody = RecordFault::Impossible { what: "a move from a province without a unit" };
        *slot.and_then(|slot| stands.get_mut(slot)).ok_or(nobody)? = keys.location(to)?;
    }
    Ok(stands)
}

/// Where units ended in a record that does not say it: a unit whose move succeeded is at its destination, on
/// the coast that the next position has it on; all others are where they were.
fn guess_stands(
    board: &Board,
    before: &Position,
    orders: &Sheet<Order>,
    rulings: &[Ruling],
    after: &Position,
) -> Vec<Location> {
    let units = before.forces.units().iter().zip(rulings);
    let stand = |(unit, ruling): (&Unit, &Ruling)| match orders.get(board.province_of(unit.location)) {
        Some(Order::Move { to, .. }) if ruling.outcome == Outcome::Succeeds => {
            after.forces.at(board.province_of(*to)).map_or(unit.location, |arrived| arrived.location)
        }
        Some(
            Order::Move { .. }
            | Order::Hold
            | Order::SupportHold { .. }
            | Order::SupportMove { .. }
            | Order::Convoy { .. },
        )
        | None => unit.location,
    };
    units.map(stand).collect()
}

/// The dislodged are not written again: the rulings say who they are, and the next position has the places
/// that are open to them. Who has no place there is destroyed.
fn dislodged(board: &Board, before: &Position, rulings: &[Ruling], after: &Position) -> Vec<Dislodged> {
    let units = before.forces.units().iter().zip(rulings);
    let fallen = units.filter(|(_, ruling)| ruling.dislodged_from.is_some()).map(|(unit, _)| *unit);
    let open = |unit: &Unit| after.fallen(board, board.province_of(unit.location)).map(|fallen| &fallen.open);
    fallen.map(|unit| Dislodged { unit, open: open(&unit).cloned().unwrap_or_default() }).collect()
}

impl RulingRecord {
    fn of(keys: Keys<'_>, ruling: &Ruling) -> Self {
        let Ruling { outcome, because, dislodged_from } = ruling;
        Self {
            outcome: (*outcome).into(),
            because: because.key().to_owned(),
            province: because.province().map(|province| keys.province_key(province)),
            dislodged_from: dislodged_from.map(|province| keys.province_key(province)),
        }
    }

    fn ruling(&self, keys: Keys<'_>) -> Result<Ruling, RecordFault> {
        let province = |key: &Option<String>| key.as_deref().map(|key| keys.province(key)).transpose();
        Ok(Ruling {
            outcome: self.outcome.0,
            because: Because::from_key(&self.because, province(&self.province)?)
                .ok_or_else(|| unknown("reason", &self.because))?,
            dislodged_from: province(&self.dislodged_from)?,
        })
    }
}
