//! Web push: the payload is encrypted for the browser (RFC 8291), and the server signs who it is (VAPID, RFC 8292).

use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderName, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use web_push_native::p256::PublicKey;
use web_push_native::p256::ecdsa::signature::Signer as _;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::{Auth, WebPushBuilder};

use super::http_client;
use super::sender::{Outgoing, SendError};
use crate::app::App;
use crate::content::LanguagePack;
use crate::refusals::{Reason, Refused};
use crate::secrets::fill_random;

/// How long a push service keeps a message for a browser that is off.
const MAX_KEPT_SECONDS: u64 = 24 * 3600;
/// How long a signature holds. At most a day is allowed.
const SIGNATURE_SECONDS: i64 = 12 * 3600;

/// The public key of this server, for `pushManager.subscribe`.
pub(super) async fn public_key(app: &App) -> Result<String, Refused> {
    Ok(public_part(&key(app).await?))
}

fn public_part(key: &SigningKey) -> String {
    URL_SAFE_NO_PAD.encode(key.verifying_key().to_encoded_point(false).as_bytes())
}

/// The key of the host, or the one that the nodes of this server share.
async fn key(app: &App) -> Result<SigningKey, Refused> {
    let text = match &app.config.notifications.push_key {
        Some(key) => key.0.clone(),
        None => {
            let mut new = [0; 32];
            fill_random(&mut new)?;
            app.store.server_secret(super::PUSH_KEY, &URL_SAFE_NO_PAD.encode(new)).await?
        }
    };
    let bytes = URL_SAFE_NO_PAD.decode(text.trim().trim_end_matches('='));
    let key = bytes.ok().and_then(|bytes| SigningKey::from_slice(&bytes).ok());
    key.ok_or_else(|| {
        tracing::error!("the key for web push is not 32 bytes in base64url");
        Reason::InternalError.into()
    })
}

pub(super) async fn send(
    app: &App,
    endpoint: &str,
    p256dh: &str,
    auth: &str,
    language: &LanguagePack,
    messages: &[Outgoing],
) -> Result<(), SendError> {
    let unreadable = || SendError::never("unreadable");
    let key = key(app).await.map_err(|_| SendError::later("broken_key"))?;
    let url: Uri = endpoint.parse().map_err(|_| unreadable())?;
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| unreadable());
    let receiver = PublicKey::from_sec1_bytes(&decode(p256dh)?).map_err(|_| unreadable())?;
    let secret: [u8; 16] = decode(auth)?.try_into().map_err(|_| unreadable())?;
    let authorization = authorization(&key, &url, contact(app), app.now().seconds());
    for message in messages {
        let payload = payload(message, language);
        let left = message.expires.map_or(MAX_KEPT_SECONDS, |expires| {
            u64::try_from(expires - app.now().seconds()).unwrap_or(0).min(MAX_KEPT_SECONDS)
        });
        let builder = WebPushBuilder::new(url.clone(), receiver, Auth::from(secret));
        let request = builder.with_valid_duration(Duration::from_secs(left)).build(payload);
        let (parts, body) = request.map_err(|_| unreadable())?.into_parts();
        let mut headers: HeaderMap = parts.headers;
        // The client sets its own.
        headers.remove(axum::http::header::CONTENT_LENGTH);
        if let Ok(value) = HeaderValue::from_str(&authorization) {
            headers.insert(AUTHORIZATION, value);
        }
        headers.insert(HeaderName::from_static("urgency"), HeaderValue::from_static("normal"));
        http_client::post(endpoint, &headers, &body, app.config.notifications.private_receivers).await?;
    }
    Ok(())
}

/// What the service worker gets.
fn payload(message: &Outgoing, language: &LanguagePack) -> String {
    json!({
        "id": message.id,
        "kind": message.facts.kind,
        "title": message.facts.title,
        "text": message.written.sentence,
        "deadline": message.written.deadline,
        "path": message.written.path,
        // A newer message about the same game replaces an older one.
        "tag": message.game,
        "language": language.code,
        "at": message.at,
    })
    .to_string()
}

/// Whom the push service can ask if something is wrong.
fn contact(app: &App) -> String {
    match &app.config.public_url {
        Some(url) if url.starts_with("https://") => url.clone(),
        Some(_) | None => "mailto:nobody@localhost".to_owned(),
    }
}

/// A signed statement for the push service: for whom it is, until when, and who signs it.
fn authorization(key: &SigningKey, endpoint: &Uri, contact: String, now: i64) -> String {
    let origin = format!(
        "{}://{}",
        endpoint.scheme_str().unwrap_or("https"),
        endpoint.authority().map_or("", |authority| authority.as_str())
    );
    let header = URL_SAFE_NO_PAD.encode(json!({ "typ": "JWT", "alg": "ES256" }).to_string());
    let claims = json!({ "aud": origin, "exp": now + SIGNATURE_SECONDS, "sub": contact });
    let signed = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
    let signature: Signature = key.sign(signed.as_bytes());
    let token = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()));
    format!("vapid t={token}, k={}", public_part(key))
}
