//! Many games with a deadline in the same second.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::listeners;
use super::submissions::SHEETS;
use fault_injection::http::HttpClient;
use fault_injection::seat::list;
use fault_injection::service::Service;
use fault_injection::setup;

/// The maximum number of open games per person.
const MAX_OPEN_GAMES: usize = 50;
const CLIENTS: usize = 8;

pub(super) fn run(service: &Service, count: usize) -> anyhow::Result<()> {
    let mut line = HttpClient::new(service.address);
    let mut settings = setup::settings(&mut line, 1)?;
    // The time for a few games predicts the time for all of them.
    let start = Instant::now();
    create_games(service, &with_far_deadline(&settings), 4)?;
    let needed = start.elapsed().mul_f64(count as f64 / 4.0 / 2.0) + Duration::from_secs(45);
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    let due = ((now + needed).as_secs() / 60 + 1) * 60;
    let at = format!("{:02}:{:02}", due / 3600 % 24, due / 60 % 60);
    settings["timetable"]["hours"] =
        json!({ "zone": "UTC", "at": at, "days": [true, true, true, true, true, true, true] });

    let share = count.div_ceil(CLIENTS).min(MAX_OPEN_GAMES);
    let shares: Vec<usize> = (0..count.div_ceil(share)).map(|i| share.min(count - i * share)).collect();
    let mut games = Vec::new();
    for shares in shares.chunks(CLIENTS) {
        let laid = std::thread::scope(|scope| {
            let clients: Vec<_> =
                shares.iter().map(|share| scope.spawn(|| create_games(service, &settings, *share))).collect();
            let laid = clients
                .into_iter()
                .map(|one| one.join().map_err(|_| anyhow::anyhow!("a client panicked"))?);
            laid.collect::<anyhow::Result<Vec<_>>>()
        })?;
        games.extend(laid.concat());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listeners = runtime.block_on(listeners::connect(service.address, &games))?;
    let left = Duration::from_secs(due).checked_sub(SystemTime::now().duration_since(UNIX_EPOCH)?);
    let left = left.context("the deadline came before everybody was ready: this machine is too busy")?;
    let deadline = Instant::now() + left;
    let hearing: Vec<_> = listeners
        .into_iter()
        .map(|mut listener| runtime.spawn(async move { listener.wait_for_event("\"records\":1,").await }))
        .collect();
    let mut times = Vec::new();
    for one in hearing {
        let heard = runtime
            .block_on(async { tokio::time::timeout(left + Duration::from_secs(60), one).await })???;
        ensure!(heard >= deadline, "a game was judged before its time");
        times.push(heard - deadline);
    }
    times.sort_unstable();
    println!(
        "{count} games due in one second: judged and announced within {:.0} ms (half of them within {:.0} ms)",
        times.last().copied().unwrap_or_default().as_secs_f64() * 1e3,
        times.get(count / 2).copied().unwrap_or_default().as_secs_f64() * 1e3
    );
    Ok(())
}

fn with_far_deadline(settings: &Value) -> Value {
    let mut settings = settings.clone();
    settings["timetable"]["first"] = json!(86_400);
    settings
}

/// Creates games for seven with all sheets submitted.
fn create_games(service: &Service, settings: &Value, count: usize) -> anyhow::Result<Vec<String>> {
    let mut line = HttpClient::new(service.address);
    let people = setup::create_people(&mut line, "Neighbour", 7)?;
    let mut games = Vec::new();
    for _ in 0..count {
        let game = setup::create_game(&mut line, settings, &people)?;
        for person in &people {
            let view = line.get(&format!("/api/games/{game}"), person)?;
            let own = list(&view["viewer"]["powers"]).first().context("a power")?;
            let (_, [text, _]) = SHEETS.iter().find(|(power, _)| own == power).context("a known power")?;
            line.post(&format!("/api/games/{game}/orders"), person, &json!({ "text": text }))?;
        }
        games.push(game);
    }
    Ok(games)
}
