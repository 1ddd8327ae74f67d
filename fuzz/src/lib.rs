//! A server in memory with a game in it, for the targets `api_body` and `api_query`.

use std::sync::{Arc, OnceLock};

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use server::{App, Config};
use store::Memory;
use test_kit::api_requests::{ApiRequest, Choices, Operations, RequestMaker};
use tokio::runtime::Runtime;
use tower::ServiceExt;

struct Server {
    runtime: Runtime,
    router: axum::Router,
    maker: RequestMaker,
    game: String,
    cookies: Vec<String>,
}

/// Sends one request that is made from the fuzzer's bytes. It must not cause a server error.
pub fn send_request(which: Operations, bytes: &[u8]) {
    static SERVER: OnceLock<Server> = OnceLock::new();
    let server = SERVER.get_or_init(|| Server::start(which));
    let request = server.maker.request(&mut Choices::new(bytes), &server.game);
    // The first would remove the callers, the second takes seconds on purpose.
    if request.method == "DELETE" || request.path.contains("/me/sign-out") || request.path == "/api/advice" {
        return;
    }
    let cookie = request.sender.checked_sub(1).and_then(|who| server.cookies.get(who));
    let (status, text, _) = server.runtime.block_on(send(&server.router, &request, cookie));
    // 503: a queue is full.
    assert!(status < 500 || status == 503, "{request:?}: {status} {text}");
}

impl Server {
    fn start(which: Operations) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let config = Config { rate: u32::MAX / 100, ..Config::local("unused".into()) };
        let app = App::new(config, Arc::new(Memory::default()), Arc::new(|| 1_777_636_800));
        let router = server::router(app);
        let maker = RequestMaker::new(server::OPENAPI, which);
        let (game, cookies) = runtime.block_on(async {
            let mut cookies = Vec::new();
            for number in 0..7 {
                let name = json!({ "name": format!("Player {number}"), "language": "en" });
                let (_, _, cookie) = post(&router, "/api/me", name, None).await;
                cookies.push(cookie.expect("a new identity has a cookie"));
            }
            let new_game = json!({ "preset": "daily" });
            let (_, made, _) = post(&router, "/api/games", new_game, cookies.first()).await;
            let made: Value = serde_json::from_str(&made).expect("an answer in JSON");
            let game = made["id"].as_str().expect("the id of the new game").to_owned();
            for cookie in &cookies {
                post(&router, &format!("/api/games/{game}/commands"), json!({ "do": "join" }), Some(cookie))
                    .await;
            }
            (game, cookies)
        });
        Self { runtime, router, maker, game, cookies }
    }
}

async fn post(
    router: &axum::Router,
    path: &str,
    body: Value,
    cookie: Option<&String>,
) -> (u16, String, Option<String>) {
    let body = Some(body.to_string().into_bytes());
    let request = ApiRequest { method: "POST".to_owned(), path: path.to_owned(), body, sender: 0 };
    send(router, &request, cookie).await
}

/// Status, text and new cookie of the response.
async fn send(
    router: &axum::Router,
    request: &ApiRequest,
    cookie: Option<&String>,
) -> (u16, String, Option<String>) {
    let mut http = Request::builder().method(request.method.as_str()).uri(&request.path);
    http = http.header("host", "detente.test").header("content-type", "application/json");
    if let Some(cookie) = cookie {
        http = http.header("cookie", cookie);
    }
    let body = Body::from(request.body.clone().unwrap_or_default());
    let http = http.body(body).expect("the path is encoded");
    let response = router.clone().oneshot(http).await.expect("the router always answers");
    let status = response.status().as_u16();
    let new_cookie = response.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
    let new_cookie = new_cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    let bytes = axum::body::to_bytes(response.into_body(), 50_000_000).await.unwrap_or_default();
    (status, String::from_utf8_lossy(&bytes).into_owned(), new_cookie)
}
