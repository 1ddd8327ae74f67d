//! Whom rate limits count: known persons, and addresses that nobody can invent.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use server::{App, Config, LocalPeers, TrustedProxies};
use store::Memory;
use tower::ServiceExt;

use crate::support::START_TIME;

/// A server with a burst of 30 writes that clients reach directly.
fn router() -> Router {
    router_behind(LocalPeers::AreClients, &[])
}

fn router_behind(local_peers: LocalPeers, networks: &[&str]) -> Router {
    let networks = networks.iter().map(|text| text.parse().unwrap()).collect();
    router_of(10, TrustedProxies { local_peers, networks })
}

fn router_of(rate: u32, proxies: TrustedProxies) -> Router {
    let config = Config { rate, proxies, ..Config::local("unused".into()) };
    let app = App::new(config, Arc::new(Memory::default()), Arc::new(|| START_TIME));
    server::router(app)
}

/// Sends a request from an address with these headers. Returns the status, the cookie that was set, and the
/// body.
async fn send(
    router: &Router,
    method: &str,
    path: &str,
    from: &str,
    headers: &[(&str, String)],
    body: Value,
) -> (StatusCode, Option<String>, Value) {
    let mut request = Request::builder().method(method).uri(path).header("host", "detente.test");
    request = request.header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let mut request = request.body(Body::from(body.to_string())).unwrap();
    let address: SocketAddr = from.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(address));
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    let bytes = axum::body::to_bytes(response.into_body(), 100_000).await.unwrap();
    (status, cookie, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Sends a write. Returns the status and the cookie that was set.
async fn write(
    router: &Router,
    path: &str,
    from: &str,
    headers: &[(&str, String)],
) -> (StatusCode, Option<String>) {
    let body = json!({ "name": "Ann", "text": "A PAR - BUR" });
    let (status, cookie, _) = send(router, "POST", path, from, headers, body).await;
    (status, cookie)
}

const READ: &str = "/api/games/0000000000000000/read";
const HOME: &str = "192.0.2.1:1000";

type Headers = Vec<(&'static str, String)>;

/// How many of 100 writes are refused. The headers depend on the number of the write.
async fn refused_writes(router: &Router, from: &str, headers: impl Fn(usize) -> Headers) -> usize {
    let mut refused = 0;
    for number in 0..100 {
        let (status, _) = write(router, READ, from, &headers(number)).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    refused
}

async fn sign_up(router: &Router, from: &str) -> String {
    let (status, cookie) = write(router, "/api/me", from, &[]).await;
    assert_eq!(status, StatusCode::OK);
    cookie.unwrap()
}

#[tokio::test]
async fn another_cookie_beside_the_session_gives_no_new_limit() {
    let forms: [fn(&str, usize) -> String; 6] = [
        |cookie, number| format!("{cookie}; x={number}"),
        |cookie, number| format!("x={number}; {cookie}"),
        |cookie, number| format!("{cookie};{}x=1", " ".repeat(number)),
        |cookie, number| format!("{cookie}; detente=invented{number}"),
        |cookie, number| format!("{}; detente2={number}", cookie),
        |cookie, number| format!("{};{cookie}", "x;".repeat(number)),
    ];
    for (number_of_form, form) in forms.iter().enumerate() {
        let router = router();
        let cookie = sign_up(&router, HOME).await;
        let with_cookie = |number| vec![("cookie", form(&cookie, number))];
        assert!(refused_writes(&router, HOME, with_cookie).await > 50, "form {number_of_form}");
    }
    // In two lines, and from other addresses, it is the same person.
    let router = router();
    let cookie = sign_up(&router, HOME).await;
    let two_lines = |number: usize| vec![("cookie", format!("x={number}")), ("cookie", cookie.clone())];
    assert!(refused_writes(&router, HOME, two_lines).await > 50);
    let (status, _) = write(&router, READ, "192.0.2.77:1000", &[("cookie", cookie)]).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn invented_sessions_and_tokens_count_for_the_address() {
    let cookies = router();
    assert!(
        refused_writes(&cookies, HOME, |number| vec![("cookie", format!("detente=invented{number}"))]).await
            > 50
    );
    let tokens = router();
    let bearer = |number| vec![("authorization", format!("Bearer invented{number}"))];
    assert!(refused_writes(&tokens, HOME, bearer).await > 50);
}

#[tokio::test]
async fn two_people_behind_one_address_have_a_limit_each() {
    let router = router();
    let (ann, ben) = (sign_up(&router, HOME).await, sign_up(&router, HOME).await);
    assert!(refused_writes(&router, HOME, |_| vec![("cookie", ann.clone())]).await > 50);
    let (status, _) = write(&router, READ, HOME, &[("cookie", ben)]).await;
    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn forged_forwarded_addresses_give_no_new_limit() {
    // Without a proxy the header means nothing.
    let direct = router();
    let forged = |number| vec![("x-forwarded-for", format!("198.51.100.{number}"))];
    assert!(refused_writes(&direct, HOME, forged).await > 50);
    // Behind one, only the last entry of the last line is the proxy's.
    let two_lines = |number| {
        vec![
            ("x-forwarded-for", format!("198.51.100.{number}")),
            ("x-forwarded-for", "203.0.113.1, 203.0.113.9".to_owned()),
        ]
    };
    let many_hops = |number: usize| {
        let invented = format!("198.51.100.{number}, ").repeat(50);
        vec![("x-forwarded-for", format!("{invented}127.0.0.1, 10.0.0.1, 203.0.113.9"))]
    };
    let garbage = |number| vec![("x-forwarded-for", format!("198.51.100.{number}, ;drop, 203.0.113.9"))];
    let forgeries: [fn(usize) -> Headers; 3] = [two_lines, many_hops, garbage];
    for forged in forgeries {
        let behind = router_behind(LocalPeers::AreProxies, &[]);
        assert!(refused_writes(&behind, "127.0.0.1:1000", forged).await > 50);
        let other = [("x-forwarded-for", "203.0.113.10".to_owned())];
        let (status, _) = write(&behind, READ, "127.0.0.1:1000", &other).await;
        assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "another client of the proxy");
    }
}

#[tokio::test]
async fn only_listed_proxies_speak_for_others() {
    let forged = |number| vec![("x-forwarded-for", format!("198.51.100.{number}"))];
    let listed = || router_behind(LocalPeers::AreClients, &["192.0.2.7", "192.0.2.128/25"]);
    for (peer, is_proxy) in
        [("192.0.2.7:1000", true), ("192.0.2.200:1000", true), (HOME, false), ("127.0.0.1:1000", false)]
    {
        assert_eq!(refused_writes(&listed(), peer, forged).await == 0, is_proxy, "{peer}");
    }
    // `--behind-proxy` means a proxy on this machine or in a private network.
    let local = || router_behind(LocalPeers::AreProxies, &[]);
    for (peer, is_proxy) in
        [("127.0.0.1:1000", true), ("10.1.2.3:1000", true), ("[fd00::1]:1000", true), (HOME, false)]
    {
        assert_eq!(refused_writes(&local(), peer, forged).await == 0, is_proxy, "{peer}");
    }
    // Through two proxies in a row, what the outer one saw counts.
    let two = router_behind(LocalPeers::AreProxies, &["192.0.2.7"]);
    let hops = |number| vec![("x-forwarded-for", format!("198.51.100.{number}, 203.0.113.9, 192.0.2.7"))];
    assert!(refused_writes(&two, "127.0.0.1:1000", hops).await > 50);
    // A list that no proxy completed counts for the proxy.
    let broken = |number| vec![("x-forwarded-for", format!("198.51.100.{number}, unknown"))];
    assert!(refused_writes(&listed(), "192.0.2.7:1000", broken).await > 50);
}

#[tokio::test]
async fn an_ipv6_network_has_one_limit() {
    let router = router();
    let mut refused = 0;
    for number in 0..100 {
        let (status, _) = write(&router, READ, &format!("[2001:db8::{number:x}]:1000"), &[]).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 50);
    let (status, _) = write(&router, READ, "[2001:db8:0:1::1]:1000", &[]).await;
    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "another network");
    // The same behind a proxy.
    let behind = router_behind(LocalPeers::AreProxies, &[]);
    let one_network = |number: usize| vec![("x-forwarded-for", format!("2001:db8::{number:x}"))];
    assert!(refused_writes(&behind, "[::1]:1000", one_network).await > 50);
}

/// A body for signing in, sent from an address.
async fn sign_in(router: &Router, from: &str, cookie: Option<&str>, body: Value) -> StatusCode {
    let cookies: Vec<(&str, String)> = cookie.iter().map(|cookie| ("cookie", (*cookie).to_owned())).collect();
    send(router, "POST", "/api/me/sign-in", from, &cookies, body).await.0
}

#[tokio::test]
async fn guesses_at_one_account_are_slowed_and_its_owner_is_not() {
    // One attempt per address and per account at once.
    let router = router_of(2, TrustedProxies::default());
    let cookie = sign_up(&router, HOME).await;
    let own = [("cookie", cookie.clone())];
    let body = json!({ "passphrase": "correct horse battery" });
    let (status, _, me) = send(&router, "PUT", "/api/me/passphrase", HOME, &own, body).await;
    assert_eq!(status, StatusCode::OK);
    let handle = me["handle"].as_str().unwrap().to_owned();
    let (.., recovery) = send(&router, "POST", "/api/me/recovery", HOME, &own, json!({})).await;
    let (.., link) = send(&router, "POST", "/api/me/link", HOME, &own, json!({})).await;
    let guess = |handle: &str| json!({ "with": "passphrase", "handle": handle, "passphrase": "a guess" });
    // Each guess comes from another address. Handles that nobody has are limited in the same way.
    for target in [handle.as_str(), "n0b0dy"] {
        let mut answers = Vec::new();
        for number in 0..3 {
            let written = if number % 2 == 0 { target.to_uppercase() } else { format!(" {target}-") };
            let from = format!("203.0.113.{}:1000", target.len() * 10 + number);
            answers.push(sign_in(&router, &from, None, guess(&written)).await);
        }
        let slowed = StatusCode::TOO_MANY_REQUESTS;
        assert_eq!(answers, [StatusCode::FORBIDDEN, slowed, slowed], "{target}");
    }
    // The owner's browser, recovery code and link work, and so does its passphrase in a known browser.
    let (status, ..) = send(&router, "POST", "/api/me", HOME, &own, json!({ "name": "Ann" })).await;
    assert_eq!(status, StatusCode::OK);
    let code = json!({ "with": "recovery_code", "code": recovery["code"] });
    assert_eq!(sign_in(&router, "198.51.100.1:1000", None, code).await, StatusCode::OK);
    let token = link["url"].as_str().unwrap().rsplit('/').next().unwrap();
    let link = json!({ "with": "link", "token": token });
    assert_eq!(sign_in(&router, "198.51.100.2:1000", None, link).await, StatusCode::OK);
    let right = json!({ "with": "passphrase", "handle": handle, "passphrase": "correct horse battery" });
    assert_eq!(sign_in(&router, "198.51.100.3:1000", Some(&cookie), right).await, StatusCode::OK);
    // Other accounts are not affected.
    let other = sign_in(&router, "198.51.100.4:1000", None, guess("an0ther")).await;
    assert_eq!(other, StatusCode::FORBIDDEN);
}
