//! The people at the table: who holds a seat and whether their government stands (I).

use crate::{Bot, Name, SeatId};

/// A person as whoever runs the game tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Person(pub u64);

/// A seat of a game that is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    pub holder: Holder,
    pub government: Government,
    /// How many times a round has waited for this seat.
    pub graces: u8,
    /// To whom its player would hand it over.
    pub offered: Option<Person>,
}

/// Who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holder {
    Taken {
        by: Person,
        name: Name,
    },
    /// A program: from the start, or standing in for somebody who may come back.
    Bot {
        bot: Bot,
        instead_of: Option<(Person, Name)>,
    },
    /// Its player has left, or was away too long. Anybody new may take it.
    GivenUp,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Government {
    Stands,
    /// Civil disorder (I1), until somebody gives orders again.
    InDisorder,
}

/// What somebody who joins would like to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    Anything,
    /// The best first; what is left out comes after.
    Ranked(Vec<SeatId>),
    This(SeatId),
}

/// Somebody who waits for the game to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    pub guest: Guest,
    pub wish: Wish,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guest {
    Person { who: Person, name: Name },
    Bot(Bot),
}

impl Seat {
    pub(crate) const fn new(holder: Holder) -> Self {
        Self { holder, government: Government::Stands, graces: 0, offered: None }
    }

    pub(crate) fn person(&self) -> Option<Person> {
        match &self.holder {
            Holder::Taken { by, .. } => Some(*by),
            Holder::Bot { .. } | Holder::GivenUp => None,
        }
    }

    pub(crate) fn stands(&self) -> bool {
        self.government == Government::Stands
    }
}

impl Member {
    pub(crate) fn person(&self) -> Option<Person> {
        match &self.guest {
            Guest::Person { who, .. } => Some(*who),
            Guest::Bot(_) => None,
        }
    }

    pub(crate) fn name(&self) -> Option<&Name> {
        match &self.guest {
            Guest::Person { name, .. } => Some(name),
            Guest::Bot(_) => None,
        }
    }

    pub(crate) fn holder(&self) -> Holder {
        match &self.guest {
            Guest::Person { who, name } => Holder::Taken { by: *who, name: name.clone() },
            Guest::Bot(bot) => Holder::Bot { bot: bot.clone(), instead_of: None },
        }
    }
}
