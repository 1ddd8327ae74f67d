//! Webhooks: JSON that is signed, and the forms that Discord and Slack take.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use store::ChannelRow;

use super::http_client;
use super::sender::{Outgoing, SendError};
use crate::app::App;
use crate::content::LanguagePack;
use crate::wire::WebhookForm;

pub(super) async fn send(
    app: &App,
    channel: &ChannelRow,
    url: &str,
    form: WebhookForm,
    language: &LanguagePack,
    messages: &[Outgoing],
) -> Result<(), SendError> {
    for message in messages {
        let body = body(form, message, language).to_string();
        let headers = headers(&channel.secret, &message.id, app.now().seconds(), &body);
        http_client::post(url, &headers, body.as_bytes(), app.config.notifications.private_receivers).await?;
    }
    Ok(())
}

fn body(form: WebhookForm, message: &Outgoing, language: &LanguagePack) -> Value {
    let written = &message.written;
    let deadline = written.deadline.as_deref().unwrap_or_default();
    let text = format!("{} {deadline}", written.sentence);
    match form {
        WebhookForm::Json => json!({
            "id": message.id,
            "kind": message.facts.kind,
            "at": message.at,
            "game": message.game,
            "title": message.facts.title,
            "phase": message.facts.phase,
            "due": message.facts.due,
            "text": text.trim(),
            "url": message.url,
            "language": language.code,
        }),
        // Nobody is mentioned, whatever a title says.
        WebhookForm::Discord => json!({
            "content": format!("{}\n{}", discord_text(text.trim()), message.url),
            "allowed_mentions": { "parse": [] },
        }),
        WebhookForm::Slack => json!({ "text": format!("{}\n<{}>", slack_text(text.trim()), message.url) }),
    }
}

/// Without the signs that format a text at Discord.
fn discord_text(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        if "\\*_~`|>#[]()<@".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Slack reads three signs as markup, and these are their names there.
fn slack_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The signature is of the time and the body, so that neither can be changed or sent again later.
fn headers(secret: &str, id: &str, now: i64, body: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let mut set = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    set(CONTENT_TYPE.as_str(), "application/json");
    set("x-detente-id", id);
    set("x-detente-time", &now.to_string());
    set("x-detente-signature", &format!("sha256={}", signature(secret, now, body)));
    headers
}

/// HMAC-SHA-256 of `time.body` as hexadecimal digits.
fn signature(secret: &str, now: i64, body: &str) -> String {
    // Keys of any length are allowed.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else { return String::new() };
    mac.update(format!("{now}.{body}").as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}
