//! E-mail: plain and HTML, with a link that stops it in one click (RFC 8058).

use std::fmt::Write as _;
use std::time::Duration;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{MultiPart, SinglePart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use store::{ChannelRow, ChannelState};

use super::channels::confirmation_secret;
use super::config::Smtp;
use super::sender::{MAX_SENDING_SECONDS, Outgoing, SendError, site};
use crate::app::App;
use crate::content::LanguagePack;
use crate::html::escape;

pub(super) async fn send(
    app: &App,
    channel: &ChannelRow,
    address: &str,
    language: &LanguagePack,
    messages: &[Outgoing],
) -> Result<(), SendError> {
    let smtp = app.config.notifications.smtp.as_ref().ok_or(SendError::later("not_set_up"))?;
    let site = site(app);
    let text = |key: &str| language.phrases.get(&format!("notifications.{key}")).unwrap_or_default();
    let stop = format!("{site}/api/mail/{}/stop?language={}", channel.secret, language.code);
    let letter = match (channel.state, messages) {
        (ChannelState::Unconfirmed, _) => Letter {
            subject: text("confirm_subject").to_owned(),
            items: vec![Item {
                text: text("confirm_mail").replace("{site}", &site),
                detail: String::new(),
                url: format!(
                    "{site}/api/mail/{}/confirm?language={}",
                    confirmation_secret(channel),
                    language.code
                ),
                link: text("confirm_button").to_owned(),
            }],
            footer: String::new(),
            stop: None,
        },
        (_, [one]) => Letter {
            subject: one.written.sentence.clone(),
            items: vec![Item::of(one, text("open"))],
            footer: text("footer").replace("{site}", &site),
            stop: Some((text("stop_button").to_owned(), stop.clone())),
        },
        (_, all) => Letter {
            subject: text("digest_subject").replace("{count}", &all.len().to_string()),
            items: all.iter().map(|one| Item::of(one, text("open"))).collect(),
            footer: text("footer").replace("{site}", &site),
            stop: Some((text("stop_button").to_owned(), stop.clone())),
        },
    };
    let id = messages.first().map(|one| one.id.as_str()).unwrap_or_default();
    let mail = write(smtp, address, &letter, id, &site, &language.code)?;
    transport(smtp)?.send(mail).await.map_err(|error| send_error(&error))?;
    Ok(())
}

fn send_error(error: &lettre::transport::smtp::Error) -> SendError {
    match error.status() {
        Some(code) => SendError::later(format!("mail_refused {code}")),
        None if error.is_timeout() => SendError::later("timeout"),
        None => SendError::later("mail_unreachable"),
    }
}

fn transport(smtp: &Smtp) -> Result<AsyncSmtpTransport<Tokio1Executor>, SendError> {
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.url.0);
    let mut builder = builder.map_err(|_| SendError::later("not_set_up"))?;
    if let Some(password) = &smtp.password {
        builder = builder.credentials(Credentials::new(user_of(&smtp.url.0), password.0.clone()));
    }
    Ok(builder.timeout(Some(Duration::from_secs(MAX_SENDING_SECONDS))).build())
}

/// The user in `smtps://user@host`. An @ in it is written as `%40`.
fn user_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let user = rest.rsplit_once('@').map(|(user, _)| user).unwrap_or_default();
    let user = user.split_once(':').map_or(user, |(user, _)| user);
    user.replace("%40", "@")
}

struct Letter {
    subject: String,
    items: Vec<Item>,
    footer: String,
    /// The words and the address of the link that stops it.
    stop: Option<(String, String)>,
}

struct Item {
    text: String,
    detail: String,
    url: String,
    link: String,
}

impl Item {
    fn of(message: &Outgoing, link: &str) -> Self {
        Self {
            text: message.written.sentence.clone(),
            detail: message.written.deadline.clone().unwrap_or_default(),
            url: message.url.clone(),
            link: link.to_owned(),
        }
    }
}

fn write(
    smtp: &Smtp,
    address: &str,
    letter: &Letter,
    id: &str,
    site: &str,
    language: &str,
) -> Result<Message, SendError> {
    let from = smtp.from.parse().map_err(|_| SendError::later("not_set_up"))?;
    let to = address.parse().map_err(|_| SendError::never("unreadable"))?;
    let host =
        site.split_once("://").map_or(site, |(_, host)| host).split([':', '/']).next().unwrap_or_default();
    let mut mail = Message::builder()
        .from(from)
        .to(to)
        // A subject has one line, also if a message of a player has more.
        .subject(letter.subject.replace(['\r', '\n'], " "))
        .message_id(Some(format!("<{id}@{host}>")))
        .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
    if let Some((_, stop)) = &letter.stop {
        mail = mail
            .raw_header(header("List-Unsubscribe", format!("<{stop}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    let plain = SinglePart::builder().header(ContentType::TEXT_PLAIN).body(plain(letter));
    let html = SinglePart::builder().header(ContentType::TEXT_HTML).body(html(letter, language));
    let body = MultiPart::alternative().singlepart(plain).singlepart(html);
    mail.multipart(body).map_err(|_| SendError::never("unreadable"))
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

fn plain(letter: &Letter) -> String {
    let mut out = String::new();
    for item in &letter.items {
        let _ = writeln!(out, "{}", item.text);
        if !item.detail.is_empty() {
            let _ = writeln!(out, "{}", item.detail);
        }
        let _ = write!(out, "{}: {}\n\n", item.link, item.url);
    }
    out.push_str(&letter.footer);
    if let Some((words, stop)) = &letter.stop {
        let _ = write!(out, "\n{words}: {stop}\n");
    }
    out
}

fn html(letter: &Letter, language: &str) -> String {
    let mut out = format!(
        "<!doctype html><html lang=\"{language}\"><meta charset=\"utf-8\"><body style=\"font:16px/1.5 sans-serif\">"
    );
    for item in &letter.items {
        let _ = write!(out, "<p>{}", escape(&item.text));
        if !item.detail.is_empty() {
            let _ = write!(out, "<br>{}", escape(&item.detail));
        }
        let _ = write!(out, "<br><a href=\"{}\">{}</a></p>", escape(&item.url), escape(&item.link));
    }
    let _ = write!(out, "<p style=\"font-size:13px\">{}", escape(&letter.footer));
    if let Some((words, stop)) = &letter.stop {
        let _ = write!(out, " <a href=\"{}\">{}</a>", escape(stop), escape(words));
    }
    out + "</p></body></html>"
}

/// Whether the host's options can be used. The error is for the host.
pub(crate) fn check(smtp: &Smtp) -> Result<(), String> {
    let from: Result<lettre::message::Mailbox, _> = smtp.from.parse();
    from.map_err(|error| format!("the sender of mails: {error}"))?;
    let url = AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.url.0);
    url.map(|_| ()).map_err(|error| format!("the mail server: {error}"))
}
