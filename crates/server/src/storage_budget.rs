//! How much people, and games of bots alone, add to the store per hour.

use game::{Actor, Game, Person};
use store::NewEvent;

use crate::app::App;
use crate::payer::Payer;
use crate::refusals::{Reason, Refused};

/// How many bytes the commands of one person may add to the store per hour. A busy hour of a person who plays
/// ten games has half a megabyte.
pub(crate) const MAX_STORED_BYTES_PER_HOUR: u64 = 8 << 20;
/// How many bytes the games of bots alone of one maker may add to the store per hour. Then they wait.
pub(crate) const MAX_BOT_STORED_BYTES_PER_HOUR: u64 = 16 << 20;

/// How many bytes all people behind one address, or behind one IPv6 site, may add per hour: a new identity costs
/// nothing.
pub(crate) const MAX_ADDRESS_STORED_BYTES_PER_HOUR: u64 = 16 * MAX_STORED_BYTES_PER_HOUR;

/// Refuses if somebody, or everybody at their address together, has stored too much within an hour.
pub(crate) fn check_storage(app: &App, person: Person) -> Result<(), Refused> {
    let used_up = app.storage_budgets.check(Payer::of_person(person, None), app.now());
    let used_up = used_up.and_then(|()| match site_of(app, person) {
        Some(site) => app.address_storage_budgets.check(site, app.now()),
        None => Ok(()),
    });
    used_up.map_err(|used_up| Reason::StorageBudgetUsed.until(used_up.seconds))
}

/// Charges somebody for what was stored.
pub(crate) fn charge_person(app: &App, person: Person, bytes: u64) {
    app.storage_budgets.charge(Payer::of_person(person, None), bytes, app.now());
    if let Some(site) = site_of(app, person) {
        app.address_storage_budgets.charge(site, bytes, app.now());
    }
}

/// Everybody at the address from which somebody plays, as far as this node remembers it.
fn site_of(app: &App, person: Person) -> Option<Payer> {
    let address = app.bot_game_makers.address_of(person)?;
    let site = address.network().unwrap_or(address);
    Some(Payer { address: site, person: site })
}

/// People pay for what their commands store, and makers for games of bots alone. In other games, what bots and
/// the clock store follows from how people play.
pub(crate) fn charge_storage(app: &App, game: &Game, actor: Actor, bytes: u64) {
    match actor {
        Actor::Person(person) => charge_person(app, person, bytes),
        Actor::Bot(_) | Actor::Clock if game.is_played_by_bots_alone() => {
            app.bot_storage_budgets.charge(app.bot_game_makers.payer(game), bytes, app.now());
        }
        Actor::Bot(_) | Actor::Clock | Actor::Host => {}
    }
}

/// How many bytes these events take in the store.
pub(crate) fn stored_bytes(events: &[NewEvent]) -> u64 {
    events.iter().map(|event| event.record.len() as u64).sum()
}
