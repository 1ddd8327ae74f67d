//! How reliable somebody was: counted from the events of public games that have ended.

use game::{Event, Fact, GatheringFact, Holder, OrdersFact, Person, RoundFact, SeatFact, SeatId, SeatSet};
use store::GameState;

use crate::app::App;
use crate::refusals::Refused;
use crate::stored_game::{EVENTS_PER_PAGE, read_event};
use crate::wire::{ReliabilityKey, ReliabilityView};

/// How many games are counted, the newest ones.
pub(crate) const MAX_COUNTED_GAMES: usize = 60;
/// With fewer phases somebody is unknown.
pub(crate) const MIN_COUNTED_PHASES: u32 = 20;
/// Leaving a game counts as much as missing so many phases.
const PHASES_PER_GAME_LEFT: u32 = 10;

/// What somebody did in games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Record {
    pub(crate) games: u32,
    /// Phases in which orders were due.
    pub(crate) phases: u32,
    /// Phases that passed without them.
    pub(crate) missed: u32,
    /// Games that were left, or taken away because of absence or by a vote.
    pub(crate) left: u32,
}

impl Record {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.phases += other.phases;
        self.missed += other.missed;
        self.left += other.left;
    }
}

/// The formula: `100 × (phases − missed − 10 × left) ÷ phases`, not below 0. None with too few phases.
pub(crate) fn percent(record: Record) -> Option<u32> {
    if record.phases < MIN_COUNTED_PHASES {
        return None;
    }
    let lost = record.missed.saturating_add(record.left.saturating_mul(PHASES_PER_GAME_LEFT));
    Some(100 * record.phases.saturating_sub(lost) / record.phases)
}

pub(crate) const fn word(percent: Option<u32>) -> ReliabilityKey {
    match percent {
        None => ReliabilityKey::Unknown,
        Some(98..) => ReliabilityKey::Excellent,
        Some(90..) => ReliabilityKey::Good,
        Some(75..) => ReliabilityKey::Fair,
        Some(_) => ReliabilityKey::Poor,
    }
}

pub(crate) fn view(record: Record) -> ReliabilityView {
    let percent = percent(record);
    ReliabilityView {
        word: word(percent),
        phases: record.phases,
        missed: record.missed,
        left: record.left,
        games: record.games,
        percent,
        min_phases: MIN_COUNTED_PHASES,
    }
}

/// What this person did in one game. None if the game does not count: fewer than two people began it, or this
/// person never had a seat.
pub(crate) fn count<'e>(person: Person, events: impl IntoIterator<Item = &'e Event>) -> Option<Record> {
    let mut counting = Counting {
        person,
        seat: None,
        due: SeatSet::default(),
        is_in: false,
        had_seat: false,
        record: Record::default(),
    };
    let mut people = 0;
    for event in events {
        if let Fact::Started { holders, .. } = &event.fact {
            people = holders.iter().filter(|holder| matches!(holder, Holder::Person { .. })).count();
        }
        counting.read(&event.fact);
    }
    (people >= 2 && counting.had_seat).then_some(Record { games: 1, ..counting.record })
}

struct Counting {
    person: Person,
    seat: Option<SeatId>,
    /// The seats that must hand in orders in this stage.
    due: SeatSet,
    /// Whether orders of the own seat are in.
    is_in: bool,
    had_seat: bool,
    record: Record,
}

impl Counting {
    fn read(&mut self, fact: &Fact) {
        match fact {
            Fact::Started { holders, .. } => {
                let own = holders.iter().position(|holder| self.is_own(holder));
                self.sit(own.map(SeatId::new));
            }
            Fact::Opened { orders_due_from, .. } => {
                self.due = *orders_due_from;
                self.is_in = false;
            }
            Fact::Orders(seat, fact) if Some(*seat) == self.seat => match fact {
                OrdersFact::Submitted(..)
                | OrdersFact::EnteredByMaster(_)
                | OrdersFact::EnteredFor { .. }
                | OrdersFact::PlanUsed { .. } => {
                    self.is_in = true;
                }
                OrdersFact::Withdrawn => self.is_in = false,
                OrdersFact::DraftSaved(_)
                | OrdersFact::ReadinessSet(_)
                | OrdersFact::ReadinessSetByMaster(_)
                | OrdersFact::NamedDraftSaved(..)
                | OrdersFact::NamedDraftDeleted(_)
                | OrdersFact::PlannedAhead(_)
                | OrdersFact::NoPlanUsed => {}
            },
            Fact::Round(RoundFact::PhaseResolved(_)) => self.phase_ends(),
            Fact::Seat(seat, fact) => self.seat_changes(*seat, fact),
            Fact::Gathering(
                GatheringFact::Joined { .. }
                | GatheringFact::BotJoined(_)
                | GatheringFact::Left(_)
                | GatheringFact::Removed { .. }
                | GatheringFact::CheckInOpened { .. }
                | GatheringFact::CheckedIn(_)
                | GatheringFact::MissedCheckIn(_),
            )
            | Fact::Orders(..)
            | Fact::Round(_)
            | Fact::Message(_)
            | Fact::Vote(_)
            | Fact::RolledBack { .. }
            | Fact::ClockCorrected { .. }
            | Fact::Ended(_) => {}
        }
    }

    fn is_own(&self, holder: &Holder) -> bool {
        matches!(holder, Holder::Person { by, .. } if *by == self.person)
    }

    fn sit(&mut self, seat: Option<SeatId>) {
        self.seat = seat;
        self.had_seat |= seat.is_some();
    }

    fn phase_ends(&mut self) {
        if self.seat.is_some_and(|seat| self.due.contains(seat)) {
            self.record.phases += 1;
            self.record.missed += u32::from(!self.is_in);
        }
        self.due = SeatSet::default();
    }

    fn seat_changes(&mut self, seat: SeatId, fact: &SeatFact) {
        let is_own = self.seat == Some(seat);
        match fact {
            // Taken away, because orders were missing.
            SeatFact::Vacated | SeatFact::BotStandsIn(_) if is_own => {
                self.record.left += 1;
                self.seat = None;
            }
            SeatFact::Left | SeatFact::VotedOut if is_own => {
                self.record.left += 1;
                self.seat = None;
            }
            SeatFact::NewHolder { holder, .. } | SeatFact::Replaced(holder) => {
                if self.is_own(holder) {
                    self.sit(Some(seat));
                } else if is_own {
                    // Given to somebody else, as agreed: nobody was let down.
                    self.seat = None;
                }
            }
            SeatFact::Took { who, .. } => {
                if *who == self.person {
                    self.sit(Some(seat));
                } else if is_own {
                    self.seat = None;
                }
            }
            SeatFact::Vacated
            | SeatFact::BotStandsIn(_)
            | SeatFact::Left
            | SeatFact::VotedOut
            | SeatFact::FellIntoDisorder
            | SeatFact::LeftDisorder
            | SeatFact::Offered { .. }
            | SeatFact::Returned
            | SeatFact::Away { .. }
            | SeatFact::AwayCancelled { .. }
            | SeatFact::TimeBankUsed { .. }
            | SeatFact::LoanOffered { .. }
            | SeatFact::Lent { .. }
            | SeatFact::LoanEnded { .. }
            | SeatFact::Claimed { .. }
            | SeatFact::ClaimDropped => {}
        }
    }
}

/// What this person did in the newest public games that have ended.
pub(crate) async fn record_of(app: &App, person: Person) -> Result<Record, Refused> {
    let mut games = Vec::new();
    let mut after = 0;
    loop {
        let page = app.store.games_naming(person.0, after, store::MAX_ROWS).await?;
        let Some((last, _)) = page.last() else { break };
        after = *last;
        games.extend(page.into_iter().map(|(_, id)| id));
    }
    let mut record = Record::default();
    let mut counted = 0;
    for id in games.into_iter().rev() {
        let Some(row) = app.store.game(id).await? else { continue };
        // Private games are among friends, who have their own rules.
        if !row.listed || row.state != GameState::Over {
            continue;
        }
        let Some(content) = app.variants.get(&row.variant) else { continue };
        let mut events = Vec::new();
        loop {
            let version = events.len() as u64;
            let rows = app.store.events(id, version, EVENTS_PER_PAGE).await?;
            for row in &rows {
                events.push(read_event(content, &row.record)?);
            }
            if rows.len() < EVENTS_PER_PAGE {
                break;
            }
        }
        if let Some(one) = count(person, &events) {
            record.add(one);
            counted += 1;
        }
        if counted >= MAX_COUNTED_GAMES {
            break;
        }
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_is_what_the_page_says() {
        let record = |phases, missed, left| Record { games: 1, phases, missed, left };
        for (given, expected, named) in [
            (record(0, 0, 0), None, ReliabilityKey::Unknown),
            (record(19, 0, 0), None, ReliabilityKey::Unknown),
            (record(20, 0, 0), Some(100), ReliabilityKey::Excellent),
            (record(100, 2, 0), Some(98), ReliabilityKey::Excellent),
            (record(100, 3, 0), Some(97), ReliabilityKey::Good),
            (record(100, 0, 1), Some(90), ReliabilityKey::Good),
            (record(100, 5, 1), Some(85), ReliabilityKey::Fair),
            (record(40, 0, 1), Some(75), ReliabilityKey::Fair),
            (record(40, 1, 1), Some(72), ReliabilityKey::Poor),
            (record(20, 20, 3), Some(0), ReliabilityKey::Poor),
        ] {
            assert_eq!(percent(given), expected, "{given:?}");
            assert_eq!(word(percent(given)), named, "{given:?}");
        }
    }

    #[test]
    fn in_random_games_nobody_misses_more_than_was_due() {
        let mut missed = 0;
        for seed in 0..30 {
            let mut random = test_kit::games::random_game::RandomGame::new(seed);
            for _ in 0..300 {
                random.step();
            }
            let resolved = random
                .events
                .iter()
                .filter(|event| matches!(event.fact, Fact::Round(RoundFact::PhaseResolved(_))))
                .count();
            for person in 1..=8 {
                let Some(record) = count(Person(person), &random.events) else { continue };
                assert!(record.missed <= record.phases, "seed {seed}, person {person}: {record:?}");
                assert!(record.phases as usize <= resolved, "seed {seed}, person {person}: {record:?}");
                missed += record.missed;
            }
            assert_eq!(count(Person(999), &random.events), None, "a stranger");
        }
        assert!(missed > 0, "somebody missed something");
    }
}
