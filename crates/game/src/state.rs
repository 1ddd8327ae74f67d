//! A game and where it stands.

use std::sync::Arc;

use rules::{Board, Phase, Position, Power};

use crate::{
    Charter, Circle, Counts, Ending, Holder, Member, Message, Moment, Neutrality, Notice, Person, Question,
    Record, Round, Seat, SeatId, Sketch, Stage, Timestamp, Turn, WritingBy,
};

/// One game, from the first player to the last word.
///
/// It changes through [`apply`](Game::apply) alone, tells what should happen through
/// [`decide`](Game::decide) and is looked at through [`view`](Game::view).
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) charter: Arc<Charter>,
    pub(crate) state: State,
    /// The time of the last event: the game's time never runs backwards.
    pub(crate) clock: Timestamp,
    pub(crate) version: u64,
    pub(crate) log: Vec<Arc<(Timestamp, Notice)>>,
}

#[derive(Clone, Debug)]
pub(crate) enum State {
    Gathering(Gathering),
    Underway(Box<Play>),
    /// A game that never started has nothing to look back on.
    Over(Ending, Option<Box<Play>>),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Gathering {
    pub(crate) members: Vec<Member>,
    pub(crate) check_in: Option<CheckIn>,
    /// How many have ever joined, those who left again included.
    pub(crate) joined: usize,
}

/// How often people may join a game before it starts: coming and going has an end.
pub const MOST_JOINS: usize = 200;

#[derive(Clone, Debug)]
pub(crate) struct CheckIn {
    pub(crate) until: Timestamp,
    pub(crate) here: Vec<Person>,
}

/// A game that is, or was, played.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) started: Timestamp,
    pub(crate) position: Arc<Position>,
    pub(crate) neutrality: Option<Neutrality>,
    pub(crate) seats: Vec<Seat>,
    /// Everybody who has ever held a seat, with which.
    pub(crate) former: Vec<(Person, SeatId)>,
    pub(crate) round: Round,
    pub(crate) records: Vec<(Arc<Record>, Counts)>,
    pub(crate) messages: Vec<Arc<Message>>,
    pub(crate) sketches: Vec<(SeatId, u8, Arc<Sketch>)>,
    pub(crate) questions: Vec<Question>,
    pub(crate) asked: u32,
    pub(crate) roll_backs: u32,
}

impl Game {
    pub fn new(charter: Charter) -> Self {
        Self {
            clock: charter.made(),
            charter: Arc::new(charter),
            state: State::Gathering(Gathering::default()),
            version: 0,
            log: Vec::new(),
        }
    }

    /// The game after these events; any prefix of them is the game as it was then.
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

    /// How many events it has seen.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The phase that is being played.
    pub fn phase(&self) -> Option<Phase> {
        match &self.state {
            State::Underway(play) => Some(play.position.phase),
            State::Gathering(_) | State::Over(..) => None,
        }
    }

    /// The board that is played on now, on which some land may be closed (K5). `open`: that of the variant.
    pub fn board<'a>(&'a self, open: &'a Board) -> &'a Board {
        self.charter.seating().board(open, self.play().and_then(|play| play.neutrality))
    }

    /// When the clock must next be asked; None once the game is over.
    pub fn due(&self) -> Option<Timestamp> {
        match &self.state {
            State::Gathering(gathering) => Some(match &gathering.check_in {
                Some(check_in) => check_in.until,
                None => self.charter.made().plus(self.charter.settings().gather_within),
            }),
            State::Underway(play) => Some(play.round.next()),
            State::Over(..) => None,
        }
    }

    pub fn ending(&self) -> Option<Ending> {
        match self.state {
            State::Over(ending, _) => Some(ending),
            State::Gathering(_) | State::Underway(_) => None,
        }
    }

    /// The seats whose program has something to write and has not: for whoever runs the programs.
    pub fn programs_owing(&self) -> Circle {
        let State::Underway(play) = &self.state else { return Circle::NOBODY };
        if matches!(play.round.stage, Stage::Diplomacy | Stage::Resolution) || play.round.pause.is_some() {
            return Circle::NOBODY;
        }
        let program = |seat: &SeatId| {
            let seat = &play.seats[seat.index()];
            matches!(seat.holder, Holder::Bot { .. })
        };
        play.round.owing.without(play.round.papers_in()).iter().filter(program).collect()
    }

    /// Everybody who belongs to the game, for whoever keeps the lists: never shown.
    pub fn people(&self) -> Vec<Person> {
        let mut people = vec![self.charter.maker()];
        people.extend(self.charter.settings().master.map(|master| master.who));
        match &self.state {
            State::Gathering(gathering) => people.extend(gathering.members.iter().filter_map(Member::person)),
            State::Underway(play) | State::Over(_, Some(play)) => {
                for seat in &play.seats {
                    match &seat.holder {
                        Holder::Taken { by, .. } | Holder::Bot { instead_of: Some((by, _)), .. } => {
                            people.push(*by);
                        }
                        Holder::Bot { instead_of: None, .. } | Holder::GivenUp => {}
                    }
                    people.extend(seat.offered);
                }
            }
            State::Over(_, None) => {}
        }
        people.sort_unstable();
        people.dedup();
        people
    }

    /// Who sits there now, for whoever carries words between people: never shown.
    pub fn person_at(&self, seat: SeatId) -> Option<Person> {
        self.play()?.seats.get(seat.index())?.person()
    }

    /// The seat in which a program stands in for this person.
    pub fn stood_in_for(&self, person: Person) -> Option<SeatId> {
        let seats = &self.play()?.seats;
        let i = seats.iter().position(
            |seat| matches!(&seat.holder, Holder::Bot { instead_of: Some((who, _)), .. } if *who == person),
        )?;
        Some(SeatId::new(i))
    }

    /// Whether players may talk now, in private and in public.
    pub fn talk_is_open(&self) -> (bool, bool) {
        let press = self.charter.settings().press;
        let open = |openness| self.moment().is_some_and(|moment| press.allows(openness, moment));
        (open(crate::Openness::Private), open(crate::Openness::Public))
    }

    pub(crate) fn play(&self) -> Option<&Play> {
        match &self.state {
            State::Gathering(_) => None,
            State::Underway(play) => Some(play),
            State::Over(_, play) => play.as_deref(),
        }
    }

    pub(crate) fn writing_by(&self) -> WritingBy {
        match self.charter.settings().timetable.diplomacy {
            Some(_) => WritingBy::Itself,
            None => WritingBy::WithTalk,
        }
    }

    pub(crate) fn moment(&self) -> Option<Moment> {
        match &self.state {
            State::Gathering(_) => None,
            State::Underway(play) => Some(Moment::During(play.round.stage, self.writing_by())),
            State::Over(..) => Some(Moment::After),
        }
    }

    /// The powers that a seat has now.
    pub(crate) fn powers_of(&self, play: &Play, seat: SeatId) -> impl Iterator<Item = Power> {
        let seating = self.charter.seating();
        let joined = match (play.neutrality, seating.neutral()) {
            (Some(Neutrality::Joined(to)), Some(neutral)) if to == seat => Some(neutral.power),
            _ => None,
        };
        seating.powers(seat).iter().copied().chain(joined)
    }

    /// The seats that still have units on the board or off it for a moment, and somebody to play
    /// them (J2).
    pub(crate) fn survivors(&self, play: &Play) -> Circle {
        let seats = self.charter.seating().seats();
        seats
            .filter(|seat| play.seats[seat.index()].holder != Holder::GivenUp && self.has_units(play, *seat))
            .collect()
    }

    pub(crate) fn has_units(&self, play: &Play, seat: SeatId) -> bool {
        let position = &play.position;
        let fallen = position.dislodged.iter().map(|fallen| &fallen.unit);
        let mut units = position.forces.units().iter().chain(fallen);
        units.any(|unit| self.powers_of(play, seat).any(|power| power == unit.power))
    }

    /// Survivors who can be asked: people who are there.
    pub(crate) fn voters(&self, play: &Play) -> Circle {
        let present = |seat: &SeatId| {
            let seat = &play.seats[seat.index()];
            seat.stands() && seat.person().is_some()
        };
        self.survivors(play).iter().filter(present).collect()
    }

    /// The seats that the stage cannot end early without: everybody who has something to write, or
    /// who takes part in the talk. Those in disorder are not waited for.
    pub(crate) fn awaited(&self, play: &Play) -> Circle {
        let stands = |seat: &SeatId| play.seats[seat.index()].stands();
        match play.round.stage {
            Stage::Writing | Stage::Retreats | Stage::Adjustments => {
                play.round.owing.iter().filter(stands).collect()
            }
            // A vacant seat has nothing to say; programs answer when it is time to write.
            Stage::Diplomacy | Stage::Resolution => {
                let person = |seat: &SeatId| play.seats[seat.index()].person().is_some();
                self.survivors(play).iter().filter(stands).filter(person).collect()
            }
        }
    }

    pub(crate) fn turn(&self, position: &Position) -> Turn {
        if position.phase.date() == self.charter.seating().first() { Turn::First } else { Turn::Later }
    }
}

impl Play {
    pub(crate) fn seat_of(&self, person: Person) -> Option<SeatId> {
        let i = self.seats.iter().position(|seat| seat.person() == Some(person))?;
        Some(SeatId::new(i))
    }

    /// Seats whose government has fallen.
    pub(crate) fn away(&self) -> Circle {
        let seats = self.seats.iter().enumerate().filter(|(_, seat)| !seat.stands());
        seats.map(|(i, _)| SeatId::new(i)).collect()
    }
}
