//! Channels: their addresses as they are stored, what of them is shown, and which ones this server offers.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use store::{ChannelKind, ChannelRow};

use super::plan;
use crate::app::App;
use crate::content::LanguagePack;
use crate::refusals::{Reason, Refused};
use crate::secrets::{base32, hash_secret};
use crate::wire::{
    ByKey, ChannelOffKey, ChannelOffer, ChannelOffers, ChannelView, NewChannelBody, WebhookForm,
};

/// How many channels one person may have.
pub(crate) const MAX_CHANNELS: usize = 12;
pub(crate) const MAX_EMAIL_CHARS: usize = 254;
pub(crate) const MAX_URL_CHARS: usize = 1000;
pub(crate) const MAX_LABEL_CHARS: usize = 60;

/// Where to send, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case")]
pub(crate) enum Address {
    Email { address: String },
    Push { endpoint: String, p256dh: String, auth: String, label: String },
    Webhook { url: String, form: WebhookForm },
}

impl Address {
    /// Checks what somebody entered.
    pub(crate) fn new(body: NewChannelBody) -> Result<Self, Refused> {
        match body {
            NewChannelBody::Email { address } => {
                let address = address.trim().to_owned();
                if address.chars().count() > MAX_EMAIL_CHARS || !looks_like_email(&address) {
                    return Err(Reason::NoSuchEmail.into());
                }
                Ok(Self::Email { address })
            }
            NewChannelBody::Push { endpoint, p256dh, auth, label } => {
                let point = URL_SAFE_NO_PAD.decode(p256dh.trim_end_matches('='));
                let secret = URL_SAFE_NO_PAD.decode(auth.trim_end_matches('='));
                let has_keys = point.is_ok_and(|point| point.len() == 65 && point[0] == 4)
                    && secret.is_ok_and(|secret| secret.len() == 16);
                if !has_keys {
                    return Err(Reason::NoSuchSubscription.into());
                }
                check_url(&endpoint).map_err(|_| Reason::NoSuchSubscription)?;
                let label = label.chars().filter(|one| !one.is_control()).take(MAX_LABEL_CHARS).collect();
                Ok(Self::Push { endpoint, p256dh, auth, label })
            }
            NewChannelBody::Webhook { url, form } => {
                check_url(&url)?;
                Ok(Self::Webhook { url, form })
            }
        }
    }

    pub(crate) const fn kind(&self) -> ChannelKind {
        match self {
            Self::Email { .. } => ChannelKind::Email,
            Self::Push { .. } => ChannelKind::Push,
            Self::Webhook { .. } => ChannelKind::Webhook,
        }
    }

    /// As it is stored.
    pub(crate) fn write(&self) -> String {
        // Texts only, so serializing cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn label(&self) -> String {
        match self {
            Self::Email { address } => address.clone(),
            Self::Push { label, .. } => label.clone(),
            // Its path is a secret, at Discord and Slack.
            Self::Webhook { url, .. } => host_of(url).to_owned(),
        }
    }
}

/// Something on both sides of one @, with a dot on the right. Whether it exists, the confirmation shows.
fn looks_like_email(address: &str) -> bool {
    let Some((local, domain)) = address.rsplit_once('@') else { return false };
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(one);
    let parts = domain.split('.');
    let is_name = |part: &str| {
        !part.is_empty()
            && part.len() <= 63
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.chars().all(|one| one.is_ascii_alphanumeric() || one == '-')
    };
    !local.is_empty()
        && local.len() <= 64
        && local.chars().all(is_plain)
        && !local.starts_with('.')
        && !local.ends_with('.')
        && domain.contains('.')
        && parts.into_iter().all(is_name)
}

/// An http or https address with a host, without a user. What the host resolves to is checked when it is used.
fn check_url(url: &str) -> Result<(), Refused> {
    let is_printable = url.chars().all(|one| one.is_ascii_graphic());
    let parsed: Option<axum::http::Uri> = url.parse().ok();
    let is_good = parsed.is_some_and(|url| {
        matches!(url.scheme_str(), Some("http" | "https"))
            && url.host().is_some_and(|host| !host.is_empty())
            && url.authority().is_some_and(|authority| !authority.as_str().contains('@'))
    });
    if url.len() > MAX_URL_CHARS || !is_printable || !is_good {
        return Err(Reason::NoSuchAddress.into());
    }
    Ok(())
}

fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The secret of the link that confirms an address. It follows from the secret of the channel.
pub(crate) fn confirmation_secret(channel: &ChannelRow) -> String {
    format!("{}.{}", channel.secret, base32(&hash_secret(&format!("confirm:{}", channel.secret))[..15]))
}

/// A channel as its person sees it.
pub(crate) fn view(channel: &ChannelRow, language: &LanguagePack) -> ChannelView {
    let address = Address::read(&channel.address);
    let (endpoint, form) = match &address {
        Some(Address::Push { endpoint, .. }) => (Some(endpoint.clone()), None),
        Some(Address::Webhook { form, .. }) => (None, Some(*form)),
        Some(Address::Email { .. }) | None => (None, None),
    };
    let sentence = |problem: &String| {
        // `refused 550`: a key and, where there is one, a number.
        let (key, number) = problem.split_once(' ').unwrap_or((problem, ""));
        let text = language.phrases.get(&format!("notifications.problems.{key}")).unwrap_or(key);
        text.replace("{number}", number)
    };
    ChannelView {
        number: channel.number,
        kind: ByKey(channel.kind),
        label: address.map(|address| address.label()).unwrap_or_default(),
        endpoint,
        form,
        state: ByKey(channel.state),
        options: plan::options_of(&channel.options),
        made: channel.made,
        sent: channel.sent,
        failing_since: channel.failing_since,
        problem: channel.problem.as_ref().map(sentence),
    }
}

/// Why a channel is off. None: it is on.
pub(crate) fn why_off(app: &App, kind: ChannelKind) -> Option<ChannelOffKey> {
    if !cfg!(feature = "channels") {
        return Some(ChannelOffKey::NotBuilt);
    }
    match kind {
        // Links in mails need an address that does not follow from a request.
        ChannelKind::Email => {
            let is_set_up = app.config.notifications.smtp.is_some() && app.config.public_url.is_some();
            (!is_set_up).then_some(ChannelOffKey::NotSetUp)
        }
        ChannelKind::Push => {
            let is_local = app.config.public_url.is_none() && app.config.listen.ip().is_loopback();
            (!app.config.is_secure() && !is_local).then_some(ChannelOffKey::NotSecure)
        }
        ChannelKind::Webhook => None,
    }
}

/// Which channels this server offers.
pub(crate) async fn offers(app: &App, language: &LanguagePack) -> Result<ChannelOffers, Refused> {
    let offer = |kind: ChannelKind| {
        let off = why_off(app, kind);
        let key = off.map(|off| match off {
            ChannelOffKey::NotBuilt => "not_built",
            ChannelOffKey::NotSetUp => "not_set_up",
            ChannelOffKey::NotSecure => "not_secure",
        });
        let sentence = |key| language.phrases.get(&format!("notifications.off.{key}")).map(str::to_owned);
        ChannelOffer { is_on: off.is_none(), off, reason: key.and_then(sentence) }
    };
    let push = offer(ChannelKind::Push);
    let push_key = if push.is_on { push_key(app).await? } else { None };
    Ok(ChannelOffers {
        email: offer(ChannelKind::Email),
        push,
        webhook: offer(ChannelKind::Webhook),
        push_key,
    })
}

#[cfg(feature = "channels")]
async fn push_key(app: &App) -> Result<Option<String>, Refused> {
    super::push::public_key(app).await.map(Some)
}

#[cfg(not(feature = "channels"))]
async fn push_key(_app: &App) -> Result<Option<String>, Refused> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_where_they_come_in() {
        for good in ["a@b.org", "first.last+game@mail.example.co.uk", "o'neil@x-y.ie"] {
            assert!(looks_like_email(good), "{good}");
        }
        for bad in
            ["", "a", "@b.org", "a@", "a@b", "a b@c.org", "a@b..org", "a@-b.org", "a\n@b.org", "a@b.org>"]
        {
            assert!(!looks_like_email(bad), "{bad}");
        }
        for good in ["https://discord.com/api/webhooks/1/x", "http://example.org:8080/hook?a=b"] {
            assert_eq!(check_url(good), Ok(()), "{good}");
        }
        for bad in
            ["", "ftp://x.org/", "https://", "javascript:alert(1)", "https://a:b@x.org/", "https://x.org/ä"]
        {
            assert!(check_url(bad).is_err(), "{bad}");
        }
        let url = "https://hooks.slack.com/services/T0/B0/secret".to_owned();
        let hook = Address::Webhook { url, form: WebhookForm::Slack };
        assert_eq!(hook.label(), "hooks.slack.com", "the path is a secret");
        assert_eq!(Address::read(&hook.write()), Some(hook));
    }
}
