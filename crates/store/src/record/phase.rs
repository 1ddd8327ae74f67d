//! The stored format of a resolved phase: orders, rulings, and the positions before and after.

use game::{Neutrality, Record, Timestamp};
use rules::{
    Adjustment, Because, Board, Dislodged, Location, Order, Outcome, Position, Resolution, RuledOrders,
    Ruling, Sheet, Unit,
};
use serde::{Deserialize, Serialize};

use super::RecordError;
use super::by_key::ByKey;
use super::keys::{BoardKeys, seat, seat_indices, seat_set, unknown};
use super::orders::{EntryRecord, OrderRecord, RetreatRecord};
use super::position::PositionRecord;

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
    /// The units that moved in a movement phase: the province of each before it, and its location after it.
    /// Version 0.2.0 and older neither write nor read this field.
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
    outcome: ByKey<Outcome>,
    because: String,
    /// The province that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    province: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dislodged_from: Option<String>,
}

impl PhaseRecord {
    pub(super) fn of(keys: BoardKeys<'_>, record: &Record) -> Self {
        let Record { number, at, neutrality, resolution, submitted_seats } = record;
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
            papers_in: seat_indices(*submitted_seats),
            after: PositionRecord::of(keys, &resolution.after),
            stands: moved_units(keys, resolution),
        }
    }

    pub(super) fn record(&self, keys: BoardKeys<'_>) -> Result<Record, RecordError> {
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
            submitted_seats: seat_set(&self.papers_in)?,
        })
    }

    fn resolution(&self, keys: BoardKeys<'_>) -> Result<Resolution, RecordError> {
        let (before, after) = (self.before.position(keys)?, self.after.position(keys)?);
        let ruled = match &self.ruled {
            RuledRecord::Movement(lines) => {
                let units = before.forces.units().iter();
                let (orders, rulings) =
                    read_orders_and_rulings(keys, units, lines, |order| order.order(keys))?;
                let locations_after = match &self.stands {
                    Some(moved) => read_locations_after(keys, &before, moved)?,
                    None => infer_locations_after(keys.0, &before, &orders, &rulings, &after),
                };
                let dislodged = dislodged_units(keys.0, &before, &rulings, &after);
                RuledOrders::Movement { orders, rulings, locations_after, dislodged }
            }
            RuledRecord::Retreats(lines) => {
                let units = before.dislodged.iter().map(|dislodged| &dislodged.unit);
                let (orders, rulings) =
                    read_orders_and_rulings(keys, units, lines, |order| order.order(keys))?;
                RuledOrders::Retreats { orders, rulings }
            }
            RuledRecord::Adjustments(lines) => {
                let entry = |line: &AdjustmentRecord| {
                    Ok(Adjustment {
                        power: keys.power(&line.power)?,
                        order: line.entry.entry(keys)?,
                        ruling: line.ruling.ruling(keys)?,
                    })
                };
                RuledOrders::Adjustments(lines.iter().map(entry).collect::<Result<_, _>>()?)
            }
        };
        Ok(Resolution { before, ruled_orders: ruled, after })
    }
}

impl RuledRecord {
    fn of(keys: BoardKeys<'_>, resolution: &Resolution) -> Self {
        match &resolution.ruled_orders {
            RuledOrders::Movement { .. } => {
                let lines = resolution.movement_rulings().map(|(unit, order, ruling)| UnitRecord {
                    unit: keys.unit_key(unit),
                    order: order.map(|order| OrderRecord::of(keys, order)),
                    ruling: RulingRecord::of(keys, ruling),
                });
                Self::Movement(lines.collect())
            }
            RuledOrders::Retreats { .. } => {
                let lines = resolution.retreat_rulings(keys.0).map(|(dislodged, order, ruling)| UnitRecord {
                    unit: keys.unit_key(&dislodged.unit),
                    order: order.map(|order| RetreatRecord::of(keys, order)),
                    ruling: RulingRecord::of(keys, ruling),
                });
                Self::Retreats(lines.collect())
            }
            RuledOrders::Adjustments(entries) => {
                let line = |Adjustment { power, order, ruling }: &Adjustment| AdjustmentRecord {
                    power: keys.power_key(*power),
                    entry: EntryRecord::of(keys, order),
                    ruling: RulingRecord::of(keys, ruling),
                };
                Self::Adjustments(entries.iter().map(line).collect())
            }
        }
    }
}

/// The orders as one sheet, and the rulings in the order of the units.
fn read_orders_and_rulings<'u, O, T>(
    keys: BoardKeys<'_>,
    units: impl ExactSizeIterator<Item = &'u Unit>,
    lines: &[UnitRecord<O>],
    read_order: impl Fn(&O) -> Result<T, RecordError>,
) -> Result<(Sheet<T>, Vec<Ruling>), RecordError> {
    let wrong_units = RecordError::Impossible { what: "rulings on other units than the position has" };
    if units.len() != lines.len() {
        return Err(wrong_units);
    }
    let mut orders = Sheet::new(keys.0);
    let mut rulings = Vec::with_capacity(lines.len());
    for (unit, line) in units.zip(lines) {
        if keys.unit(&line.unit)? != *unit {
            return Err(wrong_units);
        }
        if let Some(order) = &line.order {
            orders.set(keys.0.province_of(unit.location), read_order(order)?);
        }
        rulings.push(line.ruling.ruling(keys)?);
    }
    Ok((orders, rulings))
}

/// The units that moved. The others are left out, so that a record stays small.
fn moved_units(keys: BoardKeys<'_>, resolution: &Resolution) -> Option<Vec<(String, String)>> {
    match &resolution.ruled_orders {
        RuledOrders::Movement { locations_after, .. } => {
            let units = resolution.before.forces.units().iter().zip(locations_after);
            let moved = units.filter(|(unit, after)| unit.location != **after);
            let from = |unit: &Unit| keys.province_key(keys.0.province_of(unit.location));
            Some(moved.map(|(unit, after)| (from(unit), keys.location_key(*after))).collect())
        }
        RuledOrders::Retreats { .. } | RuledOrders::Adjustments(_) => None,
    }
}

fn read_locations_after(
    keys: BoardKeys<'_>,
    before: &Position,
    moved: &[(String, String)],
) -> Result<Vec<Location>, RecordError> {
    let mut locations: Vec<Location> = before.forces.units().iter().map(|unit| unit.location).collect();
    for (from, to) in moved {
        let slot = before.forces.slot(keys.province(from)?);
        let no_unit = RecordError::Impossible { what: "a move from a province without a unit" };
        *slot.and_then(|slot| locations.get_mut(slot)).ok_or(no_unit)? = keys.location(to)?;
    }
    Ok(locations)
}

/// The locations of units after the phase, for a record without them. A unit whose move succeeded is at its
/// destination, on the coast that it has in the next position. All other units did not move.
fn infer_locations_after(
    board: &Board,
    before: &Position,
    orders: &Sheet<Order>,
    rulings: &[Ruling],
    after: &Position,
) -> Vec<Location> {
    let units = before.forces.units().iter().zip(rulings);
    let location_after = |(unit, ruling): (&Unit, &Ruling)| match orders.get(board.province_of(unit.location))
    {
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
    units.map(location_after).collect()
}

/// The dislodged units. They are not stored: the rulings contain which units they are, and the next position
/// contains where each can retreat to. A unit that is not in the next position is destroyed.
fn dislodged_units(board: &Board, before: &Position, rulings: &[Ruling], after: &Position) -> Vec<Dislodged> {
    let units = before.forces.units().iter().zip(rulings);
    let dislodged = units.filter(|(_, ruling)| ruling.dislodged_from.is_some()).map(|(unit, _)| *unit);
    let open = |unit: &Unit| {
        after.dislodged_at(board, board.province_of(unit.location)).map(|dislodged| &dislodged.open_retreats)
    };
    dislodged
        .map(|unit| Dislodged { unit, open_retreats: open(&unit).cloned().unwrap_or_default() })
        .collect()
}

impl RulingRecord {
    fn of(keys: BoardKeys<'_>, ruling: &Ruling) -> Self {
        let Ruling { outcome, because, dislodged_from } = ruling;
        Self {
            outcome: (*outcome).into(),
            because: because.key().to_owned(),
            province: because.province().map(|province| keys.province_key(province)),
            dislodged_from: dislodged_from.map(|province| keys.province_key(province)),
        }
    }

    fn ruling(&self, keys: BoardKeys<'_>) -> Result<Ruling, RecordError> {
        let province = |key: &Option<String>| key.as_deref().map(|key| keys.province(key)).transpose();
        Ok(Ruling {
            outcome: self.outcome.0,
            because: Because::from_key(&self.because, province(&self.province)?)
                .ok_or_else(|| unknown("reason", &self.because))?,
            dislodged_from: province(&self.dislodged_from)?,
        })
    }
}
