//! Whom rate limits count: known persons, and addresses that nobody can invent.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use serde_json::json;
use server::{App, Config};
use store::Memory;
use tower::ServiceExt;

use crate::support::START_TIME;

/// A server with a burst of 30 writes, behind a proxy or not.
fn router(behind_proxy: bool) -> Router {
    let config = Config { rate: 10, behind_proxy, ..Config::local("unused".into()) };
    let app = App::new(config, Arc::new(Memory::default()), Arc::new(|| START_TIME));
    server::router(app)
}

/// Sends a write from an address with these headers. Returns the status and the cookie that was set.
async fn write(
    router: &Router,
    path: &str,
    from: &str,
    headers: &[(&str, String)],
) -> (StatusCode, Option<String>) {
    let body = json!({ "name": "Ann", "text": "A PAR - BUR" }).to_string();
    let mut request = Request::builder().method("POST").uri(path).header("host", "detente.test");
    request = request.header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let mut request = request.body(Body::from(body)).unwrap();
    let address: SocketAddr = from.parse().unwrap();
    request.extensions_mut().insert(ConnectInfo(address));
    let response = router.clone().oneshot(request).await.unwrap();
    let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
    (response.status(), cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned))
}

const READ: &str = "/api/games/0000000000000000/read";
const HOME: &str = "192.0.2.1:1000";

/// How many of 100 writes are refused. The headers depend on the number of the write.
async fn refused(
    router: &Router,
    from: &str,
    headers: impl Fn(usize) -> Vec<(&'static str, String)>,
) -> usize {
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
    let router = router(false);
    let cookie = sign_up(&router, HOME).await;
    assert!(refused(&router, HOME, |number| vec![("cookie", format!("{cookie}; x={number}"))]).await > 50);
}

#[tokio::test]
async fn invented_sessions_and_tokens_count_for_the_address() {
    let cookies = router(false);
    assert!(
        refused(&cookies, HOME, |number| vec![("cookie", format!("detente=invented{number}"))]).await > 50
    );
    let tokens = router(false);
    let bearer = |number| vec![("authorization", format!("Bearer invented{number}"))];
    assert!(refused(&tokens, HOME, bearer).await > 50);
}

#[tokio::test]
async fn two_people_behind_one_address_have_a_limit_each() {
    let router = router(false);
    let (ann, ben) = (sign_up(&router, HOME).await, sign_up(&router, HOME).await);
    assert!(refused(&router, HOME, |_| vec![("cookie", ann.clone())]).await > 50);
    let (status, _) = write(&router, READ, HOME, &[("cookie", ben)]).await;
    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn forged_forwarded_addresses_give_no_new_limit() {
    // Without a proxy the header means nothing.
    let direct = router(false);
    let forged = |number| vec![("x-forwarded-for", format!("198.51.100.{number}"))];
    assert!(refused(&direct, HOME, forged).await > 50);
    // Behind one, only the last entry of the last line is the proxy's.
    let behind = router(true);
    let two_lines = |number| {
        vec![
            ("x-forwarded-for", format!("198.51.100.{number}")),
            ("x-forwarded-for", "203.0.113.1, 203.0.113.9".to_owned()),
        ]
    };
    assert!(refused(&behind, "127.0.0.1:1000", two_lines).await > 50);
    let other = [("x-forwarded-for", "203.0.113.10".to_owned())];
    let (status, _) = write(&behind, READ, "127.0.0.1:1000", &other).await;
    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "another client of the proxy");
}

#[tokio::test]
async fn an_ipv6_network_has_one_limit() {
    let router = router(false);
    let mut refused = 0;
    for number in 0..100 {
        let (status, _) = write(&router, READ, &format!("[2001:db8::{number:x}]:1000"), &[]).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 50);
    let (status, _) = write(&router, READ, "[2001:db8:0:1::1]:1000", &[]).await;
    assert_ne!(status, StatusCode::TOO_MANY_REQUESTS, "another network");
}
