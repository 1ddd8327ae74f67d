//! The tables, and how an older database becomes a newer one.

use tokio_postgres::Client;

use super::pool::full_text;
use crate::StoreError;

/// Each step brings a database one version further. A step that was released is never changed, and nodes of
/// the version before must be able to work on its result: they are replaced one after the other.
const STEPS: &[&str] = &[include_str!("schema/1.sql")];

/// Of several nodes that start at a time one migrates.
const LOCK: i64 = 0x4454_4e54;

/// Makes the tables or brings them up to date.
pub(super) async fn prepare(client: &mut Client) -> Result<(), StoreError> {
    migrate(client, STEPS).await
}

async fn migrate(client: &mut Client, steps: &[&str]) -> Result<(), StoreError> {
    let transaction = client.transaction().await.map_err(failed)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failed)?;
    let known = transaction
        .query_one("SELECT to_regclass('detente_form') IS NOT NULL, to_regclass('games') IS NOT NULL", &[])
        .await
        .map_err(failed)?;
    let version = match (known.get(0), known.get(1)) {
        (true, _) => {
            let row = transaction.query_one("SELECT version FROM detente_form", &[]).await;
            row.map_err(failed)?.get::<_, i64>(0)
        }
        (false, true) => return Err(StoreError::Damaged("this database is not one of detente's".to_owned())),
        (false, false) => 0,
    };
    let steps_done = usize::try_from(version).ok().filter(|version| *version <= steps.len());
    let steps_done = steps_done.ok_or(StoreError::TooNew { version })?;
    if steps_done == steps.len() {
        return Ok(());
    }
    if steps_done == 0 {
        let table =
            "CREATE TABLE detente_form (version BIGINT NOT NULL); INSERT INTO detente_form VALUES (0)";
        transaction.batch_execute(table).await.map_err(failed)?;
    }
    for step in &steps[steps_done..] {
        transaction.batch_execute(step).await.map_err(failed)?;
    }
    let newest = steps.len() as i64;
    transaction.execute("UPDATE detente_form SET version = $1", &[&newest]).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

#[allow(clippy::needless_pass_by_value, reason = "map_err passes it by value")]
pub(super) fn failed(error: tokio_postgres::Error) -> StoreError {
    StoreError::Failed(full_text(&error))
}
