//! The stored format of seat holders, and of the seats that people prefer.

use game::{Bot, Holder, Name, Person, SeatPreference};
use serde::{Deserialize, Serialize};

use super::RecordError;
use super::keys::{checked_text, seat};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum HolderRecord {
    Person(NamedPersonRecord),
    Bot { bot: String, instead_of: Option<NamedPersonRecord> },
    Nobody,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NamedPersonRecord {
    who: u64,
    name: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeatPreferenceRecord {
    Anything,
    Ranked(Vec<usize>),
    This(usize),
}

impl NamedPersonRecord {
    pub(super) fn of(who: Person, name: &Name) -> Self {
        Self { who: who.0, name: name.to_string() }
    }

    pub(super) fn named_person(&self) -> Result<(Person, Name), RecordError> {
        Ok((Person(self.who), checked_text(Name::new, &self.name)?))
    }
}

impl HolderRecord {
    pub(super) fn of(holder: &Holder) -> Self {
        match holder {
            Holder::Person { by, name } => Self::Person(NamedPersonRecord::of(*by, name)),
            Holder::Bot { bot, instead_of } => Self::Bot {
                bot: bot.to_string(),
                instead_of: instead_of.as_ref().map(|(who, name)| NamedPersonRecord::of(*who, name)),
            },
            Holder::Vacant => Self::Nobody,
        }
    }

    pub(super) fn holder(&self) -> Result<Holder, RecordError> {
        Ok(match self {
            Self::Person(person) => {
                let (by, name) = person.named_person()?;
                Holder::Person { by, name }
            }
            Self::Bot { bot, instead_of } => Holder::Bot {
                bot: checked_text(Bot::new, bot)?,
                instead_of: instead_of.as_ref().map(NamedPersonRecord::named_person).transpose()?,
            },
            Self::Nobody => Holder::Vacant,
        })
    }
}

impl SeatPreferenceRecord {
    pub(super) fn of(preference: &SeatPreference) -> Self {
        match preference {
            SeatPreference::Anything => Self::Anything,
            SeatPreference::Ranked(seats) => Self::Ranked(seats.iter().map(|seat| seat.index()).collect()),
            SeatPreference::This(seat) => Self::This(seat.index()),
        }
    }

    pub(super) fn seat_preference(&self) -> Result<SeatPreference, RecordError> {
        Ok(match self {
            Self::Anything => SeatPreference::Anything,
            Self::Ranked(seats) => {
                SeatPreference::Ranked(seats.iter().copied().map(seat).collect::<Result<_, _>>()?)
            }
            Self::This(wished) => SeatPreference::This(seat(*wished)?),
        })
    }
}
