//! Seats: who holds a seat, and whether its government is in civil disorder (I).

use crate::{Bot, Name, SeatId};

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
    /// Private messages before this one were for somebody else who held the seat.
    pub(crate) first_readable_message: usize,
}

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
            first_readable_message: 0,
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
