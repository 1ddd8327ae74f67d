//! Notifications, from an event to a receiver that the test starts.
use crate::support;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::Config;
use server::notifications::config::{NotificationConfig, PrivateReceivers, Secret, Smtp};
use server::notifications::{runner, sender};
use support::receivers::{Answer, HttpReceiver, MailReceiver};
use support::{TestServer, TestUser, game_of_seven};

/// A server that sends mails to this receiver, and webhooks to this machine.
fn server_with(mail: Option<&MailReceiver>, private: PrivateReceivers) -> TestServer {
    let smtp = mail.map(|mail| Smtp {
        url: Secret(format!("smtp://{}", mail.address)),
        password: None,
        from: "Detente <games@detente.test>".to_owned(),
    });
    let config = Config {
        rate: 1_000_000,
        public_url: Some("https://detente.test".to_owned()),
        notifications: NotificationConfig { smtp, push_key: None, private_receivers: private },
        ..Config::local("unused".into())
    };
    TestServer::configured(config)
}

impl TestServer {
    /// Queues what is new, and sends what is due.
    async fn deliver(&self) {
        runner::tell(&self.app).await.unwrap();
        sender::send_due(&self.app).await.unwrap();
    }
}

impl TestUser {
    async fn notified(&self) -> Vec<Value> {
        self.get("/api/me/notifications").await.json()["notifications"].as_array().unwrap().clone()
    }

    async fn kinds(&self) -> Vec<String> {
        self.notified().await.iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect()
    }

    async fn channels(&self) -> Vec<Value> {
        self.get("/api/me/notifications/settings").await.json()["channels"].as_array().unwrap().clone()
    }

    async fn add_channel(&self, body: Value) -> Value {
        let answer = self.post("/api/me/channels", body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }

    async fn set(&self, body: Value) -> Value {
        let answer = self.send("PUT", "/api/me/notifications/settings", Some(&body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }
}

/// Everybody hands in at once, so that the phase is resolved.
async fn resolve(game: &str, people: &[TestUser]) {
    for one in people {
        one.orders(game, json!({ "deeds": [], "stance": "ready" })).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_page_says_what_happened_and_reminds_once() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    house.deliver().await;
    for one in &people {
        assert_eq!(one.kinds().await, ["your_turn"], "{}", one.name);
    }
    let ann = &people[0];
    let notified = ann.notified().await.remove(0);
    assert_eq!(notified["path"], format!("/g/{game}?tab=orders"));
    assert_eq!(notified["is_read"], false);
    ann.post("/api/me/notifications/read", json!({ "number": notified["number"] })).await;
    assert_eq!(ann.get("/api/me/notifications").await.json()["unread"], 0);

    let from = ann.game(&game).await["viewer"]["seat"].as_u64().unwrap();
    let to = people[1].game(&game).await["viewer"]["seat"].clone();
    ann.command(&game, json!({ "do": "whisper", "to": [to], "text": "a secret plan" })).await;
    house.deliver().await;
    house.deliver().await;
    assert_eq!(people[1].kinds().await, ["message", "your_turn"]);
    assert!(people[1].notified().await[0]["text"].as_str().unwrap().contains("a secret plan"), "{from}");
    assert_eq!(people[2].kinds().await, ["your_turn"]);
    assert_eq!(ann.kinds().await, ["your_turn"], "not of the own message");

    // Six hours before the deadline those who handed in nothing are reminded.
    let due = ann.game(&game).await["state"]["due"].as_i64().unwrap();
    ann.orders(&game, json!({ "deeds": [], "stance": "undecided" })).await;
    house.advance_time(due - 6 * 3600 - house.now() - 1);
    house.deliver().await;
    assert_eq!(people[2].kinds().await, ["your_turn"], "not yet");
    house.advance_time(2);
    house.deliver().await;
    house.deliver().await;
    assert_eq!(people[2].kinds().await, ["deadline_near", "your_turn"]);
    assert_eq!(ann.kinds().await, ["your_turn"], "her orders are in");

    resolve(&game, &people).await;
    house.deliver().await;
    let kinds = people[2].kinds().await;
    assert!(kinds.contains(&"results".to_owned()), "{kinds:?}");
    assert_eq!(kinds.iter().filter(|kind| *kind == "your_turn").count(), 2, "{kinds:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_gets_one_question_and_nothing_else_before_it_is_confirmed() {
    let mail = MailReceiver::start().await;
    let house = server_with(Some(&mail), PrivateReceivers::Refuse);
    let (game, people) = game_of_seven(&house).await;
    let ann = &people[0];
    assert_eq!(
        ann.post("/api/me/channels", json!({ "kind": "email", "address": "no" })).await.refusal_id(),
        "no_such_email"
    );
    let body = json!({ "kind": "email", "address": "ann@example.org" });
    let added = ann.add_channel(body.clone()).await;
    assert_eq!(added["channel"]["state"], "unconfirmed");
    assert_eq!(added["secret"], Value::Null);
    house.deliver().await;
    house.deliver().await;
    let question = mail.take();
    assert_eq!(question.len(), 1, "a turn is not notified yet");
    assert_eq!(question[0].to, "ann@example.org");
    assert_eq!(question[0].header("List-Unsubscribe"), None);

    // A program that checks links does not confirm.
    let link = question[0].link("/confirm");
    assert_eq!(ann.get(&link).await.status, StatusCode::OK);
    assert_eq!(ann.channels().await[0]["state"], "unconfirmed");
    let stranger = house.without_identity("nl");
    let wrong = link.replace(".", "x.");
    assert_eq!(stranger.post(&wrong, json!({})).await.status, StatusCode::NOT_FOUND);
    assert_eq!(stranger.post(&link, json!({})).await.status, StatusCode::OK);
    assert_eq!(ann.channels().await[0]["state"], "active");

    resolve(&game, &people).await;
    house.deliver().await;
    let mails = mail.take();
    assert_eq!(mails.len(), 1, "{mails:?}");
    let text = mails[0].readable();
    assert!(text.contains("text/plain") && text.contains("text/html"), "{text}");
    assert!(text.contains(&format!("https://detente.test/g/{game}?tab=orders")), "{text}");
    assert_eq!(mails[0].header("List-Unsubscribe-Post").as_deref(), Some("List-Unsubscribe=One-Click"));
    assert!(mails[0].header("Message-ID").unwrap().contains("your_turn"));

    // One click of the mail program, and nothing comes any more.
    let stop = mails[0].link("/stop");
    assert!(mails[0].header("List-Unsubscribe").unwrap().contains(&stop));
    assert_eq!(stranger.post(&stop, json!({})).await.status, StatusCode::OK);
    assert_eq!(ann.channels().await[0]["state"], "stopped");
    resolve(&game, &people).await;
    house.deliver().await;
    assert!(mail.take().is_empty());

    // Whoever asks, an address is not asked again and again.
    for expected in [StatusCode::OK, StatusCode::TOO_MANY_REQUESTS] {
        assert_eq!(people[1].post("/api/me/channels", body.clone()).await.status, expected);
    }
}

/// Adds an address and confirms it.
async fn confirmed(house: &TestServer, mail: &MailReceiver, who: &TestUser, address: &str) -> u64 {
    let added = who.add_channel(json!({ "kind": "email", "address": address })).await;
    sender::send_due(&house.app).await.unwrap();
    let link = mail.take().pop().unwrap().link("/confirm");
    assert_eq!(who.post(&link, json!({})).await.status, StatusCode::OK);
    added["channel"]["number"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mails_wait_for_the_end_of_quiet_hours_and_a_digest_is_one_mail() {
    let mail = MailReceiver::start().await;
    let house = server_with(Some(&mail), PrivateReceivers::Refuse);
    let (game, people) = game_of_seven(&house).await;
    let (ann, bob) = (&people[0], &people[1]);
    confirmed(&house, &mail, ann, "ann@example.org").await;
    let digest = confirmed(&house, &mail, bob, "bob@example.org").await;
    // It is noon in Greenwich, 14:00 in Amsterdam.
    ann.set(json!({ "zone": "Europe/Amsterdam", "quiet": { "from": "13:00", "until": "15:00" } })).await;
    let everything = json!([
        { "kind": "results", "page": true, "push": false, "email": true, "webhook": false },
    ]);
    bob.set(json!({ "digest_at": "18:00", "choices": everything })).await;
    let options = json!({ "timing": "digest" });
    bob.send("PUT", &format!("/api/me/channels/{digest}"), Some(&options)).await;
    house.deliver().await;
    assert!(mail.take().is_empty());
    house.advance_time(3601);
    house.deliver().await;
    let to_ann = mail.take();
    assert_eq!(to_ann.len(), 1);
    assert_eq!(to_ann[0].to, "ann@example.org");
    house.advance_time(5 * 3600);
    resolve(&game, &people).await;
    house.deliver().await;
    let mails = mail.take();
    let to_bob: Vec<_> = mails.iter().filter(|mail| mail.to == "bob@example.org").collect();
    assert_eq!(
        to_bob.len(),
        1,
        "the turn that is over is left out, what is new waits for tomorrow: {mails:?}"
    );
    house.advance_time(24 * 3600);
    house.deliver().await;
    let again: Vec<_> = mail.take().into_iter().filter(|mail| mail.to == "bob@example.org").collect();
    assert_eq!(again.len(), 1);
    assert!(again[0].readable().matches("?tab=").count() >= 2, "several in one");
    let wrong = json!({ "zone": "Europe/Atlantis" });
    assert_eq!(
        ann.send("PUT", "/api/me/notifications/settings", Some(&wrong)).await.refusal_id(),
        "no_such_zone"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_is_signed_and_tried_again_until_it_is_given_up() {
    let hook = HttpReceiver::start(Answer::Status(500)).await;
    let house = server_with(None, PrivateReceivers::AllowOnly(hook.address));
    let (game, people) = game_of_seven(&house).await;
    let ann = &people[0];
    let added = ann.add_channel(json!({ "kind": "webhook", "url": hook.url(), "form": "json" })).await;
    let secret = added["secret"].as_str().unwrap().to_owned();
    assert_eq!(added["channel"]["label"], hook.address.to_string(), "the path is a secret");
    house.deliver().await;
    let first = hook.take();
    assert_eq!(first.len(), 1);
    assert!(ann.channels().await[0]["problem"].as_str().unwrap().contains("500"));
    house.deliver().await;
    assert!(hook.take().is_empty(), "not before its time");

    house.advance_time(16);
    hook.answer(Answer::Slow(Duration::from_millis(300)));
    house.deliver().await;
    let again = hook.take();
    assert_eq!(again.len(), 1);
    assert_eq!(again[0].header("x-detente-id"), first[0].header("x-detente-id"), "the same notification");
    let body = String::from_utf8(again[0].body.clone()).unwrap();
    assert_eq!(again[0].json()["kind"], "your_turn");
    assert_eq!(again[0].json()["url"], format!("https://detente.test/g/{game}?tab=orders"));
    let time = again[0].header("x-detente-time").unwrap();
    let expected = python_hmac(&secret, &format!("{time}.{body}"));
    if let Some(expected) = expected {
        assert_eq!(again[0].header("x-detente-signature").unwrap(), format!("sha256={expected}"));
    }
    assert_eq!(ann.channels().await[0]["problem"], Value::Null);
    assert_eq!(ann.channels().await[0]["failing_since"], Value::Null);

    // It fails for a day. Results are notified for three.
    hook.answer(Answer::Status(503));
    let results =
        json!([{ "kind": "results", "page": true, "push": false, "email": false, "webhook": true }]);
    ann.set(json!({ "choices": results })).await;
    resolve(&game, &people).await;
    for _ in 0..40 {
        house.deliver().await;
        house.advance_time(3601);
    }
    let attempts = hook.take().len();
    assert!((10..40).contains(&attempts), "{attempts}");
    assert_eq!(ann.channels().await[0]["state"], "given_up");
    let last = ann.notified().await;
    assert!(last.iter().any(|one| one["kind"] == "channel_lost"), "{last:?}");
    hook.answer(Answer::Status(200));
    house.deliver().await;
    assert!(hook.take().is_empty());
    // The person starts it again.
    let path = format!("/api/me/channels/{}", ann.channels().await[0]["number"]);
    ann.send("PUT", &path, Some(&json!({}))).await;
    assert_eq!(ann.post(&format!("{path}/test"), json!({})).await.status, StatusCode::NO_CONTENT);
    house.deliver().await;
    assert_eq!(hook.take().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_cannot_be_turned_against_others() {
    let inside = HttpReceiver::start(Answer::Status(200)).await;
    let hook = HttpReceiver::start(Answer::Redirect(inside.url())).await;
    let house = server_with(None, PrivateReceivers::AllowOnly(hook.address));
    let (_, people) = game_of_seven(&house).await;
    let ann = &people[0];
    ann.add_channel(json!({ "kind": "webhook", "url": hook.url(), "form": "discord" })).await;
    house.deliver().await;
    assert_eq!(hook.take().len(), 1);
    assert!(inside.take().is_empty(), "the redirect leads into a private network");
    assert_eq!(ann.channels().await[0]["state"], "given_up");

    // Without the test's exception, neither the first address nor a name of it is reached.
    let strict = server_with(None, PrivateReceivers::Refuse);
    let (_, people) = game_of_seven(&strict).await;
    let port = inside.address.port();
    for (who, host) in people.iter().zip(["127.0.0.1", "localhost", "127.1", "[::1]", "[::ffff:127.0.0.1]"]) {
        let url = format!("http://{host}:{port}/");
        who.add_channel(json!({ "kind": "webhook", "url": url, "form": "json" })).await;
    }
    strict.deliver().await;
    assert!(inside.take().is_empty());
    for who in &people[..5] {
        assert_ne!(who.channels().await[0]["problem"], Value::Null, "{}", who.name);
    }

    // One receiver redirects to itself without end.
    let circle = HttpReceiver::start(Answer::Hang).await;
    circle.answer(Answer::Redirect(circle.url()));
    let house = server_with(None, PrivateReceivers::AllowOnly(circle.address));
    let (_, people) = game_of_seven(&house).await;
    people[0].add_channel(json!({ "kind": "webhook", "url": circle.url(), "form": "slack" })).await;
    house.deliver().await;
    assert_eq!(circle.take().len(), 4, "three redirects are followed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_hangs_does_not_hold_up_others() {
    let (hangs, works) =
        (HttpReceiver::start(Answer::Hang).await, HttpReceiver::start(Answer::Status(204)).await);
    let house = server_with(None, PrivateReceivers::Allow);
    let (_, people) = game_of_seven(&house).await;
    people[0].add_channel(json!({ "kind": "webhook", "url": hangs.url(), "form": "json" })).await;
    people[1].add_channel(json!({ "kind": "webhook", "url": works.url(), "form": "slack" })).await;
    runner::tell(&house.app).await.unwrap();
    let app = Arc::clone(&house.app);
    let sending = tokio::spawn(async move { sender::send_due(&app).await });
    let arrived = async {
        while works.take().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), arrived).await.expect("it came at once");
    sending.await.unwrap().unwrap();
    let problem = people[0].channels().await[0]["problem"].clone();
    assert!(problem.as_str().unwrap().contains("too long"), "{problem}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_of_messages_leave_the_server_only_if_the_person_chose_so() {
    let hook = HttpReceiver::start(Answer::Status(200)).await;
    let house = server_with(None, PrivateReceivers::Allow);
    let (game, people) = game_of_seven(&house).await;
    let (ann, bob) = (&people[0], &people[1]);
    let added = bob.add_channel(json!({ "kind": "webhook", "url": hook.url(), "form": "json" })).await;
    let all = json!([{ "kind": "message", "page": true, "push": true, "email": true, "webhook": true }]);
    bob.set(json!({ "choices": all })).await;
    let to = bob.game(&game).await["viewer"]["seat"].clone();
    let say = json!({ "do": "whisper", "to": [to], "text": "attack at dawn" });
    ann.command(&game, say.clone()).await;
    house.deliver().await;
    let text = |received: Vec<support::receivers::Received>| {
        received.iter().map(|one| String::from_utf8_lossy(&one.body).into_owned()).collect::<String>()
    };
    let brief = text(hook.take());
    assert!(brief.contains("\"message\"") && !brief.contains("attack at dawn"), "{brief}");
    let path = format!("/api/me/channels/{}", added["channel"]["number"]);
    bob.send("PUT", &path, Some(&json!({ "content": "full" }))).await;
    ann.command(&game, say).await;
    house.deliver().await;
    assert!(text(hook.take()).contains("attack at dawn"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_can_decrypt_what_it_gets() {
    let Some(python) = python_with_http_ece() else {
        eprintln!("skipped: DETENTE_TEST_PYTHON is no Python with the packages http-ece and cryptography");
        return;
    };
    let service = HttpReceiver::start(Answer::Status(201)).await;
    let house = server_with(None, PrivateReceivers::Allow);
    let (game, people) = game_of_seven(&house).await;
    let ann = &people[0];
    let keys = run_python(&python, "keys", b"");
    let keys: Value = serde_json::from_str(&keys).unwrap();
    let body = json!({
        "kind": "push", "endpoint": service.url(), "label": "Firefox", "p256dh": keys["p256dh"], "auth": keys["auth"],
    });
    ann.add_channel(body.clone()).await;
    ann.add_channel(body).await;
    assert_eq!(ann.channels().await.len(), 1, "the same browser again");
    house.deliver().await;
    let received = service.take();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].header("content-encoding"), Some("aes128gcm"));
    assert!(received[0].header("ttl").is_some());
    let overview = ann.get("/api/me/notifications/settings").await.json();
    let authorization = received[0].header("authorization").unwrap();
    let input = json!({
        "private": keys["private"],
        "auth": keys["auth"],
        "body": received[0].body,
        "authorization": authorization,
        "audience": format!("http://{}", service.address),
        "key": overview["offers"]["push_key"],
    });
    let read = run_python(&python, "read", input.to_string().as_bytes());
    let read: Value = serde_json::from_str(&read).unwrap();
    assert_eq!(read["kind"], "your_turn");
    assert_eq!(read["path"], format!("/g/{game}?tab=orders"));
    // The browser has unsubscribed.
    service.answer(Answer::Status(410));
    resolve(&game, &people).await;
    house.deliver().await;
    assert_eq!(ann.channels().await[0]["state"], "given_up");
}

/// Makes keys as a browser does, and decrypts with libraries that are not ours.
const PYTHON: &str = r#"
import base64, json, sys, http_ece
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives import hashes, serialization
def encode(data): return base64.urlsafe_b64encode(data).rstrip(b'=').decode()
def decode(text): return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))
if sys.argv[1] == 'keys':
    key = ec.generate_private_key(ec.SECP256R1())
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    number = key.private_numbers().private_value
    print(json.dumps({'private': str(number), 'p256dh': encode(point), 'auth': encode(b'0123456789abcdef')}))
else:
    given = json.load(sys.stdin)
    key = ec.derive_private_key(int(given['private']), ec.SECP256R1())
    parts = dict(part.strip().split('=', 1) for part in given['authorization'].removeprefix('vapid ').split(','))
    assert parts['k'] == given['key']
    header, claims, signature = parts['t'].split('.')
    assert json.loads(decode(claims))['aud'] == given['audience']
    raw = decode(signature)
    pair = utils.encode_dss_signature(int.from_bytes(raw[:32], 'big'), int.from_bytes(raw[32:], 'big'))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(given['key']))
    public.verify(pair, (header + '.' + claims).encode(), ec.ECDSA(hashes.SHA256()))
    print(http_ece.decrypt(bytes(given['body']), private_key=key, auth_secret=decode(given['auth'])).decode())
"#;

fn python_with_http_ece() -> Option<String> {
    let python = std::env::var("DETENTE_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = std::process::Command::new(&python).args(["-c", "import http_ece"]).output().ok()?;
    found.status.success().then_some(python)
}

fn run_python(python: &str, what: &str, input: &[u8]) -> String {
    use std::io::Write as _;
    use std::process::Stdio;
    let mut child = std::process::Command::new(python)
        .args(["-c", PYTHON, what])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

/// The signature as another program computes it; None without Python.
fn python_hmac(secret: &str, text: &str) -> Option<String> {
    let code =
        "import hmac, sys; print(hmac.new(sys.argv[1].encode(), sys.argv[2].encode(), 'sha256').hexdigest())";
    let output = std::process::Command::new("python3").args(["-c", code, secret, text]).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap().trim().to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calendar_and_feeds_are_read_by_other_programs() {
    let house = server_with(None, PrivateReceivers::Refuse);
    let (game, people) = game_of_seven(&house).await;
    let ann = &people[0];
    house.deliver().await;
    let addresses = ann.post("/api/me/feed", json!({})).await.json();
    let path =
        |key: &str| addresses[key].as_str().unwrap().strip_prefix("https://detente.test").unwrap().to_owned();
    let reader = house.without_identity("en");
    let text = reader.get(&path("calendar")).await.text;
    assert!(text.lines().all(|line| line.len() <= 76), "lines are folded");
    let calendars: Vec<_> = ical::IcalParser::new(text.as_bytes()).collect();
    let calendar = calendars.into_iter().next().unwrap().unwrap();
    assert_eq!(calendar.events.len(), 1);
    let property = |name: &str| {
        let found = calendar.events[0].properties.iter().find(|property| property.name == name);
        found.and_then(|property| property.value.clone()).unwrap()
    };
    let due = ann.game(&game).await["state"]["due"].as_i64().unwrap();
    let expected = jiff::Timestamp::from_second(due).unwrap().strftime("%Y%m%dT%H%M%SZ").to_string();
    assert_eq!(property("DTSTART"), expected);
    assert_eq!(property("URL"), format!("https://detente.test/g/{game}"));

    let text = reader.get(&path("notifications")).await.text;
    let feed = atom_syndication::Feed::read_from(text.as_bytes()).unwrap();
    assert_eq!(feed.entries().len(), 1);
    assert!(feed.entries()[0].links()[0].href().contains(&game));
    resolve(&game, &people).await;
    let public = reader.get(&format!("/api/games/{game}/feed.atom")).await;
    if public.status == StatusCode::OK {
        let feed = atom_syndication::Feed::read_from(public.text.as_bytes()).unwrap();
        assert_eq!(feed.entries().len(), 1);
        assert!(feed.entries()[0].title().contains("1901"), "{:?}", feed.entries()[0].title());
    } else {
        assert_eq!(public.status, StatusCode::NOT_FOUND, "only a public game has a feed");
    }
    // A renewed address ends the old one.
    ann.post("/api/me/feed", json!({})).await;
    assert_eq!(reader.get(&path("calendar")).await.status, StatusCode::NOT_FOUND);
}
