//! PostgreSQL, for several nodes that work on the same games.
//!
//! Nodes share nothing but the database. Each deed is one statement and so one transaction; of two appends
//! with the same expected version the row lets one pass. A statement whose answer was lost is sent again
//! only if twice is the same as once: appends carry a tag by which the first is found.

mod check;
mod games;
mod hints;
mod people;
mod pool;
mod schema;
mod whole;

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::task::AbortHandle;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::{Client, Config};

use self::hints::Teller;
use self::pool::Pool;
use crate::{
    Append, Appended, Backstage, CardRow, Census, Created, EventRow, GameId, GameRow, GameState, Hash, Hint,
    KeyRow, Mark, NewGame, PersonRow, Reply, ReportRow, Shun, Store, StoreError, WholeGame,
};

/// How many statements of one node run at a time.
const CONNECTIONS: u32 = 8;
/// For what need not be durable: hints, and who has taken on what is due.
const LIGHT_CONNECTIONS: u32 = 2;
/// How many games a node takes on at a time, so that there is something left for the others.
const MOST_TAKEN: usize = 64;

/// A store in a PostgreSQL database. Needs a Tokio runtime, in which its connections live.
pub struct Postgres {
    db: Pool,
    light: Arc<Pool>,
    teller: Teller,
    hints: broadcast::Sender<Hint>,
    ear: AbortHandle,
    /// The connection that keeps others out.
    stay: Option<(Client, AbortHandle)>,
}

/// Who else may work on the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Company {
    Others,
    Nobody,
}

impl fmt::Debug for Postgres {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").finish_non_exhaustive()
    }
}

impl Postgres {
    /// Connects, and makes the tables or brings them up to date. Others may do the same.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_in(url, Company::Others).await
    }

    /// The same, if nobody else works on this database; and nobody can while this is open.
    pub async fn open_alone(url: &str) -> Result<Self, StoreError> {
        Self::open_in(url, Company::Nobody).await
    }

    async fn open_in(url: &str, company: Company) -> Result<Self, StoreError> {
        let config = configure(url)?;
        let (mut client, connection) = pool::connect(&config).await?;
        let driver = tokio::spawn(connection);
        let prepared = async {
            let row = client.query_one("SHOW synchronous_commit", &[]).await.map_err(schema::failed)?;
            if row.get::<_, String>(0) == "off" {
                let said = "synchronous_commit is off, so that what is acknowledged could be lost";
                return Err(StoreError::Failed(said.to_owned()));
            }
            hints::enter(&client, company).await?;
            schema::prepare(&mut client).await
        };
        let prepared = prepared.await;
        let stay = match (&prepared, company) {
            (Ok(()), Company::Nobody) => Some((client, driver.abort_handle())),
            (Ok(()) | Err(_), Company::Others) | (Err(_), Company::Nobody) => {
                driver.abort();
                None
            }
        };
        prepared?;
        let light = Arc::new(Pool::new(light(&config), LIGHT_CONNECTIONS));
        let (hints, ear) = hints::hear(config.clone(), company);
        Ok(Self {
            db: Pool::new(config, CONNECTIONS),
            teller: Teller::start(Arc::clone(&light)),
            light,
            hints,
            ear,
            stay,
        })
    }

    /// Tells the other nodes.
    fn tell(&self, game: GameId, version: u64) {
        self.teller.tell(game, version);
    }
}

/// What the address says, with our own manners.
fn configure(url: &str) -> Result<Config, StoreError> {
    // The error does not repeat the address: there may be a password in it.
    let mut config = Config::from_str(url)
        .map_err(|_| StoreError::Failed("this is not the address of a PostgreSQL database".to_owned()))?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(2));
    }
    if config.get_application_name().is_none() {
        config.application_name("detente");
    }
    // Of several hosts, the one that takes writes.
    config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    config.keepalives_idle(Duration::from_secs(5));
    config.keepalives_interval(Duration::from_secs(2));
    config.keepalives_retries(2);
    config.tcp_user_timeout(Duration::from_secs(5));
    Ok(config)
}

/// Connections that do not wait for the disk.
fn light(config: &Config) -> Config {
    let mut light = config.clone();
    let asked = config.get_options().unwrap_or_default();
    light.options(format!("{asked} -c synchronous_commit=off"));
    light
}

/// A number that no other append has: the system's chance is in every new state.
fn tag() -> i64 {
    RandomState::new().build_hasher().finish().cast_signed()
}

/// A version above every other: look again.
const LOOK: u64 = u64::MAX;

impl Store for Postgres {
    fn create(&self, new: NewGame) -> Reply<'_, Created> {
        Box::pin(async move { games::create(&self.db, &new, tag()).await })
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        Box::pin(async move {
            let done = games::append(&self.db, &append, tag()).await?;
            if let Appended::Done { version } = done {
                self.tell(append.game, version);
            }
            Ok(done)
        })
    }

    fn done(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>> {
        let nonce = nonce.to_owned();
        Box::pin(async move { games::done(&self.db, id, &nonce).await })
    }

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>> {
        Box::pin(games::game(&self.db, id))
    }

    fn marks(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, Mark)>> {
        Box::pin(async move { games::marks(&self.db, &ids).await })
    }

    fn events(&self, id: GameId, after: u64, most: usize) -> Reply<'_, Vec<EventRow>> {
        Box::pin(games::events(&self.db, id, after, most))
    }

    fn due(&self, now: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(games::due(&self.db, now, most))
    }

    fn take_due(&self, now: i64, until: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(games::take_due(&self.light, now, until, most.min(MOST_TAKEN)))
    }

    fn next_due(&self) -> Reply<'_, Option<i64>> {
        Box::pin(games::next_due(&self.db))
    }

    fn errands(&self, most: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(games::errands(&self.db, most))
    }

    fn take_errands(&self, now: i64, until: i64, most: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(games::take_errands(&self.light, now, until, most.min(MOST_TAKEN)))
    }

    fn listed(&self, state: Option<GameState>, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>> {
        Box::pin(games::listed(&self.db, state, before, most))
    }

    fn every_game(&self, before: Option<u64>, most: usize) -> Reply<'_, Vec<CardRow>> {
        Box::pin(games::every_game(&self.db, before, most))
    }

    fn games_of(&self, person: u64, most: usize) -> Reply<'_, Vec<CardRow>> {
        Box::pin(games::games_of(&self.db, person, most))
    }

    fn count_games_of_maker(&self, maker: u64) -> Reply<'_, u64> {
        Box::pin(games::count_games_of_maker(&self.db, maker))
    }

    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool> {
        Box::pin(async move {
            let done = games::redact(&self.db, id, version, &record).await?;
            self.tell(id, LOOK);
            Ok(done)
        })
    }

    fn delete_game(&self, id: GameId) -> Reply<'_, bool> {
        Box::pin(async move {
            let done = games::delete(&self.db, id).await?;
            self.tell(id, LOOK);
            Ok(done)
        })
    }

    fn add_person(&self, row: PersonRow) -> Reply<'_, bool> {
        Box::pin(async move { people::add_person(&self.db, &row).await })
    }

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>> {
        Box::pin(people::person(&self.db, id))
    }

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>> {
        let handle = handle.to_owned();
        Box::pin(async move { people::person_by_handle(&self.db, &handle).await })
    }

    fn person_by_recovery(&self, hash: Hash) -> Reply<'_, Option<PersonRow>> {
        Box::pin(people::person_by_recovery(&self.db, hash))
    }

    fn update_person(&self, row: PersonRow) -> Reply<'_, bool> {
        Box::pin(async move { people::update_person(&self.db, &row).await })
    }

    fn delete_person(&self, id: u64) -> Reply<'_, bool> {
        Box::pin(people::delete_person(&self.db, id))
    }

    fn add_key(&self, row: KeyRow) -> Reply<'_, bool> {
        Box::pin(async move { people::add_key(&self.db, &row).await })
    }

    fn key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>> {
        Box::pin(people::key(&self.db, hash))
    }

    fn take_key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>> {
        Box::pin(people::take_key(&self.db, hash))
    }

    fn drop_key(&self, hash: Hash, person: u64) -> Reply<'_, bool> {
        Box::pin(people::drop_key(&self.db, hash, person))
    }

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>> {
        Box::pin(people::keys_of(&self.db, person))
    }

    fn drop_expired_keys(&self, now: i64) -> Reply<'_, u64> {
        Box::pin(people::drop_expired_keys(&self.db, now))
    }

    fn set_shun(&self, person: u64, other: u64, shun: Option<Shun>) -> Reply<'_, ()> {
        Box::pin(people::set_shun(&self.db, person, other, shun))
    }

    fn shuns(&self, person: u64) -> Reply<'_, Vec<(u64, Shun)>> {
        Box::pin(people::shuns(&self.db, person))
    }

    fn add_report(&self, row: ReportRow) -> Reply<'_, ()> {
        Box::pin(async move { people::add_report(&self.db, &row).await })
    }

    fn reports(&self, most: usize) -> Reply<'_, Vec<ReportRow>> {
        Box::pin(people::reports(&self.db, most))
    }

    fn check(&self) -> Reply<'_, Vec<String>> {
        Box::pin(check::faults(&self.db))
    }

    fn census(&self, now: i64) -> Reply<'_, Census> {
        Box::pin(whole::census(&self.db, now))
    }

    fn people_after(&self, after: Option<u64>, most: usize) -> Reply<'_, Vec<PersonRow>> {
        Box::pin(whole::people(&self.db, after, most))
    }

    fn reports_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, ReportRow)>> {
        Box::pin(whole::reports(&self.db, after, most))
    }

    fn games_after(&self, after: u64, most: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        Box::pin(whole::games(&self.db, after, most))
    }

    fn backstage(&self, id: GameId) -> Reply<'_, Backstage> {
        Box::pin(whole::backstage(&self.db, id))
    }

    fn put(&self, game: WholeGame) -> Reply<'_, bool> {
        Box::pin(async move { whole::put(&self.db, &game, tag()).await })
    }

    fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        Some(self.hints.subscribe())
    }

    fn close(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            self.ear.abort();
            if let Some((_, driver)) = &self.stay {
                driver.abort();
            }
            self.db.close().await;
            self.light.close().await;
            Ok(())
        })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.ear.abort();
        if let Some((_, driver)) = &self.stay {
            driver.abort();
        }
    }
}
