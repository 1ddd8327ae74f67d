//! Counts for the summary of a simulation.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use game::{
    Abandonment, DrawnBy, Ending, Fact, HandOver, MessageFact, RoundFact, SeatFact, Victory, VoteFact,
};

use super::simulation::SimulatedGame;

#[derive(Debug, Default)]
pub(super) struct Tally {
    games: u64,
    endings: BTreeMap<&'static str, u64>,
    event_counts: BTreeMap<&'static str, u64>,
    phases: u64,
    commands: u64,
    refused: u64,
    events: u64,
    seconds: i64,
}

impl Tally {
    pub(super) fn add(&mut self, played: &SimulatedGame) {
        self.games += 1;
        self.commands += played.commands;
        self.refused += played.refusals;
        self.events += played.events.len() as u64;
        let ending = played.game.ending().map_or("not ended", ending_name);
        *self.endings.entry(ending).or_default() += 1;
        for event in &played.events {
            if let Fact::Round(RoundFact::PhaseResolved(_)) = event.fact {
                self.phases += 1;
            }
            if let Some(what) = event_name(&event.fact) {
                *self.event_counts.entry(what).or_default() += 1;
            }
        }
        if let (Some(first), Some(last)) = (played.events.first(), played.events.last()) {
            self.seconds += last.at.seconds() - first.at.seconds();
        }
    }

    pub(super) fn summary(&self, took: Duration) -> String {
        let mut text = String::new();
        let days = self.seconds as f64 / 86_400.0;
        let rate = self.games as f64 / took.as_secs_f64().max(0.001);
        // Writing into a string cannot fail.
        let _ = writeln!(text, "games       {} ({rate:.0} a second)", self.games);
        let _ = writeln!(text, "phases      {} resolved", self.phases);
        let _ = writeln!(text, "commands    {} ({} refused)", self.commands, self.refused);
        let _ = writeln!(text, "events      {}", self.events);
        let _ = writeln!(text, "made-up time {days:.0} days in {} ms", took.as_millis());
        for (title, counts) in [("endings", &self.endings), ("happenings", &self.event_counts)] {
            let _ = writeln!(text, "{title}");
            for (what, count) in counts {
                let _ = writeln!(text, "  {count:>8} {what}");
            }
        }
        text.trim_end().to_owned()
    }
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Won { by: Victory::Centres, .. } => "won by centres",
        Ending::Won { by: Victory::Concession, .. } => "won by concession",
        Ending::Won { by: Victory::MostCentres, .. } => "won by most centres at the end",
        Ending::Drawn { by: DrawnBy::Agreement, .. } => "drawn by agreement",
        Ending::Drawn { by: DrawnBy::Limit, .. } => "drawn at the end",
        Ending::Abandoned(Abandonment::NobodyCame) => "never started",
        Ending::Abandoned(Abandonment::Cancelled) => "cancelled",
        Ending::Abandoned(Abandonment::EverybodyLeft) => "everybody left",
        Ending::Abandoned(Abandonment::Agreed) => "abandoned by agreement",
        Ending::Abandoned(Abandonment::ByTheMaster) => "stopped by the game master",
        Ending::Abandoned(Abandonment::ByTheHost) => "stopped by the host",
    }
}

fn event_name(fact: &Fact) -> Option<&'static str> {
    match fact {
        Fact::Seat(_, fact) => match fact {
            SeatFact::FellIntoDisorder => Some("governments fell"),
            SeatFact::LeftDisorder => Some("governments were restored"),
            SeatFact::BotStandsIn(_) => Some("bots stood in"),
            SeatFact::Vacated => Some("seats vacated"),
            SeatFact::Left => Some("players left"),
            SeatFact::Away { .. } => Some("absences announced"),
            SeatFact::TimeBankUsed { .. } => Some("time banks used"),
            SeatFact::Lent { .. } => Some("seats lent"),
            SeatFact::VotedOut => Some("players voted out"),
            SeatFact::Took { .. }
            | SeatFact::NewHolder { by: HandOver::Offer | HandOver::Vacancy | HandOver::StandIn, .. } => {
                Some("replacements came")
            }
            SeatFact::Returned => Some("players returned"),
            SeatFact::Offered { .. }
            | SeatFact::Claimed { .. }
            | SeatFact::ClaimDropped
            | SeatFact::AwayCancelled { .. }
            | SeatFact::LoanOffered { .. }
            | SeatFact::LoanEnded { .. }
            | SeatFact::Replaced(_)
            | SeatFact::NewHolder { by: HandOver::Master, .. } => None,
        },
        Fact::Message(MessageFact::Sent(_)) => Some("messages"),
        Fact::Vote(VoteFact::Proposed { .. }) => Some("questions"),
        Fact::Vote(VoteFact::Passed { .. }) => Some("questions carried"),
        Fact::Round(RoundFact::GraceGiven { .. }) => Some("graces given"),
        Fact::Round(RoundFact::Paused { .. }) => Some("pauses"),
        Fact::Round(RoundFact::Extended { .. }) => Some("extensions"),
        Fact::Round(RoundFact::TimetableChanged { .. }) => Some("other timetables"),
        Fact::Round(RoundFact::CoinTossed { .. }) => Some("coins tossed"),
        Fact::Vote(_)
        | Fact::Message(_)
        | Fact::Round(_)
        | Fact::Gathering(_)
        | Fact::Started { .. }
        | Fact::Opened { .. }
        | Fact::Orders(..)
        | Fact::RolledBack { .. }
        | Fact::ClockCorrected { .. }
        | Fact::Ended(_) => None,
    }
}
