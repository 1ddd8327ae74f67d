//! Before the game starts: joining, adding bots, checking in, assigning seats, starting (A2, I3).

use std::sync::Arc;

use rules::{Judge, Phase, Position};

use super::EventBuilder;
use crate::state::{MAX_JOINS, MAX_MEMBERS, State};
use crate::{
    Abandonment, Allocation, Bot, Ending, Fact, GatheringFact, Holder, Name, Names, Person, Refusal, SeatId,
    SeatPreference, SeatSet, seat_draw,
};

impl EventBuilder<'_> {
    pub(super) fn join(
        &mut self,
        judge: &mut Judge<'_>,
        who: Person,
        name: Name,
        preference: SeatPreference,
    ) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        let charter = &self.before.charter;
        if charter.is_master(who) {
            return Err(Refusal::MasterCannotPlay);
        }
        if gathering.removed.contains(&who) {
            return Err(Refusal::WasRemoved);
        }
        if gathering.members.iter().any(|member| member.person() == Some(who)) {
            return Err(Refusal::AlreadyHere);
        }
        if gathering.members.len() >= charter.seating().len() || gathering.joined >= MAX_JOINS {
            return Err(Refusal::Full);
        }
        // If names are hidden, this refusal would reveal one.
        if charter.settings().names == Names::Shown
            && gathering.members.iter().any(|member| member.name() == Some(&name))
        {
            return Err(Refusal::NameTaken);
        }
        self.check_preference(&preference)?;
        self.emit(Fact::Gathering(GatheringFact::Joined { who, name, preference }));
        self.start_if_full(judge);
        Ok(())
    }

    fn check_preference(&self, preference: &SeatPreference) -> Result<(), Refusal> {
        let seating = self.before.charter.seating();
        let exists = |seat: &SeatId| seat.index() < seating.len();
        match (self.before.charter.settings().allocation, preference) {
            (_, SeatPreference::Anything) => Ok(()),
            (Allocation::Preference, SeatPreference::Ranked(seats)) => {
                let distinct: SeatSet = seats.iter().copied().collect();
                let fits = seats.iter().all(exists) && distinct.len() == seats.len();
                if fits { Ok(()) } else { Err(Refusal::WishDoesNotFit) }
            }
            (Allocation::Chosen, SeatPreference::This(seat)) => {
                if !exists(seat) {
                    return Err(Refusal::NoSuchSeat);
                }
                let members = &self.gathering()?.members;
                let taken = members.iter().any(|member| member.preference == *preference);
                if taken { Err(Refusal::SeatNotFree) } else { Ok(()) }
            }
            (
                Allocation::Random | Allocation::Preference | Allocation::Chosen,
                SeatPreference::Ranked(_) | SeatPreference::This(_),
            ) => Err(Refusal::WishDoesNotFit),
        }
    }

    pub(super) fn seat_bot(&mut self, judge: &mut Judge<'_>, by: Person, bot: Bot) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        self.check_creator_or_master(by)?;
        if gathering.members.len() >= self.before.charter.seating().len()
            || gathering.next_member >= MAX_MEMBERS
        {
            return Err(Refusal::Full);
        }
        self.emit(Fact::Gathering(GatheringFact::BotJoined(bot)));
        self.start_if_full(judge);
        Ok(())
    }

    /// The game has waited as long as it was agreed: bots take the empty seats.
    pub(super) fn fill_with_bots(
        &mut self,
        judge: &mut Judge<'_>,
        by: Person,
        bot: &Bot,
    ) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        if !gathering.members.iter().any(|member| member.person() == Some(by)) {
            return Err(Refusal::NotSeated);
        }
        let is_time = self.before.bots_from().is_some_and(|from| from <= self.now);
        let seats = self.before.charter.seating().len();
        if !is_time {
            return Err(Refusal::TooEarlyForBots);
        }
        if gathering.members.len() >= seats || gathering.next_member >= MAX_MEMBERS {
            return Err(Refusal::Full);
        }
        for _ in gathering.members.len()..seats {
            self.emit(Fact::Gathering(GatheringFact::BotJoined(bot.clone())));
        }
        self.start_if_full(judge);
        Ok(())
    }

    /// Only the creator and the game master may do this before the game starts.
    fn check_creator_or_master(&self, by: Person) -> Result<(), Refusal> {
        let charter = &self.before.charter;
        if by == charter.creator() || charter.is_master(by) { Ok(()) } else { Err(Refusal::NotTheMaker) }
    }

    pub(super) fn leave_gathering(&mut self, who: Person) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        if !gathering.members.iter().any(|member| member.person() == Some(who)) {
            return Err(Refusal::NotSeated);
        }
        self.emit(Fact::Gathering(GatheringFact::Left(who)));
        Ok(())
    }

    /// Whoever was removed may not join again.
    pub(super) fn remove_member(&mut self, by: Person, member: u32) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        self.check_creator_or_master(by)?;
        match gathering.members.iter().find(|other| other.number == member) {
            // Nobody removes themselves: that is leaving.
            Some(other) if other.person() != Some(by) => {
                self.emit(Fact::Gathering(GatheringFact::Removed { member }));
                Ok(())
            }
            Some(_) | None => Err(Refusal::NoSuchMember),
        }
    }

    pub(super) fn cancel(&mut self, by: Person) -> Result<(), Refusal> {
        self.gathering()?;
        self.check_creator_or_master(by)?;
        self.emit(Fact::Ended(Ending::Abandoned(Abandonment::Cancelled)));
        Ok(())
    }

    pub(super) fn check_in(&mut self, judge: &mut Judge<'_>, who: Person) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        let check_in = gathering.check_in.as_ref().ok_or(Refusal::NotCheckingIn)?;
        if !gathering.members.iter().any(|member| member.person() == Some(who)) {
            return Err(Refusal::NotSeated);
        }
        if check_in.checked_in.contains(&who) {
            return Err(Refusal::AlreadyHere);
        }
        self.emit(Fact::Gathering(GatheringFact::CheckedIn(who)));
        let people = gathering.members.iter().filter(|member| member.person().is_some()).count();
        if check_in.checked_in.len() + 1 == people {
            self.begin(judge);
        }
        Ok(())
    }

    /// Starts a game whose seats are full, at its hour.
    pub(super) fn start_if_full(&mut self, judge: &mut Judge<'_>) {
        let settings = self.before.charter.settings();
        let check_in = settings.check_in;
        if settings.starts_at.is_some_and(|start| self.now < start) {
            return;
        }
        let seats = self.before.charter.seating().len();
        let State::Gathering(gathering) = &self.game().state else { return };
        if gathering.members.len() < seats {
            return;
        }
        let people = gathering.members.iter().any(|member| member.person().is_some());
        match check_in {
            Some(length) if people => {
                let until = self.now.plus(length);
                self.emit(Fact::Gathering(GatheringFact::CheckInOpened { until }));
            }
            Some(_) | None => self.begin(judge),
        }
    }

    /// Assigns the seats and starts the first turn.
    fn begin(&mut self, judge: &mut Judge<'_>) {
        let charter = std::sync::Arc::clone(&self.before.charter);
        let State::Gathering(gathering) = &self.game().state else { return };
        let seats =
            seat_draw::assign_seats(charter.seed(), charter.settings().allocation, &gathering.members);
        let holders: Vec<Holder> = seats.into_iter().map(|i| gathering.members[i].holder()).collect();
        let mut position = Position::start(judge.board());
        position.phase = Phase::Movement(charter.seating().first());
        position.players = charter.seating().table(None, SeatSet::EMPTY);
        self.emit(Fact::Started { holders, position: Arc::new(position) });
        self.open_next_stage(judge);
    }
}
