//! Test support: a server in memory, and people who use it only through HTTP.
#![allow(
    dead_code,
    unreachable_pub,
    missing_debug_implementations,
    clippy::unwrap_used,
    reason = "each test uses only a part of it"
)]

pub mod player;
pub mod receivers;
pub mod socket_client;
pub mod stores;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::{App, Config};
use store::Store;
use tower::ServiceExt;

pub use stores::new_store;

/// A server whose time the test controls.
#[derive(Clone)]
pub struct TestServer {
    pub app: Arc<App>,
    pub router: Router,
    pub time: Arc<AtomicI64>,
}

/// A person with a session cookie.
#[derive(Clone)]
pub struct TestUser {
    pub server: TestServer,
    pub cookie: Option<String>,
    pub name: String,
    pub language: &'static str,
    /// Sent with each request.
    pub headers: HeaderMap,
}

#[derive(Clone, Debug)]
pub struct TestResponse {
    pub status: StatusCode,
    pub text: String,
    pub cookie: Option<String>,
    pub headers: HeaderMap,
}

/// Noon on 1 May 2026.
pub const START_TIME: i64 = 1_777_636_800;

impl TestServer {
    pub fn new() -> Self {
        Self::on(new_store())
    }

    pub fn on(store: Arc<dyn Store>) -> Self {
        let time = Arc::new(AtomicI64::new(START_TIME));
        Self::at(store, time)
    }

    pub fn at(store: Arc<dyn Store>, time: Arc<AtomicI64>) -> Self {
        let config = Config { rate: 1_000_000, ..Config::local("unused".into()) };
        Self::with_config(config, store, time)
    }

    pub fn configured(config: Config) -> Self {
        Self::with_config(config, new_store(), Arc::new(AtomicI64::new(START_TIME)))
    }

    pub fn with_config(config: Config, store: Arc<dyn Store>, time: Arc<AtomicI64>) -> Self {
        let clock = Arc::clone(&time);
        let app = App::new(config, store, Arc::new(move || clock.load(Ordering::SeqCst)));
        Self { router: server::router(Arc::clone(&app)), app, time }
    }

    pub fn advance_time(&self, seconds: i64) {
        self.time.fetch_add(seconds, Ordering::SeqCst);
    }

    pub fn now(&self) -> i64 {
        self.time.load(Ordering::SeqCst)
    }

    /// Handles all deadlines that are due, once.
    pub async fn tick(&self) -> usize {
        server::deadline_runner::tick_due_games(
            &self.app,
            &mut server::deadline_runner::OpenDueGames::default(),
        )
        .await
        .unwrap()
    }

    pub async fn sign_up(&self, name: &str, language: &'static str) -> TestUser {
        let mut guest = self.without_identity(language);
        guest.name = name.to_owned();
        let answer = guest.post("/api/me", json!({ "name": name, "language": language })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        guest.cookie = answer.cookie;
        guest
    }

    pub fn without_identity(&self, language: &'static str) -> TestUser {
        TestUser {
            server: self.clone(),
            cookie: None,
            name: String::new(),
            language,
            headers: HeaderMap::new(),
        }
    }
}

impl TestResponse {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// The id of the refusal.
    pub fn refusal_id(&self) -> String {
        assert!(!self.status.is_success(), "not refused: {}", self.text);
        self.json()["id"].as_str().unwrap().to_owned()
    }
}

impl TestUser {
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.parse().unwrap());
        self
    }

    /// Behind another address. The server must be behind a proxy.
    pub fn behind_address(self, address: &str) -> Self {
        self.with_header("x-forwarded-for", address)
    }

    pub async fn send(&self, method: &str, path: &str, body: Option<&Value>) -> TestResponse {
        let mut request = Request::builder().method(method).uri(path).header("host", "detente.test");
        request = request.header("accept-language", self.language);
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let mut request = request.header("content-type", "application/json").body(body).unwrap();
        request.headers_mut().extend(self.headers.clone());
        let response = self.server.router.clone().oneshot(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let cookie = response
            .headers()
            .get("set-cookie")
            .and_then(|cookie| cookie.to_str().ok()?.split(';').next().map(str::to_owned));
        let bytes = axum::body::to_bytes(response.into_body(), 50_000_000).await.unwrap();
        TestResponse { status, text: String::from_utf8_lossy(&bytes).into_owned(), cookie, headers }
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.send("GET", path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send("POST", path, Some(&body)).await
    }

    /// Sends a command that must succeed.
    pub async fn command(&self, game: &str, command: Value) -> Value {
        let answer = self.post(&format!("/api/games/{game}/commands"), command.clone()).await;
        assert!(answer.status.is_success(), "{} asks {command}: {}", self.name, answer.text);
        answer.json()
    }

    pub async fn refused_command(&self, game: &str, command: Value) -> String {
        self.post(&format!("/api/games/{game}/commands"), command).await.refusal_id()
    }

    pub async fn orders(&self, game: &str, body: Value) -> Value {
        let answer = self.post(&format!("/api/games/{game}/orders"), body.clone()).await;
        assert!(answer.status.is_success(), "{} orders {body}: {}", self.name, answer.text);
        answer.json()
    }

    pub async fn game(&self, game: &str) -> Value {
        let answer = self.get(&format!("/api/games/{game}")).await;
        assert!(answer.status.is_success(), "{}", answer.text);
        answer.json()
    }

    /// Creates a game and returns its id.
    pub async fn create_game(&self, body: Value) -> String {
        let answer = self.post("/api/games", body).await;
        assert!(answer.status.is_success(), "{}", answer.text);
        answer.json()["id"].as_str().unwrap().to_owned()
    }
}

/// A daily game of seven people with an hour of grace, which has started.
pub async fn game_of_seven(house: &TestServer) -> (String, Vec<TestUser>) {
    let mut people = Vec::new();
    for i in 0..7 {
        people.push(house.sign_up(&format!("P{i}"), "en").await);
    }
    let mut settings = people[0].get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["absence"] = json!({ "grace": 3600, "graces": 1, "then": "disorder" });
    let game = people[0].create_game(json!({ "preset": "daily", "settings": settings })).await;
    for guest in &people {
        guest.command(&game, json!({ "do": "join" })).await;
    }
    (game, people)
}

/// The player of a power.
pub async fn player_of<'a>(people: &'a [TestUser], game: &str, power: &str) -> &'a TestUser {
    for guest in people {
        if guest.game(game).await["viewer"]["powers"] == json!([power]) {
            return guest;
        }
    }
    panic!("nobody plays {power}");
}

/// The first event of a new listener.
pub async fn first_event(guest: &TestUser, game: &str) -> String {
    first_event_at(guest, &format!("/api/games/{game}/events")).await
}

/// The first event of a new listener at this address.
pub async fn first_event_at(guest: &TestUser, path: &str) -> String {
    let mut request = axum::http::Request::builder().uri(path);
    if let Some(cookie) = &guest.cookie {
        request = request.header("cookie", cookie);
    }
    let request = request.body(axum::body::Body::empty()).unwrap();
    let response = guest.server.router.clone().oneshot(request).await.unwrap();
    let mut stream = response.into_body().into_data_stream();
    let bytes = tokio::time::timeout(std::time::Duration::from_secs(5), stream.next()).await;
    String::from_utf8_lossy(&bytes.unwrap().unwrap().unwrap()).into_owned()
}
