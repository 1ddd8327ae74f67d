//! Writes events as lines of text.

use game::{
    Audience, Consent, Ending, Event, Fact, GatheringFact, Holder, MessageFact, Motion, OrdersFact, Record,
    RoundFact, SeatFact, SeatId, Seating, Sender, Timestamp, VoteFact,
};
use notation::Notation;
use rules::{Because, Orders, Outcome, Power, Resolution, RuledOrders, Ruling, Season};

pub struct EventWriter<'b> {
    pub notation: Notation<'b>,
    pub seating: Seating,
    pub start: Timestamp,
}

impl EventWriter<'_> {
    pub fn seat(&self, seat: SeatId) -> String {
        let powers = self.seating.powers(seat).iter().map(|power| self.notation.power_code(*power));
        powers.collect::<Vec<_>>().join("/")
    }

    fn circle(&self, circle: game::SeatSet) -> String {
        circle.iter().map(|seat| self.seat(seat)).collect::<Vec<_>>().join(", ")
    }

    /// Days, hours, minutes and seconds since the game was created.
    pub fn time(&self, at: Timestamp) -> String {
        let seconds = at.seconds() - self.start.seconds();
        let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let clock = format!("{:02}:{:02}:{:02}", rest / 3600, rest / 60 % 60, rest % 60);
        if days != 0 { format!("{days}d {clock}") } else { clock }
    }

    fn holder(&self, holder: &Holder) -> String {
        match holder {
            Holder::Person { name, .. } => name.to_string(),
            Holder::Bot { bot, .. } => format!("bot {bot}"),
            Holder::Vacant => "nobody".to_owned(),
        }
    }

    pub fn motion(&self, motion: &Motion) -> String {
        match motion {
            Motion::Draw(circle) => format!("draw between {}", self.circle(*circle)),
            Motion::Concede(seat) => format!("concede to {}", self.seat(*seat)),
            Motion::MostCentres => "most centres wins".to_owned(),
            Motion::Abandon => "abandon".to_owned(),
            Motion::Pause(length) => format!("pause {}s", length.count()),
            Motion::Resume => "resume".to_owned(),
            Motion::Extend(length) => format!("extend {}s", length.count()),
            Motion::Timetable(times) => format!("writing {}s", times.writing.count()),
            Motion::Remove(seat) => format!("remove {}", self.seat(*seat)),
        }
    }

    pub fn ending(&self, ending: &Ending) -> String {
        match ending {
            Ending::Won { seat, by } => format!("{} wins by {by:?}", self.seat(*seat)),
            Ending::Drawn { between, by } => format!("drawn by {by:?} between {}", self.circle(*between)),
            Ending::Abandoned(how) => format!("abandoned: {how:?}"),
        }
    }

    fn paper(&self, paper: &Orders) -> String {
        let lines = match paper {
            Orders::Movement(sheet) => sheet.iter().count(),
            Orders::Retreats(sheet) => sheet.iter().count(),
            Orders::Adjustments(entries) => entries.len(),
        };
        format!("{lines} orders")
    }

    pub fn event(&self, event: &Event) -> Vec<String> {
        let line = match &event.fact {
            Fact::Gathering(fact) => match fact {
                GatheringFact::Joined { name, .. } => format!("{name} joins"),
                GatheringFact::BotJoined(bot) => format!("bot {bot} joins"),
                GatheringFact::Left(person) => format!("person {} withdraws", person.0),
                GatheringFact::Removed { member } => format!("member {member} is removed"),
                GatheringFact::CheckInOpened { until } => format!("check-in until {}", self.time(*until)),
                GatheringFact::CheckedIn(person) => format!("person {} is here", person.0),
                GatheringFact::MissedCheckIn(who) => format!("{} missed the check-in", who.len()),
            },
            Fact::Started { holders, position } => {
                let seats = holders.iter().enumerate();
                let seats = seats.map(|(i, h)| format!("{}={}", self.seat(SeatId::new(i)), self.holder(h)));
                format!("starts in {}: {}", position.phase.key(), seats.collect::<Vec<_>>().join(" "))
            }
            Fact::Opened { stage, due, orders_due_from: owing } => {
                let owing = if owing.is_empty() { "nobody".to_owned() } else { self.circle(*owing) };
                format!("{stage:?} until {}, to write: {owing}", self.time(*due))
            }
            Fact::Orders(seat, fact) => match fact {
                OrdersFact::DraftSaved(paper) => format!("{} notes {}", self.seat(*seat), self.paper(paper)),
                OrdersFact::Submitted(paper, stance) => {
                    format!("{} hands in {} ({stance:?})", self.seat(*seat), self.paper(paper))
                }
                OrdersFact::EnteredByMaster(paper) => {
                    format!("the master hands in {} for {}", self.paper(paper), self.seat(*seat))
                }
                OrdersFact::EnteredFor { orders, readiness, consent } => {
                    let agreed = match consent {
                        Consent::Given => ", who agrees",
                        Consent::NotAsked => "",
                    };
                    let (paper, seat) = (self.paper(orders), self.seat(*seat));
                    format!("the master hands in {paper} for {seat}{agreed} ({readiness:?})")
                }
                OrdersFact::ReadinessSetByMaster(readiness) => {
                    format!("the master says {}: {readiness:?}", self.seat(*seat))
                }
                OrdersFact::NamedDraftSaved(name, paper) => {
                    format!("{} keeps {} as {name}", self.seat(*seat), self.paper(paper))
                }
                OrdersFact::NamedDraftDeleted(name) => format!("{} drops {name}", self.seat(*seat)),
                OrdersFact::PlannedAhead(plans) => {
                    format!("{} plans {} ahead", self.seat(*seat), plans.len())
                }
                OrdersFact::PlanUsed { plan, orders, dropped } => format!(
                    "plan {plan} of {} becomes {}, {} dropped",
                    self.seat(*seat),
                    self.paper(orders),
                    dropped.len()
                ),
                OrdersFact::NoPlanUsed => format!("no plan of {} counts", self.seat(*seat)),
                OrdersFact::Withdrawn => format!("{} takes the sheet back", self.seat(*seat)),
                OrdersFact::ReadinessSet(stance) => format!("{} is {stance:?}", self.seat(*seat)),
            },
            Fact::Seat(seat, fact) => {
                let seat = self.seat(*seat);
                match fact {
                    SeatFact::FellIntoDisorder => format!("{seat} falls into disorder"),
                    SeatFact::LeftDisorder => format!("{seat} is out of disorder"),
                    SeatFact::BotStandsIn(bot) => format!("bot {bot} stands in for {seat}"),
                    SeatFact::Vacated => format!("{seat} is vacated"),
                    SeatFact::Left => format!("{seat} is left"),
                    SeatFact::Took { name, .. } => format!("{name} takes {seat}"),
                    SeatFact::Offered { to } => format!("{seat} is offered to person {}", to.0),
                    SeatFact::Claimed { name, .. } => format!("{name} takes {seat} over after the phase"),
                    SeatFact::Away { from, until } => {
                        format!("{seat} is away from {} to {}", self.time(*from), self.time(*until))
                    }
                    SeatFact::AwayCancelled { from, refund } => format!(
                        "{seat} is not away from {}, {}s are free again",
                        self.time(*from),
                        refund.count()
                    ),
                    SeatFact::TimeBankUsed { length, due } => {
                        format!("{seat} takes {}s from the bank, due {}", length.count(), self.time(*due))
                    }
                    SeatFact::LoanOffered { to, until } => {
                        format!("{seat} may be lent to person {} until {}", to.0, self.time(*until))
                    }
                    SeatFact::Lent { name, until, talk, .. } => format!(
                        "{seat} is lent to {name} until {} (earlier talk {})",
                        self.time(*until),
                        talk.key()
                    ),
                    SeatFact::LoanEnded { .. } => format!("{seat} is its owner's again"),
                    SeatFact::ClaimDropped => format!("nobody takes {seat} over"),
                    SeatFact::VotedOut => format!("{seat} is voted out"),
                    SeatFact::Returned => format!("the player of {seat} is back"),
                    SeatFact::Replaced(holder) => format!("{seat} is given to {}", self.holder(holder)),
                    SeatFact::NewHolder { holder, by, talk } => {
                        let holder = self.holder(holder);
                        format!(
                            "{seat} is handed over to {holder} ({}, earlier talk {})",
                            by.key(),
                            talk.key()
                        )
                    }
                }
            }
            Fact::Round(RoundFact::PhaseResolved(record)) => return self.record(record),
            Fact::Round(fact) => self.round(fact),
            Fact::Message(fact) => self.words(fact),
            Fact::Vote(fact) => match fact {
                VoteFact::Proposed { number, by, motion } => {
                    format!("question {number} by {}: {}", self.seat(*by), self.motion(motion))
                }
                VoteFact::Voted { number, seat, ballot } => {
                    format!("{} votes {ballot:?} on {number}", self.seat(*seat))
                }
                VoteFact::Passed { number, .. } => format!("question {number} is carried"),
                VoteFact::Vetoed { number, vetoes, .. } => {
                    format!("question {number} has {vetoes} vetoes")
                }
                VoteFact::Expired { number } => format!("question {number} lapses"),
            },
            Fact::RolledBack { to } => format!("rolled back to record {to}"),
            Fact::ClockCorrected { due } => format!("the clock was wrong, due {}", self.time(*due)),
            Fact::Ended(ending) => self.ending(ending),
        };
        vec![line]
    }

    fn round(&self, fact: &RoundFact) -> String {
        match fact {
            RoundFact::PhaseResolved(record) => format!("record {}", record.number),
            RoundFact::GraceGiven { to, due } => {
                format!("waits until {} for {}", self.time(*due), self.circle(*to))
            }
            RoundFact::CalendarMoved { away, due } => {
                format!("{} away, due {}", self.circle(*away), self.time(*due))
            }
            RoundFact::SubstituteAwaited { due } => format!("waits until {} for relief", self.time(*due)),
            RoundFact::CoinTossed { winner } => format!("the coin falls for {}", self.seat(*winner)),
            RoundFact::NeutralJoined { seat, power } => {
                format!("{} joins {}", self.notation.power_code(*power), self.seat(*seat))
            }
            RoundFact::Paused { by, until } => format!("paused by {by:?} until {}", self.time(*until)),
            RoundFact::Resumed { by, due } => format!("resumed by {by:?}, due {}", self.time(*due)),
            RoundFact::Continued { seat, due } => {
                format!("continued by {}, due {}", self.seat(*seat), self.time(*due))
            }
            RoundFact::Extended { by, due } => format!("extended by {by:?}, due {}", self.time(*due)),
            RoundFact::TimetableChanged { by, timetable, due } => format!(
                "times changed by {by:?} (writing {}s), due {}",
                timetable.writing.count(),
                self.time(*due)
            ),
            RoundFact::Forced => "forced".to_owned(),
            RoundFact::Corrected { position, .. } => {
                format!("corrected: {} units", position.forces.units().len())
            }
        }
    }

    fn words(&self, fact: &MessageFact) -> String {
        match fact {
            MessageFact::Sent(message) => {
                let from = match message.from {
                    Sender::Seat(seat) => self.seat(seat),
                    Sender::Master => "the master".to_owned(),
                };
                let to = match message.to {
                    Audience::Everybody => "all".to_owned(),
                    Audience::Seats(circle) => self.circle(circle),
                    Audience::SeatsAndMaster(circle) => format!("{} and the master", self.circle(circle)),
                };
                let sketch = if message.sketch.is_some() { " [sketch]" } else { "" };
                format!("{from} to {to}: {}{sketch}", message.text)
            }
            MessageFact::SketchSaved { seat, slot, .. } => {
                format!("{} keeps sketch {slot}", self.seat(*seat))
            }
            MessageFact::SketchDeleted { seat, slot } => format!("{} drops sketch {slot}", self.seat(*seat)),
            MessageFact::Followed { game, .. } => format!("the next game is {game}"),
            MessageFact::Removed { message } => format!("message {message} is removed"),
        }
    }

    /// `succeeds`, `fails standoff WAR (3)`. A simple success has no reason.
    fn ruling(&self, ruling: &Ruling) -> String {
        let mut text = match ruling.outcome {
            Outcome::Succeeds => "succeeds",
            Outcome::Fails => "fails",
            Outcome::Void => "void",
        }
        .to_owned();
        if ruling.because != Because::Unopposed {
            text.push(' ');
            text.push_str(ruling.because.key());
        }
        if let Some(province) = ruling.because.province() {
            text.push(' ');
            text.push_str(self.notation.province_code(province));
        }
        if let Some(rule) = ruling.because.rule() {
            text.push_str(&format!(" ({})", rule.number()));
        }
        if let Some(from) = ruling.dislodged_from {
            text.push_str(&format!(", dislodged from {}", self.notation.province_code(from)));
        }
        text
    }

    fn record(&self, record: &Record) -> Vec<String> {
        let mut lines = vec![format!("RULED {} (record {})", record.phase().key(), record.number)];
        let mut reported: Vec<(Power, String)> = Vec::new();
        let Resolution { before, ruled_orders: ruled, after } = &record.resolution;
        let forces = &before.forces;
        match ruled {
            RuledOrders::Movement { .. } => {
                for (unit, order, ruling) in record.resolution.movement_rulings() {
                    let stays = ruling.dislodged_from.is_none();
                    let idle = ruling.outcome == Outcome::Succeeds || ruling.because == Because::NoOrder;
                    let order = match order {
                        None if stays && idle => continue,
                        None => format!("{} (no order)", self.notation.write_unit(unit)),
                        Some(order) => self.notation.write_order(forces, unit, order),
                    };
                    reported.push((unit.power, format!("{order}: {}", self.ruling(ruling))));
                }
            }
            RuledOrders::Retreats { .. } => {
                for (dislodged, order, ruling) in record.resolution.retreat_rulings(self.notation.board()) {
                    let order = match order {
                        Some(order) => self.notation.write_retreat(&dislodged.unit, order),
                        None => format!("{} (no order)", self.notation.write_unit(&dislodged.unit)),
                    };
                    reported.push((dislodged.unit.power, format!("{order}: {}", self.ruling(ruling))));
                }
            }
            RuledOrders::Adjustments(entries) => {
                for entry in entries {
                    let order = self.notation.write_adjustment(forces, &entry.order);
                    reported.push((entry.power, format!("{order}: {}", self.ruling(&entry.ruling))));
                }
            }
        }
        reported.sort();
        for (power, line) in reported {
            lines.push(format!("  {} {line}", self.notation.power_code(power)));
        }
        let turn_over = before.owners != after.owners;
        if turn_over && record.phase().turn().season == Season::Fall {
            let counts = (0..self.seating.power_count())
                .map(Power::new)
                .map(|power| format!("{} {}", self.notation.power_code(power), after.owners.count(power)));
            lines.push(format!("  centres: {}", counts.collect::<Vec<_>>().join(", ")));
        }
        lines
    }
}
