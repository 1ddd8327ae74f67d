//! Saved games: a line of JSON for the charter and for every event.
//!
//! These types are the stored shape and nothing else; places are named by key, never by number.

use std::collections::BTreeMap;

use game::{
    Charter, Circle, DeskFact, Ending, Event, Fact, GatheringFact, Holder, Motion, Paper, RoundFact, Ruled,
    SeatFact, SeatId, Sketch, VoteFact, WordsFact,
};
use language::write_phase;
use rules::{
    Adjustment, Board, Entry, Order, Passage, Position, Power, RetreatOrder, Ruling, Unit, UnitKind,
};
use serde::Serialize;

/// The first line of a saved game.
#[derive(Debug, Serialize)]
pub(super) struct CharterLine {
    title: String,
    players: usize,
    edition: &'static str,
    seats: Vec<Vec<String>>,
    made: i64,
    seed: u64,
    /// The rest of what was agreed, as it is written in the program.
    settings: String,
}

/// Any other line.
#[derive(Debug, Serialize)]
pub(super) struct EventLine {
    at: i64,
    #[serde(flatten)]
    fact: FactRecord,
}

#[derive(Debug, Serialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
enum FactRecord {
    Joined { who: u64, name: String },
    BotJoined { bot: String },
    Withdrew { who: u64 },
    CheckInOpened { until: i64 },
    CheckedIn { who: u64 },
    MissedCheckIn { who: Vec<u64> },
    Started { seats: Vec<HolderRecord>, position: PositionRecord },
    Opened { stage: String, due: i64, owing: Vec<usize> },
    Drafted { seat: usize, sheet: Vec<LineRecord> },
    HandedIn { seat: usize, sheet: Vec<LineRecord>, stance: String },
    TookBack { seat: usize },
    Stood { seat: usize, stance: String },
    Seat { seat: usize, what: &'static str, holder: Option<HolderRecord>, to: Option<u64> },
    Ruled { record: usize, phase: String, rulings: Vec<RulingRecord>, after: PositionRecord },
    Clock { what: &'static str, by: Option<String>, until: Option<i64>, seats: Vec<usize> },
    CoinTossed { winner: usize },
    NeutralJoined { seat: usize, power: String },
    Corrected { position: PositionRecord },
    Said { from: Option<usize>, to: Option<Vec<usize>>, text: String, sketch: Option<SketchRecord> },
    SketchKept { seat: usize, slot: u8, sketch: SketchRecord },
    SketchDropped { seat: usize, slot: u8 },
    Proposed { question: u32, by: usize, motion: MotionRecord },
    Voted { question: u32, seat: usize, ballot: String },
    Carried { question: u32 },
    Lapsed { question: u32 },
    RolledBack { to: usize },
    Ended(EndingRecord),
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum HolderRecord {
    Person { who: u64, name: String },
    Bot { bot: String },
    Nobody,
}

#[derive(Debug, Serialize)]
struct PositionRecord {
    phase: String,
    /// By power: `A par`, `F stp/sc`.
    units: BTreeMap<String, Vec<String>>,
    centres: BTreeMap<String, Vec<String>>,
    dislodged: Vec<DislodgedRecord>,
}

#[derive(Debug, Serialize)]
struct DislodgedRecord {
    unit: String,
    power: String,
    open: Vec<String>,
}

/// One entry of a sheet.
#[derive(Debug, Serialize)]
#[serde(tag = "order", rename_all = "snake_case")]
enum LineRecord {
    Hold { at: String },
    Move { at: String, to: String, via_convoy: bool },
    SupportHold { at: String, of: String },
    SupportMove { at: String, from: String, to: String },
    Convoy { at: String, from: String, to: String },
    Retreat { at: String, to: String },
    Disband { at: String },
    Build { power: String, unit: String },
    Remove { at: String },
    Waive { power: String },
}

#[derive(Debug, Serialize)]
struct RulingRecord {
    power: String,
    unit: Option<String>,
    order: Option<LineRecord>,
    outcome: String,
    because: &'static str,
    province: Option<String>,
    rule: Option<u8>,
    dislodged_from: Option<String>,
}

#[derive(Debug, Serialize)]
struct SketchRecord {
    units: Vec<String>,
    arrows: Vec<(String, String, String)>,
    marks: Vec<(String, u8)>,
    caption: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(tag = "motion", rename_all = "snake_case")]
enum MotionRecord {
    Draw { between: Vec<usize> },
    Concede { to: usize },
    Abandon,
    Pause { seconds: u32 },
    Resume,
    Extend { seconds: u32 },
}

#[derive(Debug, Serialize)]
#[serde(tag = "ending", rename_all = "snake_case")]
enum EndingRecord {
    Won { seat: usize, by: String },
    Drawn { between: Vec<usize>, by: String },
    Abandoned { how: String },
}

pub(super) fn charter(board: &Board, charter: &Charter) -> CharterLine {
    let seating = charter.seating();
    let keys = |seat| seating.powers(seat).iter().map(|power| board.power_key(*power).to_owned()).collect();
    CharterLine {
        title: charter.settings().title.to_string(),
        players: charter.settings().players,
        edition: charter.settings().edition.key(),
        seats: seating.seats().map(keys).collect(),
        made: charter.made().seconds(),
        seed: charter.seed(),
        settings: format!("{:?}", charter.settings()),
    }
}

pub(super) fn event(board: &Board, event: &Event) -> EventLine {
    EventLine { at: event.at.seconds(), fact: Keys(board).fact(&event.fact) }
}

/// The names of a board's places in stored forms.
struct Keys<'b>(&'b Board);

fn seats(circle: Circle) -> Vec<usize> {
    circle.iter().map(SeatId::index).collect()
}

/// The name of a variant that carries nothing.
fn word(value: impl std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

impl Keys<'_> {
    fn fact(&self, fact: &Fact) -> FactRecord {
        match fact {
            Fact::Gathering(fact) => self.gathering(fact),
            Fact::Started { holders, position } => FactRecord::Started {
                seats: holders.iter().map(holder).collect(),
                position: self.position(position),
            },
            Fact::Opened { stage, due, owing } => {
                FactRecord::Opened { stage: word(stage), due: due.seconds(), owing: seats(*owing) }
            }
            Fact::Desk(seat, fact) => self.desk(seat.index(), fact),
            Fact::Seat(seat, fact) => self.seat(seat.index(), fact),
            Fact::Round(fact) => self.round(fact),
            Fact::Words(fact) => self.words(fact),
            Fact::Vote(fact) => self.vote(fact),
            Fact::RolledBack { to } => FactRecord::RolledBack { to: *to },
            Fact::Ended(ending) => FactRecord::Ended(match ending {
                Ending::Won { seat, by } => EndingRecord::Won { seat: seat.index(), by: word(by) },
                Ending::Drawn { between, by } => {
                    EndingRecord::Drawn { between: seats(*between), by: word(by) }
                }
                Ending::Abandoned(how) => EndingRecord::Abandoned { how: word(how) },
            }),
        }
    }

    fn gathering(&self, fact: &GatheringFact) -> FactRecord {
        match fact {
            GatheringFact::Joined { who, name, .. } => {
                FactRecord::Joined { who: who.0, name: name.to_string() }
            }
            GatheringFact::BotJoined(bot) => FactRecord::BotJoined { bot: bot.to_string() },
            GatheringFact::Withdrew(who) => FactRecord::Withdrew { who: who.0 },
            GatheringFact::CheckInOpened { until } => FactRecord::CheckInOpened { until: until.seconds() },
            GatheringFact::CheckedIn(who) => FactRecord::CheckedIn { who: who.0 },
            GatheringFact::MissedCheckIn(who) => {
                FactRecord::MissedCheckIn { who: who.iter().map(|who| who.0).collect() }
            }
        }
    }

    fn desk(&self, seat: usize, fact: &DeskFact) -> FactRecord {
        match fact {
            DeskFact::Drafted(paper) => FactRecord::Drafted { seat, sheet: self.paper(paper) },
            DeskFact::HandedIn(paper, stance) => {
                FactRecord::HandedIn { seat, sheet: self.paper(paper), stance: word(stance) }
            }
            DeskFact::TookBack => FactRecord::TookBack { seat },
            DeskFact::Stood(stance) => FactRecord::Stood { seat, stance: word(stance) },
        }
    }

    fn seat(&self, seat: usize, fact: &SeatFact) -> FactRecord {
        let (what, holder, to) = match fact {
            SeatFact::FellIntoDisorder => ("fell_into_disorder", None, None),
            SeatFact::LeftDisorder => ("left_disorder", None, None),
            SeatFact::BotStoodIn(bot) => {
                ("bot_stood_in", Some(HolderRecord::Bot { bot: bot.to_string() }), None)
            }
            SeatFact::Vacated => ("vacated", None, None),
            SeatFact::Left => ("left", None, None),
            SeatFact::Took { who, name } => {
                ("taken", Some(HolderRecord::Person { who: who.0, name: name.to_string() }), None)
            }
            SeatFact::Offered { to } => ("offered", None, Some(to.0)),
            SeatFact::Returned => ("returned", None, None),
            SeatFact::Replaced(new) => ("replaced", Some(holder(new)), None),
        };
        FactRecord::Seat { seat, what, holder, to }
    }

    fn round(&self, fact: &RoundFact) -> FactRecord {
        let clock = |what, by: Option<String>, until: Option<game::Timestamp>, circle| FactRecord::Clock {
            what,
            by,
            until: until.map(game::Timestamp::seconds),
            seats: seats(circle),
        };
        let nobody = Circle::NOBODY;
        match fact {
            RoundFact::Ruled(record) => FactRecord::Ruled {
                record: record.number,
                phase: write_phase(record.phase()),
                rulings: self.ruled(&record.ruled),
                after: self.position(&record.after),
            },
            RoundFact::GraceGiven { to, due } => clock("grace", None, Some(*due), *to),
            RoundFact::ReliefAwaited { due } => clock("relief", None, Some(*due), nobody),
            RoundFact::Paused { by, until } => clock("paused", Some(word(by)), Some(*until), nobody),
            RoundFact::Resumed { by, due } => clock("resumed", Some(word(by)), Some(*due), nobody),
            RoundFact::Extended { by, due } => clock("extended", Some(word(by)), Some(*due), nobody),
            RoundFact::Forced => clock("forced", None, None, nobody),
            RoundFact::CoinTossed { winner } => FactRecord::CoinTossed { winner: winner.index() },
            RoundFact::NeutralJoined { seat, power } => {
                FactRecord::NeutralJoined { seat: seat.index(), power: self.power(*power) }
            }
            RoundFact::Corrected { position, .. } => {
                FactRecord::Corrected { position: self.position(position) }
            }
        }
    }

    fn words(&self, fact: &WordsFact) -> FactRecord {
        match fact {
            WordsFact::Said(message) => FactRecord::Said {
                from: match message.from {
                    game::Voice::Seat(seat) => Some(seat.index()),
                    game::Voice::Master => None,
                },
                to: match message.to {
                    game::Hearers::Circle(circle) => Some(seats(circle)),
                    game::Hearers::Everybody => None,
                },
                text: message.text.to_string(),
                sketch: message.sketch.as_ref().map(|sketch| self.sketch(sketch)),
            },
            WordsFact::SketchKept { seat, slot, sketch } => {
                FactRecord::SketchKept { seat: seat.index(), slot: *slot, sketch: self.sketch(sketch) }
            }
            WordsFact::SketchDropped { seat, slot } => {
                FactRecord::SketchDropped { seat: seat.index(), slot: *slot }
            }
        }
    }

    fn vote(&self, fact: &VoteFact) -> FactRecord {
        match fact {
            VoteFact::Proposed { number, by, motion } => FactRecord::Proposed {
                question: *number,
                by: by.index(),
                motion: match motion {
                    Motion::Draw(between) => MotionRecord::Draw { between: seats(*between) },
                    Motion::Concede(to) => MotionRecord::Concede { to: to.index() },
                    Motion::Abandon => MotionRecord::Abandon,
                    Motion::Pause(length) => MotionRecord::Pause { seconds: length.count() },
                    Motion::Resume => MotionRecord::Resume,
                    Motion::Extend(length) => MotionRecord::Extend { seconds: length.count() },
                },
            },
            VoteFact::Voted { number, seat, ballot } => {
                FactRecord::Voted { question: *number, seat: seat.index(), ballot: word(ballot) }
            }
            VoteFact::Carried { number, .. } => FactRecord::Carried { question: *number },
            VoteFact::Lapsed { number } => FactRecord::Lapsed { question: *number },
        }
    }

    fn power(&self, power: Power) -> String {
        self.0.power_key(power).to_owned()
    }

    fn province(&self, province: rules::Province) -> String {
        self.0.province_key(province).to_owned()
    }

    fn location(&self, location: rules::Location) -> String {
        self.0.location_key(location).to_owned()
    }

    fn unit(&self, kind: UnitKind, location: rules::Location) -> String {
        let letter = match kind {
            UnitKind::Army => "A",
            UnitKind::Fleet => "F",
        };
        format!("{letter} {}", self.0.location_key(location))
    }

    fn position(&self, position: &Position) -> PositionRecord {
        let powers = || self.0.powers();
        let units = |power: Power| {
            let own = position.forces.units().iter().filter(|unit| unit.power == power);
            own.map(|unit| self.unit(unit.kind, unit.location)).collect()
        };
        let centres = |power| position.owners.centres_of(power).map(|centre| self.province(centre)).collect();
        PositionRecord {
            phase: write_phase(position.phase),
            units: powers().map(|power| (self.power(power), units(power))).collect(),
            centres: powers().map(|power| (self.power(power), centres(power))).collect(),
            dislodged: position
                .dislodged
                .iter()
                .map(|fallen| DislodgedRecord {
                    unit: self.unit(fallen.unit.kind, fallen.unit.location),
                    power: self.power(fallen.unit.power),
                    open: fallen.open.iter().map(|open| self.location(*open)).collect(),
                })
                .collect(),
        }
    }

    fn paper(&self, paper: &Paper) -> Vec<LineRecord> {
        match paper {
            Paper::Movement(sheet) => sheet.iter().map(|(at, order)| self.order(at, order)).collect(),
            Paper::Retreats(sheet) => sheet.iter().map(|(at, order)| self.retreat(at, order)).collect(),
            Paper::Adjustments(entries) => {
                entries.iter().map(|(power, entry)| self.entry(*power, entry)).collect()
            }
        }
    }

    fn order(&self, at: rules::Province, order: &Order) -> LineRecord {
        let at = self.province(at);
        match *order {
            Order::Hold => LineRecord::Hold { at },
            Order::Move { to, passage } => {
                LineRecord::Move { at, to: self.location(to), via_convoy: passage == Passage::Convoy }
            }
            Order::SupportHold { of } => LineRecord::SupportHold { at, of: self.province(of) },
            Order::SupportMove { from, to } => {
                LineRecord::SupportMove { at, from: self.province(from), to: self.location(to) }
            }
            Order::Convoy { from, to } => {
                LineRecord::Convoy { at, from: self.province(from), to: self.province(to) }
            }
        }
    }

    fn retreat(&self, at: rules::Province, order: &RetreatOrder) -> LineRecord {
        let at = self.province(at);
        match *order {
            RetreatOrder::To(to) => LineRecord::Retreat { at, to: self.location(to) },
            RetreatOrder::Disband => LineRecord::Disband { at },
        }
    }

    fn entry(&self, power: Power, entry: &Entry) -> LineRecord {
        match *entry {
            Entry::Build { kind, at } => {
                LineRecord::Build { power: self.power(power), unit: self.unit(kind, at) }
            }
            Entry::Remove { at } => LineRecord::Remove { at: self.province(at) },
            Entry::Waive => LineRecord::Waive { power: self.power(power) },
        }
    }

    fn ruled(&self, ruled: &Ruled) -> Vec<RulingRecord> {
        let at = |unit: &Unit| self.0.province_of(unit.location);
        match ruled {
            Ruled::Movement(orders) => orders
                .iter()
                .map(|ruled| {
                    let order = ruled.order.map(|order| self.order(at(&ruled.unit), &order));
                    self.ruling(ruled.unit.power, Some(&ruled.unit), order, &ruled.ruling)
                })
                .collect(),
            Ruled::Retreats(orders) => orders
                .iter()
                .map(|ruled| {
                    let order = ruled.order.map(|order| self.retreat(at(&ruled.unit), &order));
                    self.ruling(ruled.unit.power, Some(&ruled.unit), order, &ruled.ruling)
                })
                .collect(),
            Ruled::Adjustments(entries) => entries
                .iter()
                .map(|Adjustment { power, entry, ruling }| {
                    self.ruling(*power, None, Some(self.entry(*power, entry)), ruling)
                })
                .collect(),
        }
    }

    fn ruling(
        &self,
        power: Power,
        unit: Option<&Unit>,
        order: Option<LineRecord>,
        ruling: &Ruling,
    ) -> RulingRecord {
        RulingRecord {
            power: self.power(power),
            unit: unit.map(|unit| self.unit(unit.kind, unit.location)),
            order,
            outcome: word(ruling.outcome),
            because: ruling.because.key(),
            province: ruling.because.province().map(|province| self.province(province)),
            rule: ruling.because.rule().map(|rule| rule.number()),
            dislodged_from: ruling.dislodged_from.map(|province| self.province(province)),
        }
    }

    fn sketch(&self, sketch: &Sketch) -> SketchRecord {
        let arrows = sketch.arrows.iter();
        SketchRecord {
            units: sketch.units.iter().map(|unit| self.unit(unit.kind, unit.location)).collect(),
            arrows: arrows.map(|a| (self.location(a.from), self.location(a.to), word(a.kind))).collect(),
            marks: sketch.marks.iter().map(|mark| (self.province(mark.province), mark.colour)).collect(),
            caption: sketch.caption.as_ref().map(ToString::to_string),
        }
    }
}

fn holder(holder: &Holder) -> HolderRecord {
    match holder {
        Holder::Taken { by, name } => HolderRecord::Person { who: by.0, name: name.to_string() },
        Holder::Bot { bot, .. } => HolderRecord::Bot { bot: bot.to_string() },
        Holder::GivenUp => HolderRecord::Nobody,
    }
}
