//! Before the game: joining, checking in, starting (A2, I3).

use std::sync::Arc;

use rules::{Judge, Phase, Position};

use super::Course;
use crate::state::{MOST_JOINS, State};
use crate::{
    Abandonment, Actor, Allocation, Bot, Circle, Ending, Fact, GatheringFact, Holder, Name, Names, Person,
    Refusal, SeatId, Wish, lot,
};

impl Course<'_> {
    pub(super) fn join(
        &mut self,
        judge: &mut Judge<'_>,
        who: Person,
        name: Name,
        wish: Wish,
    ) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        let charter = &self.start.charter;
        if charter.is_master(who) {
            return Err(Refusal::MasterCannotPlay);
        }
        if gathering.members.iter().any(|member| member.person() == Some(who)) {
            return Err(Refusal::AlreadyHere);
        }
        if gathering.members.len() >= charter.seating().len() || gathering.joined >= MOST_JOINS {
            return Err(Refusal::Full);
        }
        // Where names are hidden, a refusal would give one away.
        if charter.settings().names == Names::Shown
            && gathering.members.iter().any(|member| member.name() == Some(&name))
        {
            return Err(Refusal::NameTaken);
        }
        self.check_wish(&wish)?;
        self.happen(Fact::Gathering(GatheringFact::Joined { who, name, wish }));
        self.start_if_full(judge);
        Ok(())
    }

    fn check_wish(&self, wish: &Wish) -> Result<(), Refusal> {
        let seating = self.start.charter.seating();
        let exists = |seat: &SeatId| seat.index() < seating.len();
        match (self.start.charter.settings().allocation, wish) {
            (_, Wish::Anything) => Ok(()),
            (Allocation::Preference, Wish::Ranked(seats)) => {
                let distinct: Circle = seats.iter().copied().collect();
                let fits = seats.iter().all(exists) && distinct.len() == seats.len();
                if fits { Ok(()) } else { Err(Refusal::WishDoesNotFit) }
            }
            (Allocation::Chosen, Wish::This(seat)) => {
                if !exists(seat) {
                    return Err(Refusal::NoSuchSeat);
                }
                let members = &self.gathering()?.members;
                let taken = members.iter().any(|member| member.wish == *wish);
                if taken { Err(Refusal::SeatNotFree) } else { Ok(()) }
            }
            (
                Allocation::Lot | Allocation::Preference | Allocation::Chosen,
                Wish::Ranked(_) | Wish::This(_),
            ) => Err(Refusal::WishDoesNotFit),
        }
    }

    pub(super) fn seat_bot(&mut self, judge: &mut Judge<'_>, by: Person, bot: Bot) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        self.check_host(by)?;
        if gathering.members.len() >= self.start.charter.seating().len() {
            return Err(Refusal::Full);
        }
        self.happen(Fact::Gathering(GatheringFact::BotJoined(bot)));
        self.start_if_full(judge);
        Ok(())
    }

    /// The maker looks after a game until it starts; so may its game master.
    fn check_host(&self, by: Person) -> Result<(), Refusal> {
        let charter = &self.start.charter;
        if by == charter.maker() || charter.is_master(by) { Ok(()) } else { Err(Refusal::NotTheMaker) }
    }

    pub(super) fn withdraw(&mut self, who: Person) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        if !gathering.members.iter().any(|member| member.person() == Some(who)) {
            return Err(Refusal::NotSeated);
        }
        self.happen(Fact::Gathering(GatheringFact::Withdrew(who)));
        Ok(())
    }

    pub(super) fn cancel(&mut self, by: Person) -> Result<(), Refusal> {
        self.gathering()?;
        self.check_host(by)?;
        self.happen(Fact::Ended(Ending::Abandoned(Abandonment::Cancelled)));
        Ok(())
    }

    pub(super) fn check_in(&mut self, judge: &mut Judge<'_>, who: Person) -> Result<(), Refusal> {
        let gathering = self.gathering()?;
        let check_in = gathering.check_in.as_ref().ok_or(Refusal::NotCheckingIn)?;
        if !gathering.members.iter().any(|member| member.person() == Some(who)) {
            return Err(Refusal::NotSeated);
        }
        if check_in.here.contains(&who) {
            return Err(Refusal::AlreadyHere);
        }
        self.happen(Fact::Gathering(GatheringFact::CheckedIn(who)));
        let people = gathering.members.iter().filter(|member| member.person().is_some()).count();
        if check_in.here.len() + 1 == people {
            self.begin(judge);
        }
        Ok(())
    }

    fn start_if_full(&mut self, judge: &mut Judge<'_>) {
        let check_in = self.start.charter.settings().check_in;
        let seats = self.start.charter.seating().len();
        let State::Gathering(gathering) = &self.game().state else { return };
        if gathering.members.len() < seats {
            return;
        }
        let people = gathering.members.iter().any(|member| member.person().is_some());
        match check_in {
            Some(length) if people => {
                let until = self.now.plus(length);
                self.happen(Fact::Gathering(GatheringFact::CheckInOpened { until }));
            }
            Some(_) | None => self.begin(judge),
        }
    }

    /// The seats are shared out and the first turn begins.
    fn begin(&mut self, judge: &mut Judge<'_>) {
        let charter = std::sync::Arc::clone(&self.start.charter);
        let State::Gathering(gathering) = &self.game().state else { return };
        let seats = lot::allot(charter.seed(), charter.settings().allocation, &gathering.members);
        let holders: Vec<Holder> = seats.into_iter().map(|i| gathering.members[i].holder()).collect();
        let mut position = Position::start(judge.board());
        position.phase = Phase::Movement(charter.seating().first());
        position.table = charter.seating().table(None, Circle::NOBODY);
        self.happen(Fact::Started { holders, position: Arc::new(position) });
        self.go_on(judge);
    }

    pub(super) fn tick(&mut self, judge: &mut Judge<'_>, actor: Actor) -> Result<(), Refusal> {
        if actor != Actor::Clock {
            return Err(Refusal::OnlyTheClock);
        }
        let due = self.start.due().ok_or(Refusal::AlreadyOver)?;
        if self.now < due {
            return Err(Refusal::NotDue);
        }
        match &self.start.state {
            State::Gathering(gathering) => match &gathering.check_in {
                Some(check_in) => {
                    let absent = gathering.members.iter().filter_map(|member| member.person());
                    let absent = absent.filter(|person| !check_in.here.contains(person)).collect();
                    self.happen(Fact::Gathering(GatheringFact::MissedCheckIn(absent)));
                }
                None => self.happen(Fact::Ended(Ending::Abandoned(Abandonment::NobodyCame))),
            },
            State::Underway(_) => self.close_due(judge),
            State::Over(..) => return Err(Refusal::AlreadyOver),
        }
        Ok(())
    }
}
