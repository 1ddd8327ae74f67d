//! The attacks. Each was found to spoil other people's games once.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::json;

use super::Attack;
use fault_injection::http::{HttpClient, RequestParts, connect};
use fault_injection::setup;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Scenario {
    /// Nobody attacks: what a player sees on a quiet server.
    Quiet,
    /// Four guests make games in which only Masters play.
    Bots,
    /// Guests ask for pictures of all sizes.
    Pictures,
    /// A new address with every request.
    Callers,
    /// One address opens a thousand event streams, and connections that never send or read.
    Streams,
    /// Two hundred sign-ins with a passphrase at the same time.
    SignIns,
    /// Guests fill a game with sketches, and load the board.
    Storage,
    /// Guests have long texts read as orders.
    Texts,
    /// Guests fill a game with long messages and read them all again and again.
    Messages,
    /// Four guests play six games each against six Masters, as fast as the bots answer.
    Solo,
    /// Many guests of each address have short texts with many errors read as orders.
    ShortTexts,
    /// Requests with keys that nobody has, another one with every request.
    Sessions,
    /// Guests flood one game with messages, proposals, votes, sketches and drafts.
    OneGame,
}

impl Scenario {
    pub(super) const ALL: [Self; 13] = [
        Self::Quiet,
        Self::Bots,
        Self::Pictures,
        Self::Callers,
        Self::Streams,
        Self::SignIns,
        Self::Storage,
        Self::Texts,
        Self::Messages,
        Self::Solo,
        Self::ShortTexts,
        Self::Sessions,
        Self::OneGame,
    ];
}

/// The addresses of four guests, and of the one who opens many connections.
const GUESTS: [IpAddr; 4] = [guest(1), guest(2), guest(3), guest(4)];

const fn guest(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 1, number))
}

/// Attacks until the attack is over.
pub(super) fn run(scenario: Scenario, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    match scenario {
        Scenario::Quiet => Ok(()),
        Scenario::Bots => by_each_guest(|from| make_bot_games(from, server, attack)),
        Scenario::Pictures => by_each_guest(|from| draw_pictures(from, server, attack)),
        Scenario::Callers => by_each_guest(|from| call_from_everywhere(from, server, attack)),
        Scenario::Streams => hold_connections(GUESTS[0], server, attack),
        Scenario::SignIns => sign_in_often(server, attack),
        Scenario::Storage => by_each_guest(|from| fill_store(from, server, attack)),
        Scenario::Texts => by_each_guest(|from| send_long_texts(from, server, attack)),
        Scenario::Messages => by_each_guest(|from| read_long_messages(from, server, attack)),
        Scenario::Solo => by_each_guest(|from| play_fast(from, server, attack)),
        Scenario::ShortTexts => by_each_guest(|from| send_short_texts(from, server, attack)),
        Scenario::Sessions => by_each_guest(|from| invent_keys(from, server, attack)),
        Scenario::OneGame => by_each_guest(|from| flood_one_game(from, server, attack)),
    }
}

fn by_each_guest(work: impl Fn(IpAddr) -> anyhow::Result<()> + Sync) -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let guests: Vec<_> = GUESTS.iter().map(|from| scope.spawn(|| work(*from))).collect();
        for one in guests {
            one.join().map_err(|_| anyhow::anyhow!("a guest panicked"))??;
        }
        Ok(())
    })
}

/// A guest with an identity, who sends requests and counts the answers.
struct Guest<'a> {
    line: HttpClient,
    cookie: String,
    attack: &'a Attack,
}

impl<'a> Guest<'a> {
    fn new(from: IpAddr, server: SocketAddr, attack: &'a Attack) -> anyhow::Result<Self> {
        let mut line = HttpClient::from_address(from, server);
        let cookie = line.create_person("Guest")?;
        Ok(Self { line, cookie, attack })
    }

    /// Sends one request. Returns the body if it was accepted. A refused guest waits a little, or the attack
    /// would be only refusals.
    fn send(&mut self, method: &str, path: &str, body: &str) -> Option<Vec<u8>> {
        let parts = RequestParts { cookie: &self.cookie, body: body.as_bytes(), ..RequestParts::default() };
        let answer = self.line.request(method, path, parts);
        let is_accepted = answer.as_ref().is_ok_and(fault_injection::http::Response::is_success);
        self.attack.count(is_accepted);
        if is_accepted {
            return answer.ok().map(|answer| answer.body);
        }
        std::thread::sleep(Duration::from_millis(20));
        None
    }

    /// Makes a game in which bots of this level take all seats but those left.
    fn make_game(&mut self, level: &str, bots: usize, join: bool) -> Option<String> {
        let body = json!({ "preset": "bots", "bots": vec![level; bots], "join": join }).to_string();
        let made = self.send("POST", "/api/games", &body)?;
        let made: serde_json::Value = serde_json::from_slice(&made).ok()?;
        made["id"].as_str().map(str::to_owned)
    }
}

fn make_bot_games(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    while !attack.is_over() {
        guest.make_game("master", 7, false);
    }
    Ok(())
}

fn draw_pictures(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    let game = guest.make_game("novice", 6, true).unwrap_or_default();
    for width in (200..=2000).rev().cycle() {
        if attack.is_over() {
            break;
        }
        let shade = if width % 2 == 0 { "light" } else { "dark" };
        guest.send("GET", &format!("/api/games/{game}/picture.png?width={width}&shade={shade}"), "");
    }
    Ok(())
}

/// Every request comes from another address of the guest's part of loopback.
fn call_from_everywhere(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let IpAddr::V4(first) = from else { return Ok(()) };
    let network = u32::from(Ipv4Addr::new(127, 16 * first.octets()[3], 0, 0));
    for number in 1..1_000_000 {
        if attack.is_over() {
            break;
        }
        let from = IpAddr::V4(Ipv4Addr::from(network + number));
        let mut line = HttpClient::from_address(from, server);
        let answer = line.request("GET", "/api/me", RequestParts::default());
        attack.count(answer.is_ok_and(|answer| answer.status != 429 && answer.status != 503));
    }
    Ok(())
}

/// A thousand streams, and further connections that send half a request or read no answer.
fn hold_connections(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    let game = guest.make_game("novice", 6, true).unwrap_or_default();
    let stream = format!("GET /api/games/{game}/events HTTP/1.1\r\nhost: x\r\n\r\n");
    let half_head = "GET /api/me HTTP/1.1\r\nhost: x\r\n".to_owned();
    let half_body = "POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
        content-length: 1000\r\n\r\n{"
        .to_owned();
    let unread = "GET /api/board HTTP/1.1\r\nhost: x\r\n\r\n".repeat(50);
    let mut held = Vec::new();
    while !attack.is_over() {
        for request in [&stream, &stream, &stream, &half_head, &half_body, &unread] {
            if held.len() >= 1500 {
                break;
            }
            let opened = connect(Some(from), server).and_then(|mut socket| {
                socket.set_nonblocking(true)?;
                // A full socket is as good: the attacker does not read.
                let _ = socket.write(request.as_bytes());
                Ok(socket)
            });
            attack.count(opened.is_ok());
            held.extend(opened.ok());
        }
        // Connections that the server has closed are opened again.
        held.retain_mut(|socket| !matches!(socket.read(&mut [0; 256]), Ok(0)));
        std::thread::sleep(Duration::from_millis(if held.len() >= 1500 { 50 } else { 1 }));
    }
    Ok(())
}

fn sign_in_often(server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let mut guests = Vec::new();
        for number in 0..200_u8 {
            let from = IpAddr::V4(Ipv4Addr::new(127, 0, 2, number));
            guests.push(scope.spawn(move || {
                let mut line = HttpClient::from_address(from, server);
                let body =
                    json!({ "with": "passphrase", "handle": "nobody00", "passphrase": "open sesame please" });
                let body = body.to_string();
                while !attack.is_over() {
                    let parts = RequestParts { body: body.as_bytes(), ..RequestParts::default() };
                    let answer = line.request("POST", "/api/me/sign-in", parts);
                    attack.count(answer.is_ok_and(|answer| answer.status == 401 || answer.status == 403));
                    std::thread::sleep(Duration::from_millis(20));
                }
            }));
        }
        for guest in guests {
            guest.join().map_err(|_| anyhow::anyhow!("a guest panicked"))?;
        }
        Ok(())
    })
}

fn fill_store(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    let game = guest.make_game("novice", 6, true).unwrap_or_default();
    let unit = json!({ "power": "france", "kind": "army", "at": "par" });
    let arrow = json!({ "from": "par", "to": "bur", "kind": "move" });
    for number in 0..u64::MAX {
        if attack.is_over() {
            break;
        }
        let sketch =
            json!({ "units": vec![&unit; 100], "arrows": vec![&arrow; 100], "caption": number.to_string() });
        let body = json!({ "do": "keep_sketch", "slot": number % 24, "sketch": sketch }).to_string();
        guest.send("POST", &format!("/api/games/{game}/commands"), &body);
        guest.send("GET", "/api/board", "");
    }
    Ok(())
}

fn send_long_texts(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    let game = guest.make_game("novice", 6, true).unwrap_or_default();
    let body =
        json!({ "text": "A Vienan S A Budpest - Serbai via Triest convoyy\n".repeat(400) }).to_string();
    while !attack.is_over() {
        guest.send("POST", &format!("/api/games/{game}/read"), &body);
    }
    Ok(())
}

fn read_long_messages(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    let settings = setup::settings(&mut guest.line, 86_400)?;
    let body = json!({ "preset": "daily", "settings": settings, "bots": vec!["novice"; 6], "join": true });
    let made = guest.send("POST", "/api/games", &body.to_string()).unwrap_or_default();
    let made: serde_json::Value = serde_json::from_slice(&made).unwrap_or_default();
    let game = made["id"].as_str().unwrap_or_default().to_owned();
    for _ in 0..150 {
        let body = json!({ "do": "announce", "text": format!("x{}x", "\"".repeat(3990)) }).to_string();
        guest.send("POST", &format!("/api/games/{game}/commands"), &body);
    }
    while !attack.is_over() {
        guest.send("GET", &format!("/api/games/{game}/messages"), "");
    }
    Ok(())
}

fn play_fast(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    let games: Vec<String> = (0..6).filter_map(|_| guest.make_game("master", 6, true)).collect();
    let body = json!({ "deeds": [], "stance": "ready" }).to_string();
    while !attack.is_over() {
        for game in &games {
            guest.send("POST", &format!("/api/games/{game}/orders"), &body);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// As many guests as it takes to use the whole rate of one address.
fn send_short_texts(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let text = "A Vienan S A Budpest - Serbai via Triest convoyy\n".repeat(8);
    let body = json!({ "text": &text[..400.min(text.len())] }).to_string();
    std::thread::scope(|scope| {
        let guests: Vec<_> = (0..20)
            .map(|_| {
                scope.spawn(|| {
                    let mut guest = Guest::new(from, server, attack)?;
                    let game = guest.make_game("novice", 6, true).unwrap_or_default();
                    while !attack.is_over() {
                        guest.send("POST", &format!("/api/games/{game}/read"), &body);
                    }
                    anyhow::Ok(())
                })
            })
            .collect();
        for guest in guests {
            guest.join().map_err(|_| anyhow::anyhow!("a guest panicked"))??;
        }
        Ok(())
    })
}

fn invent_keys(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut line = HttpClient::from_address(from, server);
    for number in 0..u64::MAX {
        if attack.is_over() {
            break;
        }
        let cookie = format!("detente=invented{number}");
        let answer =
            line.request("GET", "/api/me", RequestParts { cookie: &cookie, ..RequestParts::default() });
        attack.count(answer.is_ok_and(|answer| answer.is_success()));
    }
    Ok(())
}

/// Everything that a player can add to a game, in turn. The game never ends a phase, so that it grows.
fn flood_one_game(from: IpAddr, server: SocketAddr, attack: &Attack) -> anyhow::Result<()> {
    let mut guest = Guest::new(from, server, attack)?;
    let settings = setup::settings(&mut guest.line, 86_400)?;
    let body = json!({ "preset": "daily", "settings": settings, "bots": vec!["novice"; 6], "join": true });
    let made = guest.send("POST", "/api/games", &body.to_string()).unwrap_or_default();
    let made: serde_json::Value = serde_json::from_slice(&made).unwrap_or_default();
    let game = made["id"].as_str().unwrap_or_default().to_owned();
    for number in 0..u64::MAX {
        if attack.is_over() {
            break;
        }
        let command = match number % 5 {
            0 => json!({ "do": "announce", "text": format!("message {number}") }),
            1 => json!({ "do": "propose", "motion": { "motion": "abandon" } }),
            2 => json!({ "do": "vote", "question": number / 5, "ballot": "no" }),
            3 => json!({ "do": "keep_sketch", "slot": number % 24, "sketch": { "caption": "plan" } }),
            _ => json!({ "do": "whisper", "to": [number % 7], "text": format!("message {number}") }),
        };
        guest.send("POST", &format!("/api/games/{game}/commands"), &command.to_string());
        let draft = json!({ "deeds": [], "draft": true }).to_string();
        guest.send("POST", &format!("/api/games/{game}/orders"), &draft);
        guest.send("GET", &format!("/api/games/{game}"), "");
    }
    Ok(())
}
