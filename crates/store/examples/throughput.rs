//! Benchmark: appends per second to a SQLite store, with 1, 8 and 64 writers.
//!
//! `cargo run --release -p store --example throughput [FOLDER]`. The folder should be on the disk that is
//! to be measured.

use std::sync::Arc;
use std::time::{Duration, Instant};

use store::{Append, Appended, GameId, GameState, Games, Maintenance, NewEvent, NewGame, Sqlite, StoreError};

const DURATION: Duration = Duration::from_secs(3);
/// About the size of a sheet of orders.
const RECORD_BYTES: usize = 400;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), StoreError> {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, Into::into);
    let folder = folder.join(format!("detente-throughput-{}", std::process::id()));
    let store = Arc::new(Sqlite::open(&folder)?);
    for writers in [1_u8, 8, 64] {
        let began = Instant::now();
        let tasks: Vec<_> = (0..writers)
            .map(|writer| {
                tokio::spawn(write(Arc::clone(&store), [writers, writer, 0, 0, 0, 0, 0, 0, 0, 1], began))
            })
            .collect();
        let mut latencies: Vec<Duration> = Vec::new();
        for task in tasks {
            latencies.extend(task.await.map_err(|error| StoreError::Failed(error.to_string()))??);
        }
        let rate = latencies.len() as f64 / began.elapsed().as_secs_f64();
        latencies.sort_unstable();
        let at = |part: usize| latencies.get(latencies.len() * part / 100).copied().unwrap_or_default();
        println!(
            "{writers:>3} writers: {rate:>8.0} appends/s, median {:.2?}, 99 of 100 below {:.2?}",
            at(50),
            at(99)
        );
    }
    store.close().await?;
    std::fs::remove_dir_all(&folder).map_err(|error| StoreError::Failed(error.to_string()))
}

/// Appends to one game for some time; returns how long each append took.
async fn write(store: Arc<Sqlite>, bits: [u8; 10], began: Instant) -> Result<Vec<Duration>, StoreError> {
    let game = GameId::from_bits(bits);
    store
        .create(NewGame {
            id: game,
            variant: "standard".to_owned(),
            maker: 1,
            made: 0,
            listed: true,
            charter: "x".repeat(1500),
            summary: "x".repeat(200),
            state: GameState::Underway,
            due: Some(1),
            bots_due: false,
            has_news: false,
            members: vec![1, 2, 3, 4, 5, 6, 7],
            events: Vec::new(),
        })
        .await?;
    let mut latencies = Vec::new();
    while began.elapsed() < DURATION {
        let expected = latencies.len() as u64;
        let asked = Instant::now();
        let append = Append {
            game,
            expected,
            events: vec![NewEvent { at: 1, record: "x".repeat(RECORD_BYTES) }],
            nonce: Some(format!("1/{expected}")),
            summary: "x".repeat(200),
            state: GameState::Underway,
            due: Some(2),
            bots_due: false,
            has_news: false,
            bots_claimed_until: 0,
            members: None,
        };
        match store.append(append).await? {
            Appended::Done { .. } => latencies.push(asked.elapsed()),
            other @ (Appended::Conflict { .. } | Appended::Repeated { .. } | Appended::NoGame) => {
                return Err(StoreError::Failed(format!("{other:?}")));
            }
        }
    }
    Ok(latencies)
}
