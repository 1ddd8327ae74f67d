//! Who caused some work. Queues take turns by it, and budgets are kept for it.

use std::net::IpAddr;

use game::Person;

use crate::rate_limits::Source;

/// A person behind an address. Both are counted: a new identity behind the same address gets nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Payer {
    /// The address, or the person if the address is not known.
    pub(crate) address: Source,
    /// The person, or the address if the server does not know the caller.
    pub(crate) person: Source,
}

impl Payer {
    /// Who sends a request.
    pub(crate) fn of_request(address: IpAddr, person: Option<Person>) -> Self {
        let address = Source::of_address(address);
        Self { address, person: person.map_or(address, Source::Person) }
    }

    /// A person whose address is known only if they used this server recently.
    pub(crate) fn of_person(person: Person, address: Option<Source>) -> Self {
        let person = Source::Person(person);
        Self { address: address.unwrap_or(person), person }
    }

    /// The wider network of the address, or else the address.
    pub(crate) fn network(self) -> Source {
        self.address.network().unwrap_or(self.address)
    }

    /// Each source once.
    pub(crate) fn sources(self) -> impl Iterator<Item = Source> {
        let second = (self.person != self.address).then_some(self.person);
        std::iter::once(self.address).chain(second)
    }
}
