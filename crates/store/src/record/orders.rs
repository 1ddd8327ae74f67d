//! The stored format of orders: in a submitted sheet, and in a resolved phase.

use rules::{AdjustmentOrder, Order, Orders, Passage, Power, Province, RetreatOrder, Sheet};
use serde::{Deserialize, Serialize};

use super::RecordError;
use super::by_key::ByKey;
use super::keys::BoardKeys;

/// The submitted orders of one seat. The kind of phase is stored because an empty list does not show it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OrdersRecord {
    Movement(Vec<(String, OrderRecord)>),
    Retreats(Vec<(String, RetreatRecord)>),
    Adjustments(Vec<(String, EntryRecord)>),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum OrderRecord {
    Hold,
    Move { to: String, passage: ByKey<Passage> },
    SupportHold { of: String },
    SupportMove { from: String, to: String },
    Convoy { from: String, to: String },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RetreatRecord {
    To(String),
    Disband,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum EntryRecord {
    Build(String),
    Remove(String),
    Waive,
}

impl OrdersRecord {
    pub(super) fn of(keys: BoardKeys<'_>, orders: &Orders) -> Self {
        let at = |province: Province| keys.province_key(province);
        match orders {
            Orders::Movement(sheet) => Self::Movement(
                sheet.iter().map(|(from, order)| (at(from), OrderRecord::of(keys, order))).collect(),
            ),
            Orders::Retreats(sheet) => Self::Retreats(
                sheet.iter().map(|(from, order)| (at(from), RetreatRecord::of(keys, order))).collect(),
            ),
            Orders::Adjustments(entries) => {
                let line = |(power, entry): &(Power, AdjustmentOrder)| {
                    (keys.power_key(*power), EntryRecord::of(keys, entry))
                };
                Self::Adjustments(entries.iter().map(line).collect())
            }
        }
    }

    pub(super) fn orders(&self, keys: BoardKeys<'_>) -> Result<Orders, RecordError> {
        Ok(match self {
            Self::Movement(lines) => Orders::Movement(sheet(keys, lines, |line| line.order(keys))?),
            Self::Retreats(lines) => Orders::Retreats(sheet(keys, lines, |line| line.order(keys))?),
            Self::Adjustments(lines) => {
                let line =
                    |(power, entry): &(String, EntryRecord)| Ok((keys.power(power)?, entry.entry(keys)?));
                Orders::Adjustments(lines.iter().map(line).collect::<Result<_, _>>()?)
            }
        })
    }
}

fn sheet<R, T>(
    keys: BoardKeys<'_>,
    lines: &[(String, R)],
    read: impl Fn(&R) -> Result<T, RecordError>,
) -> Result<Sheet<T>, RecordError> {
    let mut sheet = Sheet::new(keys.0);
    for (at, line) in lines {
        if sheet.set(keys.province(at)?, read(line)?).is_some() {
            return Err(RecordError::Impossible { what: "two orders to one unit" });
        }
    }
    Ok(sheet)
}

impl OrderRecord {
    pub(super) fn of(keys: BoardKeys<'_>, order: &Order) -> Self {
        match *order {
            Order::Hold => Self::Hold,
            Order::Move { to, passage } => Self::Move { to: keys.location_key(to), passage: passage.into() },
            Order::SupportHold { of } => Self::SupportHold { of: keys.province_key(of) },
            Order::SupportMove { from, to } => {
                Self::SupportMove { from: keys.province_key(from), to: keys.location_key(to) }
            }
            Order::Convoy { from, to } => {
                Self::Convoy { from: keys.province_key(from), to: keys.province_key(to) }
            }
        }
    }

    pub(super) fn order(&self, keys: BoardKeys<'_>) -> Result<Order, RecordError> {
        Ok(match self {
            Self::Hold => Order::Hold,
            Self::Move { to, passage } => Order::Move { to: keys.location(to)?, passage: passage.0 },
            Self::SupportHold { of } => Order::SupportHold { of: keys.province(of)? },
            Self::SupportMove { from, to } => {
                Order::SupportMove { from: keys.province(from)?, to: keys.location(to)? }
            }
            Self::Convoy { from, to } => Order::Convoy { from: keys.province(from)?, to: keys.province(to)? },
        })
    }
}

impl RetreatRecord {
    pub(super) fn of(keys: BoardKeys<'_>, order: &RetreatOrder) -> Self {
        match *order {
            RetreatOrder::To(to) => Self::To(keys.location_key(to)),
            RetreatOrder::Disband => Self::Disband,
        }
    }

    pub(super) fn order(&self, keys: BoardKeys<'_>) -> Result<RetreatOrder, RecordError> {
        Ok(match self {
            Self::To(to) => RetreatOrder::To(keys.location(to)?),
            Self::Disband => RetreatOrder::Disband,
        })
    }
}

impl EntryRecord {
    pub(super) fn of(keys: BoardKeys<'_>, entry: &AdjustmentOrder) -> Self {
        match *entry {
            AdjustmentOrder::Build { kind, at } => Self::Build(keys.piece_key(kind, at)),
            AdjustmentOrder::Remove { at } => Self::Remove(keys.province_key(at)),
            AdjustmentOrder::Waive => Self::Waive,
        }
    }

    pub(super) fn entry(&self, keys: BoardKeys<'_>) -> Result<AdjustmentOrder, RecordError> {
        Ok(match self {
            Self::Build(unit) => {
                let (kind, at) = keys.piece(unit)?;
                AdjustmentOrder::Build { kind, at }
            }
            Self::Remove(at) => AdjustmentOrder::Remove { at: keys.province(at)? },
            Self::Waive => AdjustmentOrder::Waive,
        })
    }
}
