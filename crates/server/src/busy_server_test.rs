//! What a busy server does: whose bots are served, and what happens to a deadline when bots are late. The tests
//! keep the only place for bots occupied, so that nothing depends on how fast a bot thinks.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use bots::Budget;
use game::{Actor, Command, Person, RecordStatus, Seconds, Viewer};
use serde_json::json;
use store::{GameId, Memory, Store};

use crate::app::{App, MAX_LIVE_GAMES};
use crate::bot_runner::{LATE_WORK_UNITS, bot_budget};
use crate::config::Config;
use crate::deadline_runner::{OpenDueGames, tick_due_games};
use crate::fair_queue::Priority;
use crate::live_game::LiveGame;
use crate::new_game::make_game;
use crate::payer::Payer;
use crate::rate_limits::Source;
use crate::refusals::{Reason, Refused};
use crate::work_pool::Place;

const START: i64 = 1_777_636_800;
/// Whoever keeps the place for bots occupied.
const OCCUPIER: Payer = Payer { address: Source::Person(Person(99)), person: Source::Person(Person(99)) };

struct BusyServer {
    app: Arc<App>,
    time: Arc<AtomicI64>,
    open: OpenDueGames,
}

impl BusyServer {
    /// A server with one place for bots, and that place, so that no bot can think.
    async fn new() -> (Self, Place) {
        let time = Arc::new(AtomicI64::new(START));
        let clock = Arc::clone(&time);
        let config = Config { max_cpu_tasks: 1, ..Config::local("unused".into()) };
        let store: Arc<dyn Store> = Arc::new(Memory::default());
        let app = App::new(config, store, Arc::new(move || clock.load(Ordering::SeqCst)));
        let place = app.bot_pool.enter(OCCUPIER, Priority::Usual).await.expect("a free place");
        (Self { app, time, open: OpenDueGames::default() }, place)
    }

    /// A game of seven whose maker plays, or does not play, with bots in the other seats.
    async fn game(&self, maker: u64, join: bool, bot: &str) -> Arc<LiveGame> {
        let bots = vec![bot; if join { 6 } else { 7 }];
        let body = json!({ "preset": "daily", "join": join, "bots": bots });
        let body = serde_json::from_value(body).expect("a new game");
        let english = self.app.standard.english();
        let address = Source::of_address(IpAddr::from([192, 0, 2, maker as u8]));
        self.app.bot_game_makers.remember_person(Person(maker), address);
        let waiting = self.app.bot_pool.waiting();
        let made = make_game(&self.app, Person(maker), "Ann", &body, english, address).await;
        let live_game = made.expect("a game");
        while self.app.bot_pool.waiting() < waiting + live_game.game().bots_due().len() {
            tokio::task::yield_now().await;
        }
        live_game
    }

    /// Waits until the bots of a game owe no orders.
    async fn wait_for_bots(&self, live_game: &LiveGame) {
        let mut changes = live_game.subscribe();
        while !live_game.game().bots_due().is_empty() {
            changes.changed().await.expect("the game is in memory");
        }
    }

    /// Sets the time to this many seconds after the deadline of the game, and ticks what is due.
    async fn tick_after_deadline(&mut self, live_game: &LiveGame, due: i64, seconds: i64) -> usize {
        self.time.store(due + seconds, Ordering::SeqCst);
        tick_due_games(&self.app, &mut self.open).await.expect("a store");
        records(live_game)
    }
}

fn records(live_game: &LiveGame) -> usize {
    let game = live_game.game();
    game.view(Viewer::Master).history.iter().filter(|(_, status)| *status == RecordStatus::Active).count()
}

fn seats_in_disorder(live_game: &LiveGame) -> usize {
    let game = live_game.game();
    let seats = game.view(Viewer::Master).seats;
    seats.iter().filter(|seat| seat.government == game::Government::InDisorder).count()
}

async fn hand_in(server: &BusyServer, live_game: &Arc<LiveGame>, maker: u64) -> Result<u64, Refused> {
    let paper = rules::Orders::none(live_game.content.board(), rules::PhaseKind::Movement);
    let command = Command::SubmitOrders { paper, dated: None, readiness: game::Readiness::Undecided };
    live_game.execute(&server.app, Actor::Person(Person(maker)), command, None).await
}

#[tokio::test]
async fn bots_of_a_game_with_people_come_before_a_flood_of_games_without() {
    let (server, place) = BusyServer::new().await;
    for maker in 1..=4 {
        for _ in 0..10 {
            server.game(maker, false, "novice").await;
        }
    }
    let played = server.game(5, true, "novice").await;
    assert_eq!(server.app.bot_pool.waiting(), 40 * 7 + 6);
    drop(place);
    server.wait_for_bots(&played).await;
    let sheets = server.app.metrics.bot_sheets.get();
    assert!(sheets < 30, "{sheets} of 286 bots were served before the six bots of the game with a person");
}

#[tokio::test]
async fn one_maker_with_many_games_takes_one_share() {
    let (server, place) = BusyServer::new().await;
    for _ in 0..20 {
        server.game(1, true, "novice").await;
    }
    let other = server.game(2, true, "novice").await;
    drop(place);
    server.wait_for_bots(&other).await;
    let sheets = server.app.metrics.bot_sheets.get();
    assert!(sheets < 30, "{sheets} of 126 bots were served before the six bots of the other game");
}

#[tokio::test]
async fn bots_of_somebody_who_has_used_little_come_before_those_of_heavy_users() {
    let (server, place) = BusyServer::new().await;
    for maker in 1..=4 {
        for _ in 0..6 {
            server.game(maker, true, "novice").await;
        }
        let payer = Payer::of_request(IpAddr::from([192, 0, 2, maker as u8]), Some(Person(maker)));
        place.note_use(payer, 10_000_000);
    }
    let other = server.game(5, true, "novice").await;
    drop(place);
    server.wait_for_bots(&other).await;
    let sheets = server.app.metrics.bot_sheets.get();
    // Those that ran already, and what is served while this test looks. By turns it would be 30.
    assert!(sheets <= 15, "{sheets} of 150 bots were served before the six bots of the other game");
}

#[tokio::test]
async fn a_deadline_waits_for_bots_that_the_server_has_not_run() {
    let (mut server, place) = BusyServer::new().await;
    let live_game = server.game(1, true, "master").await;
    hand_in(&server, &live_game, 1).await.expect("in time");
    let due = live_game.game().due().expect("a deadline").seconds();
    for seconds in [0, 2, 3] {
        assert_eq!(server.tick_after_deadline(&live_game, due, seconds).await, 0, "after {seconds} s");
        let late = hand_in(&server, &live_game, 1).await;
        assert_eq!(late, Err(Reason::TooLate.into()), "people are late after {seconds} s");
    }
    assert_eq!(server.app.metrics.bot_hold.count(), 0);
    // The place is still occupied. All six answer at once, with a small budget.
    assert_eq!(server.tick_after_deadline(&live_game, due, 4).await, 1);
    assert_eq!(seats_in_disorder(&live_game), 0);
    assert_eq!(server.app.metrics.bot_hold.count(), 1, "it is measured");
    drop(place);
}

#[tokio::test]
async fn a_held_deadline_closes_when_the_last_bot_has_handed_in() {
    let (mut server, place) = BusyServer::new().await;
    let live_game = server.game(1, true, "novice").await;
    hand_in(&server, &live_game, 1).await.expect("in time");
    let due = live_game.game().due().expect("a deadline").seconds();
    assert_eq!(server.tick_after_deadline(&live_game, due, 0).await, 0);
    drop(place);
    server.wait_for_bots(&live_game).await;
    assert_eq!(records(&live_game), 0, "the person is not ready, so only the clock closes the stage");
    // The deadline runner is woken, so that it does not wait for its next round.
    server.app.due_sooner.notified().await;
    assert_eq!(server.tick_after_deadline(&live_game, due, 1).await, 1);
    assert_eq!(seats_in_disorder(&live_game), 0);
}

#[tokio::test]
async fn a_server_that_was_down_lets_its_bots_answer_before_the_deadline_is_handled() {
    let (mut server, _place) = BusyServer::new().await;
    let live_game = server.game(1, true, "strong").await;
    hand_in(&server, &live_game, 1).await.expect("in time");
    let due = live_game.game().due().expect("a deadline").seconds();
    assert_eq!(server.tick_after_deadline(&live_game, due, 100_000).await, 1);
    assert_eq!(seats_in_disorder(&live_game), 0);
}

#[tokio::test]
async fn bots_of_a_maker_without_budget_wait_and_are_not_lost() {
    let (mut server, place) = BusyServer::new().await;
    let config = &server.app.config;
    let budget_us = u64::from(config.work_seconds_per_hour) * 1_000_000;
    let payer = |maker: u8| Payer::of_request(IpAddr::from([192, 0, 2, maker]), Some(Person(maker.into())));
    server.app.work_budgets.charge(payer(1), budget_us + 1, server.app.now());
    drop(place);
    // The tasks of its bots end at once, so this does not wait for them.
    let body = json!({ "preset": "daily", "bots": vec!["hold"; 7] });
    let body = serde_json::from_value(body).expect("a new game");
    let (english, address) = (server.app.standard.english(), payer(1).address);
    server.app.bot_game_makers.remember_person(Person(1), address);
    let made = make_game(&server.app, Person(1), "Ann", &body, english, address).await;
    let unpaid = made.expect("a game");
    let other = server.game_that_runs(2).await;
    server.wait_for_bots(&other).await;
    assert_eq!(unpaid.game().bots_due().len(), 7, "they wait");
    let due = unpaid.game().due().expect("a deadline").seconds();
    // There is budget again by then, so that they may also have answered in the next phase.
    assert!(server.tick_after_deadline(&unpaid, due, 4).await >= 1, "they answer at the deadline");
    assert_eq!(seats_in_disorder(&unpaid), 0);
}

#[tokio::test]
async fn what_a_person_stores_within_an_hour_is_bounded() {
    let (server, _place) = BusyServer::new().await;
    let live_game = server.game(1, true, "hold").await;
    let say = async || {
        let text = game::Text::new(&"x".repeat(4000)).expect("a text");
        let command = Command::Announce { text, sketch: None };
        live_game.execute(&server.app, Actor::Person(Person(1)), command, None).await
    };
    let writer = Payer::of_person(Person(1), None);
    server.app.storage_budgets.charge(
        writer,
        crate::storage_budget::MAX_STORED_BYTES_PER_HOUR - 8000,
        server.app.now(),
    );
    say().await.expect("the first message fits");
    say().await.expect("the second one begins below the bound");
    let refused = say().await.expect_err("above the bound");
    assert_eq!(refused.reason, Reason::StorageBudgetUsed);
    let seconds = refused.retry_after_seconds.expect("it says when");
    server.time.fetch_add(i64::from(seconds), Ordering::SeqCst);
    say().await.expect("there is room again");
}

/// A new identity costs nothing, so all people at one address together are limited too.
#[tokio::test]
async fn what_one_address_stores_within_an_hour_is_bounded() {
    let (server, _place) = BusyServer::new().await;
    let live_game = server.game(1, true, "hold").await;
    let elsewhere = server.game(2, true, "hold").await;
    let say = async |live_game: &Arc<LiveGame>, person| {
        let text = game::Text::new("words").expect("a text");
        let command = Command::Announce { text, sketch: None };
        live_game.execute(&server.app, Actor::Person(Person(person)), command, None).await
    };
    // Many people at the address of the first one.
    let address = server.app.bot_game_makers.address_of(Person(1)).expect("it is remembered");
    for person in 100..116 {
        server.app.bot_game_makers.remember_person(Person(person), address);
        let bytes = crate::storage_budget::MAX_STORED_BYTES_PER_HOUR;
        crate::storage_budget::charge_person(&server.app, Person(person), bytes);
    }
    let refused = say(&live_game, 1).await.expect_err("the address is above its bound");
    assert_eq!(refused.reason, Reason::StorageBudgetUsed);
    say(&elsewhere, 2).await.expect("another address");
}

impl BusyServer {
    /// A game with one person, whose bots may have handed in already.
    async fn game_that_runs(&self, maker: u64) -> Arc<LiveGame> {
        let body = json!({ "preset": "daily", "join": true, "bots": vec!["hold"; 6] });
        let body = serde_json::from_value(body).expect("a new game");
        let address = Source::of_address(IpAddr::from([192, 0, 2, maker as u8]));
        let made = make_game(&self.app, Person(maker), "Ann", &body, self.app.standard.english(), address);
        made.await.expect("a game")
    }
}

#[tokio::test]
async fn a_bot_that_starts_to_think_long_after_the_deadline_gets_a_small_budget() {
    let (server, _place) = BusyServer::new().await;
    let game = server.game(1, true, "master").await.game();
    let due = game.due().expect("a deadline");
    let after = |seconds| bot_budget(&game, due.plus(Seconds::new(seconds)));
    assert_eq!([after(0), after(2)], [Budget::Usual; 2]);
    assert_eq!([after(3), after(100_000)], [Budget::AtMost(LATE_WORK_UNITS); 2]);
}

/// Somebody opens thousands of games: those that people play need not be read again.
#[tokio::test]
async fn a_game_in_use_stays_in_memory_while_a_stranger_opens_thousands() {
    let (server, _place) = BusyServer::new().await;
    let sample = server.game(1, true, "hold").await;
    let add = |n: usize| {
        let mut bits = [1; 10];
        bits[..8].copy_from_slice(&n.to_be_bytes());
        let game = game::Game::clone(&sample.game());
        let live_game = LiveGame::new(GameId::from_bits(bits), sample.content, false, game);
        server.app.add_live_game(Arc::new(live_game)).id
    };
    let played = add(0);
    for n in 1..=3 * MAX_LIVE_GAMES {
        add(n);
        // Only the copy in memory is there: without it, the game would be unknown.
        if n % 500 == 0 {
            assert!(server.app.live_game(played).await.is_ok(), "removed after {n} others");
        }
    }
    assert!(server.app.loaded_games().len() <= MAX_LIVE_GAMES);
}
