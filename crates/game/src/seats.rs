//! Seats: who holds a seat, and whether its government is in civil disorder (I).

use std::sync::Arc;

use crate::{Bot, Name, OrdersAhead, SeatId, Seconds, Sketch, Timestamp};

/// The id of a person. The server assigns it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Person(pub u64);

/// A seat of a game that has started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    pub holder: Holder,
    pub government: Government,
    /// How many times a round has waited for this seat.
    pub graces_used: u8,
    /// The person to whom the player offers the seat.
    pub offered_to: Option<Person>,
    /// The last person who held the seat, also if a bot plays it now or nobody.
    pub last_person: Option<Person>,
    /// Who takes the seat over from its bot at the end of the phase.
    pub successor: Option<(Person, Name)>,
    /// When its player is away. Everybody can see it.
    pub absences: Vec<Absent>,
    /// How much of the calendar is used.
    pub calendar_used: Seconds,
    /// How much of the time bank is used.
    pub bank_used: Seconds,
    /// Who has lent it, until when.
    pub loan: Option<Loan>,
    /// To whom its player would lend it, and until when.
    pub loan_offered: Option<(Person, Timestamp)>,
    /// Plans for the next movement. Only whoever holds the seat sees them.
    pub(crate) ahead: OrdersAhead,
    /// Private messages from the first to before the second of these were for somebody else who held the seat.
    pub(crate) unreadable: Vec<(usize, usize)>,
}

/// A time in which a player is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absent {
    pub from: Timestamp,
    pub until: Timestamp,
    /// When the player said so.
    pub announced: Timestamp,
}

/// A seat that somebody else plays for a stated time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loan {
    pub owner: Person,
    pub name: Name,
    /// It ends with the phase in which this time is, or before.
    pub until: Timestamp,
    /// What the owner may not read, before the loan.
    pub(crate) owner_unreadable: Vec<(usize, usize)>,
    /// The number of messages when the loan began.
    pub(crate) first_message: usize,
    /// The sketches of the owner. They come back with the seat.
    pub(crate) sketches: Vec<(u8, Arc<Sketch>)>,
}

/// The maximum number of absences of a player that are still to come.
pub const MAX_ABSENCES: usize = 10;
/// How far ahead an absence may end.
pub const MAX_ABSENCE_AHEAD: Seconds = Seconds::days(365);
/// How long before a deadline somebody must have said that they are away then.
pub const MIN_ABSENCE_NOTICE: Seconds = Seconds::hours(12);
/// How long a seat may be lent.
pub const MAX_LOAN: Seconds = Seconds::days(60);

/// How a seat came to a new holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandOver {
    /// The game master replaced the player.
    Master,
    /// The player offered the seat.
    Offer,
    /// Nobody held it.
    Vacancy,
    /// A bot stood in until the end of the phase.
    StandIn,
}

rules::keyed!(HandOver { Master = "master", Offer = "offer", Vacancy = "vacancy", StandIn = "stand_in" });

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    Person {
        by: Person,
        name: Name,
    },
    /// A bot: from the start, or as a stand-in for somebody who may come back.
    Bot {
        bot: Bot,
        instead_of: Option<(Person, Name)>,
    },
    /// The player left or was away too long. A new player may take the seat.
    Vacant,
}

/// Whether a seat is in civil disorder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Government {
    Active,
    /// Civil disorder (I1), until somebody gives orders again.
    InDisorder,
}

/// Which seat somebody wants when they join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatPreference {
    Anything,
    /// The best first. Seats that are not listed come last.
    Ranked(Vec<SeatId>),
    This(SeatId),
}

/// A person or bot that waits for the game to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Counted from 0 over all who came, also those who left again.
    pub number: u32,
    pub who: PersonOrBot,
    pub preference: SeatPreference,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PersonOrBot {
    Person { who: Person, name: Name },
    Bot(Bot),
}

impl Seat {
    pub(crate) fn new(holder: Holder) -> Self {
        let mut seat = Self {
            holder,
            government: Government::Active,
            graces_used: 0,
            offered_to: None,
            last_person: None,
            successor: None,
            absences: Vec::new(),
            calendar_used: Seconds::ZERO,
            bank_used: Seconds::ZERO,
            loan: None,
            loan_offered: None,
            ahead: OrdersAhead::default(),
            unreadable: Vec::new(),
        };
        seat.last_person = seat.person();
        seat
    }

    pub(crate) fn person(&self) -> Option<Person> {
        match &self.holder {
            Holder::Person { by, .. } => Some(*by),
            Holder::Bot { .. } | Holder::Vacant => None,
        }
    }

    /// Whether a bot keeps the seat of a person. Bots that play from the start keep theirs.
    pub(crate) fn has_stand_in(&self) -> bool {
        matches!(self.holder, Holder::Bot { .. }) && self.last_person.is_some()
    }

    /// Whether anybody may take the seat.
    pub(crate) fn is_free(&self) -> bool {
        self.holder == Holder::Vacant || self.has_stand_in() && self.successor.is_none()
    }

    pub(crate) fn has_government(&self) -> bool {
        self.government == Government::Active
    }
}

impl Member {
    pub(crate) fn person(&self) -> Option<Person> {
        match &self.who {
            PersonOrBot::Person { who, .. } => Some(*who),
            PersonOrBot::Bot(_) => None,
        }
    }

    pub(crate) fn name(&self) -> Option<&Name> {
        match &self.who {
            PersonOrBot::Person { name, .. } => Some(name),
            PersonOrBot::Bot(_) => None,
        }
    }

    pub(crate) fn holder(&self) -> Holder {
        match &self.who {
            PersonOrBot::Person { who, name } => Holder::Person { by: *who, name: name.clone() },
            PersonOrBot::Bot(bot) => Holder::Bot { bot: bot.clone(), instead_of: None },
        }
    }
}
