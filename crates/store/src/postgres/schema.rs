//! The tables, and the migrations from older versions of the schema.

use tokio_postgres::Client;

use super::pool::full_text;
use crate::StoreError;

/// The migrations, one per schema version. A released one never changes. Nodes of the version before must be
/// able to use its result, because nodes are upgraded one after the other.
const MIGRATIONS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
    include_str!("schema/6.sql"),
];

/// The advisory lock for migrations: of several nodes that start together, one migrates.
const MIGRATION_LOCK: i64 = 0x4454_4e54;

/// Creates the tables or migrates them to the newest version.
pub(super) async fn create_or_migrate(client: &mut Client) -> Result<(), StoreError> {
    migrate(client, MIGRATIONS).await
}

async fn migrate(client: &mut Client, migrations: &[&str]) -> Result<(), StoreError> {
    let transaction = client.transaction().await.map_err(store_error)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await.map_err(store_error)?;
    let known = transaction
        .query_one("SELECT to_regclass('detente_form') IS NOT NULL, to_regclass('games') IS NOT NULL", &[])
        .await
        .map_err(store_error)?;
    let version = match (known.get(0), known.get(1)) {
        (true, _) => {
            let row = transaction.query_one("SELECT version FROM detente_form", &[]).await;
            row.map_err(store_error)?.get::<_, i64>(0)
        }
        (false, true) => return Err(StoreError::Damaged("this database is not one of detente's".to_owned())),
        (false, false) => 0,
    };
    let steps_done = usize::try_from(version).ok().filter(|version| *version <= migrations.len());
    let steps_done = steps_done.ok_or(StoreError::TooNew { version })?;
    if steps_done == migrations.len() {
        return Ok(());
    }
    if steps_done == 0 {
        let table =
            "CREATE TABLE detente_form (version BIGINT NOT NULL); INSERT INTO detente_form VALUES (0)";
        transaction.batch_execute(table).await.map_err(store_error)?;
    }
    for migration in &migrations[steps_done..] {
        transaction.batch_execute(migration).await.map_err(store_error)?;
    }
    let newest = migrations.len() as i64;
    transaction.execute("UPDATE detente_form SET version = $1", &[&newest]).await.map_err(store_error)?;
    transaction.commit().await.map_err(store_error)
}

#[allow(clippy::needless_pass_by_value, reason = "map_err passes it by value")]
pub(super) fn store_error(error: tokio_postgres::Error) -> StoreError {
    StoreError::Failed(full_text(&error))
}
