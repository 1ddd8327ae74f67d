//! The stored format of orders: in a submitted sheet, and in a resolved phase.

use game::{BoardFact, Condition, ConditionPart, Join, Negation, PlanAhead};
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

/// A plan for the next movement.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PlanRecord {
    join: ByKey<Join>,
    when: Vec<(ByKey<Negation>, BoardFactRecord)>,
    orders: Vec<(String, OrderRecord)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BoardFactRecord {
    HeldBy(String, String),
    Empty(String),
    OwnUnit(String),
}

impl PlanRecord {
    pub(super) fn of(keys: BoardKeys<'_>, plan: &PlanAhead) -> Self {
        let part = |part: &ConditionPart| {
            let fact = match part.fact {
                BoardFact::HeldBy(at, power) => {
                    BoardFactRecord::HeldBy(keys.province_key(at), keys.power_key(power))
                }
                BoardFact::Empty(at) => BoardFactRecord::Empty(keys.province_key(at)),
                BoardFact::OwnUnit(at) => BoardFactRecord::OwnUnit(keys.province_key(at)),
            };
            (part.negation.into(), fact)
        };
        let line = |(at, order): (Province, &Order)| (keys.province_key(at), OrderRecord::of(keys, order));
        Self {
            join: plan.condition.join.into(),
            when: plan.condition.parts.iter().map(part).collect(),
            orders: plan.orders.iter().map(line).collect(),
        }
    }

    pub(super) fn plan(&self, keys: BoardKeys<'_>) -> Result<PlanAhead, RecordError> {
        let part = |(negation, fact): &(ByKey<Negation>, BoardFactRecord)| {
            let fact = match fact {
                BoardFactRecord::HeldBy(at, power) => {
                    BoardFact::HeldBy(keys.province(at)?, keys.power(power)?)
                }
                BoardFactRecord::Empty(at) => BoardFact::Empty(keys.province(at)?),
                BoardFactRecord::OwnUnit(at) => BoardFact::OwnUnit(keys.province(at)?),
            };
            Ok(ConditionPart { fact, negation: negation.0 })
        };
        let parts = self.when.iter().map(part).collect::<Result<_, RecordError>>()?;
        Ok(PlanAhead {
            condition: Condition { join: self.join.0, parts },
            orders: sheet(keys, &self.orders, |line| line.order(keys))?,
        })
    }
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
