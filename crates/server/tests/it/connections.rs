//! Connections over real sockets: slow and silent clients, and floods from one address, while others play.

use std::time::Duration;

use serde_json::json;
use server::{Config, Limits, LocalPeers, Timeouts, TrustedProxies};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use crate::support::socket_client::{SocketClient, SocketServer};

/// Timeouts that no test reaches by accident.
const PATIENT: Timeouts = Timeouts {
    head: Duration::from_secs(600),
    body: Duration::from_secs(600),
    write: Duration::from_secs(600),
};
const SHORT: Duration = Duration::from_millis(150);

fn limits() -> Limits {
    Limits { timeouts: PATIENT, ..Limits::for_open_files(Config::DEFAULT_OPEN_FILES) }
}

async fn start(limits: Limits) -> SocketServer {
    SocketServer::start(Config { rate: 1_000_000, limits, ..Config::local("unused".into()) }).await
}

/// A player at 127.0.0.`host` who has created a game, and the path of the game.
async fn player_with_game(server: &SocketServer, host: u8) -> (SocketClient, String) {
    let mut player = server.connect(host).await;
    player.sign_up("Ann").await;
    let game = player.post("/api/games", &json!({ "preset": "daily" })).await.unwrap();
    let path = format!("/api/games/{}", game.json()["id"].as_str().unwrap());
    (player, path)
}

#[tokio::test]
async fn a_slow_head_ends_the_connection() {
    let server = start(Limits { timeouts: Timeouts { head: SHORT, ..PATIENT }, ..limits() }).await;
    assert_eq!(server.connect(2).await.send_slowly("GET /api/me HTTP/1.1\r\nx: ").await, "");
    assert_eq!(server.connect(2).await.send_slowly("").await, "", "not even a method");
}

#[tokio::test]
async fn a_slow_body_is_refused() {
    let server = start(Limits { timeouts: Timeouts { body: SHORT, ..PATIENT }, ..limits() }).await;
    let head = "POST /api/me HTTP/1.1\r\nhost: detente.test\r\ncontent-length: 100000\r\n\r\n{";
    let answer = server.connect(2).await.send_slowly(head).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("\"too_slow\""), "{answer}");
}

#[tokio::test]
async fn a_large_head_is_refused() {
    let server = start(limits()).await;
    for (size, status) in [(32_000, 200), (33_000, 431), (200_000, 431)] {
        let mut client = server.connect(2).await.with_header("x-large", &"x".repeat(size));
        // The rest of the head is not read, so the answer may get lost with the connection.
        let answer = client.get("/api/me").await.map_or(431, |answer| answer.status);
        assert_eq!(answer, status, "{size}");
    }
}

#[tokio::test]
async fn an_answer_that_nobody_reads_is_dropped() {
    let server = start(Limits { timeouts: Timeouts { write: SHORT, ..PATIENT }, ..limits() }).await;
    let mut reader = server.connect(3).await;
    let size = reader.get("/api/board").await.unwrap().text.len();
    // Far more than the buffers of both sockets.
    let count = 100_000_000 / size;
    let mut silent = server.connect(2).await;
    let requests = "GET /api/board HTTP/1.1\r\nhost: detente.test\r\n\r\n".repeat(count);
    // The server stops reading when it cannot write, and ends the connection.
    let _ = silent.stream.write_all(requests.as_bytes()).await;
    while server.metric("detente_connections").await > 1 {
        tokio::task::yield_now().await;
    }
    let mut received = 0;
    while let Ok(answer) = silent.answer().await {
        received += answer.text.len();
    }
    assert!(received < size * count, "everything was sent");
    assert_eq!(reader.get("/api/me").await.unwrap().status, 200, "whoever reads is served");
}

#[tokio::test]
async fn a_thousand_streams_from_one_address_do_not_stop_a_player_at_another() {
    let limits = limits();
    let server = start(limits).await;
    let (mut player, game) = player_with_game(&server, 3).await;
    let events = format!("{game}/events");
    let (mut open, mut refused_streams, mut refused_connections) = (Vec::new(), 0, 0);
    for _ in 0..1000 {
        let mut stranger = server.connect(2).await;
        let answer = stranger.get(&events).await.unwrap();
        match answer.refusal_id().as_str() {
            "" => open.push(stranger),
            "too_many_streams" => {
                refused_streams += 1;
                open.push(stranger);
            }
            "too_many_connections" => {
                assert_eq!(answer.header("retry-after"), Some("1"));
                assert_eq!(answer.json()["most"], limits.max_connections_per_address);
                refused_connections += 1;
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(open.len(), limits.max_connections_per_address);
    assert_eq!(open.len() - refused_streams, limits.max_streams_per_address);
    assert_eq!(refused_connections, 1000 - limits.max_connections_per_address);
    assert_eq!(server.metric("detente_connections_refused_total").await, refused_connections as u64);
    // The player listens, acts, and hears of it. So do the strangers' streams.
    let mut listener = server.connect(3).await;
    listener.headers = player.headers.clone();
    assert_eq!(listener.get(&events).await.unwrap().status, 200);
    let version = player.get(&game).await.unwrap().json()["version"].as_u64().unwrap();
    let joined = player.post(&format!("{game}/commands"), &json!({ "do": "join" })).await.unwrap();
    assert_eq!(joined.status, 200, "{}", joined.text);
    let wanted = format!("\"version\":{},", version + 1);
    listener.event(&wanted).await.unwrap();
    open[0].event(&wanted).await.unwrap();
    // What the stranger closes makes room again.
    drop(open);
    while server.metric("detente_connections").await > 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.connect(2).await.get(&events).await.unwrap().status, 200);
}

#[tokio::test]
async fn a_connection_is_refused_in_its_language() {
    let server = start(Limits { max_connections_per_address: 1, ..limits() }).await;
    let mut first = server.connect(2).await;
    assert_eq!(first.get("/api/me").await.unwrap().status, 200);
    let mut sentences = Vec::new();
    for language in ["en", "nl", "fr", "es", "de"] {
        let mut second = server.connect(2).await.with_header("accept-language", language);
        let answer = second.post("/api/me", &json!({ "name": "Ann" })).await.unwrap();
        assert_eq!((answer.status, answer.header("connection")), (429, Some("close")));
        sentences.push(answer.json()["message"].as_str().unwrap().to_owned());
    }
    sentences.sort();
    sentences.dedup();
    assert_eq!(sentences.len(), 5, "{sentences:?}");
}

#[tokio::test]
async fn administrators_are_answered_when_all_connections_are_taken() {
    let server = start(Limits { max_connections: 8, max_connections_per_address: 2, ..limits() }).await;
    let mut open = Vec::new();
    for host in 2..6 {
        for _ in 0..2 {
            let mut client = server.connect(host).await;
            assert_eq!(client.get("/api/me").await.unwrap().status, 200);
            open.push(client);
        }
    }
    let answer = server.connect(6).await.get("/api/me").await.unwrap();
    assert_eq!((answer.status, answer.refusal_id().as_str()), (503, "busy"));
    for path in ["/", "/metrics", "/health", "/ready"] {
        let mut administrator = SocketClient::connect(1, server.admin).await;
        assert_eq!(administrator.get(path).await.unwrap().status, 200, "{path}");
    }
    assert_eq!(server.metric("detente_connections").await, 8);
    open.pop();
    while server.metric("detente_connections").await == 8 {
        tokio::task::yield_now().await;
    }
    assert_eq!(server.connect(6).await.get("/api/me").await.unwrap().status, 200, "room again");
}

#[tokio::test]
async fn a_person_has_a_limit_of_streams_at_all_addresses_together() {
    let server = start(Limits { max_streams_per_person: 2, ..limits() }).await;
    let (player, game) = player_with_game(&server, 2).await;
    let events = format!("{game}/events");
    let mut open = Vec::new();
    for (host, status) in [(2, 200), (3, 200), (4, 429)] {
        let mut listener = server.connect(host).await;
        listener.headers = player.headers.clone();
        let answer = listener.get(&events).await.unwrap();
        assert_eq!(answer.status, status);
        open.push(listener);
    }
    assert_eq!(server.connect(4).await.get(&events).await.unwrap().status, 200, "another person");
}

#[tokio::test]
async fn behind_a_proxy_each_client_address_has_its_own_limit() {
    let limits = Limits { max_connections_per_address: 3, max_streams_per_address: 3, ..limits() };
    let proxies = TrustedProxies { local_peers: LocalPeers::AreProxies, networks: Vec::new() };
    let config = Config { rate: 1_000_000, limits, proxies, ..Config::local("unused".into()) };
    let server = SocketServer::start(config).await;
    let (_, game) = player_with_game(&server, 1).await;
    let events = format!("{game}/events");
    // The proxy has more connections than one address may have.
    let mut open = Vec::new();
    for (client, refusal) in [
        ("203.0.113.1", ""),
        ("203.0.113.1", ""),
        ("198.51.100.7, 203.0.113.1", ""),
        ("203.0.113.1", "too_many_connections"),
        ("203.0.113.2", ""),
        ("2001:db8::1", ""),
        ("2001:db8::2", ""),
        ("2001:db8::3", ""),
        ("2001:db8::4", "too_many_connections"),
    ] {
        let mut connection = server.connect(1).await.with_header("x-forwarded-for", client);
        assert_eq!(connection.get(&events).await.unwrap().refusal_id(), refusal, "{client}");
        open.push(connection);
    }
    // Closed streams make room for their address.
    drop(open);
    let mut again = server.connect(1).await.with_header("x-forwarded-for", "203.0.113.1");
    while again.get("/api/me").await.unwrap().status != 200 {
        tokio::task::yield_now().await;
    }
}

/// On such a socket, clients with IPv4 arrive with IPv6 addresses. Each counts as what it is.
#[tokio::test]
async fn an_ipv6_socket_counts_each_client_by_its_own_address() {
    let Ok(listener) = TcpListener::bind("[::]:0").await else { return };
    let limits = Limits { max_connections_per_address: 2, max_streams_per_address: 2, ..limits() };
    let config = Config { rate: 1_000_000, limits, ..Config::local("unused".into()) };
    let server = SocketServer::start_on(config, listener).await;
    let mut open = Vec::new();
    for (host, refusal) in [
        (Some(2), ""),
        (Some(2), ""),
        (Some(2), "too_many_connections"),
        (Some(3), ""),
        (None, ""),
        (None, ""),
        (None, "too_many_connections"),
        (Some(3), ""),
    ] {
        let mut client = match host {
            Some(host) => server.connect(host).await,
            None => SocketClient::connect_v6(server.address).await,
        };
        assert_eq!(client.get("/api/me").await.unwrap().refusal_id(), refusal, "{host:?}");
        open.push(client);
    }
}

/// A proxy at ::1 passes on the addresses of its clients: a /64 counts as one address, and a /48 as sixteen.
#[tokio::test]
async fn behind_a_proxy_with_ipv6_networks_and_sites_have_limits() {
    let Ok(listener) = TcpListener::bind("[::1]:0").await else { return };
    let limits = Limits { max_connections_per_address: 2, max_streams_per_address: 2, ..limits() };
    let proxies = TrustedProxies { local_peers: LocalPeers::AreProxies, networks: Vec::new() };
    let config = Config { rate: 1_000_000, limits, proxies, ..Config::local("unused".into()) };
    let server = SocketServer::start_on(config, listener).await;
    let mut player = SocketClient::connect_v6(server.address).await;
    player.sign_up("Ann").await;
    let game = player.post("/api/games", &json!({ "preset": "daily" })).await.unwrap();
    let events = format!("/api/games/{}/events", game.json()["id"].as_str().unwrap());
    let (mut open, mut refused) = (Vec::new(), 0);
    // Three streams from each of 40 networks of one site.
    for network in 0..40 {
        for host in 1..=3 {
            let address = format!("2001:db8:7:{network:x}::{host}");
            let mut client =
                SocketClient::connect_v6(server.address).await.with_header("x-forwarded-for", &address);
            match client.get(&events).await.unwrap().status {
                200 => open.push(client),
                429 => refused += 1,
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!((open.len(), refused), (32, 88), "two for each network, and sixteen times that for the site");
    let mut neighbour =
        SocketClient::connect_v6(server.address).await.with_header("x-forwarded-for", "2001:db8:8::1");
    assert_eq!(neighbour.get(&events).await.unwrap().status, 200, "another site");
}
