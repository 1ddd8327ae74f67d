//! Who sits where, and what they would like.

use game::{Bot, Holder, Name, Person, Wish};
use serde::{Deserialize, Serialize};

use super::RecordFault;
use super::keys::{checked, seat};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum HolderRecord {
    Person(NamedRecord),
    Bot { bot: String, instead_of: Option<NamedRecord> },
    Nobody,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NamedRecord {
    who: u64,
    name: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WishRecord {
    Anything,
    Ranked(Vec<usize>),
    This(usize),
}

impl NamedRecord {
    pub(super) fn of(who: Person, name: &Name) -> Self {
        Self { who: who.0, name: name.to_string() }
    }

    pub(super) fn named(&self) -> Result<(Person, Name), RecordFault> {
        Ok((Person(self.who), checked(Name::new, &self.name)?))
    }
}

impl HolderRecord {
    pub(super) fn of(holder: &Holder) -> Self {
        match holder {
            Holder::Taken { by, name } => Self::Person(NamedRecord::of(*by, name)),
            Holder::Bot { bot, instead_of } => Self::Bot {
                bot: bot.to_string(),
                instead_of: instead_of.as_ref().map(|(who, name)| NamedRecord::of(*who, name)),
            },
            Holder::GivenUp => Self::Nobody,
        }
    }

    pub(super) fn holder(&self) -> Result<Holder, RecordFault> {
        Ok(match self {
            Self::Person(person) => {
                let (by, name) = person.named()?;
                Holder::Taken { by, name }
            }
            Self::Bot { bot, instead_of } => Holder::Bot {
                bot: checked(Bot::new, bot)?,
                instead_of: instead_of.as_ref().map(NamedRecord::named).transpose()?,
            },
            Self::Nobody => Holder::GivenUp,
        })
    }
}

impl WishRecord {
    pub(super) fn of(wish: &Wish) -> Self {
        match wish {
            Wish::Anything => Self::Anything,
            Wish::Ranked(seats) => Self::Ranked(seats.iter().map(|seat| seat.index()).collect()),
            Wish::This(seat) => Self::This(seat.index()),
        }
    }

    pub(super) fn wish(&self) -> Result<Wish, RecordFault> {
        Ok(match self {
            Self::Anything => Wish::Anything,
            Self::Ranked(seats) => Wish::Ranked(seats.iter().copied().map(seat).collect::<Result<_, _>>()?),
            Self::This(wished) => Wish::This(seat(*wished)?),
        })
    }
}
