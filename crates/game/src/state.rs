//! The state of one game.

use std::sync::Arc;

use rules::{Board, Phase, Position, Power};

use crate::log_size::LogSizes;
use crate::{
    Charter, Ending, Holder, Member, Message, Motion, Neutrality, NextGame, Person, PublicEvent, Question,
    Record, RecordStatus, Round, Seat, SeatId, SeatSet, Seconds, Sketch, Stage, TalkTime, Timestamp,
    Timetable, TurnKind, WritingStage,
};

/// One game, from the first player who joins to the last message.
///
/// Only [`apply`](Game::apply) changes it. [`decide`](Game::decide) returns what should happen, and
/// [`view`](Game::view) is the way to read it.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) charter: Arc<Charter>,
    pub(crate) state: State,
    /// The time of the last event. It goes back only if the clock was wrong.
    pub(crate) last_event_at: Timestamp,
    /// What a correction of the clock replaced, while that deadline counts.
    pub(crate) before_correction: Option<BeforeCorrection>,
    pub(crate) version: u64,
    /// How many of these events outsiders can see.
    pub(crate) public_version: u64,
    pub(crate) log: Vec<Arc<(Timestamp, PublicEvent)>>,
}

/// The time and the deadline of a game before its clock was corrected. If the clock gets there after all, it was
/// right then, and the deadline counts again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BeforeCorrection {
    pub(crate) at: Timestamp,
    pub(crate) due: Timestamp,
}

#[derive(Clone, Debug)]
pub(crate) enum State {
    Gathering(Gathering),
    Underway(Box<Play>),
    /// None if the game never started.
    Over(Ending, Option<Box<Play>>),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Gathering {
    pub(crate) members: Vec<Member>,
    pub(crate) check_in: Option<CheckIn>,
    /// Until when the game looks for players, if not as the charter says: the clock was ahead when it was made.
    pub(crate) until: Option<Timestamp>,
    /// How many people have joined, including those who left again.
    pub(crate) joined: usize,
    /// The number of the next member.
    pub(crate) next_member: u32,
    /// Whom the creator or the game master removed.
    pub(crate) removed: Vec<Person>,
}

/// How long a deadline waits for orders that a bot owes. With the time that the server then needs, it is less
/// than five seconds.
pub const MAX_BOT_HOLD: Seconds = Seconds::new(4);

/// The maximum number of joins before a game starts. It bounds joining and leaving again.
pub const MAX_JOINS: usize = 200;

/// The same with bots. It bounds adding and removing bots.
pub const MAX_MEMBERS: u32 = 400;

#[derive(Clone, Debug)]
pub(crate) struct CheckIn {
    pub(crate) until: Timestamp,
    pub(crate) checked_in: Vec<Person>,
}

/// A game that has started. It may be over.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) started: Timestamp,
    pub(crate) position: Arc<Position>,
    pub(crate) neutrality: Option<Neutrality>,
    pub(crate) seats: Vec<Seat>,
    /// Everybody who has ever held a seat, with the seat.
    pub(crate) former: Vec<(Person, SeatId)>,
    /// Whom the players or the game master removed.
    pub(crate) removed: Vec<Person>,
    pub(crate) round: Round,
    /// What replaced the times of the charter.
    pub(crate) timetable: Option<Timetable>,
    /// When the last movement was over: at its deadline by the timetable, or before.
    pub(crate) movement_ended: Option<Timestamp>,
    pub(crate) records: Vec<(Arc<Record>, RecordStatus)>,
    pub(crate) messages: Vec<Arc<Message>>,
    pub(crate) sketches: Vec<(SeatId, u8, Arc<Sketch>)>,
    pub(crate) questions: Vec<Question>,
    pub(crate) next_question_number: u32,
    pub(crate) roll_backs: u32,
    pub(crate) next_game: Option<NextGame>,
    pub(crate) log_sizes: LogSizes,
}

impl Game {
    pub fn new(charter: Charter) -> Self {
        Self {
            last_event_at: charter.created_at(),
            charter: Arc::new(charter),
            state: State::Gathering(Gathering::default()),
            before_correction: None,
            version: 0,
            public_version: 0,
            log: Vec::new(),
        }
    }

    /// The game after these events. A prefix of the events gives the game as it was then.
    pub fn replay<'e>(charter: Charter, events: impl IntoIterator<Item = &'e crate::Event>) -> Self {
        let mut game = Self::new(charter);
        for event in events {
            game.apply(event);
        }
        game
    }

    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// The number of applied events.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The version that a viewer sees. Private events do not change it for outsiders.
    pub const fn version_for(&self, viewer: crate::Viewer) -> u64 {
        match viewer {
            crate::Viewer::Seat(_) | crate::Viewer::Master | crate::Viewer::Member(_) => self.version,
            crate::Viewer::Spectator | crate::Viewer::Stranger => self.public_version,
        }
    }

    /// The current phase.
    pub fn phase(&self) -> Option<Phase> {
        match &self.state {
            State::Underway(play) => Some(play.position.phase),
            State::Gathering(_) | State::Over(..) => None,
        }
    }

    /// The current board. Some land may be closed (K5). `open` is the whole board of the variant.
    pub fn board<'a>(&'a self, open: &'a Board) -> &'a Board {
        self.charter.seating().board(open, self.play().and_then(|play| play.neutrality))
    }

    /// The time of the next deadline. None when the game is over.
    pub fn due(&self) -> Option<Timestamp> {
        match &self.state {
            State::Gathering(gathering) => Some(match &gathering.check_in {
                Some(check_in) => check_in.until,
                None => match self.starts_at(gathering) {
                    Some(start) => start,
                    None => self.gathers_until(gathering),
                },
            }),
            State::Underway(play) => Some(play.round.next_due()),
            State::Over(..) => None,
        }
    }

    /// When the clock may close the stage: at the deadline, or a little later if a bot still owes orders. None
    /// when the game is over.
    pub fn closes_at(&self) -> Option<Timestamp> {
        let due = self.due()?;
        Some(if self.bots_due().is_empty() { due } else { due.plus(MAX_BOT_HOLD) })
    }

    pub(crate) fn gathers_until(&self, gathering: &Gathering) -> Timestamp {
        let agreed = self.charter.created_at().plus(self.charter.settings().gather_within);
        let until = gathering.until.unwrap_or(agreed);
        self.charter.settings().starts_at.map_or(until, |start| until.max(start))
    }

    /// When any player may fill the table with bots.
    pub fn bots_from(&self) -> Option<Timestamp> {
        let after = self.charter.settings().bots_after?;
        Some(self.charter.created_at().plus(after))
    }

    /// When a game that is full starts. None if it waits for players.
    pub(crate) fn starts_at(&self, gathering: &Gathering) -> Option<Timestamp> {
        let is_full = gathering.members.len() >= self.charter.seating().len();
        self.charter.settings().starts_at.filter(|_| is_full)
    }

    /// The times that count now: those of the charter, or what the players or the game master changed them to.
    pub fn timetable(&self) -> Timetable {
        self.play().and_then(|play| play.timetable).unwrap_or(self.charter.settings().timetable)
    }

    pub fn ending(&self) -> Option<Ending> {
        match self.state {
            State::Over(ending, _) => Some(ending),
            State::Gathering(_) | State::Underway(_) => None,
        }
    }

    /// The seats whose bot must still submit orders. For the program that runs the bots.
    pub fn bots_due(&self) -> SeatSet {
        let State::Underway(play) = &self.state else { return SeatSet::EMPTY };
        if matches!(play.round.stage, Stage::Diplomacy | Stage::Resolution) || play.round.pause.is_some() {
            return SeatSet::EMPTY;
        }
        let program = |seat: &SeatId| {
            let seat = &play.seats[seat.index()];
            matches!(seat.holder, Holder::Bot { .. })
        };
        play.round.orders_due_from.without(play.round.submitted_seats()).iter().filter(program).collect()
    }

    /// The open votes that a bot has not answered: its seat, the number of the question and the motion. For
    /// the program that runs the bots.
    pub fn votes_due_from_bots(&self) -> Vec<(SeatId, u32, Motion)> {
        let State::Underway(play) = &self.state else { return Vec::new() };
        let mut due = Vec::new();
        for question in &play.questions {
            let is_due = |seat: &SeatId| {
                matches!(play.seats[seat.index()].holder, Holder::Bot { .. })
                    && question.ballots.get(seat.index()) == Some(&None)
            };
            let seats = self.eligible_voters(play, question.motion).iter().filter(is_due);
            due.extend(seats.map(|seat| (seat, question.number, question.motion)));
        }
        due
    }

    /// Everybody who belongs to the game. For lists on the server; never shown.
    pub fn people(&self) -> Vec<Person> {
        let mut people = vec![self.charter.creator()];
        people.extend(self.charter.settings().master.map(|master| master.who));
        match &self.state {
            State::Gathering(gathering) => people.extend(gathering.members.iter().filter_map(Member::person)),
            State::Underway(play) | State::Over(_, Some(play)) => {
                for seat in &play.seats {
                    match &seat.holder {
                        Holder::Person { by, .. } | Holder::Bot { instead_of: Some((by, _)), .. } => {
                            people.push(*by);
                        }
                        Holder::Bot { instead_of: None, .. } | Holder::Vacant => {}
                    }
                    people.extend(seat.offered_to);
                    people.extend(seat.loan_offered.map(|(who, _)| who));
                    people.extend(seat.loan.as_ref().map(|loan| loan.owner));
                    people.extend(seat.successor.as_ref().map(|(who, _)| *who));
                }
            }
            State::Over(_, None) => {}
        }
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Whether the game is played by bots alone: nobody waits for it.
    pub fn is_played_by_bots_alone(&self) -> bool {
        let State::Underway(play) = &self.state else { return false };
        play.seats.iter().all(|seat| seat.person().is_none())
    }

    /// Whether another bot would start a game without people.
    pub fn starts_without_people(&self, new_bots: usize) -> bool {
        let State::Gathering(gathering) = &self.state else { return false };
        gathering.members.len() + new_bots >= self.charter.seating().len()
            && gathering.members.iter().all(|member| member.person().is_none())
    }

    /// The person who holds a seat now. For delivering messages; never shown.
    pub fn person_at(&self, seat: SeatId) -> Option<Person> {
        self.play()?.seats.get(seat.index())?.person()
    }

    /// The seat where a bot stands in for this person.
    pub fn seat_with_stand_in_for(&self, person: Person) -> Option<SeatId> {
        let seats = &self.play()?.seats;
        let i = seats.iter().position(
            |seat| matches!(&seat.holder, Holder::Bot { instead_of: Some((who, _)), .. } if *who == person),
        )?;
        Some(SeatId::new(i))
    }

    /// The seat that this person has lent to somebody.
    pub fn seat_lent_by(&self, person: Person) -> Option<SeatId> {
        self.play()?.seat_lent_by(person)
    }

    /// The seat that this person takes over from its bot at the end of the phase.
    pub fn seat_claimed_by(&self, person: Person) -> Option<SeatId> {
        self.play()?.seat_claimed_by(person)
    }

    /// Whether players may talk now, in private and in public.
    pub fn talk_is_open(&self) -> (bool, bool) {
        let press = self.charter.settings().press;
        let open = |openness| self.talk_time().is_some_and(|moment| press.allows(openness, moment));
        (open(crate::Visibility::Private), open(crate::Visibility::Public))
    }

    pub(crate) fn play(&self) -> Option<&Play> {
        match &self.state {
            State::Gathering(_) => None,
            State::Underway(play) => Some(play),
            State::Over(_, play) => play.as_deref(),
        }
    }

    pub(crate) fn writing_stage(&self) -> WritingStage {
        match self.timetable().diplomacy {
            Some(_) => WritingStage::Separate,
            None => WritingStage::WithTalk,
        }
    }

    pub(crate) fn talk_time(&self) -> Option<TalkTime> {
        match &self.state {
            State::Gathering(_) => None,
            State::Underway(play) => Some(TalkTime::During(play.round.stage, self.writing_stage())),
            State::Over(..) => Some(TalkTime::After),
        }
    }

    /// The powers that a seat plays now.
    pub(crate) fn powers_of(&self, play: &Play, seat: SeatId) -> impl Iterator<Item = Power> {
        let seating = self.charter.seating();
        let joined = match (play.neutrality, seating.neutral()) {
            (Some(Neutrality::Joined(to)), Some(neutral)) if to == seat => Some(neutral.power),
            _ => None,
        };
        seating.powers(seat).iter().copied().chain(joined)
    }

    /// The seats that still have units (dislodged units count) and are not vacant (J2).
    pub(crate) fn survivors(&self, play: &Play) -> SeatSet {
        let seats = self.charter.seating().seats();
        seats
            .filter(|seat| play.seats[seat.index()].holder != Holder::Vacant && self.has_units(play, *seat))
            .collect()
    }

    pub(crate) fn has_units(&self, play: &Play, seat: SeatId) -> bool {
        let position = &play.position;
        let dislodged = position.dislodged.iter().map(|dislodged| &dislodged.unit);
        let mut units = position.forces.units().iter().chain(dislodged);
        units.any(|unit| self.powers_of(play, seat).any(|power| power == unit.power))
    }

    /// The survivors who may vote on a motion. Governments in disorder do not vote.
    pub(crate) fn eligible_voters(&self, play: &Play, motion: Motion) -> SeatSet {
        let may_vote = |seat: &SeatId| {
            let has_vote = match play.seats[seat.index()].holder {
                Holder::Person { .. } => true,
                Holder::Bot { .. } => motion.is_for_bots(),
                Holder::Vacant => false,
            };
            has_vote && play.seats[seat.index()].has_government() && motion.seat_without_vote() != Some(*seat)
        };
        self.survivors(play).iter().filter(may_vote).collect()
    }

    /// The seats that must be ready before the stage can end early: those that must submit orders, or
    /// those that take part in the talk. Seats in disorder are left out.
    pub(crate) fn seats_to_wait_for(&self, play: &Play) -> SeatSet {
        let stands = |seat: &SeatId| play.seats[seat.index()].has_government();
        match play.round.stage {
            Stage::Writing | Stage::Retreats | Stage::Adjustments => {
                play.round.orders_due_from.iter().filter(stands).collect()
            }
            // Vacant seats and bots do not talk. Bots send orders in the writing stage.
            Stage::Diplomacy | Stage::Resolution => {
                let person = |seat: &SeatId| play.seats[seat.index()].person().is_some();
                self.survivors(play).iter().filter(stands).filter(person).collect()
            }
        }
    }

    pub(crate) fn turn(&self, position: &Position) -> TurnKind {
        if position.phase.turn() == self.charter.seating().first() {
            TurnKind::First
        } else {
            TurnKind::Later
        }
    }
}

impl Play {
    pub(crate) fn seat_of(&self, person: Person) -> Option<SeatId> {
        let i = self.seats.iter().position(|seat| seat.person() == Some(person))?;
        Some(SeatId::new(i))
    }

    pub(crate) fn seat_lent_by(&self, person: Person) -> Option<SeatId> {
        let lent = |seat: &Seat| seat.loan.as_ref().is_some_and(|loan| loan.owner == person);
        self.seats.iter().position(lent).map(SeatId::new)
    }

    /// The seat that a person takes over at the end of the phase.
    pub(crate) fn seat_claimed_by(&self, person: Person) -> Option<SeatId> {
        let claims = |seat: &Seat| seat.successor.as_ref().is_some_and(|(who, _)| *who == person);
        self.seats.iter().position(claims).map(SeatId::new)
    }

    /// The seats in civil disorder.
    pub(crate) fn seats_in_disorder(&self) -> SeatSet {
        let seats = self.seats.iter().enumerate().filter(|(_, seat)| !seat.has_government());
        seats.map(|(i, _)| SeatId::new(i)).collect()
    }
}
