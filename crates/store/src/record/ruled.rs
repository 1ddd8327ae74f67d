//! A phase as it was ruled.

use game::{Neutrality, Record, Ruled, RuledOrder, RuledRetreat, Timestamp};
use rules::{Adjustment, Because, Ruling};
use serde::{Deserialize, Serialize};

use super::RecordFault;
use super::keys::{Keys, circle, indices, seat, unknown};
use super::paper::{EntryRecord, OrderRecord, RetreatRecord};
use super::position::PositionRecord;
use super::words::OutcomeWord;

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
    outcome: OutcomeWord,
    because: String,
    /// The province that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    province: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dislodged_from: Option<String>,
}

impl PhaseRecord {
    pub(super) fn of(keys: Keys<'_>, record: &Record) -> Self {
        let Record { number, at, before, neutrality, ruled, papers_in, after } = record;
        Self {
            number: *number,
            at: at.seconds(),
            before: PositionRecord::of(keys, before),
            neutrality: neutrality.map(|neutrality| match neutrality {
                Neutrality::Closed => NeutralityRecord::Closed,
                Neutrality::Tossed(to) => NeutralityRecord::Tossed(to.index()),
                Neutrality::Joined(to) => NeutralityRecord::Joined(to.index()),
            }),
            ruled: RuledRecord::of(keys, ruled),
            papers_in: indices(*papers_in),
            after: PositionRecord::of(keys, after),
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
            before: self.before.position(keys)?,
            neutrality: self.neutrality.as_ref().map(neutrality).transpose()?,
            ruled: self.ruled.ruled(keys)?,
            papers_in: circle(&self.papers_in)?,
            after: self.after.position(keys)?,
        })
    }
}

impl RuledRecord {
    fn of(keys: Keys<'_>, ruled: &Ruled) -> Self {
        match ruled {
            Ruled::Movement(orders) => {
                let line = |RuledOrder { unit, order, ruling }: &RuledOrder| UnitRecord {
                    unit: keys.unit_key(unit),
                    order: order.as_ref().map(|order| OrderRecord::of(keys, order)),
                    ruling: RulingRecord::of(keys, ruling),
                };
                Self::Movement(orders.iter().map(line).collect())
            }
            Ruled::Retreats(orders) => {
                let line = |RuledRetreat { unit, order, ruling }: &RuledRetreat| UnitRecord {
                    unit: keys.unit_key(unit),
                    order: order.as_ref().map(|order| RetreatRecord::of(keys, order)),
                    ruling: RulingRecord::of(keys, ruling),
                };
                Self::Retreats(orders.iter().map(line).collect())
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

    fn ruled(&self, keys: Keys<'_>) -> Result<Ruled, RecordFault> {
        Ok(match self {
            Self::Movement(lines) => {
                let order = |line: &UnitRecord<OrderRecord>| {
                    Ok(RuledOrder {
                        unit: keys.unit(&line.unit)?,
                        order: line.order.as_ref().map(|order| order.order(keys)).transpose()?,
                        ruling: line.ruling.ruling(keys)?,
                    })
                };
                Ruled::Movement(lines.iter().map(order).collect::<Result<_, _>>()?)
            }
            Self::Retreats(lines) => {
                let order = |line: &UnitRecord<RetreatRecord>| {
                    Ok(RuledRetreat {
                        unit: keys.unit(&line.unit)?,
                        order: line.order.as_ref().map(|order| order.order(keys)).transpose()?,
                        ruling: line.ruling.ruling(keys)?,
                    })
                };
                Ruled::Retreats(lines.iter().map(order).collect::<Result<_, _>>()?)
            }
            Self::Adjustments(lines) => {
                let entry = |line: &AdjustmentRecord| {
                    Ok(Adjustment {
                        power: keys.power(&line.power)?,
                        entry: line.entry.entry(keys)?,
                        ruling: line.ruling.ruling(keys)?,
                    })
                };
                Ruled::Adjustments(lines.iter().map(entry).collect::<Result<_, _>>()?)
            }
        })
    }
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
            outcome: self.outcome.into(),
            because: Because::from_key(&self.because, province(&self.province)?)
                .ok_or_else(|| unknown("reason", &self.because))?,
            dislodged_from: province(&self.dislodged_from)?,
        })
    }
}
