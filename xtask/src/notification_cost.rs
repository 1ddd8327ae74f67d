//! `cargo xtask notification-cost`: many games due at the same moment. How long until everybody's notification is
//! queued, and how slow are requests meanwhile?

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use fault_injection::http::HttpClient;
use fault_injection::service::Folder;
use game::{
    Actor, Charter, Command, Name, Person, SeatPreference, Seconds, Settings, Timestamp, Timetable, Title,
};
use rules::Edition;
use server::{App, Config};
use store::{ChannelKind, ChannelState, GameId, NewChannel, PersonRow, Sqlite, Store};

/// Many games due at the same moment: how long until everybody's notification is queued.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 2000)]
    games: usize,
}

const PLAYERS: usize = 5;
/// Noon on 1 May 2026.
const START: i64 = 1_777_636_800;
const STAGE_SECONDS: u32 = 3 * 86_400;
const CLIENTS: usize = 2;
const MAX_WAIT: Duration = Duration::from_secs(120);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let folder = Folder::new("notification-cost")?;
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder.data())?);
    let time = Arc::new(AtomicI64::new(START));
    let clock = Arc::clone(&time);
    let config = Config { rate: 1_000_000, ..Config::local(folder.data()) };
    let app = App::new(config, store, Arc::new(move || clock.load(Ordering::SeqCst)));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let people = args.games * PLAYERS;
    runtime.block_on(prepare(&app, args.games))?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"))?;
    let address = listener.local_addr()?;
    runtime.spawn(server::serve(Arc::clone(&app), listener, std::future::pending()));
    // The beginning of the games is notified first.
    runtime.block_on(wait_for(&app, people, 1))?;
    let stop = AtomicBool::new(false);
    let (times, queued) = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(|| ask(address, &stop))).collect();
        std::thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        time.fetch_add(STAGE_SECONDS.into(), Ordering::SeqCst);
        let queued = runtime.block_on(wait_for(&app, people, 2)).map(|()| start.elapsed());
        stop.store(true, Ordering::SeqCst);
        let mut times = Vec::new();
        for client in clients {
            times.extend(client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??);
        }
        anyhow::Ok((times, queued?))
    })?;
    let mut times = times;
    times.sort_unstable();
    let at =
        |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default().as_secs_f64() * 1e3;
    println!(
        "{} games of {PLAYERS} due in one second, {people} people: judged, and all notifications and mails queued, after \
         {:.2} s; {} requests meanwhile, half within {:.1} ms, 99 of 100 within {:.0} ms, all within {:.0} ms",
        args.games,
        queued.as_secs_f64(),
        times.len(),
        at(50),
        at(99),
        times.last().copied().unwrap_or_default().as_secs_f64() * 1e3
    );
    Ok(())
}

/// People who each want a digest by mail, so that what is queued stays, and games that all started now.
async fn prepare(app: &Arc<App>, games: usize) -> anyhow::Result<()> {
    let mut running = tokio::task::JoinSet::new();
    for number in 0..games {
        let app = Arc::clone(app);
        running.spawn(async move { start_game(&app, number).await });
        if running.len() >= 64 {
            running.join_next().await.context("a task")???;
        }
    }
    while let Some(done) = running.join_next().await {
        done??;
    }
    Ok(())
}

async fn start_game(app: &Arc<App>, number: usize) -> anyhow::Result<()> {
    let refused = |refused: server::Refused| anyhow::anyhow!("{refused:?}");
    let people: Vec<u64> = (0..PLAYERS).map(|player| (number * PLAYERS + player + 1) as u64).collect();
    for id in &people {
        let row = PersonRow {
            id: *id,
            handle: format!("handle{id}"),
            name: format!("Player {id}"),
            language: "en".to_owned(),
            made: START,
            last_seen: START,
            passphrase: None,
            recovery: None,
        };
        ensure!(app.store.add_person(row).await?, "person {id}");
        let channel = NewChannel {
            person: *id,
            kind: ChannelKind::Email,
            address: format!("{{\"to\":\"email\",\"address\":\"p{id}@example.org\"}}"),
            options: "{\"content\":\"brief\",\"timing\":\"digest\"}".to_owned(),
            secret: format!("secret-{id}"),
            state: ChannelState::Active,
            made: START,
        };
        app.store.add_channel(channel).await?;
        // So late that the digest of the deadline is not sent before everything is counted.
        app.store.set_notification_settings(*id, "{\"digest_at\":\"23:59\"}").await?;
    }
    let board = &atlas::standard().board;
    let title = Title::new(&format!("Game {number}")).map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let rulebook = Settings::rulebook(board, title, PLAYERS, Edition::Y2000);
    // Everybody may talk for three days; then everybody must write orders.
    let length = Seconds::new(STAGE_SECONDS);
    let timetable =
        Timetable { first: length, diplomacy: Some(length), writing: length, ..rulebook.timetable };
    let settings = Settings { timetable, ..rulebook };
    let now = Timestamp::from_seconds(START);
    let charter = Charter::new(board, settings, Person(people[0]), number as u64, now);
    let charter = charter.map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let mut bits = [0; 10];
    bits[..8].copy_from_slice(&(number as u64 + 1).to_le_bytes());
    let id = GameId::from_bits(bits);
    let join = |person: u64| -> anyhow::Result<Command> {
        let name = Name::new(&format!("Player {person}")).map_err(|error| anyhow::anyhow!("{error:?}"))?;
        Ok(Command::Join { name, preference: SeatPreference::Anything })
    };
    let created = server::store_new_game(app, app.standard, charter, vec![join(people[0])?], false, id);
    let live_game = created.await.map_err(refused)?;
    for person in &people[1..] {
        live_game
            .execute(app, Actor::Person(Person(*person)), join(*person)?, None)
            .await
            .map_err(refused)?;
    }
    Ok(())
}

/// Waits until everybody has so many notifications on the page.
async fn wait_for(app: &App, people: usize, count: usize) -> anyhow::Result<()> {
    let until = Instant::now() + MAX_WAIT;
    let mut waiting: Vec<u64> = (1..=people as u64).collect();
    while !waiting.is_empty() {
        let mut still = Vec::new();
        for person in waiting {
            if app.store.notifications_of(person, count).await?.len() < count {
                still.push(person);
            }
        }
        waiting = still;
        tokio::time::sleep(Duration::from_millis(5)).await;
        ensure!(Instant::now() < until, "{} people were not notified", waiting.len());
    }
    Ok(())
}

/// Asks for lists of games, one after the other, and measures each answer.
fn ask(address: SocketAddr, stop: &AtomicBool) -> anyhow::Result<Vec<Duration>> {
    let mut line = HttpClient::new(address);
    let mut times = Vec::new();
    while !stop.load(Ordering::SeqCst) {
        let start = Instant::now();
        line.get("/api/games", "")?;
        times.push(start.elapsed());
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(times)
}
