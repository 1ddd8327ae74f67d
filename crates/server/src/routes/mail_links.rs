//! The links in mails: confirm an address, stop its mails. Whoever follows a link sees a question first: programs
//! that check mails for viruses open links too. Mail programs stop mails with one POST (RFC 8058).

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Html;
use store::{ChannelRow, ChannelState};

use super::extractors::RequestLanguage;
use crate::app::App;
use crate::content::LanguagePack;
use crate::html::escape;
use crate::notifications::channels::confirmation_secret;
use crate::refusals::{Reason, Refused};
#[cfg(test)]
use crate::wire::Problem;

/// The colours and measures of `web/src/styles/tokens.css`, without a script.
const STYLE: &str = "<meta name=viewport content='width=device-width, initial-scale=1'>\
<link rel=icon href=/icon.svg type=image/svg+xml><style>:root{color-scheme:light dark;\
--paper:light-dark(#faf5e9,#14181a);--ink:light-dark(#2a2418,#f2ead8);--accent:light-dark(#1d5366,#8fc5d8)}\
body{margin:0;background:var(--paper);color:var(--ink);font:1.05rem/1.5 Inter,system-ui,sans-serif}\
main{max-width:32rem;margin:0 auto;padding:3rem 1rem}a{color:var(--accent)}\
button{min-height:44px;padding:.5rem 1.25rem;font:inherit;font-weight:600;border:0;border-radius:8px;\
background:var(--accent);color:var(--paper);cursor:pointer}\
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}</style>";

/// Asks whether an address is to be used.
#[cfg_attr(test, utoipa::path(get, path = "/mail/{secret}/confirm", tag = "feeds", params(("secret" = String, Path)),
    responses((status = 200, content_type = "text/html"), (status = 404, body = Problem))))]
pub(crate) async fn ask_to_confirm(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Html<String>, Refused> {
    unconfirmed_channel(&app, &secret).await?;
    let language = app.standard.language_pack(language_id);
    Ok(page(language, "confirm_question", Some("confirm_button")))
}

/// Confirms an address: it is used from now on.
#[cfg_attr(test, utoipa::path(post, path = "/mail/{secret}/confirm", tag = "feeds", params(("secret" = String, Path)),
    responses((status = 200, content_type = "text/html"), (status = 404, body = Problem))))]
pub(crate) async fn confirm_address(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Html<String>, Refused> {
    let channel = unconfirmed_channel(&app, &secret).await?;
    if channel.state == ChannelState::Unconfirmed {
        app.store.update_channel(ChannelRow { state: ChannelState::Active, ..channel }).await?;
    }
    Ok(page(app.standard.language_pack(language_id), "confirmed", None))
}

async fn unconfirmed_channel(app: &App, secret: &str) -> Result<ChannelRow, Refused> {
    let own = secret.split('.').next().unwrap_or_default();
    let channel = channel_of(app, own).await?;
    // Only who reads the mail knows the second half: it is not that of the link that stops mails.
    match confirmation_secret(&channel) == secret && channel.state != ChannelState::Stopped {
        true => Ok(channel),
        false => Err(Reason::NotFound.into()),
    }
}

async fn channel_of(app: &App, secret: &str) -> Result<ChannelRow, Refused> {
    // Secrets are letters and digits. PostgreSQL refuses a text with a zero byte.
    let is_readable = secret.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let channel = if is_readable { app.store.channel_by_secret(secret).await? } else { None };
    Ok(channel.ok_or(Reason::NotFound)?)
}

/// Asks whether mails to an address are to stop.
#[cfg_attr(test, utoipa::path(get, path = "/mail/{secret}/stop", tag = "feeds", params(("secret" = String, Path)),
    responses((status = 200, content_type = "text/html"), (status = 404, body = Problem))))]
pub(crate) async fn ask_to_stop(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Html<String>, Refused> {
    channel_of(&app, &secret).await?;
    Ok(page(app.standard.language_pack(language_id), "stop_question", Some("stop_button")))
}

/// Stops what is sent to a channel.
#[cfg_attr(test, utoipa::path(post, path = "/mail/{secret}/stop", tag = "feeds", params(("secret" = String, Path)),
    responses((status = 200, content_type = "text/html"), (status = 404, body = Problem))))]
pub(crate) async fn stop_mails(
    State(app): State<Arc<App>>,
    Path(secret): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Html<String>, Refused> {
    let channel = channel_of(&app, &secret).await?;
    app.store.update_channel(ChannelRow { state: ChannelState::Stopped, ..channel }).await?;
    Ok(page(app.standard.language_pack(language_id), "stopped", None))
}

fn page(language: &LanguagePack, sentence: &str, button: Option<&str>) -> Html<String> {
    let text = |key: &str| escape(language.phrases.get(&format!("notifications.{key}")).unwrap_or_default());
    let next = match button {
        Some(button) => format!("<form method=post><button>{}</button></form>", text(button)),
        None => format!("<p><a href=/>{}</a></p>", text("home")),
    };
    Html(format!(
        "<!doctype html><html lang={}><meta charset=utf-8><title>Detente</title>{STYLE}<main><h1>Detente</h1>\
         <p>{}</p>{next}</main></html>",
        language.code,
        text(sentence)
    ))
}
